"""The constants and geometry of Summer Pavilion's board.

Spaces are numbered 0–41 internally: `6 * star + space - 1`; a set of spaces is a word with a bit for each. Colours are 0–5.

This module is never compiled: compiled modules use its C twin `board.pxd` for the plain numbers, and copy the tables into C
arrays when they are imported. `tests/core/test_twins.py` checks that both agree.
"""

from __future__ import annotations

from typing import NamedTuple

PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = range(6)
MULTICOLOURED = 6  # after the colours, where a star's kind is meant
EMPTY = -1  # a space without a tile

ROUNDS = 6
STARS = 7
SPACES = 6  # of a star
PLACES = 6 * STARS  # a colour in a star, at 7 * colour + star
SUPPLY_SPACES = 10
MOST_KEPT = 4
MOST_BONUS = 3  # the features at one space have at most three bonus tiles
FIRST_SCORE = 5
TILES_OF_A_COLOUR = 22

# Of stars 0–6 on the coloured side; star 0 takes six different colours.
COLOUR_OF_STAR = (-1, PURPLE, ORANGE, RED, BLUE, YELLOW, GREEN)

STAR_OF_COLOUR = tuple([COLOUR_OF_STAR.index(colour) for colour in range(6)])
"""The star of each colour on the coloured side."""

# By colour; the last is for a multicoloured star.
STAR_POINTS = (20, 18, 17, 16, 15, 14, 12)
NUMBER_POINTS = (4, 8, 12, 16)

# Of each space: on the coloured side, on the grey side.
COSTS = ((1, 2, 3, 4, 5, 6) * 7, (3, 3, 3, 3, 3, 3) + (3, 2, 1, 4, 5, 6) * 6)


class Feature(NamedTuple):
    """A pillar, statue or window: the spaces around it, and the bonus tiles for covering them all."""

    kind: str
    star: int
    spaces: int
    bonus: int


def _spaces(*places: tuple[int, int]) -> int:
    return sum(1 << 6 * star + space - 1 for star, space in places)


def _features() -> tuple[Feature, ...]:
    found = []
    for star in range(1, 7):
        after = star % 6 + 1
        inner = (star + 3) % 6 + 1  # the first of the two spaces of star 0 that pillar `star` touches
        found += [
            Feature("statue", star, _spaces((star, 1), (star, 2), (after, 3), (after, 4)), 2),
            Feature("pillar", star, _spaces((star, 2), (star, 3), (0, inner), (0, inner % 6 + 1)), 1),
            Feature("window", star, _spaces((star, 5), (star, 6)), 3),
        ]
    return tuple(found)


FEATURES = _features()

NOTHING = (1 << 63, 0)  # stands for a feature that is never complete
FEATURES_AT = tuple(
    ([(one.spaces, one.bonus) for one in FEATURES if one.spaces >> space & 1] + [NOTHING, NOTHING])[:2] for space in range(42)
)
"""The one or two features at each space, as (spaces, bonus)."""

NUMBER_SPACES = tuple(
    tuple(sum(1 << space for space in range(42) if costs[space] == number) for number in (1, 2, 3, 4)) for costs in COSTS
)
"""The spaces of number 1, 2, 3 and 4, on the coloured and on the grey side."""


def _run_length(covered: int, space: int) -> int:
    onward = next(n for n in range(1, SPACES + 1) if n == SPACES or not covered >> (space + n) % SPACES & 1)
    backward = next(n for n in range(SPACES) if onward + n == SPACES or not covered >> (space - n - 1) % SPACES & 1)
    return onward + backward


RUN_LENGTH = tuple([tuple([_run_length(covered, space) for space in range(SPACES)]) for covered in range(1 << SPACES)])
"""The length of the run in a star's ring that a tile is part of: by the set of covered spaces, and the tile's space (0–5)."""
