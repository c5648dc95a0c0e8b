"""Files of puzzles being made: a puzzle is added as soon as it is found, so that interrupted work can be resumed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from azulejos.core.contract import Problem
from azulejos.core.game import Game
from azulejos.puzzles.collection import FOLDER, SUFFIX
from azulejos.puzzles.make import Harvest, Wanted, searched, self_play
from azulejos.puzzles.puzzle import MOVE, ROUND, Puzzle, parse_puzzle
from azulejos.record import Record

SEED = re.compile(r"seed (\d+)")


def path_in(folder: Path, game: Game) -> Path:
    """Return the file for the puzzles of a game: like those of the package, `azul/puzzles/coloured-2.jsonl`."""
    return folder / game.name / FOLDER / f"{game.board}-{game.players}{SUFFIX}"


def read(path: Path) -> list[Puzzle]:
    """Return the puzzles in a file; a last line that was not written completely is left out."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [parse_puzzle(line) for line in text.split("\n")[:-1]]


def remove(path: Path, puzzle: Puzzle) -> None:
    """Remove a puzzle from a file."""
    path.write_text("".join(f"{one.line}\n" for one in read(path) if one != puzzle), encoding="utf-8")


class PuzzleFile:
    """A file that is filled with the puzzles of a game."""

    def __init__(self, folder: Path, wanted: Wanted, seed: int) -> None:
        self.wanted = wanted
        self.path = path_in(folder, wanted.game)
        found = read(self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("".join(f"{puzzle.line}\n" for puzzle in found), encoding="utf-8")
        self.harvest = Harvest(wanted, found)
        seeds = [int(match[1]) for puzzle in found if (match := SEED.fullmatch(puzzle.source))]
        self.seed = max([seed - 1, *seeds]) + 1

    def play(self, effort: int) -> int:
        """Play the next game, and add its puzzles; return how many there are."""
        source = f"seed {self.seed}"
        self.seed += 1
        return self._add(self.harvest.gather(self_play(self.wanted.game, self.seed - 1, effort), effort, source))

    def read_record(self, record: Record, source: str, effort: int) -> int:
        """Add the puzzles of a recorded game; return how many there are."""
        return self._add(self.harvest.gather(searched(record, effort), effort, source))

    def _add(self, puzzles: Iterator[Puzzle]) -> int:
        before = len(self.harvest.ids)
        with self.path.open("a", encoding="utf-8") as file:
            for puzzle in puzzles:
                file.write(f"{puzzle.line}\n")
                file.flush()
        return len(self.harvest.ids) - before

    def __str__(self) -> str:
        moves, rounds = self.harvest.number(MOVE), self.harvest.number(ROUND)
        game = self.wanted.game
        return (
            f"{game.name} {game.board} {game.players}: {moves} of {self.wanted.moves} moves,"
            f" {rounds} of {self.wanted.rounds} rounds"
        )


def fill(files: Sequence[PuzzleFile], effort: int, say: Callable[[str], None]) -> None:
    """Play games until all files are full; each gets a game in turn, so that interrupted work is balanced."""
    begin, made = time.monotonic(), 0
    while left := [file for file in files if not file.harvest.full]:
        for file in left:
            made += file.play(effort)
            missing = sum(max(0, one.harvest.limit(kind) - one.harvest.number(kind)) for one in files for kind in (MOVE, ROUND))
            seconds = time.monotonic() - begin
            rest = f", about {missing * seconds / made / 60:.0f} minutes left" if made else ""
            say(f"{file}; {made} new puzzles in {seconds:.0f} s, {missing} missing{rest}")


def read_records(files: Sequence[PuzzleFile], paths: Sequence[Path], effort: int, say: Callable[[str], None]) -> None:
    """Add the puzzles of recorded games to the files of their games."""
    by_game = {file.wanted.game: file for file in files}
    for number, path in enumerate(paths, 1):
        try:
            record = Record.load(path.read_bytes())
        except Problem as problem:
            raise Problem(f"{path}: {problem.message}", "bad_record") from problem
        file = by_game.get(record.game)
        made = 0 if file is None else file.read_record(record, path.name, effort)
        say(f"{number} of {len(paths)}: {path}: {made} new puzzles" if file else f"{path}: this game is not wanted")
