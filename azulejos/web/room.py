"""A room: a live table, and its subscribers.

The `Table` decides, the store appends the entries, and only then does the room show the table after them. If another server
appended first, the room reads what it missed and decides again. Messages are encoded once per view and language.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from azulejos import render
from azulejos.core.contract import Generator, Json, Move, Problem, State
from azulejos.language import Language
from azulejos.render.types import Scene
from azulejos.render.why import why_not_there
from azulejos.web import messages
from azulejos.web.clock import now
from azulejos.web.entries import Chat, GameEvent, Rematch, Resume, Sit, Takeover, Undo
from azulejos.web.keeper import Keeper
from azulejos.web.lengths import SHOWN_LINES
from azulejos.web.new_table import first_batch
from azulejos.web.presence import Presence
from azulejos.web.results import results
from azulejos.web.store import Batch, Taken
from azulejos.web.subscriber import Subscriber, text_frame, text_frame_in_pieces
from azulejos.web.table import ChatLine, Step, Table

if TYPE_CHECKING:
    from azulejos.web.hub import Hub

DICE = random.SystemRandom()

Decide: TypeAlias = Callable[[Table, float], list[Step]]


class Room:
    """A table in memory."""

    def __init__(self, hub: Hub, table: Table, leased: bool = False) -> None:
        self.hub = hub
        self.table = table
        self.subscribers: set[Subscriber] = set()
        self.used = time.monotonic()
        self.presence = Presence(now())
        self.keeper = Keeper(self, leased)
        self._key = messages.key_of(table.game)
        self._lock = asyncio.Lock()
        self._lines: dict[str, list[Json]] = {}
        self._histories: dict[str, bytes] = {}
        self._picture: _Picture | None = None
        self._choices: tuple[State, dict[tuple[str, str], bytes]] | None = None
        self._last: list[str] = []

    @property
    def idle(self) -> bool:
        """Whether the room can be dropped."""
        return not self.subscribers and not self._lock.locked() and not (self.keeper.leased and self.table.needs_server)

    @property
    def away(self) -> dict[str, float]:
        """The owners of seats who are not here, and since when."""
        return self.presence.away(self.table.owners)

    @property
    def takeover_in(self) -> list[float | None]:
        """For each seat, in how many seconds others can vote for a bot; `None` if the person is here."""
        table = self.table
        if table.status != "running":
            return [None] * len(table.seats)
        return table.fair.takeover_in(self.away, self.hub.config.absence, now())

    # -- subscribers

    def join(self, subscriber: Subscriber) -> None:
        """Add a client."""
        self.used = time.monotonic()
        self.subscribers.add(subscriber)
        owner = subscriber.owner
        if owner is not None and self.presence.came(owner) and self.table.belonging(owner):
            self.hub.spawn(self.hub.store.cluster.came(self.table.id, owner))
            self._send_seats(but=subscriber)
        for frame in self.welcome(subscriber):
            subscriber.push(frame)
        if self.table.bots_alone:
            self.keeper.schedule()

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a client, if it is here."""
        if subscriber not in self.subscribers:
            return
        self.used = time.monotonic()
        self.subscribers.discard(subscriber)
        owner = subscriber.owner
        if owner is not None and self.presence.went(owner, now()) and self.table.belonging(owner):
            self.hub.spawn(self.hub.store.cluster.went(self.table.id, owner))
            self._send_seats()
        self.keeper.someone_left()

    def seen(self, owner: str | None) -> None:
        """Note a sign of life of a player without a socket."""
        if owner is not None and self.table.belonging(owner):
            self.presence.seen(owner, now())

    def welcome(self, subscriber: Subscriber) -> list[bytes]:
        """Return everything that a new client needs."""
        table, tr = self.table, messages.LANGUAGES[subscriber.language]
        message: Json = {
            "type": "welcome",
            "table": table.id,
            "game": table.game.json,
            "key": self._key,
            "title": messages.title_of(table.game, tr),
            "version": self.hub.version,
            "seats": messages.seats(table, self.away),
            "takeover_in": self.takeover_in,
            "you": table.belonging(subscriber.owner),
            "host": subscriber.owner == table.setup.host,
            "public": table.setup.public,
            "clock": table.setup.clock,
            "rematch": table.rematch_table,
            **self._position(subscriber.view, tr.code),
        }
        start = messages.encode(message)[:-1] + b","
        return [*text_frame_in_pieces(start, self._history(tr)), *self._choices_for(subscriber)]

    def _history(self, tr: Language) -> bytes:
        """Return the end of a `welcome`: what has been played and said. It is the same for everyone who reads the language."""
        if tr.code not in self._histories:
            if tr.code not in self._lines:
                self._lines[tr.code] = messages.lines(self.table, tr, SHOWN_LINES)
            history = {"chat": [messages.chat(line) for line in self.table.chats], "log": self._lines[tr.code]}
            self._histories[tr.code] = messages.encode(history)[1:]
        return self._histories[tr.code]

    def full_update(self, subscriber: Subscriber) -> list[bytes]:
        """Return the messages that replace the updates a client missed."""
        message = {"type": "update", **self._position(subscriber.view, subscriber.language)}
        return [text_frame(messages.encode(message)), *self._choices_for(subscriber)]

    # -- actions

    async def act(self, decide: Decide) -> None:
        """Append a decision and the chance events after it, and show it; raises a `Problem` if it is not allowed."""
        start = time.monotonic()
        self.keeper.note_asker()
        async with self._lock:
            while True:
                at = self._now()
                steps = decide(self.table, at)
                steps += (steps[-1].table if steps else self.table).chance(self._dice, at)
                if not steps:
                    return
                batch = self._batch(steps)
                if batch.needs_server and not self.table.needs_server:
                    await self.keeper.lease()  # before other servers can find it as a table without a server
                if await self._append(batch):
                    self._ingest(steps)
                    break
                await self._catch_up()
        if isinstance(steps[0].event, Move):
            self.hub.metrics.move_seconds.observe(time.monotonic() - start)

    async def _append(self, *batches: Batch) -> bool:
        """Append to the store; return whether no other server was faster."""
        metrics, start = self.hub.metrics, time.monotonic()
        try:
            await self.hub.store.append(*batches)
        except Taken:
            metrics.overtaken.inc()
            return False
        except Problem:
            metrics.not_stored.inc()
            raise
        metrics.appends.inc()
        metrics.append_seconds.inc(time.monotonic() - start)
        metrics.entries.inc(sum(len(batch.entries) for batch in batches))
        return True

    async def begin(self) -> None:
        """Draw the pending chance events, and start bots and clocks: after the table was created or loaded."""
        with contextlib.suppress(Problem):
            await self.act(lambda _table, _at: [])
        await self.look_around()
        self.keeper.schedule()

    async def adopt(self) -> None:
        """Take over a table that had no server: the time without one does not count."""
        await self.catch_up()
        self.keeper.leased = True
        await self.act(lambda table, at: table.resume(at))
        if not self.table.needs_server:  # bots alone, at a table of an older version
            await self.hub.store.rest(self.table.id)
        self.keeper.schedule()

    async def sit(self, owner: str, address: str, name: str, seat: int | None) -> None:
        """Take a seat. Seats at public tables of others are limited until their players have moved."""
        table, seats = self.table, self.hub.guard.seats
        counts = table.setup.public and owner != table.setup.host and not table.belonging(owner)
        if counts:
            seats.take(owner, address, table.id)
        try:
            await self.act(lambda table, at: table.sit(owner, name, seat, at))
        except BaseException:
            if counts and not self.table.belonging(owner):  # otherwise they asked twice, and have a seat
                seats.release(owner, table.id)
            raise

    async def agree_takeover(self, owner: str | None, of: int) -> None:
        """Vote for a bot to take a seat."""
        await self.look_around()
        absence = self.hub.config.absence
        await self.act(lambda table, at: table.agree_takeover(owner, of, self.away, at, absence))

    async def hint(self, subscriber: Subscriber, number: int) -> Json:
        """Return the move that the strongest bot would play for the seat to move."""
        self._check_turn(subscriber, number, "a hint")
        state = self.table.state
        advice = await self.hub.bots.hint(state, self.hub.bot_seed(number))
        if self.table.state is not state:
            raise Problem("the game has moved on", "stale", number=self.table.number)
        return messages.hint(self.table, subscriber.view, messages.LANGUAGES[subscriber.language], advice)

    def why(self, subscriber: Subscriber, number: int, clicked: Sequence[str]) -> Json:
        """Return why the seat to move can't do what was clicked."""
        self._check_turn(subscriber, number, "an explanation")
        text, rule = why_not_there(self.table.state, clicked, messages.LANGUAGES[subscriber.language])
        return {"type": "why", "number": number, "text": text, "rule": rule}

    def _check_turn(self, subscriber: Subscriber, number: int, what: str) -> None:
        """Raise a `Problem` unless the client is to move, in the position after `number` events."""
        table, seat = self.table, self.table.to_move
        if number != table.number:
            raise Problem(f"there are {table.number} game events now, not {number}", "stale", number=table.number)
        if seat is None or seat not in table.owned(subscriber.owner):
            table.check_not_out_of_time(subscriber.owner)
            raise Problem(f"{what} is for the player to move", "not_your_turn")

    async def rematch(self, owner: str | None) -> str:
        """Return the table where the same people play again; the first request creates it."""
        async with self._lock:
            while True:
                if self.table.rematch_table is not None and self.table.belonging(owner):
                    return self.table.rematch_table
                id, at = self.hub.new_id(), self._now()
                steps, setup = self.table.rematch(owner, id, at)
                if await self._append(self._batch(steps), first_batch(id, setup, at)):
                    self._ingest(steps)
                    return id
                await self._catch_up()

    def _now(self) -> float:
        return max(now(), self.table.updated)  # another server's clock may be ahead, and times in a log never decrease

    def _dice(self, number: int) -> Generator:
        seed = self.hub.config.seed
        return DICE if seed is None else random.Random(f"{seed} {number}")

    def _batch(self, steps: Sequence[Step]) -> Batch:
        after = steps[-1].table
        entries = [step.entry for step in steps]
        owners = after.owners if any(isinstance(entry.what, Sit) for entry in entries) else ()
        ends = after.outcome is not None and self.table.outcome is None
        summary = after.summary(self._key)
        return Batch(self.table.length + 1, entries, summary, owners, after.needs_server, results(after) if ends else ())

    # -- other servers

    async def catch_up(self) -> None:
        """Read what other servers have appended."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        entries = await self.hub.store.log(self.table.id, self.table.length)
        if entries:
            self._ingest(self.table.follow(entries))

    async def look_around(self, go_on: bool = False) -> None:
        """Find out who is here through other servers; with `go_on`, the table may have lost its server."""
        present = await self.hub.store.cluster.present(self.table.id)
        if self.presence.look(present, now()):
            self._send_seats()
        if go_on:
            self.keeper.look_again()

    async def recover(self) -> None:
        """Reload after the connection to other servers was lost: anything may have happened."""
        self.keeper.leased = False
        for owner in [owner for owner in self.presence.sockets if self.table.belonging(owner)]:
            await self.hub.store.cluster.came(self.table.id, owner)
        await self.catch_up()
        await self.look_around()
        self.keeper.schedule()

    # -- messages to subscribers

    def _ingest(self, steps: Sequence[Step]) -> None:
        """Apply steps whose entries are in the store, and show each."""
        self.used = time.monotonic()
        self._histories.clear()
        for step in steps:
            before, self.table = self.table, step.table
            match step.entry.what:
                case GameEvent() as event:
                    self._show_event(before.state, step, event)
                case Chat() as chat:
                    self._send({"type": "chat", **messages.chat(ChatLine(step.entry.at, chat))})
                case Rematch(_, table):
                    self._send({"type": "rematch", "table": table})
                case Undo(seat, to):
                    self._last = []
                    for lines in self._lines.values():
                        while lines and lines[-1]["number"] > to:
                            lines.pop()
                    self._send_update({"undo": {"seat": seat, "to": to}})
                case what:
                    if isinstance(what, Sit) and what.owner in self.presence.sockets:
                        self.hub.spawn(self.hub.store.cluster.came(self.table.id, what.owner))
                    self._lines.clear()  # names may have changed
                    self._send_seats()
                    if isinstance(what, Sit | Takeover | Resume):
                        self._send_update({})
        for subscriber in self.subscribers:
            for frame in self._choices_for(subscriber):
                subscriber.push(frame)
        self.keeper.schedule()

    def _show_event(self, before: State, step: Step, event: GameEvent) -> None:
        table = self.table
        made = table.fair.last
        if made is not None and made.maker is not None:
            self.hub.guard.seats.release(made.maker, table.id)
        if not self.subscribers or step.event is None:
            self._lines.clear()
            self._last = []
            return
        if isinstance(step.event, Move) and any(one.view == "scene" for one in self.subscribers):
            self._last = messages.last_slots(self._scene(before).scene, self._scene(table.state).scene)
        scored = messages.step(before, step.event, table.state)
        for code in self._lines.keys() - {one.language for one in self.subscribers}:
            del self._lines[code]

        def in_language(code: str) -> Json:
            tr = messages.LANGUAGES[code]
            line = messages.line(scored, table.number, messages.names_of(table, tr), tr)
            if code in self._lines:
                self._lines[code].append(line)
                del self._lines[code][:-SHOWN_LINES]
            sentence = {"number": line["number"], "seat": line["seat"], "text": line["text"]}
            return {"line": sentence, "gains": line["gains"]}

        self._send_update({"event": {event.kind: event.body}}, in_language)

    def _send_update(self, more: Json, in_language: Callable[[str], Json] = lambda _code: {}) -> None:
        """Send the current state of the game, with `more` and what `in_language` adds."""
        translated: dict[str, Json] = {}
        frames: dict[tuple[str, str], bytes] = {}
        for subscriber in self.subscribers:
            view, code = key = (subscriber.view, subscriber.language)
            frame = frames.get(key)
            if frame is None:
                if code not in translated:
                    translated[code] = in_language(code)
                message = {"type": "update", **more, **translated[code], **self._position(view, code)}
                frame = frames[key] = text_frame(messages.encode(message))
            subscriber.push(frame)

    def _send_seats(self, but: Subscriber | None = None) -> None:
        frames: dict[tuple[int, ...], bytes] = {}
        seats = messages.seats(self.table, self.away)
        for subscriber in self.subscribers:
            if subscriber is but:
                continue
            you = tuple(self.table.belonging(subscriber.owner))
            if you not in frames:
                message = {"type": "seats", "seats": seats, "you": you, "takeover_in": self.takeover_in}
                frames[you] = text_frame(messages.encode(message))
            subscriber.push(frames[you])

    def _send(self, message: Json) -> None:
        frame = text_frame(messages.encode(message))
        for subscriber in self.subscribers:
            subscriber.push(frame)

    def _position(self, view: str, language: str) -> Json:
        tr = messages.LANGUAGES[language]
        if view != "scene":
            return messages.position(self.table, tr, None, self._now())
        message = messages.position(self.table, tr, self._scene(self.table.state).encoded, self._now())
        message["last"] = self._last
        return message

    def _choices_for(self, subscriber: Subscriber) -> Sequence[bytes]:
        """Return the choices, if the subscriber is to move. They are computed once per position, view and language."""
        table, seat = self.table, self.table.to_move
        if subscriber.owner is None or seat is None:
            return ()
        one = table.seats[seat]
        if one.kind != "person" or one.owner != subscriber.owner:
            return ()
        if self._choices is None or self._choices[0] is not table.state:
            self._choices = (table.state, {})
        key = (subscriber.view, subscriber.language)
        frame = self._choices[1].get(key)
        if frame is None:
            message = messages.choices(table, subscriber.view, messages.LANGUAGES[subscriber.language])
            frame = self._choices[1][key] = text_frame(messages.encode(message))
        return (frame,)

    def _scene(self, state: State) -> _Picture:
        if self._picture is None or self._picture.state is not state:
            self._picture = _Picture(state)
        return self._picture

    def close(self) -> None:
        """Stop the room's clocks, and return the lease."""
        self.keeper.close()


class _Picture:
    """A scene of a state, and its encoded form."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.scene: Scene = render.scene(state)
        self._encoded: msgspec.Raw | None = None

    @property
    def encoded(self) -> msgspec.Raw:
        if self._encoded is None:
            self._encoded = messages.scene_json(self.scene)
        return self._encoded
