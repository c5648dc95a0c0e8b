"""The puzzles of the package: all of them, those that fit a wish, the next one for a player, and that of the day."""

from __future__ import annotations

import datetime
import hashlib
import random
from collections.abc import Container
from functools import cache, lru_cache
from typing import NamedTuple

from azulejos.core.contract import Problem
from azulejos.core.message import Message, quoted
from azulejos.core.registry import GAMES
from azulejos.puzzles.difficulty import band
from azulejos.puzzles.puzzle import Puzzle, parse_puzzle

FOLDER = "puzzles"
SUFFIX = ".jsonl"
NEAREST = 12  # of the puzzles that are about as hard as a player is strong, one is chosen at random
OF_THE_DAY = ("easy", "medium", "hard")


class Wish(NamedTuple):
    """Which puzzles are wanted: empty texts and 0 mean any."""

    game: str = ""
    board: str = ""
    players: int = 0
    theme: str = ""
    difficulty: str = ""

    def fits(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle is one of them."""
        return (
            self.game in ("", puzzle.game_name)
            and self.board in ("", puzzle.game.board)
            and self.players in (0, puzzle.game.players)
            and self.theme in ("", puzzle.theme)
            and self.difficulty in ("", band(puzzle.rating))
        )


ANY = Wish()


@cache
def _shipped(game: str) -> tuple[Puzzle, ...]:
    """Return all puzzles in the folder of a game, in order of their rating."""
    folder = GAMES[game].folder()
    if folder is None or not (folder / FOLDER).is_dir():
        return ()
    files = sorted((path for path in (folder / FOLDER).iterdir() if path.name.endswith(SUFFIX)), key=lambda path: path.name)
    found = [parse_puzzle(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    return tuple(sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.id)))


def puzzles(game: str = "", board: str = "", players: int = 0, theme: str = "", difficulty: str = "") -> list[Puzzle]:
    """Return the puzzles of the package that fit, easiest first."""
    return list(fitting(Wish(game, board, players, theme, difficulty)))


@lru_cache(200)
def fitting(wish: Wish) -> tuple[Puzzle, ...]:
    """Return the puzzles of the package that fit a wish, easiest first."""
    found = [puzzle for game in GAMES if wish.game in ("", game) for puzzle in _shipped(game) if wish.fits(puzzle)]
    return tuple(sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.id)))


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for game in GAMES for puzzle in _shipped(game)}


def puzzle_of(id: str) -> Puzzle:
    """Return the puzzle with this id; raises a `Problem` if there is none."""
    found = _by_id().get(id)
    if found is None:
        raise Problem(Message("there is no puzzle {id}", id=quoted(id)), "no_such_puzzle")
    return found


def next_puzzle(rating: float, wish: Wish = ANY, done: Container[str] = (), dice: random.Random | None = None) -> Puzzle | None:
    """Return a puzzle that fits a player's rating and wish and is not done yet; `None` if all are."""
    left = [puzzle for puzzle in fitting(wish) if puzzle.id not in done]
    left.sort(key=lambda puzzle: abs(puzzle.rating - rating))
    return (dice or random.Random()).choice(left[:NEAREST]) if left else None


def daily(day: datetime.date, wish: Wish = ANY) -> Puzzle | None:
    """Return the puzzle of a day, the same for everyone; not one of the hardest, if there are others."""
    found = [puzzle for puzzle in fitting(wish) if band(puzzle.rating) in OF_THE_DAY]
    if not found:
        return None
    # Ids are in random order, so counting through them by day gives every puzzle its turn.
    found.sort(key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    return found[day.toordinal() % len(found)]
