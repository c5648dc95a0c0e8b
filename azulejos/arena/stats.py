"""How certain a result is: scores with 95 % intervals, Elo differences, and a sequential test that stops once it is decided.

The unit is the group: games on the same dice with the seats rotated are not independent of one another, groups are. A draw
counts half (in general, the winners share one point).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from azulejos.core.contract import Problem

Z = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""

FEW = 10
"""With fewer groups than this, their spread says nothing yet: games count as if they were independent."""


class Estimate(NamedTuple):
    """A value, and its 95 % confidence interval."""

    value: float
    low: float
    high: float


def wilson(share: float, n: float) -> Estimate:
    """Return Wilson's interval for a share seen in n trials; n need not be whole."""
    if n <= 0:
        return Estimate(share, 0.0, 1.0)
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    # At 0 and 1 the interval ends there exactly; rounding would leave a tiny gap, worth thousands of Elo.
    return Estimate(share, centre - half if share > 0 else 0.0, centre + half if share < 1 else 1.0)


def score(groups: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean of the games' points, each from 0 to 1, with Wilson's interval for the effective number of trials.

    Games on the same dice balance one another, and draws scatter less than wins and losses: so the spread of the groups' means
    determines how many independent wins or losses would be equally certain.
    """
    games = sum(map(len, groups))
    if not games:
        return Estimate(0.5, 0.0, 1.0)
    share = sum(map(sum, groups)) / games
    worth = float(games)
    if len(groups) >= FEW:
        means = [sum(group) / len(group) for group in groups]
        variance = _variance(means) / len(groups)
        if variance > 0:
            # Never more than twice the games: close to 0 and 1 the spread of a few groups promises too much.
            worth = min(share * (1 - share) / variance, 2.0 * games)
    return wilson(share, worth)


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values, with the normal interval."""
    if not values:
        return Estimate(0.0, -math.inf, math.inf)
    value = sum(values) / len(values)
    half = Z * math.sqrt(_variance(values) / len(values)) if len(values) > 1 else math.inf
    return Estimate(value, value - half, value + half)


def elo(share: Estimate) -> Estimate:
    """Return the Elo difference of a score; infinite at 0 and 1."""
    return Estimate(*map(_elo, share))


def _elo(share: float) -> float:
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def expected(difference: float) -> float:
    """Return the expected score of an Elo difference."""
    return 1 / (1 + 10 ** (-difference / 400))


def _variance(values: Sequence[float]) -> float:
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


@dataclass(frozen=True)
class Sprt:
    """A sequential test between two hypotheses: the first bot is stronger by `elo0`, or by `elo1`.

    It errs in either direction with a probability of at most `risk`, and usually needs far fewer games than a fixed number of
    the same power (Wald). The likelihood is that of normally distributed group means (as fishtest has it).
    """

    elo0: float
    elo1: float
    risk: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise Problem(f"a sequential test needs a smaller and a larger difference, not {self.elo0} and {self.elo1}")

    @property
    def bound(self) -> float:
        """The log-likelihood ratio that decides, either way."""
        return math.log((1 - self.risk) / self.risk)

    def ratio(self, means: Sequence[float]) -> float:
        """Return the log-likelihood ratio of `elo1` to `elo0`, given these groups' means."""
        n = len(means)
        if not n:
            return 0.0
        middle = sum(means) / n
        # As if there were two more groups, as far apart as chance would make them: the spread of a few groups, or of wins only,
        # is not reliable, and would decide too soon.
        variance = (sum((value - middle) ** 2 for value in means) + 2 * FIRST_VARIANCE) / (n + 2)
        low, high = expected(self.elo0), expected(self.elo1)
        return n * (high - low) * (2 * middle - low - high) / (2 * variance)

    def verdict(self, means: Sequence[float]) -> str | None:
        """Return `"elo1"` or `"elo0"` when these groups decide the test, else `None`."""
        ratio = self.ratio(means)
        return "elo1" if ratio >= self.bound else "elo0" if ratio <= -self.bound else None


FIRST_VARIANCE = 0.125
"""Of the mean of two games decided by the toss of a coin."""
