"""Why one move is better than another, from the lines that the search expects after both.

Several lines are drawn from the search, each move as likely as it was visited, and played out to the end of the round. The
game's part `coach` says what each end is worth, thing by thing; the reasons are the differences that carry most of the value.
What differs by chance is left out, so one reason that is certain is better than two.

    >>> from azulejos import position
    >>> from azulejos.bots.analysis import analyse_position
    >>> best, second, *_ = analyse_position(position(text), effort=1000)          # doctest: +SKIP
    >>> why(position(text), best, second, best.margin - second.margin)            # doctest: +SKIP
    [Reason(kind='floor', seat=0, about=None, points=3.2, own=True, share=1.0, exact=True)]
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from azulejos.bots.thinking import Finding, Thinking
from azulejos.core.coach import END, LATER, Aspect, Reason
from azulejos.core.contract import CHANCE, Deal, Event, Gain, Json, Move, State
from azulejos.core.search import Search

PLAYOUTS = 8
MORE_PLAYOUTS = 96  # for a mistake, divided by the number of players: with more of them, a round is longer
EFFORT = 24  # simulations for a move of a playout
MOST = 2  # reasons
LEAST = 0.7  # points
SHARE = 0.7  # of the strongest reason; weaker ones are left out
EXPLAINED = 0.5  # of the points: what carries less is not all of the reason
PART = 0.25  # of the points: what carries less is not worth mentioning
CERTAIN = (3.0, 4.0)  # standard errors: what is smaller may be chance; the first reason, and any other
HALF = 0.6  # of its points in all lines, and of the strongest reason, must a reason have in each half of them
NET = 0.4  # of the points that another player loses must be a loss altogether
EXACT_POINTS, EXACT = 0.8, 0.2
"""Points, and the part of all points, by which a number may be wrong if it is said."""
SHARED = {"start"}  # if one seat has it, no other does
MOST_EVENTS = 200  # of a playout


def why(
    state: State,
    better: Finding,
    worse: Finding,
    points: float,
    seed: int = 0,
    spare: list[Search] | None = None,
    playouts: int = PLAYOUTS,
    doubt: float = 0.0,
) -> list[Reason]:
    """Return why a move is better than another by some points, the strongest reason first; `doubt` is how uncertain they are.

    If that does not explain most of it, the first reason is how many points it is worth: in later rounds, if most of them
    certainly come then (`LATER`), or at the end of the game (`END`). Without the game's part `coach`, there are none.
    """
    coach, seat = state.game.coach(), state.actor
    if coach is None or not isinstance(seat, int) or state.game.heuristic(state) is None:
        return []
    spare = [] if spare is None else spare
    ends = [outcomes(state, finding, seed, spare, playouts) for finding in (better, worse)]
    weight = 1 / (state.game.players - 1)  # an advantage over one of several opponents is worth less
    over = {after.outcome is not None for some in ends for after, _ in some}
    differences: list[dict[Aspect, float]] = []
    for one, other in zip(*([coach.aspects(*end) for end in some] for some in ends), strict=True):
        # A bonus at the end can't be compared with the hope of one.
        both = [aspect for aspect in {**one, **other} if len(over) == 1 or aspect.kind in coach.AT_ONCE]
        changed = {aspect: one.get(aspect, 0.0) - other.get(aspect, 0.0) for aspect in both}
        differences.append(_shared(changed, seat, weight))
    prices = {kind: [_cost(one, price, seat, weight) for one in differences] for kind, price in coach.PRICES.items()}
    found = _reasons(differences, seat, prices)
    # A reason about a row, colour or star is left out unless most of the points are there.
    found = [one for one in found if one.reason.about is None or one.reason.one_place or one.reason.kind in coach.AT_ONCE]
    chosen = _chosen(found, weight)
    worth = [reason.points * (1.0 if reason.own else weight) for reason in chosen]
    if chosen and sum(worth) >= EXPLAINED * points:
        return chosen
    leads = [
        [sum(one.points if one.seat == seat else -weight * one.points for one in gains) for _, gains in some] for some in ends
    ]
    this_round = [(one - other) / playouts for one, other in zip(*leads, strict=True)]
    later = over != {True} and sum(this_round) + CERTAIN[0] * _error(this_round) < points / 2
    part = [reason for reason in chosen[:1] if reason.exact and worth[0] >= PART * points]
    return [Reason(LATER if later else END, seat, None, points, True, exact=_exact(points, doubt)), *part]


def _exact(points: float, error: float) -> bool:
    """Return whether a number of points is certain enough to be said."""
    return error <= max(EXACT_POINTS, EXACT * points)


def _shared(difference: Mapping[Aspect, float], seat: int, weight: float) -> dict[Aspect, float]:
    """Return a difference in which what only one seat can have is the player's own gain or loss."""
    found: dict[Aspect, float] = {}
    for aspect, points in difference.items():
        if aspect.kind in SHARED and aspect.seat != seat:
            aspect, points = aspect._replace(seat=seat), -weight * points
        found[aspect] = found.get(aspect, 0.0) + points
    return found


def _cost(difference: Mapping[Aspect, float], kind: str, seat: int, weight: float) -> float:
    """Return the points of a kind that a player loses more than the others."""
    lost = {aspect.seat: -points for aspect, points in difference.items() if aspect.kind == kind}
    return lost.pop(seat, 0.0) - weight * sum(lost.values())


class _Found(NamedTuple):
    """What is better in one way: the reason, the standard error of its points, and its points in each half of the lines."""

    reason: Reason
    error: float
    halves: tuple[float, float]


def _chosen(found: Sequence[_Found], weight: float) -> list[Reason]:
    """Return the reasons that carry most, also in each half of the lines; other players' count with a weight."""
    worth = {one: one.reason.points * (1.0 if one.reason.own else weight) for one in found}
    ordered = sorted(found, key=lambda one: (-worth[one], one.reason.kind, one.reason.seat))
    most = [max((one.halves[half] * worth[one] / one.reason.points for one in ordered), default=0.0) for half in (0, 1)]
    chosen: list[Reason] = []
    for one in ordered:
        share = worth[one] / one.reason.points
        stable = all(share * one.halves[half] >= HALF * max(worth[one], most[half]) for half in (0, 1))
        certain = one.reason.points >= CERTAIN[1 if chosen else 0] * one.error
        if stable and certain and worth[one] >= max(LEAST, SHARE * worth[ordered[0]]):
            chosen.append(one.reason)
    return chosen[:MOST]


def _reasons(differences: Sequence[Mapping[Aspect, float]], seat: int, prices: Mapping[str, Sequence[float]]) -> list[_Found]:
    """Return what is better for a seat, by the differences in each playout; `prices` are what some kinds cost there.

    Every other playout belongs to the other half. If a place is named, most of the points are there in both halves.
    """
    n = len(differences)
    totals: dict[int, float] = {}
    kinds: dict[tuple[str, int], dict[Aspect, list[float]]] = {}
    for number, difference in enumerate(differences):
        for aspect, points in difference.items():
            good = (points if aspect.seat == seat else -points) / n
            kinds.setdefault((aspect.kind, aspect.seat), {}).setdefault(aspect, [0.0] * n)[number] += good
            totals[aspect.seat] = totals.get(aspect.seat, 0.0) + good
    found = []
    for (kind, by), aspects in kinds.items():
        parts = [sum(values) for values in zip(*aspects.values(), strict=True)]
        if kind in prices and sum(prices[kind]) > 0:
            parts = [part - cost / n for part, cost in zip(parts, prices[kind], strict=True)]
        points, halves, own = sum(parts), _halves(parts), by == seat
        # What another player loses in one way and gains in another is no loss.
        if min(halves) > 0 and points >= LEAST and (own or totals[by] >= NET * points):
            chief = max(aspects, key=lambda aspect: sum(aspects[aspect]))
            share = min(there / all_ for there, all_ in zip(_halves(aspects[chief]), halves, strict=True))
            error = _error(parts)
            exact = _exact(points, 2 * error) and _exact(points, abs(halves[0] - halves[1]))
            found.append(_Found(Reason(kind, by, chief.about, points, own, share, exact), error, halves))
    return found


def _halves(parts: Sequence[float]) -> tuple[float, float]:
    """Return twice the sum of every other number, and of the rest."""
    return 2 * sum(parts[::2]), 2 * sum(parts[1::2])


def _error(parts: Sequence[float]) -> float:
    """Return the standard error of the sum of some numbers."""
    n, mean = len(parts), sum(parts) / len(parts)
    return math.sqrt(sum((part - mean) ** 2 for part in parts) * n / max(n - 1, 1))


def why_best(state: State, found: Sequence[Finding], seed: int = 0) -> list[Reason]:
    """Return why the first of some moves is better than the second; nothing if hardly anything is between them."""
    if len(found) < 2:
        return []
    first, second = found[:2]
    points = first.margin - second.margin
    return [one for one in why(state, first, second, points, seed) if one.kind not in (LATER, END) or points >= 1]


def outcomes(
    state: State, finding: Finding, seed: int, spare: list[Search], playouts: int = PLAYOUTS
) -> list[tuple[State, list[Gain]]]:
    """Return ends of the round after a move, and all gains until then."""
    lines = finding.lines or ((finding.move,),)
    return [_played_out(state, lines[number % len(lines)], random.Random(seed + number), spare) for number in range(playouts)]


def _played_out(state: State, line: Sequence[Move], dice: random.Random, spare: list[Search]) -> tuple[State, list[Gain]]:
    """Play a line and then the rest of the round; return the state at its end, and all gains."""
    gains: list[Gain] = []
    left = list(line)
    for _ in range(MOST_EVENTS):
        if state.actor is None:
            break
        event: Event
        if state.actor is CHANCE:
            event = state.draw(dice)
            if isinstance(event, Deal):
                break
            left.clear()  # the line knows another draw
        elif left and left[0] in state.legal_moves:
            event = left.pop(0)
        else:
            event = _likely(state, dice, spare)
        after = state.play(event)
        gains += state.explain(event, after)
        state = after
    return state, gains


def _likely(state: State, dice: random.Random, spare: list[Search]) -> Move:
    """Return a move that a short search finds."""
    legal = state.legal_moves
    if len(legal) == 1:
        return legal[0]
    thinking = Thinking(state, dice.getrandbits(62), spare=spare)
    thinking.run(effort=EFFORT)
    found = thinking.most_visited()
    spare += thinking.give_up()
    return found


def reason_json(reason: Reason) -> Json:
    """Return a reason as a JSON object."""
    return {
        "kind": reason.kind,
        "player": reason.seat,
        "about": reason.about,
        "points": round(reason.points, 1),
        "own": reason.own,
        "share": round(reason.share, 2),
        "exact": reason.exact,
    }


def reason_from_json(value: Json) -> Reason:
    """Return the reason of a JSON object made by `reason_json`."""
    return Reason(
        value["kind"], value["player"], value["about"], value["points"], value["own"], value["share"], value.get("exact", True)
    )
