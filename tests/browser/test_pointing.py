"""From clicks to a move, and which tile went where: the parts of the page that know neither page nor game, in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.driver import Player

pytestmark = pytest.mark.compiled

TAKE = [
    {"move": "1R1", "stages": [["display.1/red"], ["line.0.1"]], "points": 2, "note": "fills line 1"},
    {"move": "1R0", "stages": [["display.1/red"], ["floor.0"]], "points": -1, "note": "1 tile falls"},
    {"move": "1B2", "stages": [["display.1/blue"], ["line.0.2"]], "points": 0, "note": None},
    {"move": "1K0", "stages": [["display.1/black"], ["floor.0"]], "points": -2, "note": None},
]
PAY = [
    {"move": "red", "stages": [["space.0.1.1", "hand.0/red"]], "points": 1, "note": None},
    {"move": "blue", "stages": [["space.0.1.1", "hand.0/blue"]], "points": 1, "note": None},
]
KEEP = [
    {"move": "pass", "stages": [["?pass"], []], "points": -2, "note": None},
    {"move": "pass:G", "stages": [["?pass"], ["hand.0/green"]], "points": -1, "note": None},
    {"move": "pass:GG", "stages": [["?pass"], ["hand.0/green", "hand.0/green"]], "points": 0, "note": None},
]


@pytest.fixture
def call(arrive: Callable[..., Player]) -> Callable[..., Any]:
    """Calls a function of a module of the page."""
    ana = arrive()
    ana.page.goto("/")

    def call(module: str, function: str, *arguments: Any) -> Any:
        script = """async ([module, function_, values]) => {
            const plain = value => value instanceof Set ? [...value] : value;
            const found = plain((await import(`/page/${module}.js`))[function_](...values));
            return found?.offered ? {...found, offered: [...found.offered], done: found.done?.move ?? null} : found;
        }"""
        return ana.page.evaluate(script, [module, function, list(arguments)])

    return call


def test_a_click_narrows_and_the_last_one_decides(call: Callable[..., Any]) -> None:
    assert set(call("narrow", "narrow", TAKE, [])["offered"]) == {"display.1/red", "display.1/blue", "display.1/black"}
    after = call("narrow", "narrow", TAKE, ["display.1/red"])
    assert (set(after["offered"]), after["done"]) == ({"line.0.1", "floor.0"}, None)
    assert call("narrow", "narrow", TAKE, ["display.1/red", "line.0.1"])["done"] == "1R1"


def test_what_goes_without_saying_is_not_asked_unless_it_costs_something(call: Callable[..., Any]) -> None:
    assert call("narrow", "narrow", TAKE, ["display.1/blue"])["done"] == "1B2"
    costly = call("narrow", "narrow", TAKE, ["display.1/black"])
    assert (costly["offered"], costly["done"]) == (["floor.0"], None)


def test_within_a_stage_any_order_will_do(call: Callable[..., Any]) -> None:
    for clicks in (["space.0.1.1", "hand.0/blue"], ["hand.0/blue", "space.0.1.1"]):
        assert call("narrow", "narrow", PAY, clicks)["done"] == "blue"
    assert call("narrow", "narrow", PAY, ["hand.0/red"])["done"] == "red", "only one space takes it"


def test_one_may_stop_early_and_click_the_same_twice(call: Callable[..., Any]) -> None:
    for clicks, done, offered in ((0, "pass", 1), (1, "pass:G", 1), (2, "pass:GG", 0)):
        now = call("narrow", "narrow", KEEP, ["?pass", *["hand.0/green"] * clicks])
        assert (now["done"], len(now["offered"])) == (done, offered)
    assert call("narrow", "single", KEEP) == ["?pass"], "of the tiles in hand a click means one"


def test_who_points_elsewhere_changes_his_mind(call: Callable[..., Any]) -> None:
    assert call("narrow", "click", TAKE, ["display.1/red"], "display.1/black") == ["display.1/black"]
    assert call("narrow", "click", TAKE, ["display.1/red"], "display.1/red") == [], "the same again takes it back"
    assert call("narrow", "click", TAKE, ["display.1/red"], "wall.0.1.1") is None


def test_points_are_told_where_all_that_is_left_open_agrees(call: Callable[..., Any]) -> None:
    start: dict[str, list[str]] = {"clicks": []}
    assert call("narrow", "worth", TAKE, start, "display.1/red") == {"points": None, "note": None}
    assert call("narrow", "worth", PAY, start, "space.0.1.1") == {"points": 1, "note": None}
    assert call("narrow", "worth", TAKE, {"clicks": ["display.1/red"]}, "line.0.1") == {"points": 2, "note": "fills line 1"}


def test_equal_tiles_travel_the_shortest_way_and_the_rest_by_bag_and_lid(arrive: Callable[..., Player]) -> None:
    ana = arrive()
    ana.page.goto("/")
    trips = ana.page.evaluate(
        """async ([before, after, at]) => {
            const { trips } = await import('/page/tile-motion.js');
            return trips(before, after, (a, b) => Math.abs(at[a] - at[b]));
        }""",
        [
            {"line.0": "red", "line.1": "red", "far": "red", "stays": "blue"},
            {"wall.0": "red", "wall.1": "red", "stays": "blue", "new": "white"},
            {"line.0": 0, "line.1": 10, "far": 50, "wall.0": 1, "wall.1": 11, "stays": 5, "new": 7},
        ],
    )
    assert {(trip["from"], trip["to"], trip["what"]) for trip in trips} == {
        ("line.0", "wall.0", "red"),
        ("line.1", "wall.1", "red"),
        ("far", None, "red"),
        (None, "new", "white"),
    }
