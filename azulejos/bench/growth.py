"""The capacity of servers: latency, processor and memory by the number of tables and of spectators, as tables and a picture.

At every table two play, one watches, and there is a move every second; tables are added until moves take longer than people
accept. This is measured with one server on SQLite and, given the URL of an empty PostgreSQL database, with 1, 2 and 3 servers
on it. Then spectators are added to a single table of a server on SQLite.

The first server has a processor core to itself; everything else shares the rest: clients, further servers, PostgreSQL. So on a
machine with two cores, more servers show what they cost, not what they gain.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from azulejos import Problem
from azulejos.bench.load import Hall, Server, Table, some_at_a_time
from azulejos.bench.web import allow_many_files, needs_linux, serving


@dataclass(frozen=True)
class Reach:
    """How far to measure."""

    tables: tuple[int, ...]
    spectators: tuple[int, ...]
    seconds: float
    """Per number of tables."""
    moves: int
    """Per number of spectators."""


FULL = Reach((50, *range(100, 1300, 100)), (0, 250, 500, 1000, 2000, 3000, 4000), seconds=5, moves=15)
QUICK = Reach((25, 50, 100, 200), (0, 100, 200, 400), seconds=2, moves=5)

UNBEARABLE_MS = 1000  # a p95 that ends the measurement: the capacity is exceeded


@dataclass(frozen=True)
class Point:
    """A measurement with a number of tables."""

    tables: int
    moves_per_s: float
    p50_ms: float
    p95_ms: float
    cores: float
    """Processor cores used by all servers together."""
    client_cores: float
    """Used by all clients together: they are one process, so 1 would mean that they are the bottleneck."""
    mb: float
    """Memory of all servers together."""


@dataclass(frozen=True)
class Crowd:
    """A measurement with a number of spectators at one table."""

    spectators: int
    to_all_ms: float
    """Median time from a move until the last spectator has it."""
    slowest_ms: float
    mb: float


@dataclass
class Report:
    """All measurements."""

    about: str
    tables: dict[str, list[Point]] = field(default_factory=dict)
    spectators: list[Crowd] = field(default_factory=list)


def main(quick: bool = False, as_json: bool = False, out: Path | None = None, db: str | None = None) -> None:
    """Measure, print and draw."""
    if out is not None and find_spec("matplotlib") is None:
        raise Problem("the picture needs matplotlib; run pip install 'azulejos[report]'", "no_matplotlib")
    report = measure(QUICK if quick else FULL, db)
    print(json.dumps(asdict(report), indent=1) if as_json else as_text(report))
    if out is not None:
        plot(report, out)


def measure(reach: Reach, db: str | None = None) -> Report:
    """Run all measurements, one after the other."""
    needs_linux()
    allow_many_files()
    cores = len(os.sched_getaffinity(0))
    report = Report(
        f"{cores} processor cores, load average {os.getloadavg()[0]:.1f} before it, Python {sys.version.split()[0]}"
    )
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder:
        with servers(f"{folder}/tables.db", 1) as found:
            report.tables["SQLite, 1 server"] = asyncio.run(_tables(found, reach))
        with servers(f"{folder}/crowd.db", 1) as found:
            report.spectators = asyncio.run(_spectators(found[0], reach))
    for count in (1, 2, 3) if db is not None else ():
        with servers(str(db), count) as found:
            report.tables[f"PostgreSQL, {count} server{'s' * (count > 1)}"] = asyncio.run(_tables(found, reach))
    return report


@contextmanager
def servers(db: str, count: int) -> Iterator[list[Server]]:
    """Start servers: the first on the last core, the next on the one before, and so on; this process is not on the last."""
    there = os.sched_getaffinity(0)
    cores = sorted(there, reverse=True)
    with ExitStack() as stack:
        found = [Server(*stack.enter_context(serving(db, cores[i % len(cores)]))) for i in range(count)]
        os.sched_setaffinity(0, there - {cores[0]} or there)
        try:
            yield found
        finally:
            os.sched_setaffinity(0, there)


async def _tables(found: list[Server], reach: Reach) -> list[Point]:
    """Return points until the latency is unacceptable, or the largest number."""
    halls = [Hall([]) for _ in found]
    points: list[Point] = []
    for tables in reach.tables:
        for hall, server in zip(halls, found, strict=True):
            await hall.grow(server, tables // len(found))
        points.append(await _point(found, halls, reach.seconds))
        if points[-1].p95_ms > UNBEARABLE_MS:
            break
    for hall in halls:
        await hall.close()
    return points


async def _point(found: list[Server], halls: list[Hall], seconds: float) -> Point:
    begin, own = time.monotonic(), time.process_time()
    used = sum(server.cpu() for server in found)
    measured = await asyncio.gather(*(hall.steadily(len(hall.tables), seconds) for hall in halls))
    took = time.monotonic() - begin
    times = sorted(1000 * taken for some in measured for taken in some)
    return Point(
        tables=sum(len(hall.tables) for hall in halls),
        moves_per_s=len(times) / took,
        p50_ms=median(times),
        p95_ms=times[int(0.95 * len(times))],
        cores=(sum(server.cpu() for server in found) - used) / took,
        client_cores=(time.process_time() - own) / took,
        mb=sum(server.memory() for server in found) / 2**20,
    )


async def _spectators(server: Server, reach: Reach) -> list[Crowd]:
    """Measure a growing number of spectators at one table."""
    table = await Table.create(server, 1)  # of the longer game
    watching = 0
    found: list[Crowd] = []
    for spectators in reach.spectators:
        await some_at_a_time(table.watch() for _ in range(spectators - watching))
        watching = spectators
        times = [1000 * seconds for _ in range(reach.moves) if (seconds := await table.move()) is not None]
        if not times:  # the game is over
            break
        found.append(Crowd(spectators, median(times), max(times), server.memory() / 2**20))
    await table.close()
    return found


# -- the report


def as_text(report: Report) -> str:
    """Return the report as text."""
    lines = [f"azulejos bench growth: {report.about}"]
    head = f"{'tables':>8}{'moves/s':>9}{'p50 ms':>9}{'p95 ms':>9}{'cores':>8}{'clients':>9}{'MB':>7}"
    for what, points in report.tables.items():
        lines += ["", f"{what:24}{head}"]
        lines += [
            f"{'':24}{one.tables:8}{one.moves_per_s:9.0f}{one.p50_ms:9.1f}{one.p95_ms:9.1f}{one.cores:8.2f}{one.client_cores:9.2f}"
            f"{one.mb:7.0f}"
            for one in points
        ]
    lines += ["", f"{'SQLite, one table':24}{'spectators':>11}{'last has it, ms':>17}{'slowest, ms':>13}{'MB':>7}"]
    lines += [
        f"{'':24}{one.spectators:11}{one.to_all_ms:17.1f}{one.slowest_ms:13.1f}{one.mb:7.0f}" for one in report.spectators
    ]
    return "\n".join(lines)


def plot(report: Report, path: Path) -> None:
    """Draw all series."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 6.5), layout="constrained")
    panels = figure.subplots(2, 3)
    by_tables = {
        "p95 in ms": "p95_ms",
        "moves a second": "moves_per_s",
        "processor cores of all servers": "cores",
        "memory of all servers in MB": "mb",
    }
    for axis, (title, name) in zip(panels.flat, by_tables.items(), strict=False):
        for what, points in report.tables.items():
            axis.plot([one.tables for one in points], [getattr(one, name) for one in points], marker="o", label=what)
        axis.set(title=title, xlabel="tables, each with a move a second")
    figure.legend(*panels[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=len(report.tables))
    for axis, (title, name) in zip(
        panels.flat[4:], {"ms until the last spectator has a move": "to_all_ms", "memory in MB": "mb"}.items(), strict=True
    ):
        watched = [one.spectators for one in report.spectators]
        axis.plot(watched, [getattr(one, name) for one in report.spectators], marker="o")
        axis.set(title=title, xlabel="spectators at one table")
    for axis in panels.flat:
        axis.grid(alpha=0.3)
        axis.set_ylim(bottom=0)
    panels[0, 0].set_yscale("log", subs=())
    panels[0, 0].set_ylim(bottom=1)
    panels[0, 0].yaxis.set_major_formatter("{x:g}")
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "azulejos"}):
        figure.savefig(path)
