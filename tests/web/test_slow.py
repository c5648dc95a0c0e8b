"""A client that does not read delays no other, and gets everything at once when it reads again."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from pathlib import Path

from websockets.sync.client import ClientConnection, connect

from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED
from azulejos.web.subscriber import MOST_QUEUED, Subscriber
from tests.web.live import ME, PATIENCE, Line, Player, Running, running

TIMES = 200  # moves made and taken back


class SlowLine:
    """A line that stores what is written to it."""

    def __init__(self) -> None:
        self.paused = False
        self.cut = False
        self.written: list[bytes] = []
        self.resumed: Callable[[], None] = lambda: None

    def write(self, frames: bytes) -> None:
        self.written.append(frames)

    def abort(self) -> None:
        self.cut = True


def slow_socket(address: str, server: Running) -> ClientConnection:
    """A socket with the smallest buffer that the system allows."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    line.connect(("127.0.0.1", server.port))
    return connect(address, sock=line, max_queue=1, open_timeout=PATIENCE, close_timeout=0.1, ping_interval=None)


def shake(line: Line) -> None:
    """Make a move and take it back, again and again."""
    for _ in range(TIMES):
        line.play()
        assert line.ask(undo=True, number=line.position["number"])["type"] == "ok"


def test_a_slow_reader_gets_one_full_message_for_all_that_was_dropped(db: Path) -> None:
    with running(Config(db, limits=UNLIMITED, patience=PATIENCE)) as server:
        ana = server.player()
        table = ana.create(*[ME] * 4, game={"game": "pavilion", "players": 4})
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket?view=scene"
        with (
            slow_socket(address, server) as slow,
            ana.socket(table, "scene") as line,
        ):
            shake(line)
            line.play()
            reader = Line(slow)  # now it reads
            updates = 0
            while reader.receive()["type"] != "welcome":
                updates += 1
            assert updates < 2 * TIMES
            assert reader.position["scene"] == line.position["scene"]
            line.play()
            while reader.position["number"] != line.position["number"]:
                reader.receive()


def test_a_client_that_does_not_read_for_long_is_disconnected(db: Path) -> None:
    with running(Config(db, limits=UNLIMITED, patience=0.2)) as server:
        ana = server.player()
        table = ana.create(*[ME] * 4, game={"game": "pavilion", "players": 4})
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket?view=scene"
        with (
            slow_socket(address, server),
            ana.socket(table, "scene") as line,
        ):
            assert ana.get("/healthz")["sockets"] == 2
            shake(line)
            deadline = time.monotonic() + PATIENCE
            while ana.get("/healthz")["sockets"] != 1:
                assert time.monotonic() < deadline
                line.say(ping=1)
                line.until("pong")


def test_a_full_queue_is_dropped() -> None:
    async def work() -> None:
        line = SlowLine()
        subscriber = Subscriber(None, "state", "en", line, lambda _: [b"everything, "])
        subscriber.push(b"first, ")
        subscriber.push(b"second")
        await asyncio.sleep(0)
        assert line.written == [b"first, second"], "frames of the same moment are sent together"
        line.paused = True
        for i in range(MOST_QUEUED + 10):
            subscriber.push(b"%d" % i)
        subscriber.answer(b"an answer, ")
        subscriber.answer(b"another")
        await asyncio.sleep(0)
        line.paused = False
        line.resumed()
        assert line.written[1:] == [b"everything, an answer, another"]

    asyncio.run(work())


def test_a_client_that_does_not_read_its_answers_is_disconnected() -> None:
    async def work() -> None:
        line = SlowLine()
        line.paused = True
        subscriber = Subscriber(None, "state", "en", line, lambda _: [])
        for i in range(3 * MOST_QUEUED):
            subscriber.answer(b"%d" % i)
            if line.cut:
                break
        assert MOST_QUEUED < i < 3 * MOST_QUEUED

    asyncio.run(work())


def test_an_unused_room_is_dropped_and_reloaded(db: Path) -> None:
    with running(Config(db, limits=UNLIMITED, room_rest=0.1)) as server:
        ana: Player = server.player()
        table = ana.create(ME, ME)
        with ana.socket(table) as line:
            line.play()
            number = line.position["number"]
        deadline = time.monotonic() + PATIENCE
        while ana.get("/healthz")["rooms"]:
            assert time.monotonic() < deadline
        with ana.socket(table) as line:
            assert line.position["number"] == number
            line.play()
