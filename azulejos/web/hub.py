"""The hub: finds the room of a table, creates tables, and drops unused rooms."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Any

from azulejos.core.contract import Problem
from azulejos.web import messages
from azulejos.web.analyses import Analyses
from azulejos.web.bots import Bots
from azulejos.web.budgets import Budgets
from azulejos.web.clock import now
from azulejos.web.config import Config
from azulejos.web.damage import Damaged, replayed_in_slices
from azulejos.web.entries import Entry, Setup
from azulejos.web.kept import Kept
from azulejos.web.limits import Guard
from azulejos.web.log import log
from azulejos.web.metrics import Metrics
from azulejos.web.new_table import first_batch
from azulejos.web.results import results
from azulejos.web.room import Room
from azulejos.web.scheduler import Scheduler
from azulejos.web.store import Batch, Store
from azulejos.web.table import Table

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no characters that look alike
ID_LENGTH = 12  # 59 bits: the id of a private table can't be guessed
ID = re.compile(f"[a-z0-9]{{{ID_LENGTH}}}")
SWEEP = 5.0  # seconds
LOOK = 2.0  # seconds between checks for tables that other servers have left behind
SHARE = 1.0  # seconds between messages to other servers about budgets
MOST_IDLE = 300  # rooms that are kept although no one uses them
MOST_IDLE_EVENTS = 30_000  # of their games: each takes about 700 bytes
COUNTED_AT_ONCE = 100  # tables
INSPECTED_AT_ONCE = 100


class Hub:
    """All live tables of a server."""

    def __init__(self, config: Config, store: Store, version: str) -> None:
        self.config = config
        self.store = store
        self.version = version
        self.guard = Guard(config.limits)
        self.metrics = Metrics()
        self.budgets = Budgets(config.limits, lambda kind: self.metrics.refused.labels(kind).inc())
        self.scheduler = Scheduler(config.workers, self.budgets, self.metrics)
        self.bots = Bots(self.scheduler)
        self.kept = Kept(self.scheduler)
        self.analyses = Analyses(store, self.scheduler, config.effort, self.spawn)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Load every table that needs a server: bots continue, and the time while the server was down does not count."""
        await self.store.cluster.start(self._hear, self.budgets.hear)
        try:
            await self._adopt(await self.store.cluster.orphans())
        except Problem as problem:  # a part of the database can't be read: the rest works
            log("not_looked_after", error=str(problem))
        self.spawn(self._look_after())
        self.spawn(self._inspect())
        self.spawn(self._sweep())
        self.spawn(self._count())
        self.spawn(self._share_budgets())
        self.scheduler.warm_up()

    async def close(self) -> None:
        """Stop everything; entries that were already appended will be written."""
        for room in self.rooms.values():
            room.close()
        for task in self._tasks:
            task.cancel()
        self.scheduler.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.cluster.close()

    async def room(self, id: str) -> Room:
        """Return the room of a table; raises a `Problem` if there is none."""
        room = self.rooms.get(id)
        if room is None:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
                self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
            room = await asyncio.shield(self._loading[id])
        room.used = time.monotonic()
        return room

    async def create(self, setup: Setup) -> str:
        """Create a table; return its id."""
        id = self.new_id()
        return await self.add(id, first_batch(id, setup, now()))

    async def add(self, id: str, batch: Batch) -> str:
        """Store a new table, and begin to play there; return its id."""
        # Leased before it can be found as a table without a server, so that nobody gets time back for that.
        leased = batch.needs_server and await self.store.cluster.claim(id)
        try:
            await self.store.append(batch)
        except BaseException:
            if leased:
                await self.store.cluster.release(id)
            raise
        if isinstance(setup := batch.entries[0].what, Setup) and setup.closed:
            return id  # nobody plays there
        room = self.rooms[id] = Room(self, await self._replayed(id, batch.entries), leased)
        await room.begin()
        return id

    def new_id(self) -> str:
        return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))

    def setup_dice(self) -> random.Random:
        """What draws the options of a new table."""
        seed = self.config.seed
        return random.SystemRandom() if seed is None else random.Random(f"{seed} setup")

    def bot_seed(self, number: int) -> int:
        """Return a seed for a bot's next move."""
        seed = self.config.seed
        return secrets.randbits(63) if seed is None else random.Random(f"{seed} bot {number}").getrandbits(63)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run work in the background; errors are logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log("task_failed", error=f"{type(error).__name__}: {error}")

    async def _load(self, id: str) -> Room:
        entries = await self.store.log(id) if ID.fullmatch(id) else []
        if not entries:
            raise Problem(f"there is no table {id[:40]!r}", "no_such_table")
        try:
            table = await self._replayed(id, entries)
        except Damaged as damaged:
            self.store.damaged.add(damaged)
            raise
        self.store.damaged.is_fine(id)
        room = self.rooms[id] = Room(self, table)
        await room.begin()
        return room

    async def _replayed(self, id: str, entries: Sequence[Entry]) -> Table:
        """Return the table of a log; a long one takes many rounds of the event loop."""
        return await self.budgets.in_slices(replayed_in_slices(id, entries))

    # -- other servers

    def _hear(self, id: str | None, length: int) -> None:
        """Handle an append of another server (`length` entries now), or people who came or went there."""
        if id is None:
            for room in self.rooms.values():
                self.spawn(room.recover())
        elif id in self._loading:
            self.spawn(self._catch_up(id))
        elif id in self.rooms and not length:
            self.spawn(self.rooms[id].look_around(go_on=True))
        elif id in self.rooms and self.rooms[id].table.length < length:
            self.spawn(self.rooms[id].catch_up())

    async def _catch_up(self, id: str) -> None:
        await (await self.room(id)).catch_up()

    async def _look_after(self) -> None:
        """Periodically adopt tables that need a server and have not had one for a while."""
        before: set[str] = set()
        while True:
            await asyncio.sleep(LOOK)
            try:
                found = set(await self.store.cluster.orphans())
            except Problem as problem:  # for example, the disk is full
                log("not_looked_after", error=str(problem))
                continue
            await self._adopt(sorted(id for id in found & before if id not in self.store.damaged))
            before = found

    async def _adopt(self, ids: Sequence[str]) -> None:
        for id in ids:
            if id in self.rooms and self.rooms[id].keeper.leased:
                continue  # this server has leased it since the search
            if await self.store.cluster.claim(id):
                try:
                    await (await self.room(id)).adopt()
                except Problem as problem:  # it is damaged, or the database is unavailable: retry later
                    log("not_adopted", table=id, error=str(problem))
                except Exception as error:  # a problem of one table must not stop the others
                    self.store.damaged.add(Damaged(id, f"{type(error).__name__}: {error}"))

    async def _count(self) -> None:
        """Add games to the statistics that ended before statistics existed."""
        damaged_ones: set[str] = set()
        while old := {*await self.store.uncounted(COUNTED_AT_ONCE + len(damaged_ones))} - damaged_ones:
            for id in old:
                try:
                    table = await self._replayed(id, await self.store.log(id))
                except Damaged as damaged:
                    self.store.damaged.add(damaged)
                    damaged_ones.add(id)
                    continue
                await self.store.count(table.summary(messages.key_of(table.game)), results(table))

    async def _share_budgets(self) -> None:
        """Send the other servers what was spent here."""
        while True:
            await asyncio.sleep(SHARE)
            spent = self.budgets.unsent()
            if spent:
                await self.store.cluster.tell_spent(spent)

    async def _inspect(self) -> None:
        """Find the unfinished tables that can't be read, before someone opens them."""
        last = ""
        while ids := await self.store.unfinished(last, INSPECTED_AT_ONCE):
            for last in ids:
                start = time.monotonic()
                with contextlib.suppress(Damaged):
                    await self.store.log(last)
                    await self.store.summary(last)
                await asyncio.sleep(10 * (time.monotonic() - start))  # people come first

    async def _sweep(self) -> None:
        """Drop unused rooms."""
        while True:
            await asyncio.sleep(min(SWEEP, self.config.room_rest))
            idle = sorted((room for room in self.rooms.values() if room.idle), key=lambda room: room.used, reverse=True)
            events = 0
            for number, room in enumerate(idle):
                events += room.table.number
                too_old = time.monotonic() - room.used > self.config.room_rest
                if too_old or number >= MOST_IDLE or events > MOST_IDLE_EVENTS:
                    room.close()
                    del self.rooms[room.table.id]
