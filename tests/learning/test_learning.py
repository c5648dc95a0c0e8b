"""Self-play games as training data, and the inputs of the network that they become."""

from __future__ import annotations

import random
import re
import sys
from array import array
from importlib.resources import files
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner

from azulejos import Azul, Game, Pavilion
from azulejos.arena.ray_pool import ray_workers
from azulejos.bots.weights import dump_net, load_net, untrained
from azulejos.core.net import Net, NetShape
from azulejos.learning import games as stored
from azulejos.learning.__main__ import main
from azulejos.learning.games import play_games, progress, read_games
from azulejos.learning.noise_floor import Trial, errors
from azulejos.learning.samples import collect, count_tables
from azulejos.learning.selfplay import PartTask, SelfPlay, heuristic_of, parse_game, play_part
from tests.needs import needs

TABLES: list[Game] = [Azul(2), Azul(3, "grey"), Pavilion(2), Pavilion(4, "grey")]


def player(game: Game, seed: int = 1) -> SelfPlay:
    return SelfPlay(game, load_net(untrained(game)), 4, seed)


@pytest.mark.parametrize("game", TABLES, ids=str)
def test_a_game_is_its_positions_between_rounds_and_the_last_one(game: Game) -> None:
    played = player(game).play()
    assert parse_game(str(played)) == played
    states = [game.position(text) for text in played.positions]
    assert [state.round for state in states[:-1]] == list(range(1, len(states)))
    assert all(state.outcome is None for state in states[:-1])
    assert states[-1].outcome is not None
    assert states[-1].outcome.scores == played.scores


def test_games_are_the_same_in_every_process() -> None:
    task = PartTask(Azul(2).json, None, 4, 2, 7)
    assert play_part(task) == play_part(task)


@needs("ray", "shared memory")
@pytest.mark.filterwarnings("ignore")
def test_ray_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    tasks = [PartTask(Azul(2).json, None, 2, 1, seed) for seed in range(3)]
    assert sorted(ray_workers(2, play_part)(iter(tasks))) == [play_part(task) for task in tasks]


def test_an_interrupted_run_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "GAMES_A_PART", 2)
    game, said, asked = Azul(2), list[str](), list[int]()

    def pool(tasks: object) -> object:
        for task in tasks:  # type: ignore[attr-defined]
            asked.append(task.seed)
            yield play_part(task)

    for games in (3, 8):
        play_games(game, untrained(game), 2, games, tmp_path, 1, pool, said.append)  # type: ignore[arg-type]
    assert asked == [1_000_000, 1_000_001, 1_000_002, 1_000_003]
    assert len(list(read_games(tmp_path))) == 8
    assert said[-1].startswith("8 of 8 games, ")
    assert progress(100, 25_100, 10.0) == "100 of 25100 games, 10.0 games/s, 0:41:40 left"


@pytest.mark.parametrize("game", TABLES, ids=str)
def test_samples_hold_every_position_of_every_seat(game: Game) -> None:
    one = player(game)
    played = [one.play() for _ in range(2)]
    tables = count_tables(game, played)
    assert all(0 <= chance <= 1 for chance in tables)
    samples = collect(game, played, tables)
    assert len(samples.rounds) == sum(len(each.positions) - 1 for each in played)
    assert samples.wins.sum(1) == pytest.approx(1)
    assert samples.follows.sum() == len(samples.rounds) - 2
    heuristic = heuristic_of(game.position(played[0].positions[0]))
    active = heuristic.patterns(1)
    assert list(samples.patterns[0, 1][: len(active)]) == active
    assert samples.patterns.max() == heuristic.patterns_known


def test_colours_of_the_grey_wall_are_alike() -> None:
    """Swapping colours in a position swaps the inputs of the network as `symmetries` says."""
    game, letters = Azul(2, "grey"), "BYRKW"
    tables = array("f", [random.Random(1).random() for _ in range(heuristic_of(game.start()).tables_known)])
    orders = [order for order in permutations(range(5)) if order != tuple(range(5))]
    for number, text in enumerate(player(game).play().positions[:-1]):
        order, (patterns, measures) = orders[10 * number + 5], heuristic_of(game.start()).symmetries()[10 * number + 5]
        changed = str.maketrans({letters[colour]: letters[order[colour]] for colour in range(5)})
        head, *fields = text.split(" ")
        swapped = game.position(" ".join([head, *(_change(field, changed) for field in fields)]))
        before, after = heuristic_of(game.position(text)), heuristic_of(swapped)
        before.use_tables(tables)
        after.use_tables(tables)
        for seat in range(2):
            assert sorted(after.patterns(seat)) == sorted(patterns[pattern] for pattern in before.patterns(seat))
            numbers = before.measurements(seat)
            assert after.measurements(seat) == pytest.approx([numbers[source] for source in measures])


def _change(field: str, changed: dict[int, str]) -> str:
    name, equals, value = field.partition("=")
    if name in ("bag", "lid"):  # counts, in the order of the colours
        counts = dict(re.findall("([A-Z])([0-9]+)", value.translate(changed)))
        return name + equals + ("".join(letter + counts[letter] for letter in "BYRKW" if letter in counts) or "-")
    return name + equals + (value.translate(changed) if name in ("seat0", "seat1") else value)


def test_the_grey_pavilion_can_be_turned() -> None:
    """A symmetry keeps the number of tiles of a star, and moves spaces together with their star."""
    heuristic = heuristic_of(Pavilion(2, "grey").start())
    turns = heuristic.symmetries()
    assert len(turns) == 5
    assert heuristic_of(Pavilion(2).start()).symmetries() == []
    for patterns, measures in turns:
        assert sorted(patterns) == list(range(heuristic.patterns_known))
        assert measures == list(range(heuristic.measures_known))
        for space in range(6, 42):
            assert patterns[space] % 6 == space % 6
            assert patterns[42 + 7 * (space // 6)] == 42 + 7 * (patterns[space] // 6)


def test_an_untrained_network_counts_points() -> None:
    game = Azul(2)
    state = game.position(player(game).play().positions[2])
    gains, chances = load_net(untrained(game)).judge(heuristic_of(state))
    assert gains == [0, 0]
    assert sum(chances) == pytest.approx(1)
    assert (chances[0] > chances[1]) == (state.scores[0] > state.scores[1])


def test_a_file_of_a_network_says_what_it_is() -> None:
    shape = NetShape(3, 2, 2, 1, 1)
    weights = array("f", range(sum(shape.sizes())))
    assert load_net(dump_net(shape, weights)).shape == shape
    with pytest.raises(ValueError, match="not a network"):
        load_net(bytes(100))
    with pytest.raises(ValueError, match="needs"):
        Net(shape, weights[:-1])
    with pytest.raises(ValueError, match="patterns"):
        Net(shape, weights).judge(heuristic_of(Azul(2).start()))


def test_the_noise_of_continuations_is_taken_out() -> None:
    """Guesses that are exactly the true means have no error, however noisy the continuations are."""
    dice = random.Random(5)
    means = [dice.gauss(0, 10) for _ in range(2000)]
    tested = [
        Trial("", 1, leads := [dice.gauss(mean, 12) for _ in range(10)], [float(lead > 0) for lead in leads]) for mean in means
    ]
    right = errors(tested, [(mean, 0.5) for mean in means])
    assert right.luck == pytest.approx(12, rel=0.05)
    assert right.error < 1
    wrong = errors(tested, [(mean + dice.gauss(1, 4), 0.5) for mean in means])
    assert wrong.error == pytest.approx((16 + 1) ** 0.5, rel=0.1)
    assert wrong.bias == pytest.approx(1, abs=0.4)


def test_the_command_measures_a_network(tmp_path: Path) -> None:
    tests = tmp_path / "tests.jsonl"
    options = ["--positions", "10", "--continuations", "2", "--effort", "2", "--processes", "1", "--tests", str(tests)]
    first = CliRunner().invoke(main, ["noise", "azul", *options])
    assert first.exit_code == 0, first.output
    again = CliRunner().invoke(main, ["noise", "azul", *options])
    assert again.output == first.output[first.output.index("round") :]
    assert again.output.splitlines()[1].split()[:2] == ["all", "10"]


def test_the_command_compares_networks(tmp_path: Path) -> None:
    path = tmp_path / "untrained.net"
    path.write_bytes(untrained(Azul(2)))
    trained = Path(str(files("azulejos.games.azul") / "weights" / "coloured-2.net"))
    options = ["--net", str(path), "--other", str(trained), "--games", "4", "--effort", "2", "--processes", "1"]
    done = CliRunner().invoke(main, ["compare", "azul", *options, "--other-effort", "3"])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("4 of 4 games: ")
    assert "50% is even" in done.output
