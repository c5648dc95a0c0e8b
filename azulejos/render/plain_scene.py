"""The default scene of a game: its terminal drawing line by line, and a button for each legal move.

With it, a new game can be played on the page and in the terminal, and drawn in pictures, from the first day.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from azulejos.core.contract import CHANCE, Deal, Event, Gain, Move, Refill, State
from azulejos.core.game import Game
from azulejos.language import Language
from azulejos.render.fixtures import panel
from azulejos.render.svg_shapes import text
from azulejos.render.types import Button, Choice, Layout, Row, Scene, ScenePart, Sentence

CELL, LINE, EDGE = 9.6, 20.0, 24.0
FONT = 16.0
MOST_EVENTS = 400  # of the random game that measures the size of drawings
SPACE = "\N{NO-BREAK SPACE}"  # SVG collapses other spaces


@lru_cache(64)
def size(game: Game) -> tuple[int, int]:
    """Return the columns and lines to reserve for a game's drawings: those of a random game, and a few more."""
    dice = random.Random(0)
    state, columns, lines = game.start(), 0, 0
    for _ in range(MOST_EVENTS):
        drawing = state.drawing().splitlines()
        columns, lines = max([columns, *map(len, drawing)]), max(lines, len(drawing))
        if state.outcome is not None:
            break
        state = state.play(state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves))
    return columns + 4, lines + 1


def scene(state: State) -> Scene:
    """Return the lines of the drawing as labels `line.0` …, and the scores."""
    lines = {f"line.{n}": line.replace(" ", SPACE) for n, line in enumerate(state.drawing().splitlines())}
    scores = {f"score.{seat}": str(score) for seat, score in enumerate(state.scores)}
    marks = [f"turn.{state.actor}"] if isinstance(state.actor, int) else []
    return Scene({}, {**lines, **scores, "round": str(state.round)}, marks)


def layout(game: Game, viewer: int, form: str) -> Layout:
    """Return a sheet of paper with the lines of the drawing on it."""
    columns, lines = size(game)
    width, height = columns * CELL + 2 * EDGE, lines * LINE + 2 * EDGE
    written = [
        text(EDGE, EDGE + (n + 0.8) * LINE, FONT, anchor="start", cls="z-mono", data_label=f"line.{n}") for n in range(lines)
    ]
    return Layout(width, height, panel(4, 4, width - 8, height - 8) + "".join(written), {}, "")


def preview(game: Game) -> tuple[Scene, Layout]:
    """Return the table after the first deal."""
    state, dice = game.start(), random.Random(0)
    while state.actor is CHANCE:
        state = state.play(state.draw(dice))
    return scene(state), layout(game, 0, "wide")


def choices(state: State, tr: Language) -> list[Choice]:
    """Return a button for each legal move."""
    return [Choice(move.text, ((_spot(move),),), _points(state, move), None) for move in state.legal_moves]


def buttons(state: State, tr: Language) -> dict[str, Button]:
    """Return the texts of the buttons."""
    return {_spot(move): Button(move_words(move)) for move in state.legal_moves}


def _spot(move: Move) -> str:
    return f"?move.{move.text}"


def _points(state: State, move: Move) -> int:
    return sum(gain.points for gain in state.explain(move) if gain.seat == state.actor)


def move_words(move: Move) -> str:
    """Return a move in words, from its JSON action: `put red line 2 (R2)`."""
    return f"{' '.join(_words(name, value) for name, value in move.action.items())} ({move.text})"


def _words(name: str, value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{count} {what}" for what, count in value.items())
    return str(value) if isinstance(value, str) else f"{name} {value}"


class PlainSentences:
    """Sentences that fit any game."""

    def event(self, state: Any, event: Event, names: Sequence[str], tr: Language) -> str:
        if isinstance(event, Deal):
            return tr("Round {n} begins.", n=event.round)
        if isinstance(event, Refill):
            return tr("Tiles are drawn.")
        return f"{names[state.actor]}: {move_words(event)}"

    def gain(self, gain: Gain, names: Sequence[str], tr: Language) -> str:
        return f"{names[gain.seat]}: {gain.points:+} ({gain.reason})"

    def row(self, gain: Gain) -> str:
        return gain.reason

    def sheet(self, game: Game, breakdown: Sequence[dict[str, int]], tr: Language) -> list[Row]:
        reasons = dict.fromkeys(reason for seat in breakdown for reason in seat)
        return [Row(reason, tuple(seat.get(reason, 0) for seat in breakdown), "") for reason in reasons]


class PlainReasons:
    """Refusals keep the message of the rules, without a section of a rulebook."""

    SENTENCES: dict[str, Sentence] = {}  # noqa: RUF012, the protocol has it so
    RULES: dict[str, str] = {}  # noqa: RUF012

    def spots(self, seat: int, move: Move) -> set[str]:
        return set()


PLAIN_SCENE = ScenePart(
    scene=scene,
    layout=layout,
    choices=choices,
    buttons=buttons,
    preview=preview,
    symbols=lambda: "",
    sentences=PlainSentences(),
    reasons=PlainReasons(),
)
