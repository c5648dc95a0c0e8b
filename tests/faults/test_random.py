"""Random faults: a few of the runs of which `python -m tests.faults.report` makes many."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED
from tests.faults.client import Made
from tests.faults.report import WRONG, one_run, report
from tests.faults.verdict import Verdict, verify
from tests.needs import not_here
from tests.web.live import ME, running

pytestmark = [
    not_here(sys.platform != "linux", "finds processes in /proc"),
    pytest.mark.compiled,
]


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_random_faults(store: str, request: pytest.FixtureRequest) -> None:
    counted = one_run(7, request.getfixturevalue("postgres") if store == "postgres" else None, faults=3)
    assert [counted[what] for what in WRONG] == [0, 0, 0]
    assert counted["faults injected"] == 3
    assert counted["games replayed"] > 0


def test_the_report_adds_up_by_store() -> None:
    one = Counter({"runs": 2, "faults injected": 3, "  lines cut": 3, "lost moves": 0})
    other = Counter({"runs": 2, "faults injected": 4, "  disk full": 4, "lost moves": 0})
    assert [line.split() for line in report({"SQLite": one, "PostgreSQL": other}).splitlines()] == [
        ["SQLite", "PostgreSQL", "together"],
        ["runs", "2", "2", "4"],
        ["faults", "injected", "3", "4", "7"],
        ["disk", "full", "0", "4", "4"],
        ["lines", "cut", "3", "0", "3"],
        ["lost", "moves", "0", "0", "0"],
    ]


def test_missing_and_duplicate_moves_are_found(file: Path) -> None:
    """A verdict that finds nothing would be worthless."""
    with running(Config(file, limits=UNLIMITED)) as server:
        ana = server.player()
        table = ana.create(ME, ME)
        made = []
        for _ in range(3):
            now = ana.look(table)
            made.append(Made(table, now["number"], now["legal"][0]))
            assert ana.move(table, made[-1].action, made[-1].number).status_code == 200
        other = Made(table, made[2].number, now["legal"][1])
    assert verify(file, made, made) == Verdict(1, [], [], [])
    assert len(verify(file, [*made[:2], other]).lost) == 1
    assert len(verify(file, made, made[:2]).doubled) == 1  # the third was never sent
    assert len(verify(file, [*made, made[0]]).doubled) == 2  # one place, acknowledged twice
