"""The estimates that the values of moves are made of: values follow them, and searches teach better ones."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from azulejos import CHANCE, Azul, Game, Pavilion
from azulejos.core.contract import State
from azulejos.learning import estimates
from azulejos.learning.__main__ import main
from azulejos.learning.estimates import Choices, current, factors_of, load, save, search_positions
from azulejos.learning.selfplay import PartTask, heuristic_of
from tests.needs import needs


def decisions(game: Game, seed: int) -> list[State]:
    """Return the decisions of a random game that leave a choice."""
    rng, state, found = random.Random(seed), game.start(), []
    while state.outcome is None:
        if state.actor is not CHANCE and len(state.legal_moves) > 1:
            found.append(state)
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(state.legal_moves))
    return found


@pytest.mark.parametrize("game", [Azul(2), Azul(3, jokers=True), Pavilion(2), Pavilion(3, "grey")], ids=str)
def test_values_follow_the_estimates_by_their_factors(game: Game) -> None:
    rng = random.Random(3)
    for state in rng.sample(decisions(game, 5), 3):
        heuristic = heuristic_of(state)
        before = current(heuristic)
        column, moves, found = factors_of(heuristic, before, 6)
        assert current(heuristic) == before, "they are as they were"
        # What the next player can take is a sum of estimates, too, so this is only so for small steps.
        other = [number + rng.uniform(-0.01, 0.01) for number in before]
        heuristic.use_estimates(other)
        values = dict(heuristic.move_values())
        for move, row in zip(moves, found, strict=True):
            if move in values:  # with other estimates, other tiles may be kept at a pass
                assert float(row @ np.asarray([*other[column::6], 1.0], np.float32)) == pytest.approx(values[move], abs=0.02)


def test_searches_are_the_same_again_and_can_be_stored(tmp_path: Path) -> None:
    task = PartTask(Pavilion(2).json, None, 60, 1, 3)
    cases = search_positions(task)
    assert cases == search_positions(task)
    assert all(sum(case.visits.values()) == 60 for case in cases)
    save(tmp_path / "cases", cases)
    assert load(tmp_path / "cases") == cases


@needs("torch")
def test_what_searches_prefer_is_learned() -> None:
    from azulejos.learning.estimates import fit

    rng = np.random.default_rng(1)
    truth, begin = np.asarray([2.0, -1.0, 0.5], np.float32), [0.0, 0.0, 0.0]
    factors = rng.normal(size=(4000, 4)).astype(np.float32)
    position = np.repeat(np.arange(400), 10)
    strength = np.exp(factors @ np.append(truth, 1.0).astype(np.float32) / 4.0).reshape(400, 10)
    shares = (strength / strength.sum(1, keepdims=True)).reshape(-1)
    said: list[str] = []
    learned = Choices(factors, shares.astype(np.float32), position)
    unseen = Choices(factors[:0], shares[:0], position[:0])  # the column of a round that no game has reached
    found = fit([learned, unseen], [number for number in begin for _ in range(2)], 4.0, 0.0, said.append)
    assert found[::2] == pytest.approx(truth.tolist(), abs=0.02)
    assert found[1::2] == begin
    assert said[0].startswith("400 positions")


@needs("torch")
def test_the_command_prints_lines_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "PART", 1)
    options = ["pavilion", "--games", "1", "--effort", "30", "--processes", "1", "--out", str(tmp_path / "cases")]
    found = CliRunner().invoke(main, ["estimates", *options])
    assert found.exit_code == 0, found.output
    lines = [line for line in found.output.splitlines() if line.startswith("    *(")]
    assert len(lines) == len(current(heuristic_of(Pavilion(2).start()))) / 6
    assert all(len(line.split(",")) == 7 for line in lines)


def test_a_game_without_estimates_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "current", lambda _: [])
    found = CliRunner().invoke(main, ["estimates", "azul", "--out", str(tmp_path / "cases")])
    assert found.exit_code == 2
    assert "no estimates" in found.output
