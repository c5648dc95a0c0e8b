"""`azulejos serve` as people start it."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import webbrowser
from pathlib import Path
from typing import Any

import pytest

from azulejos.cli import main
from azulejos.cli.serve import USUAL_PORT, data_folder
from azulejos.core.contract import Problem
from azulejos.web.server import Server, listen
from tests.needs import not_here
from tests.web.live import BOT, PATIENCE, Process, children


def test_serve_prints_its_address_and_how_to_stop(db: Path) -> None:
    server = Process(db)
    assert (
        server.greeting
        == f"Open http://localhost:{server.port}/ in your browser. Ctrl-C stops the server; all games are saved.\n"
    )
    assert server.player().get("/healthz")["status"] == "ok"
    assert server.end(signal.SIGINT) == 0


@not_here(sys.platform != "linux", "looks for processes in /proc")
def test_bots_think_in_the_requested_number_of_processes(file: Path) -> None:
    server = Process(file, "--workers", "2")
    ana = server.player()
    tables = [ana.create(BOT, BOT) for _ in range(6)]
    while {ana.look(table)["status"] for table in tables} != {"finished"}:  # bots play while someone looks
        time.sleep(0.05)
    started = children(server.process.pid)
    assert sum(b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes() for child in started) == 2
    assert server.end(signal.SIGTERM) == 0


def test_zero_workers_are_refused(tmp_path: Path) -> None:
    done = run("--workers", "0", "--db", str(tmp_path / "x.db"))
    assert done.returncode == 2
    assert "'--workers': 0 is not in the range x>=1" in done.stderr


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "azulejos", "serve", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_a_requested_port_in_use_prints_one_line(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0, search=False) as taken:
        port = taken.getsockname()[1]
        done = run("--port", str(port), "--db", str(tmp_path / "x.db"))
    assert done.returncode == 1
    assert f"azulejos: 127.0.0.1:{port} can't be used: Address already in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_by_default_the_next_free_port_is_used() -> None:
    with listen("127.0.0.1", 0, search=False) as taken:
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port, search=True) as found:
            assert found.getsockname()[1] > port
        with pytest.raises(Problem, match="can't be used"):
            listen("127.0.0.1", port, search=False)


def test_an_invalid_database_file_prints_one_line(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("hello " * 500)
    done = run("--port", "0", "--db", str(tmp_path / "x.db"))
    assert done.returncode == 1
    assert "not a database" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("platform", "variable", "expected"),
    [
        ("linux", "XDG_DATA_HOME", "azulejos"),
        ("linux", None, ".local/share/azulejos"),
        ("darwin", None, "Library/Application Support/azulejos"),
        ("win32", "LOCALAPPDATA", "azulejos"),
        ("win32", None, "AppData/Local/azulejos"),
    ],
)
def test_tables_are_kept_with_the_users_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, variable: str | None, expected: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, str(tmp_path))
    assert data_folder() == tmp_path / expected


def test_the_browser_is_opened_when_everything_is_ready(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)

    def run_shortly(server: Server, sockets: list[socket.socket]) -> Any:
        server.ready()

    monkeypatch.setattr(Server, "run", run_shortly)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["serve", "--open", "--host", "127.0.0.1"]) == 0
    [address] = opened
    assert int(address.rstrip("/").rpartition(":")[2]) >= USUAL_PORT
    assert address in capsys.readouterr().out
    assert (tmp_path / "azulejos" / "tables.db").exists()
