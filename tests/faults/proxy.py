"""A plain TCP proxy: each new connection goes to the next server that accepts it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator

from tests.web.live import PATIENCE, Running


class Proxy(Running):
    """The address of the proxy; `ports` are those of the servers, and may change."""

    def __init__(self, port: int, loop: asyncio.AbstractEventLoop, ports: list[int]) -> None:
        super().__init__(port)
        self.ports = ports
        self._loop = loop
        self._open: set[asyncio.StreamWriter] = set()
        self._turn = 0

    def cut(self) -> None:
        """Cut all connections, like a failing network."""
        self._loop.call_soon_threadsafe(self._abort)

    def _abort(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection to its end."""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            there = await self._connect()
            if there is not None:
                self._open |= {writer, there[1]}
                await asyncio.gather(_pass_on(reader, there[1]), _pass_on(there[0], writer))
                self._open -= {writer, there[1]}
        writer.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        for _ in range(len(self.ports)):
            self._turn += 1
            with contextlib.suppress(OSError, ZeroDivisionError):
                return await asyncio.open_connection("127.0.0.1", self.ports[self._turn % len(self.ports)])
        return None


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    writer.transport.abort()


@contextlib.contextmanager
def running_proxy(ports: list[int]) -> Iterator[Proxy]:
    """A proxy in a thread of this process."""
    started = threading.Event()
    found: list[Proxy] = []
    loop = asyncio.new_event_loop()
    end = asyncio.Event()

    async def run() -> None:
        server = await asyncio.start_server(lambda r, w: found[0].serve(r, w), "127.0.0.1", 0)
        found.append(Proxy(server.sockets[0].getsockname()[1], loop, ports))
        started.set()
        await end.wait()
        server.close()
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:
            found[0].cut()
            await asyncio.wait(tasks, timeout=0.1)

    def work() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(run())

    thread = threading.Thread(target=work)
    thread.start()
    assert started.wait(PATIENCE)
    try:
        yield found[0]
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join(PATIENCE)
