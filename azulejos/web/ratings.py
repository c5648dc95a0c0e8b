"""Ratings of owners in the database: against the puzzles, and against the bots of each game.

An owner's first answer to a puzzle counts, and every finished game against bots that started from the beginning.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from azulejos.bots.levels import LEVELS
from azulejos.glicko import Rating, Result
from azulejos.puzzles.difficulty import FIRST
from azulejos.web.connection import Connection

PUZZLES = "puzzles"
BOTS_DEVIATION = 60.0  # how uncertain the ratings of levels are: they differ from table to table
SCORES = {"above": 1.0, "even": 0.5, "below": 0.0}

RATING = "SELECT rating, deviation, volatility, n FROM ratings WHERE owner = ? AND what = ?"
SET_RATING = (
    "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (owner, what) DO UPDATE SET rating = excluded.rating,"
    " deviation = excluded.deviation, volatility = excluded.volatility, n = excluded.n, at = excluded.at"
)
ADD_ATTEMPT = "INSERT INTO attempts VALUES (?, ?, ?, ?)"
ATTEMPTS = "SELECT puzzle, solved FROM attempts WHERE owner = ?"


OWNERS = "SELECT DISTINCT owner FROM attempts WHERE owner > ? ORDER BY owner LIMIT ?"
KEPT_ATTEMPTS = "SELECT puzzle, solved, at FROM attempts WHERE owner = ? ORDER BY puzzle"
KEPT_RATING = "SELECT rating, deviation, volatility, n, at FROM ratings WHERE owner = ? AND what = ?"
COPY_ATTEMPT = f"{ADD_ATTEMPT} ON CONFLICT DO NOTHING"
COPY_RATING = "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"


class PuzzleProgress(Struct, frozen=True):
    """An owner's progress with puzzles, for copies of a database: each puzzle with whether it was solved and when, and
    the columns of the rating. (Ratings against bots follow from the games.)"""

    owner: str
    attempts: list[tuple[str, bool, float]]
    rating: tuple[float, float, float, int, float] | None


class Rated(NamedTuple):
    """A rating, and the number of results it comes from."""

    rating: Rating
    n: int


NEW = Rated(FIRST, 0)
"""The rating of an owner without results."""


def against_bots(game: str) -> str:
    """Return the name of the rating against the bots of a game."""
    return f"bots {game}"


def read_rating(connection: Connection, owner: str, what: str) -> Rated:
    """Return a rating of an owner."""
    row = connection.execute(RATING, (owner, what)).fetchone()
    return NEW if row is None else _checked(row)


def _checked(row: Sequence[Any]) -> Rated:
    *numbers, n = row
    if not all(isinstance(number, float) for number in numbers) or not isinstance(n, int):
        return NEW  # it is damaged
    return Rated(Rating(*numbers), n)


def read_attempts(connection: Connection, owner: str) -> dict[str, bool]:
    """Return the puzzles that an owner has tried, and whether they solved them."""
    return {puzzle: bool(solved) for puzzle, solved in connection.execute(ATTEMPTS, (owner,))}


def add_attempt(connection: Connection, owner: str, puzzle: str, opponent: Rating, solved: bool, at: float) -> None:
    """Add the first answer of an owner to a puzzle; a second one is refused by the primary key."""
    connection.execute(ADD_ATTEMPT, (owner, puzzle, solved, at))
    add_results(connection, owner, PUZZLES, [Result(opponent.rating, opponent.deviation, float(solved))], at)


def add_results(connection: Connection, owner: str, what: str, results: Sequence[Result], at: float) -> None:
    """Change a rating by some results."""
    before = read_rating(connection, owner, what)
    after = before.rating.after_all(results)
    connection.execute(SET_RATING, (owner, what, *after, before.n + 1, at))


def add_game(connection: Connection, owner: str, game: str, counts: Mapping[str, int], at: float) -> None:
    """Change the rating of an owner against the bots of a game; `counts` are those of `results`."""
    found = []
    for how, score in SCORES.items():
        for level, about in LEVELS.items():
            found += [Result(about.rating, BOTS_DEVIATION, score)] * counts.get(f"{how}.{level}", 0)
    if found:
        add_results(connection, owner, against_bots(game), found, at)


def read_progress(connection: Connection, after: str, limit: int) -> list[PuzzleProgress]:
    """Return what some owners have achieved with puzzles, in order, starting after one; damaged rows are left out."""
    found = []
    for (owner,) in list(connection.execute(OWNERS, (after, limit))):
        attempts = [(puzzle, bool(solved), at) for puzzle, solved, at in connection.execute(KEPT_ATTEMPTS, (owner,))]
        row = connection.execute(KEPT_RATING, (owner, PUZZLES)).fetchone()
        with contextlib.suppress(msgspec.ValidationError):
            found.append(msgspec.convert({"owner": owner, "attempts": attempts, "rating": row}, PuzzleProgress))
    return found


def add_progress(connection: Connection, one: PuzzleProgress) -> None:
    """Add what an owner has achieved with puzzles; what is there already is left alone."""
    for puzzle, solved, at in one.attempts:
        connection.execute(COPY_ATTEMPT, (one.owner, puzzle, solved, at))
    if one.rating is not None:
        connection.execute(COPY_RATING, (one.owner, PUZZLES, *one.rating))
