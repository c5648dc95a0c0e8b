"""`azulejos rules`: how it is played."""

from __future__ import annotations

from importlib.resources import files

import click

from azulejos.cli.help import examples
from azulejos.cli.options import GAME
from azulejos.cli.terminal import console
from azulejos.core.game import GAMES


@click.command("rules", epilog=examples("azulejos rules", "azulejos rules pavilion | less -R", "azulejos rules azul --plain"))
@click.argument("game", default="azul", type=GAME)
@click.option("--plain", is_flag=True, help="As it is written, in Markdown.")
def command(game: str, plain: bool) -> None:
    """Show the rules of GAME, azul or pavilion, in our own words."""
    text = files("azulejos").joinpath("rules", f"{GAMES[game].name}.md").read_text("utf-8")
    if plain:
        click.echo(text, nl=False)
        return
    from rich.markdown import Markdown

    screen = console()
    with screen.pager(styles=True) if screen.is_terminal else screen:
        screen.print(Markdown(text, hyperlinks=False))
