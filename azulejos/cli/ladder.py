"""`azulejos ladder`: a tournament over many bots, with ratings and a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from azulejos.cli.arena import Run, arena_options, make_budget, print_table, score_heads, scores, tell_forfeits
from azulejos.cli.help import examples
from azulejos.cli.i18n import tr
from azulejos.cli.options import complete_bots, game_option, game_options, make_game
from azulejos.language import language_of

if TYPE_CHECKING:
    from azulejos.arena import Match
    from azulejos.arena.ladder import Ladder


@click.command("ladder", epilog=examples("azulejos ladder beginner apprentice craftsman expert --games 50 --out ladder"))
@click.argument("bots", nargs=-1, required=True, shell_complete=complete_bots)
@game_option
@game_options
@arena_options
@click.option("--neighbours", is_flag=True, help="Each bot only plays its neighbours in the list.")
def command(
    bots: tuple[str, ...],
    game: str,
    players: int,
    board: str | None,
    edition: str | None,
    options: tuple[str, ...],
    games: int,
    seed: int,
    seconds: float | None,
    effort: int | None,
    threads: int,
    processes: int | None,
    where: str,
    out: Path | None,
    as_json: bool,
    neighbours: bool,
) -> None:
    """Rate BOTS in a round-robin tournament.

    Name bots as for `azulejos match`. With --out, writes a report you can open in a browser.
    """
    from azulejos.arena import chain_plan, entrants_of, ladder_plan
    from azulejos.arena.ladder import Ladder

    rules = make_game(game, players, board, edition, options, seed)
    plan = (chain_plan if neighbours else ladder_plan)(rules, entrants_of(bots), seed, make_budget(seconds, effort, threads))
    ladder = Ladder(Run(games, processes, where, out).play(plan, None, _running).result())
    text = json.dumps(ladder.json, indent=1)
    if out is not None:
        from azulejos.arena.report import page

        (out / "result.json").write_text(text + "\n", encoding="utf-8")
        (out / "report.html").write_text(page(ladder), encoding="utf-8")
    if as_json:
        click.echo(text)
        return
    _table(ladder)
    tell_forfeits(ladder.result)
    if out is not None:
        click.echo(tr("The report is in {file}, next to the records of all games.", file=out / "report.html"))


def _running(match: Match) -> str:
    """Return who is ahead so far."""
    standings = [one for one in match.result().standings if one.games]
    best = max(standings, key=lambda one: one.score.value, default=None)
    if best is None:
        return ""
    return tr("{name} leads with {share}", name=best.name, share=language_of().percent(best.score.value, 1))


def _table(ladder: Ladder) -> None:
    heads = (tr("bot"), tr("rating"), tr("95%"), tr("games"), *score_heads())
    rows = []
    for entrant in ladder.order:
        rating, one = ladder.ratings[entrant], ladder.result.standings[entrant]
        interval = tr("{low} to {high}", low=f"{rating.low:.0f}", high=f"{rating.high:.0f}")
        rows.append((one.name, f"{rating.value:.0f}", interval, str(one.games), *scores(ladder.result, entrant)))
    print_table(heads, rows)
