"""Every ruling of `docs/rules/` is cited where the code implements it, and in a test that shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import azulejos

CODE = Path(azulejos.__file__).parent
TESTS = Path(__file__).parent
DOCS = TESTS.parent.parent / "docs" / "rules"
GAMES = {"azul": "Azul", "pavilion": "Pavilion"}


def rulings(document: str) -> list[str]:
    """Return the rulings of the table at the end of a document: `R1`, `R2`, …"""
    table = (DOCS / f"{document}.md").read_text(encoding="utf-8").partition("## Rulings of ours")[2]
    return re.findall(r"^\| (R[0-9]+) \|", table, re.MULTILINE)


def cited(folders: list[Path]) -> set[str]:
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py") if path != Path(__file__)]
    return {f"{game} {number}" for text in texts for game, number in re.findall(r"\b(Azul|Pavilion) (R[0-9]+)\b", text)}


@pytest.mark.parametrize("document", GAMES)
def test_each_ruling_is_cited_in_the_code_and_in_a_test(document: str) -> None:
    wanted = {f"{GAMES[document]} {number}" for number in rulings(document)}
    assert len(wanted) >= 7
    assert wanted - cited([CODE / "core", CODE / "games"]) == set(), "not cited in the code"
    assert wanted - cited([TESTS]) == set(), "not cited in a test"


def test_no_citation_names_a_ruling_that_does_not_exist() -> None:
    known = {f"{GAMES[document]} {number}" for document in GAMES for number in rulings(document)}
    assert cited([CODE, TESTS]) - known == set()
