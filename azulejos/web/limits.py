"""Rate limits per address and per connection."""

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
    creations: Rate = Rate(30, 0.5)
    connections: Rate = Rate(100, 10)
    sockets: int = 200
    messages: Rate = Rate(60, 20)
    frames: Rate = Rate(200, 20)  # of a socket, other than messages: pings, pongs and parts of messages
    links: int = 256  # TCP connections, including those of sockets
    links_altogether: int = 10_000
    request_seconds: float = 15.0  # for a complete request, from the previous response on
    unread: int = 48 * 1024 * 1024  # bytes of output that the clients of an address have not read
    unread_altogether: int = 96 * 1024 * 1024
    body: int = 64 * 1024
    record: int = 256 * 1024
    message: int = 4 * 1024


ANY = Rate(1e9, 1e9)
UNLIMITED = Limits(
    requests=ANY, creations=ANY, connections=ANY, sockets=1_000_000, messages=ANY, frames=ANY,
    links=1_000_000, links_altogether=1_000_000, unread=1 << 40, unread_altogether=1 << 40,
)  # fmt: skip


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


class Addresses:
    """The buckets of all addresses for one kind of request."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Return whether this address may make another request."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate.at_once, self._rate.per_second)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take(time.monotonic())


class Guard:
    """All limits per address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = Addresses(limits.requests)
        self.creations = Addresses(limits.creations)
        self.connections = Addresses(limits.connections)
        self.sockets: Counter[str] = Counter()
