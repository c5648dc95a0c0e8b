"""Train a network by self-play, and use it in the search: a loop over `azulejos.learning` to read and change.

    pip install 'azulejos[learn,report]'
    python examples/selfplay.py

Between rounds, the network predicts how many points each player will still score, and each player's chance to win. Each
generation plays games by the search with the network so far (the first is untrained), learns from all games until now, and then
plays against the very first one: same search, same effort, only the weights differ. `python -m azulejos.learning train` does
the same with as many games as you like, on all processors.
"""

from __future__ import annotations

import argparse

from azulejos import Azul, Game
from azulejos.arena.stats import Estimate
from azulejos.bots.weights import dump_net, load_net, untrained
from azulejos.learning.compare import GroupTask, play_group, verdict
from azulejos.learning.fit import Options, fit
from azulejos.learning.samples import collect, count_tables
from azulejos.learning.selfplay import PlayedGame, SelfPlay

SMALL = Options(units=32, epochs=12, batch=128)  # few games, so few weights and small steps


def match(game: Game, one: bytes, other: bytes, effort: int, pairs: int) -> Estimate:
    """Return the share of games that one network wins, on the same deals from both seats."""
    share, _ = verdict([play_group(GroupTask(game.json, one, other, effort, effort, pair)) for pair in range(pairs)])
    return share


def train(game: Game, generations: int, games: int, effort: int, pairs: int, options: Options = SMALL) -> list[Estimate]:
    """Train generations, each with this many more games; return how each plays against the first network."""
    first = net = untrained(game)
    played: list[PlayedGame] = []
    shares = []
    for generation in range(generations):
        player = SelfPlay(game, load_net(net), effort, seed=generation)
        played += [player.play() for _ in range(games)]
        fitted = fit(collect(game, played, count_tables(game, played)), options, say=lambda _: None)
        net = dump_net(fitted.shape, fitted.weights)
        shares.append(match(game, net, first, effort, pairs))
        value, low, high = shares[-1]
        print(
            f"generation {generation + 1}: {len(played)} games; error of the lead {fitted.lead_error:.1f} points with luck;"
            f" wins {value:.1%} ({low:.1%} to {high:.1%}) of {2 * pairs} games against the untrained network",
            flush=True,
        )
    return shares


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--games", type=int, default=1000, help="games per generation")
    parser.add_argument("--effort", type=int, default=50, help="simulations per move")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of games per comparison")
    options = parser.parse_args()
    train(Azul(players=2), options.generations, options.games, options.effort, options.pairs)


if __name__ == "__main__":
    main()
