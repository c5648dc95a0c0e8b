"""Small plots: curves over the moves of a game, columns and bars."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

from azulejos.render.plot import Bar, Curve, Dot, bars, columns, curves


def parts(markup: str, kind: str) -> list[ElementTree.Element]:
    """Return the parts of a plot that have a class."""
    return [node for node in ElementTree.fromstring(markup).iter() if kind in node.get("class", "").split()]


def number(node: ElementTree.Element, name: str) -> float:
    return float(node.get(name, ""))


def test_a_curve_goes_up_with_its_values() -> None:
    drawn = curves(
        "Chance", [Curve("Ana <3", [(1, 0.0), (2, 50.0), (3, 100.0)], [Dot(2, 50.0, "oh", "blunder")])], 3, (0, 100), " %"
    )
    (line,) = (node for node in parts(drawn, "p-line") if node.tag == "polyline")
    places = [tuple(map(float, pair.split(","))) for pair in line.get("points", "").split()]
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True), "up is less in SVG"
    (dot,) = parts(drawn, "blunder")
    assert (number(dot, "cx"), number(dot, "cy")) == places[1]
    assert "Ana &lt;3" in drawn


def test_every_step_of_a_curve_can_be_clicked() -> None:
    drawn = curves("Chance", [], 4, (-10, 10), sections={1: "Round 1", 3: "2"})
    steps = parts(drawn, "p-step")
    assert [step.get("data-step") for step in steps] == ["1", "2", "3", "4"]
    for step, after in pairwise(steps):
        assert abs(number(step, "x") + number(step, "width") - number(after, "x")) < 0.02, "there is no gap between them"
    assert "−10" in drawn
    assert "Round 1" in drawn


def test_columns_are_as_high_as_their_values() -> None:
    low, none, high = parts(columns("Scores", {"0": 1, "10": 0, "20": 4}), "p-bar")
    assert number(high, "height") == 4 * number(low, "height")
    assert number(none, "height") == 0
    assert parts(columns("Nothing", {}), "p-bar") == []


def test_bars_below_zero_go_to_the_left() -> None:
    drawn = bars("Sources", [Bar("laid", 30, "+30"), Bar("floor", -10, "−10", "mine")])
    laid, floor = parts(drawn, "p-bar")
    (axis,) = parts(drawn, "p-axis")
    assert number(laid, "x") == number(axis, "x1")
    assert abs(number(floor, "x") + number(floor, "width") - number(axis, "x1")) < 0.02
    assert abs(number(laid, "width") - 3 * number(floor, "width")) < 0.02
    assert "p-below mine" in floor.get("class", "")
