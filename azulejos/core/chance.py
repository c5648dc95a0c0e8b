"""Draws from a bag: what can come out of it, and how likely that is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, prod

from azulejos.core.contract import Bunch


def is_bunch(value: object, colours: int) -> bool:
    """Whether this is a tuple of that many counts, none below 0 or beyond a game's tiles."""
    return type(value) is tuple and len(value) == colours and all(type(n) is int and 0 <= n <= 132 for n in value)


def probability(bag: Bunch, discard: Bunch, drawn: Sequence[Bunch], wanted: Sequence[int]) -> Fraction:
    """How likely it is to draw these bunches, one after the other, when so many tiles are wanted for each.

    Tiles come one by one. When a tile is wanted and the bag is empty, the discard is poured into it; when both are empty the
    rest stays undrawn.
    """
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
