"""The disk is full, or did not write all: nothing that was acknowledged is lost, and what is left can be used."""

from __future__ import annotations

import asyncio
import resource
import shutil
import signal
import sys
from pathlib import Path

import pytest

from azulejos.web.entries import Entry
from azulejos.web.moving import Packed, check, played
from azulejos.web.sqlite import SqliteStore
from tests.web.live import ME, Process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits the file size of a running process")

NO_LIMIT = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


def test_a_server_whose_disk_is_full_refuses_and_goes_on_when_there_is_room_again(file: Path) -> None:
    server = Process(file)
    ana = server.player()
    table = ana.create(ME, ME)
    with ana.socket(table) as line:
        assert line.play()["type"] == "ok"
        wal = file.with_name(file.name + "-wal")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (wal.stat().st_size, resource.RLIM_INFINITY))
        number = line.position["number"]
        refused = line.play()
        assert (refused["type"], refused["code"]) == ("error", "not_stored")
        assert ana.ask("POST", "/api/tables", {"game": {"game": "azul"}, "seats": [ME, ME], "name": "Ana"}).status_code == 503
        assert ana.look(table)["number"] == number  # reading goes on
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, NO_LIMIT)
        assert line.play()["type"] == "ok"
    assert server.end(signal.SIGTERM) == 0
    assert played(Packed(table, read(file, table))).number == number + 1


def read(db: Path, table: str) -> list[Entry]:
    async def work() -> list[Entry]:
        store = SqliteStore(db)
        try:
            await check(store, lambda _: None)
            return await store.log(table)
        finally:
            await store.close()

    return asyncio.run(work())


def copy(db: Path, folder: Path, wal: bytes) -> Path:
    """The database as it was on the disk, with this much of its write-ahead log."""
    folder.mkdir()
    shutil.copy(db, folder / db.name)
    (folder / f"{db.name}-wal").write_bytes(wal)
    return folder / db.name


def test_a_torn_last_write_is_as_if_it_had_not_been(file: Path, tmp_path: Path) -> None:
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
