"""Scripted players and spectators on real sockets, and the server under load, observed from outside."""

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

from azulejos import GAMES
from azulejos.bench.client import Connection, connect

PATIENCE = 120.0  # seconds: overload is what is measured here
TOGETHER = 50  # connections that are opened at the same time

Got = TypeVar("Got")


class Pick(msgspec.Struct):
    """The fields of a choice that a scripted player uses."""

    move: str


class ServerMessage(msgspec.Struct):
    """The fields of a message that a scripted player uses."""

    type: str
    number: int = -1
    actor: int | str | None = None
    choices: list[Pick] = []
    code: str = ""


_decode = msgspec.json.Decoder(ServerMessage).decode


class Server:
    """The server under load, observed from outside."""

    def __init__(self, port: int, pid: int) -> None:
        self.address = f"127.0.0.1:{port}"
        self.pid = pid

    def cpu(self) -> float:
        """Return the processor time used, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return the memory used, in bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text("utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Table:
    """A table with two programs and a spectator."""

    def __init__(self, server: Server, id: str) -> None:
        self.server = server
        self.id = id
        self.delivered = 0  # updates, to all clients
        self.ready = asyncio.Event()
        self.over = False
        self._connections: dict[int, Connection] = {}
        self._numbers: list[int] = []
        self._choices: tuple[int, int, list[Pick]] | None = None
        self._waiting: tuple[int, float, asyncio.Future[float]] | None = None
        self._turn = asyncio.Lock()
        self._dice = random.Random(id)

    @classmethod
    async def create(cls, server: Server, number: int) -> Table:
        """Return a new table, dealt and with everyone connected."""
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

    async def watch(self, token: str | None = None) -> Connection:
        """Open another socket to the table."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        host, _, port = self.server.address.partition(":")
        index = len(self._numbers)
        self._numbers.append(0)
        path = f"/api/tables/{self.id}/socket?view=scene"
        connection = await connect(host, int(port), path, headers, lambda text: self._decode(text, index), PATIENCE)
        self._connections[index] = connection
        return connection

    def _decode(self, text: bytes, index: int) -> None:
        message = _decode(text)
        if message.type == "choices":
            self._choices = (index, message.number, message.choices)
            if self._waiting is None:
                self.ready.set()
        elif message.type in ("update", "welcome"):
            self.delivered += message.type == "update"
            self._numbers[index] = message.number
            self.over = self.over or message.actor is None
            self._check()
        elif message.type == "error" and self._waiting is not None:
            self._waiting[2].set_exception(RuntimeError(f"the server refuses a move: {message.code}"))

    def _check(self) -> None:
        """Return whether everyone has the expected message."""
        if self._waiting is None:
            return
        number, begin, done = self._waiting
        if min(self._numbers) >= number:
            self._waiting = None
            done.set_result(time.perf_counter() - begin)
            if self._choices is not None or self.over:
                self.ready.set()

    async def move(self) -> float | None:
        """Make a move; return the seconds until everyone has seen it, or nothing if the game is over."""
        async with self._turn:
            await self.ready.wait()
            if self._choices is None:
                return None
            index, number, choices = self._choices
            self._choices = None
            self.ready.clear()
            done: asyncio.Future[float] = asyncio.get_running_loop().create_future()
            self._waiting = (number + 1, time.perf_counter(), done)
            self._connections[index].send(json.dumps({"move": self._dice.choice(choices).move, "number": number}).encode())
            return await done

    async def close(self) -> None:
        await asyncio.gather(*(connection.close() for connection in self._connections.values()))


class Hall:
    """All tables."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables

    @classmethod
    async def open(cls, server: Server, count: int) -> Hall:
        return cls(await some_at_a_time(Table.create(server, number) for number in range(count)))

    async def grow(self, server: Server, count: int) -> None:
        """Open new tables, up to this many; finished ones are left."""
        over = [table for table in self.tables if table.over]
        self.tables = [table for table in self.tables if not table.over]
        await asyncio.gather(*(table.close() for table in over))
        self.tables += (await Hall.open(server, count - len(self.tables))).tables

    @property
    def delivered(self) -> int:
        return sum(table.delivered for table in self.tables)

    async def steadily(self, rate: float, seconds: float) -> list[float]:
        """Move at this rate, table after table; a table that is not ready yet moves late, and that counts."""
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
        """Move at every table as soon as everyone there has seen the last move, until the first game is over."""
        end = time.perf_counter() + seconds
        times: list[float] = []

        async def play(table: Table) -> None:
            nonlocal end
            while time.perf_counter() < end and (taken := await table.move()) is not None:
                times.append(taken)
                if table.over:
                    end = 0.0  # with fewer tables, the server would wait for the clients

        await asyncio.gather(*(play(table) for table in self.tables))
        return times

    async def close(self) -> None:
        await asyncio.gather(*(table.close() for table in self.tables))


async def some_at_a_time(works: Iterable[Coroutine[Any, Any, Got]]) -> list[Got]:
    """Return the results of all."""
    gate = asyncio.Semaphore(TOGETHER)

    async def one(work: Coroutine[Any, Any, Got]) -> Got:
        async with gate:
            return await work

    return await asyncio.gather(*(one(work) for work in works))


async def _post(server: Server, path: str, token: str, body: object) -> dict[str, str]:
    """Return the response to a request, with a minimal client."""
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
