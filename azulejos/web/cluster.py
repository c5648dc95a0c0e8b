"""Company: other server processes at the same tables, who share the work without any of them being the first.

A table that needs a server (a bot is to move, a clock runs) has one keeper. Which one matters only for how much is done twice:
what counts is who is first in the log.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

Heard: TypeAlias = Callable[[str | None, int], None]
"""Called when a log has grown to a number of entries elsewhere; with 0, people came or went; without a table, all may have."""


class Company(Protocol):
    """The other servers, as one of them sees them."""

    async def start(self, heard: Heard) -> None:
        """Begins to listen."""
        ...

    async def close(self) -> None:
        """Leaves; others will look after what this server kept."""
        ...

    async def claim(self, table: str) -> bool:
        """Whether this server is the keeper of a table: it was already, or nobody is."""
        ...

    async def release(self, table: str) -> None:
        """Lets others keep a table."""
        ...

    async def orphans(self) -> list[str]:
        """Tables that need a server, and no server that is alive keeps them."""
        ...

    async def came(self, table: str, owner: str) -> None:
        """Somebody is at a table through this server."""
        ...

    async def went(self, table: str, owner: str) -> None:
        """Nobody of that owner is there any more through this server."""
        ...

    async def present(self, table: str) -> frozenset[str]:
        """Who is at a table through other servers."""
        ...


class Nobody:
    """The company of a server that has the tables for itself; `due` tells which need it."""

    def __init__(self, due: Callable[[], Awaitable[list[str]]]) -> None:
        self._due = due
        self._kept: set[str] = set()

    async def start(self, heard: Heard) -> None:
        pass

    async def close(self) -> None:
        pass

    async def claim(self, table: str) -> bool:
        self._kept.add(table)
        return True

    async def release(self, table: str) -> None:
        self._kept.discard(table)

    async def orphans(self) -> list[str]:
        return [table for table in await self._due() if table not in self._kept]

    async def came(self, table: str, owner: str) -> None:
        pass

    async def went(self, table: str, owner: str) -> None:
        pass

    async def present(self, table: str) -> frozenset[str]:
        return frozenset()
