"""The score a player of Azul would have if the round ended now: full lines tiled from the top, the floor line paid.

A tile that could go to several columns goes where it scores most at that moment.
"""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.games.azul.board import EMPTY, JOKER, RUN_LENGTH, column_of
from azulejos.games.azul.position import Line


class Wall:
    """A copy of a wall to place tiles on: rows and columns as sets of five bits."""

    __slots__ = ("columns", "grey", "rows", "seen")

    def __init__(self, wall: Sequence[Sequence[int]], grey: bool) -> None:
        self.grey = grey
        self.rows = [0] * 5
        self.columns = [0] * 5
        self.seen = [0] * (JOKER + 1)  # the columns that show a colour
        for row, spaces in enumerate(wall):
            for column, colour in enumerate(spaces):
                if colour != EMPTY:
                    self.lay(row, column, colour)

    def copy(self) -> Wall:
        twin = Wall.__new__(Wall)
        twin.grey, twin.rows, twin.columns, twin.seen = self.grey, self.rows[:], self.columns[:], self.seen[:]
        return twin

    def places(self, row: int, colour: int, jokers: int) -> list[int]:
        """Return the columns that the tile of a full line may go to."""
        if not self.grey and colour != JOKER:
            return [column_of(row, colour)]
        barred = self.rows[row] | (self.seen[colour] if not jokers else 0)
        return [column for column in range(5) if not barred >> column & 1]

    def points(self, row: int, column: int) -> int:
        """Return the points for a tile there."""
        across, down = RUN_LENGTH[self.rows[row]][column], RUN_LENGTH[self.columns[column]][row]
        return (across if across > 1 else 0) + (down if down > 1 else 0) or 1

    def lay(self, row: int, column: int, colour: int) -> None:
        """Place a tile there."""
        self.rows[row] |= 1 << column
        self.columns[column] |= 1 << row
        self.seen[colour] |= 1 << column


def tile_lines(wall: Wall, lines: Sequence[Line]) -> tuple[int, int]:
    """Return the points for the tiling of these lines, and how many tiles find no space. Lines that are not full stay."""
    full = [row for row, held in enumerate(lines) if held is not None and held[1] + held[2] > row]
    tiled, points, dropped = wall, 0, 0
    for row in full:
        colour, _, jokers = lines[row] or (0, 0, 0)
        columns = tiled.places(row, colour, jokers)
        if columns:
            column = max(columns, key=lambda column: tiled.points(row, column)) if len(columns) > 1 else columns[0]
            points += tiled.points(row, column)
            if row != full[-1]:
                if tiled is wall:
                    tiled = wall.copy()
                tiled.lay(row, column, JOKER if jokers else colour)
        else:
            dropped += row + 1
    return points, dropped
