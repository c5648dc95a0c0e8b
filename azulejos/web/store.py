"""The store: every table as its log of entries, in SQLite or PostgreSQL.

An entry is appended with the number that it will have. The primary key (table, number) is the only lock: if another writer was
quicker, `append` raises `Taken`, and the caller looks again. Nobody is told of what is not durable.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from azulejos.core.contract import Json, Problem
from azulejos.web.cluster import Company
from azulejos.web.entries import Best, Entry, Result, Summary

POSTGRES = ("postgresql://", "postgres://")
EVERYBODY = ""  # as a name in the totals: all seats of all games


class Taken(Exception):
    """The log has an entry of that number already."""


class Batch(NamedTuple):
    """Entries to append to a log, the first of which has this number, and what the table then is in short."""

    number: int
    entries: Sequence[Entry]
    summary: Summary
    owners: Sequence[str]
    due: bool
    """Whether the server has to do something at this table without being asked: a bot is to move, a clock runs."""
    results: Sequence[Result] = ()
    """What the seats achieved, if the game ends with these entries."""


class Store(Protocol):
    """What keeps the tables."""

    @property
    def company(self) -> Company:
        """The other servers at the same tables."""
        ...

    @property
    def name(self) -> str:
        """What it is called where people read it: without a password."""
        ...

    async def append(self, *batches: Batch) -> None:
        """Appends all of the batches or none; raises `Taken` if a number is in use. Durable when it returns."""
        ...

    async def log(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table with higher numbers than `after`; none if there is no such table."""
        ...

    async def ids(self, after: str, limit: int) -> list[str]:
        """Some tables, in the order of their names, beginning after one."""
        ...

    async def summary(self, table: str) -> Summary | None:
        """A table in short."""
        ...

    async def size(self) -> int:
        """How many tables there are."""
        ...

    async def public(self, status: str, limit: int, before: float | None) -> list[Summary]:
        """The public tables of a status, the last changed first."""
        ...

    async def owned(self, owner: str, limit: int) -> list[Summary]:
        """The tables where an owner has a seat, the last changed first."""
        ...

    async def due(self) -> list[str]:
        """The tables at which the server has something to do."""
        ...

    async def uncounted(self, limit: int) -> list[str]:
        """Tables whose game is over and not in the statistics."""
        ...

    async def count(self, summary: Summary, results: Sequence[Result]) -> None:
        """Adds a game to the statistics that was over before there were any; one that is there already is left alone."""
        ...

    async def totals(self, name: str, game: str) -> dict[int, dict[str, int]]:
        """What was added up for a name (or `EVERYBODY`) in a game: for each number of players what and how much."""
        ...

    async def bests(self, name: str, game: str, players: int, limit: int) -> list[Best]:
        """The highest scores of a name (or `EVERYBODY`) at public tables."""
        ...

    async def analysis(self, table: str) -> Json | None:
        """What is known of a game."""
        ...

    async def keep_analysis(self, table: str, analysis: Json) -> None:
        """Keeps what is known of a game; durable when it returns."""
        ...

    async def close(self) -> None:
        """Ends when everything is written."""
        ...


def open_store(db: Path | str) -> Store:
    """The store in a file of SQLite, or at the address of a PostgreSQL database; made if there is nothing yet."""
    if str(db).startswith(POSTGRES):
        try:
            from azulejos.web.postgres import PostgresStore
        except ImportError:
            raise Problem("a PostgreSQL database needs psycopg: pip install 'azulejos[postgres]'", "bad_database") from None
        return PostgresStore(str(db))
    from azulejos.web.sqlite import SqliteStore

    return SqliteStore(db)
