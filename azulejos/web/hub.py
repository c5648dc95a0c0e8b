"""The hub: finds the room of a table, makes tables, and drops rooms that nobody needs."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Coroutine
from typing import Any

from azulejos.core.contract import Problem
from azulejos.web import views
from azulejos.web.bots import Bots
from azulejos.web.config import Config
from azulejos.web.entries import Entry, Setup
from azulejos.web.limits import Guard
from azulejos.web.log import log
from azulejos.web.room import Room
from azulejos.web.store import Batch, Store
from azulejos.web.table import Table

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
ID_LENGTH = 12  # 59 bits: a table that is not public can't be guessed
SWEEP = 5.0  # seconds


class Hub:
    """All live tables of a server."""

    def __init__(self, config: Config, store: Store, bots: Bots, version: str) -> None:
        self.config = config
        self.store = store
        self.bots = bots
        self.version = version
        self.guard = Guard(config.limits)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Finds every table again at which something is due: bots continue, and nobody's time ran meanwhile."""
        for id in await self.store.due():
            room = await self.room(id)
            await room.resume_clock()
        self.spawn(self._sweep())

    async def close(self) -> None:
        """Ends everything that goes on; what is appended already will be written."""
        for room in self.rooms.values():
            room.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def room(self, id: str) -> Room:
        """The room of a table; raises a `Problem` if there is none."""
        room = self.rooms.get(id)
        if room is None:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
                self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
            room = await asyncio.shield(self._loading[id])
        room.used = time.monotonic()
        return room

    async def create(self, setup: Setup) -> str:
        """Makes a table; gives its id."""
        id, at = self.new_id(), round(time.time(), 3)
        batch = self.first_batch(id, setup, at)
        await self.store.append(batch)
        room = self.rooms[id] = Room(self, Table.of(id, batch.entries))
        await room.begin()
        return id

    def first_batch(self, id: str, setup: Setup, at: float) -> Batch:
        """What the store gets for a new table."""
        table = Table(id, Entry(at, setup=setup))
        # `due` until the room has drawn the first tiles: a server that is killed in between will draw them.
        return Batch(1, [Entry(at, setup=setup)], table.summary(views.key_of(table.game)), table.owners, table.started)

    def new_id(self) -> str:
        return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))

    def bot_seed(self, number: int) -> int:
        """A seed for a bot's next move."""
        seed = self.config.seed
        return secrets.randbits(63) if seed is None else random.Random(f"{seed} bot {number}").getrandbits(63)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Lets work go on by itself; what goes wrong in it is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log("task_failed", error=f"{type(error).__name__}: {error}")

    async def _load(self, id: str) -> Room:
        entries = await self.store.log(id) if len(id) == ID_LENGTH else []
        if not entries:
            raise Problem(f"there is no table {id[:40]!r}", "no_such_table")
        table = await asyncio.get_running_loop().run_in_executor(None, Table.of, id, entries)
        room = self.rooms[id] = Room(self, table)
        await room.begin()
        return room

    async def _sweep(self) -> None:
        """Drops rooms that nobody needs, and those who do not read."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(SWEEP, self.config.room_rest, self.config.patience))
            now = time.monotonic()
            for id, room in list(self.rooms.items()):
                if room.idle and now - room.used > self.config.room_rest:
                    room.close()
                    del self.rooms[id]
                for subscriber in room.subscribers:
                    since = subscriber.sending_since
                    if since is not None and loop.time() - since > self.config.patience:
                        subscriber.disconnect()
