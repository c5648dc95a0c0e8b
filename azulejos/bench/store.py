"""Speed of a server with many finished games: lobby, statistics, replay and record, requested one after the other.

Every request goes to a server with a thousand games and to one with many, on SQLite and, given the URL of an empty database,
on PostgreSQL. The measured time is from the request until the complete response.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from http.client import HTTPConnection
from statistics import median
from urllib.parse import quote

from azulejos import GAMES
from azulejos.bench.fill import EVERY, FIRST, NAMES, fill, name_of, table_of, token_of
from azulejos.bench.growth import servers
from azulejos.bench.web import needs_linux

FEW = 1000  # games in the small store
ASKED = 200  # times each

Question = Callable[[random.Random, int], str]
"""A path to request, in a store of a given size."""

QUESTIONS: dict[str, Question] = {
    "lobby: page": lambda _dice, _games: "/",
    "lobby: open tables": lambda _dice, _games: "/api/tables?show=open",
    "lobby: finished games": lambda _dice, _games: "/api/tables?show=finished",
    "lobby: finished games of long ago": lambda dice, games: (
        f"/api/tables?show=finished&before={FIRST + EVERY * dice.randrange(games)}"
    ),
    "lobby: own games": lambda _dice, _games: "/api/tables?show=mine",
    "statistics: everyone": lambda dice, _games: f"/api/statistics?game={dice.choice(tuple(GAMES))}",
    "statistics: a name": lambda dice, _games: (
        f"/api/statistics?game={next(iter(GAMES))}&name={quote(name_of(dice.randrange(NAMES)))}"
    ),
    "replay: page": lambda dice, games: f"/r/{table_of(dice.randrange(games))}",
    "replay: the game": lambda dice, games: f"/api/tables/{table_of(dice.randrange(games))}/replay",
    "record": lambda dice, games: f"/api/tables/{table_of(dice.randrange(games))}/record",
}


@dataclass(frozen=True)
class Answer:
    """The response times of a path."""

    question: str
    median_ms: float
    p95_ms: float


@dataclass
class Measured:
    """A store with a number of games."""

    store: str
    games: int
    fill_s: float
    """Seconds to insert the games that were missing."""
    start_s: float
    """From the start of the server until it responds."""
    answers: list[Answer] = field(default_factory=list)


@dataclass
class Report:
    """All measurements."""

    about: str
    stores: list[Measured]


def main(games: int, as_json: bool = False, db: str | None = None) -> None:
    """Measure and print."""
    needs_linux()
    about = f"load average {os.getloadavg()[0]:.1f} before it, Python {sys.version.split()[0]}"
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder:
        places = {"SQLite": f"{folder}/tables.db", **({} if db is None else {"PostgreSQL": db})}
        report = Report(about, [one for store, place in places.items() for one in measure(store, place, games)])
    print(json.dumps(asdict(report), indent=1) if as_json else as_text(report))


def measure(store: str, db: str, games: int) -> list[Measured]:
    """Measure a small store and one of this size."""
    found: list[Measured] = []
    there = 0
    for count in sorted({min(FEW, games), games}):
        begin = time.monotonic()
        asyncio.run(fill(db, there, count))
        filled, there = time.monotonic(), count
        with servers(db, 1) as [server]:
            found.append(Measured(store, count, filled - begin, time.monotonic() - filled))
            with closing(HTTPConnection(server.address)) as connection:
                found[-1].answers += [_asked(connection, name, ask, count) for name, ask in QUESTIONS.items()]
    return found


def _asked(connection: HTTPConnection, name: str, ask: Question, games: int) -> Answer:
    dice = random.Random(name)
    headers = {"Authorization": f"Bearer {token_of(name_of(0))}"}  # the most frequent player
    times: list[float] = []
    for _ in range(ASKED):
        path = ask(dice, games)
        begin = time.perf_counter()
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        response.read()
        times.append(1000 * (time.perf_counter() - begin))
        if response.status != 200:
            raise RuntimeError(f"{path}: {response.status}")
    times.sort()
    return Answer(name, median(times), times[int(0.95 * len(times))])


def as_text(report: Report) -> str:
    """Return the report as text."""
    lines = [f"azulejos bench store: {report.about}", "", f"{'median and p95 in ms':36}"]
    lines[-1] += "".join(f"{f'{one.store}, {one.games:,} games':>28}" for one in report.stores)
    for number, question in enumerate(QUESTIONS):
        answers = [one.answers[number] for one in report.stores]
        lines.append(f"{question:36}" + "".join(f"{one.median_ms:20.1f}{one.p95_ms:8.1f}" for one in answers))
    lines.append(f"{'start of the server, s':36}" + "".join(f"{one.start_s:28.1f}" for one in report.stores))
    lines.append(f"{'to put the games there, s':36}" + "".join(f"{one.fill_s:28.1f}" for one in report.stores))
    return "\n".join(lines)
