"""The guided first games for pages, and why something that was pointed at is not done."""

from __future__ import annotations

from azulejos.core.contract import Problem
from azulejos.web.endpoint import Call, Operation, Query
from azulejos.web.lessons import Explained, Lesson, lesson, refused

MOST_SPOTS = 12


async def show(call: Call) -> Lesson:
    return lesson(call.request.path_params["game"], call.tr, call.hub.version)


async def explain(call: Call) -> Explained:
    asked = call.request.query_params
    try:
        number = int(asked.get("step", ""))
    except ValueError:
        raise Problem("`step` is the number of a step", "bad_request") from None
    spots = asked.getlist("spot")
    if not 1 <= len(spots) <= MOST_SPOTS:
        raise Problem(f"`spot` is given once to {MOST_SPOTS} times, not {len(spots)} times", "bad_request")
    return refused(call.request.path_params["game"], number, spots, call.tr)


_STEP = Query("The number of the step, from 0.", {"type": "integer", "minimum": 0}, required=True)
_SPOT = Query("What was pointed at; several times for several clicks.", {"type": "string"}, required=True)

OPERATIONS = [
    Operation("GET", "/api/lessons/{game}", "A guided first game.", show, Lesson, errors=(404,)),
    Operation(
        *("GET", "/api/lessons/{game}/why", "Why something is not done in a step of the lesson.", explain, Explained),
        errors=(400, 404),
        query={"step": _STEP, "spot": _SPOT},
    ),
]
"""What can be asked for about lessons."""
