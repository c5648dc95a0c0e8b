"""Rows of numbers for learners: write the lanes and bits of a word into an array, starting at an index.

This module is never compiled: the compiled encoders use the C twins in `rows.pxd` instead. The tests run on both.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from azulejos.core import bitlanes

Row: TypeAlias = Any
"""An array of float32 (observations) or of int8 (masks), one-dimensional and without gaps."""

JOKER = 5
"""The sixth kind of tile in the lines of Azul."""

# "May overwrite more": the compiled twin writes eight numbers at once, and the caller writes the following ones next.


def lanes(floats: Row, at: int, bunch: int, unit: float) -> int:
    """Write six numbers: the tiles of each colour, times the unit; return the index after them. May overwrite two more."""
    for colour in range(6):
        floats[at + colour] = bitlanes.count(bunch, colour) * unit
    return at + 6


def all_lanes(floats: Row, at: int, bunches: list[int], n: int, unit: float) -> int:
    """Write the lanes of n bunches; return the index after them. May overwrite two more."""
    for i in range(n):
        lanes(floats, at + 6 * i, bunches[i], unit)
    return at + 6 * n


def lines(floats: Row, at: int, colour: list[int], room: list[int], jokers: list[int], first: int) -> int:
    """Write thirty numbers, six for each line from 1 to 5: the share of the line that tiles of each kind fill.

    The colour, the room and the jokers of a line are at `first` + line. (The twin reads eight bytes from `first` on.) Returns
    the index after the numbers. May overwrite two more.
    """
    for line in range(1, 6):
        plain = line - room[first + line] - jokers[first + line]
        for kind in range(6):
            held = plain * (kind == colour[first + line]) + jokers[first + line] * (kind == JOKER)
            floats[at + 6 * (line - 1) + kind] = held / line
    return at + 30


def some_flags(floats: Row, at: int, bits: int, n: int) -> int:
    """Write n ≤ 32 numbers: 1 for each bit that is set, else 0; return the index after them. May overwrite seven more."""
    return flags(floats, at, bits, n)


def flags(floats: Row, at: int, bits: int, n: int) -> int:
    """Write exactly n numbers, 8 to 32 or 40 to 64: 1 for each bit that is set, else 0; return the index after them."""
    for i in range(n):
        floats[at + i] = bits >> i & 1
    return at + n


def clear_marks(marks: Row, at: int, n: int) -> None:
    """Write n zeros."""
    for i in range(n):
        marks[at + i] = 0


def mark_8(marks: Row, at: int, bits: int) -> None:
    """Write the low eight bits, a byte for each."""
    _mark(marks, at, bits, 8)


def mark_32(marks: Row, at: int, bits: int) -> None:
    """Write the low 32 bits, a byte for each."""
    _mark(marks, at, bits, 32)


def mark_40(marks: Row, at: int, bits: int) -> None:
    """Write the low 40 bits, a byte for each."""
    _mark(marks, at, bits, 40)


def mark_64(marks: Row, at: int, bits: int) -> None:
    """Write 64 bits, a byte for each."""
    _mark(marks, at, bits, 64)


def _mark(marks: Row, at: int, bits: int, n: int) -> None:
    for i in range(n):
        marks[at + i] = bits >> i & 1
