"""The TCP connections of a server: how many there may be, and how long each may keep the server waiting.

uvicorn has no such limits. A link is closed if

- the address it comes from already has as many as it may have;
- no complete request has arrived some seconds after the link was opened, or after the previous response;
- the client hardly reads what the server has sent, or leaves too much of it unread.

A trusted proxy speaks for many people, so its links don't count for its address once they have carried a forwarded request.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from azulejos.web.intake import Intake
from azulejos.web.limits import Limits
from azulejos.web.log import log, log_left_out
from azulejos.web.owner import network_of

if sys.platform == "linux":
    import fcntl
    import termios

PROGRESS = 16 * 1024  # bytes that a client must read in `patience` seconds, or everything if it is less
WORTH_COUNTING = 64 * 1024  # bytes: a link with less unread output is not counted between two sweeps
SWEEP = 1.0  # seconds
AT_ONCE = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
"""The socket option to close without waiting for the client."""
PIECE = 4 * 1024  # bytes of input that are parsed in a turn
BUSY = b"too many connections from your address; close some first\n"


class Link(asyncio.Transport):
    """A TCP connection: a transport that counts what is written to it, and that both the protocol and `Intake` can pause."""

    def __init__(
        self, links: Links, under: asyncio.Transport, parse: Callable[[bytes], None], overdue: Callable[[], None]
    ) -> None:
        """`parse` takes input; `overdue` closes the link because no complete request has come in time."""
        super().__init__()
        self._links = links
        self._under = under
        self.parse = parse
        self.overdue = overdue
        self.piece = PIECE
        self.input = bytearray()
        """What was received and not parsed yet."""
        self._paused = self._held_back = self._aborted = False
        peer = under.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        self.address = network_of(host)
        self.trusted = links.trusts(host)
        self.counted = True
        """Whether it counts for its address."""
        self.held = 0
        """The bytes in the buffer, when last counted."""
        self._written = 0
        self._all_read = 0
        self._mark: tuple[float, int] | None = None  # a time, and how much must be read some time after it

    def write(self, data: Any) -> None:
        self._written += len(data)
        self._under.write(data)
        held = self._under.get_write_buffer_size()
        if held > WORTH_COUNTING:
            self._links.hold(self, held)

    def stalls(self, now: float, patience: float) -> bool:
        """Return whether the client has read almost nothing for this many seconds, although there is something to read."""
        if self._written == self._all_read:
            return False
        unread = self.get_write_buffer_size() + self._unread_in_the_system()
        read = self._written - unread
        if not unread:
            self._all_read, self._mark = self._written, None
        elif self._mark is None or read >= self._mark[1]:
            self._mark = (now, min(read + PROGRESS, self._written))
        else:
            return now - self._mark[0] > patience
        return False

    def _unread_in_the_system(self) -> int:
        """Return how many bytes the system keeps because the client's system has not taken them; known on Linux only."""
        if sys.platform != "linux":
            return 0
        try:
            found = fcntl.ioctl(self.get_extra_info("socket").fileno(), termios.TIOCOUTQ, bytes(4))
        except (OSError, AttributeError):  # it is closed
            return 0
        return int.from_bytes(found, sys.byteorder)

    def forwards(self) -> None:
        """Note that a request came with someone else's address: a trusted proxy uses this link."""
        if self.trusted and self.counted:
            self._links.uncount(self)

    def abort(self) -> None:
        """Cut the connection; otherwise the system would keep what is unread, and the client would notice nothing."""
        if self._aborted:
            return
        self._aborted = True
        with contextlib.suppress(OSError, AttributeError):
            self.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self._under.abort()

    def hold_back(self, held_back: bool) -> None:
        """Read nothing more, or read again unless the protocol does not want to."""
        self._held_back = held_back
        self._read_or_not()

    def _read_or_not(self) -> None:
        if self._paused or self._held_back:
            self._under.pause_reading()
        else:
            self._under.resume_reading()

    # -- everything else is the transport's own

    def close(self) -> None:
        self._under.close()

    def is_closing(self) -> bool:
        return self._under.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._under.get_extra_info(name, default)

    def pause_reading(self) -> None:
        self._paused = True
        self._read_or_not()

    def resume_reading(self) -> None:
        self._paused = False
        self._read_or_not()

    def is_reading(self) -> bool:
        return self._under.is_reading()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._under.set_protocol(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._under.get_protocol()

    def get_write_buffer_size(self) -> int:
        return self._under.get_write_buffer_size()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._under.set_write_buffer_limits(high, low)

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        self.write(b"".join(list_of_data))

    def can_write_eof(self) -> bool:
        return self._under.can_write_eof()

    def write_eof(self) -> None:
        self._under.write_eof()


class Links:
    """All links of a server."""

    def __init__(self, limits: Limits, patience: float, proxies: str, most: int, intake: Intake) -> None:
        """There are at most `most` links; `patience` is in seconds."""
        self.limits = limits
        self.intake = intake
        self.patience = patience
        self.most = most
        self.trusts = trusted(proxies)
        self.all: set[Link] = set()
        self.closed: Counter[str] = Counter()
        """How many links the server has closed, by reason."""
        self._waiting: dict[Link, float] = {}  # for a complete request, since when; the longest waiting is first
        self._idle: dict[Link, None] = {}  # between two requests; the longest idle is first
        self._addresses: Counter[str] = Counter()
        self._held: Counter[str] = Counter()

    def open(self, under: asyncio.Transport, parse: Callable[[bytes], None], overdue: Callable[[], None]) -> Link:
        """Return the link over a new connection; it is already closing if there are too many."""
        link = Link(self, under, parse, overdue)
        self.intake.opened(link)
        if len(self.all) >= self.most:
            self._make_room(link)
        elif not link.trusted and self._addresses[link.address] >= self.limits.links:
            # A trusted proxy may open hundreds at the same moment: see `sweep`.
            link.write(b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: text/plain\r\n")
            link.write(b"Content-Length: %d\r\n\r\n%b" % (len(BUSY), BUSY))
            self._close(link, "too_many", link.close)
        self.all.add(link)
        self._addresses[link.address] += 1
        self.wait(link)
        return link

    def lost(self, link: Link) -> None:
        """Forget a link that is closed."""
        self.intake.forget(link)
        self.all.discard(link)
        self.complete(link)
        self._count_held(link, 0)
        if link.counted:
            self.uncount(link)

    def uncount(self, link: Link) -> None:
        """Stop counting a link for its address."""
        link.counted = False
        _add(self._addresses, link.address, -1)

    def wait(self, link: Link) -> None:
        """Begin to wait for a complete request."""
        self.complete(link)
        self._waiting[link] = asyncio.get_running_loop().time()

    def complete(self, link: Link) -> None:
        """Note that a complete request has arrived."""
        self._waiting.pop(link, None)
        self._idle.pop(link, None)

    def rest(self, link: Link) -> None:
        """Note that a request was answered, and that the next one need not come soon."""
        self.complete(link)
        self._idle[link] = None

    def resume(self, link: Link) -> None:
        """Note that a link has sent something: if it was idle, a request has begun."""
        if link in self._idle:
            self.wait(link)

    def hold(self, link: Link, held: int) -> None:
        """Note how much output of a link is unread; the link is cut if that is too much altogether."""
        self._count_held(link, held)
        if self._holds_too_much(link):
            for one in self.all:  # others may have been read since they were counted
                self._count_held(one, one.get_write_buffer_size())
            if self._holds_too_much(link):
                self._close(link, "unread_too_much", link.abort)

    def sweep(self) -> None:
        """Close the links that keep the server waiting, and those of a proxy's address that turned out not to be a proxy's."""
        now = asyncio.get_running_loop().time()
        overdue = []
        for link, since in self._waiting.items():
            if now - since < self.limits.request_seconds:
                break
            overdue.append(link)
        for link in overdue:
            del self._waiting[link]
            self._close(link, "request_too_slow", link.overdue)
        for link in [one for one in self.all if one.stalls(now, self.patience)]:
            self._close(link, "unread_too_long", link.abort)
        excess = {address: n - self.limits.links for address, n in self._addresses.items() if n > self.limits.links}
        for link in [*self._idle, *self._waiting] if excess else ():
            if link.counted and excess.get(link.address, 0) > 0:
                excess[link.address] -= 1
                self._close(link, "too_many", link.abort)

    def cut(self) -> None:
        """Cut all links: the server stops."""
        for link in list(self.all):
            link.abort()

    async def look_after(self) -> None:
        """Sweep as long as the server runs."""
        while True:
            await asyncio.sleep(min(SWEEP, self.limits.request_seconds / 4, self.patience / 4))
            self.sweep()
            log_left_out()

    def _make_room(self, link: Link) -> None:
        """Close the link that has been idle longest, or that has waited longest for a request, or else the new one."""
        oldest = next(iter(self._idle), next(iter(self._waiting), link))
        self.complete(oldest)
        self._close(oldest, "too_many_altogether", oldest.abort)

    def _holds_too_much(self, link: Link) -> bool:
        of_address = 0 if link.trusted and not link.counted else self._held[link.address]
        return of_address > self.limits.unread or self._held.total() > self.limits.unread_altogether

    def _count_held(self, link: Link, held: int) -> None:
        if held != link.held:
            _add(self._held, link.address, held - link.held)
            link.held = held

    def _close(self, link: Link, reason: str, close: Callable[[], None]) -> None:
        self.closed[reason] += 1
        log(f"closed_{reason}", address=link.address)
        close()


def _add(counter: Counter[str], key: str, n: int) -> None:
    counter[key] += n
    if not counter[key]:
        del counter[key]


def trusted(proxies: str) -> Callable[[str], bool]:
    """Return whether an address is that of a trusted proxy; `proxies` is a comma-separated list of addresses and networks."""
    names = {name.strip() for name in proxies.split(",")}
    networks = []
    for name in names:
        try:
            networks.append(ipaddress.ip_network(name))
        except ValueError:
            continue

    def trusts(host: str) -> bool:
        if "*" in names:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in networks)

    return trusts
