"""Make and check puzzles: `python -m azulejos.puzzles`."""

from __future__ import annotations

import random
from pathlib import Path

import click

from azulejos.core.contract import Problem
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.core.registry import GAMES
from azulejos.puzzles import check as checks
from azulejos.puzzles.collection import SUFFIX, puzzles
from azulejos.puzzles.folder import PuzzleFile, fill, path_in, read, read_records, remove
from azulejos.puzzles.make import EFFORT, Wanted
from azulejos.puzzles.puzzle import MOVE, Puzzle

SHARES = {2: 1.0, 3: 0.14, 4: 0.1}  # most puzzles are for two players
FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.group()
def main() -> None:
    """Make and check puzzles."""


@main.command()
@click.argument("names", metavar="[GAME]...", type=click.Choice(list(GAMES)), nargs=-1)
@click.option("--board", "boards", multiple=True, help="Board. Repeatable. Default: all boards of the game.")
@click.option("--players", "seats", multiple=True, type=int, help="Number of players. Repeatable. Default: 2, 3 and 4.")
@click.option("--moves", default=250, show_default=True, help="Puzzles of one move per board for two players.")
@click.option("--rounds", default=30, show_default=True, help="Puzzles of the rest of a round, likewise.")
@click.option("--records", multiple=True, type=FILE, help="Take the positions from this recorded game. Repeatable.")
@click.option("--effort", default=EFFORT, show_default=True, help="Simulations per move. The check takes ten times as many.")
@click.option("--seed", default=1, show_default=True, help="Seed of the first game.")
@click.option("--out", type=FOLDER, required=True, help="Folder for the puzzles. If there are some, the run is resumed.")
def make(
    names: tuple[str, ...],
    boards: tuple[str, ...],
    seats: tuple[int, ...],
    moves: int,
    rounds: int,
    records: tuple[Path, ...],
    effort: int,
    seed: int,
    out: Path,
) -> None:
    """Make puzzles from recorded games, or from games of the search against itself."""
    try:
        games = [
            game_from_json({"game": name, "board": board, "players": n})
            for name in names or GAMES
            for board in boards or GAMES[name].boards
            for n in seats or SHARES
        ]
        wanted = [Wanted(game, _share(game, moves, bool(seats)), _share(game, rounds, bool(seats))) for game in games]
        files = [PuzzleFile(out, one, seed) for one in wanted]
        if records:
            read_records(files, records, effort, click.echo)
        else:
            fill(files, effort, click.echo)
    except Problem as problem:
        raise click.ClickException(problem.message) from None


def _share(game: Game, n: int, chosen: bool) -> int:
    return n if chosen else round(n * SHARES[game.players])


@main.command()
@click.option("--folder", type=FOLDER, help="Folder with puzzles. Default: those of the package.")
def report(folder: Path | None) -> None:
    """Print how many puzzles there are, how hard they are, and which levels solve them."""
    click.echo(checks.report(_puzzles(folder)))


@main.command()
@click.option("--folder", type=FOLDER, help="Folder with puzzles. Default: those of the package.")
@click.option("--sample", default=50, show_default=True, help="Number of puzzles, chosen at random.")
@click.option("--seconds", default=20.0, show_default=True, help="Processor time for each.")
@click.option("--seed", default=1, show_default=True, help="Random seed, for the same sample.")
@click.option("--drop", is_flag=True, help="Remove puzzles that are not confirmed from the folder.")
def check(folder: Path | None, sample: int, seconds: float, seed: int, drop: bool) -> None:
    """Check solutions with a long search."""
    if drop and folder is None:
        raise click.UsageError("--drop needs --folder")
    found = [puzzle for puzzle in _puzzles(folder) if puzzle.kind == MOVE]
    chosen = random.Random(seed).sample(found, min(sample, len(found)))
    results = []
    for puzzle in chosen:
        results.append(checks.confirmed(puzzle, seconds))
        if not results[-1]:
            click.echo(f"not confirmed: {puzzle.id} {puzzle.solution} {puzzle.position}")
            if drop and folder is not None:
                remove(path_in(folder, puzzle.game), puzzle)
        click.echo(checks.confirmed_line(results))


def _puzzles(folder: Path | None) -> list[Puzzle]:
    if folder is None:
        return puzzles()
    return [puzzle for path in sorted(folder.rglob(f"*{SUFFIX}")) for puzzle in read(path)]


if __name__ == "__main__":
    main()
