"""How hard a puzzle is: its rating, from how often the levels find the solution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from azulejos.bots.levels import LEVELS
from azulejos.core.blocks import ENGLISH, Speech
from azulejos.glicko import Rating

USUAL, SPREAD = 1600.0, 400.0  # what is assumed of a puzzle before anything is known
FIRST = Rating(LEVELS["beginner"].rating)
"""The rating of a player of whom nothing is known yet."""
ELO = 400 / math.log(10)  # points of rating in one logistic unit
STEPS = 50

BANDS = {"easy": 1350, "medium": 1650, "hard": 1950, "very-hard": 10_000}
"""The difficulties and the rating below which each ends, easiest first."""


class Tried(NamedTuple):
    """How often a level tried a puzzle, and how often it solved it."""

    level: str
    tries: int
    solved: int


def rate(tried: Sequence[Tried]) -> tuple[int, int]:
    """Return the most likely rating of a puzzle, and its deviation."""
    rating = USUAL
    for _ in range(STEPS):
        slope, information = (USUAL - rating) / SPREAD**2, 1 / SPREAD**2
        for level, tries, solved in tried:
            expected = 1 / (1 + math.exp((rating - LEVELS[level].rating) / ELO))
            slope += (tries * expected - solved) / ELO
            information += tries * expected * (1 - expected) / ELO**2
        rating += slope / information
    return round(rating), round(1 / math.sqrt(information))


def band(rating: float) -> str:
    """Return the difficulty of a rating."""
    return next(name for name, end in BANDS.items() if rating < end)


def band_titles(tr: Speech = ENGLISH) -> dict[str, str]:
    """Return the difficulties in a language, easiest first."""
    return {
        "easy": tr("easy"),
        "medium": tr("medium"),
        "hard": tr("hard"),
        "very-hard": tr("very hard"),
    }
