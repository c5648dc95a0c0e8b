"""The commands that train and measure networks: `python -m azulejos.learning --help`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path

import click

from azulejos.arena.pool import Given, Made, workers
from azulejos.arena.ray_pool import ray_workers
from azulejos.bots.weights import data_for, dump_net, file_name, load_net, net_for, parse_net, untrained
from azulejos.core.contract import Problem
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.core.registry import GAMES
from azulejos.core.search import Search
from azulejos.learning import noise_floor
from azulejos.learning.compare import GroupTask, play_group, verdict
from azulejos.learning.games import play_games, read_games
from azulejos.learning.selfplay import PartTask, heuristic_of, play_part

FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
SAVED = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(help=__doc__)
def main() -> None:
    pass


def game_of(name: str, players: int, board: str | None) -> Game:
    try:
        return game_from_json({"game": name, "players": players} | ({"board": board} if board else {}))
    except Problem as problem:
        raise click.UsageError(str(problem)) from None


def pool_of(
    processes: int | None, ray: bool, work: Callable[[Given], Made]
) -> Callable[[Iterator[Given]], Generator[Made] | map[Made]]:
    """Return the pool for these options."""
    many = processes or os.cpu_count() or 1
    if ray:
        return ray_workers(processes, work)
    return workers(many, work) if many > 1 else partial(map, work)


@main.command()
@click.argument("name", type=click.Choice(list(GAMES)))
@click.option("--players", default=2, show_default=True)
@click.option("--board", help="Default: the game's first.")
@click.option("--generations", default=2, show_default=True, help="Each plays with the network of the one before.")
@click.option("--games", default=25_000, show_default=True, help="Games of all generations together.")
@click.option("--effort", default=80, show_default=True, help="Simulations per move.")
@click.option("--start", type=FILE, help="The network to begin with, also one of another table. Default: the game's own.")
@click.option("--from-nothing", is_flag=True, help="Begin with an untrained network.")
@click.option("--also", type=FOLDER, multiple=True, help="Learn also from these games, with any number of players. Repeatable.")
@click.option("--units", default=64, show_default=True, help="Units of the first layer.")
@click.option("--epochs", default=9, show_default=True)
@click.option("--processes", type=click.IntRange(1), help="Default: all processors.")
@click.option("--ray", is_flag=True, help="Play on the Ray cluster in RAY_ADDRESS.")
@click.option("--out", type=FOLDER, required=True, help="Folder for games and networks. An interrupted run resumes there.")
@click.option("--install", is_flag=True, help="Copy the last network to the game's weights.")
def train(
    name: str,
    players: int,
    board: str | None,
    generations: int,
    games: int,
    effort: int,
    start: Path | None,
    from_nothing: bool,
    also: tuple[Path, ...],
    units: int,
    epochs: int,
    processes: int | None,
    ray: bool,
    out: Path,
    install: bool,
) -> None:
    """Play games of the search against itself, and fit a network to them."""
    game, pool = game_of(name, players, board), pool_of(processes, ray, play_part)
    net = untrained(game) if from_nothing else start.read_bytes() if start else data_for(game)
    path = out / "none"
    for number in range(generations):
        path = out / f"{number}.net"
        if not path.exists():
            folder = out / f"games-{number}"
            say = partial(_say, f"generation {number + 1} of {generations}: ")
            play_games(game, net, effort, -(-games // generations), folder, number, pool, say)
            folders = [*(out / f"games-{i}" for i in range(number + 1)), *also]
            path.write_bytes(fit_games(game, folders, net, units, epochs))
        net = path.read_bytes()
    if install:
        place = game.folder()
        if not isinstance(place, Path):
            raise click.UsageError(f"{name} has no folder on the disk to put weights into")
        target = place / "weights" / file_name(game)
        target.write_bytes(path.read_bytes())
        click.echo(f"wrote {target.name}")


def fit_games(game: Game, folders: list[Path], net: bytes | None, units: int, epochs: int) -> bytes:
    """Fit a network to the games of some folders; return it as the content of a file. It begins with the weights of the network
    that played, if it has as many units."""
    from azulejos.learning.fit import Options, fit  # needs PyTorch
    from azulejos.learning.samples import collect, count_tables

    played = [one for folder in folders for one in read_games(folder)]
    shape, weights = parse_net(net) if net else (None, None)
    samples = collect(game, played, count_tables(game, played))
    click.echo(f"{len(played)} games, {len(samples.rounds)} positions")
    symmetries = heuristic_of(game.start()).symmetries()
    begin = weights if shape and shape.units == units else None
    fitted = fit(samples, Options(units=units, epochs=epochs), click.echo, symmetries, begin)
    return dump_net(fitted.shape, fitted.weights)


@main.command()
@click.argument("name", type=click.Choice(list(GAMES)))
@click.option("--players", default=2, show_default=True)
@click.option("--board", help="Default: the game's first.")
@click.option("--positions", default=600, show_default=True)
@click.option("--continuations", default=20, show_default=True, help="Continuations of each position.")
@click.option("--effort", default=80, show_default=True, help="Simulations per move.")
@click.option("--seed", default=1, show_default=True)
@click.option("--processes", type=click.IntRange(1), help="Default: all processors.")
@click.option("--ray", is_flag=True, help="Play on the Ray cluster in RAY_ADDRESS.")
@click.option("--tests", type=FILE, help="File for the continuations. If it exists, they are read from it.")
@click.option("--net", type=FILE, help="Measure this network instead of the game's own.")
def noise(
    name: str,
    players: int,
    board: str | None,
    positions: int,
    continuations: int,
    effort: int,
    seed: int,
    processes: int | None,
    ray: bool,
    tests: Path | None,
    net: Path | None,
) -> None:
    """Measure the error of a network, apart from the luck of the deals."""
    game = game_of(name, players, board)
    judge = load_net(net.read_bytes()) if net else net_for(game)
    if judge is None:
        raise click.UsageError(f"there is no network for {game}")
    if tests and tests.exists():
        tested = noise_floor.load(tests)
    else:
        tasks = (
            PartTask(game.json, None, effort, noise_floor.PART, seed + i) for i in range(-(-positions // noise_floor.PART))
        )
        tested = []
        work = partial(noise_floor.try_positions, continuations=continuations)
        for part in pool_of(processes, ray, work)(tasks):
            tested += part
            _say("", f"{len(tested)} of {positions} positions")
        if tests:
            noise_floor.save(tests, tested)
    click.echo(noise_floor.report(game, judge, tested))


@main.command()
@click.argument("name", type=click.Choice(list(GAMES)))
@click.option("--players", default=2, show_default=True)
@click.option("--board", help="Default: the game's first.")
@click.option("--net", type=FILE, help="The first network. Default: the game's own.")
@click.option("--other", type=FILE, help="The network of all other seats. Default: the game's own.")
@click.option("--games", default=400, show_default=True)
@click.option("--effort", default=200, show_default=True, help="Simulations per move.")
@click.option("--other-effort", type=click.IntRange(1), help="Simulations per move of the other network. Default: the same.")
@click.option("--seed", default=1, show_default=True)
@click.option("--processes", type=click.IntRange(1), help="Default: all processors.")
@click.option("--ray", is_flag=True, help="Play on the Ray cluster in RAY_ADDRESS.")
def compare(
    name: str,
    players: int,
    board: str | None,
    net: Path | None,
    other: Path | None,
    games: int,
    effort: int,
    other_effort: int | None,
    seed: int,
    processes: int | None,
    ray: bool,
) -> None:
    """Play a match between two networks, at equal effort."""
    game = game_of(name, players, board)
    one, two = (path.read_bytes() if path else None for path in (net, other))
    numbers = range(-(-games // players))
    tasks = (GroupTask(game.json, one, two, effort, other_effort or effort, 1_000_000 * seed + number) for number in numbers)
    groups = []
    for group in pool_of(processes, ray, play_group)(tasks):
        groups.append(group)
        if len(groups) % 25 == 0 or len(groups) == len(numbers):
            (share, low, high), ahead = verdict(groups)
            of = f"{players * len(groups)} of {players * len(numbers)} games"
            click.echo(f"{of}: {share:.1%} ({low:.1%} to {high:.1%}; {1 / players:.0%} is even), {ahead:+.1f} points")


@main.command("estimates")
@click.argument("name", type=click.Choice(list(GAMES)))
@click.option("--players", default=2, show_default=True)
@click.option("--board", help="Default: the game's first.")
@click.option("--games", type=click.IntRange(1), default=400, show_default=True)
@click.option(
    "--effort", type=click.IntRange(2), default=1500, show_default=True, help="Simulations for each position to learn from."
)
@click.option("--seed", default=1, show_default=True)
@click.option("--processes", type=click.IntRange(1), help="Default: all processors.")
@click.option("--ray", is_flag=True, help="Play on the Ray cluster in RAY_ADDRESS.")
@click.option("--out", type=FILE, required=True, help="File for the searches. If it exists, they are read from it.")
@click.option(
    "--also", type=SAVED, multiple=True, help="Learn also from this file, with any board and number of players. Repeatable."
)
@click.option("--pull", default=5e-5, show_default=True, help="How strongly the old estimates hold the new ones.")
@click.option(
    "--scale", default=1.0, show_default=True, help="Print the numbers times this: with less, a search begins less sure."
)
@click.option("--columns", type=click.IntRange(1), default=6, show_default=True, help="Numbers in a line of the output.")
def learn_estimates(
    name: str,
    players: int,
    board: str | None,
    games: int,
    effort: int,
    seed: int,
    processes: int | None,
    ray: bool,
    out: Path,
    also: tuple[Path, ...],
    pull: float,
    scale: float,
    columns: int,
) -> None:
    """Learn the numbers that the values of moves are made of, and print them as Python for the game's `heuristic.py`."""
    from azulejos.learning import estimates  # needs NumPy

    game = game_of(name, players, board)
    heuristic, net = heuristic_of(game.start()), net_for(game)
    before = estimates.current(heuristic)
    if net is None or not before:
        raise click.UsageError(f"{game} has no network or no estimates")
    if not out.exists():
        parts = range(-(-games // estimates.PART))
        tasks = (PartTask(game.json, None, effort, estimates.PART, 1_000_000 * seed + number) for number in parts)
        found: list[estimates.Case] = []
        for part in pool_of(processes, ray, estimates.search_positions)(tasks):
            found += part
            _say("", f"{len(found)} positions")
        estimates.save(out, found)
    cases = [case for path in (out, *also) for case in estimates.load(path)]
    choices = estimates.collect(name, cases, before, columns)
    learned = estimates.fit(choices, before, Search(heuristic, net).heat, pull, click.echo)
    for start in range(0, len(learned), columns):
        click.echo(f"    *({', '.join(f'{round(scale * number, 2) + 0.0:g}' for number in learned[start : start + columns])}),")


def _say(before: str, text: str) -> None:
    click.echo(before + text)


if __name__ == "__main__":
    try:
        main()
    except ModuleNotFoundError as missing:
        sys.exit(f"Error: {missing.name} is missing; pip install 'azulejos[learn,report]'")
