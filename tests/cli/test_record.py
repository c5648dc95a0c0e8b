"""`azulejos record`: records are replayed as a check."""

from __future__ import annotations

import json
from pathlib import Path

from azulejos.record import Record
from tests.cli.conftest import Command


def test_a_record_is_checked(azulejos: Command, record: Path) -> None:
    run = azulejos("record", "check", str(record))
    assert run.code == 0
    assert "complete" in run.out
    assert "  Ana: " in run.out
    assert "(won)" in run.out
    text = record.read_text()
    record.write_text(text.replace("\nend\n", "\n"))
    run = azulejos("record", "check", str(record))
    assert run.code == 1
    assert "the file is incomplete" in run.err
    assert run.err.startswith("azulejos: ")
    assert run.err.count("\n") == 1


def test_a_check_for_programs(azulejos: Command, pavilion: Path) -> None:
    found = json.loads(azulejos("record", "check", "--json", str(pavilion)).out)
    record = Record.load(pavilion.read_bytes())
    assert found["complete"] is True
    assert tuple(found["scores"]) == record.final.scores
    for seat, points in enumerate(found["breakdown"]):
        assert found["start"][seat] + sum(points.values()) == found["scores"][seat]
