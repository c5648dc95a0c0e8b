"""The disk is full, or a write was incomplete: nothing that was acknowledged is lost, and the rest is usable."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sys
import time
from pathlib import Path

from azulejos.web.config import Config
from azulejos.web.entries import Entry
from azulejos.web.inspection import check
from azulejos.web.limits import UNLIMITED
from azulejos.web.store import open_store
from azulejos.web.transfer import Packed, played
from tests.faults.scenario import full_disk
from tests.needs import not_here
from tests.web.live import ME, Process, running
from tests.web.postgres import Postgres

pytestmark = not_here(sys.platform != "linux", "limits the file size of a running process")


def test_a_server_with_a_full_disk_refuses_and_recovers(file: Path) -> None:
    server = Process(file)
    ana = server.player()
    table = ana.create(ME, ME)
    with ana.socket(table) as line:
        assert line.play()["type"] == "ok"
        number = line.position["number"]
        with full_disk(server.process.pid):  # the log on standard error goes to a file, too
            refused = line.play()
            assert (refused["type"], refused["code"]) == ("error", "not_stored")
            order = {"game": {"game": "azul"}, "seats": [ME, ME], "name": "Ana"}
            assert ana.ask("POST", "/api/tables", order).status_code == 503
            assert ana.look(table)["number"] == number  # reading still works
        assert line.play()["type"] == "ok"
    assert server.end(signal.SIGTERM) == 0
    assert played(Packed(table, read(file, table))).number == number + 1


def test_a_full_disk_of_postgres(postgres: Postgres) -> None:
    db = postgres.database()
    with running(Config(db, limits=UNLIMITED)) as server:
        ana = server.player()
        table = ana.create(ME, ME)
        with ana.socket(table) as line:
            assert line.play()["type"] == "ok"
            number = line.position["number"]
            with postgres.full_disk():
                refused = line.play()
                assert (refused["type"], refused["code"]) == ("error", "not_stored")
                assert ana.look(table)["number"] == number
            while line.play()["type"] != "ok":  # PostgreSQL restarts when it can't write its journal
                time.sleep(0.1)
    assert played(Packed(table, read(db, table))).number == number + 1


def read(db: Path | str, table: str) -> list[Entry]:
    async def work() -> list[Entry]:
        store = open_store(db)
        try:
            await check(store, lambda _: None)
            return await store.log(table)
        finally:
            await store.close()

    return asyncio.run(work())


def copy(db: Path, folder: Path, wal: bytes) -> Path:
    """Return the database as it was on the disk, with this much of its write-ahead log."""
    folder.mkdir()
    shutil.copy(db, folder / db.name)
    (folder / f"{db.name}-wal").write_bytes(wal)
    return folder / db.name


def test_a_torn_last_write_is_ignored(file: Path, tmp_path: Path) -> None:
    server = Process(file)
    ana = server.player()
    table = ana.create(ME, ME)
    wal = file.with_name(file.name + "-wal")
    with ana.socket(table) as line:
        for _ in range(5):
            line.play()
        acknowledged, before = line.position["number"], wal.read_bytes()
        line.play()
        after = wal.read_bytes()
    assert len(after) > len(before)
    last = len(after) - len(before)
    torn = {
        "nothing of it": before,
        "a part": after[: len(before) + last // 2],
        "all but a byte": after[:-1],
        "rubbish": before + bytes(range(256)) * (last // 256),
        "a flipped bit": after[:-100] + bytes([after[-100] ^ 1]) + after[-99:],
    }
    for name, bytes_ in torn.items():
        found = played(Packed(table, read(copy(file, tmp_path / name, bytes_), table)))
        assert found.number == acknowledged, name
    whole = played(Packed(table, read(copy(file, tmp_path / "all of it", after), table)))
    assert whole.number == acknowledged + 1
    server.end(signal.SIGKILL)
