"""A damaged table is only a damaged table: it is named everywhere, and everything else goes on.

With `AZULEJOS_PROGRAM=../other/.venv/bin/azulejos`, the tests test another version of the program.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from azulejos.bench.games import many
from azulejos.cli import main
from azulejos.web.postgres import Session
from tests.web.live import BOT, ME, PATIENCE, PROGRAM, Player, Process

FINISHED = 6
BAD, GOOD = "g00000000001", "g00000000002"  # both are public

DAMAGES = {
    "an entry that can't be read": 'UPDATE entries SET entry = \'{"at":\' WHERE "table" = ? AND number = 3',
    "an entry of another kind": "UPDATE entries SET entry = '[]' WHERE \"table\" = ? AND number = 3",
    "an impossible move": (
        'UPDATE entries SET entry = \'{"at": 1, "action": {"type": "take", "source": 99}}\' WHERE "table" = ? AND number = 3'
    ),
    "a seat that does not exist": (
        'UPDATE entries SET entry = \'{"at": 1, "rename": {"seat": -1, "name": "x"}}\' WHERE "table" = ? AND number = 3'
    ),
    "clocks of other seats": (
        'UPDATE entries SET entry = \'{"at": 1, "undo": {"seat": 0, "to": 1, "left": []}}\' WHERE "table" = ? AND number = 3'
    ),
    "no setup": 'DELETE FROM entries WHERE "table" = ? AND number = 1',
    "a missing entry": 'DELETE FROM entries WHERE "table" = ? AND number = 4',
    "no log": 'DELETE FROM entries WHERE "table" = ?',
    "a game that does not exist": 'UPDATE entries SET entry = replace(entry, \'"game":{\', \'"game":{"no":1,\') WHERE '
    '"table" = ? AND number = 1',
}
"""What can't be repaired."""
DERIVED = {
    "a summary that can't be read": "UPDATE tables SET summary = '{' WHERE \"table\" = ?",
    "a summary of another table": 'UPDATE tables SET summary = replace(summary, \'"round":\', \'"round":1\') WHERE "table" = ?',
    "a wrong status": "UPDATE tables SET status = 'asleep' WHERE \"table\" = ?",
    "a wrong time": 'UPDATE tables SET updated = 7 WHERE "table" = ?',
    "no row": 'DELETE FROM tables WHERE "table" = ?',
    "no owners": 'DELETE FROM owners WHERE "table" = ?',
    "a wrong score": 'UPDATE results SET score = 7777 WHERE "table" = ?',
    "a wrong rank": 'UPDATE results SET rank = 3 WHERE "table" = ? AND seat = 0',
}
"""What can."""
OF_A_FILE = {
    "bytes that are not text": "UPDATE entries SET entry = CAST(x'ff00fe' AS TEXT) WHERE \"table\" = ? AND number = 3",
    "a number for text": 'UPDATE entries SET entry = 17 WHERE "table" = ? AND number = 3',
}
"""What only SQLite can store."""


def azulejos(*args: object, code: int = 0) -> str:
    """The output of `azulejos db`, which ends with this exit code."""
    found, output = run("db", *args)
    assert found == code, output
    return output


def run(*args: object) -> tuple[int, str]:
    """The exit code and the output of a command: in this process, which is faster, unless another program is tested."""
    if "AZULEJOS_PROGRAM" in os.environ:
        done = subprocess.run([*PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stdout + done.stderr
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        return main([*map(str, args)]), output.getvalue()


def change(db: Path | str, *statements: str, values: Sequence[Any] = ()) -> list[Any]:
    """Execute statements directly in the database; return the rows of the last."""
    connection: Any = Session(db) if isinstance(db, str) else sqlite3.connect(db, isolation_level=None)
    rows: list[Any] = []
    try:
        for statement in statements:
            found = connection.execute(statement, values)
            rows = found.fetchall() if found.description else []
    finally:
        connection.close()
    return rows


@pytest.fixture
def games(db: Path | str, tmp_path: Path) -> Path | str:
    """A store with finished games."""
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"".join(many(FINISHED)))
    azulejos("import", file, db)
    return db


@contextlib.contextmanager
def serving(db: Path | str) -> Iterator[Process]:
    server = Process(db, "--workers", "1")
    try:
        yield server
    finally:
        server.end(signal.SIGKILL)


def logged(server: Process, what: str) -> list[Any]:
    server.errors.seek(0)
    lines = [json.loads(line) for line in server.errors.read().decode().splitlines() if line.startswith("{")]
    return [line for line in lines if line["what"] == what]


def gauge(server: Process, name: str) -> float:
    text = server.get("/metrics").text
    return float(next(line.split()[1] for line in text.splitlines() if line.startswith(f"{name} ")))


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_log(games: Path | str, tmp_path: Path, what: str) -> None:
    change(games, DAMAGES[what], values=[BAD])
    check(games, tmp_path)


@pytest.mark.parametrize("what", OF_A_FILE)
def test_a_log_that_only_a_file_can_have(file: Path, tmp_path: Path, what: str) -> None:
    source = tmp_path / "games.jsonl"
    source.write_bytes(b"".join(many(FINISHED)))
    azulejos("import", source, file)
    change(file, OF_A_FILE[what], values=[BAD])
    check(file, tmp_path)


def check(db: Path | str, tmp_path: Path) -> None:
    """The commands name the damaged table and save the others; a repair sets it aside as it was."""
    assert BAD in azulejos("check", db, code=1)
    out = tmp_path / "out.jsonl"
    assert BAD in azulejos("export", db, out, code=1)
    assert [json.loads(line)["table"] for line in out.read_text().splitlines()] == [
        f"g{n:011d}" for n in range(FINISHED) if n != 1
    ]
    before = change(db, 'SELECT count(*) FROM entries WHERE "table" = ?', values=[BAD])[0][0]
    assert BAD in azulejos("repair", db)
    assert f"{FINISHED - 1} tables are valid" in azulejos("check", db)
    kept = change(db, 'SELECT "from", count(*) FROM quarantine WHERE "table" = ? GROUP BY "from"', values=[BAD])
    assert dict(kept).get("entries", 0) == before
    assert dict(kept)["tables"] == 1
    assert "0 set aside" in azulejos("repair", db)


@pytest.mark.parametrize("what", DERIVED)
def test_what_is_derived_is_rebuilt(games: Path | str, tmp_path: Path, what: str) -> None:
    everything = (
        'SELECT * FROM tables ORDER BY "table"',
        "SELECT * FROM results ORDER BY 1, 2",
        "SELECT * FROM totals ORDER BY 1, 2, 3, 4",
    )
    before = [change(games, one) for one in everything]
    change(games, DERIVED[what], values=[BAD])
    assert BAD in azulejos("check", games, code=1)
    azulejos("export", games, tmp_path / "out.jsonl")
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == FINISHED
    assert "0 set aside" in azulejos("repair", games)
    assert [change(games, one) for one in everything] == before
    assert f"{FINISHED} tables are valid" in azulejos("check", games)


def test_the_statistics_are_rebuilt(games: Path | str) -> None:
    query = "SELECT * FROM totals ORDER BY 1, 2, 3, 4"
    before = change(games, query)
    change(games, "UPDATE totals SET n = n + 1 WHERE what = 'seats'", "DELETE FROM totals WHERE what = 'points'")
    assert "statistics" in azulejos("check", games, code=1)
    azulejos("repair", games)
    assert change(games, query) == before


def test_an_analysis_that_cannot_be_read_is_set_aside(games: Path | str) -> None:
    change(games, "INSERT INTO analyses VALUES (?, '{')", values=[GOOD])
    assert GOOD in azulejos("check", games, code=1)
    azulejos("repair", games)
    assert f"{FINISHED} tables are valid" in azulejos("check", games)
    assert change(games, 'SELECT "from", "row" FROM quarantine') == [("analyses", '{"analysis":"{"}')]


def test_rows_of_tables_that_do_not_exist_are_set_aside(games: Path | str) -> None:
    change(games, "INSERT INTO owners VALUES ('somebody', 'nowhere')")
    assert "nowhere" in azulejos("check", games, code=1)
    azulejos("repair", games)
    assert f"{FINISHED} tables are valid" in azulejos("check", games)


@pytest.mark.parametrize("number", [1, 2])
def test_the_server_goes_on_without_a_damaged_table(db: Path | str, number: int) -> None:
    """A table where a bot is to move has lost its setup, or an entry: it is loaded when the server starts."""
    with serving(db) as server:
        ana = server.player()
        lost, other = ana.create(ME, BOT, public=True), ana.create(ME, BOT, public=True)
    change(db, 'UPDATE tables SET due = true WHERE "table" = ?', values=[lost])
    if number == 1:
        change(db, 'DELETE FROM entries WHERE "table" = ? AND number = 1', values=[lost])
    else:
        change(db, "UPDATE entries SET entry = 'x' WHERE \"table\" = ? AND number = 2", values=[lost])
    with serving(db) as server:
        ana = Player(server, "Ana", ana.token)
        with ana.socket(other) as line:
            assert line.play()["type"] == "ok"
        answer = ana.ask("GET", f"/api/tables/{lost}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (410, "damaged")
        listed = ana.get("/api/tables?show=running")
        assert ([one["table"] for one in listed["tables"]], listed["damaged"]) == ([other], 1)
        assert len(ana.get("/api/tables?show=mine")["tables"]) == 1
        assert gauge(server, "azulejos_damaged_tables") == 1
        assert [line["table"] for line in logged(server, "damaged")] == [lost]
        assert logged(server, "bug") == []
        for path in ("record", "record.json", "qr.svg", "replay", "picture.svg", "analysis"):
            assert ana.ask("GET", f"/api/tables/{lost}/{path}").status_code == 410


def test_the_lobby_goes_on_without_a_damaged_summary(games: Path | str) -> None:
    change(games, "UPDATE tables SET summary = '{' WHERE \"table\" = ?", values=[BAD])
    with serving(games) as server:
        listed = server.get("/api/tables?show=finished").json()
        tables = [one["table"] for one in listed["tables"]]
        assert BAD not in tables
        assert GOOD in tables
        assert listed["damaged"] == 1
        assert [line["table"] for line in logged(server, "damaged")] == [BAD]
        assert server.get(f"/api/tables/{BAD}").status_code == 200  # its game is all right


DAMAGED_STATISTICS = (
    "UPDATE results SET score = 'x', name = CAST(x'ff' AS TEXT), at = 'never'",
    "UPDATE totals SET n = 'x' WHERE what = 'seats'",
    "UPDATE totals SET n = 'x'",
    "UPDATE tables SET updated = 'x', due = 'x', public = 'x'",
    "UPDATE tables SET due = 1, status = 'x'",
    "INSERT INTO analyses SELECT \"table\", x'ff' FROM tables",
    "DELETE FROM tables",
    "DELETE FROM results",
    "UPDATE owners SET owner = CAST(x'ff' AS TEXT) || owner",
)


@pytest.mark.parametrize("statement", DAMAGED_STATISTICS)
def test_damage_in_any_column_is_no_bug(file: Path, tmp_path: Path, statement: str) -> None:
    source = tmp_path / "games.jsonl"
    source.write_bytes(b"".join(many(FINISHED)))
    azulejos("import", source, file)
    change(file, statement)
    with serving(file) as server:
        ana = server.player()
        for path in ("/", "/statistics", "/api/tables?show=finished", "/api/tables?show=mine", f"/api/tables/{GOOD}"):
            assert ana.ask("GET", path).status_code == 200, path
        for game in ("azul", "pavilion"):
            assert ana.ask("GET", f"/api/statistics?game={game}").status_code < 500
        assert ana.ask("GET", f"/api/tables/{GOOD}/analysis").status_code < 500
        with ana.socket(ana.create(ME, BOT)) as line:
            assert line.play()["type"] == "ok"
        assert logged(server, "bug") == logged(server, "task_failed") == []


def test_a_truncated_file_is_refused(file: Path, tmp_path: Path) -> None:
    """SQLite reads nothing of it: only its own tool (`sqlite3 tables.db .recover`) can."""
    source = tmp_path / "games.jsonl"
    source.write_bytes(b"".join(many(FINISHED)))
    azulejos("import", source, file)
    whole = file.read_bytes()
    for part in (0.9, 0.5, 0.01):
        short = tmp_path / f"{part}.db"
        short.write_bytes(whole[: int(len(whole) * part) // 4096 * 4096 + 100])
        for command in (("check", short), ("export", short, tmp_path / "out"), ("repair", short)):
            assert "can't be opened as a database" in azulejos(*command, code=1)
        code, output = run("serve", "--port", "0", "--db", short)
        assert code == 1
        assert "can't be opened as a database" in output


@pytest.mark.parametrize("part", [0.3, 0.5, 0.7, 0.9])
def test_overwritten_pages_of_a_file(file: Path, tmp_path: Path, part: float) -> None:
    """What can still be read is saved, and the server goes on with it."""
    source = tmp_path / "games.jsonl"
    source.write_bytes(b"".join(many(40)))
    azulejos("import", source, file)
    with file.open("r+b") as written:
        written.seek(int(file.stat().st_size * part) // 4096 * 4096)
        written.write(b"\xaa" * 8192)
    assert "damaged" in azulejos("check", file, code=1)
    saved = azulejos("export", file, tmp_path / "out", code=1)
    assert "bug" not in saved
    count = len((tmp_path / "out").read_bytes().splitlines())
    assert 0 < count < 40
    assert f"{count} tables read, {count} of them new" in azulejos("import", tmp_path / "out", tmp_path / "new.db")
    assert f"{count} tables are valid" in azulejos("check", tmp_path / "new.db")
    assert "db export" in azulejos("repair", file, code=1)
    with serving(file) as server:
        tables = [f"g{number:011d}" for number in range(40)]
        found = [server.get(f"/api/tables/{table}").status_code for table in tables]
        assert {*found} <= {200, 404, 410}
        assert found.count(200) == count
        assert logged(server, "bug") == []


# -- two servers, and files that are not ours


def test_a_second_server_is_refused(file: Path) -> None:
    with serving(file) as server:
        command = [*PROGRAM, "serve", "--port", "0", "--db", str(file.parent / "." / file.name), "--workers", "1"]
        second = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            assert second.stdout is not None
            assert second.stderr is not None
            assert second.stdout.readline() == ""  # the first server would be greeted by name
            assert "another server is using" in second.stderr.read()
            assert second.wait(PATIENCE) == 1
        finally:
            second.kill()
            second.communicate()
        ana = server.player()
        ana.create(ME, BOT)
        assert "1 table is valid" in azulejos("check", file)
        azulejos("export", file, file.with_name("out"))
    with serving(file) as server:  # the lock has ended with the first server, which was killed
        assert server.get("/healthz").status_code == 200


def test_a_database_in_use_is_not_repaired(db: Path | str) -> None:
    with serving(db):
        assert "stop it first" in azulejos("repair", db, code=1)


@pytest.mark.parametrize("schema", ["CREATE TABLE things (x)", "CREATE TABLE about (x)", "CREATE TABLE about (name, value)"])
def test_a_foreign_file_is_left_as_it_is(file: Path, schema: str) -> None:
    change(file, schema)
    before = file.read_bytes()
    code, output = run("serve", "--port", "0", "--db", file)
    assert code == 1
    assert str(file) in output
    azulejos("check", file, code=1)
    assert file.read_bytes() == before
    assert change(file, "PRAGMA journal_mode") == [("delete",)]
    assert sorted(path.name for path in file.parent.iterdir() if path.name.startswith(file.name)) == [file.name]
