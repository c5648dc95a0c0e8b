"""Replays, pictures and films of games, records that are handed in, and games that go on from a move."""

from __future__ import annotations

import io
from typing import Any

import httpx
import pytest
from PIL import Image

from azulejos import Azul, Pavilion, render
from azulejos.core.game import Game
from azulejos.record import Record
from tests.web.live import BOT, ME, OPEN, Player, Running
from tests.web.records import SHORT, played

TEXT = {"Content-Type": "text/plain"}


def hand_in(player: Player, record: Record | str | bytes) -> httpx.Response:
    data = record.text if isinstance(record, Record) else record
    return player.server.post("/api/records", content=data, headers={**player.headers, **TEXT})


def handed_in(player: Player, record: Record) -> str:
    answer = hand_in(player, record)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


@pytest.mark.parametrize("game", [Azul(2), Azul(3, jokers=True), Pavilion(2)], ids=str)
def test_a_replay_tells_every_event_and_what_changes(server: Running, game: Game) -> None:
    ana = server.player()
    record = played(game)
    replay = ana.get(f"/api/tables/{handed_in(ana, record)}/replay")
    states = list(record.states())
    shown = replay["start"]
    assert shown == {**render.scene(states[0])._asdict()}
    for step, state in zip(replay["steps"], states[1:], strict=True):
        scene = render.scene(state)
        for part, now in (("pieces", scene.pieces), ("texts", scene.texts)):
            shown[part] = {name: value for name, value in {**shown[part], **step[part]}.items() if value is not None}
            assert shown[part] == now
        assert step["marks"] == scene.marks
        assert step["round"] == state.round
    assert [step["number"] for step in replay["steps"]] == list(range(1, len(record.events) + 1))
    assert "Ana takes" in " ".join(step["text"] for step in replay["steps"])
    assert record.result is not None
    assert replay["result"]["scores"] == list(record.result.scores)


def test_a_running_game_can_be_replayed_up_to_now(server: Running) -> None:
    ana = server.player()
    table = ana.create(ME, ME)
    with ana.socket(table) as line:
        line.play()
        line.play()
    replay = ana.get(f"/api/tables/{table}/replay")
    assert (replay["status"], len(replay["steps"]), replay["result"]) == ("running", 3, None)
    assert ana.ask("GET", "/api/tables/nowhere/replay").status_code == 404


def test_a_record_becomes_a_table_where_nobody_plays(server: Running) -> None:
    ana = server.player("Ana")
    for record in (played(), played(Azul(2), moves=7)):
        table = handed_in(ana, record)
        told = ana.look(table)
        assert (told["status"], told["public"], told["number"]) == ("finished", False, len(record.events))
        assert [seat["name"] for seat in told["seats"]] == ["Ana", "Rui"]
        back = ana.ask("GET", f"/api/tables/{table}/record").text
        assert Record.load(back.encode()).events == record.events
        assert ana.move(table, "1R1", told["number"]).json()["error"]["code"] == "not_your_seat"
        assert table in [one["table"] for one in ana.get("/api/tables?show=mine")["tables"]]
        assert table not in [one["table"] for one in server.player("Eve").get("/api/tables?show=finished")["tables"]]


def test_a_record_in_json(server: Running) -> None:
    ana = server.player()
    record = played()
    table = hand_in(ana, record.json_text).json()["table"]
    assert Record.load(ana.ask("GET", f"/api/tables/{table}/record.json").content).events == record.events


def test_a_game_broken_off_before_a_deal_stays_as_it_is(server: Running) -> None:
    ana = server.player()
    whole = played(Azul(2))
    deal = next(n for n, state in enumerate(whole.states()) if state.round == 1 and not isinstance(state.actor, int) and n > 1)
    table = handed_in(ana, Record(whole.game, whole.events[:deal], whole.names))
    assert ana.look(table)["number"] == deal, "nothing is drawn where nobody plays"


@pytest.mark.parametrize(
    ("change", "place", "told"),
    [
        (lambda text: text.replace("azulejos-record/1", "azulejos-record/9"), {"line": 1}, "must begin with"),
        (lambda text: text.replace("players: 2", "players: 7"), {"line": 2}, "2, 3 or 4"),
        (lambda text: text.replace("\n2. seat 0: ", "\n2. seat 1: "), {"line": 14, "event": 2}, "seat 0"),
        (lambda text: text.replace("\nend\n", "\n"), {"line": 23, "event": 10}, "incomplete"),
        (lambda text: "", {"line": 1}, "must begin with"),
        (lambda text: "\x00\xff".encode("latin1"), {"line": 1}, "not UTF-8"),
        (lambda text: '{"format": ', {"line": 1}, ""),
        (lambda text: "{}", {}, "format"),
    ],
    ids=["format", "option", "seat", "cut off", "nothing", "no text", "half of JSON", "no record"],
)
def test_every_problem_of_a_record_is_explained_with_its_line(server: Running, change: Any, place: Any, told: str) -> None:
    answer = hand_in(server.player(), change(played().text))
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "bad_record"
    assert told in error["message"]
    assert error.get("details", {}) == place


def test_a_record_has_its_size(server: Running) -> None:
    answer = hand_in(server.player(), "azulejos-record/1\n" + "x" * 300_000)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_pictures_of_a_position(server: Running) -> None:
    ana = server.player()
    record = played()
    table = handed_in(ana, record)
    state = list(record.states())[3]
    svg = ana.ask("GET", f"/api/tables/{table}/picture.svg?number=3&viewer=1&theme=dark&form=tall")
    assert svg.text == render.svg(state, 1, "dark", "tall", record.names)
    assert "default-src 'none'" in svg.headers["content-security-policy"]
    png = ana.ask("GET", f"/api/tables/{table}/picture.png?number=3&width=300")
    assert Image.open(io.BytesIO(png.content)).size[0] == 300
    for wrong in (
        "picture.svg?number=99",
        "picture.svg?viewer=2",
        "picture.png?width=x",
        "picture.svg?theme=pink",
        "film.gif?viewer=9",
    ):
        answer = ana.ask("GET", f"/api/tables/{table}/{wrong}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request"), wrong


def test_a_film_of_the_game(server: Running) -> None:
    ana = server.player()
    record = played(moves=2)
    film = ana.ask("GET", f"/api/tables/{handed_in(ana, record)}/film.gif")
    assert film.headers["content-type"] == "image/gif"
    assert Image.open(io.BytesIO(film.content)).n_frames == len(record.events)  # type: ignore[attr-defined]


def test_play_on_from_a_move_against_a_bot(server: Running) -> None:
    ana = server.player("Ana")
    record = played(Azul(2))
    old = handed_in(ana, record)
    number = 6
    order = {"number": number, "seats": [BOT, ME], "name": "Ana"}
    answer = ana.ask("POST", f"/api/tables/{old}/branches", order)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    with ana.socket(table) as line:
        assert line.welcome["you"] == [1]
        assert [one["text"] for one in line.welcome["log"]][:number] == [
            text.replace("Ana", "Apprentice").replace("Rui", "Ana")
            for text in (step["text"] for step in ana.get(f"/api/tables/{old}/replay")["steps"][:number])
        ]
        line.my_turn()
        assert line.position["back"] is None, "what was copied can't be taken back"
        assert line.ask(undo=True, number=line.position["number"])["code"] == "nothing_to_undo"
        assert line.play()["type"] == "ok"
    again = ana.ask("GET", f"/api/tables/{table}/record").text
    assert Record.load(again.encode()).events[:number] == record.events[:number]


def test_where_nobody_can_play_on(server: Running) -> None:
    ana = server.player()
    record = played()
    table = handed_in(ana, record)
    seats = [ME, BOT]
    for order, code in (
        ({"number": len(record.events), "seats": seats}, "over"),
        ({"number": 999, "seats": seats}, "no_such_move"),
        ({"number": 3, "seats": [ME, OPEN]}, "bad_seats"),
        ({"number": 3, "seats": [ME, BOT, BOT]}, "bad_seats"),
        ({"number": -1, "seats": seats}, "bad_request"),
    ):
        answer = ana.ask("POST", f"/api/tables/{table}/branches", {"name": "Ana", **order})
        assert answer.json()["error"]["code"] == code


def test_play_on_before_the_first_deal(server: Running) -> None:
    ana = server.player()
    table = handed_in(ana, played(SHORT))
    answer = ana.ask("POST", f"/api/tables/{table}/branches", {"number": 0, "seats": [ME, ME], "name": "Ana"})
    assert ana.look(answer.json()["table"])["number"] == 1, "the server has dealt"
