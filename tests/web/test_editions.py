"""Tables of published editions, of drawn options, and of a seat that starts, by real clients."""

from __future__ import annotations

import pytest

from azulejos import Pavilion
from azulejos.core.game import COMMON
from azulejos.record import Record
from tests.web.live import BOT, ME, Running

FLOORS = {"big-box": 1, "mini-fr": 0, "mini-hu": 1}


@pytest.mark.parametrize("edition", FLOORS)
def test_an_edition_is_played_to_the_end(server: Running, edition: str) -> None:
    ana = server.player()
    table = ana.create(ME, BOT, game={"game": "pavilion", "edition": edition, "starter": 1})
    with ana.socket(table) as line:
        while line.my_turn() is not None:
            assert line.play(line.position["number"])["type"] == "ok"
            assert min(line.position["state"]["scores"]) >= FLOORS[edition]
    record = Record.load(ana.ask("GET", f"/api/tables/{table}/record").content)
    assert record.game == Pavilion(score_floor=FLOORS[edition], starter=1)
    assert record.result is not None
    assert next(seat for _, seat in record.steps() if seat is not None) == 1


def test_what_a_table_leaves_to_chance_is_drawn_once(server: Running) -> None:
    ana = server.player()
    drawn = {"game": "pavilion", "players": 4, "starter": "random", "wild_order": "random"}
    tables = [ana.create(ME, BOT, BOT, BOT, game=drawn) for _ in range(2)]
    for table in tables:
        game = ana.look(table)["game"]
        assert game == ana.look(table)["game"]
        assert game.get("starter", 0) in range(4)
        assert sorted(game["wild_order"]) == sorted(Pavilion.colours)


def test_a_contradiction_is_refused(server: Running) -> None:
    game = {"game": "pavilion", "edition": "mini-fr", "score_floor": 1}
    answer = server.player().ask("POST", "/api/tables", json={"game": game, "seats": [ME, BOT], "name": "Ana"})
    assert answer.status_code == 422
    assert "score_floor" in answer.text


def test_all_games_say_which_editions_they_have(server: Running) -> None:
    for game in server.player().ask("GET", "/api/games").json()["games"]:
        assert game["any_starter"] is True
        for edition in game["editions"]:
            assert edition["title"]
            assert edition["about"]
            assert not edition["options"].keys() & set(COMMON)
