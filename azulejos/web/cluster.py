"""A cluster: several server processes that share the tables as equals.

A table that needs a server (a bot is to move, or a clock runs) is leased to one of them. The lease only saves double work:
what counts is which entry is first in the log.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeAlias

Spent: TypeAlias = Mapping[str, Mapping[str, float]]
"""What addresses and owners have spent at a server, by budget and name."""
Notify: TypeAlias = Callable[[str | None, int], None]
"""Called when another server has appended to a log, with the new length; 0 if people came or went, `None` for any table."""


class Cluster(Protocol):
    """The cluster, seen from one server."""

    async def start(self, notify: Notify, hear: Callable[[Spent], None]) -> None:
        """Start listening to the other servers; `hear` is called with what was spent at one."""
        ...

    async def close(self) -> None:
        """Leave the cluster; the leases end."""
        ...

    async def tell_spent(self, spent: Spent) -> None:
        """Send the other servers what was spent at this one."""
        ...

    async def claim(self, table: str) -> bool:
        """Lease a table; return whether this server holds the lease now."""
        ...

    async def release(self, table: str) -> None:
        """Return the lease of a table."""
        ...

    async def orphans(self) -> list[str]:
        """Return the tables that need a server and are leased to none that is alive."""
        ...

    async def came(self, table: str, owner: str) -> None:
        """Announce that an owner is at a table through this server."""
        ...

    async def went(self, table: str, owner: str) -> None:
        """Announce that an owner is no longer at a table through this server."""
        ...

    async def present(self, table: str) -> frozenset[str]:
        """Return the owners who are at a table through other servers."""
        ...


class SingleServer:
    """The cluster of a single server; `needing_server` returns the tables that need it."""

    def __init__(self, needing_server: Callable[[], Awaitable[list[str]]]) -> None:
        self._needing_server = needing_server
        self._leased: set[str] = set()

    async def start(self, notify: Notify, hear: Callable[[Spent], None]) -> None:
        pass

    async def close(self) -> None:
        pass

    async def tell_spent(self, spent: Spent) -> None:
        pass

    async def claim(self, table: str) -> bool:
        self._leased.add(table)
        return True

    async def release(self, table: str) -> None:
        self._leased.discard(table)

    async def orphans(self) -> list[str]:
        return [table for table in await self._needing_server() if table not in self._leased]

    async def came(self, table: str, owner: str) -> None:
        pass

    async def went(self, table: str, owner: str) -> None:
        pass

    async def present(self, table: str) -> frozenset[str]:
        return frozenset()
