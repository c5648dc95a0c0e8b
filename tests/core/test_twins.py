"""The constants and functions that are written twice, in Python and in C, are equal."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import azulejos

ROOT = Path(azulejos.__file__).parent
TWINS = sorted(
    path.relative_to(ROOT.parent).with_suffix("").as_posix().replace("/", ".")
    for path in ROOT.rglob("*.pxd")
    if path.read_text(encoding="utf-8").startswith(("# The C twin", "# The twin"))
)


def pxd(name: str) -> str:
    return (ROOT.parent / name.replace(".", "/")).with_suffix(".pxd").read_text(encoding="utf-8")


def test_both_games_have_their_board_and_moves_among_the_twins() -> None:
    assert {f"azulejos.games.{game}.{part}" for game in ("azul", "pavilion") for part in ("board", "moves")} <= set(TWINS)


@pytest.mark.parametrize("name", TWINS)
def test_the_constants_of_a_twin(name: str) -> None:
    module = import_module(name)
    for constant, value in re.findall(r"^    ([A-Z_]+) = (-?[0-9]+)$", pxd(name), re.MULTILINE):
        assert getattr(module, constant) == int(value), constant


@pytest.mark.parametrize("name", [name for name in TWINS if ".games." in name])
def test_the_functions_of_a_twin(name: str) -> None:
    module: Any = import_module(name)
    functions = re.findall(r"^cdef inline int (\w+)\(([^)]*)\)[^\n]*\n    return ([^\n]+)\n", pxd(name), re.MULTILINE)
    for function, arguments, body in functions:
        names = [argument.split()[-1] for argument in arguments.split(", ")]
        for values in product(range(5), repeat=len(names)):
            # The C expression means the same in Python, because no value is below 0.
            ours = eval(body, dict(vars(module)), dict(zip(names, values, strict=True)))
            assert getattr(module, function)(*values) == ours, (function, values)
