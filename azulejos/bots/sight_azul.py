"""What the moves of Azul are worth at first sight, in points: what a tile will score, what falls, how far a line comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.azul.moves import COLOURS, JOKER
from azulejos.core.azul.position import EMPTY

if TYPE_CHECKING:
    from azulejos.core.azul.rules import AzulState
    from azulejos.core.contract import Move

FLOOR = (0, 1, 2, 4, 6, 8, 11, 14)

# What the first, second, … fifth tile of a row, column and colour adds to the hope of the bonus at the end.
ROW = (0.1, 0.1, 0.2, 0.4, 1.2)
COLUMN = (0.3, 0.5, 1.0, 1.8, 3.5)
COLOUR = (0.2, 0.4, 0.9, 2.0, 6.0)

# How much of a line's worth is there when so many of its spaces are still empty.
HOPE = (1.0, 0.4, 0.2, 0.1, 0.05, 0.0)

TILE = 1.2  # what a tile is worth that finds a place: it can't fall in the end, and it is one turn's work less
LONG = 2.0  # what a complete line is worth besides its tile, for each of its spaces: a long one is hard to fill

FIRST = 1.0  # what it is worth to start the next round
NO_PLACE = -3.0  # a line whose tile can't go anywhere


class AzulSight:
    """A position as the seat to move sees it."""

    def __init__(self, state: AzulState) -> None:
        self.state = state
        board = state.board(state.turn)
        self.lines = board.lines
        self.fallen = len(board.floor)
        self.grey = state.game.board == "grey"
        # Tiles of full lines above are on the wall by the time that lines below score; on the grey wall nobody knows where.
        self.wall = [list(row) for row in board.wall]
        if not self.grey:
            for row, line in enumerate(self.lines):
                if line is not None and line[1] + line[2] > row and line[0] != JOKER:
                    self.wall[row][(line[0] + row) % 5] = line[0]
        self.known: dict[tuple[int, int], float] = {}

    def worth(self, move: Move) -> float:
        """What a legal move is worth."""
        action = move.action
        if action["type"] == "tile":
            row, column = action["row"] - 1, action["column"] - 1
            line = self.lines[row]
            return self._place(row, column, line[0] if line else JOKER) if column >= 0 else NO_PLACE
        state, line = self.state, action["line"]
        source = state.displays[action["source"] - 1] if action["source"] else state.centre
        colour = COLOURS.index(action["colour"])
        tiles = source[colour] + (source[JOKER] if "jokers" in action else 0)
        marker = action["source"] == 0 and state.marker == places.IN_CENTRE
        worth = FIRST * marker
        if line:
            held = self.lines[line - 1]
            room = line - (held[1] + held[2] if held else 0)
            fits = min(tiles, room)
            if colour == JOKER and held:
                colour = held[0]
            whole = self._line(line - 1, colour) + LONG * line
            worth += TILE * fits + whole * (HOPE[room - fits] - (HOPE[room] if held else 0.0))
            tiles -= fits
        fallen = min(self.fallen + marker + tiles, len(FLOOR) - 1)
        return worth + FLOOR[self.fallen] - FLOOR[fallen]

    def _line(self, row: int, colour: int) -> float:
        """What the tile of this line brings, at its best place."""
        known = self.known.get((row, colour))
        if known is None:
            if self.grey or colour == JOKER:
                free = [column for column in range(5) if self.wall[row][column] == EMPTY and not self._barred(column, colour)]
                known = max((self._place(row, column, colour) for column in free), default=NO_PLACE)
            else:
                known = self._place(row, (colour + row) % 5, colour)
            self.known[row, colour] = known
        return known

    def _barred(self, column: int, colour: int) -> bool:
        return colour != JOKER and any(row[column] == colour for row in self.wall)

    def _place(self, row: int, column: int, colour: int) -> float:
        """What a tile brings there: its points, and how far it brings row, column and colour."""
        wall = self.wall
        across = 1 + _reach(wall[row], column, 1) + _reach(wall[row], column, -1)
        upright = [line[column] for line in wall]
        down = 1 + _reach(upright, row, 1) + _reach(upright, row, -1)
        points = across * (across > 1) + down * (down > 1) or 1
        shown = sum(colour in line for line in wall) if colour != JOKER else 0
        in_row = 5 - wall[row].count(EMPTY)
        in_column = 5 - upright.count(EMPTY)
        return points + ROW[min(in_row, 4)] + COLUMN[min(in_column, 4)] + COLOUR[min(shown, 4)] * (colour != JOKER)


def _reach(spaces: list[int], place: int, step: int) -> int:
    """How many tiles lie in an unbroken run on this side of the place."""
    n = 0
    place += step
    while 0 <= place < 5 and spaces[place] != EMPTY:
        n += 1
        place += step
    return n
