"""`azulejos puzzle`: solve puzzles in the terminal."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from azulejos.cli.help import examples
from azulejos.cli.i18n import tr
from azulejos.cli.options import boards
from azulejos.core.registry import GAMES

if TYPE_CHECKING:
    from azulejos.puzzles import Puzzle

DIFFICULTIES = ("easy", "medium", "hard", "very-hard")


def _default_file() -> Path:
    return Path(click.get_app_dir("azulejos")) / "puzzles.json"


@click.command(
    "puzzle",
    epilog=examples(
        "azulejos puzzle",
        "azulejos puzzle --daily",
        "azulejos puzzle azul --board grey --difficulty hard",
        "azulejos puzzle --themes",
    ),
)
@click.argument("game", required=False, type=click.Choice(list(GAMES)))
@click.option("-b", "--board", type=click.Choice(boards()), help="Side of the player boards. Default: any.")
@click.option("-p", "--players", metavar="N", type=click.IntRange(2, 4), help="Number of players. Default: any.")
@click.option("--about", metavar="THEME", default="", help="Theme of the puzzles (see --themes). Default: any.")
@click.option("-d", "--difficulty", type=click.Choice(DIFFICULTIES), help="Difficulty. Default: one that matches your rating.")
@click.option("--daily", is_flag=True, help="The puzzle of the day.")
@click.option("--id", "id", help="The puzzle with this id.")
@click.option("--themes", is_flag=True, help="List the themes, with the number of puzzles.")
@click.option(
    "--progress",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=_default_file,
    help="File with your rating and the puzzles you have tried.",
)
def command(
    game: str | None,
    board: str | None,
    players: int | None,
    about: str,
    difficulty: str | None,
    daily: bool,
    id: str | None,
    themes: bool,
    file: Path,
) -> None:
    """Solve puzzles: find the best move, or play the rest of a round.

    The next puzzle matches your rating.
    """
    from azulejos.cli.plain_puzzle import PlainPuzzle
    from azulejos.puzzles import Wish, next_puzzle, puzzle_of
    from azulejos.puzzles import daily as puzzle_of_the_day
    from azulejos.puzzles.progress import load_progress
    from azulejos.puzzles.themes import theme_titles

    if about:
        known = sorted({theme for kind in GAMES.values() for theme in theme_titles(kind)})
        click.Choice(known).convert(about, None, click.get_current_context())  # an error names the themes
    wish = Wish(game or "", board or "", players or 0, about, difficulty or "")
    if themes:
        _list_themes(wish)
        return
    progress = load_progress(file)

    def following() -> Puzzle | None:
        return next_puzzle(progress.rating.rating, wish, progress.tried)

    once = daily or id is not None
    puzzle = puzzle_of(id) if id is not None else puzzle_of_the_day(datetime.date.today(), wish) if daily else following()
    if puzzle is None:
        click.echo(tr("No puzzle matches, or you have tried them all."))
    while puzzle is not None:
        if not PlainPuzzle(puzzle, progress, file).run() or once:
            return
        puzzle = following()


def _list_themes(wish: object) -> None:
    from azulejos.language import language_of
    from azulejos.puzzles import Wish
    from azulejos.puzzles.collection import fitting
    from azulejos.puzzles.themes import theme_titles

    assert isinstance(wish, Wish)
    for name, kind in GAMES.items():
        found = [puzzle for puzzle in fitting(wish) if puzzle.game_name == name]
        if found:
            click.echo(kind.description(language_of()).title)
            for theme, title in theme_titles(kind, language_of()).items():
                if n := sum(puzzle.theme == theme for puzzle in found):
                    click.echo(f"  {theme:10} {title} ({n})")
