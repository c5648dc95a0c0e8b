"""Input in turns: parsing it costs processor time as well, and one address must not make the others wait for that.

In each round of the event loop, one piece of input of an address is parsed, from whichever of its connections. An address that
has used up its share of the server's time is not read at all until it has some again: its connections are paused, so that its
own system holds back what it sends. (Behind a trusted proxy, an address waits in `Budgets.turn`.)
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from typing import TYPE_CHECKING

from azulejos.web.budgets import Asker, Budgets

if TYPE_CHECKING:
    from azulejos.web.links import Link

CONNECTION = 0.0002  # processor seconds of a new connection


class Intake:
    """The input that the server has received and not parsed yet."""

    def __init__(self, budgets: Budgets, most: int) -> None:
        """An address may have `most` bytes that wait."""
        self._budgets = budgets
        self._most = most
        self._turns: dict[str, deque[Link]] = {}  # of the addresses that had a turn in this round, or wait for one
        self._waiting: Counter[str] = Counter()  # bytes
        self._resting: set[str] = set()  # addresses that have used up their budget
        self._round: asyncio.Handle | None = None

    def opened(self, link: Link) -> None:
        """Charge a new connection."""
        if self._limits(link):
            self._budgets.spend("service", Asker(link.address, None), CONNECTION)

    def receive(self, link: Link, data: bytes) -> None:
        """Parse input, now or when it is the turn of its address, a piece at a time."""
        piece = link.piece
        if not self._limits(link):
            for start in range(0, len(data), piece):
                link.parse(data[start : start + piece])
            return
        address = link.address
        if address not in self._turns:
            self._turns[address] = deque()
            if self._round is None:
                self._round = asyncio.get_running_loop().call_soon(self._next_round)
            if self._budgets.wait_for_service(address) <= 0:
                self._parse(link, data[:piece])
                data = data[piece:]
                if not data or link.is_closing():
                    return
        if not link.input:
            self._turns[address].append(link)
        link.input += data
        link.hold_back(True)
        self._waiting[address] += len(data)
        if self._waiting[address] > self._most:
            link.abort()

    def _limits(self, link: Link) -> bool:
        """Return whether input has to wait: not that of a proxy, which speaks for many people."""
        return not link.trusted and not self._budgets.serves_without_limit

    def forget(self, link: Link) -> None:
        """Drop what a link has sent and the server has not parsed."""
        if link.input:
            self._waiting[link.address] -= len(link.input)
            link.input.clear()
            self._turns[link.address].remove(link)

    def _next_round(self) -> None:
        """Give a turn to each address that waits for one."""
        self._round = None
        for address in [one for one in self._turns if one not in self._resting]:
            line = self._turns[address]
            if not line:
                del self._turns[address]
                del self._waiting[address]
            elif (wait := self._budgets.wait_for_service(address)) > 0:
                self._resting.add(address)
                asyncio.get_running_loop().call_later(wait, self._go_on, address)
            else:
                self._turn(line.popleft(), line)
        if self._round is None and len(self._turns) > len(self._resting):
            self._round = asyncio.get_running_loop().call_soon(self._next_round)

    def _go_on(self, address: str) -> None:
        self._resting.discard(address)
        if self._round is None:
            self._round = asyncio.get_running_loop().call_soon(self._next_round)

    def _turn(self, link: Link, line: deque[Link]) -> None:
        """Parse a piece of what a link has sent."""
        data = bytes(link.input[: link.piece])
        del link.input[: link.piece]
        self._waiting[link.address] -= len(data)
        if link.input:
            line.append(link)
        self._parse(link, data)
        if not link.input:
            link.hold_back(False)

    def _parse(self, link: Link, data: bytes) -> None:
        start = time.thread_time()
        try:
            link.parse(data)
        finally:
            self._budgets.spend("service", Asker(link.address, None), time.thread_time() - start)
