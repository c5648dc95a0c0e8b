"""The examples of the README, of `docs/` and of the package's docstrings do what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import azulejos

ROOT = Path(__file__).parents[1]
PAGES = [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if ">>>" in path.read_text("utf-8")]
MODULES = sorted(module.name for module in pkgutil.walk_packages(azulejos.__path__, "azulejos.") if "__main__" not in module.name)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_page(path: Path) -> None:
    failed, tried = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert tried
    assert not failed


def test_the_readme_has_an_example() -> None:
    assert ROOT / "README.md" in PAGES


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed
