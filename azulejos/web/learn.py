"""The guided first games for pages, and why something that was pointed at is not done."""

from __future__ import annotations

from azulejos.core.contract import Problem
from azulejos.render.why import why_not
from azulejos.web.lessons import Explained, Lesson, lesson, refused
from azulejos.web.operation import Call, Operation, Query

MOST_SPOTS = 12


async def show(call: Call) -> Lesson:
    return lesson(call.request.path_params["game"], call.tr, call.hub.version)


async def explain(call: Call) -> Explained:
    asked = call.request.query_params
    try:
        number = int(asked.get("step", ""))
    except ValueError:
        raise Problem("`step` is the number of a step", "bad_request") from None
    return refused(call.request.path_params["game"], number, _spots(call), call.tr)


async def explain_at_table(call: Call) -> Explained:
    reason = why_not((await call.hub.room(call.table)).table.state, _spots(call), call.tr)
    return Explained(None, None) if reason is None else Explained(reason.text, reason.rule)


def _spots(call: Call) -> list[str]:
    """What was pointed at."""
    spots = call.request.query_params.getlist("spot")
    if not 1 <= len(spots) <= MOST_SPOTS:
        raise Problem(f"`spot` is given once to {MOST_SPOTS} times, not {len(spots)} times", "bad_request")
    return spots


_STEP = Query("The number of the step, from 0.", {"type": "integer", "minimum": 0}, required=True)
_SPOT = Query("What was pointed at; several times for several clicks.", {"type": "string"}, required=True)

OPERATIONS = [
    Operation("GET", "/api/lessons/{game}", "A guided first game.", show, Lesson, errors=(404,)),
    Operation(
        *("GET", "/api/lessons/{game}/why", "Why something is not done in a step of the lesson.", explain, Explained),
        errors=(400, 404),
        query={"step": _STEP, "spot": _SPOT},
    ),
    Operation(
        *("GET", "/api/tables/{table}/why", "Why the seat to move can't do something.", explain_at_table, Explained),
        errors=(400, 404),
        query={"spot": _SPOT},
    ),
]
"""What can be asked for about lessons, and about clicks that are no move."""
