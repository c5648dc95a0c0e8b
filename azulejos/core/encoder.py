"""A game as numbers: what a seat sees, which moves are legal, and the game played on in place.

A view has a state of its own (`table`), and writes into arrays that it is given: the observation as 32-bit floats, the mask of
legal moves as bytes. Each game has its kind of view. What the numbers mean is told by `azulejos.env.observation`.
"""

from __future__ import annotations

from azulejos.core import memory, rows, xorshift
from azulejos.core.contract import State
from azulejos.core.rows import Row
from azulejos.core.tiles import TileState


class Buffers:
    """Where views write, one array for all observations and one for all masks: a view knows its number among the rows."""

    __slots__ = ("floats", "marks")

    def __init__(self, floats: Row, marks: Row) -> None:
        self.floats = floats
        self.marks = marks


class GameEncoder:
    """The common part: a state to play with, and where to write."""

    __slots__ = ("dice", "found", "known", "lots", "moves", "row", "sheet", "table", "width")

    def __init__(self, table: TileState, width: int, moves: int) -> None:
        self.table = table
        self.width = width  # numbers of an observation
        self.moves = moves  # and of a mask
        self.dice = xorshift.stir(0, 0)  # for deals and refills
        self.lots = xorshift.stir(0, 1)  # for moves chosen by lot
        self.found = 0  # legal moves, counted by `show`
        self.known = [0] * 4  # the scores that were told last

    def aim(self, sheet: Buffers, number: int) -> None:
        """Says where to write: into the number-th rows of a sheet."""
        for name, row, size in (("observation", sheet.floats, self.width), ("mask", sheet.marks, self.moves)):
            if number < 0 or len(row) < size * (number + 1):
                raise ValueError(f"`{name}` needs {size} places per row; {len(row)} are too few for row {number}")
        self.sheet = sheet
        self.row = number
        rows.clear_marks(sheet.marks, self.moves * number, self.moves)
        self.forget()

    def set_up(self, state: TileState) -> None:
        """Makes a state of the same game the one that is seen."""
        if type(state) is not type(self.table) or state.game != self.table.game:
            raise ValueError(f"an encoder for {self.table.game!r} cannot encode {state!r}")
        memory.assign(self.table, state)

    def position(self) -> State:
        """The state that is seen, as a value."""
        return self.table.game.position(self.table.text)

    def write(self, viewer: int) -> None:
        """Writes what a seat sees, and the mask of the moves that are legal now."""
        if not 0 <= viewer < self.table.players:
            raise IndexError(f"`viewer` must be 0 to {self.table.players - 1}, not {viewer}")
        self.show(viewer, True, True)

    def choose(self) -> int:
        """A move by lot, all legal ones equally likely, after `show` has found them."""
        self.lots = xorshift.roll(self.lots)
        return self.nth(xorshift.below(self.lots, self.found))

    # -- what each game has of its own; so few, as a call of the unknown takes time

    def play(self, move: int) -> bool:
        """Plays a move, if it is one of those that `show` has found; the id is within bounds."""
        raise NotImplementedError

    def play_by_lot(self) -> None:
        """Plays one of the legal moves."""
        raise NotImplementedError

    def draw(self) -> None:
        """Deals or refills, as the dice say."""
        raise NotImplementedError

    def standing(self, seat: int) -> int:
        """What is compared in the end: the higher, the better."""
        raise NotImplementedError

    def show(self, viewer: int, observing: bool, marking: bool) -> None:
        """Finds the legal moves; writes what a seat sees, if wanted, and the mask, over the one that it wrote last."""
        raise NotImplementedError

    def nth(self, k: int) -> int:
        """The id of the k-th legal move that was found, in an order of its own."""
        raise NotImplementedError

    def forget(self) -> None:
        """Forgets the mask that it wrote last: there is none, all is 0."""
        raise NotImplementedError
