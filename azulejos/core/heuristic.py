"""What a search needs from a game: the moves worth trying, how promising they are, and the patterns and measures of a board.

A heuristic has its own state (`state`), on which it plays moves, and which it evaluates. Each game has its own subclass.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from azulejos.core import memory
from azulejos.core.tiles import TileState


class Prospect(NamedTuple):
    """A goal of a player, such as a space to cover, and the entry of the tables that counts how often it is achieved: by the
    end of the next round, or by the end of the game."""

    entry: int
    goal: int
    next_round: bool


class Heuristic:
    """The common part: a state to play on, and buffers for results."""

    __slots__ = (
        "active", "estimates", "estimates_known", "ids", "measures", "measures_known", "noise", "patterns_known", "root",
        "state", "tables", "tables_known", "values",
    )  # fmt: skip

    def __init__(
        self,
        root: TileState,
        state: TileState,
        noise: float,
        patterns_known: int = 0,
        measures_known: int = 0,
        tables_known: int = 0,
    ) -> None:
        self.estimates_known = 0
        self.patterns_known = patterns_known
        self.measures_known = measures_known
        self.tables_known = tables_known
        self.noise = noise  # points: the typical error of the values of moves; playouts add it at random
        self.root = root
        self.state = state
        self.ids = [0] * 1024  # the moves found by `evaluate_moves`
        self.values = [0.0] * 1024  # and the value of each, in points
        self.estimates = [0.0] * 1024  # the numbers that these values are sums of (see `use_estimates`)
        self.active = [0] * 128  # the patterns found by `find_patterns`
        self.measures = [0.0] * 128  # the numbers found by `measure`
        self.tables = [0.0] * 4096  # chances counted from games, which `measure` looks up; a network provides them

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

    def find_patterns(self, seat: int) -> int:
        """Fill `active` with the patterns of a player's board between rounds, inputs of the network; return their
        number."""
        raise NotImplementedError

    def measure(self, seat: int) -> None:
        """Fill `measures` with numbers about a player's board between rounds, its other inputs."""
        raise NotImplementedError

    # -- for Python

    def symmetries(self) -> list[tuple[list[int], list[int]]]:
        """Return the symmetries of the game other than identity: for each, what takes the place of each pattern and measure."""
        return []

    def use_tables(self, tables: array[float]) -> None:
        """Copy the tables of a network."""
        if len(tables) != self.tables_known:
            raise ValueError(f"the tables have {self.tables_known} numbers, not {len(tables)}")
        for i in range(self.tables_known):
            self.tables[i] = tables[i]

    def use_estimates(self, estimates: Sequence[float]) -> None:
        """Set the numbers that the values of moves are sums of, each with a factor. So they can be learned."""
        self.estimates_known = len(estimates)
        for i in range(len(estimates)):
            self.estimates[i] = estimates[i]

    def estimate(self, number: int) -> float:
        """Return one of them."""
        return self.estimates[number]

    def prospects(self, seat: int) -> list[Prospect]:
        """Return what a player can still achieve in the root position; the tables count how often that succeeds."""
        return []

    def achieved(self, seat: int) -> set[int]:
        """Return what a player has achieved in the root position: the goals of `prospects`."""
        return set()

    def move_values(self) -> list[tuple[int, float]]:
        """Return the moves worth trying in the root position, by id, each with its rough value in points."""
        self.reset()
        n = self.evaluate_moves()
        return [(self.ids[i], self.values[i]) for i in range(n)]

    def patterns(self, seat: int) -> list[int]:
        """Return the patterns of a player's board in the root position."""
        self.reset()
        n = self.find_patterns(seat)
        return [self.active[i] for i in range(n)]

    def measurements(self, seat: int) -> list[float]:
        """Return the measures of a player's board in the root position."""
        self.reset()
        self.measure(seat)
        return [self.measures[i] for i in range(self.measures_known)]
