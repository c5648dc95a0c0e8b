"""Every fact in an explanation is true of the lines it is made from: here it is counted again, without the coach's tables."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import mean
from typing import Any

import pytest

from azulejos import CHANCE, Azul, Game, Move, Pavilion, State
from azulejos.bots.thinking import Finding, Thinking
from azulejos.bots.why import outcomes, why
from azulejos.core.coach import END, LATER, Reason
from azulejos.core.contract import Gain
from azulejos.games.azul.board import EMPTY
from azulejos.games.azul.moves import COLOURS
from azulejos.games.pavilion.board import NUMBER_SPACES, STAR_OF_COLOUR
from azulejos.games.pavilion.explain import covered
from azulejos.games.pavilion.moves import COLOURS as PAVILION_COLOURS

PLAYOUTS = 8
EFFORT = 60  # simulations before lines are drawn
EVERY = 4  # every fourth decision is explained
IN_POINTS = {"tiles", "floor", "marker", "discards"}  # sentences that say how many points

End = tuple[Any, list[Gain]]
Count = Callable[[End], float]


def paid(seat: int, *kinds: str, row: int | None = None) -> Count:
    """Return what counts a seat's points of some kinds in a round, in one row or everywhere."""
    return lambda end: sum(
        gain.points
        for gain in end[1]
        if gain.seat == seat and gain.reason in kinds and (row is None or gain.detail["row"] == row)
    )


def azul(reason: Reason) -> Count:
    """Return what counts the things that a reason is about."""
    seat, about = reason.seat, reason.about
    place = about - 1 if isinstance(about, int) else -1

    def held(end: End) -> int:
        line = end[0].board(seat).lines[place]
        return 0 if line is None else line[1] + line[2]

    counts: dict[str, Count] = {
        "tiles": paid(seat, "placement"),
        "floor": paid(seat, "floor", "marker"),
        "wall": lambda end: -sum(row.count(EMPTY) for row in end[0].board(seat).wall),
        "rows": lambda end: -end[0].board(seat).wall[place].count(EMPTY),
        "columns": lambda end: -[row[place] for row in end[0].board(seat).wall].count(EMPTY),
        "colours": lambda end: sum(row.count(COLOURS.index(str(about))) for row in end[0].board(seat).wall),
        "lines": held,
        "start": lambda end: end[0].marker == seat,
    }
    return counts[reason.kind]


def pavilion(reason: Reason) -> Count:
    """Return what counts the things that a reason is about."""
    seat, about = reason.seat, reason.about

    def spaces(end: End) -> int:
        return covered(end[0].board(seat))

    def star(end: End) -> int:
        number = about if isinstance(about, int) else STAR_OF_COLOUR[PAVILION_COLOURS.index(str(about))]
        return (spaces(end) >> 6 * number & 63).bit_count()

    def number(end: End) -> int:
        assert isinstance(about, int)
        grey = bool(end[0].game.board == "grey")
        return (spaces(end) & NUMBER_SPACES[grey][about - 1]).bit_count()

    counts: dict[str, Count] = {
        "tiles": paid(seat, "placement"),
        "marker": paid(seat, "marker"),
        "discards": paid(seat, "discards"),
        "bonus": lambda end: sum(gain.detail.get("bonus", 0) for gain in end[1] if gain.seat == seat),
        "placed": lambda end: spaces(end).bit_count(),
        "kept": lambda end: sum(end[0].board(seat).corners),
        "stars": star,
        "numbers": number,
        "start": lambda end: end[0].starter == seat,
    }
    return counts[reason.kind]


def check(game: Game, reason: Reason, seat: int, points: float, better: list[End], worse: list[End]) -> None:
    """Check a reason against the ends of the round after both moves."""

    def more(count: Count) -> float:
        return mean(map(count, better)) - mean(map(count, worse))

    assert reason.own is (reason.seat == seat)
    if reason.kind in (LATER, END):
        assert reason.points == points
        others = game.players - 1
        lead = more(lambda end: sum(gain.points * (1 if gain.seat == seat else -1 / others) for gain in end[1]))
        assert reason.kind == END or lead < points / 2
        return
    count = azul(reason) if isinstance(game, Azul) else pavilion(reason)
    difference = more(count) * (1 if reason.own else -1)
    assert difference > 0, f"the lines say the opposite of {reason}"
    if reason.kind in IN_POINTS:
        assert reason.points == pytest.approx(difference)
    if reason.kind == "tiles" and reason.one_place and isinstance(game, Azul):
        assert isinstance(reason.about, int)
        there = more(paid(reason.seat, "placement", row=reason.about)) * (1 if reason.own else -1)
        assert there >= 0.6 * difference


def searched(state: State, move: Move) -> Finding:
    """Return a move with lines of two searches in turn, as a mistake has."""
    lines = []
    for seed in (1, 2):
        thinking = Thinking(state, seed, also=move)
        thinking.try_out(move, EFFORT)
        (found,) = [one for one in thinking.findings(len(state.legal_moves)) if one.move is move]
        lines.append(thinking.with_lines(found).lines)
    return found._replace(lines=tuple(line for pair in zip(*lines, strict=True) for line in pair))


@pytest.mark.compiled
@pytest.mark.parametrize(
    "game", [Azul(2), Azul(2, "grey"), Azul(3, jokers=True), Pavilion(2), Pavilion(2, "grey"), Pavilion(4)], ids=str
)
def test_every_stated_fact_is_true_of_the_lines(game: Game) -> None:
    dice, state, kinds = random.Random(1), game.start(), set[str]()
    decisions = 0
    while state.outcome is None:
        legal = state.legal_moves
        decisions += len(legal) > 1
        if len(legal) > 1 and decisions % EVERY == 0:
            assert isinstance(state.actor, int)
            better, worse = (searched(state, move) for move in dice.sample(legal, 2))
            points = dice.choice((0.0, 3.0, 30.0))
            ends = [outcomes(state, one, 5, [], PLAYOUTS) for one in (better, worse)]
            for reason in why(state, better, worse, points, seed=5, playouts=PLAYOUTS):
                kinds.add(reason.kind)
                check(game, reason, state.actor, points, *ends)
        state = state.play(state.draw(dice) if state.actor is CHANCE else dice.choice(legal))
    assert kinds - {LATER, END}, "facts were checked"
