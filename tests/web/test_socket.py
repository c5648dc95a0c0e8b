"""The socket of a table, with real clients: whole games, refusals, undo, chat, hints, rematches."""

from __future__ import annotations

import contextlib
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from azulejos.core.game_json import game_from_json
from azulejos.record import Record
from azulejos.rulebook import rules_markdown
from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED, Limits, Rate
from tests.web.live import BOT, ME, OPEN, Line, Player, Running, running

ABSENCE = 0.5  # seconds

GAMES = [
    {"game": "azul", "players": 2},
    {"game": "azul", "players": 3, "board": "grey"},
    {"game": "azul", "players": 2, "jokers": True},
    {"game": "pavilion", "players": 2},
    {"game": "pavilion", "players": 4, "board": "grey"},
]


def two(server: Running, view: str = "state") -> tuple[Player, Player, str]:
    """Two people at a table."""
    ana, rui = server.player("Ana"), server.player("Rui")
    table = ana.create(ME, OPEN)
    rui.sit(table)
    return ana, rui, table


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_whole_game_against_bots_by_clicks(server: Running, game: dict[str, Any]) -> None:
    ana = server.player()
    table = ana.create(ME, *[BOT] * (game["players"] - 1), game=game)
    with ana.socket(table, "scene") as line:
        assert line.welcome["you"] == [0]
        assert line.welcome["game"] == game_from_json(game).json
        while (choices := line.my_turn()) is not None:
            assert all(set(choice) == {"move", "stages", "points", "note"} for choice in choices["choices"])
            buttons = {s for c in choices["choices"] for stage in c["stages"] for s in stage if s.startswith("?")}
            assert buttons <= choices["buttons"].keys()
            assert line.play(choices["number"] * 7)["type"] == "ok"
        result = line.position["result"]
    scores = [0 if game["game"] == "azul" else 5] * game["players"]
    rules = rules_markdown(game["game"])
    for row in result["sheet"]:
        assert f"{{#{row['rule']}}}" in rules
        scores = [score + points for score, points in zip(scores, row["points"], strict=True)]
    assert scores == result["scores"]
    record = Record.load(ana.ask("GET", f"/api/tables/{table}/record").content)
    assert record.result is not None
    assert list(record.result.scores) == result["scores"]
    assert record == Record.load(ana.ask("GET", f"/api/tables/{table}/record.json").content)


def test_two_programs_and_a_spectator_see_the_same(server: Running) -> None:
    ana, rui, table = two(server)
    with ana.socket(table) as first, rui.socket(table) as second, Player(server, "", "").socket(table) as watcher:
        lines = [first, second]
        assert watcher.welcome["you"] == []
        while first.position["result"] is None:
            seat = first.position["actor"]
            assert lines[seat].my_turn() is not None
            lines[seat].play(first.position["number"])
            for line in (first, second, watcher):
                while line.position["number"] < lines[seat].position["number"]:
                    line.receive()
            assert first.position["state"] == second.position["state"] == watcher.position["state"]
        assert watcher.choices is None


def test_an_update_describes_the_event_and_what_it_scored(server: Running) -> None:
    ana = server.player()
    table = ana.create(ME, ME)
    with ana.socket(table, "scene") as line:
        choices = line.my_turn()
        line.ask(move=choices["choices"][0]["move"], number=1)
        update = line.position
        assert update["event"]["action"]["player"] == 0
        assert update["line"]["seat"] == 0
        assert update["line"]["number"] == 2
        assert update["line"]["text"].startswith("Ana ")
        assert update["last"]
        assert set(update["scene"]) == {"pieces", "texts", "marks"}
        with ana.socket(table, "scene") as again:
            assert [one["number"] for one in again.welcome["log"]] == [1, 2]
            assert again.welcome["log"][1]["text"] == update["line"]["text"]
            assert again.welcome["scene"] == update["scene"]


def test_two_people_on_one_device(server: Running) -> None:
    ana = server.player()
    table = ana.create(ME, {"kind": "me", "name": "Bea"})
    with ana.socket(table) as line:
        assert [seat["name"] for seat in line.welcome["seats"]] == ["Ana", "Bea"]
        assert line.welcome["you"] == [0, 1]
        line.play()
        assert line.my_turn() is not None
        assert line.position["actor"] == 1


def test_nothing_is_dealt_before_all_seats_are_taken(server: Running) -> None:
    ana, rui = server.player("Ana"), server.player("Rui")
    table = ana.create(ME, OPEN)
    with ana.socket(table) as line:
        assert (line.welcome["actor"], line.welcome["number"]) == ("chance", 0)
        assert line.ask(move="1R1", number=0)["code"] == "not_started"
        assert rui.sit(table) == [1]
        assert line.until("seats")["seats"][1]["name"] == "Rui"
        while line.position["number"] < 1:
            line.receive()
        assert line.my_turn()["number"] == 1


def test_the_host_lets_bots_take_open_seats(server: Running) -> None:
    ana, rui = server.player("Ana"), server.player("Rui")
    table = ana.create(ME, OPEN, OPEN, game={"game": "azul", "players": 3})
    with rui.socket(table) as other, ana.socket(table) as line:
        assert other.ask(fill="apprentice")["code"] == "not_host"
        assert line.ask(fill="wizard")["code"] == "bad_level"
        assert line.ask(fill="apprentice")["type"] == "ok"
        assert line.my_turn() is not None
        assert line.ask(fill="apprentice")["code"] == "full"
    assert [seat["name"] for seat in ana.look(table)["seats"]] == ["Ana", "Apprentice", "Apprentice 2"]


# -- what is refused


def test_a_stale_move_is_refused_with_the_current_state(server: Running) -> None:
    ana, _rui, table = two(server)
    with ana.socket(table, "scene") as line:
        move = line.my_turn()["choices"][0]["move"]
        assert line.ask(move=move, number=1)["type"] == "ok"
        assert line.ask(move=move, number=1)["code"] == "stale"
        assert line.until("update")["number"] == 2
    assert ana.look(table)["number"] == 2


def test_players_can_not_move_for_others(server: Running) -> None:
    ana, rui, table = two(server)
    with ana.socket(table) as first, rui.socket(table) as second, server.player("Eve").socket(table) as third:
        move = first.my_turn()["legal"][0]
        assert second.ask(move=move, number=1)["code"] == "not_your_turn"
        assert third.ask(move=move, number=1)["code"] == "not_your_seat"
        assert third.ask(undo=True, number=1)["code"] == "not_your_seat"
        assert third.ask(takeover=0)["code"] == "not_your_seat"
        assert third.ask(rematch=True)["code"] == "not_your_seat"
        assert third.ask(hint=True, number=1)["code"] == "not_your_turn"
        assert first.ask(move={**move, "player": 1}, number=1)["code"] == "wrong_seat"
        assert first.ask(move="9Z9", number=1)["code"] == "unknown_move"
        assert first.ask(move="1W9", number=1)["code"] == "unknown_move"
        assert first.ask(move={"type": "tile", "row": 1, "column": 1}, number=1)["type"] == "error"
    assert ana.look(table)["number"] == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("{", "not_json"),
        ("[]", "bad_request"),
        ("{}", "bad_request"),
        ('{"move": "1R1"}', "bad_request"),
        ('{"move": "1R1", "number": "1"}', "bad_request"),
        ('{"move": "1R1", "number": -1}', "bad_request"),
        ('{"move": 5, "number": 1}', "bad_request"),
        ('{"move": "1R1", "undo": true, "number": 1}', "bad_request"),
        ('{"fly": true}', "bad_request"),
        ('{"undo": true}', "bad_request"),
        ('{"sit": 0}', "bad_request"),
        ('{"sit": 7, "name": "Eve"}', "no_such_seat"),
        ('{"sit": 0, "name": "Eve"}', "taken"),
        ('{"sit": null, "name": "Eve"}', "seated"),
        ('{"chat": "  "}', "empty"),
        ('{"chat": "' + "x" * 201 + '"}', "too_long"),
        ('{"name": "\\u202e"}', "bad_name"),
        ('{"name": "' + "x" * 31 + '"}', "bad_name"),
        ('{"takeover": 9}', "no_such_seat"),
        ('{"takeover": 0}', "not_a_person"),
        ('{"takeover": 1}', "not_a_person"),
        ('{"rematch": true}', "not_over"),
        ('{"undo": true, "number": 1}', "nothing_to_undo"),
    ],
)
def test_nonsense_gets_one_clear_error(server: Running, text: str, code: str) -> None:
    ana = server.player()
    table = ana.create(ME, BOT)
    with ana.socket(table) as line:
        line.connection.send(text)
        assert line.until("error")["code"] == code
    assert ana.look(table)["number"] == 1


def test_without_a_token_you_can_only_watch(server: Running) -> None:
    table = server.player().create(ME, OPEN)
    with Player(server, "", "").socket(table) as line:
        assert line.ask(sit=1, name="Eve")["code"] == "no_token"
        assert line.ask(name="Eve")["type"] == "ok"
        assert line.ask(chat="hello")["type"] == "ok"
        line.say(ping=7)
        assert line.until("pong")["pong"] == 7
    with Player(server, "", "").socket(table) as line:
        [said] = line.welcome["chat"]
        assert (said["seat"], said["name"], said["text"]) == (None, "Eve", "hello")


def test_tables_that_are_not_there_and_pages_of_others(server: Running) -> None:
    ana = server.player()
    table = ana.create(ME, BOT)
    for name, view, more, status in (
        ("nowhere", "state", {}, 404),
        ("x" * 12, "state", {}, 404),
        (table, "upside-down", {}, 400),
        (table, "state", {"origin": "https://elsewhere.example"}, 403),
    ):
        with pytest.raises(InvalidStatus) as refused, ana.socket(name, view, **more):
            pass
        assert refused.value.response.status_code == status
    with ana.socket(table, origin=server.url) as line:
        assert line.welcome["you"] == [0]


# -- taking back


def test_a_move_can_be_taken_back_until_another_player_moves(server: Running) -> None:
    ana, rui, table = two(server)
    with ana.socket(table) as first, rui.socket(table) as second:
        before = first.position["state"]
        first.play()
        assert first.position["back"] == 0
        assert second.ask(undo=True, number=2)["code"] in ("others_moved", "stale")
        assert first.ask(undo=True, number=2)["type"] == "ok"
        assert first.position["undo"] == {"seat": 0, "to": 1}
        assert first.position["state"] == before
        assert first.my_turn()["number"] == 1
        first.play(1)
        while second.position["number"] != 2 or second.position.get("undo"):
            second.receive()
        second.play(2)
        assert first.ask(undo=True, number=3)["code"] == "others_moved"
    assert ana.look(table)["number"] == 3


def test_bots_are_not_affected(server: Running) -> None:
    ana = server.player()
    table = ana.create(ME, BOT)
    with ana.socket(table) as line:
        before = line.my_turn()["legal"]
        line.play()
        line.my_turn()
        assert line.position["number"] == 3
        assert line.position["back"] == 0
        assert line.ask(undo=True, number=3)["type"] == "ok"
        assert line.my_turn()["legal"] == before


def test_new_tiles_can_not_be_taken_back(server: Running) -> None:
    ana = server.player()
    table = ana.create(ME, ME)
    with ana.socket(table) as line:
        while line.position["state"]["round"] == 1:
            line.play()
        assert line.position["back"] is None
        assert line.ask(undo=True, number=line.position["number"])["code"] == "chance_revealed"


# -- people


def test_names_and_chat_reach_all_clients(server: Running) -> None:
    ana, rui, table = two(server)
    with ana.socket(table) as first, rui.socket(table) as second:
        assert first.ask(name="  Ana\n<b>Maria</b> ")["type"] == "ok"
        assert second.until("seats")["seats"][0]["name"] == "Ana <b>Maria</b>"
        assert second.ask(name="Ana <b>Maria</b>")["type"] == "ok"
        assert first.ask(chat="bom\u0000 dia")["type"] == "ok"
        said = second.until("chat")
        assert (said["seat"], said["name"], said["text"]) == (0, "Ana <b>Maria</b>", "bom dia")
    assert [seat["name"] for seat in ana.look(table)["seats"]] == ["Ana <b>Maria</b>", "Ana <b>Maria</b> 2"]


def test_chat_is_rate_limited(file: Path) -> None:
    with running(Config(file, limits=Limits(chats=Rate(5, 0)))) as server:
        ana = server.player()
        with ana.socket(ana.create(ME, BOT)) as line:
            answers = [line.ask(chat=f"{n}").get("code") for n in range(7)]
            assert answers == [None] * 5 + ["slow_down"] * 2


def test_presence_is_shown(server: Running) -> None:
    ana, rui, table = two(server)
    with ana.socket(table) as first:
        assert [seat["online"] for seat in first.welcome["seats"]] == [True, False]
        with rui.socket(table):
            assert first.until("seats")["seats"][1]["online"] is True
        assert first.until("seats")["seats"][1]["online"] is False


def test_presence_survives_sockets_that_come_and_go(server: Running) -> None:
    """came and went at once: sockets that are dropped while they are being opened."""
    ana, rui, table = two(server)
    request = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Authorization: Bearer {rui.token}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    for _ in range(50):
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            raw.sendall(request)
    with ana.socket(table) as first, rui.socket(table):
        while not first.welcome["seats"][1]["online"] and not first.until("seats")["seats"][1]["online"]:
            pass


def test_a_bot_takes_over_when_all_agree_and_the_person_comes_back(db: Any) -> None:
    with running(Config(db, limits=UNLIMITED, absence=ABSENCE)) as server:
        people = [server.player(name) for name in ("Ana", "Rui", "Eva")]
        table = people[0].create(ME, OPEN, OPEN, game={"game": "azul", "players": 3})
        for person in people[1:]:
            person.sit(table)
        with people[0].socket(table) as first, people[2].socket(table) as third:
            with people[1].socket(table):
                assert first.ask(takeover=1)["code"] == "not_away"
                assert first.ask(takeover=0)["code"] == "not_a_person"
            while (seats := first.until("seats"))["seats"][1]["online"]:
                pass
            assert seats["takeover_in"] == [None, pytest.approx(ABSENCE, abs=ABSENCE), None]
            time.sleep(ABSENCE)
            first.play()
            assert first.ask(takeover=1)["type"] == "ok"
            assert people[0].look(table)["seats"][1]["votes"] == [0]
            assert third.ask(takeover=1)["type"] == "ok"
            while (seats := first.until("seats"))["seats"][1]["kind"] != "bot":
                pass
            assert (seats["seats"][1]["name"], seats["seats"][1]["was"]) == ("Rui (bot)", "Rui")
            assert third.my_turn() is not None  # the bot has moved
            with people[1].socket(table) as second:
                assert second.welcome["you"] == [1]
                assert second.ask(sit=None, name="Rui")["type"] == "ok"
                third.play()
                first.my_turn()
                first.play()
                assert second.my_turn() is not None


def test_time_runs_out_and_a_bot_plays_on(server: Running) -> None:
    ana, rui = server.player("Ana"), server.player("Rui")
    table = ana.create(ME, OPEN, clock={"seconds": 3, "increment": 3})
    with ana.socket(table) as line:
        assert line.welcome["clock"] == {"seconds": 3, "increment": 3}
        rui.sit(table)  # from now on it runs
        line.play()
        assert line.position["clocks"]["running"] == 1
        assert line.position["clocks"]["left"][0] > 3
        while line.until("seats")["seats"][1]["kind"] != "bot":
            pass
        assert line.my_turn() is not None
        assert line.position["clocks"]["left"][1] is None
        assert rui.ask("POST", f"/api/tables/{table}/seats", {"name": "Rui"}).json()["error"]["code"] == "out_of_time"


def play_out(line: Line) -> None:
    while line.my_turn() is not None:
        line.play(line.position["number"])


def test_a_rematch_is_the_same_game_with_seats_rotated(server: Running) -> None:
    ana, rui = server.player("Ana"), server.player("Rui")
    table = ana.create(ME, OPEN, BOT, game={"game": "azul", "players": 3, "round_limit": 1})
    rui.sit(table)
    with ana.socket(table) as first, rui.socket(table) as second:
        while first.position["result"] is None:
            lines = [first, second]
            actor = first.position["actor"]
            if actor == 2:
                first.receive()
            else:
                lines[actor].my_turn()
                lines[actor].play()
                while first.position["number"] < lines[actor].position["number"]:
                    first.receive()
        answer = first.ask(rematch=True)
        assert second.until("rematch")["table"] == answer["table"]
        assert second.ask(rematch=True)["table"] == answer["table"]
        assert first.ask(undo=True, number=first.position["number"])["code"] == "over"
        assert first.ask(move="1R1", number=first.position["number"])["code"] == "over"
        assert first.ask(takeover=1)["code"] == "over"
    again = rui.look(answer["table"])
    assert [seat["name"] for seat in again["seats"]] == ["Rui", "Apprentice", "Ana"]
    assert again["you"] == [0], "the next one starts"
    assert again["game"] == ana.look(table)["game"]
    with rui.socket(answer["table"]) as line:
        assert line.my_turn() is not None


@pytest.mark.compiled
def test_a_hint_is_a_move_that_can_be_played(server: Running) -> None:
    ana = server.player()
    table = ana.create(ME, ME)
    with ana.socket(table, "scene") as line:
        line.say(hint=True, number=1, id="first")
        assert line.ask(hint=True, number=1)["code"] == "slow_down"
        hint = line.until("hint")
        assert hint["re"] == "first"
        assert hint["text"].startswith("Ana ")
        [stages] = [one["stages"] for one in line.choices["choices"] if one["move"] == hint["move"]]
        assert stages == hint["stages"]
        assert line.ask(hint=True, number=9)["code"] == "stale"
        assert line.ask(move=hint["move"], number=1)["type"] == "ok"


def test_refused_clicks_are_explained(server: Running) -> None:
    ana, rui, table = two(server)
    with ana.socket(table, "scene") as line, rui.socket(table, "scene") as other:
        colours = {piece for slot, piece in line.position["scene"]["pieces"].items() if slot.startswith("display.1.")}
        there = f"display.1/{min(colours)}"
        asked = {"why": [there, "wall.0.1.1"], "number": 1}
        assert (
            line.ask(**asked).items()
            >= {
                "type": "why",
                "text": "Walls are tiled once the factories and the centre are empty. Take tiles first.",
                "rule": "tiling",
            }.items()
        )
        assert line.ask(why=["centre/red"], number=1)["text"] == "The centre is empty."
        assert line.ask(why=["line.0.2"], number=1)["text"] == "Choose a highlighted tile first."
        assert line.ask(why=["line.1.2"], number=1)["text"] == "You can't do anything there right now."
        assert other.ask(**asked)["code"] == "not_your_turn"
        assert line.ask(why=["centre/red"], number=9)["code"] == "stale"
        line.say(why=[], number=1)
        assert line.until("error")["code"] == "bad_request"
        assert line.ask(why=["centre/red"])["code"] == "bad_request"
    assert ana.look(table)["number"] == 1, "nothing has happened"


# -- too much


def test_messages_over_the_limit_are_refused_and_then_the_connection_is_closed(db: Any) -> None:
    limits = Limits(messages=Rate(5, 0.001))
    with running(Config(db, limits=limits)) as server:
        ana = server.player()
        table = ana.create(ME, BOT)
        with ana.socket(table) as line:
            codes = [_pinged(line) for _ in range(8)]
            assert codes == ["pong"] * 5 + ["error"] * 3
            assert line.ask(ping=1)["code"] == "slow_down"  # a client waiting for this answer gets it
            line.connection.send("no JSON")
            assert line.until("error")["re"] is None
            with contextlib.suppress(ConnectionClosed):  # it may be closed before the last
                for _ in range(200):
                    line.say(ping=1)
            assert line.closed() == 1008
        assert ana.look(table)["number"] == 1


def test_a_client_without_budget_gets_a_refusal_at_a_time(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusing costs something, too: a client that only floods has to wait after each refusal."""
    monkeypatch.setattr("azulejos.web.budgets.MOST_WAITING", 0)
    monkeypatch.setattr("azulejos.web.conversation.REFUSED_AFTER", 3.0)
    limits = Limits(service=Rate(0.1, 0.0001), messages=Rate(1_000_000, 1))
    with running(Config(file, limits=limits)) as server:
        ana = server.player()
        rui = server.player()
        rui.headers["X-Forwarded-For"] = "192.0.2.1"
        with ana.socket(ana.create(ME, BOT)) as line:
            while (answer := line.ask(why=["x"], number=1))["type"] == "why":
                pass
            assert (answer["code"], answer["wait"] > 0) == ("slow_down", True)
            for _ in range(10):
                line.say(ping=1)
            for _ in range(10):
                assert rui.ask("GET", "/healthz").status_code == 200
            with pytest.raises(TimeoutError):
                line.connection.recv(0)


def _pinged(line: Line) -> str:
    line.say(ping=1)
    return str(line.until("pong", "error")["type"])


def test_sockets_per_address_are_limited(db: Any) -> None:
    with running(Config(db, limits=Limits(sockets=2))) as server:
        ana = server.player()
        table = ana.create(ME, BOT)
        with ana.socket(table), ana.socket(table):
            with pytest.raises(InvalidStatus) as refused, ana.socket(table):
                pass
            assert refused.value.response.status_code == 429
        with ana.socket(table):
            pass
