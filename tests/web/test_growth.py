"""The capacity benchmark runs, and draws its measurements."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

import pytest

from azulejos.bench import growth
from azulejos.cli import main
from tests.needs import not_here
from tests.web.postgres import Postgres

pytestmark = not_here(not hasattr(os, "sched_setaffinity"), "pins servers to processor cores")

LITTLE = growth.Reach(tables=(3, 6), spectators=(0, 5), seconds=1, moves=2)


def test_latency_and_memory_by_tables_and_spectators(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(growth, "QUICK", LITTLE)
    monkeypatch.setattr(growth, "UNBEARABLE_MS", math.inf)
    before = os.sched_getaffinity(0)
    picture = tmp_path / "load.svg"
    assert main(["bench", "growth", "--quick", "--json", "--db", postgres.database(), "--out", str(picture)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report["tables"]) == [
        "SQLite, 1 server",
        "PostgreSQL, 1 server",
        "PostgreSQL, 2 servers",
        "PostgreSQL, 3 servers",
    ]
    for points in report["tables"].values():
        assert [one["tables"] for one in points] in ([3, 6], [2, 6])  # three do not divide by two
        assert all(0 < one["p50_ms"] <= one["p95_ms"] and one["mb"] > 0 for one in points)
    assert [one["spectators"] for one in report["spectators"]] == [0, 5]
    assert all(0 < one["to_all_ms"] <= one["slowest_ms"] for one in report["spectators"])
    assert picture.read_text().startswith("<?xml")
    assert os.sched_getaffinity(0) == before


def test_the_measurement_ends_when_moves_take_too_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(growth, "FULL", LITTLE)
    monkeypatch.setattr(growth, "UNBEARABLE_MS", 0)
    growth.main()
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    tables = [line[0] for line in lines[3 : lines.index([], 3)]]
    assert tables == ["3"]


def test_without_matplotlib_it_says_so_before_it_measures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(growth, "find_spec", lambda _name: None)
    assert main(["bench", "growth", "--out", str(tmp_path / "load.svg")]) == 1
    assert "pip install 'azulejos[report]'" in capsys.readouterr().err
