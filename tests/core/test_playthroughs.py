"""The golden playthroughs: one file per variant, whose game is still played the same way."""

from __future__ import annotations

import re

import pytest

from tests.playthroughs.make import FOLDER, as_text, play
from tests.variants import VARIANTS

AGAIN = "if the rules were meant to change: python -m tests.playthroughs.make"
MOST_LINES = 150


def test_there_is_one_playthrough_per_variant() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(VARIANTS), AGAIN


@pytest.mark.parametrize("name", VARIANTS)
def test_playthroughs_are_unchanged(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    head = re.match(r"(.+), seed ([0-9]+)\n", golden)
    assert head is not None
    assert head[1] == name
    assert as_text(name, play(VARIANTS[name], int(head[2]))) == golden, AGAIN
    assert golden.count("\n") <= MOST_LINES, "playthroughs are short"
