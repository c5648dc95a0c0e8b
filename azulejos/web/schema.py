"""The tables of the database: how they are created, and what their rows are. Statements are in the common dialect, with `?`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from azulejos.web.connection import Connection
from azulejos.web.entries import Result, Summary, encode_json
from azulejos.web.ratings import add_game
from azulejos.web.store import EVERYBODY, Batch

SCHEMA = 3

SCHEMAS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        """CREATE TABLE entries (
    "table" TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY ("table", number)
) WITHOUT ROWID""",
        """CREATE TABLE tables (
    "table" TEXT PRIMARY KEY, status TEXT NOT NULL, public BOOLEAN NOT NULL, due BOOLEAN NOT NULL,
    updated DOUBLE PRECISION NOT NULL, summary TEXT NOT NULL
) WITHOUT ROWID""",
        'CREATE TABLE owners (owner TEXT NOT NULL, "table" TEXT NOT NULL, PRIMARY KEY (owner, "table")) WITHOUT ROWID',
        "CREATE INDEX lobby ON tables (status, updated) WHERE public",
        'CREATE INDEX due ON tables ("table") WHERE due',
        "INSERT INTO about VALUES ('schema', '1')",
    ),
    # `totals` holds the sums over `results`, so that a page does not wait while 100,000 games are counted.
    (
        """CREATE TABLE results (
    "table" TEXT NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL, players INTEGER NOT NULL, name TEXT, level TEXT,
    score INTEGER NOT NULL, rank INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, public BOOLEAN NOT NULL,
    PRIMARY KEY ("table", seat)
) WITHOUT ROWID""",
        """CREATE TABLE totals (
    name TEXT NOT NULL, game TEXT NOT NULL, players INTEGER NOT NULL, what TEXT NOT NULL, n BIGINT NOT NULL,
    PRIMARY KEY (name, game, players, what)
) WITHOUT ROWID""",
        'CREATE TABLE analyses ("table" TEXT PRIMARY KEY, analysis TEXT NOT NULL) WITHOUT ROWID',
        "CREATE INDEX best ON results (game, players, score) WHERE public AND name IS NOT NULL",
        "CREATE INDEX best_of ON results (name, game, players, score) WHERE public AND name IS NOT NULL",
        "UPDATE about SET value = '2' WHERE name = 'schema'",
    ),
    (
        """CREATE TABLE IF NOT EXISTS ratings (
    owner TEXT NOT NULL, what TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL, n INTEGER NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (owner, what)
) WITHOUT ROWID""",
        """CREATE TABLE IF NOT EXISTS attempts (
    owner TEXT NOT NULL, puzzle TEXT NOT NULL, solved BOOLEAN NOT NULL, at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (owner, puzzle)
) WITHOUT ROWID""",
        "UPDATE about SET value = '3' WHERE name = 'schema'",
    ),
)
"""The statements that upgrade each schema to the next; the first ones create schema 1."""

ADD_TOTALS = (
    "INSERT INTO totals VALUES (?, ?, ?, ?, ?) ON CONFLICT (name, game, players, what) DO UPDATE SET n = totals.n + excluded.n"
)
ADD_ENTRY, MORE_ENTRIES = "INSERT INTO entries VALUES (?, ?, ?)", ", (?, ?, ?)"
ADD_OWNER = "INSERT INTO owners VALUES (?, ?) ON CONFLICT DO NOTHING"
ADD_RESULT = "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
SET_ROW = (
    'INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT ("table") DO UPDATE SET status = excluded.status,'
    " public = excluded.public, due = excluded.due, updated = excluded.updated, summary = excluded.summary"
)


def table_row(batch: Batch) -> tuple[object, ...]:
    """Return the row of `tables`."""
    one = batch.summary
    return (one.table, one.status, one.public, batch.needs_server, one.updated, encode_json(one).decode())


def result_row(summary: Summary, one: Result) -> tuple[object, ...]:
    """Return the row of `results`."""
    game, players = summary.game["game"], len(summary.seats)
    who = (summary.table, one.seat, game, players, one.name, one.level)
    return (*who, one.score, one.rank, summary.updated, summary.public)


def totals(summary: Summary, results: Sequence[Result]) -> Counter[tuple[str, str, int, str]]:
    """Return what a game adds to `totals`."""
    found: Counter[tuple[str, str, int, str]] = Counter()
    game, players = summary.game["game"], len(summary.seats)
    for one in results:
        for name in (EVERYBODY, *([] if one.name is None else [one.name])):
            for what, n in one.counts.items():
                found[name, game, players, what] += n
    return found


def count(connection: Connection, summary: Summary, results: Sequence[Result]) -> None:
    """Add a game to the results and the totals, unless it is already there."""
    if connection.execute('SELECT 1 FROM results WHERE "table" = ?', (summary.table,)).fetchone() is not None:
        return
    rows = [result_row(summary, one) for one in results]
    connection.executemany(ADD_RESULT, rows)
    added = sorted(totals(summary, results).items())  # always in this order, or two servers deadlock
    connection.executemany(ADD_TOTALS, [(*key, n) for key, n in added])
    owners = Counter(one.owner for one in results)
    for one in sorted(results, key=lambda one: one.owner or ""):
        if one.owner is not None and owners[one.owner] == 1:  # who plays for several seats is not rated
            add_game(connection, one.owner, summary.game["game"], one.counts, summary.updated)
