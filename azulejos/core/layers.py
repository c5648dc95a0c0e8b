"""Sums of rows of a network's weights, which most of its time goes into.

This module is never compiled: the compiled network uses the C twins in `layers.pxd`, which keep the sums in registers. The
tests run on both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Numbers(Protocol):
    """Anything with numbers to read: an array or a list."""

    def __getitem__(self, index: int, /) -> float: ...


def add_rows(sums: list[float], at: int, weights: Numbers, first: int, rows: Sequence[int], count: int, width: int) -> None:
    """Add rows to `width` sums from `at` on: the first `count` of `rows`, in weights from `first` on."""
    for i in range(count):
        row = first + width * rows[i]
        for h in range(width):
            sums[at + h] += weights[row + h]


def add_scaled_rows(sums: list[float], at: int, weights: Numbers, first: int, factors: Numbers, count: int, width: int) -> None:
    """Add the rows 0 to `count` - 1, each multiplied by its factor. At most 256 rows."""
    for i in range(count):
        if factors[i] != 0.0:
            row = first + width * i
            for h in range(width):
                sums[at + h] += factors[i] * weights[row + h]
