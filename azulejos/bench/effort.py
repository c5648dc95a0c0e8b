"""How long to measure: many short runs, because some of them are undisturbed even on a busy machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How long to measure."""

    runs: int  # of each measurement; the best counts
    seconds: float  # for each run
    limit_games: int
    states: int  # to hold in memory
    starts: int  # of Python


FULL = Effort(runs=20, seconds=0.06, limit_games=30_000, states=1_000_000, starts=15)
QUICK = Effort(runs=5, seconds=0.04, limit_games=20_000, states=300_000, starts=5)
