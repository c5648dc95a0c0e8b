"""Notebooks: states and records display themselves, and the tutorial runs from its first cell to its last."""

from __future__ import annotations

import ast
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from azulejos import Azul, Pavilion, render
from azulejos.record import Record
from azulejos.render import replay_widget
from azulejos.session import Session

TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.ipynb"


def run(source: str, names: dict[str, Any]) -> Any:
    """Return what a cell shows: the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def cells() -> list[str]:
    notebook = json.loads(TUTORIAL.read_text("utf-8"))
    assert notebook["nbformat"] == 4
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_tutorial_is_kept_without_outputs() -> None:
    code = [cell for cell in json.loads(TUTORIAL.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.compiled
def test_the_tutorial_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = [run(cell, names) for cell in cells()]
    printed = capsys.readouterr().out
    assert "0R1 is not legal in round 1: the centre is empty" in printed
    assert "azulejos-record/1" in printed
    assert names["table"].state.outcome in shown
    record = next(value for value in shown if isinstance(value, Record))
    assert record._repr_html_().startswith("<iframe")
    assert [value for value in shown if hasattr(value, "_repr_svg_")][-1]._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("game", [Azul(round_limit=2), Pavilion(2, "grey")], ids=repr)
def test_a_record_displays_itself_as_a_replay(game: Azul | Pavilion) -> None:
    table = Session(game, seed=3, names=["Ana <&>", "Rui"])
    while table.state.outcome is None:
        table.play(table.state.legal_moves[0])
    record = table.record()
    page = html.unescape(record._repr_html_().partition('srcdoc="')[2].rpartition('"')[0])
    assert page == replay_widget.document(record)
    data = json.loads(re.findall('<script type="application/json">(.*?)</script>', page, re.DOTALL)[0])
    pieces: dict[str, str] = {}
    texts: dict[str, str] = {}
    for frame, state in zip(data["frames"], record.states(), strict=True):
        for kept, changes in ((pieces, frame["pieces"]), (texts, frame["texts"])):
            kept |= {key: value for key, value in changes.items() if value is not None}
            for key in [key for key, value in changes.items() if value is None]:
                del kept[key]
        scene = render.scene(state)
        assert pieces == scene.pieces
        assert {key: text for key, text in texts.items() if not key.startswith("name.")} == scene.texts
        assert frame["marks"] == scene.marks
        assert pieces.keys() <= data["slots"].keys()
    assert "<Ana" not in page
    assert "Ana <&>" not in page.partition("<script")[0]
    assert max(map(len, page.splitlines())) < 600_000


def test_a_state_displays_itself_as_a_picture() -> None:
    for game in (Azul(), Pavilion()):
        state: Any = game.start()
        assert state._repr_svg_() == render.svg(state)
