"""Speed of the environments with the same random policy, relative to the core's own random games in the same run.

    python -m azulejos.bench.env [--quick]

A step is a move. In a vector environment a step of N games counts N; its random moves are chosen by `sample`, inside the core,
as in the core's own random games. *Plain Python* is a loop over the contract (`legal_moves`, `play`, `draw`), the way in which
games written in Python are driven; *with observation* also encodes what the player sees before each move.

All runs are interleaved, and the best of several counts. One thread, measured by its CPU time, because the machine may be
busy.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import NamedTuple

from azulejos import CHANCE, GAMES, Game
from azulejos.bench.speed import label, random_run
from azulejos.core.benchmark import UNIFORM
from azulejos.env.gymnasium import SoloEnv
from azulejos.env.observation import Encoder
from azulejos.env.pettingzoo import RawEnv
from azulejos.env.vector import BatchEnv

GOAL = 0.3  # of the core's moves per second, by the vector environment
N = (1, 64, 1024)
MANY = 100_000  # moves per run, for the fast ways


class Way(NamedTuple):
    """A way to play random moves: `play` makes at least this many, and returns how many it made."""

    what: str
    play: Callable[[int], int]
    moves: int
    goal: float | None = None


def ways(game: Game) -> list[Way]:
    """Return all ways to compare, the core's own first."""
    found = [
        Way("random games inside the core", core(game), MANY),
        Way("plain Python loop", python(game), 2_000),
        Way("plain Python loop with observation", python(game, Encoder(game)), 2_000),
        Way("AEC (PettingZoo)", several(game), 500),
        Way("single agent against random (Gymnasium)", single(game), 500),
    ]
    for n in N:
        found.append(Way(f"vector, N = {n}", vector(game, n), MANY if n > 1 else 2_000, goal=GOAL if n > 1 else None))
    found += [
        Way("vector, N = 1024, without observations", vector(game, 1024, observing=False), MANY),
        Way("vector, N = 1024, without both", vector(game, 1024, observing=False, marking=False), MANY),
    ]
    return found


def core(game: Game) -> Callable[[int], int]:
    """Play random games inside the core."""
    return lambda moves: random_run(game, UNIFORM, moves // 60, seed=moves).moves


def python(game: Game, encoder: Encoder | None = None) -> Callable[[int], int]:
    """Play random games through the contract, with or without observations and masks."""
    dice = random.Random(1)

    def play(moves: int) -> int:
        played, state = 0, game.start()
        while played < moves:
            if state.outcome is not None:
                state = game.start()
            elif state.actor is CHANCE:
                state = state.play(state.draw(dice))
            else:
                if encoder is not None:
                    assert isinstance(state.actor, int)
                    encoder.encode(state, state.actor)
                state = state.play(dice.choice(state.legal_moves))
                played += 1
        return played

    return play


def several(game: Game) -> Callable[[int], int]:
    """Play in the AEC environment, choosing moves from the mask."""
    env = RawEnv(game)
    env.reset(seed=1)

    def play(moves: int) -> int:
        for _ in range(moves):
            observation, _, terminated, truncated, _ = env.last()
            assert observation is not None
            if terminated or truncated:
                env.reset()
                continue
            env.step(int(env.action_space(env.agent_selection).sample(observation["action_mask"])))
        return moves

    return play


def single(game: Game) -> Callable[[int], int]:
    """Play in the environment for one agent; the moves of the bots are not counted."""
    env = SoloEnv(game)
    _, info = env.reset(seed=1)
    mask = [info["action_mask"]]

    def play(moves: int) -> int:
        for _ in range(moves):
            _, _, terminated, truncated, info = env.step(env.action_space.sample(mask[0]))
            if terminated or truncated:
                _, info = env.reset()
            mask[0] = info["action_mask"]
        return moves

    return play


def vector(game: Game, n: int, observing: bool = True, marking: bool = True) -> Callable[[int], int]:
    """Play in the vector environment, in self-play."""
    env = BatchEnv(game, n, opponents=None)
    env.fleet.observing, env.fleet.marking = observing, marking
    env.reset(seed=1)

    def play(moves: int) -> int:
        steps = -(-moves // n)
        for _ in range(steps):
            env.step(env.sample())
        return steps * n

    return play


def measure(game: Game, runs: int, share: float = 1.0) -> dict[Way, float]:
    """Return the moves per second of each way: the best of several runs."""
    best = dict.fromkeys(ways(game), 0.0)
    for _ in range(runs):
        for way in best:
            begin = time.thread_time()
            played = way.play(max(100, int(way.moves * share)))
            best[way] = max(best[way], played / (time.thread_time() - begin))
    return best


def as_text(game: Game, speeds: dict[Way, float]) -> str:
    """Return the speeds of a game as text."""
    own = next(iter(speeds.values()))
    lines = [f"{label(game):46}{'moves/s':>13}{'of the core':>13}{'goal':>9}"]
    for way, speed in speeds.items():
        goal = "" if way.goal is None else f"{way.goal} {'✓' if speed >= way.goal * own else '✗'}"
        lines.append(f"{way.what:46}{speed:13,.0f}{speed / own:13.4f}{goal:>9}")
    return "\n".join(lines)


def variants() -> list[Game]:
    """Return each game that has a batch environment, with fewest and most players, and on its other boards."""
    kinds = [kind for kind in GAMES.values() if kind().encoder() is not None]
    return [
        game
        for kind in kinds
        for fewest, most in [(min(kind.player_counts), max(kind.player_counts))]
        for game in (kind(fewest), kind(most), *(kind(fewest, board) for board in kind.boards[1:]))
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    runs = 5 if parser.parse_args().quick else 60
    for game in variants():
        print(as_text(game, measure(game, runs)), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
