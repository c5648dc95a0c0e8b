"""`azulejos bench`: measure the speed of core and server."""

from __future__ import annotations

from pathlib import Path

import click

from azulejos.cli.help import examples
from azulejos.cli.i18n import tr
from azulejos.cli.options import json_option

MANY = 100_000

EXAMPLES = (
    "azulejos bench --quick",
    "azulejos bench web",
    "azulejos bench growth --out load.svg --db postgresql:///empty",
    "azulejos bench store --games 10000",
)


@click.command("bench", epilog=examples(*EXAMPLES))
@click.argument("what", type=click.Choice(["core", "web", "growth", "store"]), default="core")
@click.option("--quick", is_flag=True, help="Shorter and less precise.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Picture to write, such as load.svg (growth only)."
)
@click.option("--db", metavar="ADDRESS", help="An empty PostgreSQL database to measure as well (growth and store only).")
@click.option(
    "-n", "--games", metavar="N", type=click.IntRange(1), show_default=f"{MANY:,}", help="Number of games (store only)."
)
@json_option
def command(what: str, quick: bool, out: Path | None, db: str | None, games: int | None, as_json: bool) -> None:
    """Measure speed and memory.

    core: speed compared with C++ reference programs, if a compiler is available. web: a server with hundreds of tables and
    thousands of spectators. growth: the same, with more and more load. store: a database with many finished games.
    """
    for option, given, fitting in (
        ("--out", out, ["growth"]),
        ("--db", db, ["growth", "store"]),
        ("--games", games, ["store"]),
    ):
        if given is not None and what not in fitting:
            calls = ", ".join(f"`azulejos bench {one}`" for one in fitting)
            raise click.UsageError(tr("{option} only works with {calls}", option=option, calls=calls))
    if what == "web":
        from azulejos.bench import web

        web.main(quick, as_json)
    elif what == "growth":
        from azulejos.bench import growth

        growth.main(quick, as_json, out, db)
    elif what == "store":
        from azulejos.bench import store

        store.main(games or MANY, as_json, db)
    else:
        from azulejos import bench

        bench.main(quick, as_json)
