"""`azulejos ladder`: a tournament over many bots, with ratings and a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from azulejos.cli.arena import Run, arena_options, details_table, make_budget, print_table, tell_forfeits
from azulejos.cli.help import examples
from azulejos.cli.i18n import tr
from azulejos.cli.options import complete_bots, game_option, game_options, make_game
from azulejos.cli.problems import wrong_call
from azulejos.language import language_of

if TYPE_CHECKING:
    from azulejos.arena import Match, Plan
    from azulejos.arena.ladder import Ladder
    from azulejos.core.contract import Json
    from azulejos.core.game import Game


@click.command(
    "ladder",
    epilog=examples(
        "azulejos ladder beginner apprentice craftsman expert --games 50 --out ladder",
        "azulejos ladder --all-tables --neighbours --effort 1000 --out ladders",
    ),
)
@click.argument("bots", nargs=-1, shell_complete=complete_bots)
@game_option
@game_options
@arena_options
@click.option("--neighbours", is_flag=True, help="Each bot only plays its neighbours in the list.")
@click.option("--all-tables", is_flag=True, help="Play every game, board and number of players; print Markdown.")
@click.pass_context
def command(
    ctx: click.Context,
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
    all_tables: bool,
) -> None:
    """Rate BOTS in a round-robin tournament.

    Name bots as for `azulejos match`. The default is all levels, and a bot that plays at random. With --out, writes a
    report you can open in a browser.
    """
    from azulejos.arena import chain_plan, entrants_of, ladder_plan
    from azulejos.arena import tables as at
    from azulejos.arena.ladder import Ladder
    from azulejos.bots.levels import LEVELS

    bots = bots or ("random", *LEVELS)
    budget = make_budget(seconds, effort, threads)

    def plan_of(rules: Game) -> Plan:
        with wrong_call():
            return (chain_plan if neighbours else ladder_plan)(rules, entrants_of(bots), seed, budget)

    def play(plan: Plan, out: Path | None, what: str = "") -> Ladder:
        run = Run(games, processes, where, out)
        ladder = Ladder(run.play(plan, None, lambda match: f"{what}{_running(match)}").result())
        if out is not None:
            (out / "result.json").write_text(json.dumps(_json(ladder), indent=1) + "\n", encoding="utf-8")
        return ladder

    if all_tables:
        _refuse(ctx, ("game", "players", "board", "edition", "options"))
        ladders = []
        plans = [plan_of(table) for table in at.all_tables()]
        for number, plan in enumerate(plans, 1):
            click.echo(f"{number} of {len(plans)}: {at.title(plan.game)}", err=True)
            ladders.append(play(plan, out and at.directory(out, plan.game), f"{number}/{len(plans)} "))
        text = at.markdown(ladders)
        if out is not None:
            (out / at.REPORT).write_text(text, encoding="utf-8")
        click.echo(json.dumps(at.json_of(ladders), indent=1) if as_json else text, nl=as_json)
        return
    ladder = play(plan_of(make_game(game, players, board, edition, options, seed)), out)
    if out is not None:
        from azulejos.arena.report import page, strength_and_time

        (out / "report.html").write_text(page(ladder), encoding="utf-8")
        (out / "time.svg").write_text(strength_and_time(ladder), encoding="utf-8")
    text = json.dumps(_json(ladder), indent=1)
    if as_json:
        click.echo(text)
        return
    _table(ladder)
    details_table(ladder.result, ladder.order)
    tell_forfeits(ladder.result)
    if out is not None:
        click.echo(tr("The report is in {file}, next to the records of all games.", file=out / "report.html"))


def _refuse(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Refuse options that choose a table, because all are played."""
    for parameter in ctx.command.params:
        if parameter.name in names and ctx.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                tr("{option} chooses one table, and --all-tables plays all of them", option=parameter.opts[-1])
            )


def _json(ladder: Ladder) -> Json:
    return {**ladder.json, "times": ladder.result.times_json}


def _running(match: Match) -> str:
    """Return who is ahead so far."""
    standings = [one for one in match.result().standings if one.games]
    best = max(standings, key=lambda one: one.score.value, default=None)
    if best is None:
        return ""
    return tr("{name} leads with {share}", name=best.name, share=language_of().percent(best.score.value, 1))


def _table(ladder: Ladder) -> None:
    heads = (tr("bot"), tr("rating"), tr("95%"), tr("games"), tr("result"))
    rows = []
    for entrant in ladder.order:
        rating, one = ladder.ratings[entrant], ladder.result.standings[entrant]
        interval = tr("{low} to {high}", low=f"{rating.low:.0f}", high=f"{rating.high:.0f}")
        share = language_of().percent(one.score.value, 1)
        rows.append((one.name, f"{rating.value:.0f}", interval, str(one.games), share))
    print_table(heads, rows)
