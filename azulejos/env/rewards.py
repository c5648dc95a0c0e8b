"""Rewards of an agent: the result, the margin, or the score as it grows. The batch computes the same in the core.

| reward | when | how much |
| --- | --- | --- |
| `result` | at the end | 1 for winning alone; winners share it, and the others pay it in equal parts (-1 with two players) |
| `margin` | at the end, also of a truncated game | points ahead of the best opponent |
| `score` | at every step | points won or lost since the last step |
"""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.core.batch import REWARDS
from azulejos.core.contract import Outcome, Problem, State


def check_reward(reward: str) -> str:
    """Return the name of a reward, if it is valid."""
    if reward not in REWARDS:
        raise Problem(
            f"`reward` must be {', '.join(REWARDS[:-1])} or {REWARDS[-1]}, not {reward!r}", "bad_option", option="reward"
        )
    return reward


def rewards(reward: str, before: State, after: State, over: bool) -> list[float]:
    """Return the rewards of all seats for what happened between two states; `over` also if the game was truncated."""
    if reward == "score":
        return [float(now - then) for now, then in zip(after.scores, before.scores, strict=True)]
    if over and reward == "margin":
        return margins(after.scores)
    if over and reward == "result" and after.outcome is not None:
        return results(after.outcome)
    return [0.0] * after.game.players


def results(outcome: Outcome) -> list[float]:
    """Return the result as numbers that add up to 0: 1 for winning alone."""
    players, winners = len(outcome.ranks), len(outcome.winners)
    return [((rank == 1) * players / winners - 1) / (players - 1) for rank in outcome.ranks]


def margins(scores: Sequence[int]) -> list[float]:
    """Return by how many points each seat leads the best opponent."""
    return [float(mine - max([*scores[:seat], *scores[seat + 1 :]])) for seat, mine in enumerate(scores)]
