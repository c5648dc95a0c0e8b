"""The commands of the arena: what they print, what they write to a directory, and their error messages."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from azulejos import arena
from azulejos.arena import rating
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
    assert "CPU s/move" in out
    result = json.loads((tmp_path / "result.json").read_text())
    times = result["times"]["greedy"]
    assert times["moves"] > 20
    assert 0 < times["seconds"] <= times["slowest"]
    assert times["cpu"] > 0
    assert result["standings"][0]["wins"] == 4
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 4
    assert Record.load(files[0].read_bytes()).result is not None
    code, out, err = run(*args, "--json")
    assert json.loads(out) == result
    assert "resuming after 4 of 4 games" in err


def resigning(tmp_path: Path) -> str:
    """Return a program that gives up at once."""
    path = tmp_path / "resign.py"
    path.write_text(
        "import json, sys\nfor line in sys.stdin:\n    print('no idea\\nat all', file=sys.stderr, flush=True)\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'error': 'I resign'}), flush=True)\n"
    )
    return f"resigning=program:{sys.executable} {path}"


def test_match_reports_the_sequential_test_and_forfeits(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("match", "greedy", resigning(tmp_path), "-n", "40", "--processes", "1", "--sprt", "0,50")
    assert code == 0
    assert "decided: +50 Elo or more is likelier" in out
    assert "game 0: resigning (player 2) forfeits, error: answered with an error: 'I resign'" in out
    assert "    no idea\n    at all\n" in out
    _, out, _ = run("match", "greedy", "greedy", "-n", "2", "--processes", "1", "--sprt", "0,5")
    assert "0 against 5 Elo: undecided" in out


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_program_that_can_not_start_ends_the_match(run: Run, tmp_path: Path, processes: str) -> None:
    args = ("match", "greedy", f"gone=program:{sys.executable} {tmp_path / 'gone.py'}", "-n", "30", "--processes", processes)
    code, out, err = run(*args)
    assert (code, out) == (1, "")
    assert "gone: ended with exit code 2 instead of an answer; its last line on standard error: " in err
    assert err.count("azulejos: ") == 1
    code, _, err = run("match", "greedy", "gone=program:./no-such-program", "-n", "30", "--processes", processes)
    assert (code, err) == (1, "azulejos: gone: cannot start ./no-such-program: No such file or directory\n")


def test_a_match_says_that_it_plays_whole_groups(run: Run) -> None:
    code, out, err = run("match", "greedy", "random", "-n", "3", "--processes", "1", "--json")
    assert (code, json.loads(out)["games"]) == (0, 4)
    assert "playing 4 games instead of 3, so that every bot plays every seat" in err


def test_fewer_games_keep_the_result(run: Run, tmp_path: Path) -> None:
    args = ("match", "greedy", "random", "--processes", "1", "--out", str(tmp_path))
    run(*args, "-n", "4")
    result = (tmp_path / "result.json").read_text()
    code, _, err = run(*args, "-n", "2")
    assert code == 0
    assert "there are already 4 games here; the result counts all of them" in err
    assert (tmp_path / "result.json").read_text() == result


def test_tables_fit_80_columns(run: Run) -> None:
    long = "a-program-that-somebody-gave-a-long-name=greedy"
    for command in ("match", "ladder"):
        code, out, _ = run(command, long, "master:effort=1", "-n", "2", "--processes", "1")
        assert code == 0
        tables = out.rpartition("\n\n")[0].splitlines()
        assert max(map(len, tables)) <= 80
        assert sum(line.startswith("master:effort=1 ") for line in tables) == 2


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
        (("match", "greedy"), 2, "a match needs 2, 3 or 4 bots, not 1 (see azulejos match --help)"),
        (("match", *["greedy"] * 5), 2, "a match needs 2, 3 or 4 bots, not 5"),
        (("match", "greedy", "nobody"), 2, "there is no bot 'nobody'"),
        (("match", "greedy", "greedy:deep=1"), 2, "greedy has no option 'deep'"),
        (("match", "greedy", "program:seconds=0 ./bot"), 2, "`seconds` must be a number above 0, not 0"),
        (("match", "greedy", "random", "--game", "chess"), 2, "'chess' is not one of 'azul', 'pavilion'"),
        (("match", "greedy", "random", "--sprt", "5"), 2, "such as 0,20, not '5'"),
        (("match", "greedy", "random", "--sprt", "5,1"), 2, "smaller and a larger"),
        (("match", "greedy", "random", "random", "--sprt", "0,5"), 2, "a sequential test needs exactly two bots"),
        (("match", "greedy", "random", "--seconds", "0"), 2, "`seconds` must be a number above 0, not 0.0"),
        (("ladder", "greedy"), 2, "a ladder with 2 players needs at least 2 bots, not 1"),
        (("ladder", "--all-tables", "--players", "3"), 2, "--players chooses one table, and --all-tables plays all of them"),
        (("ladder", "--all-tables", "greedy", "random"), 2, "a ladder with 3 players needs at least 3 bots, not 2"),
        (("ladder", "greedy", "nobody"), 2, "there is no bot 'nobody'"),
        (("engine", "nobody"), 2, "there is no bot 'nobody'"),
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
        resigning(tmp_path),
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
    assert list(result["ratings"]) == ["greedy", "random", "resigning"]
    assert {one["stderr"] for one in result["forfeits"]} == {"no idea\nat all"}
    assert set(result["times"]) == {"greedy", "random", "resigning"}
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
    page, picture = ((tmp_path / name).read_text() for name in ("report.html", "time.svg"))
    assert page.count("<svg") == 5
    assert picture in page
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert "processor seconds a move" in picture


@pytest.mark.compiled
def test_a_ladder_at_all_tables_is_markdown_and_resumes(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "RESAMPLES", 20)
    args = ("ladder", "random", "casual", "greedy", "planner", "--all-tables", "--neighbours", "-n", "2", "--processes", "1")
    code, out, err = run(*args, "--out", str(tmp_path))
    assert code == 0, err
    assert (tmp_path / "ratings.md").read_text() == out
    ratings, shares = (part for part in out.split("\n\n") if part.startswith("| table"))
    assert ratings.splitlines()[0] == "| table | random | casual | greedy | planner | games |"
    assert shares.splitlines()[0] == "| table | casual over random | greedy over casual | planner over greedy | games |"
    assert len(ratings.splitlines()) == len(shares.splitlines()) == 2 + 12
    assert "12 of 12: Summer Pavilion, grey side, 4 players" in err
    code, again, err = run(*args, "--out", str(tmp_path))
    assert again == out
    assert err.count("resuming after 6 of 6 games") == 8
    assert err.count("resuming after 4 of 4 games") == 4
    code, out, _ = run(*args, "--out", str(tmp_path), "--json")
    assert json.loads(out)["azul-grey-3"]["game"]["players"] == 3


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
