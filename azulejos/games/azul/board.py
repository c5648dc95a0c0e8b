"""The constants and geometry of Azul's board.

Rows and columns of the wall count from 0 here, colours are 0 to 4 and jokers 5.

This module is never compiled: compiled modules use its C twin `board.pxd` for the numbers and the two functions, and copy the
tables into C arrays when they are imported. `tests/core/test_twins.py` checks that both agree.
"""

from __future__ import annotations

SIDE = 5  # rows, columns, colours and pattern lines
JOKER = 5  # the tile without a colour
MARKER = 6  # the starting player marker on a floor line, where tiles are colours 0 to 5
EMPTY = -1  # a space of the wall without a tile

FLOOR_SPACES = 7
ROW_POINTS = 2
COLUMN_POINTS = 7
COLOUR_POINTS = 10

TILES_OF_A_COLOUR = 20

FLOOR_SPACE_COST = (1, 1, 2, 2, 2, 3, 3)
"""The cost in points of each space of the floor line, from the left."""
FLOOR_COST = tuple([sum(FLOOR_SPACE_COST[:n]) for n in range(FLOOR_SPACES + 1)])
"""The cost in points of a floor line, by the number of its tiles including the marker."""


def column_of(row: int, colour: int) -> int:
    """Return the column of a colour in this row of the coloured wall."""
    return (colour + row) % SIDE


def colour_at(row: int, column: int) -> int:
    """Return the colour printed on a space of the coloured wall."""
    return (column + SIDE - row) % SIDE


def jokers_for_each_colour(players: int, joker_tiles: bool) -> int:
    """Return how many tiles of each colour are replaced by jokers."""
    if not joker_tiles:
        return 0
    return 1 if players == 2 else 2


def tiles_in_game(players: int, joker_tiles: bool) -> tuple[int, ...]:
    """Return the number of tiles of each colour, and of jokers."""
    replaced = jokers_for_each_colour(players, joker_tiles)
    return (TILES_OF_A_COLOUR - replaced,) * SIDE + (SIDE * replaced,)


def _run_length(mask: int, place: int) -> int:
    first = last = place
    while first > 0 and mask >> first - 1 & 1:
        first -= 1
    while last < SIDE - 1 and mask >> last + 1 & 1:
        last += 1
    return last - first + 1


RUN_LENGTH = tuple([tuple([_run_length(mask, place) for place in range(SIDE)]) for mask in range(1 << SIDE)])
"""The length of the run that a tile is part of: by the set of covered spaces in its row or column, and the tile's space."""
