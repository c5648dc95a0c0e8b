"""Rate limits per address, per connection and per player, and the sizes of budgets."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass

from azulejos.core.contract import Problem

MOST_ADDRESSES = 20_000  # addresses to remember; the least recently seen are forgotten first
SEAT_HELD = 3600.0  # seconds; after that a seat where the player never moved no longer counts


@dataclass(frozen=True)
class Rate:
    """A burst, and a rate per second in the long run."""

    at_once: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    """The limits of an address, and of a socket."""

    requests: Rate = Rate(1000, 100)  # a page consists of some thirty files, and a family shares an address
    creations: Rate = Rate(40, 0.2)  # of tables, also for an owner
    connections: Rate = Rate(100, 10)
    sockets: int = 200
    messages: Rate = Rate(60, 20)
    chats: Rate = Rate(5, 1 / 6)  # of a player at a table, or of a socket that only watches
    watcher_chats: Rate = Rate(10, 1 / 3)  # of all who watch from an address, with any tokens
    renames: Rate = Rate(5, 1 / 30)  # of a player at a table
    undos: Rate = Rate(40, 1)  # of a player at a table
    seats_per_owner: int = 4  # seats taken at public tables without having moved there
    seats_per_address: int = 12
    frames: Rate = Rate(200, 20)  # of a socket, other than messages: pings, pongs and parts of messages
    links: int = 256  # TCP connections, including those of sockets
    links_altogether: int = 10_000
    request_seconds: float = 15.0  # for a complete request, from the connection or its first byte on
    idle_seconds: int = 75  # between requests; more than nginx's 60, or it may use a connection that is just being closed
    unread: int = 48 * 1024 * 1024  # bytes of output that the clients of an address have not read
    unread_altogether: int = 96 * 1024 * 1024
    receiving: int = 8 * 1024 * 1024  # bytes of bodies that an address has not sent completely
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
    requests=ANY,
    creations=ANY,
    connections=ANY,
    sockets=1_000_000,
    messages=ANY,
    chats=ANY,
    watcher_chats=ANY,
    renames=ANY,
    undos=ANY,
    seats_per_owner=1_000_000,
    seats_per_address=1_000_000,
    frames=ANY,
    links=1_000_000,
    links_altogether=1_000_000,
    unread=1 << 40,
    unread_altogether=1 << 40,
    receiving=1 << 40,
    work=ANY,
    service=ANY,
    storage=ANY,
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

    def wait(self, now: float, tokens: float = 0.0) -> float:
        """Return the seconds until there are as many tokens."""
        left = min(self._most, self._left + (now - self._last) * self._per_second)
        return max(0.0, (tokens - left) / self._per_second)


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


class SeatHolders:
    """The seats that owners and addresses have taken at public tables without having moved there."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._held: dict[tuple[str, str], tuple[str, float]] = {}  # (owner, table) → (address, since)

    def take(self, owner: str, address: str, table: str) -> None:
        """Count a seat; raises a `Problem` if the owner or the address has too many."""
        now = time.monotonic()
        self._held = {key: (who, since) for key, (who, since) in self._held.items() if now - since < SEAT_HELD}
        mine = sum(one == owner for one, _ in self._held)
        ours = sum(who == address for who, _ in self._held.values())
        if mine >= self._limits.seats_per_owner or ours >= self._limits.seats_per_address:
            raise Problem("you have taken seats at too many public tables; make a move there first", "too_many_seats")
        self._held[owner, table] = (address, now)

    def release(self, owner: str, table: str) -> None:
        """Forget a seat: its owner has moved, or did not get it."""
        self._held.pop((owner, table), None)


class Guard:
    """All limits per address; those of players are kept by table and owner."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = Addresses(limits.requests)
        self.connections = Addresses(limits.connections)
        self.watcher_chats = Addresses(limits.watcher_chats)
        self.chats = Addresses(limits.chats)
        self.renames = Addresses(limits.renames)
        self.undos = Addresses(limits.undos)
        self.seats = SeatHolders(limits)
        self.sockets: Counter[str] = Counter()
        self.receiving: Counter[str] = Counter()
