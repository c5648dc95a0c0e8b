"""What a player of Azul would have if the round ended now: full lines tiled from the top, the floor line paid.

Where a tile could go to several columns, it goes where it scores most at that moment.
"""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.games.azul.explain import SPACE_POINTS
from azulejos.games.azul.moves import JOKER
from azulejos.games.azul.position import EMPTY, Board, Line

FLOOR_COST = [sum(SPACE_POINTS[:n]) for n in range(len(SPACE_POINTS) + 1)]


def _run(mask: int, place: int) -> int:
    """The length of the run of ones that a place belongs to, were it a one."""
    first = last = place
    while first > 0 and mask >> first - 1 & 1:
        first -= 1
    while last < 4 and mask >> last + 1 & 1:
        last += 1
    return last - first + 1


RUN = [[_run(mask, place) for place in range(5)] for mask in range(32)]


class Wall:
    """A wall that tiles are laid on, in thought: rows and columns as sets of five bits."""

    __slots__ = ("columns", "grey", "rows", "seen")

    def __init__(self, board: Board, grey: bool) -> None:
        self.grey = grey
        self.rows = [0] * 5
        self.columns = [0] * 5
        self.seen = [0] * (JOKER + 1)  # the columns that show a colour
        for row, spaces in enumerate(board.wall):
            for column, colour in enumerate(spaces):
                if colour != EMPTY:
                    self.lay(row, column, colour)

    def copy(self) -> Wall:
        twin = Wall.__new__(Wall)
        twin.grey, twin.rows, twin.columns, twin.seen = self.grey, self.rows[:], self.columns[:], self.seen[:]
        return twin

    def places(self, row: int, colour: int, jokers: int) -> list[int]:
        """The columns that the tile of a full line may go to."""
        if not self.grey and colour != JOKER:
            return [(colour + row) % 5]
        barred = self.rows[row] | (self.seen[colour] if not jokers else 0)
        return [column for column in range(5) if not barred >> column & 1]

    def points(self, row: int, column: int) -> int:
        """What a tile scores there."""
        across, down = RUN[self.rows[row]][column], RUN[self.columns[column]][row]
        return (across if across > 1 else 0) + (down if down > 1 else 0) or 1

    def lay(self, row: int, column: int, colour: int) -> None:
        """Puts a tile there."""
        self.rows[row] |= 1 << column
        self.columns[column] |= 1 << row
        self.seen[colour] |= 1 << column


def tile_lines(score: int, wall: Wall, lines: Sequence[Line]) -> tuple[int, int]:
    """Return the score after the tiling of these lines, before the floor line is paid, and how many tiles find no space."""
    tiled, dropped = wall, 0
    for row, held in enumerate(lines):
        if held is None or held[1] + held[2] <= row:
            continue
        if tiled is wall:
            tiled = wall.copy()
        colour, _, jokers = held
        columns = tiled.places(row, colour, jokers)
        if columns:
            column = max(columns, key=lambda column: tiled.points(row, column)) if len(columns) > 1 else columns[0]
            score += tiled.points(row, column)
            tiled.lay(row, column, JOKER if jokers else colour)
        else:
            dropped += row + 1
    return score, dropped
