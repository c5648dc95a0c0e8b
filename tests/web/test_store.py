"""The store: what is appended is there, once, and found quickly."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from azulejos.bench.games import finished
from azulejos.core.contract import Problem
from azulejos.web.entries import Chat, Entry, Seat, SeatSummary, Setup, Sit, Summary, encode, encode_json
from azulejos.web.inspection import inspect
from azulejos.web.postgres import Session
from azulejos.web.sql import MOST_ROWS, SqlStore
from azulejos.web.sqlite import SqliteStore
from azulejos.web.store import Batch, Store, Taken, open_store
from azulejos.web.table import Status
from azulejos.web.transfer import Packed, add, batch_of

Result = TypeVar("Result")


@asynccontextmanager
async def opened(db: Path | str) -> AsyncIterator[SqlStore]:
    store = open_store(db)
    try:
        yield store
    finally:
        await store.close()


def run(db: Path | str, work: Callable[[SqlStore], Awaitable[Result]]) -> Result:
    async def inside() -> Result:
        async with opened(db) as store:
            return await work(store)

    return asyncio.run(inside())


def short(table: str, updated: float = 0, status: Status = "running", public: bool = True) -> Summary:
    seats = [SeatSummary("person", "Ana")]
    return Summary(table, status, "azul-2-coloured", {"game": "azul"}, public, seats, [0, 0], 1, updated)


def first(table: str, updated: float = 0, owners: tuple[str, ...] = ("ana",), due: bool = False, **more: object) -> Batch:
    setup = Setup({"game": "azul"}, [Seat("person", "Ana", "ana"), Seat("open")], True, None, "ana")
    return Batch(1, [Entry(updated, setup)], short(table, updated, **more), owners, due)  # type: ignore[arg-type]


def said(table: str, number: int, *texts: str) -> Batch:
    return Batch(number, [Entry(number, Chat(0, "Ana", text)) for text in texts], short(table, number), ["ana"], False)


def texts(entries: list[Entry]) -> list[str]:
    return [entry.what.text for entry in entries if isinstance(entry.what, Chat)]


def test_what_is_appended_is_found_again(db: Path | str) -> None:
    async def write(store: Store) -> None:
        await store.append(first("a"))
        await store.append(said("a", 2, "one", "two"))
        assert texts(await store.log("a")) == ["one", "two"]

    run(db, write)
    assert texts(run(db, lambda store: store.log("a"))) == ["one", "two"]
    assert texts(run(db, lambda store: store.log("a", 2))) == ["two"]
    assert run(db, lambda store: store.log("b")) == []


def test_many_entries_at_once(db: Path | str) -> None:
    lines = [f"{number}" for number in range(2 * MOST_ROWS + 1)]

    async def work(store: Store) -> None:
        await store.append(first("a"))
        await store.append(said("a", 2, *lines))
        assert texts(await store.log("a")) == lines
        with pytest.raises(Taken):  # its first number is in use, so nothing of it may be stored
            await store.append(said("a", len(lines) + 1, "one", "two"))
        assert texts(await store.log("a")) == lines

    run(db, work)


def test_an_entry_number_is_used_once(db: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.append(first("a"))
        results = await asyncio.gather(*(store.append(said("a", 2, f"{i}", "x")) for i in range(20)), return_exceptions=True)
        assert [type(result) for result in results if result is not None] == [Taken] * 19
        assert len(await store.log("a")) == 3

    run(db, work)


def test_two_stores_on_one_file_do_not_conflict(db: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.append(first("a"))
        async with opened(db) as other:
            await other.append(said("a", 2, "quick"))
            with pytest.raises(Taken):
                await store.append(said("a", 2, "slow"))
            assert texts(await store.log("a")) == ["quick"]

    run(db, work)


def test_several_batches_are_written_all_or_none(db: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.append(first("a"))
        with pytest.raises(Taken):
            await store.append(first("b"), said("a", 1, "taken"))
        assert await store.log("b") == []
        await store.append(first("b"), said("a", 2, "free"))
        assert len(await store.log("b")) == 1

    run(db, work)


def test_queued_writes_are_committed_together(file: Path) -> None:
    async def work(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        await asyncio.gather(*(store.append(first(f"t{i}")) for i in range(300)))
        commits = 0

        def count(statement: str) -> None:
            nonlocal commits
            commits += statement == "COMMIT"

        connection = store._open[0]
        assert isinstance(connection, sqlite3.Connection)
        connection.set_trace_callback(count)
        await asyncio.gather(*(store.append(said(f"t{i}", 2, "hello")) for i in range(300)))
        assert 1 <= commits < 300

    run(file, work)


def test_a_full_disk_refuses_writes_and_keeps_the_data(file: Path) -> None:
    async def work(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        await store.append(first("a"))
        [pages] = store._open[0].execute("PRAGMA page_count").fetchone()
        store._open[0].execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Problem, match="can't be written") as refused:
            await store.append(said("a", 2, *["x" * 4000] * 10))
        assert refused.value.code == "not_stored"
        assert len(await store.log("a")) == 1
        store._open[0].execute("PRAGMA max_page_count = 1000000")
        await store.append(said("a", 2, "there is room again"))

    run(file, work)
    assert texts(run(file, lambda store: store.log("a"))) == ["there is room again"]


def test_lists_show_the_most_recently_changed_first(db: Path | str) -> None:
    async def work(store: Store) -> None:
        for i in range(10):
            await store.append(first(f"r{i}", i))
        await store.append(first("hidden", 99, public=False))
        await store.append(first("done", 50, status="finished"))
        await store.append(first("robots", 60, owners=(), due=True))
        assert [one.table for one in await store.public("running", 3, None)] == ["robots", "r9", "r8"]
        assert [one.table for one in await store.public("running", 2, 8)] == ["r7", "r6"]
        assert [one.table for one in await store.public("finished", 9, None)] == ["done"]
        assert [one.table for one in await store.owned("ana", 3)] == ["hidden", "done", "r9"]
        assert await store.owned("eve", 3) == []
        sit = Batch(2, [Entry(100, Sit(1, "Eve", "eve"))], short("r0", 100), ["ana", "eve"], False)
        await store.append(sit)
        assert [one.table for one in await store.owned("eve", 3)] == ["r0"]
        assert await store.needing_server() == ["robots"]

    run(db, work)


def test_lists_use_an_index(file: Path) -> None:
    run(file, lambda store: store.append(first("a")))
    connection = sqlite3.connect(file)
    query = "SELECT summary FROM tables WHERE public AND status = 'finished' AND updated < 5 ORDER BY updated DESC LIMIT 9"
    plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}"))
    connection.close()
    assert "USING INDEX lobby" in plan
    assert "TEMP B-TREE" not in plan


def test_files_that_are_not_our_store(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no database, but long enough to be looked at as one" * 30)
    with pytest.raises(Problem, match="not a database"):
        SqliteStore(text)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE things (x)")
    connection.commit()
    connection.close()
    with pytest.raises(Problem, match="not an azulejos database"):
        SqliteStore(other)
    with pytest.raises(Problem, match="can't be opened"):
        SqliteStore(tmp_path / "no" / "folder" / "x.db")


def test_a_later_schema_is_left_alone(file: Path) -> None:
    run(file, lambda store: store.append(first("a")))
    connection = sqlite3.connect(file)
    connection.execute("UPDATE about SET value = '99'")
    connection.commit()
    connection.close()
    with pytest.raises(Problem, match="has schema 99"):
        SqliteStore(file)


def test_a_closed_event_loop_is_harmless(db: Path | str) -> None:
    async def work(store: Store) -> None:
        def give_up() -> None:
            async def ask() -> None:
                asyncio.get_running_loop().create_task(store.append(first("orphan")))
                await asyncio.sleep(0)

            asyncio.run(ask())

        thread = threading.Thread(target=give_up)
        thread.start()
        await asyncio.to_thread(thread.join)
        await store.append(first("b"))
        assert len(await store.log("b")) == 1

    run(db, work)


FIRST_SCHEMA = """
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
INSERT INTO about VALUES ('schema', '1');
"""
"""As the first version created it; never change it."""


def made_by_the_first_version(db: Path | str, packed: Packed) -> Summary:
    """A database with one finished game, as the first version left it."""
    summary = batch_of(packed).summary
    rows = [(packed.table, number, encode(entry).decode()) for number, entry in enumerate(packed.entries, 1)]
    row = (packed.table, "finished", True, False, summary.updated, encode_json(summary).decode())
    schema, connection = FIRST_SCHEMA, Session(db) if isinstance(db, str) else sqlite3.connect(db, isolation_level=None)
    if isinstance(db, str):
        for ours, theirs in (("WITHOUT ROWID", ""), ("public INTEGER", "public BOOLEAN"), ("due INTEGER", "due BOOLEAN")):
            schema = schema.replace(ours, theirs)
    for statement in schema.split(";")[:-1]:
        connection.execute(statement)
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
    connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", row)
    connection.close()
    return summary


def test_a_database_of_the_first_version_is_upgraded(db: Path | str) -> None:
    packed = finished(1)
    summary = made_by_the_first_version(db, packed)

    async def work(store: Store) -> None:
        assert await store.log(packed.table) == packed.entries
        assert await store.public("finished", 9, None) == [summary]
        assert await store.uncounted(9) == [packed.table]  # the server fills in the statistics later
        assert await add(store, [finished(2)]) == 1

    run(db, work)
    found, damages = run(db, lambda store: inspect(store, lambda _: None))  # opened again, now upgraded
    assert (found, [damage for damage in damages if damage.lost]) == (2, [])
