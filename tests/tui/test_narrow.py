"""From pointing to a move, stage by stage."""

from __future__ import annotations

from azulejos.language import ENGLISH
from azulejos.render.types import Choice
from azulejos.tui.narrow import Choosing
from azulejos.tui.prompts import prompt, worth

TAKE = [
    Choice("1R1", (("display.1/red",), ("line.0.1",)), 1, None),
    Choice("1R2", (("display.1/red",), ("line.0.2",)), 0, "1 tile falls"),
    Choice("2B0", (("display.2/blue",), ("floor.0",)), -2, "2 tiles fall"),
    Choice("3W5", (("display.3/white",), ("line.0.5",)), 3, None),
]
KEEP = [
    Choice("pass", (("?pass",),), -2, None),
    Choice("pass:R", (("?pass",), ("hand.0/red",)), -1, None),
    Choice("pass:RR", (("?pass",), ("hand.0/red", "hand.0/red")), 0, None),
]
BONUS = [Choice("+BR", (("supply/blue", "supply/red"),), 0, None), Choice("+RR", (("supply/red", "supply/red"),), 0, None)]


def test_a_click_narrows_what_is_offered() -> None:
    now = Choosing(TAKE)
    assert now.offered == ("display.1/red", "display.2/blue", "display.3/white")
    now = now.click("display.1/red")
    assert now.offered == ("line.0.1", "line.0.2")
    assert now.done is None
    assert now.click("line.0.2").complete
    assert now.click("line.0.2").done == TAKE[1]
    assert now.back() == Choosing(TAKE)


def test_what_leaves_no_choice_is_not_asked() -> None:
    assert Choosing(TAKE).click("display.3/white").done == TAKE[3]
    assert Choosing(TAKE).outcome("display.3/white") == TAKE[3]


def test_but_whoever_loses_something_has_to_point_at_it() -> None:
    now = Choosing(TAKE).click("display.2/blue")
    assert (now.done, now.offered) == (None, ("floor.0",))
    assert Choosing(TAKE).outcome("display.2/blue") == TAKE[2]
    assert now.back() == Choosing(TAKE)


def test_within_a_stage_any_order_does() -> None:
    for first, second in (("supply/blue", "supply/red"), ("supply/red", "supply/blue")):
        assert Choosing(BONUS, (first, second)).done == BONUS[0]
    assert Choosing(BONUS).click("supply/blue").done == BONUS[0]
    assert Choosing(BONUS).click("supply/red").offered == ("supply/blue", "supply/red")


def test_one_may_stop_where_a_move_is_complete_and_longer_ones_are_possible() -> None:
    now = Choosing(KEEP).click("?pass")
    assert now.done == KEEP[0]
    assert now.offered == ("hand.0/red",)
    assert not now.complete
    now = now.click("hand.0/red")
    assert now.done == KEEP[1]
    assert now.click("hand.0/red").complete


def test_what_is_asked_for() -> None:
    take = Choosing(TAKE)
    assert prompt(take, ENGLISH) == "Your turn: take tiles"
    assert prompt(take.click("display.1/red"), ENGLISH) == "Where do they go?"
    assert prompt(Choosing(BONUS), ENGLISH) == "Take bonus tiles from the supply"
    assert prompt(Choosing(KEEP), ENGLISH) == "Your turn"
    assert prompt(Choosing(KEEP).click("?pass"), ENGLISH) == "Keep more, or finish"
    jokers = [Choice("1RJ1", (("display.1/red",), ("?yes",)), 0, None), Choice("1R1", (("display.1/red",), ("?no",)), 0, None)]
    assert prompt(Choosing(jokers).click("display.1/red"), ENGLISH) == "How?"
    wall = [Choice("r1c1", (("wall.0.1.1",),), 1, None), Choice("r1c2", (("wall.0.1.2",),), 1, None)]
    assert prompt(Choosing(wall), ENGLISH) == "Where on the wall?"
    place = [Choice(f"1:{n}P", ((f"space.0.1.{n}", "hand.0/purple"),), 1, None) for n in (1, 2)]
    assert prompt(Choosing(place), ENGLISH) == "Your turn: place a tile, or pass"
    assert prompt(Choosing(place).click("hand.0/purple"), ENGLISH) == "Which space?"


def test_what_it_is_worth() -> None:
    assert worth(TAKE[0], ENGLISH) == "+1 point"
    assert worth(TAKE[2], ENGLISH) == "-2 points · 2 tiles fall"
    assert worth(TAKE[1], ENGLISH) == "1 tile falls"
    assert worth(None, ENGLISH) == ""
