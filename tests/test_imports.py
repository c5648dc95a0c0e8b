"""Imports between the parts of azulejos point one way only, and the rules stay free of dice, clocks and files.

See the picture in `docs/architecture.md`. The source is read, not run, so imports inside functions count too.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "azulejos"

EVENTS = "core notation variations record session"
MAY_IMPORT = {
    "_cpuid": "",
    "processor": "_cpuid",
    "core": "",
    "notation": "core",
    "variations": "core notation",
    "record": "core notation variations",
    "session": "core notation record",
    "table": "session",
    "perft": "core notation",
    "referee": EVENTS,
    "testing": EVENTS,
    "bench": f"{EVENTS} env render web",
    "language": "",
    "processes": "",
    "render": f"{EVENTS} language html_page",
    "rulebook": f"{EVENTS} language render",
    "lesson": f"{EVENTS} language",
    "glicko": "",
    "html_page": "",
    "bots": EVENTS,
    "puzzles": f"{EVENTS} bots glicko arena",
    "arena": f"{EVENTS} bots processes html_page",
    "learning": f"{EVENTS} bots arena",
    "env": f"{EVENTS} bots render",
    "web": f"{EVENTS} language bots processes render rulebook lesson glicko puzzles",
    "tui": f"{EVENTS} language bots render",
    "games": f"{EVENTS} language render tui lesson",
    "report": f"{EVENTS} language bots render html_page",
    "cli": f"{EVENTS} processor language perft referee testing bench render rulebook bots arena env web tui report puzzles",
    "__init__": "core games processor",
    "__main__": "cli",
}
"""Every part (a module or package in `azulejos`), and the parts that it may use. Only `azulejos` itself uses `games`."""

IN_A_GAME = {
    "scene": "render language",
    "terminal": "tui language",
    "lessons": "lesson language",
}
"""What files of a game's folder may use apart from the core and one another; all others (rules, board, moves …) nothing."""

NOTEBOOKS = {"core/tiles.py": "azulejos.render", "record.py": "azulejos.render.replay_widget"}
"""File → what it imports only when a notebook asks for a picture."""

TYPES_OF_PARTS = "core/game.py"
"""The contract names the types of all parts of a game: only there may types be imported from above."""

NOT_IN_CORE = {
    *("random", "secrets", "uuid"),
    *("time", "datetime"),
    *("logging",),
    *("io", "os", "pathlib", "shutil", "socket", "subprocess", "tempfile"),
}
NOT_CALLED_IN_CORE = {"open", "print", "input", "exec", "eval"}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(tree: ast.AST, types: bool = True) -> list[tuple[int, str]]:
    """Return line and full name of everything that a module imports; with `types` also what only type checkers see."""
    names: list[tuple[int, str]] = []
    hidden = {id(inner) for node in ast.walk(tree) if _for_types(node) for inner in ast.walk(node)} if not types else set()
    for node in ast.walk(tree):
        if id(node) in hidden:
            continue
        if isinstance(node, ast.Import):
            names += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are written in full, `from azulejos.… import …`"
            names += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return names


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def part_imported(name: str) -> str | None:
    """Return the part of azulejos that an imported name belongs to: names of the package itself belong to the core."""
    top, _, rest = name.partition(".")
    if top != "azulejos":
        return None
    part = rest.partition(".")[0]
    there = (PACKAGE / part).is_dir() or any((PACKAGE / f"{part}{suffix}").exists() for suffix in (".py", ".pyi"))
    return part if there else "core"


SOURCES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    part, name_of_file = part_of(path), path.relative_to(PACKAGE).as_posix()
    assert part in MAY_IMPORT, f"{part} is a new part of azulejos: say in MAY_IMPORT what it may use"
    allowed = {part, *MAY_IMPORT[part].split()}
    for line, name in imported(ast.parse(path.read_text("utf-8")), types=name_of_file != TYPES_OF_PARTS):
        used = part_imported(name)
        notebook = name.startswith(NOTEBOOKS.get(name_of_file, " "))
        assert used is None or used in allowed or notebook, f"{path}:{line}: {part} must not import {name}"


GAME_SOURCES = sorted(path for path in (PACKAGE / "games").rglob("*.py") if len(path.relative_to(PACKAGE).parts) > 2)


@pytest.mark.parametrize("path", GAME_SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_game_uses_the_core_its_own_files_and_what_its_parts_are_made_of(path: Path) -> None:
    _, game, *inside = path.relative_to(PACKAGE).with_suffix("").parts
    contract = inside == ["__init__"]  # which names the types of the parts, like the class that it extends
    allowed = {"core", *IN_A_GAME.get(inside[0], "").split()}
    for line, name in imported(ast.parse(path.read_text("utf-8")), types=not contract):
        used = part_imported(name)
        own = name == f"azulejos.games.{game}" or name.startswith(f"azulejos.games.{game}.")
        assert used is None or own or used in allowed, f"{path}:{line}: {'.'.join(inside)} of a game must not import {name}"
        below = "scene" in name.split(".") or "terminal" in name.split(".")
        assert not below or contract or inside[0] in ("scene", "terminal"), f"{path}:{line}: {inside[0]} must not import {name}"


def test_the_exceptions_are_needed() -> None:
    for file, name in NOTEBOOKS.items():
        found = [one for _, one in imported(ast.parse((PACKAGE / file).read_text("utf-8")))]
        assert any(one.startswith(name) for one in found), f"{file} does not import {name} any more"


def test_the_table_of_parts_has_no_cycle() -> None:
    order: list[str] = []
    while len(order) < len(MAY_IMPORT):
        ready = [part for part, uses in MAY_IMPORT.items() if part not in order and set(uses.split()) <= set(order)]
        assert ready, f"a circle among {MAY_IMPORT.keys() - set(order)}"
        order += ready


RULES = [path for path in SOURCES if part_of(path) == "core"] + [
    path for path in GAME_SOURCES if path.relative_to(PACKAGE).with_suffix("").parts[2] not in IN_A_GAME
]


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_core_has_no_dice_clock_or_files(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    for line, name in imported(tree):
        assert name.partition(".")[0] not in NOT_IN_CORE, f"{path}:{line}: the rules must do without {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in NOT_CALLED_IN_CORE, f"{path}:{node.lineno}: the rules must do without {node.func.id}()"
