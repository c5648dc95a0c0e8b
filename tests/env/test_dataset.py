"""Data sets: what records teach, and that both formats give it back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from azulejos import Azul, Game, Pavilion, Problem
from azulejos.env import dataset as module
from azulejos.env.dataset import COLUMNS, Dataset, dataset, main
from azulejos.env.observation import Encoder
from azulejos.record import Record
from azulejos.session import Session
from tests.needs import needs


def record(game: Game, seed: int, moves: int | None = None) -> Record:
    table = Session(game, seed=seed)
    while table.state.outcome is None and moves != 0:
        legal = table.state.legal_moves
        table.play(legal[seed % len(legal)])
        moves = None if moves is None else moves - 1
    return table.record()


@pytest.mark.parametrize("game", [Azul(players=3, jokers=True), Pavilion()], ids=lambda game: game.name)
def test_a_record_becomes_examples(game: Game) -> None:
    records = [record(game, 1), record(game, 2)]
    data = dataset(records)
    assert len({len(getattr(data, name)) for name in COLUMNS}) == 1
    encoder, states = Encoder(game), [list(one.states()) for one in records]
    for row in range(0, len(data.action), 7):
        state = states[data.record[row]][data.number[row] - 1]
        assert state.actor == data.seat[row]
        numbers, mask = encoder.encode(state, data.seat[row])
        assert np.array_equal(data.observation[row], numbers)
        assert np.array_equal(data.mask[row], mask)
        assert mask[data.action[row]] == 1
        result = records[data.record[row]].result
        assert result is not None
        assert (data.result[row] > 0) == (data.seat[row] in result.winners and len(result.winners) < game.players)
        others = [score for seat, score in enumerate(result.scores) if seat != data.seat[row]]
        assert data.margin[row] == result.scores[data.seat[row]] - max(others)


@pytest.mark.parametrize("name", ["games.npz", pytest.param("games.parquet", marks=needs("parquet"))])
def test_a_file_gives_it_back(name: str, tmp_path: Path) -> None:
    data = dataset([record(Azul(board="grey", round_limit=1), 1)])
    data.save(tmp_path / name)
    again = Dataset.load(tmp_path / name)
    assert again.game == data.game
    for column in COLUMNS:
        one, other = getattr(data, column), getattr(again, column)
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        assert np.array_equal(one, other)


def test_what_teaches_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="there are no records"):
        dataset([])
    with pytest.raises(Problem, match="record 0 is an unfinished game"):
        dataset([record(Azul(), 1, moves=3)])
    short = record(Azul(round_limit=1), 1)
    with pytest.raises(Problem, match="record 1 is a game of Azul"):
        dataset([short, record(Azul(round_limit=2), 1)])
    for work in (dataset([short]).save, Dataset.load):
        with pytest.raises(Problem, match=r"a data set must be a \.npz or \.parquet file, not games\.csv"):
            work(tmp_path / "games.csv")


def test_another_version_of_the_numbers_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dataset([record(Azul(round_limit=1), 1)]).save(tmp_path / "games.npz")
    monkeypatch.setattr(module, "VERSION", 3)
    with pytest.raises(Problem, match="observations of version 2, but version 3 is needed"):
        Dataset.load(tmp_path / "games.npz")


def test_the_command(tmp_path: Path) -> None:
    one = tmp_path / "one.txt"
    one.write_text(record(Azul(round_limit=1), 1).text, "utf-8")
    out = tmp_path / "games.npz"
    done = CliRunner().invoke(main, [str(one), str(one), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "examples from 2 records of Azul" in done.output
    assert len(Dataset.load(out).action) > 10
    failed = CliRunner().invoke(main, [str(one), "--out", str(tmp_path / "games.csv")])
    assert failed.exit_code == 1
    assert "a data set must be a .npz or .parquet file" in failed.output
