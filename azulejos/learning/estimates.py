"""Learn the numbers that the values of moves are made of, from the visits of searches.

A search spends its simulations on what is good. So the values of moves (`Heuristic.move_values`) should promise each move the
share of the visits that it gets in the end: then a search begins where a longer one would arrive, and its playouts are better.
Each value is a sum of multiples of the game's estimates, so this is a regression.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
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


class Factors(NamedTuple):
    """The moves worth trying in a position. The value of a move is the sum of the estimates of one column, times its factors;
    what is left comes last."""

    column: int
    moves: list[int]
    factors: Floats


def factors_of(heuristic: Heuristic, estimates: Sequence[float], columns: int) -> Factors:
    """Return what the values of moves are made of. The estimates are lines of `columns` numbers, and a position uses one
    column: that of its round."""
    heuristic.use_estimates(estimates)
    values = dict(heuristic.move_values())

    def changes(chosen: range) -> Floats:
        """Return what happens to the values if these estimates are a step higher."""
        heuristic.use_estimates([number + STEP * (i in chosen) for i, number in enumerate(estimates)])
        changed = dict(heuristic.move_values())  # the one pass that is tried may be another one
        return np.asarray([changed.get(move, value) - value for move, value in values.items()], np.float32)

    lines = [range(column, len(estimates), columns) for column in range(columns)]
    used = [column for column in range(columns) if changes(lines[column]).any()]
    assert len(used) == 1, f"a position uses the estimates of one column, not of {used}"
    found = np.zeros((len(values), len(estimates) // columns + 1), np.float32)
    for at, i in enumerate(lines[used[0]]):
        found[:, at] = changes(range(i, i + 1)) / STEP
    heuristic.use_estimates(estimates)
    numbers = np.asarray(estimates[used[0] :: columns], np.float32)
    found[:, -1] = np.asarray(list(values.values()), np.float32) - found[:, :-1] @ numbers
    return Factors(used[0], list(values), found)


class Choices(NamedTuple):
    """The moves of the positions that use one column: their factors, the share of the visits, and which position it is."""

    factors: Floats
    shares: Floats
    position: npt.NDArray[np.int64]


def collect(name: str, cases: Sequence[Case], estimates: Sequence[float], columns: int) -> list[Choices]:
    """Return the choices of some cases, for each column."""
    found: list[list[tuple[Floats, Floats]]] = [[] for _ in range(columns)]
    for case in cases:
        state = GAMES[name].of_text(case.position).position(case.position)
        heuristic = heuristic_of(state)
        visits = np.asarray([case.visits.get(move, 0) for move, _ in heuristic.move_values()], np.float32)
        if len(visits) > 1 and visits.sum():
            column, _, factors = factors_of(heuristic, estimates, columns)
            found[column].append((factors, visits / visits.sum()))
    nothing = (np.zeros((0, len(estimates) // columns + 1), np.float32), np.zeros(0, np.float32))
    return [
        Choices(
            np.concatenate([factors for factors, _ in (*some, nothing)]),
            np.concatenate([shares for _, shares in (*some, nothing)]),
            np.repeat(np.arange(len(some)), [len(shares) for _, shares in some]),
        )
        for some in found
    ]


class Fitted(NamedTuple):
    """The new estimates of a column; on positions held out, the cross entropy of the visits with the old ones, with the new
    ones, and the least that is possible; how many positions there are."""

    numbers: list[float]
    before: float
    after: float
    least: float
    positions: int


def fit_column(choices: Choices, estimates: Sequence[float], heat: float, pull: float) -> Fitted:
    """Fit the estimates of one column."""
    import torch

    count = int(choices.position[-1]) + 1 if len(choices.position) else 0
    if count <= HELD_OUT:
        return Fitted(list(estimates), 0.0, 0.0, 0.0, 0)
    torch.set_num_threads(1)
    factors, shares, position = (torch.from_numpy(column) for column in choices)
    held_out = position % HELD_OUT == 0
    old = torch.tensor([*estimates, 1.0])
    new = old.clone().requires_grad_()

    def surprise(numbers: torch.Tensor, which: torch.Tensor) -> torch.Tensor:
        """Return the mean cross entropy of the visits."""
        values = factors @ numbers / heat
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
    return Fitted([float(number) for number in new.detach()[:-1]], before, after, float(least), count)


def fit(
    choices: Sequence[Choices], estimates: Sequence[float], heat: float, pull: float, say: Callable[[str], None]
) -> list[float]:
    """Return better estimates. `pull` holds them near the old ones, for those that matter in few positions."""
    columns = len(choices)
    fitted = [fit_column(one, estimates[column::columns], heat, pull) for column, one in enumerate(choices)]
    count = sum(one.positions for one in fitted)

    def mean(numbers: Iterable[float]) -> float:
        return sum(number * one.positions for number, one in zip(numbers, fitted, strict=True)) / max(count, 1)

    before, after, least = (
        mean(one.before for one in fitted),
        mean(one.after for one in fitted),
        mean(one.least for one in fitted),
    )
    say(f"{count} positions; cross entropy of the visits, held out: {before:.3f} before, {after:.3f} now, {least:.3f} at best")
    return [number for line in zip(*(one.numbers for one in fitted), strict=True) for number in line]
