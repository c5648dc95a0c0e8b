"""How the server does under load: real sockets, the server on one processor core, the clients on the others.

There are tables of two programs that play and one that watches. A move is measured from the moment it was to be sent until the
last of the three has the new scene. First moves come at a steady rate, whether or not the server keeps up, then as fast as it
can. Then many watch and nothing happens; then one move happens at the table that all of them watch.

Here is what measures and prints; `load` has the clients.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from azulejos.bench.load import Hall, Server, Table, some_at_a_time
from azulejos.core.contract import Problem

MOST_P95_MS = 60  # the goal of the project, at the steady rate of `FULL`


@dataclass(frozen=True)
class Load:
    """How much to ask for."""

    tables: int
    rate: float
    """Moves a second at all tables together."""
    seconds: float
    spectators: int


FULL = Load(tables=200, rate=200, seconds=15, spectators=2000)
QUICK = Load(tables=50, rate=100, seconds=4, spectators=300)


@dataclass(frozen=True)
class Run:
    """What was measured while moves were made."""

    what: str
    moves_per_s: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    updates: int
    """Delivered to anybody."""
    cpu_us_per_update: float
    cpu_share: float
    """Of the server's processor core."""


@dataclass
class Report:
    """All that was measured."""

    about: str
    runs: list[Run] = field(default_factory=list)
    kb_per_table: float = 0
    """Memory for a table with its three sockets."""
    kb_per_spectator: float = 0
    idle_cpu_share: float = 0
    """With all spectators connected, and nothing happening."""
    to_all_ms: float = 0
    """From a move until the last of all spectators has it."""


def main(quick: bool = False, as_json: bool = False) -> None:
    """Measures and prints."""
    report = measure(QUICK if quick else FULL)
    print(json.dumps(asdict(report), indent=1) if as_json else told(report))


def measure(load: Load) -> Report:
    """Everything, one thing after the other."""
    needs_linux()
    allow_many_files()
    there = os.sched_getaffinity(0)
    core = max(there)
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder, serving(Path(folder) / "tables.db", core) as (port, pid):
        os.sched_setaffinity(0, there - {core} or there)
        try:
            where = f"server on core {core} of {len(there)}, load average {os.getloadavg()[0]:.1f} before it"
            return asyncio.run(_measure(load, Server(port, pid), where))
        finally:
            os.sched_setaffinity(0, there)


async def _measure(load: Load, server: Server, where: str) -> Report:
    report = Report(f"{load.tables} tables, {where}, Python {sys.version.split()[0]}")
    before = server.memory()
    tables = await Hall.open(server, load.tables)
    report.kb_per_table = (server.memory() - before) / load.tables / 1024
    report.runs.append(await _run(server, tables, load.rate, load.seconds))
    report.runs.append(await _run(server, tables, None, load.seconds / 2))
    await tables.close()

    table = await Table.create(server, 0)
    before = server.memory()
    watching = await some_at_a_time(table.watch() for _ in range(load.spectators))
    report.kb_per_spectator = (server.memory() - before) / load.spectators / 1024
    begin, used = time.monotonic(), server.cpu()
    await asyncio.sleep(load.seconds / 3)
    report.idle_cpu_share = (server.cpu() - used) / (time.monotonic() - begin)
    report.to_all_ms = 1000 * (await table.move() or 0)
    await asyncio.gather(*(connection.close() for connection in watching))
    await table.close()
    return report


async def _run(server: Server, hall: Hall, rate: float | None, seconds: float) -> Run:
    """Moves at a steady rate, or as fast as the server can."""
    before, delivered = server.cpu(), hall.delivered
    begin = time.monotonic()
    times = await (hall.flat_out(seconds) if rate is None else hall.steadily(rate, seconds))
    took = time.monotonic() - begin
    times.sort()

    def at(share: float) -> float:
        return 1000 * times[min(int(share * len(times)), len(times) - 1)] if times else float("nan")

    updates, used = hall.delivered - delivered, server.cpu() - before
    what = "as fast as possible" if rate is None else f"{rate:g} moves/s asked for"
    cost = 1e6 * used / max(updates, 1)
    return Run(what, len(times) / took, at(0.5), at(0.95), at(0.99), updates, cost, used / took)


# -- the server's process


@contextmanager
def serving(db: Path | str, core: int) -> Iterator[tuple[int, int]]:
    """A server without limits in a process of its own, on one core; gives its port and process."""
    command = [sys.executable, "-m", "azulejos.bench.web", str(db), str(core)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline()), process.pid
    finally:
        process.terminate()
        process.communicate()


def serve(db: str, core: int) -> None:
    """Serves until it is ended."""
    from azulejos.web.config import Config
    from azulejos.web.limits import UNLIMITED
    from azulejos.web.server import listen, make_server

    allow_many_files()
    os.sched_setaffinity(0, {core})
    with listen("127.0.0.1", 0, search=False) as socket:
        port = socket.getsockname()[1]
        make_server(Config(db, limits=UNLIMITED), lambda: print(port, flush=True)).run([socket])


def needs_linux() -> None:
    """Raises a `Problem` where this can't be measured."""
    if sys.platform != "linux":
        raise Problem("this can only be measured on Linux, which can pin a process to a processor core", "no_linux")


def allow_many_files() -> None:
    """As many open sockets as the system allows."""
    import resource  # not on Windows

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# -- the report


def told(report: Report) -> str:
    """The report for people."""
    lines = [
        f"azulejos bench web: {report.about}",
        "",
        f"{'':26}{'moves/s':>9}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'updates':>10}{'µs CPU each':>13}{'core':>7}",
    ]
    for run in report.runs:
        lines.append(
            f"{run.what:26}{run.moves_per_s:9,.0f}{run.p50_ms:9.1f}{run.p95_ms:9.1f}{run.p99_ms:9.1f}{run.updates:10,}"
            f"{run.cpu_us_per_update:13,.0f}{run.cpu_share:7.0%}"
        )
    met = "✓" if report.runs[0].p95_ms < MOST_P95_MS else "✗"
    lines += [
        f"goal: p95 < {MOST_P95_MS} ms at the steady rate {met}",
        "",
        f"memory for a table with three sockets {report.kb_per_table:7,.0f} KB",
        f"memory for a spectator                {report.kb_per_spectator:7,.0f} KB",
        f"processor core used by idle spectators {report.idle_cpu_share:6.1%}",
        f"a move seen by all spectators after    {report.to_all_ms:6,.0f} ms",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
