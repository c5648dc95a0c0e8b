"""`azulejos render`, `replay` and `analyse`: reviewing records."""

from __future__ import annotations

import io
import json
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from azulejos import Azul, Pavilion, render
from azulejos.cli.render import THEMES
from azulejos.cli.replay import Pages, step_through
from azulejos.record import Record
from azulejos.session import Session
from tests.cli.conftest import Command
from tests.needs import needs

SVG = "{http://www.w3.org/2000/svg}svg"


@pytest.fixture(params=["record", "pavilion"])
def file(request: pytest.FixtureRequest) -> Path:
    """Return the record of a game of each."""
    path: Path = request.getfixturevalue(request.param)
    return path


# -- render


def test_svg_goes_to_standard_output_or_a_file(azulejos: Command, file: Path, tmp_path: Path) -> None:
    run = azulejos("render", str(file))
    assert run.code == 0
    assert ElementTree.fromstring(run.out).tag == SVG
    assert ">Ana<" in run.out
    out = tmp_path / "picture.svg"
    assert azulejos("render", str(file), "--move", "3", "--theme", "dark", "--viewer", "2", "--out", str(out)).out == ""
    record = Record.load(file.read_bytes())
    state = list(record.states())[3]
    assert out.read_text() == render.svg(state, 1, "dark", names=record.names)
    by_text = azulejos("render", "--text", state.text)
    assert by_text.out.strip() == render.svg(state)


def test_png_and_gif_have_the_requested_width(azulejos: Command, record: Path, tmp_path: Path) -> None:
    for form in ("png", "gif"):
        out = tmp_path / f"picture.{form}"
        run = azulejos("render", str(record), "--width", "160", "--out", str(out))
        assert (run.code, run.err) == (0, "")
        with Image.open(out) as picture:
            assert picture.width == 160
            assert (getattr(picture, "n_frames", 1) > 1) == (form == "gif")


def test_the_gif_has_a_frame_for_each_visible_change(azulejos: Command, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.gif"
    azulejos("render", str(record), "--width", "120", "--out", str(out))
    with Image.open(out) as film:
        assert getattr(film, "n_frames", 1) == len(Record.load(record.read_bytes()).events)


def test_the_themes_are_those_of_the_pictures() -> None:
    assert THEMES == render.THEMES


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (("--move", "999"), 2, "--move: the record has events 1 to "),
        (("--viewer", "3"), 2, "with 2 players the seats are 1 to 2, not 3"),
        (("--out", "game.gif", "--move", "3"), 2, "a GIF shows a whole game"),
    ],
)
def test_what_a_record_cannot_show(azulejos: Command, record: Path, args: tuple[str, ...], code: int, says: str) -> None:
    run = azulejos("render", str(record), *args)
    assert (run.code, run.err.count("\n")) == (code, 1)
    assert says in run.err


def test_pictures_without_the_extra(azulejos: Command, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setitem(sys.modules, "PIL", None)
    for form in ("png", "gif"):
        run = azulejos("render", str(record), "--out", str(tmp_path / f"game.{form}"))
        assert (run.code, run.err.count("\n")) == (1, 1)
        assert "pip install 'azulejos[png]'" in run.err


@pytest.mark.parametrize("command", ["render", "replay", "analyse"])
def test_an_invalid_record_prints_one_line(azulejos: Command, command: str) -> None:
    run = azulejos(command, "-", stdin=b"nonsense")
    assert (run.code, run.out) == (1, "")
    assert run.err == "azulejos: <stdin>: line 1: a record must begin with the line `azulejos-record/1`\n"


# -- replay


def test_all_positions_are_printed_without_a_terminal(azulejos: Command, file: Path) -> None:
    record = Record.load(file.read_bytes())
    run = azulejos("replay", str(file))
    assert run.code == 0
    for number, state in enumerate(record.states()):
        assert f"{number}/{len(record.events)}  " in run.out
        assert record.game.drawing(state, names=record.names) in run.out
    late = azulejos("replay", str(file), "--from", str(len(record.events) - 1))
    assert run.out.endswith(late.out)
    assert late.out.count("\n\n\n") + late.out.count("/") >= 2
    assert azulejos("replay", str(file), "--from", "999").code == 2


def test_positions_for_programs(azulejos: Command, file: Path) -> None:
    record = Record.load(file.read_bytes())
    lines = [json.loads(line) for line in azulejos("replay", str(file), "--json", "--from", "2").out.splitlines()]
    assert [line["number"] for line in lines] == list(range(2, len(record.events) + 1))
    assert [line["event"] for line in lines] == record.json["events"][1:]
    assert lines[-1]["state"] == record.final.json


def test_keys_step_forward_and_back(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Record.load(record.read_bytes())
    last = len(game.events)
    keys = iter([" ", "\x1b[C", "b", "x", "\x1b[F", "n", "\x1b[H", "\x1b[D", "q"])
    step_through(Pages(game, colour=False), 0, lambda: next(keys))
    seen = [int(number) for number in re.findall(rf"^(\d+)/{last}  ", capsys.readouterr().out, re.MULTILINE)]
    assert seen == [0, 1, 2, 1, 1, last, last, 0, 0]


@needs("terminals")
def test_a_terminal_reads_keys(record: Path) -> None:
    """Return what a terminal shows, as for a person."""
    import pty  # not on Windows

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    call = [sys.executable, "-m", "azulejos", "replay", str(record), "--from", "1"]
    with subprocess.Popen(call, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        deadline = time.monotonic() + 600
        while process.poll() is None and time.monotonic() < deadline:
            if select.select([ours], [], [], 0.2)[0]:
                try:
                    shown += os.read(ours, 65536)
                except OSError:  # the other end is closed
                    break
            elif b"q: quit" in shown:
                os.write(ours, b"q" if b"2/" in shown else b" ")
        try:
            assert process.wait(timeout=600) == 0
        finally:
            process.kill()  # otherwise leaving the block would wait for it forever
    os.close(ours)
    assert b"1/" in shown
    assert b"2/" in shown


# -- analyse


@pytest.fixture(params=[Azul(), Pavilion()], ids=lambda game: game.name)
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the record of a game that was interrupted after a few moves."""
    table = Session(request.param, seed=1, names=["Ana", "Rui"])
    for _ in range(4):
        table.play(table.state.legal_moves[0])
    path = tmp_path / "opening.txt"
    path.write_text(table.record().text, encoding="utf-8")
    return path


def test_a_report_in_the_terminal_and_as_a_page(azulejos: Command, opening: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    run = azulejos("analyse", str(opening), "--effort", "16", "--html", str(page))
    assert run.code == 0
    assert "Accuracy" in run.out
    assert "Luck of the draws" in run.out
    assert "Chance to win after each of your moves" in run.out
    assert re.search("better: .*: (Ana|Rui) ", run.out)
    assert "\x1b[" not in run.out
    text = page.read_text()
    assert text.count("<svg") == 5
    assert "Ana – Rui" in text
    assert re.findall("(?:src|href)=[\"'](?!#)", text) == []  # nothing is loaded from other sites
    steps = {int(step) for step in re.findall("data-step=[\"'](\\d+)", text)}
    assert max(steps) <= len(Record.load(opening.read_bytes()).events)


@pytest.mark.parametrize("suffix", ["txt", "json"])
def test_the_analysis_is_written_into_the_record(azulejos: Command, opening: Path, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"analysed.{suffix}"
    run = azulejos("analyse", str(opening), "--effort", "16", "--out", str(out))
    assert run.code == 0
    before, after = Record.load(opening.read_bytes()), Record.load(out.read_bytes())
    assert (after.events, after.names) == (before.events, before.names)
    last = after.notes[-1]
    assert any(note.variations for note in after.notes)
    assert any("chance to win" in note.comment for note in after.notes)
    assert last.at == len(after.events)
    assert "Luck of the draws" in last.comment
    assert azulejos("analyse", str(out), "--effort", "16").code == 0, "it can be read again"


def test_a_report_for_programs_is_reproducible(azulejos: Command, opening: Path) -> None:
    args = ("analyse", str(opening), "--effort", "32", "--seed", "5", "--json")
    found = json.loads(azulejos(*args).out)
    assert found == json.loads(azulejos(*args).out)
    assert found["names"] == ["Ana", "Rui"]
    assert found["effort"] == 32
    assert len(found["accuracy"]) == 2


def test_the_progress_is_shown_to_a_terminal(azulejos: Command, opening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    azulejos("analyse", str(opening), "--effort", "16")
    events = len(Record.load(opening.read_bytes()).events)
    assert f"{events}/{events}" in screen.getvalue()


def test_a_game_without_decisions_has_a_report_too(azulejos: Command, tmp_path: Path) -> None:
    path = tmp_path / "begun.txt"
    path.write_text(Session(Azul(3), seed=1).record().text)
    page = tmp_path / "report.html"
    run = azulejos("analyse", str(path), "--html", str(page))
    assert "No mistakes found." in run.out
    assert "The game was not finished." in page.read_text()
