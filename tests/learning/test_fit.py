"""Fitting a network with PyTorch: it learns, and the compiled network computes the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from azulejos import Azul, Game, Pavilion
from tests.needs import require

require("torch")

import torch  # noqa: E402

from azulejos.bots.weights import data_for, load_net, parse_net, untrained  # noqa: E402
from azulejos.core.net import Net, NetShape  # noqa: E402
from azulejos.learning import games as stored  # noqa: E402
from azulejos.learning.__main__ import main  # noqa: E402
from azulejos.learning.fit import Model, Options, fit, lead  # noqa: E402
from azulejos.learning.samples import collect, count_tables  # noqa: E402
from azulejos.learning.selfplay import SelfPlay, heuristic_of  # noqa: E402


@pytest.mark.parametrize(("units", "second_units"), [(24, 8), (64, 16), (149, 33)])
@pytest.mark.parametrize("game", [Azul(2, "grey"), Pavilion(3)], ids=str)
def test_the_compiled_network_computes_the_same(game: Game, units: int, second_units: int) -> None:
    played = SelfPlay(game, load_net(untrained(game)), 2, 1).play()
    tables = count_tables(game, [played])
    samples = collect(game, [played], tables)
    torch.manual_seed(3)
    shape = NetShape(samples.known, samples.measures.shape[2], units, second_units, len(tables))
    model = Model(shape)
    net = Net(shape, model.weights(tables.tolist()))
    patterns, measures, scores, rounds = map(torch.from_numpy, samples[:4])
    with torch.no_grad():
        final, logits = model(patterns.to(torch.int32), measures, scores, rounds)
    for row, text in enumerate(played.positions[:-1]):
        gains, chances = net.judge(heuristic_of(game.position(text)))
        assert gains == pytest.approx((final - scores)[row].tolist(), abs=1e-3)
        assert chances == pytest.approx(torch.softmax(logits, 1)[row].tolist(), abs=1e-4)


def test_a_network_learns_the_games_it_sees() -> None:
    game, said = Azul(2), list[str]()
    player = SelfPlay(game, load_net(untrained(game)), 4, 1)
    played = [player.play() for _ in range(60)]
    samples = collect(game, played, count_tables(game, played))
    fit(samples, Options(units=16, epochs=8, batch=64), said.append)
    assert len(said) == 8
    first = float(said[0].split("loss ")[1].split(";")[0])
    last = float(said[-1].split("loss ")[1].split(";")[0])
    assert last < 0.8 * first


def test_a_fit_begins_with_the_weights_of_a_network() -> None:
    """Also with those of another table: the inputs are the same for any number of players."""
    game = Azul(3)
    _, weights = parse_net(data_for(Azul(2)) or b"")
    played = [SelfPlay(game, load_net(untrained(game)), 2, 1).play() for _ in range(20)]
    samples = collect(game, played, count_tables(game, played))
    fitted = fit(samples, Options(epochs=2, rate=1e-9), lambda _: None, start=weights)
    learnt = len(weights) - len(samples.tables)
    assert fitted.weights[:learnt].tolist() == pytest.approx(weights[:learnt].tolist(), abs=1e-5)


def test_leads_are_over_the_mean_of_the_others() -> None:
    taken = torch.tensor([[True, True, True], [True, True, False]])
    assert lead(torch.tensor([[10.0, 4.0, 1.0], [7.0, 5.0, 0.0]]), taken).tolist() == [[7.5, -1.5, -6], [2, -2, 0]]


def test_games_with_different_numbers_of_players_are_learned_together() -> None:
    """Empty seats change nothing: a position has the same values alone and beside one with more players."""
    games = [SelfPlay(game, load_net(untrained(game)), 2, 1).play() for game in (Azul(2), Azul(4))]
    tables = count_tables(Azul(2), games)
    alone, together = collect(Azul(2), games[:1], tables), collect(Azul(2), games, tables)
    assert together.patterns.shape[1] == 4
    assert together.wins.sum(1) == pytest.approx(1)
    torch.manual_seed(3)
    model = Model(NetShape(alone.known, alone.measures.shape[2], 24, 8, len(tables)))
    one, both = ([torch.from_numpy(column) for column in each[:4]] for each in (alone, together))
    final, logits = model(one[0].to(torch.int32), *one[1:])
    same_final, same_logits = (found[: len(final)] for found in model(both[0].to(torch.int32), *both[1:]))
    assert torch.allclose(same_final[:, :2], final, atol=1e-4)
    assert not same_final[:, 2:].any()
    assert torch.allclose(torch.softmax(same_logits, 1)[:, :2], torch.softmax(logits, 1), atol=1e-5)
    said = list[str]()
    fit(together, Options(units=16, epochs=2), said.append)
    assert len(said) == 2


def test_one_command_trains_from_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "GAMES_A_PART", 5)
    options = ["--games", "20", "--effort", "2", "--units", "8", "--epochs", "2", "--processes", "1", "--from-nothing"]
    done = CliRunner().invoke(main, ["train", "azul", *options, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "generation 2 of 2: 10 of 10 games" in done.output
    assert load_net((tmp_path / "1.net").read_bytes()).shape.units == 8
    again = CliRunner().invoke(main, ["train", "azul", *options, "--out", str(tmp_path)])
    assert again.output == ""  # everything was there


def test_training_begins_with_the_network_of_another_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "GAMES_A_PART", 4)
    net = tmp_path / "start.net"
    net.write_bytes(data_for(Azul(2)) or b"")
    options = ["--start", str(net), "--generations", "1", "--games", "1", "--effort", "1", "--epochs", "2", "--processes", "1"]
    done = CliRunner().invoke(main, ["train", "azul", "--players", "3", *options, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    (shape, before), (_, after) = (parse_net(path.read_bytes()) for path in (net, tmp_path / "0.net"))
    rows = shape.inputs * shape.units
    unused = [row for row in range(0, rows, shape.units) if before[row] == after[row]]
    assert len(unused) > 100  # a new network would have other random numbers in the rows that these games do not use
