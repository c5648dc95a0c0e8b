"""What a search needs from a game: the moves worth trying, how promising they are, and the features of a board.

A heuristic has its own state (`state`), on which it plays moves, and which it evaluates. Each game has its own subclass.
"""

from __future__ import annotations

from azulejos.core import memory
from azulejos.core.tiles import TileState


class Heuristic:
    """The common part: a state to play on, and buffers for results."""

    __slots__ = ("active", "features_known", "ids", "noise", "root", "state", "values")

    def __init__(self, root: TileState, state: TileState, features_known: int, noise: float) -> None:
        self.features_known = features_known
        self.noise = noise  # points: the typical error of the values of moves; playouts add it at random
        self.root = root
        self.state = state
        self.ids = [0] * 1024  # the moves found by `evaluate_moves`
        self.values = [0.0] * 1024  # and the value of each, in points
        self.active = [0] * 128  # the features found by `find_features`

    def reset(self) -> None:
        """Go back to the root position."""
        memory.assign(self.state, self.root)

    def apply(self, move: int) -> None:
        """Play a legal move."""
        raise NotImplementedError

    def draw(self, dice: int) -> int:
        """Deal or refill at random; return the next dice."""
        raise NotImplementedError

    def evaluate_moves(self) -> int:
        """Fill `ids` and `values` with the moves worth trying and rough values; return their number."""
        raise NotImplementedError

    def find_features(self, seat: int) -> int:
        """Fill `active` with the features of a player's board between rounds; return their number."""
        raise NotImplementedError

    # -- for Python

    def move_values(self) -> list[tuple[int, float]]:
        """Return the moves worth trying in the root position, by id, each with its rough value in points."""
        self.reset()
        n = self.evaluate_moves()
        return [(self.ids[i], self.values[i]) for i in range(n)]

    def features(self, seat: int) -> list[int]:
        """Return the features of a player's board in the root position."""
        self.reset()
        n = self.find_features(seat)
        return [self.active[i] for i in range(n)]
