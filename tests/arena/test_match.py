"""Matches: the same seed, the same games, however and wherever they are played, interrupted and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from azulejos import Azul, Game, Pavilion, Problem
from azulejos.arena import (
    Journal,
    Match,
    Plan,
    Result,
    Sprt,
    chain_plan,
    entrants_of,
    in_process,
    ladder_plan,
    match_plan,
    on_processes,
)
from azulejos.arena.journal import GAMES, NAME
from azulejos.bots import Budget
from azulejos.core.contract import Json
from tests.needs import not_here

ROOT = Path(__file__).parents[2]


def plan(*specs: str, game: Game | None = None, seed: int = 1) -> Plan:
    return match_plan(game or Azul(len(specs)), entrants_of(specs), seed, Budget())


def played(match: Match) -> Result:
    match.play(in_process)
    return match.result()


def records(directory: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted((directory / GAMES).iterdir())}


def test_every_entrant_sits_in_every_seat() -> None:
    three = plan("greedy", "random", "planner")
    assert [three.task(number).names for number in range(3)] == [
        ("greedy", "random", "planner"),
        ("random", "planner", "greedy"),
        ("planner", "greedy", "random"),
    ]
    assert len({three.task(number).dice for number in range(3)}) == 1
    assert three.task(3).dice != three.task(0).dice
    assert len({three.task(number).seed for number in range(6)}) == 6
    assert three.groups(7) == 3
    assert len({three.task(number).names for number in range(6)}) == 6  # and after all others


def test_a_ladder_has_all_line_ups() -> None:
    ladder = ladder_plan(Azul(2), entrants_of(["greedy", "random", "planner"]), 1, Budget())
    assert ladder.lineups == ((0, 1), (0, 2), (1, 2))
    assert [ladder.task(number).entrants for number in range(6)] == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    with pytest.raises(Problem, match="needs at least 3 bots, not 2"):
        ladder_plan(Azul(3), entrants_of(["greedy", "random"]), 1, Budget())


def test_a_chain_pairs_neighbours_only() -> None:
    bots = entrants_of(["random", "beginner", "greedy", "planner"])
    assert chain_plan(Azul(2), bots, 1, Budget()).lineups == ((0, 1), (1, 2), (2, 3))
    assert chain_plan(Azul(3), bots, 1, Budget()).lineups == ((0, 1, 2), (1, 2, 3))


def test_names() -> None:
    found = entrants_of(["greedy", "greedy", "fast=master:effort=5", "master:effort=5", "program:" + "x" * 80])
    names = ["greedy", "greedy #2", "fast", "master:effort=5", "program:" + "x" * 31 + "…"]
    assert [one.name for one in found] == names
    assert [one.spec for one in found[2:4]] == ["master:effort=5", "master:effort=5"]


def test_the_same_seed_gives_the_same_games_on_any_number_of_processes() -> None:
    one = played(Match(plan("greedy", "random", game=Pavilion()), 6))
    match = Match(plan("greedy", "random", game=Pavilion()), 6)
    match.play(on_processes(2))
    assert match.result().json == one.json
    assert [game.record for game in match.result().played] == [game.record for game in one.played]
    other = played(Match(plan("greedy", "random", game=Pavilion(), seed=2), 6))
    assert other.json != one.json


def test_standings_add_up() -> None:
    result = played(Match(plan("greedy", "random", "greedy"), 6))
    assert sum(one.score.value for one in result.standings) == pytest.approx(1)
    for one in result.standings:
        assert one.wins + one.draws + one.losses == one.games == 6
        assert one.score.low <= one.score.value <= one.score.high
    pairing = result.pairing(0, 1)
    back = result.pairing(1, 0)
    assert pairing is not None
    assert back is not None
    assert pairing.value + back.value == pytest.approx(1)
    assert all(0 < average <= slowest for average, slowest in map(result.seconds, range(3)))


def test_a_result_counts_whole_groups_only() -> None:
    match = Match(plan("greedy", "random"), 6)
    seen: list[int] = []

    def until_three(match: Match) -> None:
        seen.append(match.done)
        if match.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match.play(in_process, until_three)
    assert seen == [1, 2, 3]
    assert len(match.result().played) == 2
    assert not match.over


def test_a_sequential_test_stops_when_it_is_decided() -> None:
    match = Match(plan("greedy", "random"), 1000, sprt=Sprt(0, 50))
    result = played(match)
    assert result.verdict == "elo1"
    assert len(result.played) < 40
    assert result.json["sprt"]["verdict"] == "elo1"
    many = Match(plan("greedy", "random"), 1000, sprt=Sprt(0, 50))
    many.play(on_processes(2))
    assert many.result().json == result.json


def test_a_sequential_test_is_for_two() -> None:
    with pytest.raises(Problem, match="exactly two bots"):
        Match(plan("greedy", "random", "random"), 2, sprt=Sprt(0, 10))
    with pytest.raises(Problem, match="smaller and a larger"):
        Sprt(10, 0)
    with pytest.raises(Problem, match="at least 1 game"):
        Match(plan("greedy", "random"), 0)


def test_an_interrupted_match_resumes(tmp_path: Path) -> None:
    whole = played(Match(plan("greedy", "random"), 6))

    def until_three(match: Match) -> None:
        if match.done == 3:
            raise KeyboardInterrupt

    with Journal(tmp_path, plan("greedy", "random")) as journal, pytest.raises(KeyboardInterrupt):
        Match(journal=journal, plan=plan("greedy", "random"), games=6).play(in_process, until_three)
    with (tmp_path / NAME).open("a") as file:
        file.write('{"number": 3, "entr')  # killed while writing
    with Journal(tmp_path, plan("greedy", "random")) as journal:
        assert sorted(journal.played) == [0, 1, 2]
        match = Match(plan("greedy", "random"), 6, journal)
        assert played(match).json == whole.json
    with Journal(tmp_path, plan("greedy", "random")) as journal:
        assert Match(plan("greedy", "random"), 6, journal).over
    assert list(records(tmp_path).values()) == [game.record for game in whole.played]


def test_fewer_games_than_a_journal_has_count_all_of_them(tmp_path: Path) -> None:
    with Journal(tmp_path, plan("greedy", "random")) as journal:
        whole = played(Match(plan("greedy", "random"), 6, journal))
        fewer = Match(plan("greedy", "random"), 2, journal)
        assert fewer.over
        assert fewer.result().json == whole.json


def test_a_directory_holds_one_match(tmp_path: Path) -> None:
    with Journal(tmp_path, plan("greedy", "random")), pytest.raises(Problem, match="another match is using"):
        Journal(tmp_path, plan("greedy", "random"))
    with pytest.raises(Problem, match="contains another match, with the seed 1, not 2"):
        Journal(tmp_path, plan("greedy", "random", seed=2))
    with pytest.raises(Problem, match="contains another match, with the bots "):
        Journal(tmp_path, plan("greedy", "planner"))


@pytest.mark.parametrize("line", ["{}", "[]", "nonsense"])
def test_an_invalid_journal_is_refused(tmp_path: Path, line: str) -> None:
    with Journal(tmp_path, plan("greedy", "random")):
        pass
    with (tmp_path / NAME).open("a") as file:
        file.write(line + "\n")
    with pytest.raises(Problem, match=r"journal.jsonl, line 2, is not a line of a journal"):
        Journal(tmp_path, plan("greedy", "random"))


def start(out: Path, games: int) -> subprocess.Popen[bytes]:
    """Run a match in a separate process, on two more."""
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "azulejos", "match", "greedy", "greedy:blur=1", "-g", "pavilion"),
            *("-n", str(games), "--processes", "2", "--out", str(out)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )


def wait_for_games(process: subprocess.Popen[bytes], out: Path, games: int) -> None:
    for _ in range(1200):
        if (out / NAME).exists() and (out / NAME).read_bytes().count(b"\n") > games:
            return
        assert process.poll() is None, "the match was over before it could be killed"
        time.sleep(0.05)
    pytest.fail("the match does not come on")


def result_of(out: Path) -> Json:
    """Return the result in a directory, without the times, which depend on the machine."""
    result: Json = json.loads((out / "result.json").read_text())
    assert result.pop("times")
    return result


class Undisturbed(NamedTuple):
    """Return the result of an undisturbed match."""

    games: int
    result: Json
    records: dict[str, str]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    games = 60
    out = tmp_path_factory.mktemp("undisturbed")
    process = start(out, games)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return Undisturbed(games, result_of(out), records(out))


@not_here(sys.platform == "win32", "kills processes by signals")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT"])
@pytest.mark.compiled
def test_a_killed_and_resumed_match_has_the_same_result(tmp_path: Path, undisturbed: Undisturbed, how: str) -> None:
    killed = start(tmp_path / "killed", undisturbed.games)
    wait_for_games(killed, tmp_path / "killed", 3)
    killed.send_signal(getattr(signal, how))
    _, err = killed.communicate(timeout=600)
    assert killed.returncode in (-9, 130)
    if how == "SIGINT":
        assert b"run the same command again to resume" in err
    assert len((tmp_path / "killed" / NAME).read_bytes().splitlines()) <= undisturbed.games
    again = start(tmp_path / "killed", undisturbed.games)
    _, err = again.communicate(timeout=600)
    assert again.returncode == 0, err
    assert b"resuming after" in err
    assert result_of(tmp_path / "killed") == undisturbed.result
    assert records(tmp_path / "killed") == undisturbed.records


@not_here(not Path("/proc").exists(), "looks for processes in /proc")
@pytest.mark.compiled
def test_a_killed_match_leaves_no_process_behind(tmp_path: Path) -> None:
    process = start(tmp_path, 1000)
    wait_for_games(process, tmp_path, 2)
    workers = _children(process.pid)
    assert len(workers) >= 2
    process.kill()
    process.communicate()
    for _ in range(600):
        if not any(Path(f"/proc/{pid}").exists() for pid in workers):
            return
        time.sleep(0.1)
    pytest.fail("workers of a killed match live on")


def _children(pid: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                stat = Path(f"/proc/{entry}/stat").read_text()
            except OSError:
                continue
            if int(stat.rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry))
    return found


def test_a_pool_reports_a_killed_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = plan(f"program:{sys.executable} -c 'import os; os.kill(os.getppid(), 9)'", "random")
    with pytest.raises(Problem, match="a worker process was killed"):
        Match(bots, 4).play(on_processes(2))
