"""A WebSocket client for load tests. It costs much less than the server, so that the server is the bottleneck."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable, Mapping

CLOSE = b"\x88\x80\0\0\0\0"
TEXT, CLOSED, PING = 1, 8, 9


class Connection(asyncio.Protocol):
    """A socket to a server on this machine; `receive` is called with every text."""

    def __init__(self, head: bytes, receive: Callable[[bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        self._head = head
        self._receive = receive
        self._buffer = bytearray()
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head[:15]:
                self.opened.set_exception(RuntimeError(f"no socket: {head[:300]!r}"))
                return
            self._buffer[:] = rest
            self.opened.set_result(None)
        start = 0
        while (frame := self._frame(start)) is not None:
            kind, begin, start = frame
            if kind == TEXT:
                self._receive(bytes(self._buffer[begin:start]))
            elif kind == PING:
                self._write(bytes((0x8A, 0x80 | start - begin, 0, 0, 0, 0)) + self._buffer[begin:start])
            elif kind == CLOSED:
                self._write(CLOSE)
        del self._buffer[:start]

    def _frame(self, start: int) -> tuple[int, int, int] | None:
        """Return the kind of a frame, and where its payload begins and ends; `None` if it is incomplete."""
        buffer = self._buffer
        if len(buffer) < start + 2:
            return None
        size, begin = buffer[start + 1], start + 2
        if size >= 126:
            begin += 2 if size == 126 else 8
            if len(buffer) < begin:
                return None
            size = int.from_bytes(buffer[start + 2 : begin], "big")
        return None if len(buffer) < begin + size else (buffer[start] & 15, begin, begin + size)

    def send(self, text: bytes) -> None:
        """Send a short text; the mask is 0, which changes nothing."""
        size = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self._write(b"\x81" + size + b"\0\0\0\0" + text)

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed"))
        self.closed.set_result(None)

    def cut(self) -> None:
        """Close the connection without a close frame."""
        if self._transport is not None:
            self._transport.abort()

    async def close(self) -> None:
        """Send a close frame, and wait until the server has closed the connection."""
        if not self.closed.done():
            self._write(CLOSE)
        await self.closed


async def connect(
    host: str,
    port: int,
    path: str,
    headers: Mapping[str, str],
    receive: Callable[[bytes], None],
    patience: float,
    source: tuple[str, int] | None = None,
) -> Connection:
    """Open a socket, from an address of this machine if one is given as `source`."""
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Connection: Upgrade", "Upgrade: websocket"]
    lines += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    head = ("\r\n".join(lines) + "\r\n\r\n").encode()
    async with asyncio.timeout(patience):
        _, connection = await asyncio.get_running_loop().create_connection(
            lambda: Connection(head, receive), host, port, local_addr=source
        )
        await connection.opened
    return connection
