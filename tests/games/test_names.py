"""No code or script outside a game's folder names a game: everything uses the registry. The exceptions are listed here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "azulejos"
GAME_NAMES = re.compile(r"azul(?!ejo)|pavilion", re.IGNORECASE)

EXCEPTIONS = {
    "__init__.py": "the public names `azulejos.Azul` and `azulejos.Pavilion`",
    "bench/yardsticks/azul.cpp": "a yardstick is a separate program",
    "bench/yardsticks/pavilion.cpp": "the same",
    "cli/__init__.py": "help of the command: what it is about, and examples",
    "cli/match.py": "examples in the help",
    "cli/perft.py": "examples in the help",
    "cli/play.py": "examples in the help",
    "cli/puzzle.py": "examples in the help",
    "cli/referee.py": "examples in the help",
    "cli/render.py": "examples in the help",
    "cli/rules.py": "examples in the help",
}
"""File → why it may name a game. Docstrings and comments may always, as examples."""


def names_in_python(source: str) -> Iterator[tuple[int, str]]:
    """Return line and text of every identifier and string that names a game; docstrings and comments are left out."""
    tree = ast.parse(source)
    documentation = {
        id(statement.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    for node in ast.walk(tree):
        if id(node) in documentation:
            continue
        for field in ("id", "attr", "name", "asname", "arg", "module", "value"):
            text = getattr(node, field, None)
            if isinstance(text, str) and GAME_NAMES.search(text):
                yield getattr(node, "lineno", 0), text


def names_in_script(source: str) -> Iterator[tuple[int, str]]:
    """Return the same for scripts, pages and styles; comments are left out, with the quotes and backticks in them."""
    code = re.sub(
        r"/\*.*?\*/|(?<![:'\"])//[^\n]*|<!--.*?-->", lambda found: "\n" * found[0].count("\n"), source, flags=re.DOTALL
    )
    for number, line in enumerate(code.splitlines(), 1):
        if GAME_NAMES.search(line):
            yield number, line.strip()


def files(*patterns: str) -> list[str]:
    found = (path.relative_to(PACKAGE) for pattern in patterns for path in PACKAGE.rglob(pattern))
    return sorted(path.as_posix() for path in found if path.parts[0] not in ("games", "locale"))


@pytest.mark.parametrize("name", files("*.py"))
def test_no_module_names_a_game(name: str) -> None:
    found = list(names_in_python((PACKAGE / name).read_text("utf-8")))
    assert bool(found) == (name in EXCEPTIONS), f"{name} names a game: {found}" if found else f"{name} is no exception any more"


@pytest.mark.parametrize("name", files("*.pxd", "*.pyi", "*.c", "*.cpp"))
def test_no_source_for_the_compiler_names_a_game(name: str) -> None:
    text = re.sub(r"#[^\n]*", "", (PACKAGE / name).read_text("utf-8"))
    assert not GAME_NAMES.search(text) or name in EXCEPTIONS


@pytest.mark.parametrize("name", files("*.js", "*.html", "*.css", "*.webmanifest"))
def test_no_script_or_page_names_a_game(name: str) -> None:
    found = list(names_in_script((PACKAGE / name).read_text("utf-8")))
    assert not found, f"{name} names a game: {found}"


def test_the_search_finds_names() -> None:
    """What is missed here would be missed everywhere."""
    for line in ('if game == "azul": pass', "import azulejos.games.azul", "PavilionState()", "x = AzulEnv", "f(azul=1)"):
        assert list(names_in_python(line)), line
    for line in ('"""azul"""', "import azulejos", "# azul", 'x = "azulejos"'):
        assert not list(names_in_python(line)), line
    assert list(names_in_script('if (game === "pavilion") go(); // why'))
    assert not list(names_in_script("// like azul-2-coloured\n/* azul */ go();"))
