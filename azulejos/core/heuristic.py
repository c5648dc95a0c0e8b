"""What a search needs to know of a game: which moves are worth a look, how promising they are, what a board shows.

A judge has a state of its own to think with (`table`), which it sets up, plays on, and judges. Each game has its kind of judge.
"""

from __future__ import annotations

from azulejos.core import memory
from azulejos.core.tiles import TileState


class Heuristic:
    """The common part: a state to think with, and room for what is found out about it."""

    __slots__ = ("features_known", "ids", "noise", "on", "root", "table", "worth")

    def __init__(self, root: TileState, table: TileState, features_known: int, noise: float) -> None:
        self.features_known = features_known
        self.noise = noise  # points: how far off `weigh` may be; playouts take it as chance
        self.root = root
        self.table = table
        self.ids = [0] * 1024  # the moves found by `weigh`
        self.worth = [0.0] * 1024  # and what each of them is worth, in points
        self.on = [0] * 128  # the features found by `look`

    def reset(self) -> None:
        """Sets up the position to think about."""
        memory.assign(self.table, self.root)

    def apply(self, move: int) -> None:
        """Plays a legal move."""
        raise NotImplementedError

    def draw(self, dice: int) -> int:
        """Deals or refills, as the dice say; gives the dice back."""
        raise NotImplementedError

    def weigh(self) -> int:
        """Finds the moves worth a look, and roughly what they are worth; gives their number."""
        raise NotImplementedError

    def look(self, seat: int) -> int:
        """Finds the features that a player's board shows between rounds; gives their number."""
        raise NotImplementedError

    # -- for Python

    def appraisal(self) -> list[tuple[int, float]]:
        """The moves worth a look in the position to think about, by id, and what they are worth at first sight."""
        self.reset()
        n = self.weigh()
        return [(self.ids[i], self.worth[i]) for i in range(n)]

    def features(self, seat: int) -> list[int]:
        """The features that a player's board shows in the position to think about."""
        self.reset()
        n = self.look(seat)
        return [self.on[i] for i in range(n)]
