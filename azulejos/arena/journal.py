"""The journal of a match: a line per game, written to disk as soon as the game is over.

The directory of a match holds

    journal.jsonl     the plan, and a line for each game that is done, in the order in which they ended
    games/000012.txt  the record of each game
    …                 the results, once all games are done

A match that was killed resumes from there: games with a line are done, the others are played. A truncated last line is
ignored.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import IO

from azulejos import __version__
from azulejos.arena.game import Played
from azulejos.arena.plan import Plan
from azulejos.core.contract import Json, Problem

NAME = "journal.jsonl"
GAMES = "games"
FAR = 1 << 30  # bytes


class Journal:
    """The journal of a plan in a directory; `played` are the games in it, by number."""

    def __init__(self, directory: Path, plan: Plan) -> None:
        self.directory = directory
        self.played: dict[int, Played] = {}
        (directory / GAMES).mkdir(parents=True, exist_ok=True)
        self.file: IO[bytes] = (directory / NAME).open("a+b")
        try:
            _lock(self.file, directory)
            self._read(plan)
        except BaseException:
            self.file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.file.close()

    def add(self, played: Played) -> None:
        """Store a game; when this returns, a kill can't lose it."""
        path = self.directory / GAMES / f"{played.number:06}.txt"
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            file.write(played.record.encode())
            _to_disk(file)
        part.replace(path)
        self._append(played.json)
        self.played[played.number] = played

    def _read(self, plan: Plan) -> None:
        self.file.seek(0)
        data = self.file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self.file.truncate(len(whole))
        lines = whole.splitlines()
        if not lines:
            self._append({**plan.json, "version": __version__})
            return
        for number, line in enumerate(lines, 1):
            try:
                value = json.loads(line)
                if number == 1:
                    _check_plan(self.directory, value, plan)
                else:
                    played = Played.from_json(value)
                    self.played.setdefault(played.number, played)
            except Problem:
                raise
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                where = f"{self.directory / NAME}, line {number}"
                raise Problem(f"{where}, is not a line of a journal: {error}", "bad_journal") from None

    def _append(self, line: Json) -> None:
        self.file.write(json.dumps(line).encode() + b"\n")
        _to_disk(self.file)


def _check_plan(directory: Path, found: Json, plan: Plan) -> None:
    for name, value in json.loads(json.dumps(plan.json)).items():
        if found.get(name) != value:
            raise Problem(
                f"{directory} contains another match, with the {name} {json.dumps(found.get(name))[:200]},"
                f" not {json.dumps(value)[:200]}; choose another directory",
                "other_match",
            )


def _to_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def _lock(file: IO[bytes], directory: Path) -> None:
    """Lock the journal against other writers."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(FAR)  # other programs can't read locked bytes, so this locks one that is never written
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Problem(f"{directory}: another match is using this directory", "busy") from None
