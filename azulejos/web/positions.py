"""Any position: what it looks like, and the best moves in it."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
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
from azulejos.notation import event_from_text, event_text
from azulejos.render.reasons import because
from azulejos.render.types import Button, Choice
from azulejos.web import messages
from azulejos.web.analyses import in_words, pointed_at
from azulejos.web.endpoint import Call, Operation, Query, whole
from azulejos.web.shown import scene_of
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
    choices: list[Choice]
    """The legal moves, and how to point at them."""
    buttons: dict[str, Button]
    draw: str | None
    """If tiles are drawn next: an event that could happen."""


class NextEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An event to play in a position, as in text records (a move, a deal or a refill); `null` draws tiles at random."""

    text: Annotated[str, Meta(max_length=5000)]
    event: Annotated[str, Meta(max_length=1000)] | None
    names: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=4)] = []
    """The players' names, for the sentence."""


class Played(Struct, frozen=True):
    """An event, who made it, its sentence, and the position after it."""

    event: str
    seat: int | None
    text: str
    position: PositionInfo


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


async def play_event(call: Call, body: NextEvent) -> Played:
    state = position(_one_line(body.text))
    if body.event is not None:
        event = event_from_text(state.game, _one_line(body.event))
    elif state.actor is CHANCE:
        event = state.draw(random.SystemRandom())
    else:
        raise Problem("no tiles are drawn in this position", "no_draw")
    names = called(state, body.names, call.tr)
    said = render.sentences(state.game).event
    after = state.play(event)
    seat = state.actor if isinstance(state.actor, int) else None
    return Played(event_text(state.game, event), seat, said(state, event, names, call.tr), _info(call, after))


async def position_of_table(call: Call) -> PositionInfo:
    table = (await call.hub.room(call.table)).table
    return _info(call, table.states[whole(call, "number", 0, table.number, table.number)])


async def best_moves(call: Call, body: PositionText) -> FoundMoves:
    state = decision(body.text)
    effort = call.hub.config.effort
    found = await call.while_connected(call.hub.scheduler.run(_search, state.text, effort, key=("moves", state.text, effort)))
    names = called(state, (), call.tr)
    first = because(state.game, found.reasons, names, call.tr)
    whys = [first, *[""] * (len(found.moves) - 1)]
    described = [
        described_move(state, one, pointed_at(state, one.move, call.tr), why, names, call.tr)
        for one, why in zip(found.moves, whys, strict=True)
    ]
    return FoundMoves(effort, described)


def decision(text: str) -> State:
    """Return the position in a text; raise a `Problem` unless a seat is to move."""
    state = position(_one_line(text))
    if not isinstance(state.actor, int):
        raise Problem("no player is to move in this position", "not_a_decision")
    return state


class _Found(NamedTuple):
    moves: list[Finding]
    reasons: list[Reason]


def _search(text: str, effort: int) -> _Found:
    """Return the best moves, and why the first is better than the second; runs in a worker."""
    state = position(text)
    found = analyse_position(state, effort, most=MOST)
    return _Found(found, why_best(state, found))


def described_move(
    state: State, found: Finding, stages: list[list[str]], why: str, names: tuple[str, ...], tr: Language
) -> FoundMove:
    """Return a move that was found, in words."""
    line = in_words(state, list(found.line) or [found.move], names, tr)
    return FoundMove(found.move.text, line[0], stages, found.visits, found.win, found.margin, line[1:], why)


def _one_line(text: str) -> str:
    """Return a pasted text without line breaks and surrounding spaces."""
    return " ".join(text.split())


def called(state: State, names: Sequence[str], tr: Language) -> tuple[str, ...]:
    """Return the players' names, by default `Player 1` …"""
    seats = range(state.game.players)
    return tuple(names) if len(names) == len(seats) else tuple(tr("Player {n}", n=seat + 1) for seat in seats)


def _info(call: Call, state: State) -> PositionInfo:
    decides = isinstance(state.actor, int)
    return PositionInfo(
        text=state.text,
        game=state.game.json,
        key=messages.key_of(state.game),
        version=call.hub.version,
        actor="chance" if state.actor is CHANCE else state.actor,
        names=list(called(state, (), call.tr)),
        scene=scene_of(state),
        fields=_fields(state, call.tr),
        choices=render.choices(state, call.tr) if decides else [],
        buttons=render.buttons(state, call.tr) if decides else {},
        draw=event_text(state.game, state.draw(random.SystemRandom())) if state.actor is CHANCE else None,
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
        "/api/positions/play",
        "Play a move in a position, or draw tiles.",
        play_event,
        Played,
        NextEvent,
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
