"""The socket of a table: what a client may say, and how it is answered. See `docs/protocol.md`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from starlette.websockets import WebSocket, WebSocketDisconnect

from azulejos.core.contract import Json, Problem
from azulejos.web import messages
from azulejos.web.endpoint import refusal
from azulejos.web.hub import Hub
from azulejos.web.limits import Bucket
from azulejos.web.locale import language_of
from azulejos.web.log import log
from azulejos.web.messages import VIEWS, encoded
from azulejos.web.owner import address_of, is_own_page, owner_of, token_of
from azulejos.web.problems import told
from azulejos.web.room import Room
from azulejos.web.subscriber import Subscriber
from azulejos.web.wire import Clicked, Count, Text

ABORT = "azulejos.abort"
FLOODED = 1008
MOST_REFUSED = 200  # messages over the limit, until the line is cut


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client says: exactly one of the verbs, with what belongs to it."""

    id: Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=40)] | None = None
    number: Count | UnsetType = UNSET
    move: Text | dict[str, Any] | UnsetType = UNSET
    undo: bool | UnsetType = UNSET
    chat: Text | UnsetType = UNSET
    hint: bool | UnsetType = UNSET
    why: Clicked | UnsetType = UNSET
    sit: int | UnsetType | None = UNSET
    fill: Text | UnsetType = UNSET
    takeover: int | UnsetType = UNSET
    rematch: bool | UnsetType = UNSET
    name: Text | UnsetType = UNSET
    ping: int | UnsetType = UNSET


VERBS = ("move", "undo", "chat", "hint", "why", "sit", "fill", "takeover", "rematch", "ping", "name")
_decode = msgspec.json.Decoder(Said).decode


async def serve_socket(websocket: WebSocket, hub: Hub) -> None:
    """Serves one socket until it closes."""
    address = address_of(websocket)
    try:
        room, view = await _admit(websocket, hub, address)
    except Problem as problem:
        await websocket.send_denial_response(refusal(problem))
        return
    token = token_of(websocket)
    abort: Callable[[], None] = websocket.scope.get("extensions", {}).get(ABORT, lambda: None)
    subscriber = Subscriber(None if token is None else owner_of(token), view, language_of(websocket).code, abort)
    hub.guard.sockets[address] += 1
    pump: asyncio.Task[None] | None = None
    try:
        await websocket.accept()
        room.join(subscriber)
        pump = asyncio.create_task(subscriber.pump(_sender(websocket), room.welcome))
        await Conversation(websocket, hub, room, subscriber).run()
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(subscriber)
        hub.guard.sockets[address] -= 1
        if not hub.guard.sockets[address]:
            del hub.guard.sockets[address]
        if pump is not None:
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)


async def _admit(websocket: WebSocket, hub: Hub, address: str) -> tuple[Room, str]:
    """The room and the view that somebody may have; raises a `Problem` if nothing."""
    if not hub.guard.connections.take(address) or hub.guard.sockets[address] >= hub.config.limits.sockets:
        raise Problem("too many connections from your address", "slow_down")
    if not is_own_page(websocket, hub.config.origins):
        raise Problem("pages of other origins may not do that", "other_origin")
    view = websocket.query_params.get("view", "state")
    if view not in VIEWS:
        raise Problem(f"`view` is {' or '.join(VIEWS)}, not {view[:40]!r}", "bad_request")
    return await hub.room(websocket.path_params["table"]), view


def _sender(websocket: WebSocket) -> Callable[[str], Awaitable[None]]:
    async def send(text: str) -> None:
        await websocket.send({"type": "websocket.send", "text": text})

    return send


class Conversation:
    """What is said over one socket, message by message."""

    def __init__(self, websocket: WebSocket, hub: Hub, room: Room, subscriber: Subscriber) -> None:
        self.websocket = websocket
        self.hub = hub
        self.room = room
        self.subscriber = subscriber
        self.owner = subscriber.owner
        self.name: str | None = None
        self.hinting = False
        rate = hub.config.limits.messages
        self.bucket = Bucket(rate.at_once, rate.per_second)

    async def run(self) -> None:
        """Answers until the client goes."""
        refused = 0
        while True:
            message = await self.websocket.receive()
            await asyncio.sleep(0)  # many may have come at once; what answers them gets its turn
            if message["type"] == "websocket.disconnect":
                return
            if self.bucket.take(time.monotonic()):
                await self._answer(message.get("text"))
                continue
            refused += 1
            self._refuse(Problem("too many messages; wait a little", "slow_down"), _read_if_possible(message.get("text")))
            if refused > MOST_REFUSED:
                log("flooded", address=address_of(self.websocket), table=self.room.table.id)
                await self.websocket.close(FLOODED)
                return

    async def _answer(self, text: str | None) -> None:
        said: Said | None = None
        try:
            said = _read(text)
            verb = _verb(said)
            answer = await getattr(self, f"_{verb}")(said)
            if answer is not None:
                self.subscriber.answer(encoded(answer))
            elif said.id is not None and verb != "hint":  # which is its own answer, later
                self.subscriber.answer(encoded({"type": "ok", "re": said.id}))
        except Problem as problem:
            self._refuse(problem, said)
        except Exception as error:  # ours; the line and all others go on
            log("bug", table=self.room.table.id, error=f"{type(error).__name__}: {error}", said=(text or "")[:200])
            self._refuse(Problem("a bug in azulejos; it is in the server's log", "internal"), said)

    def _refuse(self, problem: Problem, said: Said | None) -> None:
        known: Json = {"code": problem.code, "message": str(problem)}
        if self.subscriber.view == "scene":  # for people; programs get all that the message can tell them
            known = told(problem, messages.LANGUAGES[self.subscriber.language], self.room.table.game)
        message = {"type": "error", **known, "re": said.id if said else None}
        self.subscriber.answer(encoded(message))
        if problem.code == "stale":
            for update in self.room.full_update(self.subscriber):
                self.subscriber.push(update)

    # -- the verbs

    async def _move(self, said: Said) -> None:
        number, move = _number(said), said.move
        assert not isinstance(move, UnsetType)
        await self.room.act(lambda table, at: table.move(self.owner, move, number, at))

    async def _undo(self, said: Said) -> None:
        number = _number(said)
        await self.room.act(lambda table, at: table.undo(self.owner, number, at))

    async def _chat(self, said: Said) -> None:
        assert not isinstance(said.chat, UnsetType)
        await self.room.chat(self.owner, self.name, said.chat)

    async def _sit(self, said: Said) -> None:
        owner, seat, name = self._known(), said.sit, said.name
        assert not isinstance(seat, UnsetType)
        if isinstance(name, UnsetType):
            raise Problem("who sits down says a `name`", "bad_request")
        await self.room.act(lambda table, at: table.sit(owner, name, seat, at))

    async def _fill(self, said: Said) -> None:
        owner, level = self._known(), said.fill
        assert not isinstance(level, UnsetType)
        await self.room.act(lambda table, at: table.fill(owner, level, at))

    async def _takeover(self, said: Said) -> None:
        assert not isinstance(said.takeover, UnsetType)
        await self.room.agree_takeover(self.owner, said.takeover)

    async def _rematch(self, said: Said) -> Json | None:
        table = await self.room.rematch(self.owner)
        return {"type": "rematch", "re": said.id, "table": table} if said.id is not None else None

    async def _name(self, said: Said) -> None:
        name = said.name
        assert not isinstance(name, UnsetType)
        if self.room.table.owned(self.owner):
            await self.room.act(lambda table, at: table.rename(self.owner, name, at))
        self.name = name

    async def _ping(self, said: Said) -> Json:
        return {"type": "pong", "pong": said.ping}

    async def _hint(self, said: Said) -> None:
        """Asks the strongest bot; meanwhile the conversation goes on."""
        number = _number(said)
        if self.hinting:
            raise Problem("a hint is being thought of already", "slow_down")
        self.hinting = True
        self.hub.spawn(self._give_hint(said, number))

    async def _give_hint(self, said: Said, number: int) -> None:
        try:
            self.subscriber.answer(encoded({**await self.room.hint(self.subscriber, number), "re": said.id}))
        except Problem as problem:
            self._refuse(problem, said)
        finally:
            self.hinting = False

    async def _why(self, said: Said) -> Json:
        number, clicked = _number(said), said.why
        assert not isinstance(clicked, UnsetType)
        return {**self.room.why(self.subscriber, number, clicked), "re": said.id}

    def _known(self) -> str:
        if self.owner is None:
            raise Problem("this connection has no token; take a seat by POST …/seats first", "no_token")
        return self.owner


def _read(text: str | None) -> Said:
    if text is None:
        raise Problem("a message is a JSON object in a text frame, not in a binary one", "not_json")
    try:
        return _decode(text)
    except msgspec.ValidationError as error:
        raise Problem(str(error), "bad_request") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem(f"that is no JSON: {error}", "not_json") from None


def _read_if_possible(text: str | None) -> Said | None:
    """A message that is refused unheard; a program may wait for the answer to just this one."""
    try:
        return _read(text)
    except Problem:
        return None


def _verb(said: Said) -> str:
    """The one thing that the client wants."""
    found = [verb for verb in VERBS if getattr(said, verb) is not UNSET]
    if len(found) == 1 or found == ["sit", "name"]:
        return found[0]
    raise Problem(f"a message has exactly one of {', '.join(VERBS)}, not {', '.join(found) or 'none'}", "bad_request")


def _number(said: Said) -> int:
    if isinstance(said.number, UnsetType):
        raise Problem("`number` is needed: that of the last update", "bad_request")
    return said.number


__all__ = ["serve_socket"]
