"""Glicko-2: ratings with a deviation, which says how sure they are, and a volatility (Mark Glickman, "Example of the Glicko-2
system", 2013).

>>> player = Rating(1500, 200, 0.06)
>>> after = player.after([Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)])
>>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
(1464.05, 151.52, 0.06)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

CENTRE = 1500.0
SCALE = 173.7178  # points of the usual scale in one of Glicko-2's own
SYSTEM = 0.5  # how much volatility may change, τ in the paper
PRECISION = 1e-6
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0  # below the least, a rating would hardly change any more
LEAST_RATING, MOST_RATING = 100.0, 4000.0


class Result(NamedTuple):
    """A game: the opponent's rating and deviation, and the share of the victory."""

    rating: float
    deviation: float
    score: float


class Rating(NamedTuple):
    """How strong a player is, how uncertain that is, and how much it varies."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    def after(self, results: Sequence[Result]) -> Rating:
        """Return the rating after a period with these results; without any, it only becomes less certain."""
        mu, phi = (self.rating - CENTRE) / SCALE, self.deviation / SCALE
        if not results:
            return self._replace(deviation=min(math.hypot(phi, self.volatility) * SCALE, MOST_DEVIATION))
        information = change = 0.0
        for rating, deviation, score in results:
            weight = _weight(deviation / SCALE)
            expected = _expected(mu, (rating - CENTRE) / SCALE, weight)
            information += weight * weight * expected * (1 - expected)
            change += weight * (score - expected)
        variance = 1 / information
        volatility = _volatility(phi, self.volatility, variance, variance * change)
        widened = math.hypot(phi, volatility)
        narrowed = 1 / math.sqrt(1 / widened**2 + information)
        return Rating((mu + narrowed**2 * change) * SCALE + CENTRE, narrowed * SCALE, volatility)

    def after_all(self, results: Sequence[Result]) -> Rating:
        """Return the rating after some results, within the limits that keep it useful."""
        found = self.after(results)
        return Rating(
            min(max(found.rating, LEAST_RATING), MOST_RATING),
            min(max(found.deviation, LEAST_DEVIATION), MOST_DEVIATION),
            found.volatility,
        )

    def expected(self, opponent: Rating) -> float:
        """Return the share of the games that this player would win; an uncertain rating makes it more even."""
        weight = _weight(math.hypot(self.deviation, opponent.deviation) / SCALE)
        return _expected(self.rating / SCALE, opponent.rating / SCALE, weight)


def _weight(phi: float) -> float:
    """Return how much a game against an opponent of this deviation counts, g in the paper."""
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _expected(mu: float, other: float, weight: float) -> float:
    return 1 / (1 + math.exp(-weight * (mu - other)))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility, by the Illinois algorithm (step 5 of the paper)."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        e, total = math.exp(x), phi * phi + variance + math.exp(x)
        return e * (delta * delta - total) / (2 * total * total) - (x - start) / SYSTEM**2

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(start - steps * SYSTEM) < 0:
            steps += 1
        high = start - steps * SYSTEM
    at_low, at_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
