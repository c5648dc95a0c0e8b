"""Count move sequences: a test that finds rare bugs in move generation."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.core.contract import State

Progress = Callable[[int, int], None]
"""A callback with the number of first moves done, and their total."""


def perft(state: State, depth: int, progress: Progress | None = None) -> list[int]:
    """Return the number of sequences of exactly 1, 2, … `depth` decisions from here.

    A sequence has decisions only: it ends at a deal, a refill or the end of the game, and counts for its length.
    """
    counts = [0] * depth
    if depth:
        first = state.legal_moves
        counts[0] = len(first)
        for done, move in enumerate(first if depth > 1 else (), 1):
            _count(state.play(move), 1, counts)
            if progress is not None:
                progress(done, len(first))
    return counts


def _count(state: State, played: int, counts: list[int]) -> None:
    """Add the sequences that continue from a state after this many decisions; none if no seat is to move."""
    moves = state.legal_moves
    counts[played] += len(moves)
    if played + 1 < len(counts):
        for move in moves:
            _count(state.play(move), played + 1, counts)
