"""Luck and skill for readers: the terms of the sum that explains a result, and their graphs over the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from azulejos.language import Language
from azulejos.render.plot import Curve

TERMS: dict[str, Callable[[Language], str]] = {
    "start": lambda tr: tr("Expected at the start"),
    "luck": lambda tr: tr("Luck of the draws"),
    "own": lambda tr: tr("Own moves"),
    "others": lambda tr: tr("Others' moves"),
    "result": lambda tr: tr("Result"),
}
"""Field of `azulejos.bots.luck.Balance` → its name; all but the last add up to the last."""
CLEARLY = 1.5  # times more than the other
LEAST_REACH = 20.0  # percent


def decided(luck: float, skill: float, tr: Language) -> str:
    """Return whether the draws or the play decided a game, from what both changed for the winner."""
    if abs(luck) > CLEARLY * abs(skill):
        return tr("The draws decided this game more than the play.")
    if abs(skill) > CLEARLY * abs(luck):
        return tr("The play decided this game more than the draws.")
    return tr("The draws and the play mattered about equally.")


def own_change(seat: int, change: Sequence[float]) -> list[float]:
    """Return what a move changed, for the seat that made it only."""
    return [share if one == seat else 0.0 for one, share in enumerate(change)]


def so_far(steps: Iterable[tuple[int, Sequence[float]]], names: Sequence[str], last: int) -> list[Curve]:
    """Return for each seat a line with the sum up to each event, in percent; `steps` are events and what they change."""
    drawn = []
    changes = list(steps)
    for seat, name in enumerate(names):
        points, total = [(1, 0.0)], 0.0
        for step, change in changes:
            if change[seat]:
                points.append((max(step - 1, 1), total))
                total += 100 * change[seat]
                points.append((step, total))
        drawn.append(Curve(name, [*points, (last, total)]))
    return drawn


def reach_of(drawn: Sequence[Curve]) -> tuple[float, float]:
    """Return the range of values of some lines, in steps of twenty percent, with zero in it."""
    values = [value for curve in drawn for _, value in curve.points]
    down, up = min([0.0, *values]) // LEAST_REACH, -(-max([0.0, *values]) // LEAST_REACH)
    return LEAST_REACH * down, LEAST_REACH * max(up, down + 1)
