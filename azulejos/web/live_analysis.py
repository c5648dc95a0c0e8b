"""The socket of an analysis board: the search of a position sends what it finds, several times a second.

A board has one position at a time. The search ends when another position is sent, when the client says stop, when the socket
closes, or after `SECONDS`. It runs in a worker, one step at a time, so that bots at tables do not wait for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from starlette.websockets import WebSocket

from azulejos import render
from azulejos.bots.live import SECONDS, Update, improving
from azulejos.core.contract import Problem, State
from azulejos.language import Language, language
from azulejos.render.reasons import because
from azulejos.web import messages
from azulejos.web.client_message import Id
from azulejos.web.conversation import Conversation, check_admission
from azulejos.web.endpoint import refusal
from azulejos.web.hub import Hub
from azulejos.web.locale import language_of
from azulejos.web.owner import address_of, owner_of, token_of
from azulejos.web.positions import MOST, FoundMove, called, decision, described_move
from azulejos.web.protocol import LINE, Protocol
from azulejos.web.scheduler import Urgency
from azulejos.web.subscriber import Subscriber, text_frame


class BoardMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """What clients may send: a position to search, or to stop, or a ping."""

    id: Id = None
    think: Annotated[str, Meta(max_length=5000)] | UnsetType = UNSET
    names: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=4)] = []
    stop: bool | UnsetType = UNSET
    ping: int | UnsetType = UNSET


class Thoughts(Struct, frozen=True):
    """What the search of a position has found so far, best first."""

    type: str
    text: str
    visits: int
    seconds: float
    moves: list[FoundMove]
    done: bool


_decode = msgspec.json.Decoder(BoardMessage).decode


async def serve_board(websocket: WebSocket, hub: Hub) -> None:
    """Serve the socket of an analysis board until it closes."""
    address = address_of(websocket)
    try:
        check_admission(websocket, hub, address)
    except Problem as problem:
        await websocket.send_denial_response(refusal(problem))
        return
    token = token_of(websocket)
    line: Protocol = websocket.scope["extensions"][LINE]
    await BoardConversation(websocket, hub, None if token is None else owner_of(token), line).serve(line)


class BoardConversation(Conversation):
    """The messages over the socket of an analysis board."""

    def __init__(self, websocket: WebSocket, hub: Hub, owner: str | None, line: Protocol) -> None:
        self.last: list[bytes] = []
        """The frame with the latest findings: a client that reads slowly needs no other."""
        code = language_of(websocket).code
        super().__init__(websocket, hub, Subscriber(owner, "scene", code, line, lambda _: self.last, address_of(websocket)))
        self.thinking: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self.send({"type": "welcome", "version": self.hub.version, "seconds": SECONDS})

    def end(self) -> None:
        if self.thinking is not None:
            self.thinking.cancel()
            self.thinking = None

    def id_of(self, text: str | None) -> Id:
        return _received(text).id

    async def handle(self, text: str | None) -> None:
        message = _received(text)
        if message.ping is not UNSET:
            self.send({"type": "pong", "pong": message.ping})
            return
        self.end()
        if message.think is not UNSET:
            state = decision(message.think)
            thinking = self._think(state, called(state, message.names, self._language))
            self.thinking = self.hub.spawn(self.hub.budgets.metered(thinking, self.who))
        if message.id is not None:
            self.send({"type": "ok", "re": message.id})

    @property
    def _language(self) -> Language:
        return messages.LANGUAGES[self.subscriber.language]

    async def _think(self, state: State, names: tuple[str, ...]) -> None:
        self.last = []
        about = (state.text, names, self.subscriber.language)
        try:
            await self.hub.scheduler.run(
                think, *about, who=self.who, urgency=Urgency.LIVE, total=2 * SECONDS, on_part=self._show
            )
        except Problem as problem:
            self.refuse(problem, None)

    def _show(self, thoughts: bytes) -> None:
        frame = text_frame(thoughts)
        self.last = [frame]
        self.subscriber.push(frame)


def _received(text: str | None) -> BoardMessage:
    """Return the message in a text frame; raises a `Problem` if it is not valid."""
    if text is None:
        raise Problem("a message must be a JSON object in a text frame, not in a binary one", "not_json")
    try:
        message = _decode(text)
    except msgspec.ValidationError as error:
        raise Problem(str(error), "bad_request") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem(f"not valid JSON: {error}", "not_json") from None
    if sum(verb is not UNSET for verb in (message.think, message.stop, message.ping)) != 1:
        raise Problem("a message must have exactly one of think, stop, ping", "bad_request")
    return message


# -- in a worker


def think(text: str, names: tuple[str, ...], code: str) -> Generator[bytes, None, Any]:
    """Search a position; yield what was found so far as messages, and return the number of simulations."""
    state, tr = decision(text), language(code)
    stages = {one.move: [list(stage) for stage in one.stages] for one in render.choices(state, tr)}
    for update in improving(state, most=MOST):
        moves = [
            described_move(state, one, stages.get(one.move.text, []), _why(state, update, rank, names, tr), names, tr)
            for rank, one in enumerate(update.moves)
        ]
        found = Thoughts("thinking", text, update.simulations, round(update.seconds, 2), moves, update.done)
        yield msgspec.json.encode(found)
    return update.simulations


def _why(state: State, update: Update, rank: int, names: tuple[str, ...], tr: Language) -> str:
    """Return why the best move is better than the second; empty for the others."""
    return because(state.game, update.reasons, names, tr) if rank == 0 else ""


__all__ = ["serve_board"]
