"""Bunches of tiles as machine words, and the few bit tricks that the rules need.

A *word* has six lanes of ten bits, one for each colour. Its lanes hold counts (a bunch of tiles) or small sets (a bit for each
source, line, row …), so that one operation serves all colours at once.

This module is never compiled: the compiled rules use the C twins in `bitlanes.pxd` instead. The tests run on both.
"""

from __future__ import annotations

from math import exp, sqrt

LANE = 10
FULL = (1 << LANE) - 1
EACH = sum(1 << LANE * colour for colour in range(6))
TOP = EACH << LANE - 1

MOST = 132  # tiles in a game


__all__ = ["exp", "sqrt"]


def count(word: int, colour: int) -> int:
    """Return the content of a colour's lane."""
    return word >> LANE * colour & FULL


def tiles(n: int, colour: int) -> int:
    """Return a bunch of n tiles of one colour."""
    return n << LANE * colour


def lane_of(bit: int) -> int:
    """Return the colour whose lane has this bit."""
    return bit // LANE


def size(bunch: int) -> int:
    """Return the number of tiles in a bunch."""
    return bunch % FULL  # 2**10 is 1 modulo 1023


def present(bunch: int) -> int:
    """Return 1 in every lane that is above 0."""
    return bunch + (TOP - EACH) >> LANE - 1 & EACH


def contains(bunch: int, part: int) -> bool:
    """Return whether the bunch contains the part."""
    return (bunch + TOP - part) & TOP == TOP


def nth_tile(bunch: int, n: int) -> int:
    """Return the colour of the n-th tile of a bunch sorted by colour."""
    colour = 0
    while n >= count(bunch, colour):
        n -= count(bunch, colour)
        colour += 1
    return colour


def popcount(mask: int) -> int:
    """Return the number of bits that are set."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Return the index of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1


def nth_bit(mask: int, n: int) -> int:
    """Return the index of the n-th bit that is set; n counts from 0."""
    while n:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


def sixfold(bits: int) -> int:
    """Spread the low ten bits: bit i becomes bit 6 * i."""
    return sum((bits >> i & 1) << 6 * i for i in range(10))


def is_bunch(value: object, colours: int) -> bool:
    """Return whether this is a tuple of that many counts, none below 0 or above the tiles of a game."""
    return type(value) is tuple and len(value) == colours and all(type(n) is int and 0 <= n <= MOST for n in value)


def pack(counts: tuple[int, ...]) -> int:
    """Return the bunch with these counts."""
    return sum(n << LANE * colour for colour, n in enumerate(counts))


def unpack(bunch: int) -> tuple[int, ...]:
    """Return the counts of a bunch."""
    return tuple([count(bunch, colour) for colour in range(6)])
