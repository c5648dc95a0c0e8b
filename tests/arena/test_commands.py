"""The commands of the arena: what they print, what they write to a directory, and their error messages."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from azulejos import arena
from azulejos.cli import main
from azulejos.record import Record


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("AZULEJOS_LANGUAGE", "en")
    return Run(capsys)


class Run:
    """Run the command in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *args: str) -> tuple[int, str, str]:
        code = main(args)
        out, err = self.capsys.readouterr()
        return code, out, err


def test_match_prints_a_table(run: Run, tmp_path: Path) -> None:
    args = ("match", "greedy", "random", "-n", "4", "--processes", "1", "--out", str(tmp_path))
    code, out, _ = run(*args)
    assert code == 0
    assert "greedy against random: +inf Elo" in out
    assert out.splitlines()[0].split()[:3] == ["bot", "games", "won"]
    result = json.loads((tmp_path / "result.json").read_text())
    assert result["standings"][0]["wins"] == 4
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 4
    assert Record.load(files[0].read_bytes()).result is not None
    code, out, err = run(*args, "--json")
    assert json.loads(out) == result
    assert "resuming after 4 of 4 games" in err


def test_match_reports_the_sequential_test_and_forfeits(run: Run) -> None:
    code, out, _ = run("match", "greedy", "gone=program:./no-such-program", "-n", "40", "--processes", "1", "--sprt", "0,50")
    assert code == 0
    assert "decided: +50 Elo or more is likelier" in out
    assert "game 0: gone (player 2) forfeits, crashed: cannot start ./no-such-program" in out
    _, out, _ = run("match", "greedy", "greedy", "-n", "2", "--processes", "1", "--sprt", "0,5")
    assert "0 against 5 Elo: undecided" in out


def test_match_of_three_on_the_grey_wall(run: Run) -> None:
    args = ("--game", "azul", "--board", "grey", "-o", "jokers=true", "-n", "3", "--processes", "1", "--json")
    code, out, _ = run("match", "greedy", "random", "random", *args)
    assert code == 0
    result = json.loads(out)
    assert result["game"] == {"game": "azul", "board": "grey", "players": 3, "jokers": True, "round_limit": 50}
    assert "elo" not in result


def test_the_progress_bar_shows_the_running_score(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "160")
    assert main(("match", "greedy", "random", "-n", "4", "--processes", "1")) == 0
    assert "greedy 100.0% (51.0 to 100.0)" in screen.getvalue()
    assert "4/4" in screen.getvalue()
    assert main(("ladder", "greedy", "random", "-n", "2", "--processes", "1")) == 0
    assert "greedy leads with 100.0%" in screen.getvalue()


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("match",), 2, "BOTS"),
        (("match", "greedy"), 2, "`players` must be 2, 3 or 4, not 1"),
        (("match", "greedy", "nobody"), 1, "there is no bot 'nobody'"),
        (("match", "greedy", "random", "--game", "chess"), 2, "'chess' is not one of 'azul', 'pavilion'"),
        (("match", "greedy", "random", "--sprt", "5"), 2, "such as 0,20, not '5'"),
        (("match", "greedy", "random", "--sprt", "5,1"), 2, "smaller and a larger"),
        (("match", "greedy", "random", "random", "--sprt", "0,5"), 2, "a sequential test needs exactly two bots"),
        (("match", "greedy", "random", "--seconds", "0"), 2, "`seconds` must be a number above 0, not 0.0"),
        (("ladder", "greedy"), 1, "needs at least 2 bots, not 1"),
        (("engine", "nobody"), 1, "there is no bot 'nobody'"),
    ],
)
def test_wrong_calls_print_one_line(run: Run, args: tuple[str, ...], code: int, message: str) -> None:
    found, _, err = run(*args)
    assert found == code
    assert message in err


def test_ladder_rates_and_reports(run: Run, tmp_path: Path) -> None:
    args = (
        "ladder",
        "random",
        "greedy",
        "gone=program:./no-such-program",
        "-n",
        "2",
        "--processes",
        "1",
        "--out",
        str(tmp_path),
    )
    code, out, err = run(*args)
    assert code == 0, err
    assert out.splitlines()[1].startswith("greedy ")
    result = json.loads((tmp_path / "result.json").read_text())
    assert list(result["ratings"]) == ["greedy", "random", "gone"]
    assert result["pairings"]["greedy"]["random"]["value"] == 1.0
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") >= 3
    assert "http" not in page.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    ).replace("https://matplotlib.org", "")
    assert "forfeit" in page.lower()
    code, out, _ = run(*args, "--json")
    assert json.loads(out) == result
    assert (tmp_path / "report.html").read_text() == page


def test_a_ladder_of_bots_that_finish_has_all_pictures(run: Run, tmp_path: Path) -> None:
    code, _, err = run(
        "ladder", "random", "greedy", "beginner", "-n", "2", "--processes", "1", "-g", "pavilion", "--out", str(tmp_path)
    )
    assert code == 0, err
    assert (tmp_path / "report.html").read_text().count("<svg") == 5


def test_bots_are_listed(run: Run) -> None:
    code, out, _ = run("bots")
    assert code == 0
    for name in ("random", "greedy", "planner", "program:CMD", "beginner", "master"):
        assert f"  {name} " in out
    code, out, _ = run("bots", "--json")
    assert set(json.loads(out)) == {"bots", "levels"}


def test_the_engine_answers(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"id": 1}\n'), encoding="utf-8"))
    assert main(("engine", "greedy")) == 0
    out, _ = capfdbinary.readouterr()
    assert json.loads(out)["error"]["field"] == "game"


def test_ctrl_c_says_how_to_resume(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def here(tasks: Iterator[arena.Task]) -> Generator[arena.Played]:
        yield arena.play(next(tasks))
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "in_process", here)
    args = ("match", "greedy", "random", "--processes", "1", "-n", "4")
    code, _, err = run(*args, "--out", str(tmp_path))
    assert code == 130
    assert "interrupted after 1 of 4 games; run the same command again to resume" in err
    _, _, err = run(*args)
    assert "interrupted after 1 of 4 games; nothing was saved; use --out" in err


def test_ray_is_an_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, err = run("match", "greedy", "random", "--on", "ray")
    assert (code, "pip install 'azulejos[ray]'" in err) == (1, True)


def test_by_default_all_processors_play(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    code, out, _ = run("match", "greedy", "random", "-n", "2")
    assert code == 0
    assert "greedy" in out
