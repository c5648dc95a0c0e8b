"""Hostile or broken clients: no crash, no access to other seats, no change of a game."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from azulejos.web.config import Config
from azulejos.web.limits import Limits
from tests.web.live import BOT, ME, OPEN, PATIENCE, Line, Player, Running, running


@contextmanager
def unchanged(server: Running) -> Iterator[tuple[Player, str]]:
    """A game of two people, with a move made; whatever happens meanwhile, it is unchanged afterwards and continues."""
    ana, rui = server.player("Ana"), server.player("Rui")
    table = ana.create(ME, OPEN)
    rui.sit(table)
    with ana.socket(table) as line:
        line.play()
    before = ana.ask("GET", f"/api/tables/{table}/record").text
    seats = ana.look(table)["seats"]
    yield ana, table
    assert ana.ask("GET", f"/api/tables/{table}/record").text == before
    assert [seat["name"] for seat in ana.look(table)["seats"]] == [seat["name"] for seat in seats]
    with rui.socket(table) as line:
        assert line.play()["type"] == "ok"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
verbs = st.sampled_from(
    ["id", "number", "move", "undo", "chat", "hint", "sit", "fill", "takeover", "rematch", "name", "ping", "x"]
)
moves = st.sampled_from(["1R1", "0B0", "2K3", "", "💥", {"type": "take", "source": 1, "colour": "red", "line": 1, "player": 1}])
messages = st.dictionaries(verbs, json_values | moves | st.integers(-2, 4), max_size=4).map(json.dumps) | st.text(max_size=50)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(said=st.lists(messages, min_size=1, max_size=6))
def _fuzz(line: Line, said: list[str]) -> None:
    for text in said:
        try:
            text.encode()
        except UnicodeEncodeError:
            continue
        line.connection.send(text)
    line.say(ping=77)
    while (answer := line.receive())["type"] != "pong" or answer["pong"] != 77:
        pass


@pytest.mark.parametrize("who", ["a stranger", "nobody"])
def test_any_message_of_a_stranger(server: Running, who: str) -> None:
    """A fuzzer on the socket of a table of others."""
    with unchanged(server) as (_, table):
        stranger = server.player("Eve") if who == "a stranger" else Player(server, "", "")
        with stranger.socket(table) as line:
            _fuzz(line)


def test_any_message_out_of_turn(server: Running) -> None:
    """Ana has moved; she may take back, chat and rename herself, but not move."""
    with unchanged(server) as (ana, table), ana.socket(table) as line:
        for move in ("1R1", "0B0", "2K3", {"type": "take", "source": 1, "colour": "red", "line": 1, "player": 1}):
            assert line.ask(move=move, number=2)["code"] in ("not_your_turn", "stale")
            assert line.ask(move=move, number=1)["code"] == "stale"


def test_a_message_sent_again_is_stale(server: Running) -> None:
    ana = server.player("Ana")
    table = ana.create(ME, ME)
    with ana.socket(table) as line:
        move = line.my_turn()["legal"][0]
        text = json.dumps({"move": move, "number": 1, "id": "again"})
        for _ in range(10):
            line.connection.send(text)
        answers = [line.until("ok", "error") for _ in range(10)]
    assert [answer["type"] for answer in answers] == ["ok"] + ["error"] * 9
    assert {answer["code"] for answer in answers[1:]} == {"stale"}
    assert ana.look(table)["number"] == 2


@pytest.mark.parametrize(
    ("what", "code"),
    [("too large", 1009), ("broken UTF-8", 1007), ("no mask", 1002), ("unknown opcode", 1002), ("too large in pieces", 1009)],
)
def test_invalid_frames_close_the_connection(server: Running, what: str, code: int) -> None:
    with unchanged(server) as (ana, table), ana.socket(table) as line:
        raw = line.connection.socket
        mask = bytes(4)
        if what == "too large":
            line.connection.send(json.dumps({"chat": "x" * 5000}))
        elif what == "broken UTF-8":
            raw.sendall(bytes([0x80 | Opcode.TEXT, 0x80 | 2]) + mask + b"\xff\xfe")
        elif what == "no mask":
            raw.sendall(bytes([0x80 | Opcode.TEXT, 2]) + b"{}")
        elif what == "unknown opcode":
            raw.sendall(bytes([0x80 | 5, 0x80]) + mask)
        else:
            with contextlib.suppress(ConnectionClosed):  # the server may close before the last piece is sent
                line.connection.send(["x" * 1000] * 6)
        # If it closes while data is in flight, the close frame may be lost.
        assert line.closed() in ((code, None) if what == "too large in pieces" else (code,))


def test_a_binary_message_is_refused_and_the_connection_stays_open(server: Running) -> None:
    ana = server.player()
    with ana.socket(ana.create(ME, BOT)) as line:
        line.connection.send(b'{"ping": 1}')
        assert line.until("error")["code"] == "not_json"
        line.say(ping=2)
        assert line.until("pong")["pong"] == 2


def test_requests_that_are_no_http(server: Running) -> None:
    with unchanged(server):
        for junk in (
            b"\x00" * 500,
            b"GET / HTTP/9.9\r\n\r\n",
            os.urandom(2000),
            b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
            b"",
        ):
            # It may close at any moment.
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
                raw.sendall(junk)
                raw.shutdown(socket.SHUT_WR)
                while raw.recv(10_000):
                    pass


def test_a_thousand_connections_opened_and_dropped(server: Running) -> None:
    """Plain connections, sockets that have sent their handshake, and some in the middle of a message."""
    with unchanged(server) as (ana, table):
        request = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        for i in range(1000):
            raw = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            if i % 4:
                raw.sendall(request)
            if i % 4 == 2:
                raw.recv(100)
            if i % 4 == 3:
                raw.recv(100)
                raw.sendall(b"\x81\xfe\x0f")
            raw.close()
        while ana.get("/healthz")["sockets"]:
            pass


def test_flooding_gets_nowhere(tmp_path: Any) -> None:
    with running(Config(tmp_path / "tables.db", limits=Limits())) as server, unchanged(server) as (ana, table):
        eve = server.player("Eve")
        with eve.socket(table) as line:
            with contextlib.suppress(ConnectionClosed):
                for i in range(2000):
                    line.say(move="1R1", number=2, id=i)
            assert line.closed() in (None, 1008)
        with ana.socket(table) as line:
            line.say(ping=1)
            assert line.until("pong")


def test_script_in_names_and_chat_comes_back_as_text(server: Running) -> None:
    evil = "<img src=x onerror=a()>"
    eve = server.player(evil)
    table = eve.create(ME, OPEN)
    with eve.socket(table, "scene") as line:
        assert line.welcome["seats"][0]["name"] == evil
        line.say(chat=f"{evil}</script>")
        assert line.until("chat")["text"] == f"{evil}</script>"
    for path in ("/", f"/t/{table}", f"/api/tables/{table}/qr.svg"):
        assert evil not in eve.ask("GET", path).text
    answer = eve.ask("GET", f"/api/tables/{table}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["x-content-type-options"] == "nosniff"
