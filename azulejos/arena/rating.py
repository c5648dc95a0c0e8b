"""Ratings from results: the strengths that make all results most likely (Plackett–Luce; for two players Bradley–Terry).

In this model the winner of a game is chosen in proportion to strength, then the second among the rest, and so on. A tie counts
as every order of the tied players, in equal parts: for two players, as half a win. Strengths are shown on the scale of Elo: 400
points are odds of ten to one, and the average is 1500. Needs the extra `report` (numpy).

Intervals come from resampling the groups with replacement (bootstrap). Games that always end the same way would then seem to be
certain; so each line-up gets one extra game, which ends at random in every sample, and in a tie in the fit itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, permutations, product
from typing import TYPE_CHECKING, NamedTuple

from azulejos.arena.stats import Estimate
from azulejos.core.contract import Problem

try:
    import numpy as np
except ImportError:  # pragma: no cover
    raise Problem("ratings need numpy; run pip install 'azulejos[report]'", "no_numpy") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

AVERAGE = 1500.0
SCALE = 400 / math.log(10)

PRIOR = 5.0
"""Prior standard deviation of strengths on the natural scale (870 Elo): it keeps an entrant that wins every game finite."""

RESAMPLES = 1000
STEPS = 100
CLOSE_ENOUGH = 1e-9


class Ranking(NamedTuple):
    """The ranking of a game: entrants, and their ranks from 1, equal for ties. Games of a group are dependent."""

    group: int
    entrants: tuple[int, ...]
    ranks: tuple[int, ...]


class Choices:
    """The sufficient statistics of games: how often each was chosen, and how often from which entrants.

    Rows are groups of games.
    """

    def __init__(self, groups: int, entrants: int, lineups: Sequence[tuple[int, ...]]) -> None:
        members = {frozenset(some) for lineup in lineups for n in range(2, len(lineup) + 1) for some in combinations(lineup, n)}
        self.column = {one: column for column, one in enumerate(sorted(members, key=sorted))}
        self.sets = np.array([[float(entrant in one) for entrant in range(entrants)] for one in self.column])
        self.chosen = np.zeros((groups, entrants))
        self.asked = np.zeros((groups, len(self.column)))

    def add(self, row: int, order: Sequence[int], weight: float = 1.0) -> None:
        """Count a game that ended in this order."""
        for place in range(len(order) - 1):
            self.chosen[row, order[place]] += weight
            self.asked[row, self.column[frozenset(order[place:])]] += weight

    def clear(self) -> None:
        """Remove all games."""
        self.chosen[:] = 0
        self.asked[:] = 0


def ratings(rankings: Sequence[Ranking], entrants: int, seed: int = 0) -> list[Estimate]:
    """Return a rating for each entrant, with its 95 % interval."""
    groups = {group: row for row, group in enumerate(sorted({ranking.group for ranking in rankings}))}
    lineups = sorted({tuple(sorted(ranking.entrants)) for ranking in rankings})
    games = Choices(len(groups), entrants, lineups)
    for ranking in rankings:
        orders = list(_orders(ranking.entrants, ranking.ranks))
        for order in orders:
            games.add(groups[ranking.group], order, 1 / len(orders))
    ties = Choices(1, entrants, lineups)
    for lineup in lineups:
        orders = list(permutations(lineup))
        for order in orders:
            ties.add(0, order, 1 / len(orders))
    fitted = fit(games.chosen.sum(0) + ties.chosen[0], games.asked.sum(0) + ties.asked[0], games.sets)
    dice = np.random.default_rng(seed)
    samples = []
    lot = Choices(1, entrants, lineups)
    for _ in range(RESAMPLES):
        weights = dice.multinomial(len(groups), [1 / len(groups)] * len(groups))
        lot.clear()
        for lineup in lineups:
            lot.add(0, dice.permutation(lineup).tolist())
        samples.append(fit(weights @ games.chosen + lot.chosen[0], weights @ games.asked + lot.asked[0], games.sets, fitted))
    low, high = np.percentile(np.array(samples), (2.5, 97.5), axis=0)
    return [
        Estimate(*(AVERAGE + SCALE * float(value) for value in (fitted[i], low[i], high[i]))) for i in range(entrants)
    ]  # fmt: skip


def fit(
    chosen: NDArray[np.float64],
    asked: NDArray[np.float64],
    sets: NDArray[np.float64],
    start: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the logarithms of the most likely strengths, around 0, by Newton's method."""
    theta = np.zeros(len(chosen)) if start is None else start.copy()
    for _ in range(STEPS):
        weights = sets * np.exp(theta - theta.max())
        shares = weights / weights.sum(1, keepdims=True)
        expected = asked @ shares
        gradient = chosen - expected - theta / PRIOR**2
        curvature = np.diag(expected + 1 / PRIOR**2) - shares.T @ (shares * asked[:, None])
        step = np.linalg.solve(curvature, gradient)
        # Far from the solution a full step may overshoot.
        theta = theta + step * min(1.0, 1.0 / max(float(np.abs(step).max()), 1e-300))
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    centred: NDArray[np.float64] = theta - theta.mean()
    return centred


def _orders(entrants: Sequence[int], ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Return the orders that a ranking may stand for, from first to last."""
    by_rank = sorted(zip(ranks, entrants, strict=True))
    ties = [[entrant for _, entrant in tied] for _, tied in groupby(by_rank, key=lambda one: one[0])]
    for parts in product(*(permutations(tied) for tied in ties)):
        yield tuple(entrant for part in parts for entrant in part)
