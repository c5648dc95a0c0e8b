"""The messages of the socket, built from a table and a language.

A view is `scene` (for pages: where everything is, choices to click) or `state` (for programs: positions and actions).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from azulejos import render
from azulejos.bots.advice import Advice
from azulejos.core.contract import CHANCE, Event, Gain, Json, State
from azulejos.language import LANGUAGES as CODES
from azulejos.language import Language, language
from azulejos.render.reasons import because
from azulejos.render.types import Scene
from azulejos.render.why import rule_of
from azulejos.web.fair_play import Away, SeatNow
from azulejos.web.lengths import MOST_EVENTS
from azulejos.web.table import ChatLine, Table

View: TypeAlias = Literal["scene", "state"]
VIEWS = ("scene", "state")
LANGUAGES: dict[str, Language] = {code: language(code) for code in CODES}

_encoder = msgspec.json.Encoder()


encode = _encoder.encode


class Step(NamedTuple):
    """A game event, with the state before it and what it scored."""

    before: State
    event: Event
    gains: list[Gain]


def step(before: State, event: Event, after: State | None = None) -> Step:
    """Return what an event scored; `after` is the state after it, if known."""
    return Step(before, event, before.explain(event, after))


@lru_cache(4096)
def key_of(game: Any) -> str:
    """Return the key of a game."""
    return render.layout_key(game)


@lru_cache(256)
def title_of(game: Any, tr: Language) -> str:
    """Return what is played, in a few words: "Azul · grey wall"."""
    return " · ".join(game.summary(tr))


LEVEL_NAMES: dict[str, Callable[[Language], str]] = {
    "beginner": lambda tr: tr("Beginner"),
    "apprentice": lambda tr: tr("Apprentice"),
    "craftsman": lambda tr: tr("Craftsman"),
    "expert": lambda tr: tr("Expert"),
    "master": lambda tr: tr("Master"),
}


def names_of(table: Table, tr: Language) -> tuple[str, ...]:
    """Return the names of the players. Bots are named after their level, or the person they play for."""
    return tuple(_name(seat, tr) for seat in table.seats)


def _name(seat: SeatNow, tr: Language) -> str:
    if seat.kind != "bot" or seat.level not in LEVEL_NAMES:
        return seat.name or "?"
    if seat.replaced:
        return tr("{name} (bot)", name=seat.replaced)
    return seat.name.replace(seat.level.capitalize(), LEVEL_NAMES[seat.level](tr), 1)


def line(step: Step, number: int, names: tuple[str, ...], tr: Language) -> Json:
    """Return an event as a sentence, with what it scored."""
    actor = step.before.actor
    return {
        "number": number,
        "seat": actor if isinstance(actor, int) else None,
        "text": render.sentences(step.before.game).event(step.before, step.event, names, tr),
        "gains": gains(step, names, tr),
    }


def gains(step: Step, names: tuple[str, ...], tr: Language) -> list[Json]:
    """Return who scored what, and why."""
    if not step.gains:
        return []
    words = render.sentences(step.before.game)
    return [
        {
            "seat": gain.seat,
            "points": gain.points,
            "reason": gain.reason,
            "text": words.gain(gain, names, tr),
            "rule": rule_of(step.before.game, gain),
        }
        for gain in step.gains
    ]


def lines(table: Table, tr: Language, last: int | None = None) -> list[Json]:
    """Return the game in sentences: all of it, or the last events."""
    names, states = names_of(table, tr), table.states
    first = 0 if last is None else max(0, table.number - last)
    return [
        line(step(states[number - 1], event, states[number]), number, names, tr)
        for number, event in enumerate(table.events[first:], first + 1)
    ]


def last_slots(before: Scene, after: Scene) -> list[str]:
    """Return the slots that a move filled."""
    old = before.pieces
    return [slot for slot, piece in after.pieces.items() if old.get(slot) != piece]


def scene_json(scene: Scene) -> msgspec.Raw:
    """Return a scene as JSON. It is the same in all languages."""
    return msgspec.Raw(_encoder.encode({"pieces": scene.pieces, "texts": scene.texts, "marks": scene.marks}))


def position(table: Table, tr: Language, scene: msgspec.Raw | None, now: float) -> Json:
    """Return the part that all updates share: the current state of the game, with a scene or (without one) a position."""
    actor = table.state.actor
    message: Json = {"number": table.number}
    if scene is not None:
        message["scene"] = scene
    else:
        message["state"] = table.state.json
    message["actor"] = "chance" if actor is CHANCE or not table.started else actor
    message["back"] = table.undo_seat
    message["clocks"] = table.clocks(now)
    message["result"] = result(table, tr)
    return message


def result(table: Table, tr: Language) -> Json | None:
    """Return how the game ended, with the scoring sheet, unless the game is too long for one."""
    outcome = table.outcome
    if outcome is None:
        return None
    sheet: list[Json] = []
    if table.number <= MOST_EVENTS:
        sheet = [row._asdict() for row in render.sheet(table.states[0], table.events, tr, table.states[1:])]
    return {
        "scores": list(outcome.scores),
        "ranks": list(outcome.ranks),
        "winners": list(outcome.winners),
        "sheet": sheet,
    }


def choices(table: Table, view: str, tr: Language) -> Json:
    """Return what the seat to move may do."""
    state = table.state
    message: Json = {"type": "choices", "number": table.number}
    if view == "state":
        return {**message, "legal": [move.action for move in state.legal_moves]}
    message["choices"] = render.choices(state, tr)
    message["buttons"] = render.buttons(state, tr)
    return message


def hint(table: Table, view: str, tr: Language, advice: Advice) -> Json:
    """Return a move recommended to the seat to move, and why."""
    state, move = table.state, advice.move
    message: Json = {"type": "hint", "number": table.number, "move": move.text, "action": move.action}
    message["text"] = render.sentences(table.game).event(state, move, names_of(table, tr), tr)
    message["why"] = because(table.game, advice.reasons, names_of(table, tr), tr)
    if view == "scene":
        message["stages"] = next((one.stages for one in render.choices(state, tr) if one.move == move.text), ())
    return message


def seats(table: Table, away: Away) -> list[Json]:
    """Return who sits where; `away` are the owners who are not here."""
    return [
        {
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "was": seat.replaced,
            "online": seat.kind == "bot" or (seat.kind == "person" and seat.owner is not None and seat.owner not in away),
            "votes": seat.current_votes(away),
        }
        for seat in table.seats
    ]


def chat(line: ChatLine) -> Json:
    """Return a chat message."""
    return {"seat": line.chat.seat, "name": line.chat.name, "text": line.chat.text, "at": line.at}
