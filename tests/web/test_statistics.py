"""Statistics: updated when games end, and available at any time."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from azulejos.record import Record
from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED
from tests.web.live import BOT, ME, Player, Running, running
from tests.web.records import played
from tests.web.test_replay import handed_in

SHORT = {"game": "azul", "players": 2, "round_limit": 1}


def play(player: Player, *seats: Any, game: Any = SHORT, **options: Any) -> str:
    """Play a game to its end."""
    table = player.create(*seats, game=game, **options)
    with player.socket(table) as line:
        while line.my_turn() is not None:
            line.play()
    return table


def asked(server: Running, question: str = "") -> Any:
    return server.player().get(f"/api/statistics?{question}")


def test_what_a_game_adds(db: Path | str) -> None:
    with running(Config(db, limits=UNLIMITED)) as server:
        assert asked(server)["games"] == 0
        ana = server.player("Ana")
        table = play(ana, ME, BOT)
        record = Record.load(ana.ask("GET", f"/api/tables/{table}/record").content)
        assert record.result is not None
        scores = record.result.scores

        hers = asked(server, "name=Ana")
        assert (hers["games"], hers["wins"], hers["average"], hers["rounds"]) == (
            1,
            int(0 in record.result.winners),
            scores[0],
            1,
        )
        assert [(one["table"], one["score"]) for one in hers["best"]] == [(table, scores[0])]
        sources = {one["text"]: one["points"] for one in hers["sources"]}
        assert sum(sources.values()) == scores[0], "the points by source add up"
        assert sources["Tiles placed"] == record.breakdown()[0].get("placement", 0)
        (duel,) = hers["duels"]
        assert (duel["level"], duel["above"] + duel["even"] + duel["below"]) == ("apprentice", 1)

        everybody = asked(server)
        assert (everybody["games"], everybody["wins"], everybody["average"]) == (1, None, sum(scores) / 2)
        for plot in everybody["plots"].values():
            assert any("p-bar" in node.get("class", "") for node in ElementTree.fromstring(plot).iter())

        assert asked(server, "game=pavilion")["games"] == asked(server, "players=3")["games"] == 0
        assert asked(server, "name=Nobody")["plots"] == {}
        play(ana, ME, BOT, BOT, game={**SHORT, "players": 3})
        assert [asked(server, f"name=Ana&players={n}")["games"] for n in (0, 2, 3, 4)] == [2, 1, 1, 0]


def test_games_that_are_not_counted(db: Path | str) -> None:
    with running(Config(db, limits=UNLIMITED)) as server:
        ana = server.player("Ana")
        handed_in(ana, played())
        order = {"number": 4, "seats": [ME, ME], "name": "Ana"}
        table = ana.ask("POST", f"/api/tables/{handed_in(ana, played())}/branches", order).json()["table"]
        with ana.socket(table) as line:
            while line.my_turn() is not None:
                line.play()
        assert ana.look(table)["status"] == "finished"
        assert asked(server)["games"] == 0, "neither records nor branches"
        play(ana, ME, BOT, public=False)
        assert asked(server, "name=Ana")["games"] == 1
        assert asked(server, "name=Ana")["best"] == [], "private games appear only in the numbers"


def test_tiles_taken_by_colour(file: Path) -> None:
    with running(Config(file, limits=UNLIMITED)) as server:
        ana = server.player("Ana")
        table = play(ana, ME, BOT)
        record = Record.load(ana.ask("GET", f"/api/tables/{table}/record").content)
    dealt = Counter(colour for event, seat in record.steps() if seat is None for colour in _tiles(record, event))
    with sqlite3.connect(file) as connection:
        rows = connection.execute("SELECT what, n FROM totals WHERE name = '' AND what LIKE 'colour.%'").fetchall()
    connection.close()
    assert {what.removeprefix("colour."): n for what, n in rows} == dealt, "all that was dealt has been taken"


def _tiles(record: Record, event: Any) -> list[str]:
    states = list(record.states())
    shown = states[record.events.index(event) + 1].json["factories"]
    return [colour for display in shown for colour, n in display.items() for _ in range(n)]


def test_games_from_before_there_were_statistics(file: Path) -> None:
    with running(Config(file, limits=UNLIMITED)) as server:
        play(server.player("Ana"), ME, BOT)
        handed_in(server.player("Ana"), played())
        before = asked(server, "name=Ana")
    with sqlite3.connect(file) as connection:  # as an older azulejos has left it
        for table in ("results", "totals", "analyses"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("UPDATE about SET value = '1' WHERE name = 'schema'")
    connection.close()
    with running(Config(file, limits=UNLIMITED)) as server:
        while (found := asked(server, "name=Ana"))["games"] == 0:
            pass
        assert found == before


def test_invalid_requests(server: Running) -> None:
    for wrong in ("game=chess", "players=5", "players=two"):
        answer = server.player().ask("GET", f"/api/statistics?{wrong}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")
