"""Imports between the parts of azulejos point one way only, and the rules stay free of dice, clocks and files.

See the picture in `docs/architecture.md`. The source is read, not run, so imports inside functions count too.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "azulejos"

EVENTS = "core notation record session"
MAY_IMPORT = {
    "_cpuid": "",
    "processor": "_cpuid",
    "core": "",
    "notation": "core",
    "record": "core notation",
    "session": "core notation record",
    "perft": "core notation",
    "referee": EVENTS,
    "testing": EVENTS,
    "bench": f"{EVENTS} env web",
    "language": "",
    "processes": "",
    "render": f"{EVENTS} language",
    "rulebook": f"{EVENTS} language render",
    "lesson": f"{EVENTS} language",
    "games": f"{EVENTS} language render tui lesson",
    "bots": EVENTS,
    "arena": f"{EVENTS} bots processes",
    "env": f"{EVENTS} bots render",
    "web": f"{EVENTS} language bots processes render rulebook lesson",
    "tui": f"{EVENTS} language bots render",
    "report": f"{EVENTS} language bots render",
    "cli": f"{EVENTS} processor language perft referee testing bench render rulebook bots arena env web tui report",
    "__init__": "core games processor",
    "__main__": "cli",
}
"""Every part (a module or package right below `azulejos`), and the parts that it may use."""

NOT_IN_CORE = {
    *("random", "secrets", "uuid"),
    *("time", "datetime"),
    *("logging",),
    *("io", "os", "pathlib", "shutil", "socket", "subprocess", "tempfile"),
}
NOT_CALLED_IN_CORE = {"open", "print", "input", "exec", "eval"}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(tree: ast.AST) -> list[tuple[int, str]]:
    """Line and full name of everything that a module imports."""
    names: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are written in full, `from azulejos.… import …`"
            names += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return names


def part_imported(name: str) -> str | None:
    """The part of azulejos that an imported name belongs to: names of the package itself are the core's."""
    top, _, rest = name.partition(".")
    if top != "azulejos":
        return None
    part = rest.partition(".")[0]
    there = (PACKAGE / part).is_dir() or any((PACKAGE / f"{part}{suffix}").exists() for suffix in (".py", ".pyi"))
    return part if there else "core"


SOURCES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    part = part_of(path)
    assert part in MAY_IMPORT, f"{part} is a new part of azulejos: say in MAY_IMPORT what it may use"
    allowed = {part, *MAY_IMPORT[part].split()}
    for line, name in imported(ast.parse(path.read_text("utf-8"))):
        used = part_imported(name)
        assert used is None or used in allowed, f"{path}:{line}: {part} must not import {name}"


def test_the_table_has_no_circle() -> None:
    order: list[str] = []
    while len(order) < len(MAY_IMPORT):
        ready = [part for part, uses in MAY_IMPORT.items() if part not in order and set(uses.split()) <= set(order)]
        assert ready, f"a circle among {MAY_IMPORT.keys() - set(order)}"
        order += ready


@pytest.mark.parametrize("path", sorted((PACKAGE / "core").rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_core_has_no_dice_clock_or_files(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    for line, name in imported(tree):
        assert name.partition(".")[0] not in NOT_IN_CORE, f"{path}:{line}: the rules must do without {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in NOT_CALLED_IN_CORE, f"{path}:{node.lineno}: the rules must do without {node.func.id}()"
