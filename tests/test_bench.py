"""The benchmarks: that they measure what they claim, not how fast this machine is."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from azulejos import Azul, Game, Pavilion, bench, core
from azulejos.bench import figures, limit, speed
from azulejos.bench.effort import Effort
from azulejos.bench.figures import Figure
from azulejos.bench.limit import NONE, Limit, Run
from azulejos.cli import main
from azulejos.core.benchmark import EAGER, UNIFORM
from tests.needs import needs

TINY = Effort(runs=2, seconds=0.001, limit_games=2, states=200, starts=1)

YARDSTICK = """
#include <cstdio>
int main(int count, char **words) {
    std::printf("{\\"games\\": %s, \\"moves\\": 140, \\"seconds\\": 0.5, \\"mean_score\\": %d, \\"note\\": \\"%s\\"}",
                words[2], count, words[4]);
}
"""

needs_compiler = needs("g++")


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the benchmarks look for yardsticks; there are none."""
    monkeypatch.setattr(limit, "SOURCES", tmp_path)
    return tmp_path


def test_the_command_prints_a_table(sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "QUICK", TINY)
    assert main(["bench", "--quick"]) == 0
    out = capsys.readouterr().out
    assert f"{NONE}: " in out
    assert "uncompiled" in out or core.COMPILED
    for what in (
        "azul 4p",
        "azul 2p jokers",
        "pavilion 3p eager",
        "pavilion 2p grey",
        "a million states held",
        "import azulejos",
    ):
        assert what in out


def test_the_figures_as_json(sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "FULL", TINY)
    affinity = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    assert main(["bench", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [one["what"] for one in report["driven"]] == ["azul 2p", "azul 4p", "pavilion 2p"]
    assert all(one["games_per_s"] > 0 and one["limit"] is None for one in report["random"])
    assert not affinity or os.sched_getaffinity(0) == affinity, "the process is no longer pinned"


def test_driven_games_are_whole_games() -> None:
    run = speed.driven_run(Azul(3), UNIFORM, 3, seed=1)
    assert run.games == 3
    assert 3 * 40 < run.moves < 3 * 300
    assert run.seconds > 0


def test_random_games_follow_the_policy() -> None:
    uniform, eager = (speed.random_run(Pavilion(), policy, 10, seed=1) for policy in (UNIFORM, EAGER))
    assert uniform.mean_score < 15 < eager.mean_score


def test_the_best_run_and_the_means_of_all_are_reported() -> None:
    best = speed.best("games", [Run(10, 700, 1.0, 3.0), Run(30, 2300, 1.5, 5.0)])
    assert (best.games_per_s, best.moves_per_game, best.mean_score) == (20, 75, 4.5)


def test_labels_contain_only_non_defaults() -> None:
    assert speed.label(Azul()) == "azul 2p"
    assert speed.label(Azul(3, "grey", jokers=True)) == "azul 3p grey jokers"
    assert speed.label(Pavilion(4), EAGER) == "pavilion 4p eager"


@needs_compiler
@pytest.mark.parametrize(("game", "moves"), [(Azul(), 70.3), (Pavilion(), 88.5)], ids=lambda value: getattr(value, "name", ""))
def test_the_yardsticks_play_what_we_play(game: Game, moves: float, tmp_path: Path) -> None:
    yardsticks = Limit(tmp_path)
    assert yardsticks.note.startswith("ratios")
    run = yardsticks.run(game, UNIFORM, 20_000, seed=1)
    assert run.moves / run.games == pytest.approx(moves, rel=0.01)


@needs_compiler
def test_ratios_are_to_the_yardstick(sources: Path, tmp_path: Path) -> None:
    for name in ("azul", "pavilion"):
        (sources / f"{name}.cpp").write_text(YARDSTICK)
    yardsticks = Limit(tmp_path)
    assert yardsticks.note.startswith("ratios")
    assert yardsticks.run(Azul(), UNIFORM, 2, seed=1) == Run(2, 140, 0.5, 6)
    assert yardsticks.measures(Azul(4))
    assert not yardsticks.measures(Azul(jokers=True))
    measured = speed.compared(Azul(), UNIFORM, speed.driven_run, TINY, yardsticks)
    assert measured.limit is not None
    assert measured.ratio == pytest.approx(measured.moves_per_s / 280)
    assert measured.goal == 0.04
    measured = speed.compared(Pavilion(), EAGER, speed.random_run, TINY, yardsticks)
    assert measured.ratio == pytest.approx(measured.games_per_s / 4)
    line = bench._speed_line(measured)
    assert "0.4 ✓" in line


@needs_compiler
def test_a_yardstick_that_does_not_compile_is_skipped(sources: Path, tmp_path: Path) -> None:
    for name in ("azul", "pavilion"):
        (sources / f"{name}.cpp").write_text("int main() { return nonsense; }")
    yardsticks = Limit(tmp_path)
    assert yardsticks.note.startswith(f"{NONE}: azul.cpp does not compile")
    assert not yardsticks.measures(Azul())


def test_without_a_compiler_there_are_no_yardsticks(sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("azul", "pavilion"):
        (sources / f"{name}.cpp").write_text(YARDSTICK)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Limit(tmp_path).note == f"{NONE}: there is no g++ to compile them"


def test_goals_are_marked() -> None:
    assert bench._figure_line(Figure("a state", 400, "bytes", 400)).endswith("≤ 400 ✓")
    assert bench._figure_line(Figure("a state", 401, "bytes", 400)).endswith("≤ 400 ✗")
    assert not bench._figure_line(Figure("a call", 401, "ns")).endswith(("✓", "✗"))


def test_a_machine_without_pinning_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    with bench.pinned() as where:
        assert where == "not pinned to a processor core"


def test_progress_is_shown_to_people_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    bench._show_progress("azul 2p")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    bench._show_progress("azul 3p")
    assert capsys.readouterr().err == "\r\x1b[Kazul 3p"


def test_a_held_state_takes_memory() -> None:
    assert 100 < figures.held_bytes(Azul(), 20_000) < 10_000
