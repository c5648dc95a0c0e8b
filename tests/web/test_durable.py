"""Nothing that was acknowledged is lost: servers are killed in the middle of games, and restarted."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

from azulejos.web.config import Config
from azulejos.web.entries import Entry, Resume, Setup
from azulejos.web.store import open_store
from azulejos.web.table import Table
from tests.needs import not_here
from tests.web.live import BOT, ME, PATIENCE, Process, children, running

NOTHING = 0  # the signal that does nothing

pytestmark = not_here(not hasattr(signal, "SIGKILL"), "there is no kill -9")


def log_of(db: Path | str, table: str) -> list[Entry]:
    async def read() -> list[Entry]:
        store = open_store(db)
        try:
            return await store.log(table)
        finally:
            await store.close()

    return asyncio.run(read())


def test_a_server_killed_in_the_middle_of_a_game_has_lost_nothing(db: Path | str) -> None:
    seen: tuple[int, object] | None = None
    server = Process(db)
    ana = server.player()
    table = ana.create(ME, BOT)
    for moves in (3, 5, None):
        with ana.socket(table) as line:
            assert seen in (None, (line.position["number"], line.position["state"]))
            made = 0
            while line.my_turn() is not None and made != moves:
                line.play(made)
                made += 1
            if moves is None:
                break
            seen = (line.position["number"], line.position["state"])
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
        server = Process(db)
        ana.server = server
    result = ana.look(table)["result"]
    assert server.end(signal.SIGTERM) == 0
    log = log_of(db, table)
    again = Table.of(table, log)
    assert again.outcome is not None
    assert list(again.outcome.scores) == result["scores"]
    assert [isinstance(entry.what, Setup) for entry in log] == [True] + [False] * (len(log) - 1)


def test_bots_continue_after_a_kill_while_thinking(db: Path | str) -> None:
    server = Process(db)
    ana = server.player()
    table = ana.create(*[BOT] * 4, game={"game": "azul", "players": 4})
    while ana.look(table)["number"] < 5:
        time.sleep(0.01)
    server.end(signal.SIGKILL)
    before = log_of(db, table)
    server = Process(db)
    ana.server = server
    while ana.look(table)["status"] != "finished":  # without being asked to
        time.sleep(0.05)
    assert server.end(signal.SIGINT) == 0
    assert len(log_of(db, table)) > len(before) or Table.of(table, before).outcome is not None, "they went on"
    assert Table.of(table, log_of(db, table)).outcome is not None


def test_what_is_acknowledged_is_in_the_log_whenever_the_server_dies(db: Path | str) -> None:
    """A client plays as fast as possible, and the server is killed at random moments, again and again."""
    token = ""
    table = ""
    acknowledged: list[int] = []
    for round in range(4):
        server = Process(db)
        ana = server.player(token=token or None)
        token = ana.token
        table = table or ana.create(ME, ME, game={"game": "azul", "round_limit": 50})
        with ana.socket(table) as line:
            assert line.position["number"] >= max(acknowledged, default=0)
            for step in range(5 + 4 * round):
                if line.my_turn() is None:
                    break
                assert line.play(step)["type"] == "ok"
                acknowledged.append(line.position["number"])
            if line.my_turn() is not None:
                line.say(move=line.choices["legal"][0], number=line.choices["number"])  # and this one in flight
            server.end(signal.SIGKILL)
    found = Table.of(table, log_of(db, table))
    assert found.number >= max(acknowledged)


def test_workers_end_with_their_server(db: Path | str) -> None:
    server = Process(db)
    ana = server.player()
    table = ana.create(ME, BOT)
    with ana.socket(table) as line:
        line.play()
        line.my_turn()
    workers = children(server.process.pid)
    assert workers
    server.end(signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE
    while any(_alive(pid) for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_worker_that_dies_is_replaced(db: Path | str) -> None:
    server = Process(db)
    ana = server.player()
    table = ana.create(ME, BOT)
    with ana.socket(table) as line:
        line.play()
        line.my_turn()
        for pid in children(server.process.pid):
            if b"spawn_main" in _command(pid):
                os.kill(pid, signal.SIGKILL)
        line.play()
        assert line.my_turn() is not None
        assert line.position["number"] == 5
    assert server.end(signal.SIGTERM) == 0


def test_a_stopping_server_closes_its_sockets(db: Path | str) -> None:
    server = Process(db)
    ana = server.player()
    with ana.socket(ana.create(ME, BOT)) as line:
        server.process.send_signal(signal.SIGTERM)
        assert line.closed() == 1012
    assert server.end(NOTHING) == 0


def test_no_clock_runs_while_the_server_is_down(db: Path | str) -> None:
    with running(Config(db)) as server:
        ana = server.player()
        table = ana.create(ME, BOT, clock={"seconds": 100, "increment": 0})
        token = ana.token
    log = log_of(db, table)
    with running(Config(db)) as server:
        ana = server.player(token=token)
        assert ana.look(table)["seats"][0]["kind"] == "person"
    assert [isinstance(entry.what, Resume) for entry in log_of(db, table)] == [False] * len(log) + [True]


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def _alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]
    except OSError:
        return False
