"""Draws from a bag, and their probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from typing import TYPE_CHECKING

from azulejos.core.contract import Bunch

if TYPE_CHECKING:
    from fractions import Fraction
from azulejos.core.bitlanes import is_bunch


def impossible() -> Fraction:
    """The probability of an impossible event."""
    from fractions import Fraction

    return Fraction(0)


def probability(bag: Bunch, discard: Bunch, drawn: Sequence[Bunch], wanted: Sequence[int]) -> Fraction:
    """Return the probability of drawing these bunches one after another, each of this many tiles.

    Tiles are drawn one by one. If a tile is needed and the bag is empty, the bag is refilled from the discard; if both are
    empty, drawing stops.
    """
    from fractions import Fraction  # importing it takes half as long as importing this whole package

    chance = Fraction(1)
    if len(drawn) != len(wanted):
        return Fraction(0)
    for bunch, most in zip(drawn, wanted, strict=True):
        if not is_bunch(bunch, len(bag)) or sum(bunch) != min(most, sum(bag) + sum(discard)):
            return Fraction(0)
        rest = bunch
        if sum(bag) < sum(bunch):  # the bag runs empty, so all its tiles are drawn
            rest = tuple(n - left for n, left in zip(bunch, bag, strict=True))
            bag, discard = discard, (0,) * len(bag)
        if any(not 0 <= n <= there for n, there in zip(rest, bag, strict=True)):
            return Fraction(0)
        chance *= Fraction(prod(comb(there, n) for n, there in zip(rest, bag, strict=True)), comb(sum(bag), sum(rest)))
        bag = tuple(there - n for n, there in zip(rest, bag, strict=True))
    return chance
