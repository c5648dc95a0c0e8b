"""The measure of growth measures, and draws what it has measured."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from azulejos.bench import growth


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="keeps servers on processor cores")
def test_latency_and_memory_against_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(growth, "TABLES", (2, 4))
    monkeypatch.setattr(growth, "SECONDS", 1.0)
    growth.main(tmp_path / "load.svg", None)
    lines = capsys.readouterr().out.splitlines()
    assert [int(line.split()[0]) for line in lines[1:]] == [2, 4]
    assert "SQLite, 1 server" in lines[0]
    assert (tmp_path / "load.svg").read_text().startswith("<?xml")
