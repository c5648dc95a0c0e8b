"""`azulejos perft`: counts of move sequences."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from azulejos import Azul
from azulejos.record import Record
from tests.cli.conftest import Command


def test_perft_of_lines_a_record_and_a_text(azulejos: Command, record: Path, tmp_path: Path) -> None:
    deal = {"deal": {"round": 1, "factories": [{"white": 4}] * 5}}
    lines = f'{{"game": "azul"}}\n{json.dumps(deal)}\n\n'
    run = azulejos("perft", "-d", "2", "-", stdin=lines)
    assert (run.code, run.out) == (0, "1 30\n2 720\n")
    assert "750 sequences" in run.err
    assert json.loads(azulejos("perft", "-d", "2", "--json", "-", stdin=lines).out)["counts"] == [30, 720]
    for text in (Record.load(record.read_bytes()).json_text, record.read_text()):
        path = tmp_path / "other"
        path.write_text(text)
        assert azulejos("perft", "-d", "1", str(path)).out == "1 0\n"  # the game is already over at that move
    state = Azul(players=3, board="grey").start()
    assert azulejos("perft", "-d", "1", "--text", state.text).out == "1 0\n"


def test_perft_shows_progress_on_a_terminal(azulejos: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    deal = {"deal": {"round": 1, "factories": [{"white": 4}] * 5}}
    run = azulejos("perft", "-d", "2", "-", stdin=f'{{"game": "azul"}}\n{json.dumps(deal)}\n')
    assert "30/30" in screen.getvalue()
    assert run.out == "1 30\n2 720\n"


@pytest.mark.parametrize(
    ("stdin", "says"),
    [
        (b"", "the file contains no game"),
        (b'{"game": "azul"}\n{"ask": "legal"}\nnonsense\n', "line 3: not JSON"),
        (b'{"game": "azul"}\n{"refill": {"tiles": {}}}', "line 2: "),
        (b"azulejos-record/1\nnonsense", "line 2: a line of the header"),
        (b"\xff\x00", "line 1: a line must be UTF-8"),
    ],
)
def test_perft_of_nonsense(azulejos: Command, stdin: bytes, says: str) -> None:
    run = azulejos("perft", "-", stdin=stdin)
    assert run.code == 1
    assert says in run.err
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [("nonsense", "begin with azul or pavilion, not 'nonsense'"), ("azul nonsense", "nonsense"), ("", "begin with")],
)
def test_perft_of_an_invalid_position(azulejos: Command, text: str, says: str) -> None:
    run = azulejos("perft", "--text", text)
    assert run.code == 1
    assert says in run.err
    assert run.err.count("\n") == 1
