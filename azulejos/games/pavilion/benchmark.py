"""Summer Pavilion in the benchmarks."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.core.benchmark import EAGER, UNIFORM
from azulejos.core.game import Game
from azulejos.games.pavilion import Pavilion, rules

RANDOM_GOAL: float | None = 0.4
DRIVEN_GOAL: float | None = None


def random_variants() -> Sequence[tuple[Game, str]]:
    """Games and policies to measure inside the core."""
    games = [(Pavilion(players), policy) for policy in (UNIFORM, EAGER) for players in (2, 3, 4)]
    return games + [(Pavilion(2, "grey"), policy) for policy in (UNIFORM, EAGER)]


def driven_variants() -> Sequence[Game]:
    """Games to drive from Python, move by move."""
    return [Pavilion(2)]


def random_games(game: Pavilion, games: int, seed: int, policy: str, /) -> tuple[int, int]:
    """Play random games; return the number of moves and the sum of all players' scores."""
    return rules.random_games(game, games, seed, policy == EAGER)
