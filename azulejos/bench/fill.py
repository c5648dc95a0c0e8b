"""A store with a hundred thousand finished games in a few minutes: a few hundred games, repeated under other names.

Every copy is a table like any other: with its own names, owners and times, and all that the store keeps beside its log.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache
from typing import Any, NamedTuple

import msgspec

from azulejos.bench.games import finished
from azulejos.web.connection import Connection
from azulejos.web.entries import Entry, Setup, decode, encode
from azulejos.web.owner import owner_of
from azulejos.web.schema import ADD_TOTALS, result_row, table_row, totals
from azulejos.web.store import POSTGRES, Batch, open_store
from azulejos.web.transfer import Packed, batch_of

PATTERNS = 300  # games that are actually played
NAMES = 1000
TOGETHER = 5000  # games in one transaction
FIRST, EVERY = 1.7e9, 60.0  # when the first game began, and seconds until the next

Report = Callable[[int], None]
"""Called with the number of further games that are done."""


def name_of(number: int) -> str:
    """Return a name; small numbers are more frequent."""
    return f"Player {number}"


def token_of(name: str) -> str:
    """Return the token of the player with this name."""
    return f"bench-{name.replace(' ', '-')}-".ljust(20, "x")


def table_of(number: int) -> str:
    """Return the id of the table of a game."""
    return f"g{number:011d}"


class Pattern(NamedTuple):
    """A game to copy."""

    batch: Batch
    texts: list[tuple[float, str]]
    """For each entry but the first: seconds since that one, and its text after the time."""


@cache
def pattern(number: int) -> Pattern:
    batch = batch_of(finished(number))
    start = batch.entries[0].at
    texts = [encode(entry).decode() for entry in batch.entries[1:]]
    return Pattern(
        batch, [(entry.at - start, text[text.index(",") :]) for entry, text in zip(batch.entries[1:], texts, strict=True)]
    )


class Copy(NamedTuple):
    """A game under other names."""

    batch: Batch
    """With the first entry only."""
    texts: list[str]
    """All entries."""


def copy(number: int) -> Copy:
    """Return the game of a number: always the same."""
    like, dice = pattern(number % PATTERNS), random.Random(number)
    old = like.batch.summary
    names: list[str] = []
    while len(names) < len(old.seats):
        name = name_of(int(NAMES * dice.random() ** 1.5))  # some play often, most rarely
        names += [name] * (name not in names)
    setup, begin = like.batch.entries[0].what, FIRST + EVERY * number
    assert isinstance(setup, Setup)
    seats = [
        msgspec.structs.replace(seat, name=name, owner=owner_of(token_of(name))) if seat.kind == "person" else seat
        for seat, name in zip(setup.seats, names, strict=True)
    ]
    first = Entry(begin, msgspec.structs.replace(setup, seats=seats, host=seats[0].owner))
    times = [round(begin + later, 3) for later, _ in like.texts]
    summary = msgspec.structs.replace(
        old,
        table=table_of(number),
        updated=times[-1],
        seats=[msgspec.structs.replace(one, name=seat.name) for one, seat in zip(old.seats, seats, strict=True)],
    )
    results = [msgspec.structs.replace(one, name=one.name and seats[one.seat].name) for one in like.batch.results]
    owners = sorted({seat.owner for seat in seats if seat.owner})
    texts = [encode(first).decode(), *(f'{{"at":{at}{rest}' for at, (_, rest) in zip(times, like.texts, strict=True))]
    return Copy(Batch(1, [first], summary, owners, False, results), texts)


async def fill(db: str, begin: int, end: int, report: Report = lambda _: None) -> None:
    """Add the games of these numbers to a store."""
    await open_store(db).close()  # creates the tables, if there are none
    with closing(_connect(db)) as connection:
        for start in range(begin, end, TOGETHER):
            copies = [copy(number) for number in range(start, min(start + TOGETHER, end))]
            connection.execute("BEGIN")
            _add(connection, copies)
            connection.execute("COMMIT")
            report(len(copies))
        connection.execute("ANALYZE")  # as PostgreSQL does by itself after a while


def _add(connection: Connection, copies: Sequence[Copy]) -> None:
    batches = [one.batch for one in copies]
    _insert(connection, "tables", (table_row(one) for one in batches))
    _insert(connection, "entries", _entries(copies))
    _insert(connection, "owners", ((owner, one.summary.table) for one in batches for owner in one.owners))
    _insert(connection, "results", (result_row(one.summary, seat) for one in batches for seat in one.results))
    sums: Counter[tuple[Any, ...]] = Counter()
    for one in batches:
        sums.update(totals(one.summary, one.results))  # adds
    connection.executemany(ADD_TOTALS, [(*key, n) for key, n in sorted(sums.items())])


def _entries(copies: Sequence[Copy]) -> Iterator[tuple[str, int, str]]:
    for one in copies:
        for number, text in enumerate(one.texts, 1):
            yield one.batch.summary.table, number, text


def _insert(connection: Connection, table: str, rows: Iterator[Sequence[Any]]) -> None:
    """Insert many rows, the fastest way possible."""
    first = next(rows)
    if isinstance(connection, sqlite3.Connection):
        query = f"INSERT INTO {table} VALUES ({', '.join('?' * len(first))})"
        connection.execute(query, first)
        connection.executemany(query, rows)
        return
    from azulejos.web.postgres import Session

    assert isinstance(connection, Session)
    with connection.raw.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN".encode()) as target:
        target.write_row(first)
        for row in rows:
            target.write_row(row)


def _connect(db: str) -> Connection:
    if db.startswith(POSTGRES):
        from azulejos.web.postgres import Session

        return Session(db)
    return sqlite3.connect(db, isolation_level=None)


def packed(number: int) -> Packed:
    """Return the game of a number as a line of a file."""
    one = copy(number)
    return Packed(one.batch.summary.table, [decode(text.encode()) for text in one.texts])


__all__ = ["EVERY", "FIRST", "NAMES", "fill", "name_of", "packed", "table_of", "token_of"]
