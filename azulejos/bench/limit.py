"""The yardsticks: random games in C++, as fast as one processor core plays them (`yardsticks/`).

They have no interface, no undo, no notation: the difference is the price of a full engine. They were checked against a third
implementation, in plain Python, with the same dice.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import NamedTuple

from azulejos import GAMES, Game

SOURCES = Path(__file__).parent / "yardsticks"
NONE = "no yardsticks, so absolute figures only"


def yardstick(name: str) -> Path:
    """Return the yardstick of a game, if there is one."""
    return SOURCES / f"{name}.cpp"


class Run(NamedTuple):
    """A number of games."""

    games: int
    moves: int
    seconds: float
    mean_score: float


class Limit:
    """The yardsticks, compiled into a folder; `note` says which, or why there are none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.there = False
        self.note = self._compile()

    def _compile(self) -> str:
        if not (names := [name for name in GAMES if yardstick(name).exists()]):
            return f"{NONE}: they are part of the source of azulejos, not of the installed package"
        for name in names:
            command = ["g++", "-std=c++17", "-O3", "-march=native", str(yardstick(name)), "-o", str(self.folder / name)]
            try:
                subprocess.run(command, check=True, capture_output=True, text=True)
            except FileNotFoundError:
                return f"{NONE}: there is no g++ to compile them"
            except subprocess.CalledProcessError as error:
                return f"{NONE}: {name}.cpp does not compile: {error.stderr.strip()[:200]}"
        self.there = True
        return "ratios are to the C++ yardsticks, mode select, compiled here with -O3 -march=native"

    def measures(self, game: Game) -> bool:
        """Return whether there is a yardstick for this game."""
        return self.there and yardstick(game.name).exists() and game == type(game)(game.players)

    def run(self, game: Game, policy: str, games: int, seed: int) -> Run:
        """Run games of the yardstick."""
        command = [str(self.folder / game.name), str(game.players), str(games), str(seed), "select", policy]
        answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        return Run(answer["games"], answer["moves"], answer["seconds"], answer["mean_score"])
