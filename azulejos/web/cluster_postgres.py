"""The servers at a PostgreSQL database, which notify each other with LISTEN and NOTIFY.

Each has a session with its name. As long as the session exists, the server is alive: PostgreSQL ends it with the process, or
when the server has been silent for a while. A server takes the time of day from the database when it starts, so that the
clocks of games do not depend on the machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from typing import Any

import psycopg

from azulejos.web import clock
from azulejos.web.cluster import Heard
from azulejos.web.log import log

CHANNEL = "azulejos"
AGAIN = 0.5  # seconds until a connection is tried again
SILENCE = 30  # seconds of silence after which PostgreSQL ends the session of a server: it hangs
FAREWELL = 3  # seconds for telling the others at the end
ALIVE = "(SELECT application_name FROM pg_stat_activity WHERE datname = current_database())"


class PostgresCluster:
    """The cluster at a database, as seen from the server with this name."""

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        self._address = address
        self._session: psycopg.AsyncConnection[Any] | None = None
        self._connecting = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None
        self._alive: frozenset[str] | None = None
        self._heard: Heard = lambda _table, _length: None

    async def start(self, heard: Heard) -> None:
        self._heard = heard
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(ready))
        await ready.wait()
        await self._ask("SELECT 1", ())  # connects, so that the next answer takes no longer than its way
        asked = time.monotonic()
        for (there,) in await self._ask("SELECT extract(epoch FROM clock_timestamp())::float8", ()) or ():
            clock.agree(there + (time.monotonic() - asked) / 2)

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._session is not None:
            with contextlib.suppress(psycopg.Error, TimeoutError):  # else they will notice when the session has ended
                async with asyncio.timeout(FAREWELL):
                    for kept in ("keepers", "presence"):
                        await self._session.execute(f"DELETE FROM {kept} WHERE server = %s".encode(), (self.name,))
            await self._session.close()

    async def claim(self, table: str) -> bool:
        found = await self._ask(
            f'INSERT INTO keepers VALUES (%s, %s) ON CONFLICT ("table") DO UPDATE SET server = excluded.server'
            f" WHERE keepers.server = excluded.server OR keepers.server NOT IN {ALIVE} RETURNING 1",
            (table, self.name),
        )
        return bool(found)

    async def release(self, table: str) -> None:
        await self._ask('DELETE FROM keepers WHERE "table" = %s AND server = %s', (table, self.name))

    async def orphans(self) -> list[str]:
        alive = await self._ask(f"SELECT application_name FROM {ALIVE} alive WHERE application_name LIKE 'azulejos-%%'", ())
        now = frozenset(name for (name,) in alive or ())
        if alive is not None and self._alive not in (None, now):
            self._heard(None, 0)  # with a server that is gone, people went whom nobody will sign off
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
        """The rows that a statement gives, none if it gives no rows; `None` where there is no connection now."""
        try:
            async with self._connecting:
                if self._session is None or self._session.closed:
                    lost = self._session is not None
                    self._session = await self._connect(self.name)
                    await self._session.execute(f"SET idle_session_timeout = '{SILENCE}s'")
                    if lost:
                        self._heard(None, 0)  # others may have taken what was kept
                cursor = await self._session.execute(query.encode(), values)
                return await cursor.fetchall() if cursor.description else []
        except psycopg.OperationalError as error:
            log("no_connection", error=" ".join(str(error).split()))
            return None

    async def _listen(self, ready: asyncio.Event) -> None:
        """Hears what others have done, as long as the server runs."""
        while True:
            with contextlib.suppress(psycopg.OperationalError):
                async with await self._connect("azulejos") as connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    if ready.is_set():
                        self._heard(None, 0)  # whatever was said meanwhile
                    ready.set()
                    async for notice in connection.notifies():
                        table, _, length = notice.payload.partition(" ")
                        self._heard(table, int(length))
            log("not_listening", again=AGAIN)
            await asyncio.sleep(AGAIN)

    async def _connect(self, name: str) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True, application_name=name)
