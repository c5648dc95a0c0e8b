"""Why one move is better than another, from the lines that the search expects after both.

Several lines are drawn from the search, each move as likely as it was visited, and played out to the end of the round. The
game's part `coach` says what each end is worth, thing by thing; the reasons are the differences that carry most of the value.
What differs by chance is left out, so one reason that is certain is better than two.

    >>> from azulejos import position
    >>> from azulejos.bots.analysis import analyse_position
    >>> best, second, *_ = analyse_position(position(text), effort=1000)          # doctest: +SKIP
    >>> why(position(text), best, second, best.margin - second.margin)            # doctest: +SKIP
    [Reason(kind='floor', seat=0, about=None, points=3.2, own=True, share=1.0)]
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from azulejos.bots.thinking import Finding, Thinking
from azulejos.core.coach import END, LATER, Aspect, Reason
from azulejos.core.contract import CHANCE, Deal, Event, Gain, Json, Move, State
from azulejos.core.search import Search

PLAYOUTS = 8
MORE_PLAYOUTS = 48  # for a mistake, divided by the number of players: with more of them, a round is longer
EFFORT = 24  # simulations for a move of a playout
MOST = 2  # reasons
LEAST = 0.7  # points
SHARE = 0.75  # of the strongest reason; weaker ones are left out
EXPLAINED = 0.25  # of the points: what carries less is not the reason
CERTAIN = (2.5, 4.0)  # standard errors: what is smaller may be chance; the first reason, and any other
NET = 0.4  # of the points that another player loses must be a loss altogether
SHARED = {"start"}  # if one seat has it, no other does: saying so once is enough
MOST_EVENTS = 200  # of a playout


def why(
    state: State,
    better: Finding,
    worse: Finding,
    points: float,
    seed: int = 0,
    spare: list[Search] | None = None,
    playouts: int = PLAYOUTS,
) -> list[Reason]:
    """Return why a move is better than another by some points, the strongest reason first.

    If nothing in this round explains it, the reason is of the kind `LATER`, or `END` if it is the last round. Without the
    game's part `coach`, there are none.
    """
    coach, seat = state.game.coach(), state.actor
    if coach is None or not isinstance(seat, int) or state.game.heuristic(state) is None:
        return []
    spare = [] if spare is None else spare
    ends = [outcomes(state, finding, seed, spare, playouts) for finding in (better, worse)]
    goes_on = any(after.outcome is None for some in ends for after, _ in some)
    differences: list[dict[Aspect, float]] = []
    for one, other in zip(*([coach.aspects(*end) for end in some] for some in ends), strict=True):
        differences.append({aspect: one.get(aspect, 0.0) - other.get(aspect, 0.0) for aspect in {**one, **other}})
    weight = 1 / (state.game.players - 1)  # an advantage over one of several opponents is worth less
    everything = [
        sum(value if aspect.seat == seat else -weight * value for aspect, value in difference.items()) / playouts
        for difference in differences
    ]
    at_most = sum(everything) + CERTAIN[0] * _error(everything)
    errors = _reasons(differences, seat)
    named = {reason.kind for reason in errors if reason.own}
    found = [reason for reason in errors if reason.own or reason.kind not in SHARED & named]
    worth = {reason: reason.points * (1.0 if reason.own else weight) for reason in found}
    found.sort(key=lambda reason: (-worth[reason], reason.kind, reason.seat))
    least = max(LEAST, SHARE * worth[found[0]]) if found else LEAST
    others = [reason for reason in found[1:] if worth[reason] >= least and reason.points >= CERTAIN[1] * errors[reason]]
    chosen = [*(reason for reason in found[:1] if worth[reason] >= least), *others][:MOST]
    if not chosen or min(at_most, sum(worth[reason] for reason in chosen)) < EXPLAINED * points:
        return [Reason(LATER if goes_on else END, seat, None, points, True)]
    return chosen


def _reasons(differences: Sequence[Mapping[Aspect, float]], seat: int) -> dict[Reason, float]:
    """Return what is better for a seat, by the differences in each playout, with the standard errors of the points.

    What may be chance is left out.
    """
    totals: dict[int, float] = {}
    kinds: dict[tuple[str, int], list[float]] = {}
    aspects: dict[tuple[str, int], dict[Aspect, float]] = {}
    for number, difference in enumerate(differences):
        for aspect, points in difference.items():
            good = (points if aspect.seat == seat else -points) / len(differences)
            key = aspect.kind, aspect.seat
            kinds.setdefault(key, [0.0] * len(differences))[number] += good
            values = aspects.setdefault(key, {})
            values[aspect] = values.get(aspect, 0.0) + good
            totals[aspect.seat] = totals.get(aspect.seat, 0.0) + good
    found = {}
    for (kind, by), parts in kinds.items():
        points, error, own = sum(parts), _error(parts), by == seat
        # What another player loses in one way and gains in another is no loss.
        if points >= max(LEAST, CERTAIN[0] * error) and (own or totals[by] >= NET * points):
            values = aspects[kind, by]
            chief = max(values, key=lambda aspect: values[aspect])
            found[Reason(kind, by, chief.about, points, own, values[chief] / points)] = error
    return found


def _error(parts: Sequence[float]) -> float:
    """Return the standard error of the sum of some numbers."""
    n, mean = len(parts), sum(parts) / len(parts)
    return math.sqrt(sum((part - mean) ** 2 for part in parts) * n / max(n - 1, 1))


def why_best(state: State, found: Sequence[Finding], seed: int = 0) -> list[Reason]:
    """Return why the first of some moves is better than the second."""
    if len(found) < 2:
        return []
    first, second = found[:2]
    return why(state, first, second, first.margin - second.margin, seed)


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
    }


def reason_from_json(value: Json) -> Reason:
    """Return the reason of a JSON object made by `reason_json`."""
    return Reason(value["kind"], value["player"], value["about"], value["points"], value["own"], value["share"])
