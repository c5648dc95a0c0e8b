"""A slow network in front of a server: a TCP proxy that delays bytes, and takes a round trip to connect, or longer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

CHUNK = 16_384


class Network:
    """A link with a round trip in seconds, and bytes per second to the browser, shared by all connections."""

    def __init__(self, port: int, round_trip: float, rate: float) -> None:
        self.port = port
        self.round_trip = round_trip
        self.rate = rate
        self.free = 0.0  # when the link has transmitted what it has so far
        self.address = ""
        self.hangs = False  # whether connections neither succeed nor fail

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self.round_trip)  # the handshake of TCP
        try:
            while self.hangs:
                await asyncio.sleep(0.01)
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self.port)
        except (OSError, asyncio.CancelledError):
            writer.close()
            return
        try:
            await asyncio.gather(self.pass_on(reader, to_server, None), self.pass_on(from_server, writer, self.rate))
        except asyncio.CancelledError:
            pass  # at the end
        finally:
            to_server.close()
            writer.close()

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, rate: float | None) -> None:
        """Pass on what comes, late; the end, too."""
        loop = asyncio.get_running_loop()
        on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            data = b"-"
            while data:
                due, data = await on_the_way.get()
                await asyncio.sleep(due - loop.time())
                writer.write(data)
                await writer.drain()
            writer.close()

        async def take() -> None:
            data = b"-"
            while data:
                try:
                    data = await reader.read(CHUNK)
                except OSError:
                    data = b""
                sent = loop.time()
                if rate is not None:
                    sent = self.free = max(self.free, sent) + len(data) / rate
                on_the_way.put_nowait((sent + self.round_trip / 2, data))

        await asyncio.gather(take(), deliver(), return_exceptions=True)  # one end may close without a word


@contextmanager
def slow_network(port: int, round_trip: float = 0, rate: float = inf) -> Iterator[Network]:
    """Yield a network by whose address a server on this machine is reached slowly."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    network = Network(port, round_trip, rate)
    starting = asyncio.run_coroutine_threadsafe(asyncio.start_server(network.connect, "127.0.0.1", 0), loop)
    server = starting.result()
    network.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield network
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(server: asyncio.Server) -> None:
    server.close()
    running = asyncio.all_tasks() - {asyncio.current_task()}
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
