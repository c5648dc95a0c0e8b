"""Two networks against each other, in the same search: does new training make `master` stronger?"""

from __future__ import annotations

import random
from typing import NamedTuple

from azulejos.arena.stats import Estimate, score
from azulejos.core.contract import CHANCE, Json
from azulejos.core.game_json import game_from_json
from azulejos.core.net import Net
from azulejos.core.search import Search
from azulejos.learning.selfplay import heuristic_of, net_of


class GroupTask(NamedTuple):
    """A group of games on the same deals, one for each seat of the first network: the others have the second one."""

    game: Json
    net: bytes | None
    other: bytes | None
    effort: int
    other_effort: int
    seed: int


class Group(NamedTuple):
    """The first network's points (1 for a win) and leads over the best other, one for each game of a group."""

    points: list[float]
    leads: list[float]


def play_group(task: GroupTask) -> Group:
    """Play a group of games."""
    game = game_from_json(task.game)
    nets: list[Net] = [net_of(game, task.net), net_of(game, task.other)]
    efforts = (task.effort, task.other_effort)
    searches = [Search(heuristic_of(game.start()), net) for net in nets]
    points: list[float] = []
    leads: list[float] = []
    for seat in range(game.players):
        deals, choices, state = random.Random(task.seed), random.Random(f"{task.seed} {seat}"), game.start()
        while state.outcome is None:
            if state.actor is CHANCE:
                state = state.play(state.draw(deals))
                continue
            who = int(state.actor != seat)
            searches[who].restart(heuristic_of(state), nets[who], choices.getrandbits(63))
            searches[who].run(efforts[who])
            state = state.play(game.moves[searches[who].findings()[0][0]])
        outcome = state.outcome
        points.append((seat in outcome.winners) / len(outcome.winners))
        leads.append(outcome.scores[seat] - max(outcome.scores[:seat] + outcome.scores[seat + 1 :]))
    return Group(points, leads)


def verdict(groups: list[Group]) -> tuple[Estimate, float]:
    """Return the first network's share of the wins with its interval, and its mean lead."""
    leads = [lead for group in groups for lead in group.leads]
    return score([group.points for group in groups]), sum(leads) / max(len(leads), 1)
