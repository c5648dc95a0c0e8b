"""Options, progress bar and tables, shared by the arena's commands."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any, TypeVar

import click

from azulejos.cli.i18n import tr
from azulejos.cli.options import json_option
from azulejos.cli.problems import wrong_call
from azulejos.cli.terminal import console
from azulejos.language import language_of

if TYPE_CHECKING:
    from azulejos.arena import Estimate, Match, Plan, Result, Sprt
    from azulejos.arena.pool import Pool
    from azulejos.bots import Budget

Command = TypeVar("Command", bound=Callable[..., Any])

SELDOM = 0.2  # seconds between updates of the running score
TABLE_WIDTH = 80  # columns, if output is not a terminal


BUDGET = (
    click.option("--seconds", type=float, help="Seconds per move, unless the bot sets its own."),
    click.option(
        "--effort", metavar="N", type=click.IntRange(1), help="Effort per move, in the bot's own units; reproducible."
    ),
    click.option("--threads", metavar="N", type=click.IntRange(1), default=1, show_default=True, help="Threads per bot."),
)
"""Options that limit a bot's thinking."""


def budget_options(command: Command) -> Command:
    """Add the options that limit the bots' thinking to a command."""
    for option in reversed(BUDGET):
        command = option(command)
    return command


def arena_options(command: Command) -> Command:
    """Add the options for how and where to run games to a command."""
    for option in reversed(
        (
            click.option(
                "-n", "--games", metavar="N", type=click.IntRange(1), default=100, show_default=True, help="Games per pairing."
            ),
            click.option("--seed", type=int, default=1, show_default=True, help="Random seed, for reproducible games."),
            *BUDGET,
            click.option(
                "--processes",
                metavar="N",
                type=click.IntRange(1),
                help="Number of games to run in parallel. Default: one per processor.",
            ),
            click.option(
                "--on", "where", type=click.Choice(["here", "ray"]), default="here", help="Run on this machine or on Ray."
            ),
            click.option(
                "--out",
                type=click.Path(file_okay=False, path_type=Path),
                help="Directory for all results; running the same command again resumes an interrupted run.",
            ),
            json_option,
        )
    ):
        command = option(command)
    return command


@dataclass(frozen=True)
class Run:
    """How to run a plan, from the options."""

    games: int
    processes: int | None
    where: str
    out: Path | None

    def play(self, plan: Plan, sprt: Sprt | None, status: Callable[[Match], str]) -> Match:
        """Play the plan, with a progress bar; after Ctrl-C, say how to resume."""
        from azulejos.arena import Journal, Match
        from azulejos.bots import CannotStart
        from azulejos.bots.registry import check_spec

        with wrong_call():
            for entrant in plan.entrants:
                check_spec(entrant.spec)
        with contextlib.ExitStack() as stack:
            journal = stack.enter_context(Journal(self.out, plan)) if self.out else None
            match = Match(plan, self.games, journal, sprt)
            _announce(match, self.games)
            try:
                with _progress(match, status) as progress:
                    match.play(self._pool(), progress)
            except KeyboardInterrupt:
                played = {"done": match.done, "games": match.games}
                kept = tr("interrupted after {done} of {games} games; run the same command again to resume", **played)
                lost = tr("interrupted after {done} of {games} games; nothing was saved; use --out", **played)
                click.echo(kept if self.out else lost, err=True)
                raise
            except CannotStart as failure:
                if stderr := failure.details.get("stderr"):
                    click.echo(stderr, err=True)
                raise
        return match

    def _pool(self) -> Pool:
        from azulejos.arena import in_process, on_processes

        if self.where == "ray":
            from azulejos.arena.ray_pool import on_ray

            return on_ray(self.processes)
        processes = self.processes or _processors()
        return in_process if processes == 1 else on_processes(processes)


def make_budget(seconds: float | None, effort: int | None, threads: int) -> Budget:
    """Return the budget set by the options."""
    from azulejos.bots import Budget

    with wrong_call():
        return Budget(seconds, effort, threads)


def standings_table(result: Result) -> None:
    """Print the standings."""
    heads = (tr("bot"), tr("games"), tr("won"), tr("drawn"), tr("lost"), tr("result"), tr("95%"))
    rows = []
    for one in result.standings:
        games = (str(one.games), str(one.wins), str(one.draws), str(one.losses))
        rows.append((one.name, *games, language_of().percent(one.score.value, 1), interval(one.score)))
    print_table(heads, rows)


def details_table(result: Result, order: Iterable[int] | None = None) -> None:
    """Print points, and how long the bots think, as the reader's language writes numbers."""
    heads = (tr("bot"), tr("points"), tr("lead"), tr("moves"), tr("s/move"), tr("slowest"), tr("CPU s/move"))
    written, rows = language_of(), []
    for entrant in range(len(result.standings)) if order is None else order:
        one, times = result.standings[entrant], result.times(entrant)
        points = (written.decimal(one.points.value), written.decimal(one.lead.value, "+"))
        seconds = (written.decimal(times.seconds, digits=3), written.decimal(times.slowest, digits=3))
        cpu = "?" if times.cpu is None else written.decimal(times.cpu, digits=3)
        rows.append((one.name, *points, str(times.moves), *seconds, cpu))
    click.echo()
    print_table(heads, rows)
    click.echo()


def tell_forfeits(result: Result) -> None:
    """Print which games were forfeited, and why."""
    shown = set()
    for name, one in result.forfeits:
        assert one.forfeit is not None
        seat, code, stderr = one.forfeit.seat + 1, one.forfeit.code, one.forfeit.stderr
        click.echo(
            tr(
                "game {n}: {name} (player {seat}) forfeits, {code}: {reason}",
                n=one.number, name=name, seat=seat, code=code, reason=one.forfeit.reason,
            )
        )  # fmt: skip
        if "\n" in stderr and stderr not in shown:  # a single line is part of the reason
            click.echo(indent(stderr, "    "))
            shown.add(stderr)


def interval(estimate: Estimate) -> str:
    """Return the interval of a share as percentages."""
    written = language_of()
    return tr("{low} to {high}", low=written.decimal(100 * estimate.low), high=written.decimal(100 * estimate.high))


def print_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table, with the first column left-aligned and the others right-aligned."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for number, head in enumerate(heads):  # only names may be folded
        table.add_column(head, justify="right" if number else "left", overflow="fold", no_wrap=number > 0)
    for row in rows:
        table.add_row(*map(escape, row))
    screen = console()
    if not screen.is_terminal:
        screen.width = TABLE_WIDTH
    screen.print(table)


def _announce(match: Match, games: int) -> None:
    """Say what is different from what the user may expect: earlier games, and whole groups of them."""
    plan = match.plan
    wanted, rounded = games * len(plan.lineups), plan.groups(games) * plan.group_size
    if rounded > wanted:
        message = tr(
            "playing {rounded} games instead of {wanted}, so that every bot plays every seat", rounded=rounded, wanted=wanted
        )
        click.echo(message, err=True)
    if match.games > rounded:
        click.echo(tr("there are already {games} games here; the result counts all of them", games=match.games), err=True)
    elif match.done:
        click.echo(tr("resuming after {done} of {games} games", done=match.done, games=match.games), err=True)


@contextlib.contextmanager
def _progress(match: Match, status: Callable[[Match], str]) -> Iterator[Callable[[Match], None] | None]:
    """Show a progress bar, and yield the callback that updates it when games end; `None` without a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), TimeRemainingColumn())
    looked = 0.0
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=match.games, completed=match.done)

        def progress(match: Match) -> None:
            nonlocal looked
            bar.update(task, completed=min(match.done, match.games), total=match.games)
            if time.monotonic() - looked > SELDOM or match.over:
                bar.update(task, description=escape(status(match)))
                looked = time.monotonic()

        yield progress


def _processors() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
