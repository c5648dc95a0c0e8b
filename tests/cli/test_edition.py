"""Editions and who starts, at the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from azulejos import Pavilion
from azulejos.record import Record
from azulejos.session import Session
from tests.cli.conftest import Command

FLOORS = {"big-box": 1, "mini-fr": 0, "mini-hu": 1}


@pytest.mark.parametrize("edition", FLOORS)
def test_an_edition_is_played_to_the_end_by_the_command(edition: str, tmp_path: Path) -> None:
    """Both seats are at the keyboard, and moves come over a pipe, in a process of its own."""
    table = Session(Pavilion.edition(edition, starter=1), seed=3)
    typed: list[str] = []
    while table.state.outcome is None:
        typed.append(table.state.legal_moves[-1].text)
        table.play(typed[-1])
    out = tmp_path / "record"
    words = ["play", "pavilion", "--edition", edition, "--starter", "2", "--hot-seat", "--seed", "3", "--out", str(out)]
    call = [sys.executable, "-m", "azulejos", *words]
    run = subprocess.run(call, input="\n".join(typed), capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    record = Record.load(out.read_bytes())
    assert record.game == Pavilion(score_floor=FLOORS[edition], starter=1)
    assert list(record.events) == table.events
    assert record.result is not None
    assert "edition" not in record.text, "what is written are its options, which older programs read too"


def test_who_starts_at_the_command(azulejos: Command) -> None:
    def starter(*words: str) -> str:
        shown = azulejos("play", "--hot-seat", "--name", "Ana", "--name", "Rui", *words).out
        return next(line.partition(":")[0] for line in shown.splitlines() if line.startswith(("Ana:", "Rui:")))

    assert starter("--seed", "1") == starter("--seed", "1", "--starter", "1") == "Ana"
    assert starter("--starter", "2") == "Rui"
    assert {starter("--seed", str(seed), "--starter", "random") for seed in range(12)} == {"Ana", "Rui"}
    assert "with 2 players the seats are 1 to 2, not 3" in azulejos("play", "--starter", "3").err
    assert "not a whole number" in azulejos("play", "--starter", "first").err


def test_editions_of_matches(azulejos: Command) -> None:
    done = azulejos("match", "random", "random", "-g", "pavilion", "-e", "mini-fr", "-o", "score_floor=1")
    assert "the edition 'mini-fr' has score_floor=0, not 1" in done.err
