"""`azulejos play`: a game in the terminal, full-screen or line by line, or over a pipe."""

from __future__ import annotations

import contextlib
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import click

from azulejos.cli.help import examples
from azulejos.cli.i18n import many, tr
from azulejos.cli.options import complete_bots, game_argument, game_options, level_name, make_game, seat_number
from azulejos.cli.problems import wrong_call
from azulejos.cli.terminal import in_colour, is_dialogue
from azulejos.core.game_json import RANDOM
from azulejos.notation import integer_from_text

if TYPE_CHECKING:
    from azulejos.bots import Bot

LONGEST_NAME = 40


@click.command(
    "play",
    epilog=examples(
        "azulejos play",
        "azulejos play pavilion --players 3 --against expert --against beginner",
        "azulejos play pavilion --edition mini-fr --option wild_order=random",
        "azulejos play --board grey --option jokers=true --hot-seat --name Ana --name Rui",
        "printf '1B2\\n' | azulejos play --seed 7",
    ),
)
@game_argument
@game_options
@click.option(
    "-s",
    "--seat",
    "seats",
    metavar="N",
    type=int,
    multiple=True,
    help="Your seat (default 1). Repeatable.",
)
@click.option(
    "--starter",
    metavar="N|random",
    help="Seat that starts. Default: random; with --seed, 1.",
)
@click.option("--hot-seat", is_flag=True, help="Everyone plays at this keyboard.")
@click.option(
    *("-a", "--against"),
    multiple=True,
    default=["apprentice"],
    show_default=True,
    shell_complete=complete_bots,
    help="Bot or level for the other seats (see `azulejos bots`). Repeatable: one per seat.",
)
@click.option("-n", "--name", "names", multiple=True, help="Your name. Repeatable: one per player at the keyboard.")
@click.option("--seed", type=int, help="Random seed, for reproducible games.")
@click.option("--plain", is_flag=True, help="Plain line mode instead of full screen.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the game record to this file.")
def command(
    game: str,
    players: int,
    board: str | None,
    edition: str | None,
    options: tuple[str, ...],
    seats: tuple[int, ...],
    starter: str | None,
    hot_seat: bool,
    against: tuple[str, ...],
    names: tuple[str, ...],
    seed: int | None,
    plain: bool,
    out: Path | None,
) -> None:
    """Play against bots or friends.

    In a terminal the game is full-screen, with mouse and keyboard (needs Textual: pip install 'azulejos[tui]'). With
    --plain, or when input is piped, you type moves such as 3R2; ? lists the legal ones.
    """
    from azulejos.bots import make_bot
    from azulejos.session import Session

    rules = make_game(game, players, board, edition, options, seed, _starter(starter, players, seed))
    persons = _persons(players, seats, hot_seat)
    others = [seat for seat in range(players) if seat not in persons]
    specs = {seat: against[number % len(against)] for number, seat in enumerate(others)}
    if out is not None:
        out.open("a", encoding="utf-8").close()  # report an unwritable file before the game, not after it
    with contextlib.ExitStack() as stack:
        bots: dict[int, Bot] = {}
        with wrong_call():
            table = Session(rules, seed=seed, names=_names(players, persons, names, specs))
            for seat, spec in specs.items():
                bots[seat] = make_bot(spec, seed or 0)
                stack.callback(bots[seat].close)
        if plain or not is_dialogue() or not importlib.util.find_spec("textual"):
            from azulejos.cli.plain_play import PlainPlay
            from azulejos.language import language_of

            PlainPlay(table, bots, in_colour(), language_of()).run()
        else:
            from azulejos.tui import play

            play(table, bots)
    if out is not None:
        out.write_text(table.record().text, encoding="utf-8")
        click.echo(tr("Record written to {file}.", file=out))


def _persons(players: int, seats: tuple[int, ...], hot_seat: bool) -> tuple[int, ...]:
    """Return the seats of the people at the keyboard, counted from 0; the option counts from 1."""
    if hot_seat:
        if seats:
            raise click.UsageError(tr("use either --hot-seat or --seat"))
        return tuple(range(players))
    return tuple(sorted({seat_number(seat, players) for seat in seats or (1,)}))


def _starter(given: str | None, players: int, seed: int | None) -> int | str:
    """The seat that starts, from 0, or `RANDOM`."""
    # With a seed it is seat 1 unless the user says otherwise: a seed gives the game that it always gave.
    if given is None:
        return RANDOM if seed is None else 0
    return RANDOM if given == RANDOM else seat_number(integer_from_text(given), players)


def _names(players: int, persons: tuple[int, ...], given: tuple[str, ...], specs: dict[int, str]) -> list[str]:
    """Return the names of all players: as given for people, the level or spec for bots."""
    from azulejos.bots.levels import LEVELS

    if len(given) > len(persons):
        raise click.UsageError(
            many(
                "{names} names given for {n} player",
                "{names} names given for {n} players",
                len(persons),
                names=len(given),
            )
        )
    default_names = [tr("Player")] if len(persons) == 1 else [tr("Player {seat}", seat=seat + 1) for seat in persons]
    names = dict(zip(persons, [*given, *default_names[len(given) :]], strict=True))
    for seat, spec in specs.items():
        name = level_name(spec)[:LONGEST_NAME]
        name = name[0].upper() + name[1:] if spec in LEVELS else name  # sentences begin with it
        names[seat] = name if list(specs.values()).count(spec) == 1 else f"{name} {seat + 1}"
    return [names[seat] for seat in range(players)]
