"""The store: every table as its log of entries, in SQLite or PostgreSQL.

An entry is appended with its number. The primary key (table, number) is the only lock: if another writer was faster, `append`
raises `Taken`, and the caller reads the log again. Moves are acknowledged only when they are durable.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from azulejos.core.contract import Json, Problem
from azulejos.glicko import Rating
from azulejos.web.cluster import Cluster
from azulejos.web.damage import DamagedTables
from azulejos.web.entries import Best, Entry, Fortune, Result, Summary
from azulejos.web.ratings import PuzzleProgress, Rated

if TYPE_CHECKING:
    from azulejos.web.sql import SqlStore

POSTGRES = ("postgresql://", "postgres://")
EVERYBODY = ""  # as a name in the totals: all seats of all games


class Taken(Exception):
    """The log already has an entry with that number."""


class Batch(NamedTuple):
    """Entries to append to a log, the number of the first, and the summary of the table after them."""

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

    @property
    def damaged(self) -> DamagedTables:
        """The damaged tables that were found so far."""
        ...

    async def append(self, *batches: Batch) -> None:
        """Append all batches or none; raises `Taken` if a number is in use. Durable when it returns."""
        ...

    async def log(self, table: str, after: int = 0) -> list[Entry]:
        """Return the entries of a table with numbers above `after`; none if there is no such table.

        Raises `Damaged` if they can't be read.
        """
        ...

    async def ids(self, after: str, limit: int) -> list[str]:
        """Return some table ids in order, starting after one."""
        ...

    async def every_id(self, after: str, limit: int) -> list[str]:
        """Like `ids`, but with those of logs that are not listed, and as far as a damaged database can be read."""
        ...

    async def summary(self, table: str) -> Summary | None:
        """Return the summary of a table."""
        ...

    async def size(self) -> int:
        """Return the number of tables."""
        ...

    async def unfinished(self, after: str, limit: int) -> list[str]:
        """Return some ids of tables whose games are not over, in order, starting after one."""
        ...

    async def public(self, status: str, limit: int, before: float | None) -> list[Summary]:
        """Return the public tables of a status, most recently changed first."""
        ...

    async def owned(self, owner: str, limit: int) -> list[Summary]:
        """Return the tables where an owner has a seat, most recently changed first."""
        ...

    async def needing_server(self) -> list[str]:
        """Return the tables at which a bot is to move or a clock runs."""
        ...

    async def rest(self, table: str) -> None:
        """Note that a table does not need a server."""
        ...

    async def uncounted(self, limit: int) -> list[str]:
        """Return finished tables that are not in the statistics."""
        ...

    async def count(self, summary: Summary, results: Sequence[Result]) -> None:
        """Add a game to the statistics that ended before statistics existed; a game that is already there is left alone."""
        ...

    async def totals(self, name: str, game: str) -> dict[int, dict[str, int]]:
        """Return the sums for a name (or `EVERYBODY`) in a game, per number of players."""
        ...

    async def bests(self, name: str, game: str, players: int, limit: int) -> list[Best]:
        """Return the highest scores of a name (or `EVERYBODY`) at public tables."""
        ...

    async def analysis(self, table: str) -> Json | None:
        """Return the stored analysis of a game."""
        ...

    async def fortunes(self, name: str, game: str, limit: int) -> list[Fortune]:
        """Return how lucky a name was and how well it played, in its last games that were analysed."""
        ...

    async def keep_analysis(self, table: str, analysis: Json) -> None:
        """Store the analysis of a game; durable when it returns."""
        ...

    async def rating(self, owner: str, what: str) -> Rated:
        """Return a rating of an owner (see `ratings`); that of a beginner if there is none."""
        ...

    async def attempts(self, owner: str) -> dict[str, bool]:
        """Return the puzzles that an owner has tried, and whether they solved them."""
        ...

    async def keep_attempt(self, owner: str, puzzle: str, opponent: Rating, solved: bool, at: float) -> bool:
        """Store the first answer of an owner to a puzzle, and change their rating; return whether it was the first."""
        ...

    async def progress(self, after: str, limit: int) -> list[PuzzleProgress]:
        """Return what some owners have achieved with puzzles, in order, starting after one."""
        ...

    async def add_progress(self, one: PuzzleProgress) -> None:
        """Add what an owner has achieved with puzzles; what is there already is left alone."""
        ...

    async def close(self) -> None:
        """Close the store when everything is written."""
        ...


def open_store(db: Path | str, serving: bool = False) -> SqlStore:
    """Return the store in an SQLite file, or at a PostgreSQL URL; it is created if it does not exist.

    With `serving`, it is for a server: an SQLite file can have only one.
    """
    if str(db).startswith(POSTGRES):
        try:
            from azulejos.web.postgres import PostgresStore
        except ImportError:
            raise Problem("a PostgreSQL database needs psycopg: pip install 'azulejos[postgres]'", "bad_database") from None
        return PostgresStore(str(db))
    from azulejos.web.sqlite import SqliteStore

    return SqliteStore(db, serving)
