"""Other people's moves, pages and bots while one address attacks the server, beside the same without it.

The server runs on one core, with its workers and its usual limits; everyone else runs on the others. The others have an address
each, of this machine (127.0.0.x). They play at some tables, look at pages, and play against bots. Each attack comes from a new
address, with all its budgets, as hard as the server lets it (`attacks` has them); the last one stops workers.

This module measures and prints.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from azulejos.bench.attacks import plain
from azulejos.bench.client import Connection, connect
from azulejos.bench.http import Address
from azulejos.bench.load import PATIENCE, Server
from azulejos.bench.web import allow_many_files, needs_linux

PROGRAM = shlex.split(os.environ.get("AZULEJOS_PROGRAM", "")) or [sys.executable, "-m", "azulejos"]
"""The program that is attacked: another version of it, if that is set."""

ATTACKS = {
    "hints": "100 sockets ask for a hint and leave",
    "bots_alone": "tables of four masters, nobody there",
    "watched_bots": "30 tables of one person and three masters",
    "film": "films and replays of the longest game",
    "long_welcomes": "50 sockets come to the longest game",
    "replays": "30 ordinary replays at a time",
    "pictures": "60 pictures of 4,000 pixels at a time",
    "unread": "200 connections that never read",
    "half_requests": "1,200 half-sent requests",
    "tiny_parts": "requests and frames that are long to parse",
    "layouts": "layouts of games with ever other options",
    "requests": "requests over 50 connections",
    "moves": "moves and undos over 100 sockets",
    "searches": "40 searches at a time",
    "uploads": "uploads of long records",
    "boards": "100 analysis boards with ever other positions",
    "puzzles": "puzzles and wrong answers, 40 at a time",
    "trees": "trees of long records, and positions",
    "spectators": "100 sockets come, rename, chat and leave",
    "connections": "connections opened and closed, 50 at a time",
    "stopped": "a worker is stopped every second",
}
MOVES_MS, TIMES, BOTS_MS, MEMORY_MB = 250, 2.0, 1000, 200  # the goals
WARM_UP = 8  # seconds: workers start, caches fill
REST = 3  # seconds between two attacks
PAGES = ("/", "/t/{table}", "/r/{table}", "/api/tables?show=running", "/api/tables/{table}", "/rules/{game}")


@dataclass
class Times:
    """Latencies, in seconds."""

    all: list[float] = field(default_factory=list)

    def ms(self, share: float) -> float:
        """Return the latency that this share of all does not exceed, in milliseconds."""
        found = sorted(self.all)
        return 1000 * found[min(int(share * len(found)), len(found) - 1)] if found else float("nan")


@dataclass
class Run:
    """What the others measured during an attack."""

    what: str
    moves: Times = field(default_factory=Times)
    pages: Times = field(default_factory=Times)
    bots: Times = field(default_factory=Times)
    memory_mb: float = 0
    """The most memory of the server, without its workers."""
    workers_mb: float = 0
    """The most memory of its workers together."""


class Others:
    """People who play, load pages and play against bots; each has an address."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.port = int(server.address.rpartition(":")[2])
        self.run = Run("")
        self.failed = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._addresses: list[Address] = []

    def start(self) -> None:
        """Start everyone."""
        for number in range(10):
            self._spawn(self._play(f"127.0.1.{number + 1}", [{"kind": "me"}, {"kind": "me"}], 0.4))
        for number, level in enumerate(("beginner", "beginner", "craftsman", "expert")):
            self._spawn(self._play(f"127.0.2.{number + 1}", [{"kind": "me"}, {"kind": "bot", "level": level}], 0.4))
        for number in range(3):
            self._spawn(self._look(f"127.0.3.{number + 1}"))

    def _spawn(self, work: Any) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for address in self._addresses:
            address.close()
        await asyncio.sleep(0)  # asyncio closes them in the next round

    def _at(self, address: str) -> Address:
        self._addresses.append(Address(self.port, address))
        return self._addresses[-1]

    async def _look(self, address: str) -> None:
        at, token = self._at(address), f"bench-{os.urandom(16).hex()}"
        game = plain(2)
        body = {"game": game.json, "seats": [{"kind": "me"}, {"kind": "me"}], "name": "Ana"}
        table = json.loads((await at.ask("POST", "/api/tables", token, json.dumps(body).encode()))[2])["table"]
        while True:
            for path in PAGES:
                begin, run = time.perf_counter(), self.run
                try:
                    async with asyncio.timeout(PATIENCE):
                        await at.ask("GET", path.format(table=table, game=game.name), token)
                    run.pages.all.append(time.perf_counter() - begin)
                except (OSError, EOFError, TimeoutError):
                    self.failed += 1
                    run.pages.all.append(PATIENCE)
                await asyncio.sleep(0.1)

    async def _play(self, address: str, seats: list[dict[str, str]], pause: float) -> None:
        at = self._at(address)
        while True:
            try:
                await self._play_one(at, seats, pause)
            except (OSError, EOFError, TimeoutError, RuntimeError):
                self.failed += 1
                await asyncio.sleep(0.5)

    async def _play_one(self, at: Address, seats: list[dict[str, str]], pause: float) -> None:
        token = f"bench-{os.urandom(16).hex()}"
        body = {"game": plain(2).json, "seats": seats, "name": "Ana"}
        status, _, text = await at.ask("POST", "/api/tables", token, json.dumps(body).encode())
        if status != 201:
            raise RuntimeError(text)
        table, updated, chosen = json.loads(text)["table"], asyncio.Event(), asyncio.Event()
        position: dict[str, Any] = {}
        choices: dict[str, Any] = {}

        def heard(text: bytes) -> None:
            message = json.loads(text)
            if message["type"] in ("welcome", "update"):
                position.update(message)
                updated.set()
            elif message["type"] == "choices":
                choices.update(message)
                chosen.set()

        headers = {"Authorization": f"Bearer {token}"}
        path = f"/api/tables/{table}/socket?view=scene"
        line: Connection = await connect("127.0.0.1", self.port, path, headers, heard, PATIENCE, (at.address, 0))
        met_bots = any(seat["kind"] == "bot" for seat in seats)
        try:
            await self._wait(chosen.wait())
            while position["result"] is None:
                await asyncio.sleep(pause)
                chosen.clear()
                run, begin, number = self.run, time.perf_counter(), choices["number"]
                line.send(json.dumps({"move": choices["choices"][0]["move"], "number": number}).encode())
                while position["number"] <= number:
                    updated.clear()
                    await self._wait(updated.wait(), run.moves)
                moved = time.perf_counter()
                if not met_bots:
                    run.moves.all.append(moved - begin)
                while choices["number"] <= number and position["result"] is None:
                    chosen.clear()
                    updated.clear()
                    done, waiting = await asyncio.wait(
                        [asyncio.ensure_future(chosen.wait()), asyncio.ensure_future(updated.wait())],
                        timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED,
                    )  # fmt: skip
                    for task in waiting:
                        task.cancel()
                    if not done:
                        run.bots.all.append(PATIENCE)
                        raise TimeoutError
                if met_bots:
                    run.bots.all.append(time.perf_counter() - moved)
        finally:
            line.cut()

    async def _wait(self, what: Any, times: Times | None = None) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await what
        except TimeoutError:
            if times is not None:
                times.all.append(PATIENCE)
            raise


def main(quick: bool = False, as_json: bool = False, only: str | None = None) -> None:
    """Measure and print."""
    needs_linux()
    allow_many_files()
    runs = measure(5 if quick else 20, [only] if only else list(ATTACKS))
    print(json.dumps([_as_json(run) for run in runs], indent=1) if as_json else as_text(runs))


def measure(seconds: float, attacks: list[str]) -> list[Run]:
    """Run all attacks, one after the other."""
    there = os.sched_getaffinity(0)
    core = max(there)
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder, serving(Path(folder) / "tables.db", core) as server:
        os.sched_setaffinity(0, there - {core} or there)
        try:
            return asyncio.run(_measure(server, seconds, attacks))
        finally:
            os.sched_setaffinity(0, there)


@contextlib.contextmanager
def serving(db: Path, core: int) -> Iterator[Server]:
    """Start a server with its usual limits on one core."""
    command = [*PROGRAM, "serve", "--port", "0", "--db", str(db), "--workers", "1"]
    log = (db.parent / "log").open("w")
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=lambda: os.sched_setaffinity(0, {core})
    )
    try:
        assert process.stdout is not None
        found = re.search(r":([0-9]+)/", process.stdout.readline())
        assert found is not None
        yield Server(int(found[1]), process.pid)
    finally:
        process.terminate()
        process.communicate()
        log.close()


async def _measure(server: Server, seconds: float, attacks: list[str]) -> list[Run]:
    others = Others(server)
    others.start()
    await asyncio.sleep(WARM_UP)
    runs = [await _run(others, "undisturbed", 2 * seconds, lambda _: None)]
    for number, name in enumerate(attacks):
        print(f"{number + 1} of {len(attacks)}: {ATTACKS[name]}", file=sys.stderr, flush=True)
        runs.append(await _run(others, name, seconds, _attack(name, server, f"127.0.9.{number + 1}", seconds)))
        others.run = Run("")
        await asyncio.sleep(REST)
    await others.stop()
    return runs


def _attack(name: str, server: Server, address: str, seconds: float) -> Callable[[float], Any]:
    """Return what starts an attack, and returns its process."""
    if name == "stopped":
        return lambda _: asyncio.create_task(_stop_workers(server, seconds))
    port = server.address.rpartition(":")[2]
    command = [sys.executable, "-m", "azulejos.bench.attacks", name, port, address, str(seconds)]
    return lambda _: subprocess.Popen(command, stderr=subprocess.DEVNULL)


async def _run(others: Others, what: str, seconds: float, attack: Callable[[float], Any]) -> Run:
    run = others.run = Run(what)
    end, attacking = time.monotonic() + seconds + 1, attack(seconds)
    while time.monotonic() < end:
        run.memory_mb = max(run.memory_mb, others.server.memory() / 1e6)
        run.workers_mb = max(run.workers_mb, sum(_memory(pid) for pid in workers(others.server.pid)) / 1e6)
        await asyncio.sleep(0.25)
    if isinstance(attacking, subprocess.Popen):
        attacking.kill()
        attacking.wait()
    return run


async def _stop_workers(server: Server, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for pid in workers(server.pid)[:1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(1)


def workers(pid: int) -> list[int]:
    """Return the worker processes of a server."""
    found = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, thread.read_text("utf-8").split()):
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(child)
    return found


def _memory(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


# -- the report


def as_text(runs: list[Run]) -> str:
    """Return the report as text."""
    base = runs[0]
    head = "".join(f"{what:>12}{'p95':>7}{'max':>7}{'×':>6}" for what in ("moves p50", "pages p50", "bots p50"))
    lines = [f"azulejos bench abuse: times in ms, Python {sys.version.split()[0]}", "", f"{'':16}{head}{'MB':>7}{'workers':>9}"]
    for run in runs:
        cells = ""
        for name in ("moves", "pages", "bots"):
            times, usual = getattr(run, name), getattr(base, name)
            cells += f"{times.ms(0.5):12,.0f}{times.ms(0.95):7,.0f}{times.ms(1):7,.0f}{times.ms(0.95) / usual.ms(0.95):6.1f}"
        lines.append(f"{run.what:16}{cells}{run.memory_mb:7,.0f}{run.workers_mb:9,.0f}  {'' if fine(run, base) else '✗'}")
    goals = (
        f"p95 of moves and pages at most {TIMES:g} times the undisturbed one and {MOVES_MS} ms, bots {BOTS_MS / 1000:g} s later"
    )
    lines += ["", f"goals: {goals}, {MEMORY_MB} MB", ""]
    lines += [f"{name:16}{about}" for name, about in ATTACKS.items() if name in {run.what for run in runs}]
    return "\n".join(lines)


def fine(run: Run, base: Run) -> bool:
    """Return whether a run meets the goals."""
    for name in ("moves", "pages"):
        now, usual = getattr(run, name).ms(0.95), getattr(base, name).ms(0.95)
        if now > MOVES_MS or now > TIMES * usual:
            return False
    return run.bots.ms(0.95) <= base.bots.ms(0.95) + BOTS_MS and run.memory_mb <= MEMORY_MB


def _as_json(run: Run) -> dict[str, Any]:
    found = asdict(run)
    for name in ("moves", "pages", "bots"):
        times = getattr(run, name)
        found[name] = {"count": len(times.all), "p50_ms": times.ms(0.5), "p95_ms": times.ms(0.95), "max_ms": times.ms(1)}
    return found
