"""Odd headers, paths, queries, cookies and bodies: clear refusals, and never a bug.

With `AZULEJOS_PROGRAM=../other/.venv/bin/azulejos`, the tests test another version of the program.
"""

from __future__ import annotations

import json
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.live import BOT, ME, PATIENCE, Process

LONG = "x" * 3000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    found = Process(tmp_path_factory.mktemp("odd") / "tables.db", "--workers", "1")
    yield found
    found.end(signal.SIGKILL)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    found = Process(tmp_path_factory.mktemp("named") / "tables.db", "--names", "Azulejos.example, 127.0.0.1,2001:db8::1")
    yield found
    found.end(signal.SIGKILL)


def logged(server: Process, *whats: str) -> list[Any]:
    server.errors.seek(0)
    lines = [line for line in server.errors.read().decode().splitlines() if any(f'"what":"{what}"' in line for what in whats)]
    return [json.loads(line) for line in lines]


def ask(server: Process, path: str, *headers: tuple[str, str], method: str = "GET", body: bytes = b"", host: str = "") -> int:
    """The status of the answer to a request that is sent as it is."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{server.port}'}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body)
        found = b""
        while data := line.recv(100_000):
            found += data
    match = re.match(rb"HTTP/1.1 ([0-9]{3})", found)
    assert match is not None, found[:100]
    return int(match[1])


@pytest.mark.parametrize(
    ("path", "header", "host", "code"),
    [
        ("/page/" + LONG, None, "", 404),
        ("/page/%00", None, "", 404),
        ("/page/..%2f..%2fapp.py", None, "", 404),
        ("/t/" + LONG, None, "", 200),
        ("/layout/azul-2-coloured/" + "9" * 5000 + "/wide", None, "", 404),
        ("/layout/" + LONG + "/0/wide", None, "", 404),
        ("/picture/" + LONG + ".svg", None, "", 404),
        ("/example/" + LONG + "/classic.svg", None, "", 404),
        ("/rules/" + LONG, None, "", 404),
        ("/language/" + LONG + ".json", None, "", 404),
        ("/api/tables/" + LONG, None, "", 404),
        ("/api/tables/" + "%00" * 12, None, "", 404),
        ("/api/tables?before=1e999999", None, "", 400),
        ("/api/statistics?game=" + LONG, None, "", 400),
        ("/api/statistics?players=" + "9" * 5000, None, "", 400),
        ("/", ("Cookie", "language=" + LONG), "", 200),
        ("/", ("Cookie", '=;;;==; language="\\"; azulejos=\x01'.replace("\x01", "")), "", 200),
        ("/", ("Accept-Language", "," * 3000 + ";q=;q=x"), "", 200),
        ("/", None, LONG, 400),
        ("/", None, "[", 400),
        ("/", None, "a b", 400),
        ("/", None, "localhost:99999999", 400),
        ("/", None, "user@localhost", 400),
    ],
)
def test_odd_requests(server: Process, path: str, header: tuple[str, str] | None, host: str, code: int) -> None:
    assert ask(server, path, *([header] if header else []), host=host) == code
    assert logged(server, "bug", "logged") == []


@pytest.mark.parametrize("origin", ["http://[", "http://", "null", "", "://", "http://[::1", "http://evil.example"])
def test_odd_origins_are_refused(server: Process, origin: str) -> None:
    table = {"game": {"game": "azul"}, "seats": [ME, BOT], "name": "Ana"}
    body = json.dumps(table).encode()
    kind = ("Content-Type", "application/json")
    assert ask(server, "/api/tables", ("Origin", origin), kind, method="POST", body=body) == 403
    assert logged(server, "bug") == []


def test_a_qr_code_for_a_long_host_is_refused(server: Process) -> None:
    ana = server.player()
    table = ana.create(ME, BOT)
    assert ask(server, f"/api/tables/{table}/qr.svg") == 200
    assert ask(server, f"/api/tables/{table}/qr.svg", host=LONG) == 400
    assert ask(server, f"/api/tables/{table}/qr.svg", host="x" * 253) == 200
    assert logged(server, "bug") == []


def test_an_unencrypted_page_is_not_one_of_an_encrypted_server(server: Process) -> None:
    """The tests are on this machine, where a proxy may say how people reach it."""
    body = json.dumps({"game": {"game": "azul"}, "seats": [ME, BOT], "name": "Ana"}).encode()
    kind, secure = ("Content-Type", "application/json"), ("X-Forwarded-Proto", "https")

    def create(origin: str, *more: tuple[str, str]) -> int:
        return ask(server, "/api/tables", ("Origin", origin), kind, *more, method="POST", body=body, host="x")

    assert create("https://x", secure) == 201
    assert create("http://x", secure) == 403
    assert create("http://x") == 201
    assert create("ftp://x") == 403
    assert create("http://x:81") == 403


def test_only_the_names_of_the_server_are_accepted(named: Process) -> None:
    for host in ("azulejos.example", "AZULEJOS.EXAMPLE:443", "azulejos.example.", "127.0.0.1:1", "[2001:db8::1]:8000"):
        assert ask(named, "/", host=host) == 200
    for host in ("evil.example", "azulejos.example.evil.example", "localhost", "[::1]"):
        assert ask(named, "/", host=host) == 421
        upgrade = [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13")]
        key = ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
        assert ask(named, "/api/tables/x/socket", *upgrade, key, host=host) == 421


def test_names_must_be_host_names(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from azulejos.cli import main

    assert main(["serve", "--db", str(file), "--names", "http://x/"]) == 1
    assert "is not a host name" in capsys.readouterr().err


PATHS = (
    *(
        "/",
        "/t/{}",
        "/r/{}",
        "/rules/{}",
        "/learn/{}/{}",
        "/page/{}",
        "/example/{}/{}.svg",
        "/language/{}.json",
        "/games/{}.json",
        "/bundle/{}",
    ),
    *("/layout/{}/{}/{}", "/picture/{}.svg", "/symbols/{}.svg", "/theme/{}.css", "/statistics", "/{}"),
    *("/api/tables?show={}&before={}", "/api/tables/{}", "/api/tables/{}/record", "/api/tables/{}/replay?{}={}"),
    *("/api/tables/{}/picture.svg?number={}&theme={}", "/api/statistics?game={}&players={}&name={}", "/api/games?{}"),
    *("/api/puzzles/{}", "/api/puzzles/next?game={}&board={}&theme={}&difficulty={}", "/api/tables/{}/mistakes/{}"),
)
words = (
    st.sampled_from(["azul", "pavilion", "azul-2-coloured", "classic", "0", "-1", "1e9", "nan", "%00", "%ff", "..", "["])
    | st.text("abc019%./\\-_~!$&'()*+,;=:@[]{}\"<>^`|", max_size=30)
    | st.integers(1, 5000).map(lambda n: "y" * n)
)
names = st.sampled_from(
    ["Origin", "Cookie", "Accept-Language", "Accept-Encoding", "If-None-Match", "Authorization", "Content-Type", "Range",
     "X-Forwarded-For", "X-Forwarded-Proto", "Expect", "TE", "Upgrade"]
)  # fmt: skip
values = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=60) | words


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    path=st.sampled_from(PATHS),
    filled=st.lists(words, min_size=3, max_size=3),
    headers=st.lists(st.tuples(names, values), max_size=3),
    method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "OPTIONS", "BREW"]),
    body=st.binary(max_size=50),
)
def test_any_request(
    server: Process, path: str, filled: list[str], headers: list[tuple[str, str]], method: str, body: bytes
) -> None:
    target = re.sub(r"\{\}", lambda _: filled.pop() if filled else "", path)
    target = "".join(letter if "!" <= letter <= "~" else "%20" for letter in target)
    assert ask(server, target, *headers, method=method, body=body) < 500
    assert logged(server, "bug", "task_failed") == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["azul", "me", "open"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["game", "seats", "name", "kind", "level", "clock", "public", "players", "seconds", "move", "number"]),
        inner, max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    path=st.sampled_from(["/api/tables", "/api/tables/{}/seats", "/api/tables/{}/moves", "/api/records", "/api/positions"]),
    value=json_values | st.fixed_dictionaries({"game": json_values, "seats": json_values, "name": json_values}),
)
def test_any_json(server: Process, path: str, value: Any) -> None:
    body = json.dumps(value).encode()
    assert ask(server, path.format("abcdefghjkmn"), ("Content-Type", "application/json"), method="POST", body=body) < 500
    assert logged(server, "bug", "task_failed") == []


def test_deep_json(server: Process) -> None:
    for body in (b"[" * 60_000, b'{"game":' * 7000 + b"1" + b"}" * 7000, b'{"seats":[' + b"{}," * 20_000 + b"{}]}"):
        assert ask(server, "/api/tables", ("Content-Type", "application/json"), method="POST", body=body) == 400
    assert logged(server, "bug") == []


def test_texts_are_never_part_of_a_statement(named: Process) -> None:
    evil = "'; DROP TABLE tables; --"
    ana = named.player("Robert" + evil[:20])
    table = ana.create(ME, BOT, public=True)
    path = evil.replace(" ", "%20")
    for one in (f"/api/tables?show={path}", f"/api/tables/{path}", f"/api/statistics?game=azul&name={path}"):
        assert ask(named, one) in (200, 400, 404)
    assert ask(named, f"/api/tables/{table}") == 200
    assert logged(named, "bug") == []


def test_errors_do_not_contain_the_password(capsys: pytest.CaptureFixture[str]) -> None:
    from azulejos.cli import main

    assert main(["db", "check", "postgresql://ana:verysecret@127.0.0.1:1/none"]) == 1
    said = capsys.readouterr()
    assert "can't be reached" in said.err
    assert "verysecret" not in said.err + said.out
