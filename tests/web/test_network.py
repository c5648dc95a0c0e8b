"""Clients that keep the network waiting: half a request, output that nobody reads, too many connections.

With `AZULEJOS_PROGRAM=../other/.venv/bin/azulejos`, the tests with a separate server test another version.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import h11
import pytest
from websockets.frames import Opcode
from websockets.server import ServerProtocol

from azulejos import Azul
from azulejos.session import Session
from azulejos.web.config import Config
from azulejos.web.intake import Intake
from azulejos.web.limits import UNLIMITED, Limits, Rate
from azulejos.web.links import Link
from azulejos.web.log import MOST_LINES, PERIOD, Throttle
from azulejos.web.protocol import HttpProtocol
from tests.web.live import BOT, ME, PATIENCE, PROGRAM, Process, Running, running

GIVE_UP = 60.0  # seconds: three times as long as the longest deadline
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
SHORT = Limits(request_seconds=0.3, idle_seconds=1)


OPENED: list[socket.socket] = []


@pytest.fixture(autouse=True)
def closed_in_the_end() -> Iterator[None]:
    yield
    for line in OPENED:
        line.close()
    OPENED.clear()


@contextlib.contextmanager
def separate(file: Path, *options: str) -> Iterator[Process]:
    server = Process(file, "--workers", "1", *options)
    try:
        yield server
    finally:
        server.end(signal.SIGKILL)


def raw(server: Running, data: bytes = b"", buffer: int | None = None) -> socket.socket:
    """A connection on which this was sent; `buffer` is the size of its receive buffer."""
    line = socket.socket()
    OPENED.append(line)
    if buffer is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    line.connect(("127.0.0.1", server.port))
    line.sendall(data)
    return line


def is_closed(line: socket.socket) -> bool:
    """Whether the server has closed a connection: seen without reading what it has sent, as the system counts connections."""
    state = struct.unpack("B", line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1))[0]
    return int(state) != 1  # TCP_ESTABLISHED


def wait(happened: Callable[[], bool], seconds: float = GIVE_UP) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.02)


def received(line: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    line.settimeout(PATIENCE)
    found = b""
    with contextlib.suppress(ConnectionError):
        while data := line.recv(100_000):
            found += data
    return found


def status(line: socket.socket) -> int:
    found = re.match(rb"HTTP/1.1 ([0-9]{3})", received(line))
    return int(found[1]) if found else 0


def memory(server: Process) -> int:
    """The megabytes of a server."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.process.pid}/status").read_text())
    assert found is not None
    return int(found[1]) // 1024


def long_game(rounds: int = 150) -> str:
    """A record of a game in which everything falls to the floor, so that it does not end before its last round."""
    table = Session(Azul(players=2, round_limit=rounds), seed=5, names=("Ana", "Rui"))
    while table.state.outcome is None:
        table.play(next(move for move in table.state.legal_moves if move.action["line"] == 0))
    return table.record().text


# -- with the deadlines of a real server


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="asks Linux about connections")
def test_half_sent_requests_do_not_last_and_do_not_keep_others_out(file: Path) -> None:
    """1,200 of them, on a server that could open 1,000 files: others are answered, and the log stays short."""
    command = ["sh", "-c", 'ulimit -Sn 1000; exec "$@"', "sh", *PROGRAM]
    server = Process(file, "--workers", "1", program=command)
    try:
        lines = [raw(server, HALF) for _ in range(1200)]
        assert server.ask("GET", "/healthz").status_code == 200
        server.errors.seek(0, os.SEEK_END)
        assert server.errors.tell() < 100_000
        wait(lambda: all(map(is_closed, lines)), GIVE_UP)
    finally:
        server.end(signal.SIGKILL)


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="asks Linux about connections")
def test_unread_answers_are_cut_off(file: Path) -> None:
    with separate(file) as server:
        line = raw(server, b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 30, buffer=1024)
        wait(lambda: is_closed(line), GIVE_UP)


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="asks Linux about connections")
def test_sockets_that_are_not_read_cost_little_and_are_cut_off(file: Path) -> None:
    """A server that shows all of a long game sends more than the buffers of the system can hold."""
    with separate(file) as server:
        table = server.post("/api/records", content=long_game()).json()["table"]
        path = f"/api/tables/{table}/socket?view=scene"
        request = (
            f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        first = raw(server, request, buffer=1024)
        wait(lambda: server.get("/healthz").json()["sockets"] == 1)
        before = memory(server)
        lines = [raw(server, request, buffer=1024) for _ in range(90)]
        wait(lambda: server.get("/healthz").json()["sockets"] == 91)
        assert memory(server) < before + 20  # MB
        wait(lambda: all(map(is_closed, [first, *lines])), GIVE_UP)


# -- with short deadlines, in this process


@pytest.mark.parametrize(
    "sent",
    [
        b"G",
        HALF,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
        b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    ],
)
def test_an_incomplete_request_is_answered_with_a_timeout(file: Path, sent: bytes) -> None:
    with running(Config(file, limits=SHORT)) as server:
        assert status(raw(server, sent)) == 408


def test_a_request_that_trickles_in_is_cut_off_too(file: Path) -> None:
    with running(Config(file, limits=SHORT)) as server:
        line = raw(server, HALF)
        deadline = time.monotonic() + PATIENCE
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < deadline:
                line.sendall(b"X-Drop: 1\r\n")
                time.sleep(0.01)
        assert time.monotonic() < deadline


def test_the_next_request_on_a_connection_has_a_deadline_as_well(file: Path) -> None:
    with running(Config(file, limits=SHORT)) as server:
        answers = received(raw(server, GET + HALF))
        assert re.findall(rb"HTTP/1.1 (\d+)", answers) == [b"200", b"408"]


@pytest.mark.parametrize("sent", [b"", GET])
def test_an_idle_connection_is_closed(file: Path, sent: bytes) -> None:
    with running(Config(file, limits=SHORT)) as server:
        assert received(raw(server, sent)).count(b"HTTP/1.1") == (1 if sent else 0)


def test_a_connection_may_be_idle_for_longer_than_a_request_may_take(file: Path) -> None:
    with running(Config(file, limits=Limits(request_seconds=0.3))) as server:
        line = raw(server, GET)
        assert status(raw(server, HALF)) == 408  # by now, the request would have been too slow
        line.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert received(line).count(b"HTTP/1.1 200") == 2


def test_a_connection_is_not_idle_while_its_input_waits_for_its_turn(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    timers = []
    receive = Intake.receive

    def look(self: Intake, link: Link, data: bytes) -> None:
        protocol = link.get_protocol()
        assert isinstance(protocol, HttpProtocol)
        timers.append(protocol.timeout_keep_alive_task)
        receive(self, link, data)

    monkeypatch.setattr(Intake, "receive", look)
    with running(Config(file)) as server:
        line = raw(server, GET)
        for _ in range(3):
            answer = b""
            while not answer.endswith(b"}"):
                answer += line.recv(1000)
            line.sendall(GET)
    assert timers
    assert not any(timers)


def test_an_idle_connection_makes_room_first(file: Path) -> None:
    with running(Config(file, limits=Limits(links_altogether=5))) as server:
        begun = [raw(server, HALF) for _ in range(4)]
        idle = raw(server, GET)
        assert b"200" in idle.recv(1000)
        begun.append(raw(server, HALF))
        wait(lambda: is_closed(idle))
        assert not any(map(is_closed, begun))


def test_a_socket_may_be_idle(file: Path) -> None:
    with running(Config(file, limits=SHORT)) as server:
        ana = server.player()
        with ana.socket(ana.create(ME, BOT)) as line:
            assert status(raw(server, HALF)) == 408  # later than the socket would have been closed
            line.say(ping=1)
            assert line.until("pong")["pong"] == 1


def test_a_response_may_take_longer_than_a_request(file: Path) -> None:
    """Everything of the body is read within the deadline; the last part of the answer comes after it."""
    with running(Config(file, limits=SHORT, patience=PATIENCE)) as server:
        line = raw(server, b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", buffer=1024)
        assert status(raw(server, HALF)) == 408
        assert received(line).endswith(b"}")


def test_an_address_has_a_number_of_connections(file: Path) -> None:
    with running(Config(file, limits=Limits(links=5), proxies="192.0.2.1")) as server:
        lines = [raw(server) for _ in range(5)]
        assert status(raw(server, HALF)) == 429
        lines.pop().close()
        wait(lambda: status(raw(server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) == 200)
        assert not any(map(is_closed, lines))


def test_a_proxy_may_have_any_number_of_connections_if_it_forwards_requests(file: Path) -> None:
    with running(Config(file, limits=Limits(links=5))) as server:
        forwarded = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n"
        proxied = [raw(server, forwarded) for _ in range(20)]
        own = [raw(server, HALF) for _ in range(20)]
        wait(lambda: sum(map(is_closed, own)) == 15)
        assert not any(map(is_closed, proxied))


def test_the_connection_that_has_waited_longest_makes_room(file: Path) -> None:
    with running(Config(file, limits=Limits(links_altogether=10))) as server:
        lines = [raw(server, HALF) for _ in range(30)]
        wait(lambda: sum(map(is_closed, lines)) == 20)
        assert all(map(is_closed, lines[:20]))
        assert server.get("/healthz").status_code == 200


def test_an_address_can_leave_only_so_much_unread(file: Path) -> None:
    with running(Config(file, limits=Limits(unread=1_000_000), patience=PATIENCE)) as server:
        request = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5
        size = len(server.get("/openapi.json", headers={"Accept-Encoding": "identity"}).content)
        lines = [raw(server, request, buffer=1024) for _ in range(60)]
        assert 60 * size > 2_000_000
        wait(lambda: sum(map(is_closed, lines)) > 0)
        assert server.get("/healthz").status_code == 200


def test_pings_that_are_not_read_are_not_answered_without_end(file: Path) -> None:
    with running(Config(file, patience=0.3)) as server:
        ana = server.player()
        with ana.socket(ana.create(ME, BOT)) as line:
            ping = bytes([0x80 | Opcode.PING, 0x80]) + bytes(4)
            with contextlib.suppress(OSError):
                for _ in range(10_000):
                    line.connection.socket.sendall(ping * 10)
            wait(lambda: server.get("/healthz").json()["sockets"] == 0)


@pytest.mark.parametrize("kind", ["pings", "empty parts", "messages", "binary messages"])
def test_a_flood_of_frames_ends_the_connection(file: Path, kind: str) -> None:
    frames = {
        "pings": bytes([0x80 | Opcode.PING, 0x80]) + bytes(4),
        "empty parts": bytes([Opcode.CONT, 0x80]) + bytes(4),
        "messages": bytes([0x80 | Opcode.TEXT, 0x80 | 2]) + bytes(4) + b"{}",
        "binary messages": bytes([0x80 | Opcode.BINARY, 0x80]) + bytes(4),
    }
    with running(Config(file)) as server:
        ana = server.player()
        with ana.socket(ana.create(ME, BOT)) as line:
            if kind == "empty parts":
                line.connection.socket.sendall(bytes([Opcode.TEXT, 0x80]) + bytes(4))
            with contextlib.suppress(OSError):
                for _ in range(100):
                    line.connection.socket.sendall(frames[kind] * 100)
            wait(lambda: server.get("/healthz").json()["sockets"] == 0)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of everything that is parsed as HTTP or as frames."""
    sizes: list[int] = []

    def noting(parse: Callable[[Any, bytes], None]) -> Callable[[Any, bytes], None]:
        def receive_data(self: Any, data: bytes) -> None:
            sizes.append(len(data))
            parse(self, data)

        return receive_data

    for kind in (h11.Connection, ServerProtocol):
        monkeypatch.setattr(kind, "receive_data", noting(kind.receive_data))
    return sizes


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"a:b\r\n"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ", b"x"),
        (b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    ],
)
def test_a_request_that_is_long_to_parse_is_refused_early(file: Path, parsed: list[int], head: bytes, body: bytes) -> None:
    """The system may deliver a quarter of a megabyte at once: that many headers or chunks would take a quarter of a second."""
    with running(Config(file)) as server:
        line = raw(server)
        with contextlib.suppress(OSError):
            line.sendall(head + body * (500_000 // len(body)))
        assert status(line) in (0, 400)
        assert sum(parsed) < 25_000


def test_frames_that_are_long_to_parse_end_the_connection_early(file: Path, parsed: list[int]) -> None:
    with running(Config(file)) as server:
        ana = server.player()
        with ana.socket(ana.create(ME, BOT)) as line:
            parsed.clear()
            with contextlib.suppress(OSError):
                line.connection.socket.sendall((bytes([0x80 | Opcode.PING, 0x80]) + bytes(4)) * 80_000)
            wait(lambda: server.get("/healthz").json()["sockets"] == 0)
            assert 1200 < sum(parsed) < 25_000


def test_small_parts_of_a_body_are_fine_if_they_are_few(file: Path) -> None:
    with running(Config(file)) as server:
        small = [bytes([byte]) for byte in b'{"text": "azul"}']
        answer = server.post("/api/positions", content=iter(small), headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["error"]["code"]) != (400, "not_json")
        record = long_game(20).encode()
        parts = (record[start : start + 100] for start in range(0, len(record), 100))
        assert server.post("/api/records", content=parts).status_code == 201


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="asks Linux about connections")
def test_what_a_client_sends_ahead_is_limited(file: Path, parsed: list[int]) -> None:
    """While it waits for an answer: here for a refusal, which takes a second."""
    request = GET
    with running(Config(file, limits=Limits(requests=Rate(0, 1)))) as server:
        assert status(raw(server, request + b"x" * 20_000)) == 429
        parsed.clear()
        line = raw(server, request)
        with contextlib.suppress(OSError):
            line.sendall(b"x" * 500_000)
        wait(lambda: is_closed(line))
        assert sum(parsed) < 100_000


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="asks Linux about connections")
def test_bodies_that_are_not_complete_have_a_limit_together(file: Path) -> None:
    head = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n"
    with running(Config(file, limits=Limits(receiving=300_000))) as server:
        lines = [raw(server, head + b"x" * 190_000) for _ in range(3)]
        wait(lambda: sum(map(is_closed, lines)) == 2)
        for line in lines:
            line.close()
        record = long_game(20)
        wait(lambda: server.post("/api/records", content=record).status_code == 201)


def test_a_refused_handshake_is_no_error(file: Path) -> None:
    with separate(file) as server:
        request = b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        request += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        assert status(raw(server, request)) == 404
        assert server.get("/healthz").status_code == 200
        server.errors.seek(0)
        assert b"ERROR" not in server.errors.read()


def test_compressed_frames_are_refused(file: Path) -> None:
    """The server does not offer compression, so a small frame can't become a large one."""
    with running(Config(file)) as server:
        ana = server.player()
        with ana.socket(ana.create(ME, BOT), compression="deflate") as line:
            assert line.connection.protocol.extensions == []
            line.connection.socket.sendall(bytes([0xC0 | Opcode.TEXT, 0x80 | 2]) + bytes(4) + b"\x00\x00")
            assert line.closed() == 1002


@pytest.mark.parametrize("size", [7000, 9000, 100_000])
def test_a_handshake_with_large_headers_is_refused_at_once(file: Path, size: int) -> None:
    request = b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    request += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    with running(Config(file)) as server:
        line = raw(server)
        with contextlib.suppress(OSError):
            line.sendall(request + b"X-Large: " + b"x" * size + b"\r\n\r\n")
        assert status(line) in (0, 400, 404, 431)
        assert server.get("/healthz").json()["sockets"] == 0


def test_junk_is_refused_after_a_while(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a client can't send it again at once."""
    monkeypatch.setattr("azulejos.web.protocol.REFUSED_AFTER", 2 * PATIENCE)
    with running(Config(file)) as server:
        line = raw(server, b"\x00" * 100)
        line.setblocking(False)
        for _ in range(5):
            assert server.get("/healthz").status_code == 200
        with pytest.raises(BlockingIOError):
            line.recv(100)


def test_refused_requests_use_up_a_budget_as_well(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.web.budgets.MOST_WAITING", 0)
    with running(Config(file, limits=Limits(service=Rate(0.005, 0.0001)))) as server:
        request = b"GET / HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n"
        assert status(raw(server, request)) == 400
        wait(lambda: status(raw(server, request)) == 429)


def test_junk_after_a_request(file: Path) -> None:
    with running(Config(file)) as server:
        for junk in (b"\x00" * 100, b"GET\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"):
            found = received(raw(server, GET + junk))
            assert found.startswith((b"HTTP/1.1 200", b"HTTP/1.1 400")) or not found


def test_pipelined_requests_are_all_answered(file: Path) -> None:
    with running(Config(file, limits=UNLIMITED)) as server:
        one = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n%b\r\n"
        found = received(raw(server, one % b"" * 500 + one % b"Connection: close\r\n"))
        assert found.count(b"HTTP/1.1 200") == 501


def test_the_server_says_which_limits_are_in_force(file: Path) -> None:
    resource = pytest.importorskip("resource")
    with separate(file) as server:
        server.errors.seek(0)
        [line] = [one for one in server.errors.read().decode().splitlines() if '"limits"' in one]
        assert '"request_seconds":15.0' in line
        assert '"unread_seconds":20.0' in line
        assert f'"files":{resource.getrlimit(resource.RLIMIT_NOFILE)[1]}' in line


def test_repeated_log_lines_are_counted() -> None:
    throttle = Throttle()
    assert throttle.left_out(PERIOD) == {}
    assert [throttle.passes("a") for _ in range(MOST_LINES + 5)] == [True] * MOST_LINES + [False] * 5
    assert throttle.passes("b")
    assert throttle.left_out(PERIOD + 1) == {}
    assert throttle.left_out(2 * PERIOD) == {"a": 5}
    assert throttle.passes("a")


def test_many_clients_of_an_address_share_its_limit_by_network() -> None:
    from azulejos.web.owner import network_of

    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::1") != network_of("2001:db8:1:3::4")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("fe80::1%eth0") == network_of("fe80::2")
