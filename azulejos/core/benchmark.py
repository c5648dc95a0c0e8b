"""A game's part in the benchmarks: which variants to measure, and random games inside the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azulejos.core.game import Game

UNIFORM, EAGER = "uniform", "eager"
"""Policies of random players: every legal move equally likely; the same, but never pass if another move is legal."""


class BenchmarkPart(Protocol):
    """The module `benchmark` of a game."""

    RANDOM_GOAL: float | None
    """Random games per second, as a share of those of the C++ yardstick."""
    DRIVEN_GOAL: float | None
    """Moves per second driven from Python, as such a share."""

    def random_variants(self) -> Sequence[tuple[Game, str]]:
        """Games and policies to measure inside the core."""
        ...

    def driven_variants(self) -> Sequence[Game]:
        """Games to drive from Python, move by move."""
        ...

    def random_games(self, game: Any, games: int, seed: int, policy: str, /) -> tuple[int, int]:
        """Play random games; return the number of moves and the sum of all players' scores."""
        ...
