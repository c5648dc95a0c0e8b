"""Azul in the benchmarks."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.core.benchmark import UNIFORM
from azulejos.core.game import Game
from azulejos.games.azul import Azul, rules

RANDOM_GOAL: float | None = 0.5
DRIVEN_GOAL: float | None = 0.04


def random_variants() -> Sequence[tuple[Game, str]]:
    """Games and policies to measure inside the core."""
    games = (Azul(2), Azul(3), Azul(4), Azul(2, "grey"), Azul(2, jokers=True))
    return [(game, UNIFORM) for game in games]


def driven_variants() -> Sequence[Game]:
    """Games to drive from Python, move by move."""
    return [Azul(2), Azul(4)]


def random_games(game: Azul, games: int, seed: int, policy: str, /) -> tuple[int, int]:
    """Play random games; return the number of moves and the sum of all players' scores."""
    return rules.random_games(game, games, seed)
