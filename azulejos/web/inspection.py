"""Check and repair a database: each log is replayed and compared with everything that is derived from it.

What can be derived (the row of a table, its owners, its results, the statistics) is rebuilt. What can't be read is moved to the
database table `quarantine`, row by row as it is: nothing is deleted.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from azulejos.core.contract import Problem
from azulejos.web.clock import now
from azulejos.web.connection import Connection
from azulejos.web.damage import Damaged
from azulejos.web.entries import Result, Summary, decode_json, decode_summary
from azulejos.web.schema import (
    ADD_OWNER,
    ADD_RESULT,
    ADD_TOTALS,
    SET_ROW,
    result_row,
    table_row,
    totals,
)
from azulejos.web.sql import UNREADABLE, SqlStore
from azulejos.web.store import Batch
from azulejos.web.transfer import Packed, Report, batch_of

AT_ONCE = 100  # tables
ATTEMPTS = 5  # a table in use may change between two queries

QUARANTINE = (
    'CREATE TABLE IF NOT EXISTS quarantine ("from" TEXT NOT NULL, "table" TEXT NOT NULL, "row" TEXT NOT NULL,'
    " why TEXT NOT NULL, at DOUBLE PRECISION NOT NULL)"
)
"""Made by the first repair that needs it. `row` is a JSON object with the columns; what is not UTF-8 is `{"base64": …}`."""
KEPT = {
    "entries": ("number", "entry"),
    "tables": ("status", "public", "due", "updated", "summary"),
    "owners": ("owner",),
    "results": ("seat", "game", "players", "name", "level", "score", "rank", "at", "public"),
    "analyses": ("analysis",),
}
"""The database tables with rows of a table, and their columns apart from `table`."""
DERIVED = ("owners", "results", "analyses")

Change: TypeAlias = Callable[[Connection], object]


class Damage(NamedTuple):
    """Something that is wrong with a table, or with the statistics (then there is no table)."""

    table: str | None
    why: str
    lost: bool
    """Whether it can't be rebuilt from a log."""
    repair: Change

    def __str__(self) -> str:
        return self.why if self.table is None else f"table {self.table}: {self.why}"


class Inspected(NamedTuple):
    """How many tables there are, and what is wrong with them."""

    found: int
    damages: list[Damage]


async def inspect(store: SqlStore, report: Report) -> Inspected:
    """Return everything that is wrong with a database."""
    found, damages = 0, []
    flaw = await store.flaw()
    if flaw is None:
        damages += await _strays(store)
    else:
        damages.append(Damage(None, f"the database itself is damaged: {flaw}", True, lambda _: None))
    counted: Counter[tuple[str, str, int, str]] = Counter()
    async for ids in _ids(store):
        for id in ids:
            damages += await _inspect(store, id, counted)
        found += len(ids)
        report(len(ids))
    if flaw is None and await store.alone():  # otherwise games may have ended meanwhile
        damages += await _inspect_totals(store, counted)
    return Inspected(found, damages)


async def check(store: SqlStore, report: Report) -> int:
    """Return how many tables there are; raises a `Problem` if anything is wrong with them."""
    found, damages = await inspect(store, report)
    if damages:
        raise Problem(str(damages[0]), "damaged")
    return found


async def repair(store: SqlStore, report: Report) -> Inspected:
    """Repair what is wrong with a database; return what it was. No server may use it meanwhile."""
    if not await store.alone():
        raise Problem(f"a server is using {store.name}; stop it first", "database_in_use")
    if (flaw := await store.flaw()) is not None:
        raise Problem(
            f"{store.name} itself is damaged ({flaw}); `azulejos db export` writes all tables that can be read,"
            " and `azulejos db import` makes a new database of them",
            "bad_database",
        )
    inspected = await inspect(store, report)
    for damage in inspected.damages:
        await store.change(damage.repair)
    if any(damage.table is not None for damage in inspected.damages):
        # What the statistics should be may have changed: results were rebuilt, tables set aside.
        for damage in (await inspect(store, lambda _: None)).damages:
            await store.change(damage.repair)
    return inspected


async def _ids(store: SqlStore) -> AsyncIterator[list[str]]:
    last = ""
    while ids := await store.every_id(last, AT_ONCE):
        yield ids
        last = ids[-1]


class _Rows(NamedTuple):
    """What is stored beside the log of a table."""

    row: tuple[Any, ...] | None
    owners: set[str]
    results: list[tuple[Any, ...]]
    analysis: bytes | str | None


async def _inspect(store: SqlStore, id: str, counted: Counter[tuple[str, str, int, str]]) -> list[Damage]:
    """Return what is wrong with a table, and add what it adds to the statistics."""
    for _ in range(ATTEMPTS):
        try:
            entries = await store.log(id)
            if not entries:
                raise Damaged(id, "it has no log")
            batch = await asyncio.to_thread(batch_of, Packed(id, entries))
        except Damaged as damaged:
            return [Damage(id, damaged.why, True, _quarantine(store, tuple(KEPT), id, damaged.why))]
        rows = await store.read(lambda connection: _rows(store, connection, id))
        found = _compare(store, id, batch, rows)
        if not found or len(await store.log(id)) == len(entries):
            break
    if rows.results:
        stored = {row[0]: row[1] for row in rows.results}  # names when the game ended: they may have changed since
        named = [_named(one, stored.get(one.seat, one.name)) for one in batch.results]
        counted.update(totals(batch.summary, named))
    return found


def _named(result: Result, name: Any) -> Result:
    keeps = result.name is not None and isinstance(name, str)
    return msgspec.structs.replace(result, name=name) if keeps else result


def _rows(store: SqlStore, connection: Connection, id: str) -> _Rows:
    raw = store.raw
    query = f'SELECT status, public, due, updated, {raw("summary")} FROM tables WHERE "table" = ?'
    row = connection.execute(query, (id,)).fetchone()
    owners = {owner for (owner,) in connection.execute('SELECT owner FROM owners WHERE "table" = ?', (id,))}
    query = 'SELECT seat, name, game, players, level, score, rank, at, public FROM results WHERE "table" = ? ORDER BY seat'
    found = [tuple(one) for one in connection.execute(query, (id,))]
    analysis = connection.execute(f'SELECT {raw("analysis")} FROM analyses WHERE "table" = ?', (id,)).fetchone()
    return _Rows(None if row is None else tuple(row), owners, found, None if analysis is None else analysis[0])


def _compare(store: SqlStore, id: str, batch: Batch, rows: _Rows) -> list[Damage]:
    """Return how the rows of a table differ from what its log says."""
    found = []
    if (why := _row_is_wrong(batch, rows.row)) is not None:
        found.append(Damage(id, why, False, lambda connection: _write_row(connection, batch)))
    if missing := {*batch.owners} - rows.owners:
        values = [(owner, id) for owner in sorted(missing)]
        found.append(Damage(id, "it is missing from its players' lists", False, lambda to: to.executemany(ADD_OWNER, values)))
    if rows.results and not _results_match(batch, rows.results):
        found.append(
            Damage(id, "its results do not match its log", False, lambda to: _write_results(to, batch.summary, batch.results))
        )
    if rows.analysis is not None:
        try:
            decode_json(rows.analysis)
        except UNREADABLE as error:
            why = f"its analysis can't be read: {error}"
            found.append(Damage(id, why, True, _quarantine(store, ("analyses",), id, why)))
    return found


def _row_is_wrong(batch: Batch, row: tuple[Any, ...] | None) -> str | None:
    """Return what is wrong with the row of a table in `tables`."""
    if row is None:
        return "it is missing from the list of tables"
    status, public, due, updated, text = row
    try:
        summary: Summary = decode_summary(text)
    except UNREADABLE as error:
        return f"its summary can't be read: {error}"
    if summary != batch.summary:
        return "its summary does not match its log"
    # A server may note that a table needs one before it is sure, but not the other way round.
    if (status, public, updated) != (summary.status, summary.public, summary.updated) or due not in (True, batch.needs_server):
        return "its row in the list of tables does not match its log"
    return None


def _results_match(batch: Batch, stored: Sequence[tuple[Any, ...]]) -> bool:
    """Compare all but the names and the time: both may have changed since the game ended, for example by a chat message."""
    expected = []
    for one in batch.results:
        _, seat, game, players, _, level, score, rank, _, public = result_row(batch.summary, one)
        expected.append((seat, game, players, level, score, rank, public))
    found = [
        (seat, game, players, level, score, rank, public) for seat, _, game, players, level, score, rank, _, public in stored
    ]
    return found == expected and all(isinstance(row[1], str | None) and isinstance(row[7], float) for row in stored)


def _write_row(connection: Connection, batch: Batch) -> None:
    connection.execute(SET_ROW, table_row(batch))


def _write_results(connection: Connection, summary: Summary, found: Sequence[Result]) -> None:
    connection.execute('DELETE FROM results WHERE "table" = ?', (summary.table,))
    rows = [result_row(summary, one) for one in found]
    connection.executemany(ADD_RESULT, rows)


async def _strays(store: SqlStore) -> list[Damage]:
    """Return the tables that only derived rows name: nobody can open them."""
    found: dict[str, list[str]] = {}
    for name in DERIVED:
        query = (
            f'SELECT DISTINCT "table" FROM {name} AS one WHERE'
            ' NOT EXISTS (SELECT 1 FROM entries WHERE entries."table" = one."table")'
            ' AND NOT EXISTS (SELECT 1 FROM tables WHERE tables."table" = one."table")'
        )
        for (id,) in await store.read(lambda connection, query=query: list(connection.execute(query))):  # type: ignore[misc]
            found.setdefault(id, []).append(name)
    return [
        Damage(id, why, True, _quarantine(store, names, id, why))
        for id, names in sorted(found.items())
        for why in [f"it does not exist, but {' and '.join(names)} name it"]
    ]


def _quarantine(store: SqlStore, names: Sequence[str], id: str, why: str) -> Change:
    """Return the change that moves all rows of a table from these database tables to `quarantine`."""

    def change(connection: Connection) -> None:
        connection.execute(QUARANTINE)
        for name in names:
            columns = KEPT[name]
            wanted = ", ".join(store.raw(column) for column in columns)
            rows = connection.execute(f'SELECT {wanted} FROM {name} WHERE "table" = ?', (id,))
            values = [(name, id, _as_json(columns, row), why, now()) for row in rows]
            connection.executemany("INSERT INTO quarantine VALUES (?, ?, ?, ?, ?)", values)
            connection.execute(f'DELETE FROM {name} WHERE "table" = ?', (id,))

    return change


def _as_json(columns: Sequence[str], row: Sequence[Any]) -> str:
    return msgspec.json.encode({column: _plain(value) for column, value in zip(columns, row, strict=True)}).decode()


def _plain(value: Any) -> Any:
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return {"base64": value}


async def _inspect_totals(store: SqlStore, counted: Counter[tuple[str, str, int, str]]) -> list[Damage]:
    """Return whether the statistics are not the sums over all games."""
    rows = await store.read(lambda connection: list(connection.execute("SELECT name, game, players, what, n FROM totals")))
    stored = {(name, game, players, what): n for name, game, players, what, n in rows}
    if stored == counted:
        return []

    def change(connection: Connection) -> None:
        connection.execute("DELETE FROM totals")
        connection.executemany(ADD_TOTALS, [(*key, n) for key, n in sorted(counted.items())])

    return [Damage(None, "the statistics are not the sums over all games", False, change)]
