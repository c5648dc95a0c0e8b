"""The load script works; its figures are for people."""

from __future__ import annotations

import json
import os

import pytest

from azulejos.bench import abuse, web
from azulejos.cli import main
from tests.needs import not_here

pytestmark = not_here(not hasattr(os, "sched_setaffinity"), "pins servers to processor cores")

LITTLE = web.Load(tables=4, rate=20, seconds=2, spectators=5)


def test_moves_reach_all_clients(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    before = os.sched_getaffinity(0)
    report = web.measure(LITTLE)
    steady, fast = report.runs
    assert steady.updates >= 3 * 20  # everybody at the table
    assert fast.updates > 0
    assert 0 < steady.p50_ms <= steady.p95_ms <= steady.p99_ms
    assert steady.cpu_us_per_update > 0
    assert report.to_all_ms > 0
    assert os.sched_getaffinity(0) == before
    assert "20 moves/s asked for" in web.as_text(report)
    monkeypatch.setattr(web, "measure", lambda _load: report)
    assert main(["bench", "web", "--quick", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["runs"]) == 2


def test_people_are_measured_while_one_address_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(abuse, "WARM_UP", 1)
    monkeypatch.setattr(abuse, "REST", 0)
    runs = abuse.measure(2, ["tiny_parts", "stopped"])
    assert [run.what for run in runs] == ["undisturbed", "tiny_parts", "stopped"]
    assert all(run.moves.all and run.pages.all and run.memory_mb > 0 for run in runs)
    assert "tiny_parts" in abuse.as_text(runs)
