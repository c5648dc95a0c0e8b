"""A client that keeps playing, whatever happens to servers and connections, and records what was sent and acknowledged."""

from __future__ import annotations

import random
import threading
import time
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import WebSocketException

from tests.web.live import AZUL, BOT, ME, PATIENCE, Running

LOST = (OSError, EOFError, TimeoutError, httpx.HTTPError, WebSocketException)
CLOCK = {"seconds": 3600, "increment": 0}  # enough for everything here, unless a clock jumps


class Made(NamedTuple):
    """A move that a client made, intended as the game event of this number."""

    table: str
    number: int
    action: Any


class Client(threading.Thread):
    """Plays games with both seats, or against a bot, until it is stopped."""

    def __init__(self, server: Running, seed: int) -> None:
        super().__init__(daemon=True)
        self.dice = random.Random(seed)
        self.player = server.player()
        self.seats = (ME, ME) if seed % 2 else (ME, BOT)
        self.table: str | None = None
        self.sent: list[Made] = []
        self.acknowledged: list[Made] = []
        self.lost_lines = self.refused = self.finished = 0
        self._end = threading.Event()

    def stop(self) -> None:
        """Stop after the current move."""
        self._end.set()
        self.join(PATIENCE)
        assert not self.is_alive(), "a client waits for something that does not come"

    def give_up(self) -> None:
        """Stop soon: the servers are gone."""
        self._end.set()

    def run(self) -> None:
        while not self._end.is_set():
            try:
                self._play()
            except LOST:
                self.lost_lines += 1
                time.sleep(0.05)

    def _play(self) -> None:
        table = self.table = self.table or self._create()
        if table is None:
            return
        with self.player.socket(table) as line:
            while not self._end.is_set():
                choices = line.my_turn()
                if choices is None:
                    self.table = None
                    self.finished += 1
                    return
                made = Made(table, choices["number"], self.dice.choice(choices["legal"]))
                self.sent.append(made)
                answer = line.ask(move=made.action, number=made.number)
                if answer["type"] == "ok":
                    self.acknowledged.append(made)
                    continue
                self.refused += 1
                if answer["code"] == "stale":
                    line.choices = None  # a full update follows
                else:
                    time.sleep(0.1)

    def _create(self) -> str | None:
        body = {"game": AZUL, "seats": self.seats, "name": "Ana", "clock": self.dice.choice((CLOCK, None))}
        answer = self.player.ask("POST", "/api/tables", body)
        if answer.status_code == 201:
            return str(answer.json()["table"])
        self.refused += 1
        time.sleep(0.1)
        return None
