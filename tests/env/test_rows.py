"""The rows of numbers: what the twins write, seen through the encoders of both games, uncompiled source first."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from azulejos.core import bitlanes, rows


def test_lanes_and_flags() -> None:
    row = np.full(12, 7.0, np.float32)
    bunches = [bitlanes.pack((0, 1, 2, 3, 4, 131)), bitlanes.pack((1, 0, 0, 0, 0, 2))]
    assert rows.lanes(row, 0, bunches[0], 0.5) == 6
    assert row.tolist() == [0, 0.5, 1, 1.5, 2, 65.5, *[7] * 6]
    assert rows.all_lanes(row, 0, bunches, 2, 0.5) == 12
    assert row.tolist() == [0, 0.5, 1, 1.5, 2, 65.5, 0.5, 0, 0, 0, 0, 1]
    assert rows.some_flags(row, 0, 0b101, 3) == 3
    assert rows.flags(row, 3, 0b1000000001, 9) == 12
    assert row.tolist() == [1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_lines() -> None:
    row = np.full(30, 7.0, np.float32)
    colour, room, jokers = [9, 2, 0, 4, rows.JOKER, 1], [9, 0, 2, 1, 3, 0], [9, 0, 0, 1, 1, 2]
    assert rows.lines(row, 0, [0, *colour], [0, *room], [0, *jokers], 1) == 30
    filled = [{2: 1 / 1}, {}, {4: 1 / 3, rows.JOKER: 1 / 3}, {rows.JOKER: 1 / 4}, {1: 3 / 5, rows.JOKER: 2 / 5}]
    assert row.reshape(5, 6) == pytest.approx(np.array([[line.get(kind, 0) for kind in range(6)] for line in filled]))


@pytest.mark.parametrize(("mark", "n"), [(rows.mark_8, 8), (rows.mark_32, 32), (rows.mark_40, 40), (rows.mark_64, 64)])
def test_marks(mark: Callable[[np.ndarray, int, int], None], n: int) -> None:
    marks = np.full(80, 7, np.int8)
    bits = random.Random(n).getrandbits(64)
    mark(marks, 8, bits)
    assert marks.tolist() == [*[7] * 8, *(bits >> i & 1 for i in range(n)), *[7] * (72 - n)]
    rows.clear_marks(marks, 0, 80)
    assert not marks.any()


def test_bits_six_apart() -> None:
    assert bitlanes.sixfold(0b1000000011) == 1 | 1 << 6 | 1 << 54
