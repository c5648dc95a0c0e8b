"""A folder of self-play games: parts of 100 games, compressed. Interrupted work resumes where it stopped."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from azulejos.core.game import Game
from azulejos.learning.selfplay import PartTask, PlayedGame, parse_game

GAMES_A_PART = 100


def parts(folder: Path) -> list[Path]:
    """Return the parts in a folder."""
    return sorted(folder.glob("*.txt.gz"))


def read_games(folder: Path) -> Iterator[PlayedGame]:
    """Return all games of a folder."""
    for part in parts(folder):
        with gzip.open(part, "rt", encoding="utf-8") as file:
            for line in file:
                yield parse_game(line.rstrip("\n"))


def play_games(
    game: Game,
    net: bytes | None,
    effort: int,
    games: int,
    folder: Path,
    seed: int,
    pool: Callable[[Iterator[PartTask]], Iterable[tuple[int, str]]],
    say: Callable[[str], None],
) -> None:
    """Play games (`play_part` in a pool) until the folder has as many; say how it goes."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = -(-games // GAMES_A_PART)
    missing = [number for number in range(wanted) if not _part(folder, number).exists()]
    tasks = (PartTask(game.json, net, effort, GAMES_A_PART, 1_000_000 * seed + number) for number in missing)
    begin = time.monotonic()
    for done, (number, text) in enumerate(pool(tasks), 1):
        path = _part(folder, number % 1_000_000)
        unfinished = path.with_suffix(".tmp")
        unfinished.write_bytes(gzip.compress(text.encode()))
        unfinished.replace(path)  # a part is written completely or not at all
        rate = GAMES_A_PART * done / (time.monotonic() - begin)
        left = GAMES_A_PART * (len(missing) - done)
        say(progress(GAMES_A_PART * wanted - left, GAMES_A_PART * wanted, rate))


def progress(done: int, of: int, rate: float) -> str:
    """Return how many games are done, the rate and an estimate of the rest."""
    seconds = int((of - done) / rate)
    return f"{done} of {of} games, {rate:.1f} games/s, {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02} left"


def _part(folder: Path, number: int) -> Path:
    return folder / f"{number:06}.txt.gz"
