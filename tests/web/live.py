"""Real servers on loopback, and clients that use their public API."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shlex
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from azulejos.web.config import Config
from azulejos.web.server import Server, listen, make_server

PATIENCE = 300.0  # seconds until a test gives up: a busy machine may take long

CLIENT = httpx.Client(
    timeout=PATIENCE,
    verify=False,  # certificates take a tenth of a second to load
    limits=httpx.Limits(max_keepalive_connections=0),
    cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
)
"""For all requests, because making one takes as long as a request; it keeps no connection and no cookie."""

AZUL = {"game": "azul", "players": 2}
ME, OPEN = {"kind": "me"}, {"kind": "open"}
BOT = {"kind": "bot", "level": "apprentice"}


class Running:
    """The address of a running server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def player(self, name: str = "Ana", token: str | None = None) -> Player:
        return Player(self, name, token or secrets.token_urlsafe(20))

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        return CLIENT.request(method, self.url + path, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("POST", path, **more)


class Player:
    """A program that plays: it has a token, and uses HTTP and WebSocket."""

    def __init__(self, server: Running, name: str, token: str) -> None:
        self.server = server
        self.name = name
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        kind = {} if body is None else {"json": body}
        headers = {**self.headers, **more.pop("headers", {})}
        return self.server.ask(method, path, headers=headers, **kind, **more)

    def get(self, path: str) -> Any:
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def create(self, *seats: Any, game: Any = AZUL, **more: Any) -> str:
        answer = self.ask("POST", "/api/tables", {"game": game, "seats": seats, "name": self.name, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def sit(self, table: str, seat: int | None = None) -> list[int]:
        answer = self.ask("POST", f"/api/tables/{table}/seats", {"name": self.name, "seat": seat})
        assert answer.status_code == 200, answer.text
        return list(answer.json()["you"])

    def move(self, table: str, move: Any, number: int) -> httpx.Response:
        return self.ask("POST", f"/api/tables/{table}/moves", {"move": move, "number": number})

    def look(self, table: str) -> Any:
        return self.get(f"/api/tables/{table}")

    @contextlib.contextmanager
    def socket(self, table: str, view: str = "state", **options: Any) -> Iterator[Line]:
        """Connect to a table, and return the socket and the first message."""
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{table}/socket?view={view}"
        options = {"ping_interval": None, **options}  # pings would use the random generator that Hypothesis controls
        with connect(address, additional_headers=self.headers, open_timeout=PATIENCE, **options) as connection:
            yield Line(connection)


class Line:
    """A socket to a table; it keeps the last position and the last choices."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.position: Any = None
        self.choices: Any = None
        self.welcome = self.until("welcome")
        self._id = 0

    def receive(self) -> Any:
        message = json.loads(self.connection.recv(PATIENCE))
        if message["type"] in ("welcome", "update"):
            self.position = message
        elif message["type"] == "choices":
            self.choices = message
        return message

    def until(self, *kinds: str) -> Any:
        """Return the next message of one of these kinds."""
        while (message := self.receive())["type"] not in kinds:
            pass
        return message

    def say(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def ask(self, **message: Any) -> Any:
        """Return the server's answer to a message; everything before it is processed."""
        self._id += 1
        self.say(**message, id=self._id)
        while (answer := self.receive()).get("re") != self._id:
            pass
        return answer

    def closed(self) -> int | None:
        """Process messages until the connection is closed; return the code, if there is one."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return None if closed.rcvd is None else int(closed.rcvd.code)

    def my_turn(self) -> Any:
        """Wait until there is something to choose, or the game is over."""
        while self.position["result"] is None and (self.choices is None or self.choices["number"] != self.position["number"]):
            self.receive()
        return None if self.position["result"] is not None else self.choices

    def play(self, pick: int = 0) -> Any:
        """Make one of the possible moves."""
        choices = self.my_turn()
        if "legal" in choices:
            move = choices["legal"][pick % len(choices["legal"])]
        else:
            move = choices["choices"][pick % len(choices["choices"])]["move"]
        return self.ask(move=move, number=choices["number"])


@contextlib.contextmanager
def running(config: Config) -> Iterator[Running]:
    """A server in a thread of this process."""
    ready = threading.Event()
    with listen("127.0.0.1", 0, search=False) as socket:
        server: Server = make_server(config, ready.set)
        server.config.ws_ping_interval = None  # see `Player.socket`
        thread = threading.Thread(target=server.run, args=([socket],))
        thread.start()
        try:
            assert ready.wait(PATIENCE)
            found = Running(socket.getsockname()[1])
            yield found
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


PROGRAM = shlex.split(os.environ.get("AZULEJOS_PROGRAM", "")) or [sys.executable, "-m", "azulejos"]
"""The program that is tested: another version of it, if that is set."""


class Process(Running):
    """`azulejos serve` as a separate process."""

    def __init__(self, db: Path | str, *options: str, program: Sequence[str] = PROGRAM) -> None:
        command = [*program, "serve", "--port", "0", "--db", str(db), *options]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 (`end` closes it)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=environment)
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline()
        found = re.search(r"http://[^:]+:([0-9]+)/", self.greeting)
        assert found is not None, self.greeting
        super().__init__(int(found[1]))

    def end(self, signal: int) -> int:
        """Send a signal, and return the exit code."""
        self.process.send_signal(signal)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()
        return code


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, by any of its threads; from /proc."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError):  # it has ended meanwhile
            found += map(int, thread.read_text().split())
    return found


__all__ = ["AZUL", "BOT", "ME", "OPEN", "PATIENCE", "PROGRAM", "Line", "Player", "Process", "Running", "children", "running"]
