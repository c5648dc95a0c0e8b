"""Positions that can't be, and what is said of them; positions that tell their own game; editions and drawn orders."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from azulejos import Azul, Game, NotationError, Pavilion, Problem
from azulejos.core.game import position
from tests.variants import VARIANTS

AZUL = (
    Azul(),
    (
        "azul players=2 board=coloured jokers=no limit=50 round=1 next=0 phase=offer start=0 marker=centre"
        " displays=BBRK,BBKW,YYRW,BRKK,YRKK centre=- bag=B15Y17R16K14W18 lid=- "
        "seat0=0;-,-,-,-,-;-;...../...../...../...../..... seat1=0;-,-,-,-,-;-;...../...../...../...../....."
    ),
)
GREY = Azul(board="grey"), AZUL[1].replace("coloured", "grey")
PAVILION = (
    Pavilion(),
    (
        "pavilion players=2 board=coloured floor=1 wild=PGOYBR round=1 next=0 phase=acquire owed=0 start=0 marker=centre"
        " displays=GYYY,PGYY,GGBR,PGOY,PGOB centre=- supply=P4G1O2Y1B1R1 bag=P15G15O18Y15B19R20 tower=- "
        "seat0=5;playing;-;....../....../....../....../....../....../......"
        " seat1=5;playing;-;....../....../....../....../....../....../......"
    ),
)
MONOCHROME = Pavilion(board="grey"), PAVILION[1].replace("coloured", "grey")

Position = tuple[Game, str]

# A position, what stands in it, what is put there instead, and what is said of that.
WRONG: list[tuple[Position, str, str, str]] = [
    # the line and its fields
    (AZUL, "azul ", "chess ", "begins with 'azul', not 'chess'"),
    (AZUL, " round=1", "  round=1", "with one space between"),
    (AZUL, " round=1", " round=1 round=1", "each once"),
    (AZUL, " round=1", "", "lacks the field `round`"),
    (AZUL, " round=1", " colour=red round=1", "no field `colour`"),
    (AZUL, "players=2", "players=3", "'2', as in the game"),
    (AZUL, "round=1", "round=51", "a number from 0 to 50"),
    (AZUL, "round=1", "round=one", "a number from 0 to 50"),
    (AZUL, "next=0", "next=2", "one of 0, 1, deal, over"),
    (AZUL, "BBRK,", "", "5 bunches separated by commas"),
    (AZUL, "BBRK", "KRBB", "bunches of letters in the order BYRKWJ like BBR"),
    (AZUL, "bag=B15Y17", "bag=Y17B15", "counts by letter in the order BYRKWJ"),
    (AZUL, "bag=B15", "bag=B0", "counts by letter"),
    (AZUL, "bag=B15", "bag=B133", "counts by letter"),
    # boards of Azul
    (AZUL, "seat0=0;", "seat0=0;;", "four parts: score;lines;floor;wall"),
    (AZUL, "seat0=0;", "seat0=-1;", "a score from 0 to 9999"),
    (AZUL, "seat0=0;", "seat0=²;", "a score from 0 to 9999"),
    (AZUL, "seat0=0;-,", "seat0=0;", "five lines separated by commas"),
    (AZUL, "seat0=0;-,-", "seat0=0;-,BBB", "in line 2 up to 2 tiles of one colour"),
    (AZUL, "seat0=0;-,-", "seat0=0;-,BY", "in line 2 up to 2 tiles of one colour"),
    (AZUL, "-;-;.....", "-;**;.....", "a floor line of up to 7"),
    (AZUL, "-;-;.....", "-;BBBBBBBB;.....", "a floor line of up to 7"),
    (AZUL, "-;-;.....", "-;-;....", "a wall of five rows of five characters"),
    (AZUL, "-;-;.....", "-;-;Y....", "in wall row 1 only B Y R K W in this order"),
    (AZUL, "seat0=0;-,-,-,-,-;-;.....", "seat0=0;B,-,-,-,-;-;B....", "in line 1 no blue: its wall row has it already"),
    (GREY, "-;-;.....", "-;-;B...B", "no colour twice in wall row 1"),
    (GREY, "-;-;...../.....", "-;-;B..../B....", "no colour twice in a wall column"),
    # what the rules of Azul can't lead to
    (AZUL, "bag=B15", "bag=B16", "the position has 21 blue tiles; the game has 20"),
    (AZUL, "BBRK,BBKW", "BBBBRK,KW", "a display holds at most 4 tiles"),
    (AZUL, "marker=centre", "marker=1", ""),
    (AZUL, "-;-;.....", "-;*;.....", "the marker is not there"),
    (AZUL, "next=0", "next=over", "`next=over` and `phase=over` go together"),
    (AZUL, "round=1", "round=0", "before round 1 comes a deal"),
    (AZUL, "next=0", "next=deal", "tiles still lie on displays"),
    # boards of Summer Pavilion
    (PAVILION, "seat0=5;", "seat0=5;;", "four parts: score;passed or playing;tiles;stars"),
    (PAVILION, "seat0=5;", "seat0=0;", "a score from 1 to 9999 first"),
    (PAVILION, "seat0=5;playing", "seat0=5;asleep", "`passed` or `playing` second"),
    (PAVILION, "/......", "", "seven stars of six characters"),
    (PAVILION, "-;......", "-;PP....", "in star 0 all different colours"),
    (PAVILION, "-;....../......", "-;....../R.....", "in star 1 only P"),
    (MONOCHROME, "-;......", "-;PPG...", "in star 0 one colour, or all different ones"),
    # what the rules of Summer Pavilion can't lead to
    (PAVILION, "bag=P15", "bag=P14", "the position has 21 purple tiles; the game has 22"),
    (PAVILION, "GYYY,PGYY", "GYYYYY,PG", "a display holds at most 4 tiles"),
    (PAVILION, "supply=P4G1O2Y1B1R1 bag=P15", "supply=P5G1O2Y1B1R1 bag=P14", "the supply has 10 spaces"),
    (PAVILION, "owed=0", "owed=1", "`phase=bonus` and `owed` above 0 go together"),
    (PAVILION, "phase=acquire owed=0", "phase=bonus owed=1", "no bonus without a complete feature"),
    (PAVILION, "phase=acquire", "phase=play", "tiles lie on displays or in the centre when players acquire"),
    (PAVILION, "next=0 phase=acquire", "next=refill:0 phase=over", "go together"),
    (PAVILION, "seat0=5;playing", "seat0=5;passed", "seat 0 has passed"),
    (PAVILION, "seat1=5;playing", "seat1=5;passed", "nobody passes while tiles are acquired"),
]


@pytest.mark.parametrize(
    ("origin", "old", "new", "complaint"), WRONG, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_position_that_can_not_be(origin: Position, old: str, new: str, complaint: str) -> None:
    game, text = origin
    assert game.position(text).text == text
    changed = text.replace(old, new, 1)
    assert changed != text
    if not complaint:
        assert game.position(changed).text == changed
        return
    with pytest.raises(NotationError) as refusal:
        game.position(changed)
    assert complaint in str(refusal.value)
    assert refusal.value.code == "bad_position"


@pytest.mark.parametrize("name", VARIANTS)
def test_the_text_of_a_position_tells_its_game(name: str) -> None:
    start = VARIANTS[name].start()
    assert type(start.game).of_text(start.text) == start.game
    assert position(start.text) == start


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("chess 8/8/8", "begins with 'azul' or 'pavilion', not 'chess'"),
        ("", "begins with"),
        (7, "begins with"),
        ([], "begins with"),
        (AZUL[1].replace("jokers=no", "jokers=maybe"), "one of yes, no"),
        (AZUL[1].replace("limit=50", "limit=0"), "a number from 1 to 1000"),
        (PAVILION[1].replace("PGOYBR", "PGOYBB"), "the letters PGOYBR in some order"),
        (PAVILION[1].replace("floor=1", "floor=2"), "`floor`"),
    ],
)
def test_a_text_that_tells_no_game(text: str, complaint: str) -> None:
    with pytest.raises(NotationError) as refusal:
        position(text)
    assert complaint in str(refusal.value)


def test_editions_differ_in_the_floor_of_the_score() -> None:
    assert Pavilion.edition("big-box") == Pavilion.edition("mini-hu") == Pavilion(score_floor=1)
    assert Pavilion.edition("mini-fr", players=3, board="grey") == Pavilion(3, "grey", score_floor=0)
    with pytest.raises(Problem, match="an edition is one of big-box, mini-fr, mini-hu, not 'pocket'"):
        Pavilion.edition("pocket")


def test_an_order_of_wild_colours_can_be_drawn() -> None:
    dice = random.Random(3)
    orders = Counter(Pavilion.draw_wild_order(dice) for _ in range(7200))
    assert all(sorted(order) == sorted(Pavilion.colours) for order in orders)
    assert len(orders) == 720
    assert max(orders.values()) < 30, "each about ten times"
    assert Pavilion(wild_order=max(orders)).start().play(Pavilion().start().draw(dice)).round == 1


@pytest.mark.parametrize(
    ("action", "complaint"),
    [
        ({"type": "pass", "keep": {"red": 5}}, "a bunch of at most 4 tiles by colour"),
        ({"type": "pass", "keep": {"red": 1}, "why": "tired"}, "has no `why`"),
        ({"type": "pass"}, "needs `keep`"),
        ({"type": "bonus", "tiles": {}}, "a bunch of at most 3 tiles by colour"),
        (
            {"type": "place", "star": 7, "space": 1, "colour": "red", "wilds": 0},
            "`star` of a 'place' action is 0, 1, 2, 3, 4, 5 or 6",
        ),
        ({"type": "place", "star": True, "space": 1, "colour": "red", "wilds": 0}, "no 'place' action of pavilion"),
        ({"type": "draw"}, "a `type` of 'take', 'place', 'bonus' or 'pass', not 'draw'"),
    ],
)
def test_an_action_that_is_no_move(action: dict[str, object], complaint: str) -> None:
    with pytest.raises(NotationError) as refusal:
        Pavilion.move(action)
    assert complaint in str(refusal.value)
