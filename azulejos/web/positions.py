"""Any position: what it looks like, and the best moves in it."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from azulejos import render
from azulejos.bots.analysis import analyse_position
from azulejos.bots.thinking import Finding
from azulejos.bots.why import why_best
from azulejos.core.coach import Reason
from azulejos.core.contract import CHANCE, Problem, State
from azulejos.core.game_json import position
from azulejos.language import Language
from azulejos.render.reasons import because
from azulejos.web import messages
from azulejos.web.analyses import in_words, pointed_at
from azulejos.web.endpoint import Call, Operation, Query, whole
from azulejos.web.wire import SceneInfo

MOST = 8  # moves


class PositionText(Struct, frozen=True, forbid_unknown_fields=True):
    """A position on one line, as in `state.text`."""

    text: Annotated[str, Meta(max_length=5000)]


class TileEdit(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile to put into a slot of a position, or (`colour` is null) to remove from it."""

    text: Annotated[str, Meta(max_length=5000)]
    slot: Annotated[str, Meta(max_length=40)]
    colour: Annotated[str, Meta(max_length=20)] | None


class FieldInfo(Struct, frozen=True):
    """A field of a position's text, `name=value`; several values are separated by semicolons, and `parts` are their titles."""

    name: str
    title: str
    values: list[str]
    parts: list[str]


class PositionInfo(Struct, frozen=True):
    """A position, for programs and for pictures."""

    text: str
    game: dict[str, Any]
    key: str
    version: str
    actor: int | Literal["chance"] | None
    names: list[str]
    scene: SceneInfo
    fields: list[FieldInfo]


class FoundMove(Struct, frozen=True):
    """A move: its winning chance and expected lead, how often it was tried, and the continuation."""

    move: str
    text: str
    stages: list[list[str]]
    visits: int
    win: float
    margin: float
    line: list[str]
    why: str
    """Why the best move is better than the second; empty for the others."""


class FoundMoves(Struct, frozen=True):
    """The best moves of a position, best first."""

    effort: int
    moves: list[FoundMove]


async def show_position(call: Call, body: PositionText) -> PositionInfo:
    return _info(call, position(_one_line(body.text)))


async def edit_position(call: Call, body: TileEdit) -> PositionText:
    """Return the text with the tile changed; parsing the text decides whether the position is possible."""
    return PositionText(render.edit(_one_line(body.text), body.slot, body.colour))


async def position_of_table(call: Call) -> PositionInfo:
    table = (await call.hub.room(call.table)).table
    return _info(call, table.states[whole(call, "number", 0, table.number, table.number)])


async def best_moves(call: Call, body: PositionText) -> FoundMoves:
    state = position(_one_line(body.text))
    if not isinstance(state.actor, int):
        raise Problem("no player is to move in this position", "not_a_decision")
    effort = call.hub.config.effort
    found = await call.while_connected(call.hub.scheduler.run(_search, state.text, effort, key=("moves", state.text, effort)))
    names = _names(state, call.tr)
    first = because(state.game, found.reasons, names, call.tr)
    whys = [first, *[""] * (len(found.moves) - 1)]
    described = [_described(state, one, text, names, call.tr) for one, text in zip(found.moves, whys, strict=True)]
    return FoundMoves(effort, described)


class _Found(NamedTuple):
    moves: list[Finding]
    reasons: list[Reason]


def _search(text: str, effort: int) -> _Found:
    """Return the best moves, and why the first is better than the second; runs in a worker."""
    state = position(text)
    found = analyse_position(state, effort, most=MOST)
    return _Found(found, why_best(state, found))


def _described(state: State, found: Finding, why: str, names: tuple[str, ...], tr: Language) -> FoundMove:
    line = in_words(state, list(found.line) or [found.move], names, tr)
    return FoundMove(
        found.move.text, line[0], pointed_at(state, found.move, tr), found.visits, found.win, found.margin, line[1:], why
    )


def _one_line(text: str) -> str:
    """Return a pasted text without line breaks and surrounding spaces."""
    return " ".join(text.split())


def _names(state: State, tr: Language) -> tuple[str, ...]:
    return tuple(tr("Player {n}", n=seat + 1) for seat in range(state.game.players))


def _info(call: Call, state: State) -> PositionInfo:
    return PositionInfo(
        text=state.text,
        game=state.game.json,
        key=messages.key_of(state.game),
        version=call.hub.version,
        actor="chance" if state.actor is CHANCE else state.actor,
        names=list(_names(state, call.tr)),
        scene=SceneInfo(**render.scene(state)._asdict()),
        fields=_fields(state, call.tr),
    )


def _fields(state: State, tr: Language) -> list[FieldInfo]:
    words = render.vocabulary(state.game.name, tr)
    found = []
    for field in state.text.split()[1:]:
        name, _, value = field.partition("=")
        seat = re.fullmatch(r"seat(\d)", name)
        if seat:
            title = tr("Player {n}", n=int(seat[1]) + 1)
            found.append(FieldInfo(name, title, value.split(";"), list(words.seat_fields)))
        else:
            found.append(FieldInfo(name, words.fields.get(name, name), [value], []))
    return found


_NUMBER = Query("The number of events before the position; default: all.", {"type": "integer", "minimum": 0})

OPERATIONS = [
    Operation(
        "POST", "/api/positions", "Show a position.", show_position, PositionInfo, PositionText, (400, 403, 413, 415, 422)
    ),
    Operation(
        "POST",
        "/api/positions/edit",
        "Put a tile into a slot of a position, or remove one.",
        edit_position,
        PositionText,
        TileEdit,
        (400, 403, 413, 415, 422),
    ),
    Operation(
        "POST",
        "/api/positions/moves",
        "The best moves of a position.",
        best_moves,
        FoundMoves,
        PositionText,
        (400, 403, 413, 415, 422),
    ),
    Operation(
        "GET",
        "/api/tables/{table}/position",
        "A position of a game.",
        position_of_table,
        PositionInfo,
        None,
        (400, 404),
        200,
        {"number": _NUMBER},
    ),
]
"""The endpoints for positions."""
