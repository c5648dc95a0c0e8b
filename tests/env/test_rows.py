"""The rows of numbers: what the twins write, seen through the views of both games, uncompiled source first."""

from __future__ import annotations

import random

import numpy as np

from azulejos.core import rows, words


def test_lanes_and_flags() -> None:
    row = np.full(12, 7.0, np.float32)
    assert rows.lanes(row, 0, words.pack((0, 1, 2, 3, 4, 131)), 0.5) == 6
    assert row[:6].tolist() == [0, 0.5, 1, 1.5, 2, 65.5]
    assert rows.one_of_six(row, 6, 2, 0.25) == 12
    assert row[6:].tolist() == [0, 0, 0.25, 0, 0, 0]
    assert rows.some_flags(row, 0, 0b101, 3) == 3
    assert rows.flags(row, 3, 0b1000000001, 9) == 12
    assert row.tolist() == [1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_marks() -> None:
    marks = np.full(40, 7, np.int8)
    bits = random.Random(1).getrandbits(32)
    rows.mark_32(marks, 0, bits)
    assert marks[:32].tolist() == [bits >> i & 1 for i in range(32)]
    rows.mark_8(marks, 32, 0b10000001)
    assert marks[32:].tolist() == [1, 0, 0, 0, 0, 0, 0, 1]
    rows.clear_marks(marks, 0, 40)
    assert not marks.any()


def test_bits_six_apart() -> None:
    assert rows.sixfold(0b1000000011) == 1 | 1 << 6 | 1 << 54
