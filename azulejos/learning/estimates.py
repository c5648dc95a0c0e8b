"""Learn the numbers that the values of moves are made of, from the visits of searches.

A search spends its simulations on what is good. So the values of moves (`Heuristic.move_values`) should promise each move the
share of the visits that it gets in the end: then a search begins where a longer one would arrive, and its playouts are better.
Each value is a sum of multiples of the game's estimates, so this is a regression.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.core.contract import CHANCE
from azulejos.core.game_json import game_from_json
from azulejos.core.heuristic import Heuristic
from azulejos.core.registry import GAMES
from azulejos.learning.selfplay import SLIPS, PartTask, SelfPlay, heuristic_of, net_of

Floats = npt.NDArray[np.float32]

PART = 10  # games of a task
SHARE = 0.2  # of the decisions of a game are searched longer, and learned from
QUICK = 40  # simulations for the others
STEP = 1 / 64  # by which an estimate is changed to see what it does
HELD_OUT = 10  # one position in this many is for testing the fit


class Case(NamedTuple):
    """A position, and the visits of its moves in a search."""

    position: str
    visits: dict[int, int]


def search_positions(task: PartTask) -> list[Case]:
    """Play games, and search some of their positions."""
    game = game_from_json(task.game)
    player, dice = SelfPlay(game, net_of(game, task.net), task.effort, task.seed), random.Random(task.seed)
    found = []
    for _ in range(task.games):
        state = game.start()
        while state.outcome is None:
            if state.actor is CHANCE:
                state = state.play(state.draw(dice))
                continue
            chosen = dice.random() < SHARE
            player.effort = task.effort if chosen else QUICK
            moves = player.best_moves(state)
            if chosen and len(moves) > 1:
                found.append(Case(state.text, {move: visits for move, visits, _, _ in moves if visits}))
            slip = dice.random() < SLIPS
            weights = [visits for _, visits, _, _ in moves]
            state = state.play(game.moves[(dice.choices(moves, weights)[0] if slip else moves[0])[0]])
    return found


def save(path: Path, cases: Sequence[Case]) -> None:
    path.write_text("".join(json.dumps([case.position, list(case.visits.items())]) + "\n" for case in cases), "utf-8")


def load(path: Path) -> list[Case]:
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return [Case(position, dict(map(tuple, visits))) for position, visits in lines]


def current(heuristic: Heuristic) -> list[float]:
    """Return the game's estimates."""
    return [heuristic.estimate(i) for i in range(heuristic.estimates_known)]


def multiples(heuristic: Heuristic, estimates: Sequence[float], columns: int) -> tuple[list[int], Floats]:
    """Return the moves worth trying, and for each the multiples of the estimates in its value; what is left comes last.

    The estimates are lines of `columns` numbers, of which a position often uses only one column: that of the round.
    """
    heuristic.use_estimates(estimates)
    values = dict(heuristic.move_values())
    found = np.zeros((len(values), len(estimates) + 1), np.float32)

    def changes(chosen: range) -> list[float]:
        """Return what happens to the values if these estimates are a step higher."""
        heuristic.use_estimates([number + STEP * (i in chosen) for i, number in enumerate(estimates)])
        changed = dict(heuristic.move_values())  # the one pass that is tried may be another one
        return [changed.get(move, value) - value for move, value in values.items()]

    for column in range(columns):
        chosen = range(column, len(estimates), columns)
        if any(changes(chosen)):
            for i in chosen:
                found[:, i] = np.asarray(changes(range(i, i + 1)), np.float32) / STEP
    heuristic.use_estimates(estimates)
    found[:, -1] = np.asarray(list(values.values()), np.float32) - found[:, :-1] @ np.asarray(estimates, np.float32)
    return list(values), found


class Choices(NamedTuple):
    """The moves of many positions: the multiples of the estimates, the share of the visits, and which position it is."""

    multiples: Floats
    shares: Floats
    position: npt.NDArray[np.int64]


def collect(name: str, cases: Sequence[Case], estimates: Sequence[float], columns: int) -> Choices:
    """Return the choices of some cases."""
    parts: list[Floats] = []
    shares: list[Floats] = []
    position: list[npt.NDArray[np.int64]] = []
    for case in cases:
        state = GAMES[name].of_text(case.position).position(case.position)
        moves, found = multiples(heuristic_of(state), estimates, columns)
        visits = np.asarray([case.visits.get(move, 0) for move in moves], np.float32)
        if len(moves) > 1 and visits.sum():
            position.append(np.full(len(moves), len(parts)))
            parts.append(found)
            shares.append(visits / visits.sum())
    return Choices(np.concatenate(parts), np.concatenate(shares), np.concatenate(position))


def fit(choices: Choices, estimates: Sequence[float], heat: float, pull: float, say: Callable[[str], None]) -> list[float]:
    """Return better estimates. `pull` holds them near the old ones, for those that matter in few positions."""
    import torch

    torch.set_num_threads(1)
    columns, shares, position = (torch.from_numpy(column) for column in choices)
    count = int(position[-1]) + 1
    held_out = position % HELD_OUT == 0
    old = torch.tensor([*estimates, 1.0])
    new = old.clone().requires_grad_()

    def surprise(numbers: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
        """Return the mean cross entropy of the visits."""
        values = columns @ numbers / heat
        best = torch.full((count,), -1e9).scatter_reduce(0, position, values, "amax")
        total = torch.zeros(count).index_add(0, position, torch.exp(values - best[position]))
        logarithms = values - best[position] - total.log()[position]
        return -(shares * logarithms)[which].sum() / position[which].unique().numel()

    def loss() -> torch.Tensor:
        lbfgs.zero_grad()
        numbers = torch.cat([new[:-1], old[-1:]])
        found = surprise(numbers, ~held_out) + pull * (numbers - old).square().sum()
        found.backward()
        return found

    lbfgs = torch.optim.LBFGS([new], max_iter=200, history_size=20, line_search_fn="strong_wolfe")
    lbfgs.step(loss)
    with torch.no_grad():
        new[-1] = 1.0
        least = -(shares * shares.clamp(min=1e-9).log())[held_out].sum() / position[held_out].unique().numel()
        before, after = float(surprise(old, held_out)), float(surprise(new, held_out))
    say(
        f"{count} positions; cross entropy of the visits, held out: "
        f"{before:.3f} before, {after:.3f} now, {float(least):.3f} at best"
    )
    return [float(number) for number in new.detach()[:-1]]
