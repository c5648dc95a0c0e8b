"""Reviewing games: replay, pictures and GIFs, uploaded records, games continued from a move, analysis."""

from __future__ import annotations

from collections.abc import Generator
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct
from starlette.responses import Response

from azulejos import render
from azulejos.core.contract import Json, Problem
from azulejos.core.game_json import position
from azulejos.language import language
from azulejos.notation import event_json
from azulejos.record import Record
from azulejos.render import gif
from azulejos.variations import notes_json
from azulejos.web import assets
from azulejos.web.analyses import Analysis
from azulejos.web.api import seats_of
from azulejos.web.budgets import asking
from azulejos.web.clock import now
from azulejos.web.endpoint import Call, Operation, Query, one_of, whole
from azulejos.web.entries import Seat, Setup
from azulejos.web.kept import version_of
from azulejos.web.lengths import MOST_FRAMES, check_length
from azulejos.web.names import clean
from azulejos.web.new_table import first_batch
from azulejos.web.replay import Replay, replay
from azulejos.web.scheduler import Urgency
from azulejos.web.store import Batch
from azulejos.web.table import Table
from azulejos.web.trees import loaded
from azulejos.web.wire import Count, Created, NewSeat, Text

WIDEST = 4000  # pixels of a PNG
FILM_WIDTH = 640
FILM_SECONDS = 120.0
EVENT = 100  # bytes of an event in the store


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """A game continued from another one: after `number` of its events, with these people and bots."""

    number: Count
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    name: Text
    public: bool = False


async def show_replay(call: Call) -> Response:
    table = (await call.hub.room(call.table)).table
    check_length(table.number)
    you = table.belonging(call.owner)
    key = ("replay", *version_of(table), tuple(you), call.tr.code)
    made = call.hub.kept.get(key, _make_replay, table, you, call.hub.version, call.tr.code)
    return (await call.while_connected(made)).answer(call.request, assets.ASK_AGAIN)


def _make_replay(table: Table, you: list[int], version: str, code: str) -> assets.Asset:
    """Return the replay; runs in a worker."""
    return assets.Asset(msgspec.json.encode(replay(table, you, version, language(code))), assets.JSON)


async def picture_svg(call: Call) -> Response:
    return await _picture(call, None)


async def picture_png(call: Call) -> Response:
    return await _picture(call, whole(call, "width", 1, WIDEST, 1600))


async def _picture(call: Call, width: int | None) -> Response:
    table = (await call.hub.room(call.table)).table
    number = whole(call, "number", 0, table.number, table.number)
    viewer = whole(call, "viewer", 0, table.game.players - 1, 0)
    theme, form = one_of(call, "theme", render.THEMES), one_of(call, "form", render.FORMS)
    drawn = (table.states[number].text, viewer, theme, form, table.names, width)
    made = call.hub.kept.get(("picture", *drawn), _draw, *drawn)
    return (await call.while_connected(made)).answer(call.request, assets.ASK_AGAIN)


def _draw(text: str, viewer: int, theme: str, form: str, names: tuple[str, ...], width: int | None) -> assets.Asset:
    """Return a picture, as SVG or this many pixels wide; runs in a worker."""
    svg = render.svg(position(text), viewer, theme, form, names)
    return assets.Asset(svg.encode(), assets.SVG) if width is None else assets.Asset(render.png(svg, width), assets.PNG)


async def film_gif(call: Call) -> Response:
    table = (await call.hub.room(call.table)).table
    viewer = whole(call, "viewer", 0, table.game.players - 1, 0)
    theme = one_of(call, "theme", render.THEMES)
    check_length(table.number, MOST_FRAMES)
    key = ("film", *version_of(table), viewer, theme)
    made = call.hub.kept.get(key, _make_film, table, viewer, theme, total=FILM_SECONDS)
    return (await call.while_connected(made)).answer(call.request, assets.ASK_AGAIN)


def _make_film(table: Table, viewer: int, theme: str) -> Generator[tuple[int, int], None, assets.Asset]:
    """Make a film; runs in a worker, a frame at a time."""
    return assets.Asset((yield from gif.film(table.record(), viewer, theme, FILM_WIDTH)), assets.GIF)


async def upload(call: Call, body: bytes) -> Created:
    _mind_the_limit(call, len(body))
    assert call.owner is not None
    id = call.hub.new_id()
    batch = await call.while_connected(call.hub.scheduler.run(_read_record, body, id, call.owner, now()))
    call.hub.budgets.spend("storage", asking.get(), max(EVENT * len(batch.entries) - len(body), 0))
    return Created(await call.hub.add(id, batch))


def _read_record(body: bytes, id: str, owner: str, at: float) -> Batch:
    """Return the table that an uploaded record becomes; runs in a worker."""
    record = loaded(body)
    if record.position is not None:
        raise Problem("this record starts from a position; only the analysis board can open it", "starts_elsewhere")
    seats = [Seat("person", clean(name) or "?") for name in record.names]
    notes = notes_json(record.game, list(record.states()), record.notes)
    setup = Setup(record.game.json, seats, False, None, owner, len(record.events), True, notes or UNSET)
    return first_batch(id, setup, at, events_of(record))


async def play_on(call: Call, body: PlayOn) -> Created:
    _mind_the_limit(call, EVENT * body.number)
    assert call.owner is not None
    table = (await call.hub.room(call.table)).table
    if body.number > table.number:
        raise Problem(f"the game has {table.number} events, not {body.number}", "no_such_move")
    if table.states[body.number].outcome is not None:
        raise Problem("the game is already over at that move", "over")
    if any(seat.kind == "open" for seat in body.seats):
        raise Problem("only you and bots can play a game continued from a move", "bad_seats")
    seats = seats_of(body.seats, body.name, table.game, call.owner)
    setup = Setup(table.game.json, seats, body.public, None, call.owner, body.number)
    id = call.hub.new_id()
    batch = await call.while_connected(call.hub.scheduler.run(_branch, table, id, setup, now(), urgency=Urgency.TABLE))
    return Created(await call.hub.add(id, batch))


def _branch(table: Table, id: str, setup: Setup, at: float) -> Batch:
    """Return a table that continues a game after as many events as its setup says; runs in a worker."""
    return first_batch(id, setup, at, events_of(Record(table.game, tuple(table.events[: setup.begun]), table.names)))


def events_of(record: Record) -> list[Json]:
    """Return the events of a record as entries of a log."""
    return [event_json(record.game, event, seat) for event, seat in record.steps()]


async def show_analysis(call: Call) -> Analysis:
    return await call.hub.analyses.look((await call.hub.room(call.table)).table, call.tr)


async def start_analysis(call: Call) -> Analysis:
    return await call.hub.analyses.start((await call.hub.room(call.table)).table, call.tr)


def _mind_the_limit(call: Call, size: int) -> None:
    """Check and charge the budgets for a new table of this many bytes."""
    call.hub.budgets.check("storage", asking.get())
    call.hub.budgets.take("tables", asking.get(), 1)
    call.hub.budgets.spend("storage", asking.get(), size)


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
