"""The examples of the README, of `docs/` and of the package's docstrings work as shown."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import azulejos
from tests.needs import skip_without

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = [path for path in (README, *sorted((ROOT / "docs").rglob("*.md"))) if ">>>" in path.read_text("utf-8")]
MODULES = sorted({found.name for found in pkgutil.walk_packages(azulejos.__path__, "azulejos.")} - {"azulejos.__main__"})


def test_the_readme_has_an_example() -> None:
    assert README in PAGES


def test_the_readme_links_to_files_that_exist() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README.read_text("utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []
    assert len(links) > 10


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_page(path: Path) -> None:
    text = re.sub("^```.*", "", path.read_text("utf-8"), flags=re.MULTILINE)  # otherwise the fence would count as output
    examples = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    assert not doctest.DocTestRunner().run(examples).failed


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    if name == "azulejos.learning.fit":
        skip_without("torch")
    assert not doctest.testmod(importlib.import_module(name)).failed
