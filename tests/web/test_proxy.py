"""Behind a proxy: nginx with our own configuration, TLS, and the client addresses that it forwards."""

from __future__ import annotations

import contextlib
import random
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from azulejos.web.config import Config
from azulejos.web.limits import Limits, Rate
from tests.needs import needs
from tests.web.live import BOT, ME, PATIENCE, Line, Running, running

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
FEW = Limits(creations=Rate(2, 0.0001))
TABLE = {"game": {"game": "azul"}, "seats": [ME, BOT], "name": "Ana"}


def create(server: Running, forwarded: str) -> int:
    headers = {"X-Forwarded-For": forwarded}
    return server.post("/api/tables", json=TABLE, headers=headers).status_code


def test_limits_use_the_address_that_a_trusted_proxy_forwards(file: Path) -> None:
    with running(Config(file, limits=FEW, proxies="127.0.0.1")) as server:
        assert [create(server, "192.0.2.1") for _ in range(3)] == [201, 201, 429]
        assert create(server, "192.0.2.2") == 201


def test_forwarding_headers_of_untrusted_clients_are_ignored(file: Path) -> None:
    with running(Config(file, limits=FEW, proxies="192.0.2.9")) as server:
        assert [create(server, f"192.0.2.{i}") for i in range(3)] == [201, 201, 429]


def free_port() -> int:
    """Return a port that is free and stays free: no connection gets one of these by itself."""
    for port in random.sample(range(20_000, 30_000), 100):
        with contextlib.suppress(OSError), socket.socket() as found:
            found.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


@contextlib.contextmanager
def nginx(folder: Path, server: Running) -> Iterator[int]:
    """nginx with `deploy/nginx.conf`, but other ports and its own certificate; yields the port for TLS."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *files, *subject], check=True, capture_output=True
    )
    tls, plain = free_port(), free_port()
    ours = CONFIGURATION.read_text()
    for pattern, replacement in (
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{server.port};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{tls} ssl;"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("azulejos.example", "localhost"),
        ("/etc/ssl/azulejos/fullchain.pem", str(certificate)),
        ("/etc/ssl/azulejos/privkey.pem", str(key)),
    ):
        assert pattern in ours
        ours = ours.replace(pattern, replacement)
    temporary = "".join(f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = f"pid {folder}/pid; error_log {folder}/errors; events {{}} http {{ access_log off; {temporary}\n{ours}\n}}"
    (folder / "nginx.conf").write_text(whole)
    command = ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "errors"), "-g", "daemon off;"]
    process = subprocess.Popen(command)
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", tls), 1).close()
                break
            assert process.poll() is None, (folder / "errors").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield tls
    finally:
        process.terminate()
        process.wait(PATIENCE)


@needs("nginx")
def test_nginx_with_tls(file: Path, tmp_path: Path) -> None:
    with running(Config(file)) as server, nginx(tmp_path, server) as port:
        trusting = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
        with httpx.Client(base_url=f"https://localhost:{port}", verify=trusting, timeout=PATIENCE) as browser:
            page = browser.get("/")
            assert page.status_code == 200
            assert "Strict-Transport-Security" in page.headers
            own = {"Origin": f"https://localhost:{port}"}
            made = browser.post("/api/tables", json=TABLE, headers=own)
            assert made.status_code == 201
            assert re.search(r"; Secure\b", made.headers["set-cookie"], re.I)
            assert browser.post("/api/tables", json=TABLE, headers={"Origin": "https://evil.example"}).status_code == 403
            assert browser.get("/metrics").status_code == 403
            cookie = f"azulejos={browser.cookies['azulejos']}"
        address = f"wss://localhost:{port}/api/tables/{made.json()['table']}/socket"
        options: Any = {"additional_headers": {"Cookie": cookie}, "origin": own["Origin"], "open_timeout": PATIENCE}
        with connect(address, ssl=trusting, **options) as connection:
            line = Line(connection)
            assert line.play()["type"] == "ok"
            assert line.my_turn() is not None


def test_metrics(server: Running) -> None:
    ana = server.player()
    with ana.socket(ana.create(ME, BOT)) as line:
        line.play()
        line.my_turn()
        text = ana.ask("GET", "/metrics").text
    found = dict(one.rsplit(" ", 1) for one in text.splitlines() if not one.startswith("#"))
    assert float(found["azulejos_sockets"]) >= 1
    assert float(found["azulejos_entries_total"]) >= 2
    assert float(found['azulejos_requests_total{status="201"}']) >= 1
    assert float(found["azulejos_bot_moves_total"]) >= 1
    assert float(found["process_resident_memory_bytes"]) > 1e6
