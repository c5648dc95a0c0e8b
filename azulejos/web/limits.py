"""Rate limits per address and per connection, and the sizes of budgets."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass

MOST_ADDRESSES = 20_000  # addresses to remember; the least recently seen are forgotten first


@dataclass(frozen=True)
class Rate:
    """A burst, and a rate per second in the long run."""

    at_once: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    """The limits of an address, and of a socket."""

    requests: Rate = Rate(1000, 100)  # a page consists of some thirty files, and a family shares an address
    creations: Rate = Rate(40, 0.2)
    connections: Rate = Rate(100, 10)
    sockets: int = 200
    messages: Rate = Rate(60, 20)
    body: int = 64 * 1024
    record: int = 256 * 1024
    message: int = 4 * 1024
    work: Rate = Rate(120, 0.5)
    """Processor seconds of workers, for an address and for an owner: bots, hints, analyses, pictures, replays."""
    service: Rate = Rate(0.5, 0.2)
    """Processor seconds of the server itself, for an address: everything that it answers without a worker."""
    storage: Rate = Rate(4_000_000, 2000)
    """Bytes of uploaded and continued games, for an address and for an owner."""


ANY = Rate(1e9, 1e9)
UNLIMITED = Limits(
    requests=ANY, creations=ANY, connections=ANY, sockets=1_000_000, messages=ANY, work=ANY, service=ANY, storage=ANY
)


class Bucket:
    """A token bucket: tokens are refilled over time, and each request takes one."""

    __slots__ = ("_last", "_left", "_most", "_per_second")

    def __init__(self, most: float, per_second: float) -> None:
        self._most = most
        self._per_second = per_second
        self._left = most
        self._last = 0.0

    def take(self, now: float) -> bool:
        """Take a token and return whether there was one; `now` is in seconds of a monotonic clock."""
        self._left = min(self._most, self._left + (now - self._last) * self._per_second)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def spend(self, now: float, tokens: float) -> None:
        """Take tokens, whether or not they are there: the cost of something is known only afterwards."""
        self._left = min(self._most, self._left + (now - self._last) * self._per_second) - tokens
        self._last = now

    def wait(self, now: float) -> float:
        """Return the seconds until there are tokens again."""
        left = self._left + (now - self._last) * self._per_second
        return max(0.0, -left / self._per_second)


class Addresses:
    """The buckets of all addresses for one kind of request."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Return whether this address may make another request."""
        return self.of(address).take(time.monotonic())

    def of(self, address: str) -> Bucket:
        """Return the bucket of an address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate.at_once, self._rate.per_second)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket


class Guard:
    """All limits per address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = Addresses(limits.requests)
        self.creations = Addresses(limits.creations)
        self.connections = Addresses(limits.connections)
        self.sockets: Counter[str] = Counter()
