"""Budgets: how much processor time and storage, and how many tables, an address and an owner may use.

Each has token buckets. An address that has used up its share of the server's own time waits, and one that has used up the
workers' time is refused what it asks for; its bots think when no one else needs a worker. With PostgreSQL, the servers
exchange what was spent (see `Hub`).
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextvars import ContextVar
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from azulejos.core.contract import Problem
from azulejos.web.limits import ANY, Addresses, Limits, Rate

MOST_WAITING = 50  # requests and messages of an address that wait for its turn; more are refused
REFUSED_AFTER = (
    1.0  # seconds until the answer to a refused request, or the next message of a socket: a refusal costs something, too
)
REQUEST, HANDSHAKE = 0.0002, 0.001  # processor seconds before a request or a new socket gets here
LEAST_SENT = 0.001  # seconds, or bytes: smaller amounts are not sent to the other servers

Kind: TypeAlias = Literal["work", "service", "storage", "tables"]
Got = TypeVar("Got")


class Asker(NamedTuple):
    """Who pays for something: an address, and the owner of a token there."""

    address: str
    owner: str | None

    @property
    def names(self) -> list[str]:
        """The names of their buckets."""
        return [f"address {self.address}"] if self.owner is None else [f"address {self.address}", f"owner {self.owner}"]


THE_SERVER = Asker("", None)
"""Work that nobody asked for. It has no limits."""

asking: ContextVar[Asker] = ContextVar("asking", default=THE_SERVER)
"""Who sent the request or message that is being handled."""


class Budgets:
    """The budgets of all addresses and owners at one server."""

    def __init__(self, limits: Limits, count_refusal: Callable[[Kind], None] = lambda _: None) -> None:
        self._rates: dict[str, Rate] = {
            "work": limits.work,
            "service": limits.service,
            "storage": limits.storage,
            "tables": limits.creations,
        }
        self._kinds = {kind: Addresses(rate) for kind, rate in self._rates.items()}
        self._count_refusal = count_refusal
        self._spent: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}
        self._threads: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def over(self, kind: Kind, who: Asker) -> bool:
        """Return whether an address or owner has used up a budget."""
        return self._wait(kind, who) > 0

    def check(self, kind: Kind, who: Asker) -> None:
        """Raise a `Problem` if an address or owner has used up a budget."""
        wait = self._wait(kind, who)
        if wait > 0:
            raise self.refusal(kind, wait)

    def refusal(self, kind: Kind, wait: float) -> Problem:
        """Return the problem of a budget that is used up, with the seconds until it is worth trying again."""
        self._count_refusal(kind)
        rate, seconds = self._rates[kind], max(1, math.ceil(wait))
        what = {
            "work": f"computing time ({rate.at_once:g} s, and {rate.per_second:g} s more every second)",
            "service": f"server time ({rate.at_once:g} s, and {rate.per_second:g} s more every second)",
            "storage": f"storage ({rate.at_once:g} bytes, and {rate.per_second:g} bytes more every second)",
            "tables": f"new tables ({rate.at_once:g}, and {rate.per_second * 3600:g} more every hour)",
        }
        return Problem(f"you have used up your {what[kind]}; try again in {seconds} s", "slow_down", limit=kind, wait=seconds)

    def take(self, kind: Kind, who: Asker, amount: float) -> None:
        """Charge an address and owner for something that they can only have if they can pay for it; raises a `Problem`."""
        wait = self._wait(kind, who, amount)
        if wait > 0:
            raise self.refusal(kind, wait)
        self.spend(kind, who, amount)

    def spend(self, kind: Kind, who: Asker, amount: float) -> None:
        """Charge an address and owner."""
        if who is THE_SERVER or self._rates[kind].per_second >= ANY.per_second:
            return
        now, buckets = time.monotonic(), self._kinds[kind]
        for name in who.names if kind != "service" else who.names[:1]:
            buckets.of(name).spend(now, amount)
            self._spent[kind][name] += amount

    def _wait(self, kind: Kind, who: Asker, amount: float = 0.0) -> float:
        """Return the seconds until an address and owner can pay this much."""
        if who is THE_SERVER:
            return 0.0
        now, buckets = time.monotonic(), self._kinds[kind]
        return max(buckets.of(name).wait(now, amount) for name in who.names)

    # -- the server's own time

    @property
    def serves_without_limit(self) -> bool:
        return self._rates["service"].per_second >= ANY.per_second

    def wait_for_service(self, address: str) -> float:
        """Return the seconds until an address may use the server's own time again."""
        return self._wait("service", Asker(address, None))

    async def turn(self, who: Asker, refuse: bool = True) -> None:
        """Wait until it is the turn of a request: an address has one in each round of the event loop, within its budget.

        Raises a `Problem` if too many wait already, unless it may not be refused.
        """
        if self.serves_without_limit:
            return
        loop, address = asyncio.get_running_loop(), who.address
        line = self._lines.get(address)
        if line is None:
            line = self._lines[address] = deque()
            loop.call_soon(self._next, address)
            if self.wait_for_service(address) <= 0:
                return
        if refuse and len(line) >= MOST_WAITING:
            raise self.refusal("service", self.wait_for_service(address))
        turn: asyncio.Future[None] = loop.create_future()
        line.append(turn)
        await turn

    def _next(self, address: str) -> None:
        """Give the turn to the next request of an address, if it has one."""
        loop, line = asyncio.get_running_loop(), self._lines[address]
        while line and line[0].cancelled():
            line.popleft()
        if not line:
            del self._lines[address]
        elif (wait := self.wait_for_service(address)) > 0:
            loop.call_later(wait, self._next, address)
        else:
            line.popleft().set_result(None)
            loop.call_soon(self._next, address)

    async def metered(self, work: Awaitable[None], who: Asker) -> None:
        """Do some work, and charge the processor time that it takes in this thread."""
        asking.set(who)
        if self.serves_without_limit:
            await work
        else:
            await _Metered(work, lambda seconds: self.spend("service", who, seconds))

    async def in_slices(self, work: Generator[None, None, Got]) -> Got:
        """Do some work that makes pauses, in which others have their turns, and charge its processor time."""
        who = asking.get()
        while True:
            start = time.thread_time()
            try:
                next(work)
            except StopIteration as end:
                made: Got = end.value
                return made
            finally:
                self.spend("service", who, time.thread_time() - start)
            await asyncio.sleep(0)

    async def in_thread(self, work: Callable[..., Got], *args: Any) -> Got:
        """Do some work in a thread, one at a time for an address, and charge its processor time."""
        who = asking.get()
        lock = self._threads.get(who.address)
        if lock is None:
            lock = self._threads[who.address] = asyncio.Lock()
        async with lock:
            await self.turn(who, refuse=False)
            return await asyncio.to_thread(self.charged(work), *args)

    def charged(self, work: Callable[..., Got]) -> Callable[..., Got]:
        """Return a function for a thread, whose processor time is charged to those who are asking now."""
        who, loop = asking.get(), asyncio.get_running_loop()

        def timed(*args: Any) -> Got:
            start = time.thread_time()
            try:
                return work(*args)
            finally:
                with contextlib.suppress(RuntimeError):  # the loop is closed
                    loop.call_soon_threadsafe(self.spend, "service", who, time.thread_time() - start)

        return timed

    # -- other servers

    def unsent(self) -> dict[str, dict[str, float]]:
        """Return what was spent here since the last call, by kind and name."""
        spent = {
            kind: {name: round(amount, 4) for name, amount in names.items() if amount > LEAST_SENT}
            for kind, names in self._spent.items()
        }
        self._spent.clear()
        return {kind: names for kind, names in spent.items() if names}

    def hear(self, spent: Mapping[str, Mapping[str, float]]) -> None:
        """Charge what was spent at another server."""
        now = time.monotonic()
        for kind, names in spent.items():
            for name, amount in names.items():
                self._kinds[kind].of(name).spend(now, amount)


class _Metered:
    """An awaitable that measures its processor time."""

    def __init__(self, work: Awaitable[None], charge: Callable[[float], None]) -> None:
        self._work = work
        self._charge = charge

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work.__await__()
        thrown: BaseException | None = None
        while True:
            start = time.thread_time()
            try:
                wanted = next(steps) if thrown is None else steps.throw(thrown)
            except StopIteration:
                return
            finally:
                self._charge(time.thread_time() - start)
            try:
                yield wanted
                thrown = None
            except BaseException as error:
                thrown = error
