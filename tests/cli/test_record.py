"""`azulejos record`: records are replayed as a check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from azulejos.record import Record
from azulejos.render.score_text import verdict
from tests.cli.conftest import Command


def test_a_record_is_checked(azulejos: Command, record: Path) -> None:
    run = azulejos("record", "check", str(record))
    assert run.code == 0
    found = Record.load(record.read_bytes())
    first, who, *sheet = run.out.splitlines()
    assert first == f"{record}: valid record (Azul, 2 rounds, 2 players, {len(found.events)} events)"
    assert who == verdict(found)
    assert sheet[0].split() == ["Ana", "Rui"]
    assert sheet[-1].split() == ["Total", *map(str, found.final.scores)]
    text = record.read_text()
    record.write_text(text.replace("\nend\n", "\n"))
    run = azulejos("record", "check", str(record))
    assert run.code == 1
    assert "the file is incomplete" in run.err
    assert run.err.startswith("azulejos: ")
    assert run.err.count("\n") == 1


def test_a_record_is_checked_in_french(azulejos: Command, pavilion: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZULEJOS_LANGUAGE", "fr")
    found = Record.load(pavilion.read_bytes())
    broken_off = Record(found.game, found.events[:9], found.names)
    pavilion.write_text(broken_off.text)
    first, who, *sheet = azulejos("record", "check", str(pavilion)).out.splitlines()
    about = "Pavillon d’été, 2 joueurs, 9 événements"
    assert first.replace("\N{NO-BREAK SPACE}", " ") == f"{pavilion} : partie enregistrée valide ({about})"
    assert who == "La partie n’a pas été terminée."
    assert sheet[1].split() == ["Au", "départ", "5", "5"]


def test_a_check_for_programs(azulejos: Command, pavilion: Path) -> None:
    found = json.loads(azulejos("record", "check", "--json", str(pavilion)).out)
    record = Record.load(pavilion.read_bytes())
    assert found["complete"] is True
    assert tuple(found["scores"]) == record.final.scores
    for seat, points in enumerate(found["breakdown"]):
        assert found["start"][seat] + sum(points.values()) == found["scores"][seat]
