"""Luck and skill: what the deals changed, what the players gave away, and how both explain the result.

The luck of a chance event is the value of the position after it, minus the average over other draws that could have happened.
Both are evaluated in the same way, so luck is zero on average, whatever the evaluation is worth.

What a move changes is the value after it minus the value before it, so all changes add up to the result. A search is a little
optimistic for the seat to move, so the value between two moves is the mean of what the searches for both say.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from azulejos.bots.playouts import result_of
from azulejos.bots.thinking import Finding, Thinking
from azulejos.core.contract import CHANCE, Deal, Json, Move, Refill, State
from azulejos.core.search import Search
from azulejos.record import Record

DRAWS = {Deal: 12, Refill: 4}  # the draws that an event is compared with: a refill decides little, but there are many
AT_THE_START = 12  # in any case, because the first one also says what to expect from the game
PART = 32  # of the effort for a move goes into the value of a draw
LEAST = 16  # simulations

CHANCE_DIGITS, POINT_DIGITS = 4, 2

Values = tuple[tuple[float, ...], tuple[float, ...]]
"""The chance to win, and the lead over the best opponent in points, of every seat."""


class ChanceReport(NamedTuple):
    """A deal or refill: what was expected before it, and how much better or worse it was for each seat."""

    number: int
    round: int
    expected: tuple[float, ...]
    expected_points: tuple[float, ...]
    luck: tuple[float, ...]
    luck_points: tuple[float, ...]


class Balance(NamedTuple):
    """Why a seat won or lost: `start`, `luck`, `own` and `others` add up to `result`, exactly."""

    start: float
    """What was to be expected before the first deal."""
    luck: float
    own: float
    """What the seat's own moves changed: below 0, it gave something away. Best moves change nothing but for search errors."""
    others: float
    """What the moves of the others changed for this seat."""
    result: float


def chances(record: Record) -> list[tuple[int, State, Deal | Refill]]:
    """Return every chance event that could have been another: the number of events before it, the state, the event."""
    steps = enumerate(zip(record.states(), record.events, strict=False))
    return [(n, state, event) for n, (state, event) in steps if not isinstance(event, Move) and state.probability(event) < 1]


def analyse_chance(
    number: int, state: State, event: Deal | Refill, effort: int, seed: int = 0, spare: list[Search] | None = None
) -> ChanceReport:
    """Return the luck of a chance event; `number` events came before it, and `effort` is that for a move."""
    spare = [] if spare is None else spare
    dice = random.Random(seed ^ 1_000_003 * (number + 1))
    simulations = max(effort // PART, LEAST)
    n = DRAWS[type(event)] if number else AT_THE_START
    draws = [state.draw(dice) for _ in range(n)]
    wins, leads = value(state.play(event), simulations, dice, spare)
    others = [value(state.play(draw), simulations, dice, spare) for draw in draws]
    expected = tuple(_mean([one[0][seat] for one in others]) for seat in range(len(wins)))
    expected_points = tuple(_mean([one[1][seat] for one in others]) for seat in range(len(leads)))
    luck, luck_points = _minus(wins, expected), _minus(leads, expected_points)
    round = event.round if isinstance(event, Deal) else state.round
    return ChanceReport(number, round, expected, expected_points, luck, luck_points)


def value(state: State, effort: int, dice: random.Random, spare: list[Search]) -> Values:
    """Return the value of a position for every seat, by a search with the seat to move."""
    while state.actor is CHANCE:
        state = state.play(state.draw(dice))
    if state.actor is None:
        return final_values(state)
    thinking = Thinking(state, dice.getrandbits(62), spare=spare)
    thinking.run(effort=effort)
    found = values_of(thinking.findings(1, with_lines=False)[0])
    spare += thinking.give_up()
    return found


def values_of(finding: Finding) -> Values:
    """Return the values of every seat after a move."""
    return finding.wins, finding.margins


def final_values(state: State) -> Values:
    """Return each seat's share of the victory and its lead, as if the game ended here."""
    found = result_of(state)
    return tuple(win for win, _ in found), tuple(lead for _, lead in found)


class Decision(NamedTuple):
    """A move in a game: its number, its seat, the value of the best move, and that of the move played."""

    number: int
    seat: int
    best: Values
    played: Values


class Course(NamedTuple):
    """How the value of a game changed: what to expect at the start, what each decision changed, and the result."""

    start: Values
    changes: tuple[Values, ...]
    result: Values


def course(record: Record, made: Sequence[Decision], luck: Sequence[ChanceReport]) -> Course:
    """Return how the value of a game changed; an unfinished one ends with the value of its last move or draw."""
    draws = {one.number: (one.luck, one.luck_points) for one in luck}
    between = [_lucky(draws, first, last) for first, last in _gaps(made, len(record.events))]
    if record.result is not None:
        result = final_values(record.final)
    elif made:
        result = _plus(made[-1].played, between[-1])
    else:
        expected = (luck[0].expected, luck[0].expected_points) if luck else final_values(record.final)
        result = _plus(expected, between[-1])
    if not made:
        return Course(_plus(result, between[-1], -1), (), result)
    before, found = _first_value(made, between), list[Values]()
    start = _plus(before, between[0], -1)
    for number, decision in enumerate(made):
        if number + 1 < len(made):
            after = _mean_of(decision.played, _plus(made[number + 1].best, between[number + 1], -1))
        else:
            after = _plus(result, between[-1], -1)
        found.append(_plus(after, before, -1))
        before = _plus(after, between[number + 1])
    return Course(start, tuple(found), result)


def _first_value(made: Sequence[Decision], between: Sequence[Values | None]) -> Values:
    """Return the value before the first decision, as the searches for the first two see it."""
    first = made[0]
    if len(made) == 1:
        return first.best
    seen = _plus(made[1].best, between[1], -1)
    return _mean_of(first.best, _plus(_plus(seen, first.best), first.played, -1))


def _gaps(made: Sequence[Decision], events: int) -> list[tuple[int, int]]:
    """Return the ranges of events before, between and after the decisions."""
    numbers = [-1, *(one.number for one in made), events]
    return [(first + 1, last) for first, last in itertools.pairwise(numbers)]


def _lucky(draws: Mapping[int, Values], first: int, last: int) -> Values | None:
    """Return the luck of the events in a range."""
    total = None
    for number in range(first, last):
        if number in draws:
            total = _plus(draws[number], total)
    return total


def _plus(values: Values, change: Values | None, sign: int = 1) -> Values:
    if change is None:
        return values
    wins, leads = (tuple(a + sign * b for a, b in zip(*both, strict=True)) for both in zip(values, change, strict=True))
    return wins, leads


def _mean_of(one: Values, other: Values) -> Values:
    wins, leads = (tuple((a + b) / 2 for a, b in zip(*both, strict=True)) for both in zip(one, other, strict=True))
    return wins, leads


def balances(
    found: Course, made: Sequence[Decision], luck: Sequence[ChanceReport]
) -> tuple[tuple[Balance, ...], tuple[Balance, ...]]:
    """Return what explains the result of each seat, in chances to win and in points."""
    drawn = [(one.luck, one.luck_points) for one in luck]
    both = []
    for unit, digits in enumerate((CHANCE_DIGITS, POINT_DIGITS)):
        seats = []
        for seat, result in enumerate(found.result[unit]):
            moves = zip(made, found.changes, strict=True)
            own = sum(change[unit][seat] for decision, change in moves if decision.seat == seat)
            lucky = sum(one[unit][seat] for one in drawn)
            seats.append(in_digits(Balance(found.start[unit][seat], lucky, own, 0.0, result), digits))
        both.append(tuple(seats))
    return both[0], both[1]


def in_digits(balance: Balance, digits: int) -> Balance:
    """Return the terms rounded so that what is shown still adds up; `others` is the rest."""
    unit = 10**digits
    start, luck, own, _, result = (round(term * unit) for term in balance)
    return Balance(*(term / unit for term in (start, luck, own, result - start - luck - own, result)))


def _minus(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def chance_json(report: ChanceReport) -> Json:
    """Return the report of a chance event as a JSON object."""
    return {
        "event": report.number,
        "round": report.round,
        "expected": [round(share, 4) for share in report.expected],
        "expected_points": [round(points, 2) for points in report.expected_points],
        "luck": [round(share, 4) for share in report.luck],
        "luck_points": [round(points, 2) for points in report.luck_points],
    }


def balance_json(balance: Balance) -> Json:
    """Return a balance as a JSON object."""
    return dict(balance._asdict())
