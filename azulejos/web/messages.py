"""What a table looks like to those who watch it: the messages of the socket, made from a table and the words of a language.

A view is `scene` (for pages: what lies where, choices to click) or `state` (for programs: positions and actions).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from azulejos import render
from azulejos.core.contract import CHANCE, Event, Gain, Json, Move, State
from azulejos.language import LANGUAGES as CODES
from azulejos.language import Language, language
from azulejos.notation import event_json
from azulejos.render.types import Scene
from azulejos.render.why import rule_of
from azulejos.web.entries import Entry
from azulejos.web.table import SeatNow, Table

View: TypeAlias = Literal["scene", "state"]
VIEWS = ("scene", "state")
LANGUAGES: dict[str, Language] = {code: language(code) for code in CODES}

_encoder = msgspec.json.Encoder()


def encoded(message: Json) -> str:
    """The message as it is sent."""
    return _encoder.encode(message).decode()


class Step(NamedTuple):
    """A game event that has just happened, with what was before it."""

    before: State
    event: Event
    gains: list[Gain]


def step(before: State, event: Event) -> Step:
    return Step(before, event, before.explain(event))


@cache
def key_of(game: Any) -> str:
    """The key that spells a game."""
    return render.layout_key(game)


@lru_cache(256)
def title_of(game: Any, tr: Language) -> str:
    """What is played, in a few words: "Azul · grey wall"."""
    return " · ".join(game.summary(tr))


LEVEL_NAMES: dict[str, Callable[[Language], str]] = {
    "beginner": lambda tr: tr("Beginner"),
    "apprentice": lambda tr: tr("Apprentice"),
    "craftsman": lambda tr: tr("Craftsman"),
    "expert": lambda tr: tr("Expert"),
    "master": lambda tr: tr("Master"),
}


def names_of(table: Table, tr: Language) -> tuple[str, ...]:
    """The names of the players; bots are called by their level, or after the person they play for."""
    return tuple(_name(seat, tr) for seat in table.seats)


def _name(seat: SeatNow, tr: Language) -> str:
    if seat.kind != "bot" or seat.level not in LEVEL_NAMES:
        return seat.name or "?"
    if seat.was:
        return tr("{name} (bot)", name=seat.was)
    return seat.name.replace(seat.level.capitalize(), LEVEL_NAMES[seat.level](tr), 1)


def line(told: Step, number: int, names: tuple[str, ...], tr: Language) -> Json:
    """An event in words, with what it scored."""
    actor = told.before.actor
    return {
        "number": number,
        "seat": actor if isinstance(actor, int) else None,
        "text": render.sentences(told.before.game).event(told.before, told.event, names, tr),
        "gains": gains(told, names, tr),
    }


def gains(told: Step, names: tuple[str, ...], tr: Language) -> list[Json]:
    """Who gained what, and why."""
    if not told.gains:
        return []
    words = render.sentences(told.before.game)
    return [
        {
            "seat": gain.seat,
            "points": gain.points,
            "reason": gain.reason,
            "text": words.gain(gain, names, tr),
            "rule": rule_of(told.before.game, gain),
        }
        for gain in told.gains
    ]


def lines(table: Table, tr: Language) -> list[Json]:
    """The whole game in words."""
    names = names_of(table, tr)
    return [
        line(step(state, event), number, names, tr)
        for number, (state, event) in enumerate(zip(table.states, table.events, strict=False), 1)
    ]


def last_slots(before: Scene, after: Scene) -> list[str]:
    """The slots where a move has put something."""
    old = before.pieces
    return [slot for slot, piece in after.pieces.items() if old.get(slot) != piece]


def position(table: Table, view: str, tr: Language, scene: Scene | None, now: float) -> Json:
    """Where the game stands: what every update has, whatever it tells besides."""
    state = table.state
    actor = state.actor
    message: Json = {"number": table.number}
    if scene is not None:
        message["scene"] = {"pieces": scene.pieces, "texts": scene.texts, "marks": scene.marks}
    else:
        message["state"] = state.json
    message["actor"] = "chance" if actor is CHANCE or not table.started else actor
    message["back"] = table.back
    message["clocks"] = table.clocks(now)
    message["result"] = result(table, tr)
    return message


def result(table: Table, tr: Language) -> Json | None:
    """How the game ended, with the scoring sheet."""
    outcome = table.outcome
    if outcome is None:
        return None
    sheet = [row._asdict() for row in render.sheet(table.states[0], table.events, tr)]
    return {
        "scores": list(outcome.scores),
        "ranks": list(outcome.ranks),
        "winners": list(outcome.winners),
        "sheet": sheet,
    }


def event_message(table: Table, told: Step) -> Json:
    """The event in our JSON."""
    actor = told.before.actor
    return event_json(table.game, told.event, actor if isinstance(actor, int) else None)


def choices(table: Table, view: str, tr: Language) -> Json:
    """What the seat to move may do."""
    state = table.state
    message: Json = {"type": "choices", "number": table.number}
    if view == "state":
        return {**message, "legal": [move.action for move in state.legal_moves]}
    message["choices"] = [
        {"move": move, "stages": stages, "points": points, "note": note}
        for move, stages, points, note in render.choices(state, tr)
    ]
    message["buttons"] = {
        spot: {"text": button.text, "pieces": button.pieces} for spot, button in render.buttons(state, tr).items()
    }
    return message


def hint(table: Table, view: str, tr: Language, move: Move) -> Json:
    """A move recommended to the seat to move."""
    state = table.state
    message: Json = {"type": "hint", "number": table.number, "move": move.text, "action": move.action}
    message["text"] = render.sentences(table.game).event(state, move, names_of(table, tr), tr)
    if view == "scene":
        message["stages"] = next((one.stages for one in render.choices(state, tr) if one.move == move.text), ())
    return message


def seats(table: Table, online: Iterable[str]) -> list[Json]:
    """Who sits where."""
    there = set(online)
    return [
        {
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "was": seat.was,
            "online": seat.kind == "bot" or (seat.kind == "person" and seat.owner in there),
            "votes": sorted(seat.votes),
        }
        for seat in table.seats
    ]


def chat(entry: Entry) -> Json:
    """Something said at the table."""
    assert entry.chat is not None
    return {"seat": entry.chat.seat, "name": entry.chat.name, "text": entry.chat.text, "at": entry.at}
