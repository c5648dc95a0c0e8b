"""The analysis of games in the background, and that of any position."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from azulejos import Azul, Pavilion
from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED
from tests.web.live import ME, PATIENCE, Player, Running, running
from tests.web.records import SHORT, played
from tests.web.test_replay import handed_in

EFFORT = 20


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with short searches."""
    with running(Config(tmp_path_factory.mktemp("quick") / "tables.db", limits=UNLIMITED, effort=EFFORT)) as found:
        yield found


def analysed(player: Player, table: str) -> Any:
    """Wait for the analysis of a game."""
    until = time.monotonic() + PATIENCE
    seen = []
    while (found := player.get(f"/api/tables/{table}/analysis"))["status"] == "running" and time.monotonic() < until:
        seen.append(found["done"])
        time.sleep(0.05)
    assert seen == sorted(seen)
    assert found["status"] == "done", found
    return found["report"]


def test_a_game_is_analysed_once_for_all_requests(quick: Running) -> None:
    ana = quick.player()
    record = played(SHORT)
    table = handed_in(ana, record)
    assert ana.get(f"/api/tables/{table}/analysis")["status"] == "none"
    first = ana.ask("POST", f"/api/tables/{table}/analysis").json()
    second = quick.player("Eve").ask("POST", f"/api/tables/{table}/analysis").json()
    assert first["status"] == "running"
    assert second["status"] in ("running", "done")
    report = analysed(ana, table)
    assert report["effort"] == EFFORT
    assert all(0 <= one["accuracy"] <= 1 for one in report["players"])
    assert [set(one["lost"]) for one in report["players"]] == [{"Factory offer"}] * 2
    assert sum(sum(one["counts"].values()) for one in report["players"]) == len(report["verdicts"])
    for one in report["players"]:
        for balance in (one["balance"], one["balance_points"]):
            *terms, result = (round(100 * balance[name]) for name in report["terms"])
            assert sum(terms) == result
    for name in ("chances", "margins", "luck", "own"):
        drawn = ElementTree.fromstring(report[name])
        steps = [node.get("data-step") for node in drawn.iter() if node.get("class") == "p-step"]
        assert steps == [str(number) for number in range(1, len(record.events) + 1)], "every move can be clicked"
    assert report["verdicts"], "always taking the first legal move is a mistake"
    for verdict in report["verdicts"]:
        assert record.events[verdict["number"] - 1]
        assert verdict["better"].startswith(("Ana", "Rui")[verdict["seat"]])
        assert verdict["better"] != verdict["played"]
        assert verdict["stages"]
    # It is stored: later requests get the same at once.
    assert ana.ask("POST", f"/api/tables/{table}/analysis").json()["report"] == report


def test_an_analysis_survives_the_server(db: Path | str) -> None:
    config = Config(db, limits=UNLIMITED, effort=EFFORT)
    with running(config) as server:
        table = handed_in(server.player(), played(SHORT))
        server.player().ask("POST", f"/api/tables/{table}/analysis")
        report = analysed(server.player(), table)
    with running(config) as server:
        assert server.player().get(f"/api/tables/{table}/analysis")["report"] == report
    with running(Config(db, limits=UNLIMITED, effort=EFFORT + 1)) as server:
        assert server.player().get(f"/api/tables/{table}/analysis")["status"] == "none", "another effort, another analysis"


def test_in_a_game_of_three_every_player_has_a_line(quick: Running) -> None:
    ana = quick.player()
    table = handed_in(ana, played(Azul(3, round_limit=1)))
    ana.ask("POST", f"/api/tables/{table}/analysis")
    report = analysed(ana, table)
    lines = [node for node in ElementTree.fromstring(report["chances"]).iter() if node.tag == "polyline"]
    assert len(lines) == len(report["players"]) == 3


def test_a_game_that_is_not_over_is_not_analysed(quick: Running) -> None:
    ana = quick.player()
    answer = ana.ask("POST", f"/api/tables/{ana.create(ME, ME)}/analysis")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "not_over")


@pytest.mark.parametrize("game", [Azul(2), Pavilion(3)], ids=str)
def test_a_position_and_its_best_moves(quick: Running, game: Azul | Pavilion) -> None:
    ana = quick.player()
    *_, state = played(game, moves=3).states()
    shown = ana.ask("POST", "/api/positions", {"text": "  " + state.text.replace(" ", "\n")}).json()
    assert (shown["text"], shown["actor"]) == (state.text, state.actor)
    assert shown["scene"]["pieces"]
    found = ana.ask("POST", "/api/positions/moves", {"text": state.text}).json()
    assert found["effort"] == EFFORT
    legal = {move.text for move in state.legal_moves}
    assert {move["move"] for move in found["moves"]} <= legal
    chances = [move["win"] for move in found["moves"]]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= move["win"] <= 1 and move["text"].startswith("Player ") and move["stages"] for move in found["moves"])


def test_a_position_of_a_game(quick: Running) -> None:
    ana = quick.player()
    record = played(SHORT)
    table = handed_in(ana, record)
    states = list(record.states())
    assert ana.get(f"/api/tables/{table}/position?number=4")["text"] == states[4].text
    over = ana.get(f"/api/tables/{table}/position")
    assert (over["text"], over["actor"]) == (states[-1].text, None)
    answer = ana.ask("POST", "/api/positions/moves", {"text": over["text"]})
    assert answer.json()["error"]["code"] == "not_a_decision"


def test_a_wrong_position_is_explained(quick: Running) -> None:
    start = list(played(SHORT).states())[1].text
    for text, message in (
        ("chess", "must begin with"),
        (start.replace("players=2", "players=5"), "players"),
        (start.replace("seat0=0", "seat0=x"), "seat0"),
        (start.replace("bag=", "bag=B1"), "bag"),
        ("azul " + "x" * 6000, "length"),
    ):
        for path in ("/api/positions", "/api/positions/moves"):
            answer = quick.player().ask("POST", path, {"text": text})
            assert answer.status_code in (400, 422)
            assert message in answer.json()["error"]["message"]
