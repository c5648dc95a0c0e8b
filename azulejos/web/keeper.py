"""The keeper of a table: lets its bots think and its clocks run, while this server has leased the table.

A lease only saves double work between servers: see `cluster`.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from azulejos.core.contract import Move, Problem
from azulejos.web.budgets import THE_SERVER, Asker, asking
from azulejos.web.clock import now
from azulejos.web.log import log
from azulejos.web.scheduler import Urgency
from azulejos.web.subscriber import Subscriber
from azulejos.web.table import Table

if TYPE_CHECKING:
    from azulejos.web.room import Room

LOOKS = 20.0  # seconds for which bots go on after a program has looked at their table
PAUSE = 1.0  # seconds before retrying to store a bot's move


class Keeper:
    """What a server does at a table by itself."""

    def __init__(self, room: Room, leased: bool = False) -> None:
        self.leased = leased
        self._room = room
        self._hub = room.hub
        self._claiming = False
        self._driver: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[Move] | None = None
        self._asked = THE_SERVER
        """The player who last did something here, or looked; anyone, if only bots play."""
        self._looked = -LOOKS  # when a program last looked

    @property
    def _table(self) -> Table:
        return self._room.table

    def look(self) -> None:
        """A program looks at the table: bots go on for a while."""
        self._looked = time.monotonic()
        self.note_asker()
        if self._table.bots_alone:
            self.schedule()

    def note_asker(self) -> None:
        """Note who pays for the bots from now on: not those who watch, because bots are slow if a budget is used up."""
        who = asking.get()
        if who is not THE_SERVER and (self._table.bots_alone or self._table.belonging(who.owner)):
            self._asked = who

    def someone_left(self) -> None:
        """Give up the move of a bot if no one is left for whom it plays."""
        if not self._bots_go_on and self._thinking is not None:
            self._thinking.cancel()

    def look_again(self) -> None:
        """Go on if the table has lost its server."""
        if self._bots_go_on:
            self.schedule()

    def schedule(self) -> None:
        """Let the bot to move think, and set the clock of a person."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if not self._table.needs_server and not self._bots_go_on:
            self._leave_bots()
            return
        if not self.leased:
            if not self._claiming:
                self._claiming = True
                self._hub.spawn(self._claim())
        elif self._table.bot_to_move is not None:
            if self._driver is None:
                self._driver = self._hub.spawn(self._drive())
        elif self._table.time_out is not None:
            wait = max(self._table.time_out - now(), 0) + 0.01
            self._flag = asyncio.get_running_loop().call_later(wait, lambda: self._hub.spawn(self._call_time()))

    async def lease(self) -> None:
        """Lease the table, unless another server has."""
        if not self.leased:
            self.leased = await self._hub.store.cluster.claim(self._table.id)

    async def _claim(self) -> None:
        """Lease the table, then go on with `schedule`, but not from a position of the past: another server may have played on
        until it returned the lease."""
        try:
            if await self._hub.store.cluster.claim(self._table.id):
                await self._room.catch_up()
                self.leased = True
        finally:
            self._claiming = False
        if self.leased:
            self.schedule()

    async def _drive(self) -> None:
        """Play for bots while it is a bot's turn."""
        try:
            while (turn := self._table.bot_to_move) is not None and self.leased and self._bots_go_on:
                await self._play_bot(*turn)
        finally:
            self._driver = None
        self._leave_bots()

    def _leave_bots(self) -> None:
        """Return the lease of a game of bots that no one watches: another server may have someone who does."""
        if self._table.bots_alone and not self._bots_go_on:
            self._release()

    @property
    def _bots_go_on(self) -> bool:
        """Whether bots think: at a table of people always, among themselves only while someone watches."""
        if self._table.bot_to_move is None:
            return False
        return not self._table.bots_alone or bool(self._room.subscribers) or self._looked_lately

    @property
    def _looked_lately(self) -> bool:
        return time.monotonic() - self._looked < LOOKS

    @property
    def _urgency(self) -> Urgency:
        """How urgent a bot's move is here."""
        table = self._table
        if any(table.owned(one.owner) for one in self._room.subscribers) or (self._looked_lately and not table.bots_alone):
            return Urgency.TABLE
        return Urgency.WATCHED if self._room.subscribers or self._looked_lately else Urgency.REST

    @property
    def _payer(self) -> Asker:
        """Who pays for the bots: the player who last did something, or else a player or watcher who is here and can."""
        if not self._room.subscribers or not (self._asked is THE_SERVER or self._table.bots_alone):
            return self._asked

        def worth(one: Subscriber) -> tuple[bool, bool, float]:
            plays, can = self._table.belonging(one.owner), not self._hub.budgets.over("work", one.asker)
            return (not plays, not can, one.joined)

        return min(self._room.subscribers, key=worth).asker

    async def _play_bot(self, seat: int, level: str) -> None:
        number = self._table.number
        start = time.monotonic()
        seed, payer, budgets = self._hub.bot_seed(number), self._payer, self._hub.budgets
        choosing = self._hub.bots.choose(level, self._table.state, seed, payer, self._urgency)
        self._thinking = asyncio.create_task(choosing)
        try:
            await asyncio.wait({self._thinking})
            if self._thinking.cancelled():  # no one watches any more
                return
            move = self._thinking.result()
        finally:
            self._thinking.cancel()
            self._thinking = None
        self._hub.metrics.count_bot_move(level, time.monotonic() - start)
        try:
            await budgets.turn(payer, refuse=False)
            await budgets.metered(self._room.act(lambda table, at: table.bot_move(seat, move, number, at)), payer)
        except Problem as problem:  # a move was taken back, a person came back, the disk is full
            if problem.code == "not_stored":
                log("not_stored", table=self._table.id, error=str(problem))
                await asyncio.sleep(PAUSE)

    async def _call_time(self) -> None:
        """Let a bot replace the person to move, who is out of time."""
        try:
            await self._room.act(lambda table, at: table.flag(at))
        except Problem as problem:  # a move was taken back, the disk is full
            if problem.code == "not_stored":
                log("not_stored", table=self._table.id, error=str(problem))
                await asyncio.sleep(PAUSE)
                self.schedule()

    def close(self) -> None:
        """Stop the clocks, and return the lease."""
        if self._flag is not None:
            self._flag.cancel()
        self._release()

    def _release(self) -> None:
        if self.leased:
            self.leased = False
            self._hub.spawn(self._hub.store.cluster.release(self._table.id))
