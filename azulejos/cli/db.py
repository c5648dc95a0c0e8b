"""`azulejos db`: copy, back up, restore, check and repair a server's database."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from azulejos.cli.help import examples
from azulejos.cli.i18n import many, tr
from azulejos.core.contract import Problem
from azulejos.core.message import Message
from azulejos.language import language_of
from azulejos.web import transfer

if TYPE_CHECKING:
    from azulejos.web.damage import Damaged
    from azulejos.web.sql import SqlStore
    from azulejos.web.transfer import Report

Got = TypeVar("Got")


@click.group("db")
def command() -> None:
    """Copy, back up, restore, check and repair a server's database.

    A database is an SQLite file or a PostgreSQL address (postgresql://…). Every game is replayed while it is copied.
    Copying twice is safe: existing tables are skipped.
    """


@command.command("check", epilog=examples("azulejos db check tables.db"))
@click.argument("db")
def check(db: str) -> None:
    """Check every game by replaying it, and everything that is derived from it.

    Names each damaged table; the exit code is 1 if there are any.
    """
    from azulejos.web import inspection

    async def work(report: Report) -> inspection.Inspected:
        async with _existing(db) as store:
            return await inspection.inspect(store, report)

    (found, damages), seconds = _run(db, work)
    for damage in damages:
        click.echo(damage, err=True)
    damaged = len({damage.table for damage in damages if damage.table is not None})
    valid = max(found - damaged, 0)
    click.echo(many("{n} table is valid ({seconds} s)", "{n} tables are valid ({seconds} s)", valid, seconds=_written(seconds)))
    if damages:
        raise Problem(Message("damaged tables: {n}; see azulejos db repair --help", n=damaged), "damaged")


@command.command("repair", epilog=examples("azulejos db repair tables.db"))
@click.argument("db")
def repair(db: str) -> None:
    """Rebuild what can be derived from the games, and set damaged tables aside.

    Summaries, results and statistics are rebuilt. What can't be rebuilt is moved to the database table `quarantine`;
    nothing is deleted. Stop the server first, and make a backup.
    """
    from azulejos.web import inspection

    async def work(report: Report) -> inspection.Inspected:
        async with _existing(db) as store:
            return await inspection.repair(store, report)

    (found, damages), seconds = _run(db, work)
    for damage in damages:
        click.echo(tr("{what} – set aside", what=damage) if damage.lost else tr("{what} – rebuilt", what=damage))
    aside = len({damage.table for damage in damages if damage.lost})
    click.echo(
        tr(
            "{found} tables checked, {repaired} repaired, {aside} set aside ({seconds} s)",
            found=found, repaired=len({damage.table for damage in damages if not damage.lost}), aside=aside,
            seconds=_written(seconds),
        )
    )  # fmt: skip


@command.command("migrate", epilog=examples("azulejos db migrate tables.db postgresql://localhost/azulejos"))
@click.argument("source")
@click.argument("target")
def migrate(source: str, target: str) -> None:
    """Copy all tables from one database to another."""

    async def work(report: Report) -> transfer.Copied:
        async with _existing(source) as one, _opened(target) as other:
            return await transfer.move(one, other, report)

    (found, new, damaged), seconds = _run(source, work)
    click.echo(tr("{found} tables copied, {new} of them new ({seconds} s)", found=found, new=new, seconds=_written(seconds)))
    _name(damaged)


@command.command("export", epilog=examples("azulejos db export tables.db tables.jsonl"))
@click.argument("db")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def export(db: str, file: Path) -> None:
    """Write all tables to a file, one per line.

    Damaged tables are named and left out; the exit code is 1 if there are any.
    """

    async def work(report: Report) -> transfer.Copied:
        part = file.with_name(f"{file.name}.part")  # an interrupted export must not look complete
        async with _existing(db) as store:
            with part.open("wb") as written:
                found = await transfer.pack(store, written.write, report)
        part.replace(file)
        return found

    (found, _, damaged), seconds = _run(db, work)
    click.echo(many("{n} table written ({seconds} s)", "{n} tables written ({seconds} s)", found, seconds=_written(seconds)))
    _name(damaged)


@command.command("import", epilog=examples("azulejos db import tables.jsonl postgresql://localhost/azulejos"))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("db")
def import_(file: Path, db: str) -> None:
    """Add the tables in a file to a database."""

    async def work(report: Report) -> tuple[int, int]:
        async with _opened(db) as store:
            with file.open("rb") as lines:
                return await transfer.unpack(lines, store, report)

    with file.open("rb") as lines:
        total = sum(1 for _ in lines)
    (found, new), seconds = _run(None, work, total)
    click.echo(tr("{found} tables read, {new} of them new ({seconds} s)", found=found, new=new, seconds=_written(seconds)))


def _written(seconds: float) -> str:
    """Return seconds as the language of the terminal writes them."""
    return language_of().decimal(seconds)


def _name(damaged: Sequence[Damaged]) -> None:
    """Name the tables that were left out because they are damaged, and end with an error if there are any."""
    for one in damaged:
        click.echo(one, err=True)
    if damaged:
        raise Problem(Message("damaged tables left out: {n}; all others are complete", n=len(damaged)), "damaged")


@contextlib.asynccontextmanager
async def _opened(db: str) -> AsyncIterator[SqlStore]:
    from azulejos.web.store import open_store

    store = open_store(db)
    try:
        yield store
    finally:
        await store.close()


def _existing(db: str) -> contextlib.AbstractAsyncContextManager[SqlStore]:
    from azulejos.web.store import POSTGRES

    if not db.startswith(POSTGRES) and not Path(db).is_file():
        raise Problem(Message("{file} is not a file", file=db), "bad_database")
    return _opened(db)


def _run(db: str | None, work: Callable[[Report], Awaitable[Got]], total: int | None = None) -> tuple[Got, float]:
    """Return the result of the work and how long it took; show a progress bar on a terminal."""

    async def inside() -> Got:
        count = total
        if count is None and db is not None:
            async with _existing(db) as store:
                count = await store.size()
        with _bar(count) as report:
            return await work(report)

    start = time.monotonic()
    return asyncio.run(inside()), time.monotonic() - start


@contextlib.contextmanager
def _bar(total: int | None) -> Iterator[Report]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, disable=not sys.stderr.isatty()
    ) as bar:
        task = bar.add_task("tables", total=total)
        yield lambda done: bar.advance(task, done)
