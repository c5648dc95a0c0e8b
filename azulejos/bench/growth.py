"""Where the knee is: latency, processor and memory against the number of tables, as a table and a picture.

`python -m azulejos.bench.growth load.svg [postgresql://…]`: one server with SQLite, and if an address is given (of an empty
database), 1, 2 and 3 servers on PostgreSQL. At every table somebody moves once a second; two play, one watches.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from azulejos.bench.load import Hall, Server
from azulejos.bench.web import serving

TABLES = (25, 50, 100, 200, 400)
SECONDS = 4.0


class Point(NamedTuple):
    """What was measured with so many tables."""

    tables: int
    p50_ms: float
    p95_ms: float
    cores: float
    """Processor cores that all servers together used."""
    mb: float
    """Memory of all servers together."""


def measure(db: str, servers: int) -> list[Point]:
    """A point for each number of tables, on so many servers."""
    cores = sorted(os.sched_getaffinity(0))
    with ExitStack() as stack:
        found = [Server(*stack.enter_context(serving(db, cores[-1 - i % len(cores)]))) for i in range(servers)]
        return [asyncio.run(_point(found, tables)) for tables in TABLES]


async def _point(servers: list[Server], tables: int) -> Point:
    share = tables // len(servers)
    halls = [await Hall.open(server, share) for server in servers]
    used, begin = sum(server.cpu() for server in servers), time.monotonic()
    measured = await asyncio.gather(*(hall.steadily(share, SECONDS) for hall in halls))
    times = sorted(taken for some in measured for taken in some)
    cores = (sum(server.cpu() for server in servers) - used) / (time.monotonic() - begin)
    mb = sum(server.memory() for server in servers) / 2**20
    for hall in halls:
        await hall.close()
    return Point(tables, 1000 * times[len(times) // 2], 1000 * times[int(0.95 * len(times))], cores, mb)


def told(what: str, points: list[Point]) -> str:
    """The points for people."""
    lines = [f"{what:28}{'tables':>8}{'p50 ms':>9}{'p95 ms':>9}{'cores':>8}{'MB':>7}"]
    lines += [f"{'':28}{one.tables:8}{one.p50_ms:9.1f}{one.p95_ms:9.1f}{one.cores:8.2f}{one.mb:7.0f}" for one in points]
    return "\n".join(lines)


def plot(series: dict[str, list[Point]], path: Path) -> None:
    """The picture of all series."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 3.6), layout="constrained")
    axes = figure.subplots(1, 3)
    for axis, title, name in zip(
        axes, ("p95 in ms", "processor cores", "memory in MB"), ("p95_ms", "cores", "mb"), strict=True
    ):
        for what, points in series.items():
            axis.plot([one.tables for one in points], [getattr(one, name) for one in points], marker="o", label=what)
        axis.set_title(title)
        axis.set_xlabel("tables, each with a move a second")
        axis.grid(alpha=0.3)
    axes[0].set_yscale("log")
    axes[0].legend()
    figure.savefig(path)


def main(path: Path, address: str | None) -> None:
    """Measures, prints and draws."""
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder:
        series = {"SQLite, 1 server": measure(f"{folder}/tables.db", 1)}
    if address is not None:
        series |= {f"PostgreSQL, {n} server{'s' * (n > 1)}": measure(address, n) for n in (1, 2, 3)}
    for what, points in series.items():
        print(told(what, points))
    plot(series, path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None)
