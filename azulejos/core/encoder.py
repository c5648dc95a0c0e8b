"""A game as numbers: observations, legal moves, and playing moves in place.

An encoder has its own state (`state`) and writes into arrays from the caller: the observation as 32-bit floats, the mask
of legal moves as bytes. Each game has its own subclass. `azulejos.env.observation` documents what the numbers mean.
"""

from __future__ import annotations

from azulejos.core import memory, rows, xorshift
from azulejos.core.contract import State
from azulejos.core.rows import Row
from azulejos.core.tiles import TileState


class Buffers:
    """The arrays that encoders write into, one for all observations and one for all masks; each encoder has its own row."""

    __slots__ = ("floats", "marks")

    def __init__(self, floats: Row, marks: Row) -> None:
        self.floats = floats
        self.marks = marks


class GameEncoder:
    """The common part: a state to play on, and where to write."""

    __slots__ = ("buffers", "dice", "last_scores", "move_count", "move_dice", "moves", "row", "start", "state", "width")

    def __init__(self, state: TileState, width: int, moves: int) -> None:
        self.state = state
        self.start: TileState = state.game.start()  # type: ignore[assignment]
        self.width = width  # numbers of an observation
        self.moves = moves  # and of a mask
        self.dice = xorshift.stir(0, 0)  # for deals and refills
        self.move_dice = xorshift.stir(0, 1)  # for random moves
        self.move_count = 0  # legal moves, counted by `encode`
        self.last_scores = [0] * 4  # the scores that the last rewards were computed from

    def aim(self, buffers: Buffers, number: int) -> None:
        """Set where to write: the row of the buffers with this number."""
        for name, row, size in (("observation", buffers.floats, self.width), ("mask", buffers.marks, self.moves)):
            if number < 0 or len(row) < size * (number + 1):
                raise ValueError(f"`{name}` needs {size} places per row; {len(row)} are too few for row {number}")
        self.buffers = buffers
        self.row = number
        rows.clear_marks(buffers.marks, self.moves * number, self.moves)
        self.forget_mask()

    def set_up(self, state: TileState) -> None:
        """Set the state to encode, one of the same game."""
        if type(state) is not type(self.state) or state.game != self.state.game:
            raise ValueError(f"an encoder for {self.state.game!r} cannot encode {state!r}")
        memory.assign(self.state, state)

    def position(self) -> State:
        """Return the state as a value."""
        return self.state.game.position(self.state.text)

    def write(self, viewer: int) -> None:
        """Write a seat's observation, and the mask of the legal moves."""
        if not 0 <= viewer < self.state.players:
            raise IndexError(f"`viewer` must be 0 to {self.state.players - 1}, not {viewer}")
        self.encode(viewer, True, True)

    def choose(self) -> int:
        """Return a random move, all legal ones equally likely, after `encode` has found them."""
        self.move_dice = xorshift.roll(self.move_dice)
        return self.nth_move(xorshift.below(self.move_dice, self.move_count))

    # -- implemented by each game; few methods, because virtual calls take time

    def play(self, move: int) -> bool:
        """Play a move if it is one of those found by `encode`; the id is within bounds."""
        raise NotImplementedError

    def play_random(self) -> None:
        """Play one of the legal moves at random."""
        raise NotImplementedError

    def draw(self) -> None:
        """Deal or refill at random."""
        raise NotImplementedError

    def standing(self, seat: int) -> int:
        """Return the value that decides the game: the higher, the better."""
        raise NotImplementedError

    def encode(self, viewer: int, observing: bool, marking: bool) -> None:
        """Find the legal moves; write a seat's observation, if wanted, and overwrite the mask."""
        raise NotImplementedError

    def nth_move(self, k: int) -> int:
        """Return the id of the k-th legal move that was found."""
        raise NotImplementedError

    def forget_mask(self) -> None:
        """Assume that the mask is all zeros."""
        raise NotImplementedError
