"""A package outside the repository adds a game: the command and the server find it, and a broken one harms no other."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.record import Record
from tests.games.installed import environment, environment_with, install
from tests.web.live import BOT, ME, PATIENCE, Running

TOY = {"game": "toy", "players": 2}


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    return environment(tmp_path / "site")


def run(env: dict[str, str], *command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    whole = [sys.executable, *command]
    return subprocess.run(whole, env=env, input=stdin, capture_output=True, text=True, timeout=PATIENCE)


def azulejos(env: dict[str, str], *command: str, stdin: str = "") -> str:
    """Return what the command prints; it must succeed."""
    done = run(env, "-m", "azulejos", *command, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextlib.contextmanager
def serving(env: dict[str, str], folder: Path) -> Iterator[Running]:
    """`azulejos serve` in a separate process."""
    command = [sys.executable, "-m", "azulejos", "serve", "--port", "0", "--db", str(folder / "tables.db")]
    env = {**env, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"http://[^:]+:([0-9]+)/", said)
            assert found is not None, said
            yield Running(int(found[1]))
        finally:
            process.terminate()


def test_the_installed_game_is_found_and_keeps_the_contract(installed: dict[str, str]) -> None:
    program = "\n".join(
        [
            "import azulejos, azulejos.testing",
            "print(list(azulejos.GAMES), azulejos.GAMES['toy'].__module__)",
            "azulejos.testing.api_test(azulejos.game_from_json({'game': 'toy', 'players': 3}), games=2)",
        ]
    )
    done = run(installed, "-c", program)
    assert done.stderr == ""
    assert done.stdout.endswith("'toy'] threelines\n")


def test_the_command_plays_it(installed: dict[str, str], tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    shown = azulejos(
        installed, "play", "toy", "--seed", "3", "--plain", "-a", "greedy", "--out", str(record), stdin="?\nR0\nB0\n"
    )
    assert "display" in shown
    assert "> seat 0" in shown
    assert "seat 0: " in record.read_text("utf-8")
    assert "|toy]" in azulejos(installed, "play", "--help")


def test_the_command_runs_matches_of_it(installed: dict[str, str], tmp_path: Path) -> None:
    done = azulejos(installed, "match", "greedy", "random", "--game", "toy", "--games", "8", "--processes", "2", "--json")
    assert {one["name"] for one in json.loads(done)["standings"]} == {"greedy", "random"}


def test_the_referee_knows_it(installed: dict[str, str]) -> None:
    answers = azulejos(installed, "referee", stdin='{"game": "toy"}\n{"ask": "draw", "seed": 7}\n').splitlines()
    assert [list(json.loads(answer)) for answer in answers] == [["state"], ["deal"]]


def test_it_has_no_rulebook(installed: dict[str, str]) -> None:
    done = run(installed, "-m", "azulejos", "rules", "toy")
    assert done.returncode != 0
    assert "Three Lines has no rulebook" in done.stderr


def test_a_table_of_it_in_the_web(installed: dict[str, str], tmp_path: Path) -> None:
    with serving(installed, tmp_path) as server:
        ana = server.player()
        table = ana.create(ME, BOT, game=TOY)
        with ana.socket(table, "scene") as line:
            assert line.welcome["game"] == {"game": "toy", "board": "plain", "players": 2, "rounds": 3}
            while (choices := line.my_turn()) is not None:
                spots = {spot for one in choices["choices"] for stage in one["stages"] for spot in stage}
                assert spots == choices["buttons"].keys()
                assert line.play(choices["number"])["type"] == "ok"
            result = line.position["result"]
        record = ana.ask("GET", f"/api/tables/{table}/record").text
        assert "game: toy" in record
        assert [row["text"] for row in result["sheet"]] == ["line"]
        key = "toy-2-plain"
        for path in (f"/picture/{key}.svg", "/symbols/toy.svg", f"/api/tables/{table}/replay", f"/t/{table}", f"/r/{table}"):
            assert ana.ask("GET", path).status_code == 200, path
        assert ana.ask("GET", "/api/lessons/toy").status_code == 404
        assert ana.ask("GET", "/api/statistics?game=toy").status_code == 200


def test_the_record_of_a_foreign_game_is_refused_without_it() -> None:
    text = "azulejos-record/1\ngame: elsewhere\nplayers: 2\nresult: *\n\nend\n"
    with pytest.raises(ValueError, match="line 2: there is no game 'elsewhere'; choose azul, pavilion"):
        Record.from_text(text)


def test_a_broken_package_is_named_and_harms_no_other_game(tmp_path: Path) -> None:
    install(tmp_path / "site", "brokengame", "import nothing_of_this_name\n", "[azulejos.games]\nbroken = brokengame:Broken\n")
    env = environment_with(tmp_path / "site")
    program = "import azulejos; print(list(azulejos.GAMES)); azulejos.game_from_json({'game': 'broken'})"
    done = run(env, "-c", program)
    assert done.stdout == "['azul', 'pavilion']\n"
    assert "RuntimeWarning: cannot load the game 'broken' of brokengame from brokengame:Broken" in done.stderr
    assert "BrokenGame: cannot load the game 'broken' of brokengame from brokengame:Broken: ModuleNotFoundError" in done.stderr
    assert "azulejos" in azulejos(env, "version")


def test_an_entry_point_without_a_game_is_refused(tmp_path: Path) -> None:
    install(tmp_path / "site", "nogame", "Broken = 5\n", "[azulejos.games]\nbroken = nogame:Broken\n")
    done = run(environment_with(tmp_path / "site"), "-c", "import azulejos; azulejos.GAMES['broken']")
    assert "TypeError: it is not a subclass of `azulejos.Game` with the name 'broken'" in done.stderr


def test_a_game_name_can_not_be_taken_twice(tmp_path: Path) -> None:
    source = "from azulejos import Azul\nclass Mine(Azul):\n    name = 'azul'\n"
    install(tmp_path / "site", "thief", source, "[azulejos.games]\nmine = thief:Mine\n")
    done = run(
        environment_with(tmp_path / "site"), "-c", "import azulejos; print(azulejos.GAMES['azul']); azulejos.GAMES['mine']"
    )
    assert done.stdout == "<class 'azulejos.games.azul.Azul'>\n"
    assert "the name 'azul' is already taken by azulejos.games.azul.Azul" in done.stderr
