"""`azulejos match`: let bots play each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from azulejos.cli.arena import Run, arena_options, details_table, interval, make_budget, standings_table, tell_forfeits
from azulejos.cli.help import examples
from azulejos.cli.i18n import tr
from azulejos.cli.options import complete_bots, game_option, make_game, variant_options
from azulejos.cli.problems import wrong_call
from azulejos.core.message import either, in_language
from azulejos.core.registry import GAMES
from azulejos.language import language_of

if TYPE_CHECKING:
    from azulejos.arena import Match, Result, Sprt


@click.command(
    "match",
    epilog=examples(
        "azulejos match expert craftsman --games 40",
        "azulejos match mine=program:./bot.py master:effort=500 --game pavilion --out results",
    ),
)
@click.argument("bots", nargs=-1, required=True, shell_complete=complete_bots)
@game_option
@variant_options
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop once a sequential test decides between ELO0 and ELO1.")
@arena_options
def command(
    bots: tuple[str, ...],
    game: str,
    board: str | None,
    edition: str | None,
    options: tuple[str, ...],
    sprt: str | None,
    games: int,
    seed: int,
    seconds: float | None,
    effort: int | None,
    threads: int,
    processes: int | None,
    where: str,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let two to four BOTS play each other.

    Every deal is played with all rotations of the seats. A bot is a name (see `azulejos bots`), optionally with
    settings as in master:effort=500, or a program as in "program:python3 bot.py". NAME=BOT renames it in the results.
    """
    from azulejos.arena import entrants_of, match_plan

    counts = GAMES[game].player_counts
    if len(bots) not in counts:
        numbers = in_language(either(counts), language_of())
        raise click.UsageError(tr("a match needs {numbers} bots, not {bots}", numbers=numbers, bots=len(bots)))
    rules = make_game(game, len(bots), board, edition, options, seed)
    test = _sprt(sprt, len(bots))
    plan = match_plan(rules, entrants_of(bots), seed, make_budget(seconds, effort, threads))
    result = Run(games, processes, where, out).play(plan, test, _running).result()
    text = json.dumps({**result.json, "times": result.times_json}, indent=1)
    if out is not None:
        (out / "result.json").write_text(text + "\n", encoding="utf-8")
    if as_json:
        click.echo(text)
        return
    standings_table(result)
    details_table(result)
    _tell(result)
    tell_forfeits(result)
    if out is not None:
        click.echo(tr("The result and the records of all games are in {folder}.", folder=out))


def _sprt(text: str | None, bots: int) -> Sprt | None:
    from azulejos.arena import Sprt

    if text is None:
        return None
    if bots != 2:
        raise click.UsageError(tr("a sequential test needs exactly two bots"))
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise click.UsageError(
            tr("--sprt takes two Elo differences, such as 0,20, not {text}", text=tr("'{text}'", text=text))
        ) from None
    with wrong_call():
        return Sprt(low, high)


def _running(match: Match) -> str:
    """Return the score of the first bot so far."""
    first = match.result().standings[0]
    return f"{first.name} {language_of().percent(first.score.value, 1)} ({interval(first.score)})" if first.games else ""


def _tell(result: Result) -> None:
    from azulejos.arena.stats import elo

    written = language_of()
    if len(result.standings) == 2:
        one, two = result.standings
        found = elo(one.score)
        value, low, high = (written.decimal(bound, "+", digits=0) for bound in (found.value, found.low, found.high))
        click.echo(
            tr("{one} against {two}: {elo} Elo ({low} to {high}).", one=one.name, two=two.name, elo=value, low=low, high=high)
        )
    if result.sprt is not None:
        elo0, elo1 = f"{result.sprt.elo0:g}", f"{result.sprt.elo1:g}"
        verdicts = {
            "elo1": tr("decided: {elo} Elo or more is likelier", elo=f"{result.sprt.elo1:+g}"),
            "elo0": tr("decided: {elo} Elo or less is likelier", elo=f"{result.sprt.elo0:+g}"),
            None: tr("undecided"),
        }
        ratio = written.decimal(result.json["sprt"]["ratio"], "+", digits=2)
        bound = written.decimal(result.sprt.bound, digits=2)
        click.echo(
            tr(
                "Sequential test {elo0} against {elo1} Elo: {verdict} (log-likelihood ratio {ratio}, bounds ±{bound}).",
                elo0=elo0, elo1=elo1, verdict=verdicts[result.verdict], ratio=ratio, bound=bound,
            )
        )  # fmt: skip
