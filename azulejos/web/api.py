"""The HTTP API for programs and pages: create, join, play, list, look, records."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Sequence

import segno
from msgspec import structs
from starlette.responses import Response

from azulejos.bots.levels import LEVELS
from azulejos.core.contract import CHANCE, Generator, Problem
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.language import Language
from azulejos.record import result_json
from azulejos.web import assets, messages
from azulejos.web.budgets import asking
from azulejos.web.endpoint import Call, Operation, Query
from azulejos.web.entries import Clock, Seat, Setup, Summary
from azulejos.web.kept import version_of
from azulejos.web.lengths import LONG
from azulejos.web.names import clean_name, free_name
from azulejos.web.scheduler import Urgency
from azulejos.web.table import Table, check_level
from azulejos.web.wire import (
    Created,
    Health,
    LevelInfo,
    Levels,
    ListedTable,
    MakeMove,
    Moved,
    NewClock,
    NewSeat,
    NewTable,
    Result,
    Seated,
    SeatInfo,
    TableInfo,
    TableList,
    TakeSeat,
)

METRICS = "text/plain; version=0.0.4; charset=utf-8"
SHOWN = 50  # tables in a list
NUMBER = r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?"
SHOW = ("open", "running", "finished", "mine")


async def create(call: Call, body: NewTable) -> Created:
    call.hub.budgets.take("tables", asking.get(), 1)
    assert call.owner is not None
    return Created(await call.hub.create(setup_of(body, call.owner, call.hub.setup_dice())))


def setup_of(body: NewTable, owner: str, dice: Generator) -> Setup:
    """The setup that a request asks for, with what it leaves to chance drawn; raises what is wrong with it."""
    game = game_from_json(body.game, dice)
    clock = None if body.clock is None else Clock(body.clock.seconds, body.clock.increment)
    return Setup(game.json, seats_of(body.seats, body.name, game, owner), body.public, clock, owner)


def seats_of(wanted: Sequence[NewSeat], name: str, game: Game, owner: str) -> list[Seat]:
    """Return the seats that a request asks for; raises a `Problem` if they are not valid."""
    if len(wanted) != game.players:
        raise Problem(f"{game.players} players need {game.players} seats, not {len(wanted)}", "bad_seats")
    name = clean_name(name)
    names: list[str] = []
    seats = []
    for seat in wanted:
        if seat.kind == "bot":
            level = seat.level or ""
            check_level(level)
            names.append(free_name(level.capitalize(), names))
            seats.append(Seat("bot", names[-1], None, level))
        elif seat.kind == "me":
            names.append(free_name(clean_name(seat.name) if seat.name else name, names))
            seats.append(Seat("person", names[-1], owner))
        else:
            seats.append(Seat("open"))
    return seats


async def tables(call: Call) -> TableList:
    show = call.request.query_params.get("show", "open")
    if show not in SHOW:
        raise Problem(f"`show` must be one of {', '.join(SHOW)}, not {show[:40]!r}", "bad_request")
    before = _before(call)
    if show == "mine":
        found = await call.hub.store.owned(call.owner, SHOWN) if call.owner else []
    else:
        found = await call.hub.store.public(show, SHOWN, before)
    return TableList([_listed(one, call.tr) for one in found], len(call.hub.store.damaged))


def _listed(one: Summary, tr: Language) -> ListedTable:
    try:
        title = messages.title_of(game_from_json(one.game), tr)
    except Problem:  # the game is no longer installed
        title = one.key
    return ListedTable(**structs.asdict(one), title=title)


def _before(call: Call) -> float | None:
    text = call.request.query_params.get("before")
    if text is None:
        return None
    if re.fullmatch(NUMBER, text) and math.isfinite(time := float(text)):
        return time
    raise Problem(f"`before` must be the time of a table, a number, not {text[:40]!r}", "bad_request")


async def table(call: Call) -> TableInfo:
    room = await call.hub.room(call.table)
    room.keeper.look()
    room.seen(call.owner)
    found, clock = room.table, room.table.setup.clock
    actor = found.state.actor
    return TableInfo(
        table=found.id,
        status=found.status,
        game=found.game.json,
        key=messages.key_of(found.game),
        public=found.setup.public,
        clock=None if clock is None else NewClock(clock.seconds, clock.increment),
        seats=[SeatInfo(**seat) for seat in messages.seats(found, room.away)],
        takeover_in=room.takeover_in,
        you=found.belonging(call.owner),
        number=found.number,
        actor="chance" if actor is CHANCE else actor,
        state=found.state.json,
        legal=[move.action for move in found.state.legal_moves],
        result=Result(**result) if (result := result_json(found.outcome)) else None,
        rematch=found.rematch_table,
    )


async def sit(call: Call, body: TakeSeat) -> Seated:
    room = await call.hub.room(call.table)
    owner = call.owner
    assert owner is not None
    await room.sit(owner, call.address, body.name, body.seat)
    return Seated(room.table.belonging(owner))


async def move(call: Call, body: MakeMove) -> Moved:
    room = await call.hub.room(call.table)
    await room.act(lambda table, at: table.move(call.owner, body.move, body.number, at))
    return Moved(room.table.number)


async def record_text(call: Call) -> Response:
    room = await call.hub.room(call.table)
    return await _download(call, room.table, "text/plain", "txt")


async def record_json(call: Call) -> Response:
    room = await call.hub.room(call.table)
    return await _download(call, room.table, assets.JSON, "json")


async def _download(call: Call, table: Table, kind: str, suffix: str) -> Response:
    if table.number > LONG:
        made = call.hub.kept.get(("record", *version_of(table), suffix), _record, table, kind, admitted=True)
        found = await call.while_connected(made)
    else:
        found = _record(table, kind)
    answer = found.answer(call.request, assets.ASK_AGAIN)
    answer.headers["Content-Disposition"] = f'inline; filename="{table.id}.{suffix}"'
    return answer


def _record(table: Table, kind: str) -> assets.Asset:
    record = table.record()
    return assets.Asset((record.json_text if kind == assets.JSON else record.text).encode(), kind)


async def qr(call: Call) -> Response:
    room = await call.hub.room(call.table)
    address = str(call.request.url.replace(path=f"/t/{room.table.id}", query=""))
    picture = io.BytesIO()
    segno.make(address, error="m").save(picture, kind="svg", scale=4, border=2, xmldecl=False, nl=False, omitsize=True)
    return Response(picture.getvalue(), media_type="image/svg+xml")


async def bots(call: Call) -> Levels:
    return Levels([LevelInfo(name, level.about) for name, level in LEVELS.items()], call.hub.version)


async def health(call: Call) -> Health:
    hub = call.hub
    return Health("ok", hub.version, len(hub.rooms), sum(len(room.subscribers) for room in hub.rooms.values()))


async def metrics(call: Call) -> Response:
    hub = call.hub
    sockets = sum(len(room.subscribers) for room in hub.rooms.values())
    for urgency in Urgency:
        hub.metrics.jobs_waiting.labels(urgency.name.lower()).set(hub.scheduler.waiting[urgency.name.lower()])
    gauges = {
        "azulejos_rooms": len(hub.rooms),
        "azulejos_sockets": sockets,
        "azulejos_jobs_running": hub.scheduler.running,
        "azulejos_results_bytes": hub.kept.bytes,
        "azulejos_damaged_tables": len(hub.store.damaged),
    }
    return Response(hub.metrics.text(gauges), media_type=METRICS)


_SHOW = Query("Which tables: public ones by status, or those where you have a seat.", {"enum": list(SHOW), "default": "open"})
_BEFORE = Query(
    "Only tables last changed before this time (`updated` of the last one on the previous page).", {"type": "number"}
)
_CHANGES = (400, 403, 404, 409, 413, 415, 422, 503)

OPERATIONS = [
    Operation(
        *("POST", "/api/tables", "Create a table.", create, Created, NewTable),
        errors=(400, 403, 413, 415, 422, 503),
        status=201,
        makes_owner=True,
    ),
    Operation(
        *("GET", "/api/tables", "Tables, most recently changed first.", tables, TableList),
        errors=(400,),
        query={"show": _SHOW, "before": _BEFORE},
    ),
    Operation("GET", "/api/tables/{table}", "A table and its game.", table, TableInfo, errors=(404,)),
    Operation(
        *("POST", "/api/tables/{table}/seats", "Take an open seat, or come back to your own.", sit, Seated, TakeSeat),
        errors=_CHANGES,
        makes_owner=True,
    ),
    Operation("POST", "/api/tables/{table}/moves", "Make a move.", move, Moved, MakeMove, errors=_CHANGES),
    Operation("GET", "/api/tables/{table}/record", "The game so far, as a text.", record_text, "text/plain", errors=(404,)),
    Operation("GET", "/api/tables/{table}/record.json", "The game so far, as JSON.", record_json, dict, errors=(404,)),
    Operation("GET", "/api/tables/{table}/qr.svg", "The invitation link as a QR code.", qr, "image/svg+xml", errors=(404,)),
    Operation("GET", "/api/bots", "The levels of the bots.", bots, Levels),
    Operation("GET", "/healthz", "Whether the server is healthy.", health, Health),
    Operation("GET", "/metrics", "Metrics for Prometheus.", metrics, "text/plain"),
]
"""The endpoints for tables."""
