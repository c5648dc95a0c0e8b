"""The arena: many games between bots, and what they prove.

`game` plays one game, `plan` decides which bots play each other with which seed, `pool` and `ray_pool` run games in parallel,
`journal` stores them, `match` combines them, `stats` computes confidence, `ladder` rates many bots, `report` shows the
results.
"""

from azulejos.arena.game import Forfeit, Played, Task, play
from azulejos.arena.journal import Journal
from azulejos.arena.match import Match, Result, Standing
from azulejos.arena.plan import Entrant, Plan, chain_plan, entrants_of, ladder_plan, match_plan
from azulejos.arena.pool import in_process, on_processes
from azulejos.arena.stats import Estimate, Sprt

__all__ = [
    "Entrant",
    "Estimate",
    "Forfeit",
    "Journal",
    "Match",
    "Plan",
    "Played",
    "Result",
    "Sprt",
    "Standing",
    "Task",
    "chain_plan",
    "entrants_of",
    "in_process",
    "ladder_plan",
    "match_plan",
    "on_processes",
    "play",
]

here = in_process
"""The name of `in_process` up to version 0.1."""
