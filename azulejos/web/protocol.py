"""uvicorn's WebSocket protocol, with a shortcut for the messages of a table.

Through ASGI, a message to three clients would be framed three times, and wake three tasks. Here the application writes frames
that it has encoded once. Reading is paused only when several messages are waiting.
"""

from __future__ import annotations

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

LINE = "azulejos.line"
"""The extension of the ASGI scope that holds the protocol, for the application."""
MOST_WAITING = 16  # messages of a client that are read before the first is answered


class Protocol(WebSocketsSansIOProtocol):
    """A WebSocket that the application can write frames to, and abort: an unread connection can't be closed cleanly."""

    resumed: Callable[[], None] = staticmethod(lambda: None)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][LINE] = self

    def handle_text(self, event: Frame) -> None:
        try:
            text = bytes(event.data).decode() if event.fin and not self.close_sent else None
        except UnicodeDecodeError:
            text = None
        if text is None:
            super().handle_text(event)  # part of a message, a message that comes too late, or not text
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

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
