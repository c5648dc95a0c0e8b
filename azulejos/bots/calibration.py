"""How accurately each level plays, and whether luck averages to zero: `python -m azulejos.bots.calibration`.

The thresholds in `analysis` come from here. Each level plays against itself, so that games are close and decisions matter.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections.abc import Iterable, Iterator, Sequence

from azulejos.bots.analysis import GOOD, JUDGEMENTS, Compared, accuracy_of, compare, decisions
from azulejos.bots.base import Budget
from azulejos.bots.levels import LEVELS
from azulejos.bots.luck import analyse_chance, chances
from azulejos.bots.registry import make_bot
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.core.registry import GAMES
from azulejos.core.search import Search
from azulejos.record import Record
from azulejos.session import Session

QUANTILES = (0.5, 0.8, 0.9, 0.95, 0.99)
NORMAL = 1.96  # standard errors in a 95 % interval


def played(game: Game, spec: str, seed: int, effort: int) -> Record:
    """Return a game of a level against itself; a level without its own budget gets this effort."""
    table = Session(game, seed=seed)
    bots = [make_bot(spec, seed=game.players * seed + seat) for seat in range(game.players)]
    while table.state.outcome is None:
        seat = table.state.actor
        assert isinstance(seat, int)
        table.play(bots[seat].choose(table.state, Budget(effort=effort)))
    return table.record()


def interval(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and half the width of its 95 % interval."""
    n = len(numbers)
    mean = _mean(numbers)
    spread = sum((number - mean) ** 2 for number in numbers) / max(n - 1, 1)
    return mean, NORMAL * math.sqrt(spread / n)


def measure_level(game: Game, spec: str, games: int, playing: int, effort: int) -> str:
    """Return a line about a level: its mean accuracy in a game, and how often it loses how much."""
    made: list[Compared] = []
    shares = []
    spare: list[Search] = []
    for seed in range(games):
        mine: list[list[Compared]] = [[] for _ in range(game.players)]
        for _, state, move in decisions(played(game, spec, seed, playing)):
            assert isinstance(state.actor, int)
            mine[state.actor].append(compare(state, move, effort, seed, spare))
        made += itertools.chain(*mine)
        shares.append(_mean([accuracy_of([one.lost for one in some if one.counts]) for some in mine]))
        _show(f"{spec} {seed + 1}/{games}")
    mean, half = interval(shares)
    counted = [one for one in made if one.counts]
    names = [name for _, name in JUDGEMENTS] + [GOOD]
    rates = ", ".join(f"{name} {100 * sum(one.judgement == name for one in counted) / len(counted):.1f} %" for name in names)
    losses = sorted(one.lost for one in counted)
    tail = " ".join(f"{100 * losses[min(int(q * len(losses)), len(losses) - 1)]:.1f}" for q in QUANTILES)
    share = len(counted) / len(made)
    return (
        f"{spec:12} accuracy {100 * mean:.1f} ± {100 * half:.1f} %; counted {share:.0%}; {rates};"
        f" loss at the quantiles {QUANTILES}: {tail} %"
    )


def measure_luck(game: Game, spec: str, games: int, playing: int, effort: int) -> Iterator[str]:
    """Return a line for each seat: its mean luck in a game, which must be zero."""
    sums: list[list[float]] = [[] for _ in range(game.players)]
    points: list[list[float]] = [[] for _ in range(game.players)]
    spare: list[Search] = []
    for seed in range(games):
        found = [analyse_chance(*one, effort, seed, spare) for one in chances(played(game, spec, seed, playing))]
        for seat in range(game.players):
            sums[seat].append(sum(one.luck[seat] for one in found))
            points[seat].append(sum(one.luck_points[seat] for one in found))
        _show(f"{spec} {seed + 1}/{games}")
    for seat in range(game.players):
        (mean, half), (lead, room) = interval(sums[seat]), interval(points[seat])
        spread = half / NORMAL * math.sqrt(games)
        yield (
            f"{spec:12} seat {seat + 1}: luck {100 * mean:+.2f} ± {100 * half:.2f} % chance to win"
            f" (one game: {100 * spread:.1f} %), {lead:+.2f} ± {room:.2f} points"
        )


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _show(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


def main(arguments: Iterable[str] | None = None) -> None:
    """Measure levels, or luck."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games_to_play", metavar="GAME", nargs="*", default=list(GAMES), help="Games. Default: all.")
    parser.add_argument("--board", default="coloured")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--levels", help="Bots, comma-separated. Default: random and all levels; for luck, craftsman.")
    parser.add_argument("--playing", type=int, default=400, help="Simulations of a bot without its own budget.")
    parser.add_argument("--effort", type=int, default=2000, help="Simulations for judging a move.")
    parser.add_argument("--luck", action="store_true", help="Measure the luck of each seat instead.")
    chosen = parser.parse_args(None if arguments is None else list(arguments))
    measured = "craftsman" if chosen.luck else ",".join(["random", *LEVELS])
    for name in chosen.games_to_play:
        game = game_from_json({"game": name, "board": chosen.board, "players": chosen.players})
        print(f"{name}, {chosen.board}, {chosen.players} players, {chosen.games} games", flush=True)
        for spec in (chosen.levels or measured).split(","):
            settings = (game, spec, chosen.games, chosen.playing, chosen.effort)
            for line in measure_luck(*settings) if chosen.luck else [measure_level(*settings)]:
                print(line, flush=True)


if __name__ == "__main__":
    main()
