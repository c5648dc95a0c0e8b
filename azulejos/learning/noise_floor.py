"""How large is the error of a network, apart from the luck of the deals?

For positions between rounds of self-play games, many continuations show the true mean of the lead and the chance to win, and
how much they vary from the same position (luck). The network's guesses are compared with the means; the noise that is left in
them is taken out. Continuations can be saved: the same test positions then measure several networks.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.core.net import Net
from azulejos.learning.selfplay import PartTask, SelfPlay, heuristic_of, net_of

PART = 10  # positions of a task
SPREAD = 8.0  # points: the chance to win of a network that predicts only points


class Trial(NamedTuple):
    """A position between rounds: how it continued, as the lead of seat 0 and its share of the win, for each continuation."""

    position: str
    rounds: int
    leads: list[float]
    wins: list[float]


class Errors(NamedTuple):
    """The errors of a network on some positions."""

    positions: int
    luck: float
    error: float
    bias: float
    chance_error: float


def try_positions(task: PartTask, continuations: int) -> list[Trial]:
    """Play games and choose a position between rounds of each; continue each several times."""
    game = game_from_json(task.game)
    player = SelfPlay(game, net_of(game, task.net), task.effort, task.seed)
    dice = random.Random(task.seed)
    found = []
    for _ in range(task.games):
        between = player.play().positions[:-1]
        if between:
            found.append(_continue(player, game, dice.choice(between), continuations))
    return found


def _continue(player: SelfPlay, game: Game, text: str, continuations: int) -> Trial:
    state = game.position(text)
    leads, wins = [], []
    for _ in range(continuations):
        outcome = player.finish(state).outcome
        assert outcome is not None
        leads.append(lead(outcome.scores))
        wins.append((0 in outcome.winners) / len(outcome.winners))
    return Trial(text, state.round, leads, wins)


def lead(scores: Sequence[float]) -> float:
    """Return how far seat 0 is ahead of the best other."""
    return scores[0] - max(scores[1:])


def guess(game: Game, net: Net, text: str) -> tuple[float, float]:
    """Return the network's lead of seat 0 at the end, and its chance to win."""
    state = game.position(text)
    gains, chances = net.judge(heuristic_of(state))
    ahead = lead([score + gain for score, gain in zip(state.scores, gains, strict=True)])
    return ahead, chances[0] if chances else 1 / (1 + math.exp(-ahead / SPREAD))


def errors(tested: Sequence[Trial], guesses: Sequence[tuple[float, float]]) -> Errors:
    """Return root mean squares over positions, with the noise of the continuations taken out."""
    n = len(tested)
    luck = error = bias = chance = 0.0
    for one, (ahead, win) in zip(tested, guesses, strict=True):
        k = len(one.leads)
        mean, share = sum(one.leads) / k, sum(one.wins) / k
        variance = sum((each - mean) ** 2 for each in one.leads) / (k - 1)
        luck += variance
        error += (ahead - mean) ** 2 - variance / k
        bias += ahead - mean
        chance += (win - share) ** 2 - sum((each - share) ** 2 for each in one.wins) / (k - 1) / k
    return Errors(n, math.sqrt(luck / n), math.sqrt(max(error, 0) / n), bias / n, math.sqrt(max(chance, 0) / n))


def report(game: Game, net: Net, tested: Sequence[Trial]) -> str:
    """Return the errors of a network, for all positions and by the round."""
    guesses = [guess(game, net, one.position) for one in tested]
    lines = ["round  positions   luck  error   bias  chance to win"]
    for rounds in (None, *sorted({one.rounds for one in tested})):
        chosen = [i for i, one in enumerate(tested) if rounds in (None, one.rounds)]
        found = errors([tested[i] for i in chosen], [guesses[i] for i in chosen])
        lines.append(
            f"{'all' if rounds is None else rounds:>5}  {found.positions:>9}  {found.luck:>5.1f}  {found.error:>5.1f}"
            f"  {found.bias:>+5.1f}  {found.chance_error:>12.1%}"
        )
    return "\n".join(lines)


def save(path: Path, tested: Sequence[Trial]) -> None:
    path.write_text("".join(json.dumps(one) + "\n" for one in tested), "utf-8")


def load(path: Path) -> list[Trial]:
    return [Trial(*json.loads(line)) for line in path.read_text("utf-8").splitlines()]
