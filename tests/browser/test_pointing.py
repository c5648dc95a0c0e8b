"""From clicks to a move, and which tile went where: the scripts that are independent of page and game, in a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.driver import Player

pytestmark = pytest.mark.compiled

TAKE = [
    {"move": "1R1", "stages": [["display.1/red"], ["line.0.1"]], "points": 2, "note": "completes pattern line 1"},
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
    """Call a function of a module of the page."""
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


def test_narrowing_and_prompts_match_the_terminal(arrive: Callable[..., Player]) -> None:
    ana = arrive()
    ana.page.goto("/")
    cases = json.loads((Path(__file__).parents[1] / "data" / "pointing.json").read_text("utf-8"))
    found = ana.page.evaluate(
        """async cases => {
            const [{ narrow }, { prompt }, { gameOf }] = await Promise.all(
                ["narrow", "spots", "games"].map(name => import(`/page/${name}.js`)));
            const after = ({ choices, clicks }) => clicks.reduce(
                (now, spot) => narrow(cases.choices[choices], [...now.clicks, spot]), narrow(cases.choices[choices], []));
            return {
                narrowing: cases.narrowing.map(one => {
                    const { clicks, offered, done } = after(one);
                    return { ...one, after: clicks, offered: [...offered], done: done?.move ?? null };
                }),
                prompts: cases.prompts.map(one => {
                    const { clicks, offered, done } = after(one);
                    return { ...one, text: prompt(gameOf(one.game).prompts, offered, clicks, done !== null) };
                }),
            };
        }""",
        cases,
    )
    assert found["narrowing"] == cases["narrowing"]
    assert found["prompts"] == cases["prompts"]


def test_a_second_click_on_the_same_spot_may_mean_another_tile(call: Callable[..., Any]) -> None:
    assert call("narrow", "single", KEEP) == ["?pass"], "a click takes one of the tiles in hand"


def test_a_click_elsewhere_changes_the_choice(call: Callable[..., Any]) -> None:
    assert call("narrow", "click", TAKE, ["display.1/red"], "display.1/black") == ["display.1/black"]
    assert call("narrow", "click", TAKE, ["display.1/red"], "display.1/red") == [], "a second click takes it back"
    assert call("narrow", "click", TAKE, ["display.1/red"], "wall.0.1.1") is None


def test_points_are_shown_where_all_remaining_choices_agree(arrive: Callable[..., Player]) -> None:
    ana = arrive()
    ana.page.goto("/")

    def worth(choices: list[dict[str, Any]], clicks: list[str], spot: str) -> Any:
        return ana.page.evaluate(
            """async ([choices, clicks, spot]) => {
                const { narrow, worth } = await import('/page/narrow.js');
                return worth(narrow(choices, clicks), spot);
            }""",
            [choices, clicks, spot],
        )

    assert worth(TAKE, [], "display.1/red") == {"points": None, "note": None}
    assert worth(PAY, [], "space.0.1.1") == {"points": 1, "note": None}
    assert worth(TAKE, ["display.1/red"], "line.0.1") == {"points": 2, "note": "completes pattern line 1"}


def test_equal_tiles_take_the_shortest_way_and_the_rest_use_bag_and_lid(arrive: Callable[..., Player]) -> None:
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
