"""How long to measure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How long to measure."""

    runs: int  # of each thing, of which the best counts
    seconds: float  # for each run
    limit_games: int
    states: int  # to hold in memory
    starts: int  # of Python


FULL = Effort(runs=7, seconds=0.25, limit_games=100_000, states=1_000_000, starts=15)
QUICK = Effort(runs=3, seconds=0.1, limit_games=30_000, states=300_000, starts=5)
