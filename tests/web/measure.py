"""How long a full analysis takes, and whether it slows down other games: `python -m tests.web.measure`.

A game of two bots is uploaded and analysed with the default effort, by a server that has one processor core for itself and its
workers. Meanwhile programs play at other tables, from another core; a move there is measured until the last socket has the new
scene, first with nothing else happening, then during the analysis. The same for a live analysis, with the time until its first
result and the number of updates per second.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from websockets.asyncio.client import connect

from azulejos import Azul, Game, Pavilion
from azulejos.bench.load import Hall, Server
from azulejos.bench.web import serving
from azulejos.bots import Budget, make_bot
from azulejos.record import Record
from azulejos.session import Session
from tests.web.live import children

BOT = "craftsman"
TABLES, RATE = 2, 10.0  # other tables, and moves per second there
CALM = 10.0  # seconds before the analysis
LIVE = 10.0  # seconds of each live analysis
STARTS = 20  # live analyses, for the time until the first result
TOKEN = f"measure-{os.urandom(16).hex()}"


def played(game: Game) -> Record:
    """Return a whole game of two bots."""
    table, bot = Session(game, seed=1), make_bot(BOT, 1)
    while table.state.outcome is None:
        table.play(bot.choose(table.state, Budget()))
    bot.close()
    return table.record()


def ask(server: Server, path: str, body: bytes | None = None) -> Any:
    """Return the server's response."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "text/plain"}
    request = urllib.request.Request(f"http://{server.address}{path}", body, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def family(pid: int) -> Iterator[int]:
    """Return a process, and its child processes."""
    yield pid
    for child in children(pid):
        yield from family(child)


def cpu(server: Server) -> float:
    """Return the processor time of all workers together, in seconds."""
    return sum(Server(0, pid).cpu() for pid in family(server.pid) if pid != server.pid)


async def analysed(server: Server, record: Record) -> tuple[float, float, list[float]]:
    """Return the seconds of an analysis, processor seconds of the workers, and the times of moves elsewhere meanwhile."""
    hall = await Hall.open(server, TABLES)
    table = ask(server, "/api/records", record.text.encode())["table"]
    path, moves = f"/api/tables/{table}/analysis", list[float]()
    begin, used = time.perf_counter(), cpu(server)
    ask(server, path, b"")
    while True:
        moves += await hall.steadily(RATE, 0.5)
        found = await asyncio.to_thread(ask, server, path)
        if found["status"] == "done":
            break
        await hall.grow(server, TABLES)
    seconds, spent = time.perf_counter() - begin, cpu(server) - used
    await hall.close()
    return seconds, spent, moves


async def calm(server: Server) -> list[float]:
    """Return the times of moves when nothing else happens."""
    hall = await Hall.open(server, TABLES)
    moves = await hall.steadily(RATE, CALM)
    await hall.close()
    return moves


def positions(record: Record) -> list[str]:
    """Return the positions of a game where a player was to move."""
    return [state.text for state in record.states() if isinstance(state.actor, int)]


async def first_results(server: Server, record: Record) -> list[float]:
    """Return the seconds until a live analysis of some positions has its first result, from an open socket."""
    times = []
    decisions = positions(record)
    async with connect(f"ws://{server.address}/api/positions/socket", ping_interval=None) as line:
        await line.recv()
        for text in decisions[:: max(1, len(decisions) // STARTS)][:STARTS]:
            begin = time.perf_counter()
            await line.send(json.dumps({"think": text}))
            while json.loads(await line.recv()).get("text") != text:
                pass
            times.append(time.perf_counter() - begin)
        await line.send(json.dumps({"stop": True}))
    return times


async def live(server: Server, text: str) -> tuple[float, list[float]]:
    """Return the updates per second of a live analysis, and the times of moves elsewhere meanwhile."""
    hall = await Hall.open(server, TABLES)
    updates: list[float] = []

    async def watch() -> None:
        async with connect(f"ws://{server.address}/api/positions/socket", ping_interval=None) as line:
            await line.send(json.dumps({"think": text}))
            async for message in line:
                found = json.loads(message)
                if found["type"] == "thinking":
                    updates.append(time.perf_counter())
                    if found["done"]:
                        return

    watching = asyncio.create_task(watch())
    moves = await hall.steadily(RATE, LIVE)
    watching.cancel()
    await hall.close()
    return (len(updates) - 1) / (updates[-1] - updates[0]), moves


def as_text(what: str, times: list[float]) -> str:
    p95 = quantiles(times, n=20)[-1]
    return f"{what}: moves at other tables p50 {1000 * median(times):.0f} ms, p95 {1000 * p95:.0f} ms ({len(times)} moves)"


def main() -> None:
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, os.sched_getaffinity(0) - {core} or {core})
    print(f"processor load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for game in (Azul(), Pavilion()):
        record = played(game)
        with (
            tempfile.TemporaryDirectory(prefix="azulejos-") as folder,
            serving(Path(folder) / "tables.db", core) as (port, pid),
        ):
            server = Server(port, pid)
            print(as_text(f"{game.name}, nothing else", asyncio.run(calm(server))))
            seconds, spent, moves = asyncio.run(analysed(server, record))
            first = asyncio.run(first_results(server, record))
            rate, beside = asyncio.run(live(server, positions(record)[0]))
        events = len(record.events)
        print(f"{game.name}, analysis of {events} events: {spent:.1f} s of processor time, {seconds:.1f} s until it was there")
        print(as_text(f"{game.name}, meanwhile", moves))
        longest = f"p50 {1000 * median(first):.0f} ms, longest {1000 * max(first):.0f} ms ({len(first)} positions)"
        print(f"{game.name}, live analysis: first result {longest}; {rate:.1f} updates per second beside moves at other tables")
        print(as_text(f"{game.name}, during a live analysis", beside))


if __name__ == "__main__":
    main()
