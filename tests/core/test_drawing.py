"""Drawings: what people see in a terminal."""

from __future__ import annotations

import re

import pytest

from azulejos import Azul, Game, Pavilion
from azulejos.core import blocks
from azulejos.games.azul.rules import AzulState
from azulejos.games.pavilion.rules import PavilionState
from tests.core.layout import GAMES, azul_seat, lay_azul, lay_pavilion, name_of, pavilion_seat, random_game

CODES = re.compile("\x1b\\[[0-9;]+m")
SUPPLY = "PPGGOOYYBB"


AZUL_TABLE = """\
Azul, round 2, factory offer: player 2 takes tiles
bag 76, lid 0; player 1 has the starting player marker (*)

factories  1 B B Y R    2 K K K K    3 . . . .    4 Y W W W    5 . . . .
centre     0 R R K

  player 1    12 points     > player 2      1 point
-----------------------     -----------------------
1         . | B y r k w     1         . | b y r k w
2       . Y | w B y R k     2       . . | w b y r k
3     . . . | k w b y r     3     . . . | k w b y r
4   . B B B | r k w b y     4   . . . . | r k w b y
5 . . . . . | y r k w b     5 . . . . . | y r k w b
0 * W W . . . .      -4     0 . . . . . . ."""

PAVILION_TABLE = """\
Summer Pavilion, round 2, play tiles: player 1 places a tile or passes
wild: green G, next O Y B R; a space costs its number in tiles
bag 107, discarded 0; player 1 has the starting player marker (*)

factories  1 . . . .    2 . . . .    3 . . . .    4 . . . .    5 . . . .
centre     0 -
supply       P P G G O O Y Y B .

> player 1   14 points         player 2    9 points
----------------------       ----------------------
       6       5                    6       5
     5   1   4   6                5   1   4   6
      [2o]    [3r]                 [2o]    [3r]
     O   2   3   1                4   2   3   R
   P   O   P   2   4            1   3   1   2   4
 6   P   6   2   3   B        6   2   6   2   3   5
  [1p]    [0]     [4b]         [1p]    [0]     [4b]
 5   3   5   3   2   B        5   3   5   3   2   6
   4   2   4   3   1            4   2   4   3   1
     1   3   2   4                1   3   2   4
      [6g]    [5y]                 [6g]    [5y]
     6   4   1   5                6   4   1   5
       5       6                    5       6

tiles         P1 G2 R3       kept                Y2
pillars 0    statues 1       pillars 0    statues 0
windows 1                    windows 0       passed"""


def test_a_table_of_azul() -> None:
    first = azul_seat(score=12, lines="-,Y,-,BBB,-", floor="*WW", wall="B..../.B.R./...../...../.....")
    state = lay_azul(Azul(), first, azul_seat(score=1), round=2, next=1, marker=0, displays="BBYR KKKK - WWWY", centre="RRK")
    assert str(state) == AZUL_TABLE


def test_the_grey_wall_with_jokers_shows_its_columns() -> None:
    game = Azul(players=2, board="grey", jokers=True)
    seat = azul_seat(lines="-,-,RJJ,-,-", wall="J..../.B.../...../...../.....")
    assert str(lay_azul(game, seat, phase="tiling")).splitlines()[:12] == [
        "Azul (grey wall, Joker tiles), round 1, wall-tiling: player 1 tiles row 3",
        "bag 95, lid 0; the starting player marker (*) is in the centre",
        "",
        "factories  1 . . . .    2 . . . .    3 . . . .    4 . . . .    5 . . . .",
        "centre     0 *",
        "",
        "> player 1     0 points       player 2     0 points",
        "------------- 1 2 3 4 5     ------------- 1 2 3 4 5",
        "1         . | J . . . .     1         . | . . . . .",
        "2       . . | . B . . .     2       . . | . . . . .",
        "3     J J R | . . . . .     3     . . . | . . . . .",
        "4   . . . . | . . . . .     4   . . . . | . . . . .",
    ]


def test_a_table_of_summer_pavilion() -> None:
    stars = {0: "P.....", 1: "PP....", 2: "..OO..", 4: "....BB"}
    first = pavilion_seat(14, "GGRRRP", stars)
    second = pavilion_seat(9, "YY", {3: "R....."}, passed=True)
    assert str(lay_pavilion(Pavilion(), first, second, round=2, supply="PPGGOOYYB")) == PAVILION_TABLE


def test_the_grey_board_shows_its_costs() -> None:
    drawing = str(lay_pavilion(Pavilion(board="grey"), supply=SUPPLY))
    assert drawing.startswith("Summer Pavilion (grey side), round 1, play tiles: player 1 places a tile or passes\n")
    assert "wild: purple P, next G O Y B R; spaces 1 to 6 cost 3 2 1 4 5 6; all spaces of star 0 cost 3\n" in drawing
    assert "[2]" in drawing


BEFORE_ROUND_1 = lay_pavilion(Pavilion(), phase="acquire", next="deal", round=0, marker="centre", supply=SUPPLY)
BONUS_DUE = lay_pavilion(Pavilion(), pavilion_seat(5, "", {4: "....BB"}), phase="bonus", owed=1, supply="R")
WON = lay_azul(Azul(), azul_seat(30), azul_seat(20), next="over", phase="over", round=5)
SHARED = lay_azul(Azul(), next="over", phase="over", round=5)


@pytest.mark.parametrize(
    ("state", "headline"),
    [
        (Azul().start(), "Azul: the factories are filled for round 1"),
        (Pavilion().start(), "Summer Pavilion, round 1: the supply will be refilled"),
        (BEFORE_ROUND_1, "Summer Pavilion, round 1: the factories are filled for round 1"),
        (BONUS_DUE, "Summer Pavilion, round 1, bonus: player 1 takes 1 tile"),
        (WON, "Azul, game over after round 5: player 1 wins"),
        (SHARED, "Azul, game over after round 5: player 1 and player 2 share the victory"),
    ],
)
def test_the_headline_says_what_comes_next(state: object, headline: str) -> None:
    assert str(state).splitlines()[0] == headline


def test_players_have_their_names() -> None:
    state = lay_azul(Azul(), azul_seat(score=12, floor="*"), next=1, marker=0, centre="RRK")
    lines = Azul().drawing(state, names=("Maria Alexandrina", "Rui")).splitlines()
    assert lines[0] == "Azul, round 1, factory offer: Rui takes tiles"
    assert lines[1].endswith("; Maria Alexandrina has the starting player marker (*)")
    assert lines[6] == "  Maria Alex… 12 points     > Rui          0 points"
    assert Azul().drawing(WON, names=("Ana", "Rui")).splitlines()[0] == "Azul, game over after round 5: Ana wins"
    assert (
        Azul().drawing(SHARED, names=("Ana", "Rui")).splitlines()[0]
        == "Azul, game over after round 5: Ana and Rui share the victory"
    )


def test_a_large_hand_still_fits() -> None:
    state = lay_pavilion(Pavilion(players=4), pavilion_seat(5, "".join(letter * 12 for letter in "PGOYBR")))
    assert "P12G12O12Y12B12R12    tiles" in str(state)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_drawing_is_plain_and_narrow_and_colour_adds_only_codes(game: Game) -> None:
    for state, _ in random_game(game, seed=2):
        assert isinstance(state, AzulState | PavilionState)
        plain = str(state)
        assert plain.replace("\n", "").isprintable()
        assert plain.isascii()
        lines = plain.splitlines()
        assert max(map(len, lines)) <= 100
        assert lines == [line.rstrip() for line in lines]
        coloured = state.drawing(colour=True)
        assert coloured != plain
        assert [line.rstrip() for line in CODES.sub("", coloured).splitlines()] == lines


def test_blocks_of_different_heights_stand_side_by_side() -> None:
    assert blocks.beside([["a"], ["bb", "bb"], ["c"]], gap=1) == ["a bb c", "  bb "]
    assert blocks.rows_of([["a"], ["b"], ["c"]], in_a_row=2, gap=1) == ["a b", "c"]
    assert blocks.width(blocks.ink("abc", "1")) == 3
