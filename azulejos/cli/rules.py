"""`azulejos rules`: the rules for players."""

from __future__ import annotations

import click

from azulejos.cli.help import examples
from azulejos.cli.options import game_argument
from azulejos.cli.terminal import console
from azulejos.language import LANGUAGES, language_of


@click.command(
    "rules", epilog=examples("azulejos rules", "azulejos rules pavilion --language de", "azulejos rules azul --plain")
)
@game_argument
@click.option("-l", "--language", type=click.Choice(list(LANGUAGES)), help="Language. Default: the terminal's.")
@click.option("--plain", is_flag=True, help="Print Markdown.")
def command(game: str, language: str | None, plain: bool) -> None:
    """Show the rules of a game, in our own words."""
    from azulejos.rulebook import rules_text

    text = rules_text(game, language or language_of().code)
    if plain:
        click.echo(text, nl=False)
        return
    from rich.markdown import Markdown

    screen = console()
    with screen.pager(styles=True) if screen.is_terminal else screen:
        screen.print(Markdown(text, hyperlinks=False))
