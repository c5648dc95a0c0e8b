"""A minimal HTTP client that can choose its own address, so that a server sees several clients on one machine."""

from __future__ import annotations

import asyncio


class Address:
    """Requests from an address of this machine; finished connections are used again."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.address = address
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(
        self,
        method: str,
        path: str,
        token: str | None = None,
        body: bytes | None = None,
        kind: str = "application/json",
        language: str = "en",
    ) -> tuple[int, str, bytes]:
        """Return status, head and body of the answer."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Accept-Language: {language}"]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        if body is not None:
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        request = ("\r\n".join(lines) + "\r\n\r\n").encode() + (body or b"")
        if self._idle:
            reader, writer = self._idle.pop()
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        try:
            writer.write(request)
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            size = next((line for line in head.lower().split("\r\n") if line.startswith("content-length:")), "")
            text = await reader.readexactly(int(size.partition(":")[2])) if size else b""
        except BaseException:
            writer.transport.abort()
            raise
        if "connection: close" in head.lower():
            writer.close()
        else:
            self._idle.append((reader, writer))
        return int(head.split(" ", 2)[1]), head, text

    def close(self) -> None:
        """Close the connections that are not in use."""
        for _, writer in self._idle:
            writer.transport.abort()
        self._idle.clear()
