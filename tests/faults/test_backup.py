"""Backups taken during play: restored, they contain everything that was acknowledged before, and the games can continue."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from azulejos.cli import main
from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED
from tests.faults.client import Client, Made
from tests.faults.verdict import verify
from tests.web.live import running
from tests.web.postgres import Postgres


@contextlib.contextmanager
def played_at(db: Path | str) -> Iterator[list[Made]]:
    """A server where four clients play; yields what has been acknowledged so far."""
    with running(Config(db, limits=UNLIMITED)) as server:
        clients = [Client(server, number) for number in range(4)]
        for client in clients:
            client.start()
        while min(len(client.acknowledged) for client in clients) < 5:
            clients[0].join(0.01)
        try:
            yield [one for client in clients for one in client.acknowledged]
        finally:
            for client in clients:
                client.stop()


def go_on_with(restored: Path | str, before: list[Made]) -> None:
    """Check that everything acknowledged before the backup is there, and that the games continue."""
    assert not verify(restored, before).lost
    with played_at(restored) as more:
        assert more
    found = verify(restored, [*before, *more])
    assert found.tables
    assert not found.lost
    assert not found.doubled


def test_export_and_import(db: Path | str, tmp_path: Path) -> None:
    with played_at(db) as before:
        assert main(["db", "export", str(db), str(tmp_path / "backup.jsonl")]) == 0
    assert main(["db", "import", str(tmp_path / "backup.jsonl"), str(tmp_path / "restored.db")]) == 0
    go_on_with(tmp_path / "restored.db", before)


def test_a_copy_made_by_sqlite(file: Path, tmp_path: Path) -> None:
    with played_at(file) as before:
        connection = sqlite3.connect(file)
        connection.execute("VACUUM INTO ?", (str(tmp_path / "restored.db"),))
        connection.close()
    go_on_with(tmp_path / "restored.db", before)


def test_a_dump_of_postgres(postgres: Postgres, tmp_path: Path) -> None:
    db, restored = postgres.database(), postgres.database()
    with played_at(db) as before:
        postgres.run("pg_dump", "--format=custom", f"--file={tmp_path}/dump", f"--dbname={db}")
    postgres.run("pg_restore", f"--dbname={restored}", f"{tmp_path}/dump")
    go_on_with(restored, before)
