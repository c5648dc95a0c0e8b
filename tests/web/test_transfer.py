"""Tables are copied between stores and files completely; damage is found."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from click.testing import CliRunner

from azulejos.bench.games import finished, many
from azulejos.cli import group, main
from azulejos.web.entries import Setup
from azulejos.web.store import EVERYBODY, Store, open_store
from azulejos.web.transfer import add
from tests.web.postgres import Postgres

Got = TypeVar("Got")
GAMES = 8


def with_store(db: Path | str, work: Callable[[Store], Awaitable[Got]]) -> Got:
    async def inside() -> Got:
        store = open_store(db)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(inside())


def azulejos(*args: object) -> str:
    result = CliRunner().invoke(group, ["db", *map(str, args)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Return some finished games in a file."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(many(GAMES)))
    return path


def test_from_file_to_sqlite_to_postgres_and_back(games: Path, file: Path, postgres: Postgres, tmp_path: Path) -> None:
    there, back, again = postgres.database(), tmp_path / "back.db", tmp_path / "again.jsonl"
    assert f"{GAMES} tables read, {GAMES} of them new" in azulejos("import", games, file)
    assert f"{GAMES} tables copied, {GAMES} of them new" in azulejos("migrate", file, there)
    assert f"{GAMES} tables copied, {GAMES} of them new" in azulejos("migrate", there, back)
    for db in (file, there, back):
        assert f"{GAMES} tables are valid" in azulejos("check", db)
    assert f"{GAMES} tables written" in azulejos("export", there, again)
    assert again.read_bytes() == games.read_bytes()


def test_existing_tables_are_left_alone(games: Path, db: Path | str) -> None:
    azulejos("import", games, db)
    before = with_store(db, lambda store: store.totals(EVERYBODY, "azul"))
    assert "0 of them new" in azulejos("import", games, db)
    assert with_store(db, lambda store: store.totals(EVERYBODY, "azul")) == before != {}


def test_lists_statistics_and_analyses_arrive_too(db: Path | str, tmp_path: Path) -> None:
    one = finished(3)
    analysed = type(one)(one.table, one.entries, {"moves": [1, 2]})
    with_store(db, lambda store: add(store, [analysed]))
    azulejos("migrate", db, tmp_path / "other.db")

    async def look(store: Store) -> None:
        assert [found.table for found in await store.public("finished", 9, None)] == [one.table]
        setup = one.entries[0].what
        assert isinstance(setup, Setup)
        assert [found.table for found in await store.owned(setup.host, 9)] == [one.table]
        assert await store.analysis(one.table) == {"moves": [1, 2]}
        assert await store.uncounted(9) == []

    with_store(tmp_path / "other.db", look)


def refused(capsys: pytest.CaptureFixture[str], *args: object) -> str:
    assert main(["db", *map(str, args)]) == 1
    return capsys.readouterr().err


def test_damage_is_named(games: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    azulejos("import", games, file)
    connection = sqlite3.connect(file)
    connection.execute("DELETE FROM entries WHERE \"table\" = 'g00000000002' AND number = 7")
    connection.commit()
    assert "table g00000000002: entry 7 is missing" in refused(capsys, "check", file)
    assert "table g00000000002 is damaged: entry 7 is missing" in refused(capsys, "export", file, tmp_path / "out")
    assert len((tmp_path / "out").read_bytes().splitlines()) == GAMES - 1
    assert "table g00000000002 is damaged" in refused(capsys, "import", games, file)
    connection.execute(
        "UPDATE tables SET summary = replace(summary, '\"round\":', '\"round\":1') WHERE \"table\" = 'g00000000001'"
    )
    connection.commit()
    connection.close()
    assert "table g00000000001: its summary does not match its log" in refused(capsys, "check", file)
    assert "is not a file" in refused(capsys, "check", tmp_path / "nothing.db")
    games.write_text('{"table": "x"}\n')
    assert "line 1 is not a table" in refused(capsys, "import", games, file)


def test_unusable_databases(postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    assert "not a database URL" in refused(capsys, "check", "postgresql://localhost/?nonsense=1")
    assert "can't be reached" in refused(capsys, "check", "postgresql://postgres@127.0.0.1:1/none")
    import psycopg

    other = postgres.database()
    with psycopg.connect(other) as connection:
        connection.execute("CREATE TABLE about (x INTEGER)")
    assert "not an azulejos database" in refused(capsys, "check", other)
    later = postgres.database()
    with_store(later, lambda store: store.size())
    with psycopg.connect(later) as connection:
        connection.execute("UPDATE about SET value = '99'")
    assert "has schema 99" in refused(capsys, "check", later)


def test_progress_is_shown_to_people(
    games: Path, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["db", "import", str(games), str(file)]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["db", "check", str(file)]) == 0
    assert f"{GAMES}/{GAMES}" in capsys.readouterr().err
