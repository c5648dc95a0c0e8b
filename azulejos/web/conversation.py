"""What all sockets share: who may connect, and how messages are received, limited and refused."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod

from starlette.websockets import WebSocket, WebSocketDisconnect

from azulejos.core.contract import Json, Problem
from azulejos.core.game import Game
from azulejos.web import messages
from azulejos.web.budgets import REFUSED_AFTER
from azulejos.web.client_message import Id
from azulejos.web.hub import Hub
from azulejos.web.limits import Bucket
from azulejos.web.log import log
from azulejos.web.owner import address_of, is_own_page
from azulejos.web.problems import problem_json
from azulejos.web.protocol import Protocol
from azulejos.web.subscriber import Subscriber, text_frame

FLOODED = 1008
MOST_REFUSED = 200  # messages over the limit before the connection is closed


def check_admission(websocket: WebSocket, hub: Hub, address: str) -> None:
    """Raise a `Problem` if a client may not connect."""
    if not hub.guard.connections.take(address) or hub.guard.sockets[address] >= hub.config.limits.sockets:
        raise Problem("too many connections from your address", "slow_down")
    if not is_own_page(websocket, hub.config.origins):
        raise Problem("pages of other origins may not connect", "other_origin")


class Conversation(ABC):
    """The messages over one socket."""

    def __init__(self, websocket: WebSocket, hub: Hub, subscriber: Subscriber) -> None:
        self.websocket = websocket
        self.hub = hub
        self.subscriber = subscriber
        self.who = subscriber.asker
        rate = hub.config.limits.messages
        self.bucket = Bucket(rate.at_once, rate.per_second)
        self.address = address_of(websocket)

    @abstractmethod
    def begin(self) -> None:
        """Do what has to be done once the socket is open."""

    @abstractmethod
    def end(self) -> None:
        """Cancel what the client still waits for."""

    @abstractmethod
    def id_of(self, text: str | None) -> Id:
        """Return the id of a message; raises a `Problem` if it is not valid."""

    @abstractmethod
    async def handle(self, text: str | None) -> None:
        """Do what a message asks for, and answer it; raises a `Problem` if that is not possible."""

    @property
    def game(self) -> Game | None:
        """The game that this is about, for explanations of its rules."""
        return None

    async def serve(self, line: Protocol) -> None:
        """Accept the socket, and answer messages until it closes."""
        sockets = self.hub.guard.sockets
        sockets[self.address] += 1
        try:
            await self.websocket.accept()
            self.begin()
            # In a task of its own: a message need not pass through all the layers of the application.
            await asyncio.create_task(self.hub.budgets.metered(self._run(line), self.who))
        except WebSocketDisconnect:
            pass
        finally:
            self.end()
            sockets[self.address] -= 1
            if not sockets[self.address]:
                del sockets[self.address]

    async def _run(self, line: Protocol) -> None:
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
                self.refuse(problem, self._id_if_valid(text))
                await asyncio.sleep(REFUSED_AFTER)
                continue
            if self.bucket.take(time.monotonic()):
                await self._handle(text)
                continue
            refused += 1
            self.refuse(Problem("too many messages; wait a moment", "slow_down"), self._id_if_valid(text))
            if refused > MOST_REFUSED:
                log("flooded", address=self.address, path=self.websocket.url.path)
                await self.websocket.close(FLOODED)
                return

    async def _handle(self, text: str | None) -> None:
        try:
            await self.handle(text)
        except Problem as problem:
            self.refuse(problem, self._id_if_valid(text))
        except Exception as error:  # a bug; this connection and all others continue
            about = (text or "")[:200]
            log("bug", path=self.websocket.url.path, error=f"{type(error).__name__}: {error}", message=about)
            self.refuse(Problem("a bug in azulejos; see the server's log", "internal"), self._id_if_valid(text))

    def _id_if_valid(self, text: str | None) -> Id:
        """Return the id of a message that is rejected: a program may wait for the answer to it."""
        try:
            return self.id_of(text)
        except Problem:
            return None

    def send(self, answer: Json) -> None:
        """Send an answer."""
        self.subscriber.answer(text_frame(messages.encode(answer)))

    def refuse(self, problem: Problem, id: Id) -> None:
        """Send an error."""
        error: Json = {"code": problem.code, "message": str(problem)}
        if "wait" in problem.details:
            error["wait"] = problem.details["wait"]
        if self.subscriber.view == "scene":  # for people; programs get the full message, in English
            error = problem_json(problem, messages.LANGUAGES[self.subscriber.language], self.game)
        self.send({"type": "error", **error, "re": id})
