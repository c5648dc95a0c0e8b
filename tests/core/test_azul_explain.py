"""Azul: what an event scores, and why."""

from __future__ import annotations

import pytest

from azulejos import Azul, Gain, IllegalMove
from azulejos.games.azul.rules import AzulState
from tests.core.layout import AZUL_GAMES, azul_seat, deal, lay_azul, name_of, random_game

TWO = Azul(players=2)
GREY = Azul(players=2, board="grey")
JOKERS = Azul(players=2, jokers=True)


def explain(state: AzulState, move: str) -> list[Gain]:
    return state.explain(Azul.move(move))


@pytest.mark.parametrize("game", AZUL_GAMES, ids=name_of)
def test_the_gains_of_every_event_add_up_to_what_the_scores_show(game: Azul) -> None:
    for seed in range(5):
        for state, event in random_game(game, seed):
            scores = list(state.scores)
            for gain in state.explain(event):
                scores[gain.seat] += gain.points
            assert tuple(scores) == state.play(event).scores, (state.text, event)


def test_a_deal_scores_nothing() -> None:
    assert TWO.start().explain(deal(TWO, 1, "BBBB YYYY RRRR KKKK WWWW")) == []


def test_a_take_that_is_not_the_last_scores_nothing_yet() -> None:
    assert explain(lay_azul(TWO, centre="RRKK"), "0R0") == []


def test_an_illegal_move_has_no_explanation() -> None:
    with pytest.raises(IllegalMove, match="has no blue"):
        explain(lay_azul(TWO, centre="RRKK"), "0B0")


def test_the_last_take_tiles_all_walls_and_clears_the_floor_lines() -> None:
    first = azul_seat(score=9, lines="B,YY,-,-,-", wall="...../.B.../...../...../.....", floor="RR")
    second = azul_seat(lines="-,-,KKK,-,-")
    state = lay_azul(TWO, first, second, next=1, centre="WW")
    assert explain(state, "0W1") == [
        Gain(0, 1, "placement", {"row": 1, "column": 1, "colour": "blue", "across": 1, "down": 1}),
        Gain(0, 2, "placement", {"row": 2, "column": 3, "colour": "yellow", "across": 2, "down": 1}),
        Gain(1, 1, "placement", {"row": 1, "column": 5, "colour": "white", "across": 1, "down": 1}),
        Gain(1, 1, "placement", {"row": 3, "column": 1, "colour": "black", "across": 1, "down": 1}),
        Gain(0, -2, "floor", {"tiles": 2, "spaces": [1, 2]}),
        Gain(1, -1, "marker", {"space": 1}),
        Gain(1, -1, "floor", {"tiles": 1, "spaces": [2]}),
    ]


def test_a_tile_between_others_scores_across_and_down() -> None:
    seat = azul_seat(lines="-,YY,-,-,-", wall="..R../WB.R./..B../...../.....")
    assert explain(lay_azul(TWO, seat, next=1, displays="R"), "1R5") == [
        Gain(0, 7, "placement", {"row": 2, "column": 3, "colour": "yellow", "across": 4, "down": 3})
    ]


def test_four_tiles_and_the_marker_cost_8() -> None:
    assert explain(lay_azul(TWO, azul_seat(score=10), centre="RRRR"), "0R0") == [
        Gain(0, -1, "marker", {"space": 1}),
        Gain(0, -7, "floor", {"tiles": 4, "spaces": [2, 3, 4, 5]}),
    ]


def test_the_marker_costs_the_space_that_it_lies_on() -> None:
    assert explain(lay_azul(TWO, azul_seat(score=10, floor="BB"), centre="R"), "0R1") == [
        Gain(0, 1, "placement", {"row": 1, "column": 3, "colour": "red", "across": 1, "down": 1}),
        Gain(0, -2, "marker", {"space": 3}),
        Gain(0, -2, "floor", {"tiles": 2, "spaces": [1, 2]}),
    ]


def test_losses_below_zero_are_forgiven_from_the_right() -> None:
    state = lay_azul(TWO, azul_seat(score=4, floor="BB*"), next=0, marker=0, displays="RRRR")
    assert explain(state, "1R1") == [
        Gain(0, 1, "placement", {"row": 1, "column": 3, "colour": "red", "across": 1, "down": 1}),
        Gain(0, -2, "marker", {"space": 3}),
        Gain(0, -3, "floor", {"tiles": 5, "spaces": [1, 2, 4, 5, 6], "forgiven": 6}),
    ]
    assert explain(lay_azul(TWO, centre="R"), "0R2") == [Gain(0, 0, "marker", {"space": 1, "forgiven": 1})]


def test_a_marker_that_finds_no_space_costs_nothing() -> None:
    state = lay_azul(TWO, azul_seat(score=20, floor="BBBBBBB"), centre="R")
    assert [gain.reason for gain in explain(state, "0R1")] == ["placement", "floor"]


def test_on_the_grey_wall_each_tile_is_a_move_and_the_floor_lines_come_after_the_last() -> None:
    state = lay_azul(GREY, azul_seat(lines="R,-,-,-,-"), azul_seat(score=5, floor="W", lines="B,-,-,-,-"), displays="K")
    assert explain(state, "1K5") == []
    state = state.play(Azul.move("1K5"))
    first = Gain(0, 1, "placement", {"row": 1, "column": 2, "colour": "red", "across": 1, "down": 1})
    assert explain(state, "r1c2") == [first]
    state = state.play(Azul.move("r1c2"))
    second = Gain(1, 1, "placement", {"row": 1, "column": 4, "colour": "blue", "across": 1, "down": 1})
    assert explain(state, "r1c4") == [second, Gain(1, -1, "floor", {"tiles": 1, "spaces": [1]})]


def test_a_line_that_finds_no_column_falls_to_the_floor() -> None:
    seat = azul_seat(score=9, lines="-,-,RRR,-,-", wall="...../....R/BYKW./...../.....")
    state = lay_azul(GREY, seat, next=0, phase="tiling")
    assert explain(state, "r3c0") == [Gain(0, -4, "floor", {"tiles": 3, "spaces": [1, 2, 3]})]


def test_jokers_fall_before_coloured_tiles_and_count_on_the_floor_line() -> None:
    state = lay_azul(JOKERS, azul_seat(score=9), displays="RRJJ")
    assert explain(state, "1RJ2") == [
        Gain(0, 1, "placement", {"row": 2, "column": 4, "colour": "red", "across": 1, "down": 1}),
        Gain(0, -2, "floor", {"tiles": 2, "spaces": [1, 2]}),
    ]


def test_the_bonuses_at_the_end_one_by_one() -> None:
    seat = azul_seat(lines="W,-,-,-,YYYYY", wall="BYRK./WBY../KWB../RKWB./.RKWB")
    assert explain(lay_azul(TWO, seat, next=1, displays="B"), "1B4") == [
        Gain(0, 5, "placement", {"row": 1, "column": 5, "colour": "white", "across": 5, "down": 1}),
        Gain(0, 10, "placement", {"row": 5, "column": 1, "colour": "yellow", "across": 5, "down": 5}),
        Gain(0, 2, "rows", {"row": 1}),
        Gain(0, 2, "rows", {"row": 5}),
        Gain(0, 7, "columns", {"column": 1}),
        Gain(0, 7, "columns", {"column": 2}),
        Gain(0, 7, "columns", {"column": 3}),
        Gain(0, 10, "colours", {"colour": "blue"}),
        Gain(0, 10, "colours", {"colour": "white"}),
    ]
