"""Summer Pavilion: what an event scores, and why."""

from __future__ import annotations

import pytest

from azulejos import Gain, IllegalMove, Pavilion, Refill
from azulejos.games.pavilion.rules import PavilionState
from tests.core.layout import PAVILION_GAMES, bunch, lay_pavilion, name_of, pavilion_seat, random_game

TWO = Pavilion(players=2)
GREY = Pavilion(players=2, board="grey")
SUPPLY = "PPGGOOYYBB"


def explain(state: PavilionState, move: str) -> list[Gain]:
    return state.explain(Pavilion.move(move))


@pytest.mark.parametrize("game", PAVILION_GAMES, ids=name_of)
def test_the_gains_of_every_event_add_up_to_what_the_scores_show(game: Pavilion) -> None:
    for seed in range(3):
        for state, event in random_game(game, seed):
            scores = list(state.scores)
            for gain in state.explain(event):
                scores[gain.seat] += gain.points
            assert tuple(scores) == state.play(event).scores, (state.text, event)


def test_draws_score_nothing() -> None:
    assert TWO.start().explain(Refill(bunch(TWO, SUPPLY))) == []


def test_an_illegal_move_has_no_explanation() -> None:
    with pytest.raises(IllegalMove, match="you have 2 red"):
        explain(lay_pavilion(TWO, pavilion_seat(5, "RR"), supply=SUPPLY), "3:3R")


def acquire(score: int, displays: str, centre: str) -> PavilionState:
    return lay_pavilion(
        TWO, pavilion_seat(score), phase="acquire", marker="centre", displays=displays, centre=centre, supply=SUPPLY
    )


def test_the_first_to_take_from_the_centre_pays_for_each_tile() -> None:
    assert explain(acquire(5, "GGGG", "YYYP"), "0Y") == [Gain(0, -4, "marker", {"tiles": 4})]
    assert explain(acquire(3, "GGGG", "YYYP"), "0Y") == [Gain(0, -2, "marker", {"tiles": 4, "forgiven": 2})]
    assert explain(acquire(5, "GGGG", "YYYP"), "1G") == []


def test_a_placement_scores_its_run() -> None:
    state = lay_pavilion(TWO, pavilion_seat(5, "RRRRRR", {3: "RR..R."}), supply=SUPPLY)
    place = {"star": 3, "space": 6, "colour": "red", "run": 4}
    window = [{"feature": "window", "star": 3}]
    assert explain(state, "3:6R") == [Gain(0, 4, "placement", {**place, "completed": window, "bonus": 3})]


def test_a_placement_explains_everything_it_completes() -> None:
    stars = {1: "P.P...", 0: "....GY", 2: "..OO.."}
    completed = [{"feature": "statue", "star": 1}, {"feature": "pillar", "star": 1}]
    place = {"star": 1, "space": 2, "colour": "purple", "run": 3, "completed": completed}
    state = lay_pavilion(TWO, pavilion_seat(5, "PP", stars), supply=SUPPLY)
    assert explain(state, "1:2P") == [Gain(0, 3, "placement", {**place, "bonus": 3})]
    short = lay_pavilion(TWO, pavilion_seat(5, "PP", stars), supply="R")
    assert explain(short, "1:2P") == [Gain(0, 3, "placement", {**place, "bonus": 1})]


def test_bonus_tiles_score_nothing() -> None:
    state = lay_pavilion(TWO, pavilion_seat(5, "", {4: "....BB"}), phase="bonus", owed=3, supply=SUPPLY)
    assert explain(state, "+PPG") == []


def test_a_pass_costs_what_is_not_kept() -> None:
    state = lay_pavilion(TWO, pavilion_seat(5, "GGGGRR"), supply=SUPPLY)
    assert explain(state, "pass:GGGG") == [Gain(0, -2, "discards", {"tiles": 2})]
    assert explain(state, "pass") == [Gain(0, -4, "discards", {"tiles": 6, "forgiven": 2})]
    assert explain(lay_pavilion(TWO, pavilion_seat(5, "GG"), supply=SUPPLY), "pass:GG") == []


def test_the_last_pass_brings_the_end_scoring() -> None:
    stars = {0: "PGOYBR", 1: "P.....", 2: "O.....", 3: "RRRRRR", 4: "B.....", 5: "Y.....", 6: "G....."}
    state = lay_pavilion(TWO, pavilion_seat(9, "GG", stars), pavilion_seat(passed=True), round=6, supply=SUPPLY)
    assert explain(state, "pass") == [
        Gain(0, -2, "discards", {"tiles": 2}),
        Gain(0, 12, "stars", {"star": 0, "colour": "multicoloured"}),
        Gain(0, 14, "stars", {"star": 3, "colour": "red"}),
        Gain(0, 4, "numbers", {"number": 1}),
    ]


def test_on_the_grey_board_a_star_counts_for_what_it_is() -> None:
    stars = {0: "PGOYBR", 2: "GGGGGG", 5: "ROYGBP"}
    state = lay_pavilion(GREY, pavilion_seat(5, "", stars), pavilion_seat(passed=True), round=6, supply=SUPPLY)
    assert explain(state, "pass") == [
        Gain(0, 12, "stars", {"star": 0, "colour": "multicoloured"}),
        Gain(0, 18, "stars", {"star": 2, "colour": "green"}),
        Gain(0, 12, "stars", {"star": 5, "colour": "multicoloured"}),
    ]
