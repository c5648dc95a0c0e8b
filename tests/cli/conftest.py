"""Shared by the tests of the command: running it in this process, and a record to work with."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from azulejos import Azul, Game, Pavilion
from azulejos.bots import Budget, make_bot
from azulejos.cli import main
from azulejos.session import Session

QUIET = "the core is not compiled here"


class Run:
    """The result of a run of the command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = "".join(line for line in err.splitlines(keepends=True) if QUIET not in line)


class Command:
    """The command, run in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        self.monkeypatch = monkeypatch
        self.capture = capfdbinary

    def __call__(self, *args: str, stdin: str | bytes = b"") -> Run:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = main(args)
        out, err = self.capture.readouterr()
        return Run(code, out.decode(), err.decode())


@pytest.fixture
def azulejos(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Command:
    monkeypatch.setenv("AZULEJOS_LANGUAGE", "en")
    return Command(monkeypatch, capfdbinary)


def played(game: Game, path: Path) -> Path:
    """Return a file with the record of a game between beginners."""
    table = Session(game, seed=7, names=["Ana", "Rui"])
    bot = make_bot("beginner", 7)
    while table.state.outcome is None:
        table.play(bot.choose(table.state, Budget()))
    path.write_text(table.record().text, encoding="utf-8")
    return path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a short game of Azul."""
    return played(Azul(round_limit=2), tmp_path / "game.txt")


@pytest.fixture
def pavilion(tmp_path: Path) -> Path:
    """The record of a game of Summer Pavilion."""
    return played(Pavilion(), tmp_path / "pavilion.txt")
