"""Puzzles: positions with exactly one clearly best move, or a round to finish well.

    >>> from azulejos.puzzles import puzzles
    >>> from azulejos.puzzles.judge import judge
    >>> puzzle = puzzles(game="azul", board="coloured")[0]                # doctest: +SKIP
    >>> judge(puzzle, [puzzle.best]).solved                               # doctest: +SKIP
    True

`collection` has the puzzles of the package and picks the next one, `judge` the answers, `difficulty` the ratings, `make` and
`python -m azulejos.puzzles make` new puzzles.
"""

from azulejos.puzzles.collection import Wish, daily, next_puzzle, puzzle_of, puzzles
from azulejos.puzzles.judge import Verdict, judge
from azulejos.puzzles.puzzle import MOVE, ROUND, Puzzle

__all__ = ["MOVE", "ROUND", "Puzzle", "Verdict", "Wish", "daily", "judge", "next_puzzle", "puzzle_of", "puzzles"]
