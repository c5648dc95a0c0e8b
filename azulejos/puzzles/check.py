"""Checking puzzles: whether a much longer search finds the same solution, and who solves how many of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence

from azulejos.arena.stats import wilson
from azulejos.bots.analysis import ranked
from azulejos.bots.levels import LEVELS
from azulejos.bots.thinking import Thinking
from azulejos.puzzles.difficulty import BANDS, band
from azulejos.puzzles.puzzle import MOVE, Puzzle

STEP = 0.1  # seconds between two looks at the processor time


def confirmed(puzzle: Puzzle, seconds: float, seed: int = 1) -> bool:
    """Return whether a search of some seconds of processor time finds the solution."""
    thinking = Thinking(puzzle.state, seed)
    end = time.process_time() + seconds
    while (left := end - time.process_time()) > 0:
        thinking.deepen(min(left, STEP))
    return ranked(thinking, 3)[0].move is puzzle.best


def confirmed_line(results: Sequence[bool]) -> str:
    """Return the share of solutions that were confirmed, with its interval."""
    share, low, high = wilson(sum(results) / len(results), len(results))
    return f"{sum(results)} of {len(results)} confirmed: {share:.1%} ({low:.1%} to {high:.1%})"


def report(puzzles: Iterable[Puzzle]) -> str:
    """Return a table in Markdown: how many puzzles there are, how hard they are, and which level solves how many."""
    groups: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        groups.setdefault(f"{puzzle.game_name} {puzzle.game.board}", []).append(puzzle)
    head = ["puzzles", "number", "2, 3, 4 players", "rounds", *BANDS, *LEVELS]
    lines = [head, ["---"] * len(head)]
    for name, some in sorted(groups.items()):
        seats = Counter(puzzle.game.players for puzzle in some)
        bands = Counter(band(puzzle.rating) for puzzle in some)
        shares = [sum(puzzle.levels[level] for puzzle in some) / len(some) for level in range(len(LEVELS))]
        lines.append(
            [
                name,
                str(len(some)),
                ", ".join(str(seats[n]) for n in (2, 3, 4)),
                str(sum(puzzle.kind != MOVE for puzzle in some)),
                *(str(bands[one]) for one in BANDS),
                *(f"{share:.0%}" for share in shares),
            ]
        )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
