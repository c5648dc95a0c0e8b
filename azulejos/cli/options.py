"""The options by which commands are told a game: any game of the table, without knowing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from azulejos.core.contract import Problem
from azulejos.core.game import GAMES, Game, game_from_json
from azulejos.notation import option_from_text, option_text

Command = TypeVar("Command", bound=Callable[..., Any])


def game_options(command: Command) -> Command:
    """The command with the options `players`, `board` and `options`."""
    for option in (
        click.option("-o", "--option", "options", metavar="NAME=VALUE", multiple=True, help=f"A rule of the game: {_known()}."),
        click.option("-b", "--board", metavar="SIDE", help="The side of the boards: coloured (usual) or grey."),
        click.option("-p", "--players", metavar="N", help="How many play, 2 (usual) to 4."),
    ):
        command = option(command)
    return command


def _known() -> str:
    return "; ".join(
        f"{name}: {', '.join(f'{option}={option_text(usual)}' for option, usual in kind.options().items())}"
        for name, kind in GAMES.items()
    )


def make_game(name: str, players: str | None, board: str | None, options: tuple[str, ...]) -> Game:
    """The game that the options tell; raises a `click.UsageError` if they tell none."""
    given = [("players", players), ("board", board)]
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise click.UsageError(f"an option is given as NAME=VALUE, not {option!r}")
        given.append((key, value))
    try:
        kind = GAMES.get(name)
        spec = {key: option_from_text(kind, key, value) if kind else value for key, value in given if value is not None}
        return game_from_json({"game": name, **spec})
    except Problem as problem:
        raise click.UsageError(str(problem)) from None
