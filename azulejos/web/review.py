"""Reviewing games: replay, pictures and GIFs, uploaded records, games continued from a move, analysis."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from azulejos import render
from azulejos.core.contract import Problem, State
from azulejos.notation import event_json
from azulejos.record import Record
from azulejos.render import gif
from azulejos.web import assets
from azulejos.web.analyses import Analysis
from azulejos.web.api import seats_of
from azulejos.web.endpoint import Call, Operation, Query, one_of, whole
from azulejos.web.entries import Seat, Setup
from azulejos.web.names import clean
from azulejos.web.replay import Replay, replay
from azulejos.web.wire import Count, Created, NewSeat, Text

WIDEST = 4000  # pixels of a PNG
FILM_WIDTH = 640


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """A game continued from another one: after `number` of its events, with these people and bots."""

    number: Count
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    name: Text
    public: bool = False


async def show_replay(call: Call) -> Response:
    table = (await call.hub.room(call.table)).table
    found = await asyncio.to_thread(replay, table, call.owner, call.hub.version, call.tr)
    return assets.Asset(msgspec.json.encode(found), assets.JSON).answer(call.request, assets.ASK_AGAIN)


async def picture_svg(call: Call) -> Response:
    _, svg = await _picture(call)
    return assets.Asset(svg.encode(), assets.SVG).answer(call.request, assets.ASK_AGAIN)


async def picture_png(call: Call) -> Response:
    width = whole(call, "width", 1, WIDEST, 1600)
    _, svg = await _picture(call)
    return Response(await call.hub.jobs.run(render.png, svg, width), media_type="image/png")


async def _picture(call: Call) -> tuple[State, str]:
    table = (await call.hub.room(call.table)).table
    number = whole(call, "number", 0, table.number, table.number)
    viewer = whole(call, "viewer", 0, table.game.players - 1, 0)
    theme, form = one_of(call, "theme", render.THEMES), one_of(call, "form", render.FORMS)
    state = table.states[number]
    return state, await asyncio.to_thread(render.svg, state, viewer, theme, form, table.names)


async def film_gif(call: Call) -> Response:
    table = (await call.hub.room(call.table)).table
    viewer = whole(call, "viewer", 0, table.game.players - 1, 0)
    theme = one_of(call, "theme", render.THEMES)
    _mind_the_limit(call)
    record, key = table.record(), (table.id, table.number, viewer, theme)
    made = await call.hub.jobs.share(key, lambda: call.hub.jobs.run(gif.gif, record, viewer, theme, FILM_WIDTH))
    return Response(made, media_type="image/gif")


async def upload(call: Call, body: bytes) -> Created:
    _mind_the_limit(call)
    assert call.owner is not None
    record = await asyncio.to_thread(Record.load, body)
    seats = [Seat("person", clean(name) or "?") for name in record.names]
    setup = Setup(record.game.json, seats, False, None, call.owner, len(record.events), True)
    return Created(await call.hub.create(setup, events_of(record)))


async def play_on(call: Call, body: PlayOn) -> Created:
    _mind_the_limit(call)
    assert call.owner is not None
    table = (await call.hub.room(call.table)).table
    if body.number > table.number:
        raise Problem(f"the game has {table.number} events, not {body.number}", "no_such_move")
    if table.states[body.number].outcome is not None:
        raise Problem("the game is already over at that move", "over")
    if any(seat.kind == "open" for seat in body.seats):
        raise Problem("only you and bots can play a game continued from a move", "bad_seats")
    seats = seats_of(body.seats, body.name, table.game, call.owner)
    record = Record(table.game, tuple(table.events[: body.number]), table.names)
    setup = Setup(table.game.json, seats, body.public, None, call.owner, body.number)
    return Created(await call.hub.create(setup, events_of(record)))


def events_of(record: Record) -> list[dict[str, object]]:
    """Return the events of a record as entries of a log."""
    return [event_json(record.game, event, seat) for event, seat in record.steps()]


async def show_analysis(call: Call) -> Analysis:
    return await call.hub.analyses.look((await call.hub.room(call.table)).table, call.tr)


async def start_analysis(call: Call) -> Analysis:
    _mind_the_limit(call)
    return await call.hub.analyses.start((await call.hub.room(call.table)).table, call.tr)


def _mind_the_limit(call: Call) -> None:
    if not call.hub.guard.creations.take(call.address):
        raise Problem("the server is busy; wait a moment", "slow_down")


_NUMBER = Query("The number of events before the position; default: all.", {"type": "integer", "minimum": 0})
_VIEWER = Query("Seat whose board is drawn large.", {"type": "integer", "minimum": 0, "maximum": 3, "default": 0})
_THEME = Query("Colour theme.", {"enum": list(render.THEMES), "default": render.THEMES[0]})
_FORM = Query("For a wide screen, or a phone.", {"enum": list(render.FORMS), "default": render.FORMS[0]})
_WIDTH = Query("Pixels.", {"type": "integer", "minimum": 1, "maximum": WIDEST, "default": 1600})
_PICTURE = {"number": _NUMBER, "viewer": _VIEWER, "theme": _THEME, "form": _FORM}
_TABLE = "/api/tables/{table}"

OPERATIONS = [
    Operation(
        "GET", f"{_TABLE}/replay", "The game so far, step by step, with scenes and texts.", show_replay, Replay, None, (404,)
    ),
    Operation(
        "GET", f"{_TABLE}/picture.svg", "A position of the game.", picture_svg, "image/svg+xml", None, (400, 404), 200, _PICTURE
    ),
    Operation(
        "GET",
        f"{_TABLE}/picture.png",
        "A position of the game, in pixels.",
        picture_png,
        "image/png",
        None,
        (400, 404, 422),
        200,
        {**_PICTURE, "width": _WIDTH},
    ),
    Operation(
        "GET",
        f"{_TABLE}/film.gif",
        "The whole game as an animated GIF; takes a few seconds.",
        film_gif,
        "image/gif",
        None,
        (400, 404, 422),
        200,
        {"viewer": _VIEWER, "theme": _THEME},
    ),
    Operation(
        "POST",
        "/api/records",
        "Upload the record of a game, as text or JSON; it becomes a read-only table.",
        upload,
        Created,
        bytes,
        (400, 403, 413, 422, 503),
        201,
        {},
        True,
    ),
    Operation(
        "POST",
        f"{_TABLE}/branches",
        "Continue this game from a move, at a new table.",
        play_on,
        Created,
        PlayOn,
        (400, 403, 404, 409, 413, 415, 422, 503),
        201,
        {},
        True,
    ),
    Operation(
        "GET",
        f"{_TABLE}/analysis",
        "The progress of the analysis, and its report.",
        show_analysis,
        Analysis,
        None,
        (404,),
    ),
    Operation(
        "POST", f"{_TABLE}/analysis", "Analyse a game that is over.", start_analysis, Analysis, None, (403, 404, 409, 422)
    ),
]
"""The endpoints for games that were played."""
