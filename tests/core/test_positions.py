"""Impossible positions and their errors; positions that describe their own game; editions and drawn orders."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from azulejos import Azul, Game, NotationError, Pavilion, Problem
from azulejos.core.game_json import position
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

# A position, a part of it, its replacement, and the error for that.
WRONG: list[tuple[Position, str, str, str]] = [
    # the line and its fields
    (AZUL, "azul ", "chess ", "must begin with azul, not 'chess'"),
    (AZUL, " round=1", "  round=1", "with single spaces between"),
    (AZUL, " round=1", " round=1 round=1", "each field once"),
    (AZUL, " round=1", "", "needs the field `round`"),
    (AZUL, " round=1", " colour=red round=1", "no field 'colour'"),
    (AZUL, "players=2", "players=3", "2, as in the game"),
    (AZUL, "round=1", "round=51", "a number from 0 to 50"),
    (AZUL, "round=1", "round=one", "a number from 0 to 50"),
    (AZUL, "next=0", "next=2", "must be 0, 1, deal or over"),
    (AZUL, "BBRK,", "", "the tiles of 5 places, separated by commas"),
    (AZUL, "BBRK", "KRBB", "letters in the order BYRKWJ, such as BBR"),
    (AZUL, "bag=B15Y17", "bag=Y17B15", "counts by letter in the order BYRKWJ"),
    (AZUL, "bag=B15", "bag=B0", "counts by letter"),
    (AZUL, "bag=B15", "bag=B133", "counts by letter"),
    # boards of Azul
    (AZUL, "seat0=0;", "seat0=0;;", "must be score;lines;floor;wall"),
    (AZUL, "seat0=0;", "seat0=-1;", "a score from 0 to 9999"),
    (AZUL, "seat0=0;", "seat0=²;", "a score from 0 to 9999"),
    (AZUL, "seat0=0;-,", "seat0=0;", "five lines separated by commas"),
    (AZUL, "seat0=0;-,-", "seat0=0;-,BBB", "up to 2 tiles of one colour, then jokers, in pattern line 2"),
    (AZUL, "seat0=0;-,-", "seat0=0;-,BY", "up to 2 tiles of one colour, then jokers, in pattern line 2"),
    (AZUL, "-;-;.....", "-;**;.....", "a floor line of up to 7"),
    (AZUL, "-;-;.....", "-;BBBBBBBB;.....", "a floor line of up to 7"),
    (AZUL, "-;-;.....", "-;-;....", "a wall of five rows of five characters"),
    (AZUL, "-;-;.....", "-;-;Y....", "B Y R K W or jokers, in this order, in wall row 1"),
    (AZUL, "seat0=0;-,-,-,-,-;-;.....", "seat0=0;B,-,-,-,-;-;B....", "without blue in pattern line 1, as its wall row has it"),
    (GREY, "-;-;.....", "-;-;B...B", "without a colour twice in row 1 of its wall"),
    (GREY, "-;-;...../.....", "-;-;B..../B....", "without a colour twice in a column of its wall"),
    # what the rules of Azul can't lead to
    (AZUL, "bag=B15", "bag=B16", "the position has 21 blue tiles, but the game has 20"),
    (AZUL, "BBRK,BBKW", "BBBBRK,KW", "a factory holds at most 4 tiles"),
    (AZUL, "marker=centre", "marker=1", ""),
    (AZUL, "-;-;.....", "-;*;.....", "the starting player marker is on a floor line, but another player has it"),
    (AZUL, "next=0", "next=over", "`next=over` and `phase=over` go together"),
    (AZUL, "round=1", "round=0", "round 1 begins with a deal"),
    (AZUL, "next=0", "next=deal", "tiles are left on the factories"),
    # boards of Summer Pavilion
    (PAVILION, "seat0=5;", "seat0=5;;", "must be score;passed or playing;tiles;stars"),
    (PAVILION, "seat0=5;", "seat0=0;", "a score from 1 to 9999"),
    (PAVILION, "seat0=5;playing", "seat0=5;asleep", "must be score;passed or playing"),
    (PAVILION, "/......", "", "seven stars of six characters"),
    (PAVILION, "-;......", "-;PP....", "six different colours in star 0"),
    (PAVILION, "-;....../......", "-;....../R.....", "only P in star 1"),
    (MONOCHROME, "-;......", "-;PPG...", "one colour, or six different ones, in star 0"),
    # what the rules of Summer Pavilion can't lead to
    (PAVILION, "bag=P15", "bag=P14", "the position has 21 purple tiles, but the game has 22"),
    (PAVILION, "GYYY,PGYY", "GYYYYY,PG", "a factory holds at most 4 tiles"),
    (PAVILION, "supply=P4G1O2Y1B1R1 bag=P15", "supply=P5G1O2Y1B1R1 bag=P14", "the supply has 10 spaces"),
    (PAVILION, "owed=0", "owed=1", "`phase=bonus` and `owed` above 0 go together"),
    (PAVILION, "phase=acquire owed=0", "phase=bonus owed=1", "a bonus needs a surrounded feature"),
    (
        PAVILION,
        "phase=acquire",
        "phase=play",
        "there are tiles on the factories or in the centre exactly when players take them",
    ),
    (PAVILION, "next=0 phase=acquire", "next=refill:0 phase=over", "go together"),
    (PAVILION, "seat0=5;playing", "seat0=5;passed", "seat 0 has passed"),
    (PAVILION, "seat1=5;playing", "seat1=5;passed", "no one passes while tiles are taken"),
]


@pytest.mark.parametrize(
    ("origin", "old", "new", "complaint"), WRONG, ids=lambda value: value if isinstance(value, str) else ""
)
def test_impossible_positions_are_refused(origin: Position, old: str, new: str, complaint: str) -> None:
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
def test_the_text_of_a_position_includes_its_game(name: str) -> None:
    start = VARIANTS[name].start()
    assert type(start.game).of_text(start.text) == start.game
    assert position(start.text) == start


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("chess 8/8/8", "begin with azul or pavilion, not 'chess'"),
        ("", "begin with"),
        (7, "begin with"),
        ([], "begin with"),
        (AZUL[1].replace("jokers=no", "jokers=maybe"), "must be yes or no"),
        (AZUL[1].replace("limit=50", "limit=0"), "a number from 1 to 1000"),
        (PAVILION[1].replace("PGOYBR", "PGOYBB"), "P, G, O, Y, B, R in any order"),
        (PAVILION[1].replace("floor=1", "floor=2"), "`floor`"),
    ],
)
def test_a_text_without_a_valid_game(text: str, complaint: str) -> None:
    with pytest.raises(NotationError) as refusal:
        position(text)
    assert complaint in str(refusal.value)


def test_editions_differ_in_the_score_floor() -> None:
    assert Pavilion.edition("big-box") == Pavilion.edition("mini-hu") == Pavilion(score_floor=1)
    assert Pavilion.edition("mini-fr", players=3, board="grey") == Pavilion(3, "grey", score_floor=0)
    with pytest.raises(Problem, match="there is no edition 'pocket' of Summer Pavilion; choose big-box, mini-fr or mini-hu"):
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
        ({"type": "pass", "keep": {"red": 5}}, "at most 4 tiles by colour"),
        ({"type": "pass", "keep": {"red": 1}, "why": "tired"}, "has no `why`"),
        ({"type": "pass"}, "needs `keep`"),
        ({"type": "bonus", "tiles": {}}, "at most 3 tiles by colour"),
        (
            {"type": "place", "star": 7, "space": 1, "colour": "red", "wilds": 0},
            "`star` of a 'place' action must be 0, 1, 2, 3, 4, 5 or 6",
        ),
        (
            {"type": "place", "star": True, "space": 1, "colour": "red", "wilds": 0},
            "is not a 'place' action of Summer Pavilion",
        ),
        ({"type": "draw"}, "must be 'take', 'place', 'bonus' or 'pass', not 'draw'"),
    ],
)
def test_an_action_that_is_not_a_move(action: dict[str, object], complaint: str) -> None:
    with pytest.raises(NotationError) as refusal:
        Pavilion.move(action)
    assert complaint in str(refusal.value)
