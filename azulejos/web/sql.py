"""SQL stores: the common part of SQLite and PostgreSQL.

One thread writes. Writes that queue up while the disk is busy are committed together, and futures resolve after the commit.
Other threads read. Statements are in the common dialect, with `?` for values.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from azulejos.core.contract import Json, Problem
from azulejos.glicko import Rating
from azulejos.web.cluster import Cluster
from azulejos.web.connection import Connection
from azulejos.web.damage import Damaged, DamagedTables
from azulejos.web.entries import (
    Best,
    Entry,
    Fortune,
    Result,
    Summary,
    decode,
    decode_fortune,
    decode_json,
    decode_summary,
    encode,
    encode_json,
)
from azulejos.web.ratings import PuzzleProgress, Rated, add_attempt, add_progress, read_attempts, read_progress, read_rating
from azulejos.web.schema import ADD_ENTRY, ADD_OWNER, MORE_ENTRIES, SCHEMA, SCHEMAS, SET_ROW, count, table_row
from azulejos.web.store import EVERYBODY, Batch, Taken

READERS = 2
MOST_AT_ONCE = 500  # writes in one transaction
MOST_ROWS = 500  # in one statement: after each statement this thread may have to wait for the interpreter
GATHER = 0.002  # seconds that a busy server waits for more writes to commit together: each commit costs as much as ten of them

UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError)
"""What decoding raises if a row is damaged."""

Got = TypeVar("Got")


Change: TypeAlias = Callable[[Connection], object]


class _Write(NamedTuple):
    change: Change
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class SqlStore(ABC):
    """A store in an SQL database."""

    failed: type[Exception]
    """The exception that the database raises."""
    taken: type[Exception]
    """The exception for a key that is in use."""
    begin = "BEGIN"
    readers = READERS

    def __init__(self, db: str) -> None:
        self.db = db
        self.damaged = DamagedTables()
        self._open: list[Connection] = []
        self._writing = self._connect()
        try:
            self._prepare(self._writing)
        except Problem:
            self._writing.close()
            raise
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()
        self._local = threading.local()
        self._readers = ThreadPoolExecutor(self.readers, thread_name_prefix="store-reader")

    @property
    @abstractmethod
    def cluster(self) -> Cluster:
        """The servers that share the tables."""

    @property
    def name(self) -> str:
        """The name of the database in messages."""
        return self.db

    @abstractmethod
    def _connect(self) -> Connection:
        """Return a new connection, added to `_open`; raises a `Problem` if that fails."""

    @abstractmethod
    def _prepare(self, connection: Connection) -> None:
        """Create the tables, or check that they belong to this program."""

    def raw(self, column: str) -> str:
        """Return the expression for a column as it is stored, whatever that is."""
        return column

    def _corrupt(self, error: Exception) -> bool:
        """Return whether the database itself is damaged."""
        return False

    @abstractmethod
    async def alone(self) -> bool:
        """Return whether no server uses the database."""

    async def flaw(self) -> str | None:
        """Return what is wrong with the database itself, apart from what is in it."""
        return None

    def _lost(self, error: Exception) -> bool:
        """Return whether a new connection may succeed where this one failed."""
        return False

    async def append(self, *batches: Batch) -> None:
        await self._change(lambda connection: self._append(connection, batches))

    async def log(self, table: str, after: int = 0) -> list[Entry]:
        query = f'SELECT number, {self.raw("entry")} FROM entries WHERE "table" = ? AND number > ? ORDER BY number'

        def read(connection: Connection) -> list[Entry]:
            found: list[Entry] = []
            try:
                for number, entry in connection.execute(query, (table, after)):
                    if number != after + len(found) + 1:
                        raise Damaged(table, f"entry {after + len(found) + 1} is missing")
                    found.append(_decoded(table, number, entry))
            except self.failed as error:
                if not self._corrupt(error):
                    raise
                raise Damaged(table, str(error)) from error
            return found

        try:
            return await self._read(read)
        except Damaged as damaged:
            self.damaged.add(damaged)
            raise

    async def unfinished(self, after: str, limit: int) -> list[str]:
        query = """SELECT "table" FROM tables WHERE "table" > ? AND status <> 'finished' ORDER BY "table" LIMIT ?"""
        return await self._read(lambda connection: [table for (table,) in connection.execute(query, (after, limit))])

    async def ids(self, after: str, limit: int) -> list[str]:
        return await self._read(lambda connection: list(_listed(connection, after, limit)))

    async def every_id(self, after: str, limit: int) -> list[str]:
        def read(connection: Connection) -> list[str]:
            found: set[str] = set()
            for some in (_listed, _logged):
                try:
                    found.update(some(connection, after, limit))
                except self.failed as error:  # the other list may go further
                    if not self._corrupt(error):
                        raise
            return sorted(found)[:limit]

        return await self._read(read)

    async def summary(self, table: str) -> Summary | None:
        return next(iter(await self._summaries('tables WHERE "table" = ?', (table,))), None)

    async def size(self) -> int:
        return int(await self._read(lambda connection: connection.execute("SELECT count(*) FROM tables").fetchone()[0]))

    async def public(self, status: str, limit: int, before: float | None) -> list[Summary]:
        return await self._summaries(
            "tables WHERE public AND status = ? AND updated < ? ORDER BY updated DESC LIMIT ?",
            (status, 1e18 if before is None else before, limit),
        )

    async def owned(self, owner: str, limit: int) -> list[Summary]:
        return await self._summaries(
            'owners JOIN tables USING ("table") WHERE owner = ? ORDER BY updated DESC LIMIT ?',
            (owner, limit),
        )

    async def needing_server(self) -> list[str]:
        query = 'SELECT "table" FROM tables WHERE due'
        return await self._read(lambda connection: [table for (table,) in connection.execute(query)])

    async def rest(self, table: str) -> None:
        query = 'UPDATE tables SET due = FALSE WHERE "table" = ?'
        await self._change(lambda connection: connection.execute(query, (table,)))

    async def uncounted(self, limit: int) -> list[str]:
        query = (
            "SELECT \"table\" FROM tables WHERE status = 'finished' AND NOT EXISTS"
            ' (SELECT 1 FROM results WHERE results."table" = tables."table") LIMIT ?'
        )
        return await self._read(lambda connection: [table for (table,) in connection.execute(query, (limit,))])

    async def count(self, summary: Summary, results: Sequence[Result]) -> None:
        with contextlib.suppress(Taken):  # another server has already counted it
            await self._change(lambda connection: count(connection, summary, results))

    async def totals(self, name: str, game: str) -> dict[int, dict[str, int]]:
        def read(connection: Connection) -> dict[int, dict[str, int]]:
            found: dict[int, dict[str, int]] = {}
            rows = connection.execute("SELECT players, what, n FROM totals WHERE name = ? AND game = ?", (name, game))
            for players, what, n in rows:
                if isinstance(players, int) and isinstance(what, str) and isinstance(n, int):  # otherwise it is damaged
                    found.setdefault(players, {})[what] = n
            return found

        return await self._read(read)

    async def bests(self, name: str, game: str, players: int, limit: int) -> list[Best]:
        named, values = ("", ()) if name == EVERYBODY else ("name = ? AND ", (name,))
        query = (
            f'SELECT "table", name, score, players, at FROM results WHERE {named} game = ? AND players = ?'
            " AND public AND name IS NOT NULL ORDER BY score DESC LIMIT ?"
        )
        rows = await self._read(lambda connection: list(connection.execute(query, (*values, game, players, limit))))
        found = []
        for row in rows:
            with contextlib.suppress(msgspec.ValidationError):  # it is damaged
                found.append(msgspec.convert(dict(zip(Best.__struct_fields__, row, strict=True)), Best))
        return found

    async def analysis(self, table: str) -> Json | None:
        query = f'SELECT {self.raw("analysis")} FROM analyses WHERE "table" = ?'
        row = await self._read(lambda connection: connection.execute(query, (table,)).fetchone())
        try:
            return None if row is None else decode_json(row[0])
        except UNREADABLE:
            return None

    async def fortunes(self, name: str, game: str, limit: int) -> list[Fortune]:
        query = (
            f"SELECT results.players, results.seat, {self.raw('analysis')} FROM results"
            ' JOIN analyses ON analyses."table" = results."table"'
            " WHERE results.name = ? AND results.game = ? ORDER BY results.at DESC LIMIT ?"
        )
        rows = await self._read(lambda connection: list(connection.execute(query, (name, game, limit))))
        found = []
        for players, seat, text in rows:
            with contextlib.suppress(*UNREADABLE, IndexError):  # it is damaged, or from an older version
                found.append(decode_fortune(players, seat, text))
        return found

    async def keep_analysis(self, table: str, analysis: Json) -> None:
        query = 'INSERT INTO analyses VALUES (?, ?) ON CONFLICT ("table") DO UPDATE SET analysis = excluded.analysis'
        row = (table, encode_json(analysis).decode())
        await self._change(lambda connection: connection.execute(query, row))

    async def rating(self, owner: str, what: str) -> Rated:
        return await self._read(lambda connection: read_rating(connection, owner, what))

    async def attempts(self, owner: str) -> dict[str, bool]:
        return await self._read(lambda connection: read_attempts(connection, owner))

    async def keep_attempt(self, owner: str, puzzle: str, opponent: Rating, solved: bool, at: float) -> bool:
        try:
            await self._change(lambda connection: add_attempt(connection, owner, puzzle, opponent, solved, at))
        except Taken:
            return False
        return True

    async def progress(self, after: str, limit: int) -> list[PuzzleProgress]:
        return await self._read(lambda connection: read_progress(connection, after, limit))

    async def add_progress(self, one: PuzzleProgress) -> None:
        await self._change(lambda connection: add_progress(connection, one))

    async def close(self) -> None:
        self._queue.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        self._readers.shutdown()
        for connection in self._open:
            connection.close()

    async def _summaries(self, where: str, values: tuple[object, ...]) -> list[Summary]:
        """Return the summaries in these rows, except those of damaged tables."""
        query = f'SELECT "table", {self.raw("summary")} FROM {where}'
        rows = await self._read(lambda connection: list(connection.execute(query, values)))
        found = []
        for table, text in rows:
            try:
                found.append(decode_summary(text))
            except UNREADABLE as error:
                self.damaged.add_summary(str(table), str(error))
            else:
                self.damaged.has_summary(table)
        return [one for one in found if one.table not in self.damaged]

    async def _change(self, change: Change) -> None:
        """Have the writing thread make a change: all of it, or nothing."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.put(_Write(change, loop, done))
        await done

    async def _read(self, read: Callable[[Connection], Got]) -> Got:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_now, read)

    def _read_now(self, read: Callable[[Connection], Got]) -> Got:
        """Read over this thread's connection, or over a new one if it was lost."""
        fresh = not hasattr(self._local, "connection")
        try:
            if fresh:
                self._local.connection = self._connect()
            return read(self._local.connection)
        except Damaged:
            raise
        except (self.failed, Problem) as error:
            if hasattr(self._local, "connection") and not isinstance(error, Problem) and self._lost(error):
                self._drop(self._local.connection)
                del self._local.connection
                if not fresh:
                    return self._read_now(read)
            raise Problem(f"the database can't be read: {error}", "not_stored") from error

    def _drop(self, lost: Connection) -> None:
        with contextlib.suppress(ValueError):
            self._open.remove(lost)
        lost.close()

    read, change = _read, _change
    """For repairs, which look at the rows themselves."""

    # -- the writing thread

    def _write(self) -> None:
        going, busy = True, False
        while going:
            writes: list[_Write] = []
            write = self._queue.get()
            if busy and self._queue.empty():
                time.sleep(GATHER)
            while write is not None:
                writes.append(write)
                if len(writes) == MOST_AT_ONCE or self._queue.empty():
                    break
                write = self._queue.get()
            going, busy = write is not None, len(writes) > 1
            if writes:
                self._answer(writes, self._commit([write.change for write in writes]))

    def _commit(self, changes: Sequence[Change]) -> Sequence[BaseException | None]:
        """Make all changes in one transaction; return the error of each. Nothing is kept of a change that failed."""
        committing = False
        for attempt in range(2):
            connection = self._writing
            try:
                met = self._apply_all(connection, changes)
                committing = True
                connection.execute("COMMIT")
                return met
            except (self.failed, Problem) as error:  # for example, the disk is full: nothing of it was kept
                problem = Problem(f"the database can't be written: {error}", "not_stored")
                with contextlib.suppress(self.failed):
                    connection.execute("ROLLBACK")
                if isinstance(error, Problem) or not self._lost(error):
                    break
                with contextlib.suppress(Problem):
                    self._drop(connection)
                    self._writing = self._connect()
                    if not committing and not attempt:
                        continue  # nothing can have been kept, so it is safe to repeat
                break
        return [problem] * len(changes)

    def _apply_all(self, connection: Connection, changes: Sequence[Change]) -> list[Taken | None]:
        """Begin a transaction and make the changes, except those whose key is in use."""
        connection.execute(self.begin)
        try:
            for change in changes:
                change(connection)
        except self.taken:  # rare: start again, with a savepoint around each change
            connection.execute("ROLLBACK")
            connection.execute(self.begin)
            return [self._apply(connection, change) for change in changes]
        return [None] * len(changes)

    def _apply(self, connection: Connection, change: Change) -> Taken | None:
        """Make a change in the open transaction, or nothing of it."""
        connection.execute("SAVEPOINT change")
        try:
            change(connection)
        except self.taken:
            connection.execute("ROLLBACK TO SAVEPOINT change")
            return Taken()
        connection.execute("RELEASE SAVEPOINT change")
        return None

    def _answer(self, writes: Sequence[_Write], met: Sequence[BaseException | None]) -> None:
        results = list(zip(writes, met, strict=True))
        for loop in {write.loop for write in writes}:
            with contextlib.suppress(RuntimeError):  # the loop is closed, so no caller is waiting
                loop.call_soon_threadsafe(_resolve, [(write.done, result) for write, result in results if write.loop is loop])

    def _append(self, connection: Connection, batches: Sequence[Batch]) -> None:
        for batch in batches:
            number, entries, summary, owners, _, results = batch
            table = summary.table
            rows = [(table, number + i, encode(entry).decode()) for i, entry in enumerate(entries)]
            for at in range(0, len(rows), MOST_ROWS):
                some = rows[at : at + MOST_ROWS]
                connection.execute(ADD_ENTRY + MORE_ENTRIES * (len(some) - 1), tuple(chain.from_iterable(some)))
            connection.execute(SET_ROW, table_row(batch))
            if owners:
                connection.executemany(ADD_OWNER, [(owner, table) for owner in owners])
            if results:
                count(connection, summary, results)

    def _upgrade(self, connection: Connection, found: int) -> None:
        """Upgrade from a schema to the current one, in the open transaction."""
        for statements in SCHEMAS[found:]:
            for statement in statements:
                connection.execute(self._dialect(statement))

    def _dialect(self, statement: str) -> str:
        """Return a CREATE statement in the dialect of this database."""
        return statement

    def _check_schema(self, found: str | None) -> None:
        if found != str(SCHEMA):
            raise Problem(f"{self.name} has schema {found}, but this version of azulejos needs schema {SCHEMA}", "bad_database")


def _listed(connection: Connection, after: str, limit: int) -> Iterator[str]:
    query = 'SELECT "table" FROM tables WHERE "table" > ? ORDER BY "table" LIMIT ?'
    for (table,) in connection.execute(query, (after, limit)):
        yield table


def _logged(connection: Connection, after: str | None, limit: int) -> Iterator[str]:
    """Return the next ids that have a log. One by one, because each query finds the next in the index at once."""
    for _ in range(limit):
        (after,) = connection.execute('SELECT min("table") FROM entries WHERE "table" > ?', (after,)).fetchone()
        if after is None:
            break
        yield after


def _decoded(table: str, number: int, entry: bytes | str) -> Entry:
    try:
        return decode(entry)
    except UNREADABLE as error:
        raise Damaged(table, f"entry {number} can't be read: {error}") from error


def _resolve(results: list[tuple[asyncio.Future[None], BaseException | None]]) -> None:
    for done, problem in results:
        if done.cancelled():
            continue
        if problem is None:
            done.set_result(None)
        else:
            done.set_exception(problem)
