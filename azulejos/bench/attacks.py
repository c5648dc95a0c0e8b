"""Attacks on a server from one address, as hard as its limits allow.

Each is a process of its own, so that it does not slow down those who measure: `python -m azulejos.bench.attacks NAME PORT
ADDRESS SECONDS`.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

from azulejos.bench.client import Connection, connect
from azulejos.bench.http import Address
from azulejos.core.contract import CHANCE
from azulejos.core.game import Game
from azulejos.core.registry import GAMES
from azulejos.record import Record
from azulejos.web.messages import key_of

SOCKETS = 200  # as many as an address may have
HALF = 1200
PICTURES = 60


class Attack:
    """An attacker: an address, any number of tokens, and the time when it ends."""

    def __init__(self, port: int, address: str, seconds: float) -> None:
        self.at = Address(port, address)
        self.end = time.monotonic() + seconds

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    def token(self) -> str:
        return f"attack-{os.urandom(16).hex()}"

    async def table(self, seats: list[dict[str, str]], token: str, **options: Any) -> str | None:
        """Return a new table, or nothing if the server refuses."""
        body = {"game": {**plain(len(seats)).json, **options}, "seats": seats, "name": "Eve"}
        status, _, text = await self.at.ask("POST", "/api/tables", token, json.dumps(body).encode())
        return json.loads(text)["table"] if status == 201 else None

    async def tables(self, count: int, seats: list[dict[str, str]]) -> list[tuple[str, str]]:
        """Return new tables with their tokens, as many as the server allows at once."""
        found = []
        for _ in range(count):
            token = self.token()
            table = await self.table(seats, token)
            if table is None:
                break
            found.append((table, token))
        return found

    async def upload(self, record: Record) -> str | None:
        status, _, text = await self.at.ask("POST", "/api/records", self.token(), record.text.encode(), kind="text/plain")
        return json.loads(text)["table"] if status == 201 else None

    async def longest(self) -> str | None:
        """Return the table with the longest game that the server accepts."""
        record = first_moves()
        for events in (len(record.events), 5000, 2000, 1000, 200):
            found = await self.upload(Record(record.game, record.events[:events], record.names))
            if found is not None:
                return found
        return None

    async def socket(self, table: str, token: str | None, receive: Callable[[bytes], None] = lambda _: None) -> Connection:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        path = f"/api/tables/{table}/socket?view=scene"
        return await connect("127.0.0.1", self.at.port, path, headers, receive, 30, (self.at.address, 0))

    async def at_once(self, count: int, one: Callable[[int], Awaitable[None]]) -> None:
        """Do something at this many places, again and again, until the end."""

        async def again(number: int) -> None:
            while self.goes_on:
                try:
                    async with asyncio.timeout(max(self.end - time.monotonic(), 0.01)):
                        await one(number)
                except (OSError, RuntimeError, TimeoutError, EOFError, asyncio.IncompleteReadError, ValueError):
                    await asyncio.sleep(0.05)

        await asyncio.gather(*(again(number) for number in range(count)))

    # -- the attacks

    async def hints(self) -> None:
        """Sockets that ask for a hint and leave."""
        tables = await self.tables(25, [{"kind": "me"}, {"kind": "me"}])

        async def one(number: int) -> None:
            table, token = tables[number % len(tables)]
            heard: asyncio.Queue[bytes] = asyncio.Queue()
            line = await self.socket(table, token, heard.put_nowait)
            line.send(json.dumps({"hint": True, "number": json.loads(await heard.get())["number"]}).encode())
            await asyncio.sleep(random.random() * 0.2)
            line.cut()

        await self.at_once(100, one)

    async def bots_alone(self) -> None:
        """Tables of four masters that no one watches."""
        while self.goes_on:
            if await self.table([{"kind": "bot", "level": "master"}] * 4, self.token()) is None:
                await asyncio.sleep(0.2)

    async def watched_bots(self) -> None:
        """Tables of a person and three masters, with a socket at each."""
        tables = await self.tables(30, [{"kind": "me"}] + [{"kind": "bot", "level": "master"}] * 3)

        async def one(number: int) -> None:
            table, token = tables[number]
            moves: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

            def heard(text: bytes) -> None:
                message = json.loads(text)
                if message["type"] == "choices":
                    moves.put_nowait(message)

            line = await self.socket(table, token, heard)
            while self.goes_on:
                choices = await moves.get()
                line.send(json.dumps({"move": choices["choices"][0]["move"], "number": choices["number"]}).encode())

        await self.at_once(len(tables), one)

    async def film(self) -> None:
        """Films, replays and pages of the longest possible game."""
        table = await self.longest()
        paths = itertools.cycle(("replay", "film.gif", "replay", "record", "film.gif?theme=dark", "record.json"))

        async def one(_: int) -> None:
            await self.at.ask("GET", f"/api/tables/{table}/{next(paths)}", self.token())

        await self.at_once(30, one)

    async def long_welcomes(self) -> None:
        """Sockets that come to the longest possible game, again and again, in all languages."""
        table = await self.longest()

        async def one(number: int) -> None:
            assert table is not None
            line = await self.socket(table, self.token())
            await asyncio.sleep(0.05)
            line.cut()

        await self.at_once(50, one)

    async def replays(self) -> None:
        """Ordinary replays of many games."""
        records = [random_game(seed) for seed in range(20)]
        tables = [table for record in records if (table := await self.upload(record)) is not None]

        async def one(number: int) -> None:
            language = random.choice(("en", "fr", "de", "hu"))
            await self.at.ask("GET", f"/api/tables/{random.choice(tables)}/replay", self.token(), language=language)

        await self.at_once(30, one)

    async def pictures(self) -> None:
        """Pictures of 4,000 pixels, each of another position."""
        table, numbers = await self.upload(random_game(1)), itertools.count()
        themes = ("light", "dark", "light-strong", "dark-strong")

        async def one(_: int) -> None:
            number = next(numbers)
            path = f"/api/tables/{table}/picture.png?width=4000&number={number // 4 % 60}&theme={themes[number % 4]}"
            await self.at.ask("GET", path, self.token())

        await self.at_once(PICTURES, one)

    async def unread(self) -> None:
        """Sockets and requests that never read what they get."""
        table, token = await self.longest(), self.token()
        lively = await self.table([{"kind": "me"}, {"kind": "me"}], token)
        quiet: list[socket.socket] = []
        for number in range(SOCKETS):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            line.bind((self.at.address, 0))
            with contextlib.suppress(OSError):
                line.connect(("127.0.0.1", self.at.port))
                path = f"/api/tables/{table if number % 2 else lively}/socket?view=scene"
                if number % 4 == 0:
                    line.sendall(f"GET /api/tables/{table}/replay HTTP/1.1\r\nHost: a\r\n\r\n".encode() * 20)
                else:
                    line.sendall(
                        f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
                    )
            quiet.append(line)
            await asyncio.sleep(0.005)
        number = 0

        def heard(text: bytes) -> None:
            nonlocal number
            number = json.loads(text).get("number", number)

        assert lively is not None
        talking = await self.socket(lively, token, heard)
        while self.goes_on:
            talking.send(json.dumps({"name": f"Eve {number}"}).encode())
            talking.send(json.dumps({"chat": "x" * 190}).encode())
            await asyncio.sleep(0.05)

    async def half_requests(self) -> None:
        """Requests that are never completed."""
        begun: list[socket.socket] = []
        while self.goes_on:
            if len(begun) < HALF:
                line = socket.socket()
                line.setblocking(False)
                line.bind((self.at.address, 0))
                with contextlib.suppress(OSError):
                    line.connect(("127.0.0.1", self.at.port))
                begun.append(line)
            one = random.choice(begun)
            with contextlib.suppress(OSError):
                one.send(b"GET / HTTP/1.1\r\nHost: a\r\nX-Half:")
            await asyncio.sleep(0.001 if len(begun) < HALF else 0.01)

    async def tiny_parts(self) -> None:
        """Requests that are long to parse: thousands of headers, chunks of a byte, frames without content."""
        table = await self.table([{"kind": "me"}, {"kind": "me"}], self.token())
        get, post = "GET / HTTP/1.1\r\nHost: a\r\n", "POST /api/records HTTP/1.1\r\nHost: a\r\n"
        handshake = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        )
        sent = itertools.cycle(
            (
                (get, b"a:b\r\n"),
                (post + "Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
                (handshake, b"\x89\x80\0\0\0\0"),
                (get + "\r\n", get.encode() + b"\r\n"),
            )
        )

        async def one(_: int) -> None:
            head, part = next(sent)
            reader, writer = await asyncio.open_connection("127.0.0.1", self.at.port, local_addr=(self.at.address, 0))
            try:
                writer.write(head.encode())
                if head == handshake:
                    await reader.readuntil(b"\r\n\r\n")
                writer.write(part * (250_000 // len(part)))
                await asyncio.wait_for(reader.read(1_000_000), 2)
            finally:
                writer.transport.abort()

        await self.at_once(40, one)

    async def layouts(self) -> None:
        """Layouts and pictures of the same game with ever other options."""
        kind = next(iter(GAMES.values()))
        [(name, most), *_] = [(one.name, one.most) for one in kind.description().options if one.kind == "number"]
        numbers = itertools.cycle(range(1, (most or 1) + 1))

        async def one(_: int) -> None:
            key = f"{key_of(plain(random.choice((2, 3, 4))))}-{name}.{next(numbers)}"
            await self.at.ask("GET", random.choice((f"/layout/{key}/0/wide", f"/picture/{key}.svg")), self.token())

        await self.at_once(40, one)

    async def requests(self) -> None:
        """As many requests as possible, over fifty connections."""
        paths = itertools.cycle(("/", "/api/games", "/statistics", "/api/tables", "/api/lessons/" + next(iter(GAMES))))

        async def one(_: int) -> None:
            await self.at.ask("GET", next(paths), self.token())

        await self.at_once(50, one)

    async def moves(self) -> None:
        """Moves made and taken back, and other messages, over two hundred sockets."""
        tables = await self.tables(25, [{"kind": "me"}, {"kind": "me"}])

        async def one(index: int) -> None:
            table, token = tables[index % len(tables)]
            choices: dict[str, Any] = {"number": 0}

            def heard(text: bytes) -> None:
                message = json.loads(text)
                if message["type"] == "choices":
                    choices.update(message)
                elif "number" in message:
                    choices["number"] = message["number"]

            line = await self.socket(table, token, heard)
            while self.goes_on and not line.closed.done():
                if "choices" in choices:
                    move = choices["choices"][0]["move"]
                    line.send(json.dumps({"move": move, "number": choices["number"]}).encode())
                line.send(json.dumps({"undo": True, "number": choices["number"]}).encode())
                line.send(json.dumps({"why": ["x"], "number": choices["number"]}).encode())
                await asyncio.sleep(0.05)

        await self.at_once(100, one)

    async def searches(self) -> None:
        """The best moves of one position after another."""
        asked = itertools.cycle(_positions())

        async def one(_: int) -> None:
            body = json.dumps({"text": next(asked)}).encode()
            await self.at.ask("POST", "/api/positions/moves", self.token(), body)

        await self.at_once(40, one)

    async def uploads(self) -> None:
        """Records of the greatest length that the server accepts, as fast as it accepts them."""
        record = first_moves()
        record = Record(record.game, record.events[:2000], record.names)

        async def one(_: int) -> None:
            if await self.upload(record) is None:
                await asyncio.sleep(0.1)

        await self.at_once(10, one)

    async def boards(self) -> None:
        """Analysis boards that ask about another position again and again."""
        asked = itertools.cycle(_positions())

        async def one(_: int) -> None:
            path = "/api/positions/socket"
            line = await connect("127.0.0.1", self.at.port, path, {}, lambda _: None, 30, (self.at.address, 0))
            try:
                while self.goes_on and not line.closed.done():
                    line.send(json.dumps({"think": next(asked)}).encode())
                    await asyncio.sleep(0.05)
            finally:
                line.cut()

        await self.at_once(100, one)

    async def puzzles(self) -> None:
        """Puzzles and wrong answers, each by somebody new."""

        async def one(_: int) -> None:
            token = self.token()
            await self.at.ask("GET", "/api/puzzles", token)
            puzzle = json.loads((await self.at.ask("GET", "/api/puzzles/next", token))[2])
            body = json.dumps({"moves": [random.choice(puzzle["choices"])["move"]]}).encode()
            await self.at.ask("POST", f"/api/puzzles/{puzzle['id']}/answer", token, body)

        await self.at_once(40, one)

    async def trees(self) -> None:
        """Trees of long records, and positions to show."""
        record, asked = first_moves(), itertools.cycle(_positions())
        text = Record(record.game, record.events[:2000], record.names).text.encode()

        async def one(number: int) -> None:
            if number % 2:
                await self.at.ask("POST", "/api/records/tree", self.token(), text, kind="text/plain")
            else:
                await self.at.ask("POST", "/api/positions", self.token(), json.dumps({"text": next(asked)}).encode())

        await self.at_once(40, one)

    async def spectators(self) -> None:
        """People who come to a lively table, take other names, and leave."""
        token = self.token()
        table = await self.table([{"kind": "me"}, {"kind": "me"}], token)

        async def one(number: int) -> None:
            assert table is not None
            line = await self.socket(table, token if number % 2 else self.token())
            for word in range(10):
                line.send(json.dumps({"name": f"Eve {number} {word}"}).encode())
                line.send(json.dumps({"chat": "x" * 190}).encode())
            await asyncio.sleep(0.1)
            line.cut()

        await self.at_once(100, one)

    async def connections(self) -> None:
        """Connections that are opened and closed."""

        async def one(_number: int) -> None:
            _, writer = await asyncio.open_connection("127.0.0.1", self.at.port, local_addr=(self.at.address, 0))
            writer.transport.abort()

        await self.at_once(50, one)


def _positions() -> list[str]:
    """Return positions of some games in which a seat is to move."""
    return [state.text for seed in range(8) for state in random_game(seed).states() if isinstance(state.actor, int)]


def plain(players: int, **options: Any) -> Game:
    """Return the first game, with its usual options."""
    return next(iter(GAMES.values()))(players=players, **options)


def first_moves() -> Record:
    """Return the longest game that the rules allow, in which everyone always makes the first legal move."""
    kind = next(iter(GAMES.values()))
    longest = {one.name: one.most for one in kind.description().options if one.kind == "number"}
    return _played(plain(2, **longest), lambda state: state.legal_moves[0])


def random_game(seed: int) -> Record:
    dice = random.Random(seed)
    return _played(plain(2), lambda state: dice.choice(state.legal_moves))


def _played(game: Game, choose: Callable[[Any], Any]) -> Record:
    state, events, dice = game.start(), [], random.Random(1)
    while state.actor is not None:
        event = state.draw(dice) if state.actor is CHANCE else choose(state)
        events.append(event)
        state = state.play(event)
    return Record(game, tuple(events), ("Eve", "Eva"))


def main(name: str, port: str, address: str, seconds: str) -> None:
    os.nice(10)  # those who measure come first
    with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
        asyncio.run(getattr(Attack(int(port), address, float(seconds)), name)())


if __name__ == "__main__":
    main(*sys.argv[1:])
