"""Options shared by several commands: the game, its board and rules, JSON output."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Any, TypeVar

import click

from azulejos.cli.i18n import tr
from azulejos.cli.problems import wrong_call
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.core.registry import GAMES
from azulejos.language import language_of
from azulejos.notation import option_from_text, option_text

Command = TypeVar("Command", bound=Callable[..., Any])

GAME = click.Choice(list(GAMES))
FIRST_GAME = next(iter(GAMES))
"""The default game."""

game_argument = click.argument("game", default=FIRST_GAME, type=GAME, metavar=f"[{'|'.join(GAMES)}]")
game_option = click.option("-g", "--game", type=GAME, default=FIRST_GAME, show_default=True, help="Game to play.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def variant_options(command: Command) -> Command:
    """The command with the options `board`, `edition` and `options`."""
    for option in (
        click.option(
            *("-o", "--option", "options"),
            metavar="NAME=VALUE",
            multiple=True,
            show_default=_known(),
            help="Game option. Repeatable.",
        ),
        click.option(
            *("-e", "--edition"),
            type=click.Choice(list(_editions())),
            metavar=f"[{'|'.join(_editions().values())}]",
            help="Published edition, which sets the options it differs in.",
        ),
        click.option("-b", "--board", type=click.Choice(boards()), show_default=boards()[0], help="Side of the player boards."),
    ):
        command = option(command)
    return command


def game_options(command: Command) -> Command:
    """The command with the options `players`, `board`, `edition` and `options`."""
    return click.option(
        "-p",
        "--players",
        metavar="N",
        type=click.IntRange(*_players()),
        default=2,
        show_default=True,
        help="Number of players.",
    )(variant_options(command))


def boards() -> list[str]:
    """Return the boards of all games."""
    return list(dict.fromkeys(board for kind in GAMES.values() for board in kind.boards))


def _editions() -> dict[str, str]:
    """Return the editions of all games, each with its name and the options that are not the game's defaults."""
    found: dict[str, str] = {}
    for kind in GAMES.values():
        usual = kind.options()
        for name, options in kind.editions.items():
            other = ", ".join(f"{option}={option_text(value)}" for option, value in options.items() if value != usual[option])
            found.setdefault(name, f"{name} ({other})" if other else name)
    return found


def _players() -> tuple[int, int]:
    """Return the smallest and largest number of players of any game."""
    counts = [players for kind in GAMES.values() for players in kind.player_counts]
    return min(counts), max(counts)


def _known() -> str:
    return "; ".join(
        f"{name}: {', '.join(f'{option}={option_text(default)}' for option, default in kind.options().items())}"
        for name, kind in GAMES.items()
        if kind.options()
    )


def make_game(
    name: str,
    players: int,
    board: str | None,
    edition: str | None,
    options: tuple[str, ...],
    seed: int | None = None,
    starter: int | str | None = None,
) -> Game:
    """The game that the options describe; what is random in them is drawn with the seed. Raises a `click.UsageError`."""
    named = {"board": board, "edition": edition, "starter": starter}
    spec: dict[str, Any] = {"game": name, "players": players}
    spec |= {key: value for key, value in named.items() if value is not None}
    with wrong_call():
        for option in options:
            key, equals, value = option.partition("=")
            if not equals:
                raise click.UsageError(tr("options have the form NAME=VALUE, not {text}", text=tr("'{text}'", text=option)))
            spec[key] = option_from_text(GAMES[name], key, value)
        return game_from_json(spec, random.Random(secrets.randbits(64) if seed is None else seed))


def seat_number(seat: int, players: int) -> int:
    """Convert a seat counted from 1 to one counted from 0; raise a `click.UsageError` if there is no such seat."""
    if not 1 <= seat <= players:
        raise click.UsageError(
            tr("with {players} players the seats are 1 to {last}, not {seat}", players=players, last=players, seat=seat)
        )
    return seat - 1


def complete_bots(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the bots and levels that start with the given text, for shell completion."""
    from azulejos.bots.levels import LEVELS
    from azulejos.bots.registry import bots

    return [name for name in dict.fromkeys([*LEVELS, *bots()]) if name.startswith(incomplete)]


def level_name(spec: str) -> str:
    """Return the name of a level, or the spec of any other bot."""
    from azulejos.bots.levels import level_texts

    levels = level_texts(language_of())
    return levels[spec].title if spec in levels else spec
