"""The choice between two sets of compiled modules; `test_packages.py` tests it on a real wheel."""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from azulejos import processor


def test_modules_of_the_set_are_found_there_and_others_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor, "FOLDER", str(tmp_path))
    file = tmp_path / "core" / f"search{EXTENSION_SUFFIXES[0]}"
    file.parent.mkdir()
    file.touch()
    found = processor.Finder.find_spec("azulejos.core.search")
    assert found is not None
    assert found.origin == str(file)
    for other in ("azulejos", "azulejos.core", "azulejos.core.game", "other.core.search", "json"):
        assert processor.Finder.find_spec(other) is None


@pytest.mark.parametrize(("v3", "wanted", "level"), [(True, "", "x86-64-v3"), (False, "", "x86-64"), (True, "1", "x86-64")])
def test_the_processor_decides(v3: bool, wanted: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    probe = type(sys)("azulejos._cpuid")
    probe.v3 = lambda: v3  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "azulejos._cpuid", probe)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setenv("AZULEJOS_BASELINE", wanted)
    assert processor._choose() == level
    assert (processor.Finder in sys.meta_path) == (level == "x86-64-v3" or processor.LEVEL == "x86-64-v3")


def test_without_two_sets_there_is_nothing_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "azulejos._cpuid", None)
    assert processor._choose() is None
