"""uvicorn's protocols for HTTP and WebSocket, with deadlines and with a shortcut for the messages of a table.

Through ASGI, a message to three clients would be framed three times, and wake three tasks. Here the application writes frames
that it has encoded once. Reading is paused only when several messages are waiting.
"""

from __future__ import annotations

import asyncio
import re
import time
from asyncio.transports import BaseTransport
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from azulejos.web.budgets import REFUSED_AFTER
from azulejos.web.limits import Bucket
from azulejos.web.links import Link, Links

LINE = "azulejos.line"
"""The extension of the ASGI scope that holds the protocol, for the application."""
MOST_WAITING = 16  # messages of a client that are read before the first is answered
MOST_AT_ONCE = 1000  # messages in a row after which a client is disconnected: it is flooding
INCOMPLETE = (h11.IDLE, h11.SEND_BODY)
"""States of a client that has not sent a complete request."""
FORWARDED = b"x-forwarded-for"
PIECE = 256  # bytes of frames that are parsed in a turn: the smallest have six
LARGEST_HEAD = 16 * 1024  # bytes of a request before its body
MOST_HEADERS = 100
MOST_AHEAD = 64 * 1024  # bytes of further requests that a client may send before the first is answered
UNREAD_BODY = 5  # seconds until a client has read why its request was refused
FEW_PARTS, SMALL_PART = 100, 64  # a body may have a few small parts; more of them have this many bytes on average
END_OF_HEAD = re.compile(rb"\n\r?\n")


class State(ServerState):
    """What the protocols of a server share."""

    def __init__(self, links: Links) -> None:
        super().__init__()
        self.links = links


class FrugalConnection(h11.Connection):
    """The parser of HTTP, without requests that cost far more than their size: many headers, or a body in tiny parts."""

    _parts = 0
    _size = 0

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE:
            self._parts = self._size = 0
            head = self.trailing_data[0]
            end = END_OF_HEAD.search(head)
            if head.count(b"\n", 0, len(head) if end is None else end.end()) > MOST_HEADERS + 2:
                raise h11.RemoteProtocolError("too many headers")
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._parts += 1
            self._size += len(event.data)
            if self._parts > FEW_PARTS + self._size // SMALL_PART:
                raise h11.RemoteProtocolError("the parts of the body are too small")
        return event


class HttpProtocol(H11Protocol):
    """HTTP over a link."""

    _refused = False

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = FrugalConnection(h11.SERVER, LARGEST_HEAD)
        self._links = cast(State, server_state).links

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._link = self._links.open(transport, self._parse, self._overdue)
        super().connection_made(self._link)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._links.lost(self._link)

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()  # what has arrived may have to wait for its turn
        self._links.resume(self._link)
        self._links.intake.receive(self._link, data)

    def _parse(self, data: bytes) -> None:
        if self._refused or self._link.is_closing() or self._link.get_protocol() is not self:
            return
        super().data_received(data)
        if self.conn.their_state is h11.DONE and len(self.conn.trailing_data[0]) > MOST_AHEAD:
            self._after_a_while(self._link.abort)

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state not in INCOMPLETE:
            self._links.complete(self._link)
            if self._link.trusted and self._link.counted and any(name == FORWARDED for name, _ in self.headers or ()):
                self._link.forwards()

    def on_response_complete(self) -> None:
        if self._begun:
            self._links.wait(self._link)
        else:
            self._links.rest(self._link)
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:  # refused before all of it had arrived
            self.loop.call_later(UNREAD_BODY, self._link.close)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._links.complete(self._link)
        self._links.intake.forget(self._link)  # nothing comes before the handshake is answered
        super().handle_websocket_upgrade(event)
        protocol = self._link.get_protocol()
        if isinstance(protocol, Protocol) and not protocol.handshake_initiated:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)  # the WebSocket library accepts less than h11

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, after a while; the response to an earlier request may be under way: then just close."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self._answering:
            self._after_a_while(self._refuse, HTTPStatus.BAD_REQUEST)
        else:
            self._link.close()

    def _after_a_while(self, refuse: Callable[..., None], *args: HTTPStatus) -> None:
        """Read nothing more, and refuse later: the client must not send the same again at once."""
        self._refused = True
        self._link.pause_reading()
        self.loop.call_later(REFUSED_AFTER, refuse, *args)

    def _overdue(self) -> None:
        """Close the link because its request is incomplete; if a part of one has arrived, respond with 408."""
        if self._begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self._answering:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self._link.close()

    @property
    def _begun(self) -> bool:
        """Whether a part of a request has arrived that is not complete."""
        return self.conn.their_state is h11.SEND_BODY or bool(self.conn.trailing_data[0]) or bool(self._link.input)

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete

    def _refuse(self, status: HTTPStatus) -> None:
        if self._link.is_closing():
            return
        text = f"{status.phrase}: {status.description}\n".encode()
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\nContent-Type: text/plain\r\n"
        self._link.write(head.encode() + b"Content-Length: %d\r\n\r\n%b" % (len(text), text))
        self._link.close()


class Protocol(WebSocketsSansIOProtocol):
    """A WebSocket that the application can write frames to, and abort: an unread connection can't be closed cleanly."""

    resumed: Callable[[], None] = staticmethod(lambda: None)

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._links = cast(State, server_state).links
        rate = self._links.limits.frames
        self._frames = Bucket(rate.at_once, rate.per_second)

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._link = cast(Link, transport)
        self._link.parse, self._link.piece = self._parse, PIECE

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._links.lost(self._link)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][LINE] = self
        if any(name.lower() == FORWARDED.decode() for name in event.headers):
            self._link.forwards()

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            self._links.intake.receive(self._link, data)
        else:  # the request, which had its turn
            self._parse(data)

    def _parse(self, data: bytes) -> None:
        if not self.transport.is_closing():
            super().data_received(data)

    def handle_bytes(self, event: Frame) -> None:
        self._check_frame()
        super().handle_bytes(event)

    def handle_text(self, event: Frame) -> None:
        try:
            text = bytes(event.data).decode() if event.fin and not self.close_sent else None
        except UnicodeDecodeError:
            text = None
        if text is None:
            self._check_frame()
            super().handle_text(event)  # part of a message, a message that comes too late, or not text
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > MOST_AT_ONCE:
            self.abort()
        if self.queue.qsize() >= MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_cont(self, event: Frame) -> None:
        self._check_frame()
        super().handle_cont(event)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # by a refusal; uvicorn forgets that, and logs an error

    def handle_ping(self) -> None:
        self._check_frame()
        pong = b"".join(self.conn.data_to_send())
        if not self.paused and not self.transport.is_closing():  # a client that does not read gets no pongs either
            self.transport.write(pong)

    def handle_pong(self, event: Frame) -> None:
        self._check_frame()
        super().handle_pong(event)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.abort()  # it may never read that it is closed

    def _check_frame(self) -> None:
        """Disconnect a client that floods the server with frames that are not messages, or with parts of messages."""
        if not self.transport.is_closing() and not self._frames.take(time.monotonic()):
            self.abort()

    # -- for the application

    @property
    def paused(self) -> bool:
        return not self.writable.is_set()

    def write(self, frames: bytes) -> None:
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames)

    def abort(self) -> None:
        self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.resumed()
