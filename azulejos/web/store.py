"""The store: every table as its log of entries, in SQLite.

An entry is appended with the number that it will have. The primary key (table, number) is the only lock: if another writer was
quicker, `append` raises `Taken`, and the caller looks again. Futures resolve after the commit, so nobody is told of what is not
durable. One thread writes; whatever has queued up while the disk was busy is committed at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from azulejos.core.contract import Problem
from azulejos.web.entries import Entry, Summary, decode, decode_summary, encode

SCHEMA = 1
READERS = 2
MOST_AT_ONCE = 500  # writes in one transaction

TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    "table" TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY ("table", number)
) WITHOUT ROWID;
CREATE TABLE tables (
    "table" TEXT PRIMARY KEY, status TEXT NOT NULL, public INTEGER NOT NULL, due INTEGER NOT NULL, updated REAL NOT NULL,
    summary TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE owners (owner TEXT NOT NULL, "table" TEXT NOT NULL, PRIMARY KEY (owner, "table")) WITHOUT ROWID;
CREATE INDEX lobby ON tables (status, updated) WHERE public;
CREATE INDEX due ON tables ("table") WHERE due;
"""

Result = TypeVar("Result")


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


class Store(Protocol):
    """What keeps the tables."""

    async def append(self, *batches: Batch) -> None:
        """Appends all of the batches or none; raises `Taken` if a number is in use. Durable when it returns."""
        ...

    async def log(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table with higher numbers than `after`; none if there is no such table."""
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

    async def close(self) -> None:
        """Ends when everything is written."""
        ...


class _Write(NamedTuple):
    batches: Sequence[Batch]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class SqliteStore:
    """The tables in a file of SQLite."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self._open: list[sqlite3.Connection] = []
        connection = self._connect()
        try:
            _prepare(connection, self.path)
        except Problem:
            connection.close()
            raise
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, args=(connection,), name="store", daemon=True)
        self._writer.start()
        self._local = threading.local()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    async def append(self, *batches: Batch) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.put(_Write(batches, loop, done))
        await done

    async def log(self, table: str, after: int = 0) -> list[Entry]:
        def read(connection: sqlite3.Connection) -> list[Entry]:
            rows = connection.execute(
                'SELECT entry FROM entries WHERE "table" = ? AND number > ? ORDER BY number', (table, after)
            )
            return [decode(entry) for (entry,) in rows]

        return await self._read(read)

    async def public(self, status: str, limit: int, before: float | None) -> list[Summary]:
        return await self._summaries(
            "SELECT summary FROM tables WHERE public AND status = ? AND updated < ? ORDER BY updated DESC LIMIT ?",
            (status, 1e18 if before is None else before, limit),
        )

    async def owned(self, owner: str, limit: int) -> list[Summary]:
        return await self._summaries(
            'SELECT summary FROM owners JOIN tables USING ("table") WHERE owner = ? ORDER BY updated DESC LIMIT ?',
            (owner, limit),
        )

    async def due(self) -> list[str]:
        return await self._read(
            lambda connection: [table for (table,) in connection.execute('SELECT "table" FROM tables WHERE due')]
        )

    async def close(self) -> None:
        self._queue.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        self._readers.shutdown()
        for connection in self._open:
            connection.close()

    async def _summaries(self, query: str, values: tuple[object, ...]) -> list[Summary]:
        return await self._read(
            lambda connection: [decode_summary(summary) for (summary,) in connection.execute(query, values)]
        )

    async def _read(self, read: Callable[[sqlite3.Connection], Result]) -> Result:
        def run() -> Result:
            if not hasattr(self._local, "connection"):
                self._local.connection = self._connect()
            connection: sqlite3.Connection = self._local.connection
            return read(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
            self._open.append(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error as error:
            raise Problem(f"{self.path} can't be opened as a database: {error}", "bad_database") from error
        return connection

    # -- the writing thread

    def _write(self, connection: sqlite3.Connection) -> None:
        going = True
        while going:
            writes: list[_Write] = []
            write = self._queue.get()
            while write is not None:
                writes.append(write)
                if len(writes) == MOST_AT_ONCE or self._queue.empty():
                    break
                write = self._queue.get()
            going = write is not None
            self._commit(connection, writes)

    def _commit(self, connection: sqlite3.Connection, writes: list[_Write]) -> None:
        results: list[BaseException | None] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for write in writes:
                results.append(_apply(connection, write.batches))
            connection.execute("COMMIT")
        except sqlite3.Error as error:  # the disk is full, say: nothing of it was kept
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            problem = Problem(f"the database can't be written: {error}", "not_stored")
            results = [problem] * len(writes)
        told = list(zip(writes, results, strict=True))
        for loop in {write.loop for write in writes}:
            with contextlib.suppress(RuntimeError):  # a loop that was closed has nobody waiting
                loop.call_soon_threadsafe(_tell, [(write.done, result) for write, result in told if write.loop is loop])


def _prepare(connection: sqlite3.Connection, path: str) -> None:
    """Makes the tables, or checks that they are ours."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            for statement in TABLES.split(";"):
                connection.execute(statement)
            connection.execute("INSERT INTO about VALUES ('schema', ?)", (str(SCHEMA),))
        found = connection.execute("SELECT value FROM about WHERE name = 'schema'").fetchone()
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise Problem(f"{path} is no database of azulejos: {error}", "bad_database") from error
    if found != (str(SCHEMA),):
        raise Problem(
            f"{path} has schema {found and found[0]}, and this version of azulejos knows schema {SCHEMA}", "bad_database"
        )


def _apply(connection: sqlite3.Connection, batches: Sequence[Batch]) -> Taken | None:
    """Writes the batches into the open transaction, or nothing of them."""
    connection.execute("SAVEPOINT batch")
    try:
        for number, entries, summary, owners, due in batches:
            table = summary.table
            rows = [(table, number + i, encode(entry).decode()) for i, entry in enumerate(entries)]
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
            connection.execute(
                "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?, ?)",
                (table, summary.status, summary.public, due, summary.updated, encode(summary).decode()),
            )
            if number == 1 or any(entry.sit for entry in entries):
                connection.executemany("INSERT OR IGNORE INTO owners VALUES (?, ?)", [(owner, table) for owner in owners])
    except sqlite3.IntegrityError:
        connection.execute("ROLLBACK TO batch")
        return Taken()
    finally:
        connection.execute("RELEASE batch")
    return None


def _tell(results: list[tuple[asyncio.Future[None], BaseException | None]]) -> None:
    for done, problem in results:
        if done.cancelled():
            continue
        if problem is None:
            done.set_result(None)
        else:
            done.set_exception(problem)
