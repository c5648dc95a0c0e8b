"""From clicks to a move, stage by stage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from azulejos import render
from azulejos.language import ENGLISH
from azulejos.render.types import Choice
from azulejos.tui.narrow import Choosing
from azulejos.tui.prompts import worth

TAKE = [
    Choice("1R1", (("display.1/red",), ("line.0.1",)), 1, None),
    Choice("1R2", (("display.1/red",), ("line.0.2",)), 0, "1 tile falls"),
    Choice("2B0", (("display.2/blue",), ("floor.0",)), -2, "2 tiles fall"),
    Choice("3W5", (("display.3/white",), ("line.0.5",)), 3, None),
]
CASES: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "pointing.json").read_text("utf-8"))
"""The same cases test the terminal and the page (`tests/browser/test_pointing.py`)."""


def choosing(case: dict[str, Any]) -> Choosing:
    """Return the state after the clicks of a case."""
    choices = [
        Choice(one["move"], tuple(map(tuple, one["stages"])), one["points"], one["note"])
        for one in CASES["choices"][case["choices"]]
    ]
    now = Choosing(choices)
    for spot in case["clicks"]:
        now = now.click(spot)
    return now


@pytest.mark.parametrize("case", CASES["narrowing"], ids=lambda case: case["what"])
def test_from_clicks_to_a_move(case: dict[str, Any]) -> None:
    now = choosing(case)
    assert list(now.clicks) == case["after"]
    assert list(now.offered) == case["offered"]
    assert (now.done and now.done.move) == case["done"]
    assert now.complete == (case["done"] is not None and not case["offered"])


@pytest.mark.parametrize("case", CASES["prompts"], ids=lambda case: f"{case['choices']} {case['clicks']}")
def test_prompts(case: dict[str, Any]) -> None:
    assert choosing(case).prompt(render.vocabulary(case["game"]).prompts) == case["text"]


def test_a_choice_is_taken_back() -> None:
    assert Choosing(TAKE).click("display.1/red").back() == Choosing(TAKE)
    assert Choosing(TAKE).click("display.2/blue").back() == Choosing(TAKE)


def test_previews_of_a_click() -> None:
    assert Choosing(TAKE).outcome("display.3/white") == TAKE[3]
    assert Choosing(TAKE).outcome("display.2/blue") == TAKE[2]
    assert Choosing(TAKE).outcome("display.1/red") is None


def test_what_it_is_worth() -> None:
    assert worth(TAKE[0], ENGLISH) == "+1 point"
    assert worth(TAKE[2], ENGLISH) == "-2 points · 2 tiles fall"
    assert worth(TAKE[1], ENGLISH) == "1 tile falls"
    assert worth(None, ENGLISH) == ""
