"""`azulejos puzzle`: solving, failing, the daily one, and progress in a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from azulejos.puzzles import MOVE, ROUND, Puzzle, puzzles
from tests.cli.conftest import Command

pytestmark = pytest.mark.compiled


def one(kind: str = MOVE) -> Puzzle:
    return next(puzzle for puzzle in puzzles("azul", players=2) if puzzle.kind == kind)


def test_a_right_and_a_wrong_answer(azulejos: Command, tmp_path: Path) -> None:
    puzzle, file = one(), tmp_path / "progress.json"
    wrong = next(move.text for move in puzzle.state.legal_moves if move is not puzzle.best)
    run = azulejos("puzzle", "--id", puzzle.id, "--progress", str(file), stdin=f"?\nnonsense\n{puzzle.solution}\n")
    assert run.code == 0
    assert "Find the best move." in run.out
    assert puzzle.solution in run.out, "? lists the moves"
    assert "is not a move in Azul" in run.out
    assert "Right!" in run.out
    assert "Rating " in run.out
    assert json.loads(file.read_text())["tried"] == {puzzle.id: True}
    run = azulejos("puzzle", "--id", puzzle.id, "--progress", str(file), stdin=f"{wrong}\n")
    assert "Not the best move. This loses " in run.out
    assert "The solution:" in run.out
    assert "Rating " not in run.out, "the first answer counts"


def test_the_rest_of_a_round(azulejos: Command, tmp_path: Path) -> None:
    puzzle = one(ROUND)
    run = azulejos("puzzle", "--id", puzzle.id, "--progress", str(tmp_path / "p.json"), stdin=f"{puzzle.solution}\nquit\n")
    assert "Play the rest of the round" in run.out
    assert "Good. Keep going." in run.out


def test_the_next_ones_until_the_player_quits(azulejos: Command, tmp_path: Path) -> None:
    run = azulejos("puzzle", "pavilion", "--board", "grey", "--difficulty", "easy", "--progress", str(tmp_path / "p"), stdin="")
    assert run.code == 0
    assert "Summer Pavilion" in run.out
    assert "easy" in run.out
    run = azulejos("puzzle", "--daily", "--progress", str(tmp_path / "p"), stdin="quit\n")
    assert "to move." in run.out
    assert not (tmp_path / "p").exists(), "nothing was answered"


def test_themes_and_wishes_that_nothing_fits(azulejos: Command, tmp_path: Path) -> None:
    run = azulejos("puzzle", "--themes")
    assert "The floor line (" in run.out
    assert "The rest of the round (" in run.out
    run = azulejos("puzzle", "--about", "nothing", "--progress", str(tmp_path / "p"))
    assert run.code == 2
    assert "'nothing' is not one of" in run.err
    assert "'floor'" in run.err
    run = azulejos("puzzle", "chess")
    assert "'chess' is not one of 'azul', 'pavilion'" in run.err
    run = azulejos("puzzle", "--id", "nothing", "--progress", str(tmp_path / "p"))
    assert run.code == 1
    assert "there is no puzzle" in run.err
    (tmp_path / "p").write_text("x")
    assert "is not a puzzle progress file" in azulejos("puzzle", "--progress", str(tmp_path / "p")).err
