"""The HTTP API with a real client: create, join, play, list, look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos.web.config import Config
from azulejos.web.limits import Limits, Rate
from tests.web.live import AZUL, BOT, ME, OPEN, PATIENCE, Player, Running, running


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_game_by_http_alone(server: Running) -> None:
    ana, rui = server.player("Ana"), server.player("Rui")
    table = ana.create(ME, OPEN, game={"game": "azul", "round_limit": 1})
    assert ana.look(table)["status"] == "open"
    assert rui.sit(table, 1) == [1]
    while (now := ana.look(table))["status"] == "running":
        answer = [ana, rui][now["actor"]].move(table, now["legal"][0], now["number"])
        assert answer.status_code == 200
        assert answer.json()["number"] > now["number"]
    assert now["result"]["scores"] == now["state"]["scores"]
    assert now["actor"] is None


def test_lists_of_tables(server: Running) -> None:
    ana, rui = server.player("Ana"), server.player("Rui")
    waiting = ana.create(ME, OPEN)
    secret = ana.create(ME, OPEN, public=False)
    playing = ana.create(ME, BOT)

    def shown(who: Player, show: str) -> list[str]:
        return [one["table"] for one in who.get(f"/api/tables?show={show}")["tables"]]

    assert shown(rui, "open")[0] == waiting
    assert secret not in shown(rui, "open")
    assert playing in shown(rui, "running")
    assert shown(ana, "mine") == [playing, secret, waiting]
    assert shown(rui, "mine") == []
    assert shown(Player(server, "", ""), "mine") == []
    [first] = [one for one in rui.get("/api/tables")["tables"] if one["table"] == waiting]
    assert [(seat["kind"], seat["name"]) for seat in first["seats"]] == [("person", "Ana"), ("open", "")]
    earlier = rui.get(f"/api/tables?before={first['updated']}")["tables"]
    assert waiting not in [one["table"] for one in earlier]
    assert code(rui.ask("GET", "/api/tables?show=all")) == (400, "bad_request")
    for bad in ("yesterday", "1_0", "inf", "1e999", "%203", "٣"):
        assert code(rui.ask("GET", f"/api/tables?before={bad}")) == (400, "bad_request"), bad


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"game": {"game": "chess"}}, "bad_game"),
        ({"game": {"game": "azul", "wings": 2}}, "unknown_option"),
        ({"game": {"game": "azul", "players": 3}}, "bad_seats"),
        ({"seats": [ME, {"kind": "bot", "level": "god"}]}, "bad_level"),
        ({"seats": [ME, {"kind": "bot"}]}, "bad_level"),
        ({"name": "\n"}, "bad_name"),
    ],
)
def test_invalid_tables_are_refused(server: Running, change: dict[str, Any], wrong: str) -> None:
    answer = server.player().ask("POST", "/api/tables", {"game": AZUL, "seats": [ME, BOT], "name": "Ana", **change})
    assert code(answer) == (422, wrong)


@pytest.mark.parametrize(
    ("body", "kind", "expected"),
    [
        (b"{", "application/json", (400, "not_json")),
        (b"\xff\xfe", "application/json", (400, "not_json")),
        (b'{"name": "\xff"}', "application/json", (400, "not_json")),
        (b'{"game": ' + b'{"a": ' * 10_000, "application/json", (400, "not_json")),
        (b"[" * 60_000, "application/json", (400, "bad_request")),
        (b"{}", "application/json", (400, "bad_request")),
        (b'{"game": {}, "seats": [], "name": "Ana"}', "application/json", (400, "bad_request")),
        (b'{"game": {}, "seats": [], "name": "Ana", "x": 1}', "application/json", (400, "bad_request")),
        (b"a=1", "application/x-www-form-urlencoded", (415, "no_json")),
        (b" " * 70_000, "application/json", (413, "too_large")),
    ],
)
def test_invalid_bodies(server: Running, body: bytes, kind: str, expected: tuple[int, str]) -> None:
    answer = server.post("/api/tables", content=body, headers={"Content-Type": kind})
    assert code(answer) == expected


def test_a_body_without_an_announced_length_is_limited_too(server: Running) -> None:
    answer = server.post(
        "/api/tables", content=(b" " * 10_000 for _ in range(10)), headers={"Content-Type": "application/json"}
    )
    assert code(answer) == (413, "too_large")


def test_not_found(server: Running) -> None:
    eve = server.player("Eve")
    for path in ("", "/record", "/record.json", "/qr.svg"):
        assert code(eve.ask("GET", f"/api/tables/nowhere{path}")) == (404, "no_such_table")
    assert code(eve.move("nowhere", "1R1", 1)) == (404, "no_such_table")
    assert code(eve.ask("GET", "/nothing")) == (404, "no_such_page")
    answer = eve.ask("DELETE", "/api/tables")
    assert code(answer) == (405, "wrong_method")
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}
    assert eve.ask("HEAD", "/api/tables").status_code == 200


def test_seats_and_moves_of_others(server: Running) -> None:
    ana, eve = server.player("Ana"), server.player("Eve")
    table = ana.create(ME, BOT)
    move = ana.look(table)["legal"][0]
    assert code(eve.move(table, move, 1)) == (403, "not_your_seat")
    assert code(Player(server, "", "").move(table, move, 1)) == (403, "not_your_seat")
    assert code(Player(server, "", "too short").move(table, move, 1)) == (403, "not_your_seat")
    assert code(eve.ask("POST", f"/api/tables/{table}/seats", {"name": "Eve"})) == (409, "full")
    assert code(eve.ask("POST", f"/api/tables/{table}/seats", {"name": "Eve", "seat": 0})) == (409, "taken")
    assert code(ana.move(table, move, 0)) == (409, "stale")
    assert ana.look(table)["number"] == 1
    assert eve.look(table)["you"] == []


def test_a_browser_is_identified_by_a_cookie(server: Running) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as browser:
        answer = browser.post("/api/tables", json={"game": AZUL, "seats": [ME, BOT], "name": "Ana"})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie
        assert len(browser.cookies["azulejos"]) >= 27  # 160 bits
        table = answer.json()["table"]
        assert browser.get(f"/api/tables/{table}").json()["you"] == [0]
        assert "set-cookie" not in browser.post("/api/tables", json={"game": AZUL, "seats": [ME, BOT], "name": "Ana"}).headers
        behind = {"X-Forwarded-Proto": "https"}
        fresh = server.post(f"/api/tables/{table}/seats", json={"name": "Eve"}, headers=behind)
        assert fresh.status_code == 409
    order = {"game": AZUL, "seats": [ME, BOT], "name": "Ana"}
    assert "Secure" in server.post("/api/tables", json=order, headers=behind).headers["set-cookie"]


def test_pages_of_other_origins_may_not_act(server: Running) -> None:
    order = {"game": AZUL, "seats": [ME, BOT], "name": "Ana"}
    ana = server.player()
    for origin in ("https://elsewhere.example", "null", "http://127.0.0.1"):
        assert code(ana.ask("POST", "/api/tables", order, headers={"Origin": origin})) == (403, "other_origin")
    assert ana.ask("POST", "/api/tables", order, headers={"Origin": server.url}).status_code == 201


def test_the_invitation_as_a_qr_code(server: Running) -> None:
    ana = server.player()
    answer = ana.ask("GET", f"/api/tables/{ana.create(ME, OPEN)}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_levels_and_health(server: Running) -> None:
    ana = server.player()
    assert [level["name"] for level in ana.get("/api/bots")["levels"]] == [
        "beginner",
        "apprentice",
        "craftsman",
        "expert",
        "master",
    ]
    assert ana.get("/healthz")["status"] == "ok"


def test_requests_per_address_are_limited(db: Path) -> None:
    limits = Limits(requests=Rate(6, 0.001), creations=Rate(2, 0.001))
    with running(Config(db, limits=limits)) as server:
        ana = server.player()
        order = {"game": AZUL, "seats": [ME, BOT], "name": "Ana"}
        answers = [ana.ask("POST", "/api/tables", order).status_code for _ in range(3)]
        assert answers == [201, 201, 429]
        answers = [ana.ask("GET", "/").status_code for _ in range(4)]
        assert answers == [200, 200, 200, 429]
        assert ana.ask("GET", "/api/bots").headers["retry-after"] == "1"
