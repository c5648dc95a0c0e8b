"""What people read when `make` can't set up a machine, and what it left out. The messages of pip are real ones."""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from tests.left_out import block, main

INSTALL = Path(__file__).parents[1] / ".ci" / "install.py"


@pytest.fixture
def install() -> ModuleType:
    spec = importlib.util.spec_from_file_location("install", INSTALL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "The disk is full."),
        (
            "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError(...)': /simple/rich/\n"
            "ERROR: No matching distribution found for rich",
            "The package index can't be reached.",
        ),
        ("ERROR: Wheel 'rich' located at /tmp/pip-unpack/rich-15-py3-none-any.whl is invalid.", "A download broke off."),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "A download broke off."),
        ("ERROR: No matching distribution found for ray>=2.40", "There is no ray>=2.40 for Python 3."),
        ("error: something nobody has seen", "pip failed: error: something nobody has seen (all that it said is in"),
    ],
)
def test_what_went_wrong_is_one_sentence(install: ModuleType, said: str, sentence: str) -> None:
    told = install.cause(f"Collecting rich\n{said}\n")
    assert told.startswith(sentence)
    assert "\n" not in told


def test_downloads_are_added_up(install: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(install, "DOWNLOADED", tmp_path / "downloaded")
    install.show("  Downloading ray-2.60.0-cp311-cp311-manylinux2014_x86_64.whl (79.5 MB)\n")
    install.show("  Downloading rich-15.0.0-py3-none-any.whl.metadata (500 kB)\n")
    install.show("Collecting rich\n")
    install.downloaded()
    assert sum(int(line.split()[0]) for line in (tmp_path / "downloaded").read_text().splitlines()) == 80_000_000


def test_what_was_left_out_is_listed_with_its_remedy() -> None:
    told = block(Counter({"needs nginx": 1, "needs chromium": 85, "because of the weather": 2}))
    assert told.count("nginx-light openssl") + told.count("brew install nginx") + told.count("install nginx") >= 1
    assert "Chromium (tests of the pages in a browser)" in told
    assert "because of the weather (2 tests)" in told


def test_ci_fails_if_anything_was_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(str(tmp_path), "--fail") == 0
    assert capsys.readouterr().out == "Nothing was left out.\n"
    (tmp_path / "1.json").write_text('{"needs g++": 3}')
    assert main(str(tmp_path)) == 0
    assert main(str(tmp_path), "--fail") == 1
