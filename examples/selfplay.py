"""Train a small value network by self-play, and use it in the search: a loop over `azulejos.bots.tuning` to read and change.

    pip install 'azulejos[report]'
    OMP_NUM_THREADS=1 python examples/selfplay.py

Between rounds, the network predicts how many points each player will still score. Each generation plays games by the search
with the network so far (the first is untrained), learns with numpy from all games until now, and then plays against the very
first one: same search, same effort, only the weights differ.
"""

from __future__ import annotations

import argparse
import random
from array import array

import numpy as np

from azulejos import Azul, Game, Move, State
from azulejos.arena.stats import Estimate, score
from azulejos.bots import Bot, Budget
from azulejos.bots.tuning import Samples, learn, self_play
from azulejos.core.contract import CHANCE
from azulejos.core.net import Net, size
from azulejos.core.search import Search

BATCH = 256  # few games, so small steps


class Searcher(Bot):
    """The core's search with custom weights."""

    def __init__(self, game: Game, weights: bytes, effort: int) -> None:
        super().__init__(seed=0)
        self.net = Net(game.heuristic(game.start()).features_known, array("f", weights))
        self.effort = effort

    def choose(self, state: State, budget: Budget) -> Move:
        search = Search(state.game.heuristic(state), self.net, self.dice(state).getrandbits(63))
        search.run(self.effort)
        return state.game.moves[search.findings()[0][0]]


def match(game: Game, one: Bot, other: Bot, pairs: int) -> Estimate:
    """Return the share of games that one wins, on the same deals from both seats."""
    groups = []
    for pair in range(pairs):
        points = []
        for seat in (0, 1):
            dice, state = random.Random(pair), game.start()
            while state.outcome is None:
                if state.actor is CHANCE:
                    state = state.play(state.draw(dice))
                else:
                    state = state.play((one if state.actor == seat else other).choose(state, Budget()))
            points.append((seat in state.outcome.winners) / len(state.outcome.winners))
        groups.append(points)
    return score(groups)


def train(game: Game, generations: int, parts: int, effort: int, pairs: int, epochs: int = 30) -> list[Estimate]:
    """Train generations, each on parts of 50 games; return how each plays against the first network."""
    nothing = bytes(4 * size(game.heuristic(game.start()).features_known))
    weights, first, scores = nothing, Searcher(game, nothing, effort), []
    played: list[Samples] = []
    for generation in range(generations):
        played += [self_play(game.json, weights, effort, 1_000_000 * generation + part) for part in range(parts)]
        samples = Samples(*(np.concatenate(column) for column in zip(*played, strict=True)))
        learnt, left, spread = learn(samples, generation, epochs, batch=BATCH)
        weights = learnt.tobytes()
        scores.append(match(game, Searcher(game, weights, effort), first, pairs))
        value, low, high = scores[-1]
        print(
            f"generation {generation + 1}: {len(samples.gains)} samples; of {spread:.1f} points of spread {left:.1f} are left;"
            f" wins {value:.1%} ({low:.1%} to {high:.1%}) of {2 * pairs} games against the untrained network",
            flush=True,
        )
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--parts", type=int, default=8, help="parts of 50 games per generation")
    parser.add_argument("--effort", type=int, default=100, help="simulations per move")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of games per comparison")
    options = parser.parse_args()
    train(Azul(players=2), options.generations, options.parts, options.effort, options.pairs)


if __name__ == "__main__":
    main()
