"""The endpoints for lessons, and for why a click does nothing in one of their steps."""

from __future__ import annotations

from typing import Any

from azulejos.core.contract import Problem
from azulejos.web.endpoint import Call, Operation, Query
from azulejos.web.lessons import Explained, Lesson, lesson, refused

MOST_SPOTS = 12


async def show(call: Call) -> Lesson:
    asked = call.request.path_params
    return lesson(asked["game"], asked.get("lesson"), call.tr, call.hub.version)


async def explain(call: Call) -> Explained:
    asked = call.request.query_params
    try:
        number = int(asked.get("step", ""))
    except ValueError:
        raise Problem("`step` must be the number of a step", "bad_request") from None
    spots = asked.getlist("spot")
    if not 1 <= len(spots) <= MOST_SPOTS:
        raise Problem(f"`spot` must be given 1 to {MOST_SPOTS} times, not {len(spots)} times", "bad_request")
    path = call.request.path_params
    return refused(path["game"], path.get("lesson"), number, spots, call.tr)


_STEP = Query("The number of the step, from 0.", {"type": "integer", "minimum": 0}, required=True)
_SPOT = Query("The spot that was clicked; repeat it for several clicks.", {"type": "string"}, required=True)

_WHY: dict[str, Any] = {"errors": (400, 404), "query": {"step": _STEP, "spot": _SPOT}}

OPERATIONS = [
    Operation("GET", "/api/lessons/{game}", "The main lesson of a game.", show, Lesson, errors=(404,)),
    Operation(
        "GET", "/api/lessons/{game}/why", "Why a click does nothing in a step of the main lesson.", explain, Explained, **_WHY
    ),
    Operation("GET", "/api/lessons/{game}/{lesson}", "A lesson of a game.", show, Lesson, errors=(404,)),
    Operation(
        "GET", "/api/lessons/{game}/{lesson}/why", "Why a click does nothing in a step of a lesson.", explain, Explained, **_WHY
    ),
]
"""The endpoints for lessons."""
