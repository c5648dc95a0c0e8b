"""A player's progress in a file: the rating, and the puzzles that were tried. (The web server has its own store.)"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from azulejos.core.contract import Problem
from azulejos.core.message import Message
from azulejos.glicko import Rating, Result
from azulejos.puzzles.difficulty import FIRST
from azulejos.puzzles.puzzle import Puzzle


@dataclass
class Progress:
    """A player's rating, and the puzzles that were tried, each with whether it was solved."""

    rating: Rating = FIRST
    tried: dict[str, bool] = field(default_factory=dict)

    @property
    def solved(self) -> int:
        """The number of puzzles that were solved."""
        return sum(self.tried.values())

    def attempt(self, puzzle: Puzzle, solved: bool) -> bool:
        """Record an answer; return whether it counts. Only the first answer to a puzzle does."""
        if puzzle.id in self.tried:
            return False
        self.tried[puzzle.id] = solved
        self.rating = self.rating.after_all([Result(puzzle.rating, puzzle.deviation, float(solved))])
        return True

    def save(self, path: Path) -> None:
        """Write it to a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"rating": list(self.rating), "tried": self.tried}) + "\n", encoding="utf-8")


def load_progress(path: Path) -> Progress:
    """Return the progress in a file; that of a new player if there is none."""
    if not path.exists():
        return Progress()
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Progress(Rating(*map(float, found["rating"])), {str(id): bool(solved) for id, solved in found["tried"].items()})
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Problem(Message("{file} is not a puzzle progress file", file=str(path)), "bad_progress") from None
