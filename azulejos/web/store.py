"""The store: every table as its log of entries, in SQLite or PostgreSQL.

An entry is appended with the number that it will have. The primary key (table, number) is the only lock: if another writer was
faster, `append` raises `Taken`, and the caller reads the log again. Moves are acknowledged only when they are durable.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from azulejos.core.contract import Json, Problem
from azulejos.web.cluster import Cluster
from azulejos.web.entries import Best, Entry, Result, Summary

POSTGRES = ("postgresql://", "postgres://")
EVERYBODY = ""  # as a name in the totals: all seats of all games


class Taken(Exception):
    """The log has an entry of that number already."""


class Batch(NamedTuple):
    """Entries to append to a log, of which the first has this number, and the summary of the table after them."""

    number: int
    entries: Sequence[Entry]
    summary: Summary
    owners: Sequence[str]
    """The owners to add to the table's."""
    needs_server: bool
    """Whether a server has to act at this table by itself: a bot is to move, or a clock runs."""
    results: Sequence[Result] = ()
    """The results of the seats, if the game ends with these entries."""


class Store(Protocol):
    """A place where tables are stored."""

    @property
    def cluster(self) -> Cluster:
        """The servers that share the tables."""
        ...

    @property
    def name(self) -> str:
        """The name of the database in messages, without a password."""
        ...

    async def append(self, *batches: Batch) -> None:
        """Append all batches or none; raises `Taken` if a number is in use. Durable when it returns."""
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

    async def needing_server(self) -> list[str]:
        """Return the tables at which a bot is to move or a clock runs."""
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
