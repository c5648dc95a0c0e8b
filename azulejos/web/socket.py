"""The socket of a table: receives the messages of a client and answers them. See `docs/protocol.md`."""

from __future__ import annotations

import asyncio
import time

from starlette.websockets import WebSocket, WebSocketDisconnect

from azulejos.core.contract import Json, Problem
from azulejos.web import messages
from azulejos.web.budgets import REFUSED_AFTER
from azulejos.web.client_message import (
    Chat,
    ClientMessage,
    Fill,
    Hint,
    Id,
    Move,
    Name,
    Ping,
    Rematch,
    Sit,
    Takeover,
    Undo,
    Why,
    client_message,
    receive,
)
from azulejos.web.endpoint import refusal
from azulejos.web.hub import Hub
from azulejos.web.limits import Addresses, Bucket
from azulejos.web.locale import language_of
from azulejos.web.log import log
from azulejos.web.messages import VIEWS
from azulejos.web.owner import address_of, is_own_page, owner_of, token_of
from azulejos.web.problems import problem_json
from azulejos.web.protocol import LINE, Protocol
from azulejos.web.room import Room
from azulejos.web.subscriber import Subscriber, text_frame

FLOODED = 1008
MOST_REFUSED = 200  # messages over the limit before the connection is closed


async def serve_socket(websocket: WebSocket, hub: Hub) -> None:
    """Serve one socket until it closes."""
    address = address_of(websocket)
    try:
        room, view = await _admit(websocket, hub, address)
    except Problem as problem:
        await websocket.send_denial_response(refusal(problem))
        return
    token = token_of(websocket)
    line: Protocol = websocket.scope["extensions"][LINE]
    owner = None if token is None else owner_of(token)
    subscriber = Subscriber(owner, view, language_of(websocket).code, line, room.welcome, address)
    hub.guard.sockets[address] += 1
    conversation: Conversation | None = None
    try:
        await websocket.accept()
        room.join(subscriber)
        conversation = Conversation(websocket, hub, room, subscriber)
        # In a task of its own: a message need not pass through all the layers of the application.
        await asyncio.create_task(hub.budgets.metered(conversation.run(line), subscriber.asker))
    except WebSocketDisconnect:
        pass
    finally:
        if conversation is not None:
            conversation.end()
        room.leave(subscriber)
        hub.guard.sockets[address] -= 1
        if not hub.guard.sockets[address]:
            del hub.guard.sockets[address]


async def _admit(websocket: WebSocket, hub: Hub, address: str) -> tuple[Room, str]:
    """Return the room and the view that a client asks for; raises a `Problem` if it may not have them."""
    if not hub.guard.connections.take(address) or hub.guard.sockets[address] >= hub.config.limits.sockets:
        raise Problem("too many connections from your address", "slow_down")
    if not is_own_page(websocket, hub.config.origins):
        raise Problem("pages of other origins may not connect", "other_origin")
    view = websocket.query_params.get("view", "state")
    if view not in VIEWS:
        raise Problem(f"`view` must be {' or '.join(VIEWS)}, not {view[:40]!r}", "bad_request")
    return await hub.room(websocket.path_params["table"]), view


class Conversation:
    """The messages over one socket."""

    def __init__(self, websocket: WebSocket, hub: Hub, room: Room, subscriber: Subscriber) -> None:
        self.websocket = websocket
        self.hub = hub
        self.room = room
        self.subscriber = subscriber
        self.owner = subscriber.owner
        self.name: str | None = None
        self.hint: asyncio.Task[None] | None = None
        self.who = subscriber.asker
        rate = hub.config.limits.messages
        self.bucket = Bucket(rate.at_once, rate.per_second)
        chats = hub.config.limits.chats
        self.chats = Bucket(chats.at_once, chats.per_second)
        self.address = address_of(websocket)

    def end(self) -> None:
        """Cancel what the client still waits for."""
        if self.hint is not None:
            self.hint.cancel()

    async def run(self, line: Protocol) -> None:
        """Answer messages until the client disconnects."""
        refused = 0
        while True:
            message = await line.receive()
            if message["type"] != "websocket.receive":
                return
            if not line.queue.empty():
                await asyncio.sleep(0)  # many messages came at once: send the answers so far before the next one
            text = message.get("text")
            try:
                await self.hub.budgets.turn(self.who)
            except Problem as problem:
                self._refuse(problem, _id_if_valid(text))
                await asyncio.sleep(REFUSED_AFTER)
                continue
            if self.bucket.take(time.monotonic()):
                await self._handle(text)
                continue
            refused += 1
            self._refuse(Problem("too many messages; wait a moment", "slow_down"), _id_if_valid(text))
            if refused > MOST_REFUSED:
                log("flooded", address=self.address, table=self.room.table.id)
                await self.websocket.close(FLOODED)
                return

    async def _handle(self, text: str | None) -> None:
        id: Id = None
        try:
            received = receive(text)
            id = received.id
            message = client_message(received)
            answer = await self._answer(message, id)
            if answer is not None:
                self._send(answer)
            elif id is not None and not isinstance(message, Hint):  # a hint sends its own answer later
                self._send({"type": "ok", "re": id})
        except Problem as problem:
            self._refuse(problem, id)
        except Exception as error:  # a bug; this connection and all others continue
            log("bug", table=self.room.table.id, error=f"{type(error).__name__}: {error}", message=(text or "")[:200])
            self._refuse(Problem("a bug in azulejos; see the server's log", "internal"), id)

    def _send(self, answer: Json) -> None:
        self.subscriber.answer(text_frame(messages.encode(answer)))

    def _refuse(self, problem: Problem, id: Id) -> None:
        error: Json = {"code": problem.code, "message": str(problem)}
        if "wait" in problem.details:
            error["wait"] = problem.details["wait"]
        if self.subscriber.view == "scene":  # for people; programs get the full message, in English
            error = problem_json(problem, messages.LANGUAGES[self.subscriber.language], self.room.table.game)
        self._send({"type": "error", **error, "re": id})
        if problem.code == "stale":
            for update in self.room.full_update(self.subscriber):
                self.subscriber.push(update)

    async def _answer(self, message: ClientMessage, id: Id) -> Json | None:
        """Do what a message asks for; return the answer, if it is not just `ok`."""
        room, owner = self.room, self.owner
        match message:
            case Move(move, number):
                await room.act(lambda table, at: table.move(owner, move, number, at))
            case Undo(number):
                if room.table.owned(owner):
                    self._take(self.hub.guard.undos, "taking moves back")
                await room.act(lambda table, at: table.undo(owner, number, at))
            case Chat(text):
                self._take_chat()
                await room.act(lambda table, at: table.chat(owner, self.name, text, at))
            case Hint(number):
                self._start_hint(number, id)
            case Why(clicked, number):
                return {**room.why(self.subscriber, number, clicked), "re": id}
            case Sit(seat, name):
                known = self._known_owner()
                await room.sit(known, self.address, name, seat)
            case Fill(level):
                known = self._known_owner()
                await room.act(lambda table, at: table.fill(known, level, at))
            case Takeover(seat):
                await room.agree_takeover(owner, seat)
            case Rematch():
                table = await room.rematch(owner)
                return {"type": "rematch", "re": id, "table": table} if id is not None else None
            case Name(name):
                if room.table.owned(owner):
                    self._take(self.hub.guard.renames, "changing your name")
                    await room.act(lambda table, at: table.rename(owner, name, at))
                else:
                    self.name = room.table.watcher_name(name)
            case Ping(number):
                return {"type": "pong", "pong": number}
        return None

    def _take(self, allowance: Addresses, doing: str) -> None:
        """Take from the allowance of a player at this table, for all their connections; raises a `Problem` if none is left."""
        if not allowance.take(f"{self.room.table.id} {self.owner}"):
            raise Problem(f"you are {doing} too fast; wait a few seconds", "slow_down")

    def _take_chat(self) -> None:
        """Take a chat message from the allowance: of the player or, for those who watch, of the socket and the address."""
        if self.room.table.belonging(self.owner):
            self._take(self.hub.guard.chats, "sending messages")
        elif not (self.chats.take(time.monotonic()) and self.hub.guard.watcher_chats.take(self.address)):
            raise Problem("you are sending messages too fast; wait a few seconds", "slow_down")

    def _start_hint(self, number: int, id: Id) -> None:
        """Ask the strongest bot; other messages are answered meanwhile."""
        if self.hint is not None:
            raise Problem("a hint is already being computed", "slow_down")
        self.hint = self.hub.spawn(self._give_hint(number, id))

    async def _give_hint(self, number: int, id: Id) -> None:
        try:
            self._send({**await self.room.hint(self.subscriber, number), "re": id})
        except Problem as problem:
            self._refuse(problem, id)
        finally:
            self.hint = None

    def _known_owner(self) -> str:
        if self.owner is None:
            raise Problem("this connection has no token; take a seat by POST …/seats first", "no_token")
        return self.owner


def _id_if_valid(text: str | None) -> Id:
    """Return the id of a message that is rejected unread: a program may wait for the answer to it."""
    try:
        return receive(text).id
    except Problem:
        return None


__all__ = ["serve_socket"]
