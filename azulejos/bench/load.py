"""Scripted players and spectators on real sockets, and the server that they load, seen from outside."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from azulejos import GAMES

PATIENCE = 120.0  # seconds: too much to do is what is measured here
TOGETHER = 50  # connections that are opened at the same time

Got = TypeVar("Got")


class Pick(msgspec.Struct):
    """What a scripted player looks at in a choice."""

    move: str


class Heard(msgspec.Struct):
    """What a scripted player looks at in a message."""

    type: str
    number: int = -1
    actor: int | str | None = None
    choices: list[Pick] = []
    code: str = ""


_hear = msgspec.json.Decoder(Heard).decode


class Server:
    """The server under load, seen from outside."""

    def __init__(self, port: int, pid: int) -> None:
        self.address = f"127.0.0.1:{port}"
        self.pid = pid

    def cpu(self) -> float:
        """Processor time that it has used, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes of memory that it holds."""
        return int(Path(f"/proc/{self.pid}/statm").read_text("utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Table:
    """A table of two programs and one that watches."""

    def __init__(self, server: Server, id: str) -> None:
        self.server = server
        self.id = id
        self.delivered = 0  # updates, to anybody
        self.ready = asyncio.Event()
        self.over = False
        self._connections: list[ClientConnection] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers: list[int] = []
        self._choices: tuple[ClientConnection, int, list[Pick]] | None = None
        self._waiting: tuple[int, float, asyncio.Future[float]] | None = None
        self._turn = asyncio.Lock()
        self._dice = random.Random(id)

    @classmethod
    async def create(cls, server: Server, number: int) -> Table:
        """A new table, dealt and with everybody connected."""
        names = tuple(GAMES)
        game = {"game": names[number % len(names)]}
        tokens = [f"bench-{os.urandom(16).hex()}" for _ in range(2)]
        order = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "name": "One"}
        id = (await _post(server, "/api/tables", tokens[0], order))["table"]
        table = cls(server, id)
        await _post(server, f"/api/tables/{id}/seats", tokens[1], {"name": "Two"})
        for token in (*tokens, None):
            await table.watch(token)
        return table

    async def watch(self, token: str | None = None) -> ClientConnection:
        """One more socket to the table."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = f"ws://{self.server.address}/api/tables/{self.id}/socket?view=scene"
        connection = await connect(
            address, additional_headers=headers, compression=None, max_queue=None, ping_interval=None, open_timeout=PATIENCE
        )
        self._connections.append(connection)
        self._numbers.append(0)
        self._tasks.append(asyncio.create_task(self._listen(connection, len(self._numbers) - 1)))
        return connection

    async def _listen(self, connection: ClientConnection, index: int) -> None:
        async for text in connection:
            heard = _hear(text)
            if heard.type == "choices":
                self._choices = (connection, heard.number, heard.choices)
                if self._waiting is None:
                    self.ready.set()
            elif heard.type in ("update", "welcome"):
                self.delivered += heard.type == "update"
                self._numbers[index] = heard.number
                self.over = self.over or heard.actor is None
                self._check()
            elif heard.type == "error":
                raise RuntimeError(f"the server refuses a move: {heard.code}")

    def _check(self) -> None:
        """Whether everybody has what was waited for."""
        if self._waiting is None:
            return
        number, begin, done = self._waiting
        if min(self._numbers) >= number:
            self._waiting = None
            done.set_result(time.perf_counter() - begin)
            if self._choices is not None or self.over:
                self.ready.set()

    async def move(self) -> float | None:
        """Makes some move; gives the seconds until everybody has seen it, or nothing if the game is over."""
        async with self._turn:
            await self.ready.wait()
            if self._choices is None:
                return None
            connection, number, choices = self._choices
            self._choices = None
            self.ready.clear()
            done: asyncio.Future[float] = asyncio.get_running_loop().create_future()
            self._waiting = (number + 1, time.perf_counter(), done)
            await connection.send(json.dumps({"move": self._dice.choice(choices).move, "number": number}))
            return await done

    async def close(self) -> None:
        await asyncio.gather(*(connection.close() for connection in self._connections))
        await asyncio.gather(*self._tasks)


class Hall:
    """All tables."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables

    @classmethod
    async def open(cls, server: Server, count: int) -> Hall:
        return cls(await some_at_a_time(Table.create(server, number) for number in range(count)))

    async def grow(self, server: Server, count: int) -> None:
        """New tables, up to this many; those whose game is over are left."""
        over = [table for table in self.tables if table.over]
        self.tables = [table for table in self.tables if not table.over]
        await asyncio.gather(*(table.close() for table in over))
        self.tables += (await Hall.open(server, count - len(self.tables))).tables

    @property
    def delivered(self) -> int:
        return sum(table.delivered for table in self.tables)

    async def steadily(self, rate: float, seconds: float) -> list[float]:
        """Moves at this rate, table after table; a table that is not ready yet makes its move late, and that counts."""
        begin, moves = time.perf_counter(), []
        for number in range(int(rate * seconds)):
            due = begin + number / rate
            await asyncio.sleep(max(due - time.perf_counter(), 0))
            table = self.tables[number % len(self.tables)]
            moves.append(asyncio.create_task(self._timed(table, due)))
        return [taken for taken in await asyncio.gather(*moves) if taken is not None]

    async def _timed(self, table: Table, due: float) -> float | None:
        return None if await table.move() is None else time.perf_counter() - due

    async def flat_out(self, seconds: float) -> list[float]:
        """Every table moves as soon as everybody there has seen the last move."""
        end = time.perf_counter() + seconds
        times: list[float] = []

        async def play(table: Table) -> None:
            while time.perf_counter() < end and (taken := await table.move()) is not None:
                times.append(taken)

        await asyncio.gather(*(play(table) for table in self.tables))
        return times

    async def close(self) -> None:
        await asyncio.gather(*(table.close() for table in self.tables))


async def some_at_a_time(works: Iterable[Coroutine[Any, Any, Got]]) -> list[Got]:
    """The results of all."""
    gate = asyncio.Semaphore(TOGETHER)

    async def one(work: Coroutine[Any, Any, Got]) -> Got:
        async with gate:
            return await work

    return await asyncio.gather(*(one(work) for work in works))


async def _post(server: Server, path: str, token: str, body: object) -> dict[str, str]:
    """The answer to a request, by the simplest of clients."""
    host, _, port = server.address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    data = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {server.address}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    )
    writer.write(head.encode() + data)
    answer = await reader.read()
    writer.close()
    status, _, text = answer.partition(b"\r\n\r\n")
    if b" 20" not in status[:15]:
        raise RuntimeError(f"{path}: {answer[:500]!r}")
    found: dict[str, str] = json.loads(text)
    return found
