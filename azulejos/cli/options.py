"""The options that several commands have: the game (any of the table, without knowing it), bots, what they may think."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from azulejos.cli.i18n import tr
from azulejos.core.contract import Problem
from azulejos.core.game import BOARDS, GAMES, Game, game_from_json
from azulejos.notation import option_from_text, option_text

Command = TypeVar("Command", bound=Callable[..., Any])

GAME = click.Choice(list(GAMES))

game_option = click.option("-g", "--game", type=GAME, default="azul", show_default=True, help="What is played.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")


def variant_options(command: Command) -> Command:
    """The command with the options `board` and `options`."""
    for option in (
        click.option(
            *("-o", "--option", "options"),
            metavar="NAME=VALUE",
            multiple=True,
            show_default=_known(),
            help="A rule of the game.",
        ),
        click.option(
            "-b", "--board", type=click.Choice(BOARDS), default=BOARDS[0], show_default=True, help="Side of the boards."
        ),
    ):
        command = option(command)
    return command


def game_options(command: Command) -> Command:
    """The command with the options `players`, `board` and `options`."""
    return click.option(
        "-p", "--players", metavar="N", type=click.IntRange(2, 4), default=2, show_default=True, help="How many play."
    )(variant_options(command))


def _known() -> str:
    return "; ".join(
        f"{name}: {', '.join(f'{option}={option_text(usual)}' for option, usual in kind.options().items())}"
        for name, kind in GAMES.items()
    )


def make_game(name: str, players: int, board: str, options: tuple[str, ...]) -> Game:
    """The game that the options tell; raises a `click.UsageError` if they tell none."""
    spec: dict[str, Any] = {"game": name, "players": players, "board": board}
    try:
        for option in options:
            key, equals, value = option.partition("=")
            if not equals:
                raise click.UsageError(tr("a rule is given as NAME=VALUE, not {text}", text=repr(option)))
            spec[key] = option_from_text(GAMES[name], key, value)
        return game_from_json(spec)
    except Problem as problem:
        raise click.UsageError(str(problem)) from None


def complete_bots(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The bots and levels that begin so, for the Tab key."""
    from azulejos.bots.levels import LEVELS
    from azulejos.bots.registry import bots

    return [name for name in dict.fromkeys([*LEVELS, *bots()]) if name.startswith(incomplete)]
