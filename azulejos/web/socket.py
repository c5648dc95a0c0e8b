"""The socket of a table: receives the messages of a client and answers them. See `docs/protocol.md`."""

from __future__ import annotations

import asyncio
import time

from starlette.websockets import WebSocket

from azulejos.core.contract import Json, Problem
from azulejos.core.game import Game
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
from azulejos.web.conversation import Conversation, check_admission
from azulejos.web.endpoint import refusal
from azulejos.web.hub import Hub
from azulejos.web.limits import Addresses, Bucket
from azulejos.web.locale import language_of
from azulejos.web.messages import VIEWS
from azulejos.web.owner import address_of, owner_of, token_of
from azulejos.web.protocol import LINE, Protocol
from azulejos.web.room import Room
from azulejos.web.subscriber import Subscriber


async def serve_socket(websocket: WebSocket, hub: Hub) -> None:
    """Serve the socket of a table until it closes."""
    address = address_of(websocket)
    try:
        check_admission(websocket, hub, address)
        view = websocket.query_params.get("view", "state")
        if view not in VIEWS:
            raise Problem(f"`view` must be {' or '.join(VIEWS)}, not {view[:40]!r}", "bad_request")
        room = await hub.room(websocket.path_params["table"])
    except Problem as problem:
        await websocket.send_denial_response(refusal(problem))
        return
    token = token_of(websocket)
    line: Protocol = websocket.scope["extensions"][LINE]
    owner = None if token is None else owner_of(token)
    subscriber = Subscriber(owner, view, language_of(websocket).code, line, room.welcome, address)
    await TableConversation(websocket, hub, room, subscriber).serve(line)


class TableConversation(Conversation):
    """The messages over the socket of a table."""

    def __init__(self, websocket: WebSocket, hub: Hub, room: Room, subscriber: Subscriber) -> None:
        super().__init__(websocket, hub, subscriber)
        self.room = room
        self.owner = subscriber.owner
        self.name: str | None = None
        self.hint: asyncio.Task[None] | None = None
        chats = hub.config.limits.chats
        self.chats = Bucket(chats.at_once, chats.per_second)

    @property
    def game(self) -> Game:
        return self.room.table.game

    def begin(self) -> None:
        self.room.join(self.subscriber)

    def end(self) -> None:
        if self.hint is not None:
            self.hint.cancel()
        self.room.leave(self.subscriber)

    def id_of(self, text: str | None) -> Id:
        return receive(text).id

    async def handle(self, text: str | None) -> None:
        received = receive(text)
        message = client_message(received)
        answer = await self._answer(message, received.id)
        if answer is not None:
            self.send(answer)
        elif received.id is not None and not isinstance(message, Hint):  # a hint sends its own answer later
            self.send({"type": "ok", "re": received.id})

    def refuse(self, problem: Problem, id: Id) -> None:
        super().refuse(problem, id)
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
        self.hint = self.hub.spawn(self.hub.budgets.metered(self._give_hint(number, id), self.who))

    async def _give_hint(self, number: int, id: Id) -> None:
        try:
            self.send({**await self.room.hint(self.subscriber, number), "re": id})
        except Problem as problem:
            self.refuse(problem, id)
        finally:
            self.hint = None

    def _known_owner(self) -> str:
        if self.owner is None:
            raise Problem("this connection has no token; take a seat by POST …/seats first", "no_token")
        return self.owner


__all__ = ["serve_socket"]
