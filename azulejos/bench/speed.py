"""Games per second: random games inside the core, and games driven from Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import length_hint

from azulejos import CHANCE, GAMES, Game, State
from azulejos.bench.effort import Effort
from azulejos.bench.limit import Limit, Run
from azulejos.core.benchmark import UNIFORM

DICE = 4096
MOST_STEPS = 500  # of random games, on average

Player = Callable[[Game, str, int, int], Run]
"""Plays games by a policy: how many, and with which seed."""


@dataclass(frozen=True)
class Speed:
    """Games of one kind: ours, and the yardstick's if there is one."""

    what: str
    games_per_s: float
    moves_per_s: float
    moves_per_game: float
    mean_score: float
    limit: Speed | None = None
    ratio: float | None = None
    goal: float | None = None


def random_variants() -> list[tuple[Game, str]]:
    """Return what is played inside the core: games and policies."""
    return [one for kind in GAMES.values() if (part := kind.benchmark()) for one in part.random_variants()]


def driven_variants() -> list[Game]:
    """Return what is driven from Python."""
    found: list[Game] = []
    for kind in GAMES.values():
        part = kind.benchmark()
        found += part.driven_variants() if part else [kind()]
    return found


def label(game: Game, policy: str = UNIFORM) -> str:
    """Return a short description of a game."""
    default = type(game)(game.players)
    options = [str(value) if name == "board" else name for name, value in game.json.items() if value != default.json[name]]
    return " ".join([game.name, f"{game.players}p", *options, *[policy] * (policy != UNIFORM)])


def random_run(game: Game, policy: str, games: int, seed: int) -> Run:
    """Measure random games inside the core."""
    begin = time.process_time()
    part = game.benchmark()
    assert part is not None, "only games with random games inside the core are measured so"
    moves, points = part.random_games(game, games, seed, policy)
    return Run(games, moves, time.process_time() - begin, points / games / game.players)


def driven_run(game: Game, policy: str, games: int, seed: int) -> Run:
    """Play random games through the contract, one move at a time."""
    dice = random.Random(seed)
    numbers = [dice.getrandbits(30) for _ in range(DICE)] * (games * MOST_STEPS // DICE + 1)
    steps = iter(numbers)
    draws, points = 0, 0
    begin = time.process_time()
    for _ in range(games):
        state: State = game.start()
        for number in steps:
            moves = state.legal_moves
            if moves:
                state = state.play(moves[number % len(moves)])
            elif state.actor is CHANCE:
                state = state.play(state.draw(dice))
                draws += 1
            else:
                break
        points += sum(state.scores)
    seconds = time.process_time() - begin
    assert length_hint(steps) > 0, "the numbers did not last to the end of the last game"
    # Every move, every draw and every end has used a number: this saves counting inside the loop.
    played = len(numbers) - length_hint(steps) - draws - games
    return Run(games, played, seconds, points / games / game.players)


def compared(game: Game, policy: str, play: Player, effort: Effort, limit: Limit) -> Speed:
    """Run our games and the yardstick's in turn; return the best of both."""
    games = enough(game, policy, play, effort.seconds)
    ours, theirs = [], []
    for seed in range(1, effort.runs + 1):
        ours.append(play(game, policy, games, seed))
        if limit.measures(game):
            theirs.append(limit.run(game, policy, effort.limit_games, seed))
    speed = best(label(game, policy), ours)
    if not theirs:
        return speed
    yardstick, part = best("limit", theirs), game.benchmark()
    if play is driven_run:
        ratio, goal = speed.moves_per_s / yardstick.moves_per_s, part.DRIVEN_GOAL if part else None
    else:
        ratio, goal = speed.games_per_s / yardstick.games_per_s, part.RANDOM_GOAL if part else None
    return replace(speed, limit=yardstick, ratio=ratio, goal=goal)


def enough(game: Game, policy: str, play: Player, seconds: float) -> int:
    """Return how many games take this long."""
    games = 2
    while (run := play(game, policy, games, 0)).seconds < seconds / 10:
        games *= 4
    return max(2, int(games * seconds / run.seconds))


def best(what: str, runs: list[Run]) -> Speed:
    """Return the speed of the fastest run, and the means of all."""
    games = sum(run.games for run in runs)
    return Speed(
        what,
        games_per_s=max(run.games / run.seconds for run in runs),
        moves_per_s=max(run.moves / run.seconds for run in runs),
        moves_per_game=sum(run.moves for run in runs) / games,
        mean_score=sum(run.mean_score * run.games for run in runs) / games,
    )
