"""Draws from a bag: what can come out of it, and how likely that is."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from typing import TYPE_CHECKING

from azulejos.core.contract import Bunch

if TYPE_CHECKING:
    from fractions import Fraction
from azulejos.core.bitlanes import is_bunch


def impossible() -> Fraction:
    """The probability of what can't happen."""
    from fractions import Fraction

    return Fraction(0)


def probability(bag: Bunch, discard: Bunch, drawn: Sequence[Bunch], wanted: Sequence[int]) -> Fraction:
    """How likely it is to draw these bunches, one after the other, when so many tiles are wanted for each.

    Tiles come one by one. When a tile is wanted and the bag is empty, the discard is poured into it; when both are empty the
    rest stays undrawn.
    """
    from fractions import Fraction  # half of what it would cost to import this package

    chance = Fraction(1)
    if len(drawn) != len(wanted):
        return Fraction(0)
    for bunch, most in zip(drawn, wanted, strict=True):
        if not is_bunch(bunch, len(bag)) or sum(bunch) != min(most, sum(bag) + sum(discard)):
            return Fraction(0)
        rest = bunch
        if sum(bag) < sum(bunch):  # the bag runs empty on the way: all of it comes out
            rest = tuple(n - left for n, left in zip(bunch, bag, strict=True))
            bag, discard = discard, (0,) * len(bag)
        if any(not 0 <= n <= there for n, there in zip(rest, bag, strict=True)):
            return Fraction(0)
        chance *= Fraction(prod(comb(there, n) for n, there in zip(rest, bag, strict=True)), comb(sum(bag), sum(rest)))
        bag = tuple(there - n for n, there in zip(rest, bag, strict=True))
    return chance
