"""Counts of move sequences: the test that finds the rare bug in a generator of moves, and where."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.core.contract import State

Progress = Callable[[int, int], None]
"""Is told how many of the first moves are done, and how many there are."""


def perft(state: State, depth: int, progress: Progress | None = None) -> list[int]:
    """The number of sequences of exactly 1, 2, … `depth` decisions from here.

    A sequence goes through decisions only: at a deal, a refill or the end of the game it stops, and counts for its own length.
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
    """Adds the sequences that go on from a state after so many decisions; empty where no seat is to move."""
    moves = state.legal_moves
    counts[played] += len(moves)
    if played + 1 < len(counts):
        for move in moves:
            _count(state.play(move), played + 1, counts)
