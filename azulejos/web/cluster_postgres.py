"""The servers at a PostgreSQL database, which notify each other with LISTEN and NOTIFY.

Each server has a session with its name. The server is alive as long as the session exists: PostgreSQL ends it with the
process, or when the server has been silent for a while. A server takes the time of day from the database when it starts,
so that the clocks of games do not depend on the machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import psycopg

from azulejos.web import clock
from azulejos.web.cluster import Notify, Spent
from azulejos.web.log import log

CHANNEL = "azulejos"
SPENT = "azulejos_spent"
LONGEST_NOTICE = 7500  # bytes; PostgreSQL's limit is 8000
AGAIN = 0.5  # seconds before reconnecting
SILENCE = 30  # seconds of silence after which PostgreSQL ends the session of a server: the server hangs
FAREWELL = 3  # seconds for notifying the others at the end
ALIVE = "(SELECT application_name FROM pg_stat_activity WHERE datname = current_database())"


class PostgresCluster:
    """The cluster of a database, seen from the server with this name."""

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        self._address = address
        self._session: psycopg.AsyncConnection[Any] | None = None
        self._connecting = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None
        self._alive: frozenset[str] | None = None
        self._notify: Notify = lambda _table, _length: None
        self._hear: Callable[[Spent], None] = lambda _spent: None

    async def start(self, notify: Notify, hear: Callable[[Spent], None]) -> None:
        self._notify, self._hear = notify, hear
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(ready))
        await ready.wait()
        await self._ask("SELECT 1", ())  # connects now, so that the measured query takes no longer than its round trip
        asked = time.monotonic()
        for (there,) in await self._ask("SELECT extract(epoch FROM clock_timestamp())::float8", ()) or ():
            clock.agree(there + (time.monotonic() - asked) / 2)

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._session is not None:
            with contextlib.suppress(psycopg.Error, TimeoutError):  # otherwise they notice when the session has ended
                async with asyncio.timeout(FAREWELL):
                    for kept in ("keepers", "presence"):
                        await self._session.execute(f"DELETE FROM {kept} WHERE server = %s".encode(), (self.name,))
            await self._session.close()

    async def tell_spent(self, spent: Spent) -> None:
        """Send it in one notification; if it would be too long, only the largest amounts."""
        most = sorted(((amount, kind, name) for kind, names in spent.items() for name, amount in names.items()), reverse=True)
        while True:
            notice: dict[str, dict[str, float]] = {}
            for amount, kind, name in most:
                notice.setdefault(kind, {})[name] = amount
            text = json.dumps([self.name, notice])
            if len(text) <= LONGEST_NOTICE:
                break
            most = most[: len(most) // 2]
        await self._ask("SELECT pg_notify(%s, %s)", (SPENT, text))

    async def claim(self, table: str) -> bool:
        found = await self._ask(
            f'INSERT INTO keepers VALUES (%s, %s) ON CONFLICT ("table") DO UPDATE SET server = excluded.server'
            f" WHERE keepers.server = excluded.server OR keepers.server NOT IN {ALIVE} RETURNING 1",
            (table, self.name),
        )
        return bool(found)

    async def release(self, table: str) -> None:
        await self._ask('DELETE FROM keepers WHERE "table" = %s AND server = %s', (table, self.name))
        await self._ask("SELECT pg_notify(%s, %s)", (CHANNEL, f"{table} 0"))

    async def orphans(self) -> list[str]:
        alive = await self._ask(f"SELECT application_name FROM {ALIVE} alive WHERE application_name LIKE 'azulejos-%%'", ())
        now = frozenset(name for (name,) in alive or ())
        if alive is not None and self._alive not in (None, now):
            self._notify(None, 0)  # the people at a server that has gone will not be signed off by anyone
        self._alive = now if alive is not None else None
        found = await self._ask(
            f'SELECT "table" FROM tables LEFT JOIN keepers USING ("table")'
            f" WHERE due AND (server IS NULL OR server NOT IN {ALIVE})",
            (),
        )
        return [table for (table,) in found or ()]

    async def came(self, table: str, owner: str) -> None:
        await self._ask("INSERT INTO presence VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", (table, owner, self.name))
        await self._ask("SELECT pg_notify(%s, %s)", (CHANNEL, f"{table} 0"))

    async def went(self, table: str, owner: str) -> None:
        query = 'DELETE FROM presence WHERE "table" = %s AND owner = %s AND server = %s'
        await self._ask(query, (table, owner, self.name))
        await self._ask("SELECT pg_notify(%s, %s)", (CHANNEL, f"{table} 0"))

    async def present(self, table: str) -> frozenset[str]:
        query = f'SELECT owner FROM presence WHERE "table" = %s AND server <> %s AND server IN {ALIVE}'
        return frozenset(owner for (owner,) in await self._ask(query, (table, self.name)) or ())

    async def _ask(self, query: str, values: Sequence[object]) -> list[Any] | None:
        """Return the rows of a statement (none if it returns no rows); `None` if there is no connection now."""
        try:
            async with self._connecting:
                if self._session is None or self._session.closed:
                    lost = self._session is not None
                    self._session = await self._connect(self.name)
                    await self._session.execute(f"SET idle_session_timeout = '{SILENCE}s'")
                    if lost:
                        self._notify(None, 0)  # other servers may have taken our leases
                cursor = await self._session.execute(query.encode(), values)
                return await cursor.fetchall() if cursor.description else []
        except psycopg.OperationalError as error:
            log("no_connection", error=" ".join(str(error).split()))
            return None

    async def _listen(self, ready: asyncio.Event) -> None:
        """Listen to the other servers as long as this one runs."""
        while True:
            with contextlib.suppress(psycopg.OperationalError):
                async with await self._connect("azulejos") as connection:
                    await connection.execute(f"LISTEN {CHANNEL}; LISTEN {SPENT}".encode())
                    if ready.is_set():
                        self._notify(None, 0)  # anything may have been sent meanwhile
                    ready.set()
                    async for notice in connection.notifies():
                        if notice.channel == SPENT:
                            server, spent = json.loads(notice.payload)
                            if server != self.name:
                                self._hear(spent)
                            continue
                        table, _, length = notice.payload.partition(" ")
                        self._notify(table, int(length))
            log("not_listening", again=AGAIN)
            await asyncio.sleep(AGAIN)

    async def _connect(self, name: str) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True, application_name=name)
