"""A room: a live table, and those who look at it.

Whatever somebody wants to do is decided by the `Table`, appended to the log in the store, and only then taken in and told. If
another writer was quicker, the room reads what it missed and decides again. Messages are encoded once for a view and language.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from azulejos import render
from azulejos.core.contract import Generator, Json, Move, Problem
from azulejos.render.types import Scene
from azulejos.render.why import why_not_there
from azulejos.web import messages
from azulejos.web.bots import STRONGEST
from azulejos.web.clock import now
from azulejos.web.entries import Entry, Resume
from azulejos.web.limits import Bucket
from azulejos.web.log import log
from azulejos.web.results import results
from azulejos.web.store import Batch, Taken
from azulejos.web.subscriber import Subscriber
from azulejos.web.table import Table

if TYPE_CHECKING:
    from azulejos.web.hub import Hub

Decide: TypeAlias = Callable[[Table, float], list[Entry]]

CHATS_AT_ONCE, CHATS_PER_SECOND = 5, 1 / 6
PAUSE = 1.0  # seconds before a bot's turn is tried again that could not be stored


class Room:
    """A table in memory."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.hub = hub
        self.table = table
        self.subscribers: set[Subscriber] = set()
        self.used = time.monotonic()
        self.online: Counter[str] = Counter()
        self.elsewhere: frozenset[str] = frozenset()
        self._keeper = False
        self._claiming = False
        self._lock = asyncio.Lock()
        self._driver: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._lines: dict[str, list[Json]] = {}
        self._scene: tuple[object, Scene] | None = None
        self._last: list[str] = []
        self._chats: dict[str, Bucket] = {}

    @property
    def idle(self) -> bool:
        """Whether nobody would miss the room."""
        return not self.subscribers and not self._lock.locked() and not (self._keeper and self.table.due)

    @property
    def there(self) -> set[str]:
        """Everybody who is here, through this server or another one."""
        return {*self.elsewhere, *self.online}

    # -- those who look

    def join(self, subscriber: Subscriber) -> None:
        """Somebody comes to look."""
        self.used = time.monotonic()
        self.subscribers.add(subscriber)
        came = subscriber.owner is not None and not self.online[subscriber.owner]
        if subscriber.owner is not None:
            self.online[subscriber.owner] += 1
        if came and subscriber.owner is not None and self.table.belonging(subscriber.owner):
            self.hub.spawn(self.hub.store.company.came(self.table.id, subscriber.owner))
            self._tell_seats(but=subscriber)
        for message in self.welcome(subscriber):
            subscriber.push(message)

    def leave(self, subscriber: Subscriber) -> None:
        """Somebody has gone, perhaps before having come."""
        if subscriber not in self.subscribers:
            return
        self.used = time.monotonic()
        self.subscribers.discard(subscriber)
        if subscriber.owner is not None:
            self.online[subscriber.owner] -= 1
            if not self.online[subscriber.owner]:
                del self.online[subscriber.owner]
                if self.table.belonging(subscriber.owner):
                    self.hub.spawn(self.hub.store.company.went(self.table.id, subscriber.owner))
                    self._tell_seats()

    def welcome(self, subscriber: Subscriber) -> list[str]:
        """All that somebody needs who knows nothing yet."""
        table, tr = self.table, messages.LANGUAGES[subscriber.language]
        if tr.code not in self._lines:
            self._lines[tr.code] = messages.lines(table, tr)
        message: Json = {
            "type": "welcome",
            "table": table.id,
            "game": table.game.json,
            "key": messages.key_of(table.game),
            "title": messages.title_of(table.game, tr),
            "version": self.hub.version,
            "seats": messages.seats(table, self.there),
            "you": table.belonging(subscriber.owner),
            "host": subscriber.owner == table.setup.host,
            "public": table.setup.public,
            "clock": table.setup.clock,
            "chat": [messages.chat(entry) for entry in table.chats],
            "log": self._lines[tr.code],
            "rematch": table.rematch_table,
            **self._position(subscriber.view, tr.code),
        }
        return [messages.encoded(message), *self._choices_for(subscriber)]

    def full_update(self, subscriber: Subscriber) -> list[str]:
        """What makes up for updates that somebody missed."""
        message = {"type": "update", **self._position(subscriber.view, subscriber.language)}
        return [messages.encoded(message), *self._choices_for(subscriber)]

    # -- doing something

    async def act(self, decide: Decide) -> None:
        """Appends what is decided, with the chance that comes after it, and tells everybody; raises what is wrong with it."""
        async with self._lock:
            while True:
                at = self._now()
                entries = decide(self.table, at)
                entries += self.table.chance(entries, self._dice, at)
                if not entries:
                    return
                if await self._append(self._batch(entries)):
                    self._take_in(entries)
                    return
                await self._catch_up()

    async def _append(self, *batches: Batch) -> bool:
        """Whether nobody was quicker; counted."""
        metrics, start = self.hub.metrics, time.monotonic()
        try:
            await self.hub.store.append(*batches)
        except Taken:
            metrics.count("overtaken")
            return False
        except Problem:
            metrics.count("not_stored")
            raise
        metrics.count("appends")
        metrics.count("append_seconds", time.monotonic() - start)
        metrics.count("entries", sum(len(batch.entries) for batch in batches))
        return True

    async def begin(self) -> None:
        """Draws what is due, lets bots move and clocks run: after the table was made or found again."""
        with contextlib.suppress(Problem):
            await self.act(lambda _table, _at: [])
        await self.look_around()
        self._go_on()

    async def adopt(self) -> None:
        """This server is the keeper now of a table that had none: nobody's time ran meanwhile."""
        self._keeper = True
        await self.act(lambda table, at: [Entry(at, resume=Resume())] if table.time_out is not None else [])
        self._go_on()

    async def chat(self, owner: str | None, name: str | None, text: str) -> None:
        """Somebody says something; only so often."""
        bucket = self._chats.setdefault(owner or "", Bucket(CHATS_AT_ONCE, CHATS_PER_SECOND))
        if not bucket.take(time.monotonic()):
            raise Problem("that is much talk; wait a few seconds", "slow_down")
        await self.act(lambda table, at: table.chat(owner, name, text, at))

    async def agree_takeover(self, owner: str | None, of: int) -> None:
        """Somebody agrees that a bot takes a seat."""
        await self.look_around()
        await self.act(lambda table, at: table.agree_takeover(owner, of, self.there, at))

    async def hint(self, subscriber: Subscriber, number: int) -> Json:
        """The move that the strongest bot would make for the seat to move."""
        self._check_turn(subscriber, number, "a hint")
        state = self.table.state
        move = await self.hub.bots.choose(STRONGEST, state, self.hub.bot_seed(number))
        if self.table.state is not state:
            raise Problem("the game has gone on meanwhile", "stale", number=self.table.number)
        return messages.hint(self.table, subscriber.view, messages.LANGUAGES[subscriber.language], move)

    def why(self, subscriber: Subscriber, number: int, clicked: Sequence[str]) -> Json:
        """Why the seat to move can't do what was clicked."""
        self._check_turn(subscriber, number, "an explanation")
        text, rule = why_not_there(self.table.state, clicked, messages.LANGUAGES[subscriber.language])
        return {"type": "why", "number": number, "text": text, "rule": rule}

    def _check_turn(self, subscriber: Subscriber, number: int, what: str) -> None:
        """Raises a `Problem` unless somebody is to move, in the position that he thinks of."""
        table, seat = self.table, self.table.to_move
        if number != table.number:
            raise Problem(f"there are {table.number} game events now, not {number}", "stale", number=table.number)
        if seat is None or seat not in table.owned(subscriber.owner):
            raise Problem(f"{what} is for the player to move", "not_your_turn")

    async def rematch(self, owner: str | None) -> str:
        """The table where the same people play again: one of the first who asks, for all."""
        async with self._lock:
            while True:
                if self.table.rematch_table is not None and self.table.owned(owner):
                    return self.table.rematch_table
                id, at = self.hub.new_id(), self._now()
                entries, setup = self.table.rematch(owner, id, at)
                if await self._append(self._batch(entries), self.hub.first_batch(id, setup, at)):
                    self._take_in(entries)
                    return id
                await self._catch_up()

    def _now(self) -> float:
        return max(now(), self.table.updated)  # that of another server may be ahead, and logs don't turn around

    def _dice(self, number: int) -> Generator:
        seed = self.hub.config.seed
        return random.SystemRandom() if seed is None else random.Random(f"{seed} {number}")

    def _batch(self, entries: Sequence[Entry]) -> Batch:
        after = self.table.after(entries)
        summary = after.summary(messages.key_of(after.game))
        ends = after.outcome is not None and self.table.outcome is None
        return Batch(self.table.length + 1, entries, summary, after.owners, after.due, results(after) if ends else ())

    # -- other servers

    async def catch_up(self) -> None:
        """Reads what others have appended, if anything."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        entries = await self.hub.store.log(self.table.id, self.table.length)
        if entries:
            self._take_in(entries)

    async def look_around(self) -> None:
        """Finds out who is here through other servers."""
        present = await self.hub.store.company.present(self.table.id)
        if present != self.elsewhere:
            self.elsewhere = present
            self._tell_seats()

    async def recover(self) -> None:
        """The connection to other servers was lost: anything may have happened, and nothing is known of this one."""
        self._keeper = False
        for owner in [owner for owner in self.online if self.table.belonging(owner)]:
            await self.hub.store.company.came(self.table.id, owner)
        await self.catch_up()
        await self.look_around()
        self._go_on()

    # -- telling

    def _take_in(self, entries: Sequence[Entry]) -> None:
        """Entries that are in the store: adds them to the table, and tells everybody."""
        self.used = time.monotonic()
        for entry in entries:
            if entry.action is not None or entry.deal is not None or entry.refill is not None:
                self._take_in_event(entry)
                continue
            self.table.add(entry)
            if entry.sit is not None and entry.sit.owner in self.online:
                self.hub.spawn(self.hub.store.company.came(self.table.id, entry.sit.owner))
            if entry.chat is not None:
                self._tell({"type": "chat", **messages.chat(entry)})
            elif entry.rematch is not None:
                self._tell({"type": "rematch", "table": entry.rematch.table})
            elif entry.undo is not None:
                self._last = []
                for lines in self._lines.values():
                    del lines[entry.undo.to :]
                undo: Json = {"undo": {"seat": entry.undo.seat, "to": entry.undo.to}}
                self._tell_update(lambda _tr, undo=undo: undo)  # type: ignore[misc]
            else:
                self._lines.clear()  # names may have changed
                self._tell_seats()
                if entry.resume is not None or entry.takeover is not None or entry.sit is not None:
                    self._tell_update(lambda _tr: {})
        self._tell_choices()
        self._go_on()

    def _take_in_event(self, entry: Entry) -> None:
        table = self.table
        before = table.state
        if not self.subscribers:
            table.add(entry)
            self._lines.clear()
            self._last = []
            return
        told = messages.step(before, table.event_of(entry))
        scene = self._scene_now()
        table.add(entry, told.event)
        if isinstance(told.event, Move):
            self._last = messages.last_slots(scene, self._scene_now())

        def tell(code: str) -> Json:
            tr = messages.LANGUAGES[code]
            line = messages.line(told, table.number, messages.names_of(table, tr), tr)
            if code in self._lines:
                self._lines[code].append(line)
            gains = line["gains"]
            said = {"number": line["number"], "seat": line["seat"], "text": line["text"]}
            return {"event": messages.event_message(table, told), "line": said, "gains": gains}

        for code in self._lines.keys() - {one.language for one in self.subscribers}:
            del self._lines[code]
        self._tell_update(tell)

    def _tell_update(self, more: Callable[[str], Json]) -> None:
        """Sends where the game stands, with what is to be said besides in a language."""
        made: dict[str, Json] = {}
        ready: dict[tuple[str, str], str] = {}
        for subscriber in self.subscribers:
            key = (subscriber.view, subscriber.language)
            message = ready.get(key)
            if message is None:
                if subscriber.language not in made:
                    made[subscriber.language] = more(subscriber.language)
                message = ready[key] = messages.encoded({"type": "update", **made[subscriber.language], **self._position(*key)})
            subscriber.push(message)

    def _tell_choices(self) -> None:
        for subscriber in self.subscribers:
            for message in self._choices_for(subscriber):
                subscriber.push(message)

    def _tell_seats(self, but: Subscriber | None = None) -> None:
        ready: dict[tuple[int, ...], str] = {}
        for subscriber in self.subscribers:
            if subscriber is but:
                continue
            you = tuple(self.table.belonging(subscriber.owner))
            if you not in ready:
                ready[you] = messages.encoded({"type": "seats", "seats": messages.seats(self.table, self.there), "you": you})
            subscriber.push(ready[you])

    def _tell(self, message: Json) -> None:
        text = messages.encoded(message)
        for subscriber in self.subscribers:
            subscriber.push(text)

    def _position(self, view: str, language: str) -> Json:
        scene = self._scene_now() if view == "scene" else None
        message = messages.position(self.table, view, messages.LANGUAGES[language], scene, self._now())
        if scene is not None:
            message["last"] = self._last
        return message

    def _choices_for(self, subscriber: Subscriber) -> list[str]:
        seat = self.table.to_move
        if subscriber.owner is None or seat is None:
            return []
        one = self.table.seats[seat]
        if one.kind != "person" or one.owner != subscriber.owner:
            return []
        return [messages.encoded(messages.choices(self.table, subscriber.view, messages.LANGUAGES[subscriber.language]))]

    def _scene_now(self) -> Scene:
        state = self.table.state
        if self._scene is None or self._scene[0] is not state:
            self._scene = (state, render.scene(state))
        return self._scene[1]

    # -- bots and clocks

    def _go_on(self) -> None:
        """Lets the bot think whose turn it is, and sets the clock of a person."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self.table.due and not self._keeper:
            if not self._claiming:
                self._claiming = True
                self.hub.spawn(self._claim())
        elif self.table.bot_to_move is not None:
            if self._driver is None:
                self._driver = self.hub.spawn(self._drive())
        elif self.table.time_out is not None:
            wait = max(self.table.time_out - now(), 0) + 0.01
            self._flag = asyncio.get_running_loop().call_later(wait, lambda: self.hub.spawn(self._call_time()))

    async def _claim(self) -> None:
        """Becomes the keeper of the table, unless another server is."""
        try:
            self._keeper = await self.hub.store.company.claim(self.table.id)
        finally:
            self._claiming = False
        if self._keeper:
            self._go_on()

    async def _drive(self) -> None:
        """Plays for bots as long as it is a bot's turn."""
        try:
            while (turn := self.table.bot_to_move) is not None and self._keeper:
                await self._play_bot(*turn)
        finally:
            self._driver = None

    async def _play_bot(self, seat: int, level: str) -> None:
        number = self.table.number
        start = time.monotonic()
        move = await self.hub.bots.choose(level, self.table.state, self.hub.bot_seed(number))
        self.hub.metrics.count("bot_moves")
        self.hub.metrics.count("bot_seconds", time.monotonic() - start)
        try:
            await self.act(lambda table, at: table.bot_move(seat, move, number, at))
        except Problem as problem:  # a move was taken back meanwhile, a person came back, the disk is full
            if problem.code == "not_stored":
                log("not_stored", table=self.table.id, error=str(problem))
                await asyncio.sleep(PAUSE)

    async def _call_time(self) -> None:
        with contextlib.suppress(Problem):
            await self.act(lambda table, at: table.flag(at))

    def close(self) -> None:
        """The room is not needed any more."""
        if self._flag is not None:
            self._flag.cancel()
        if self._keeper:
            self._keeper = False
            self.hub.spawn(self.hub.store.company.release(self.table.id))
