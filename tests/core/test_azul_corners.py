"""Azul: the worked examples of the rules, and every rare case."""

from __future__ import annotations

import random

import pytest

from azulejos import CHANCE, Azul
from azulejos.games.azul.board import MARKER
from azulejos.games.azul.rules import AzulState
from tests.core.layout import azul_seat, deal, lay_azul

TWO = Azul(players=2)
FOUR = Azul(players=4)
GREY = Azul(players=2, board="grey")
JOKERS = Azul(players=2, jokers=True)
GREY_JOKERS = Azul(players=2, board="grey", jokers=True)

BLUE, YELLOW, RED, BLACK, WHITE, JOKER = range(6)


def play(state: AzulState, *moves: str) -> AzulState:
    for text in moves:
        state = state.play(Azul.move(text))
    return state


def legal(state: AzulState, start: str = "") -> list[str]:
    return [move.text for move in state.legal_moves if move.text.startswith(start)]


# -- the worked examples


def test_what_is_not_taken_moves_to_the_centre_and_the_first_there_takes_the_marker() -> None:
    state = play(lay_azul(TWO, displays="KKRW BBBB"), "1K2")
    assert state.centre == (0, 0, 1, 0, 1, 0)
    assert state.board(0).floor == ()
    state = play(state, "0R1", "2B4", "0W2")
    assert state.board(1).floor == (), "tiled already"
    assert state.starter == 1


def test_only_the_first_to_take_from_the_centre_takes_the_marker() -> None:
    state = play(lay_azul(TWO, displays="BBBB", centre="RW"), "0R1", "0W1")
    assert [state.board(seat).floor for seat in (0, 1)] == [(MARKER,), ()]


def test_where_two_yellow_tiles_may_go() -> None:
    seat = azul_seat(lines="-,-,-,B,-", wall="...../..Y../...Y./...../.....")
    state = lay_azul(TWO, seat, displays="YYRR KKKK")
    assert legal(state, "1Y") == ["1Y0", "1Y1", "1Y5"]
    assert play(state, "1Y1").board(0).floor == (YELLOW,)


def test_four_tiles_and_the_marker_on_the_floor_line_cost_8() -> None:
    state = lay_azul(TWO, azul_seat(score=10), centre="RRRR")
    assert play(state, "0R0").scores == (2, 0)


@pytest.mark.parametrize(
    ("wall", "points"),
    [
        ("...../...../...../...../.....", 1),  # alone
        ("...../.B.R./...../...../.....", 3),  # three across
        ("..R../...../..B../...../.....", 3),  # three down
        ("..R../WB.R./..B../...../.....", 7),  # four across and three down
        ("...../W..../...../..W../.....", 1),  # others, but no neighbour
    ],
)
def test_yellow_in_row_2_scores_its_runs(wall: str, points: int) -> None:
    state = lay_azul(TWO, azul_seat(lines="-,YY,-,-,-", wall=wall), next=1, displays="R")
    assert play(state, "1R5").scores == (points, 0)


def test_four_blue_tiles_and_a_joker_are_not_five() -> None:
    walls = ["B..../.B.../..B../.KWJY/....B", "B..../.B.../..B../.KWBY/....B"]
    seats = [azul_seat(wall=wall, lines="-,-,-,RRRR,-") for wall in walls]
    ended = play(lay_azul(JOKERS, *seats, displays="R"), "1R5")
    assert ended.outcome is not None
    run, row, colour = 5, 2, 10
    assert ended.scores == (run + row, run + row + colour)


# -- drawing tiles


def test_the_bag_runs_empty_in_the_middle_of_a_display() -> None:
    # Azul R1
    state = lay_azul(TWO, next="deal", bag="BR")
    after = state.play(deal(TWO, 2, "BRYY YYYY KKKK WWWW RRRR"))
    assert sum(after.discard_tiles) == 0
    assert sum(after.bag_tiles) == 80
    assert state.probability(deal(TWO, 2, "BYYY YYYY KKKK WWWW RRRR")) == 0, "the red tile in the bag comes first"


def crowded(**fields: str | int) -> AzulState:
    """Four walls with one column free, and lines so full that four blue tiles are all that is left."""
    seats = []
    for seat in range(4):
        rows = ["".join("." if column == seat else "BYRKW"[(column - row) % 5] for column in range(5)) for row in range(5)]
        lines = ["-", "-", "-", "BBB" if seat == 3 else "-", "BYRKW"[(seat + 1) % 5] * 4]
        seats.append(azul_seat(wall="/".join(rows), lines=",".join(lines)))
    return lay_azul(FOUR, *seats, **fields)  # type: ignore[arg-type]


def test_bag_and_lid_run_empty_and_the_round_starts_with_what_there_is() -> None:
    state = crowded(next="deal", round=7)
    assert state.draw(random.Random(1)) == deal(FOUR, 8, "B")
    assert state.probability(deal(FOUR, 8, "B")) == 1
    assert legal(state.play(deal(FOUR, 8, "B"))) == ["1B0", "1B1"]


def test_nothing_to_deal_ends_the_game() -> None:
    # Azul R2
    state = crowded(next=2, round=7, displays="B")
    state = play(state, "1B3")
    assert state.outcome is not None
    assert state.phase == "over"
    assert state.bag_tiles == state.discard_tiles == (0,) * 6


# -- the marker


@pytest.mark.parametrize("game", [TWO, FOUR, GREY_JOKERS])
def test_seat_0_starts(game: Azul) -> None:
    # Azul R3
    state = game.start()
    assert state.play(state.draw(random.Random(3))).actor == 0


def test_if_the_centre_is_never_used_the_marker_stays_there_and_the_same_player_starts() -> None:
    # Azul R5
    state = lay_azul(TWO, next="deal", start=1, marker=1)
    state = state.play(deal(TWO, 2, "BBBB YYYY RRRR KKKK WWWW"))
    assert state.actor == 1
    state = play(state, "1B4", "2Y4", "3R5", "4K5", "5W3")
    assert state.actor is CHANCE
    state = state.play(state.draw(random.Random(2)))
    assert (state.round, state.actor) == (3, 1)


def test_a_marker_taken_with_a_full_floor_line_costs_nothing_but_starts_the_next_round() -> None:
    # Azul R4
    full = azul_seat(score=20, floor="BBBBBBB")
    state = play(lay_azul(TWO, azul_seat(), full, next=1, centre="R", start=0), "0R1")
    assert state.scores == (0, 20 + 1 - 14)
    assert state.starter == 1


def test_tiles_beyond_the_floor_line_go_to_the_lid_at_once() -> None:
    state = lay_azul(TWO, azul_seat(floor="BBBBBB"), displays="RRRR KKKK")
    after = play(state, "1R0")
    assert after.board(0).floor == (BLUE,) * 6 + (RED,)
    assert sum(after.discard_tiles) == sum(state.discard_tiles) + 3


# -- the grey wall


def test_grey_wall_without_a_legal_column_drops_the_whole_line() -> None:
    # Azul R7
    # Row 3 has room in column 5 only, and column 5 shows red already.
    seat = azul_seat(score=9, lines="-,-,RRR,-,-", wall="...../....R/BYKW./...../.....")
    state = play(lay_azul(GREY, seat, next=1, displays="K"), "1K5")
    assert (state.phase, state.actor) == ("tiling", 0)
    assert legal(state) == ["r3c0"]
    after = play(state, "r3c0")
    assert after.scores == (9 - 4, 0)
    assert after.board(0).lines[2] is None
    assert sum(after.bag_tiles) + sum(after.discard_tiles) == 100 - 5 - 1  # five on the wall, one in a line


def test_grey_rows_see_the_choices_above_them() -> None:
    state = play(lay_azul(GREY, azul_seat(lines="R,RR,-,-,-"), next=1, displays="K"), "1K5")
    assert legal(state) == ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5"]
    state = play(state, "r1c2")
    assert legal(state) == ["r2c1", "r2c3", "r2c4", "r2c5"]


def test_on_the_grey_wall_seat_0_chooses_first() -> None:
    # Azul R8: even when seat 1 starts the next round.
    seats = [azul_seat(lines="R,-,-,-,-"), azul_seat(lines="B,-,-,-,-")]
    state = play(lay_azul(GREY, *seats, next=1, centre="K"), "0K5")
    assert (state.phase, state.actor, state.marker) == ("tiling", 0, 1)
    state = play(state, "r1c1")
    assert (state.phase, state.actor) == ("tiling", 1)
    assert legal(state) == ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5"], "the wall of seat 0 does not matter"


# -- jokers


def test_jokers_are_taken_alone_or_with_a_colour_or_left_behind() -> None:
    state = lay_azul(JOKERS, displays="RRJJ KKKK")
    assert {move[:-1] for move in legal(state, "1")} == {"1R", "1J", "1RJ"}
    assert play(state, "1R5").centre == (0, 0, 0, 0, 0, 2)
    assert play(state, "1RJ5").board(0).lines[4] == (RED, 2, 2)


def test_coloured_tiles_enter_the_line_first_so_that_jokers_fall_first() -> None:
    # Azul R9
    state = play(lay_azul(JOKERS, displays="RRJJ KKKK"), "1RJ3")
    assert state.board(0).lines[2] == (RED, 2, 1)
    assert state.board(0).floor == (JOKER,)


def test_a_line_of_jokers_only_has_no_colour_yet() -> None:
    seat = azul_seat(lines="-,-,J,-,-", wall="...../...../..J../...../.....")
    state = lay_azul(JOKERS, seat, displays="BYRR KKKK")
    assert "1R3" in legal(state)
    assert "1B3" not in legal(state), "a joker is on the blue space of row 3"
    assert play(state, "1R3").board(0).lines[2] == (RED, 2, 1)


def test_a_complete_line_of_jokers_only_goes_to_any_free_space_of_its_row() -> None:
    seat = azul_seat(lines="-,JJ,-,-,-", wall="...../.B.../...../...../.....")
    state = play(lay_azul(JOKERS, seat, next=1, displays="K"), "1K5")
    assert (state.phase, legal(state)) == ("tiling", ["r2c1", "r2c3", "r2c4", "r2c5"])
    after = play(state, "r2c3")
    assert after.board(0).wall[1] == (-1, BLUE, JOKER, -1, -1)
    assert after.scores == (2, 0)
    assert after.discard_tiles == (0, 0, 0, 0, 0, 1), "the other joker"


def test_the_full_lines_above_a_line_of_jokers_only_are_tiled_before_the_choice() -> None:
    # Azul R10
    state = play(lay_azul(JOKERS, azul_seat(lines="B,JJ,RRR,-,-"), next=1, displays="K"), "1K5")
    assert legal(state) == ["r2c1", "r2c2", "r2c3", "r2c4", "r2c5"]
    assert state.board(0).wall[0] == (BLUE, -1, -1, -1, -1), "line 1 is already on the wall"
    assert state.board(0).wall[2] == (-1,) * 5, "line 3 is not"
    after = play(state, "r2c1")
    assert after.scores == (1 + 2 + 1, 0), "the joker below the blue tile scores both, and red in column 5 stands alone"


def test_a_joker_on_a_colours_space_bars_that_colour_from_the_line_for_good() -> None:
    state = lay_azul(JOKERS, azul_seat(wall="...../.BJ../...../...../....."), displays="YYYY KKKK")
    assert legal(state, "1Y") == ["1Y0", "1Y1", "1Y3", "1Y4", "1Y5"]


def test_a_joker_in_a_coloured_line_goes_to_the_space_of_that_colour() -> None:
    state = lay_azul(JOKERS, azul_seat(lines="-,-,YYJ,-,-"), next=1, displays="K")
    after = play(state, "1K5")
    assert after.board(0).wall[2] == (-1, -1, -1, JOKER, -1)
    assert after.discard_tiles == (0, 2, 0, 0, 0, 0)


def test_a_joker_on_the_grey_wall_goes_anywhere_and_blocks_no_colour() -> None:
    # Azul R11
    seat = azul_seat(lines="-,RJ,RRR,-,-", wall="R..../...../...../...../.....")
    state = play(lay_azul(GREY_JOKERS, seat, next=1, displays="K"), "1K5")
    assert legal(state) == ["r2c1", "r2c2", "r2c3", "r2c4", "r2c5"], "column 1 shows red, but a joker may go there"
    state = play(state, "r2c2")
    assert legal(state) == ["r3c2", "r3c3", "r3c4", "r3c5"], "the joker in column 2 is not red"


# -- the end


def test_a_score_never_falls_below_0() -> None:
    state = play(lay_azul(TWO, azul_seat(score=3), centre="RRRR"), "0R0")
    assert state.scores == (0, 0)


ROW_DONE = azul_seat(score=10, lines="W,-,-,-,-", wall="BYRK./...../...../...../.....")  # 5 for the tile, 2 for the row


def test_a_tie_goes_to_the_player_with_more_complete_rows() -> None:
    ended = play(lay_azul(TWO, azul_seat(score=17), ROW_DONE, displays="B"), "1B5")
    assert ended.outcome is not None
    assert ended.scores == (17, 17)
    assert ended.outcome.winners == (1,)
    assert ended.outcome.ranks == (2, 1)


def test_a_tie_with_equal_rows_is_shared() -> None:
    ended = play(lay_azul(TWO, ROW_DONE, ROW_DONE, displays="B"), "1B5")
    assert ended.outcome is not None
    assert ended.outcome.winners == (0, 1)


def test_the_bonuses_at_the_end() -> None:
    seat = azul_seat(lines="W,-,-,-,YYYYY", wall="BYRK./WBY../KWB../RKWB./.RKWB")
    ended = play(lay_azul(TWO, seat, next=1, displays="B"), "1B4")
    white, yellow = 5, 5 + 5  # five across; five across and five down
    rows, columns, colours = 2 * 2, 3 * 7, 2 * 10  # rows 1 and 5, columns 1 to 3, blue and white
    assert ended.scores == (white + yellow + rows + columns + colours, 0)


# -- games that go on and on


def refuse_to_build(state: AzulState, rounds: int) -> AzulState:
    """Play on with all tiles going to the floor line."""
    dice = random.Random(4)
    while state.outcome is None and not (state.actor is CHANCE and state.round == rounds):
        if state.actor is CHANCE:
            state = state.play(state.draw(dice))
        else:
            state = state.play(next(move for move in state.legal_moves if move.text.endswith("0")))
    return state


def test_a_game_of_sixteen_rounds() -> None:
    state = refuse_to_build(FOUR.start(), rounds=15)
    dice = random.Random(5)
    state = state.play(state.draw(dice))
    assert (state.round, state.outcome) == (16, None)
    while state.outcome is None:
        state = state.play(state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves))
    assert 16 < state.round <= 50


@pytest.mark.parametrize("game", [Azul(players=2, round_limit=16), Azul(players=3, board="grey", round_limit=1)])
def test_the_round_limit_ends_a_game_that_would_not_end(game: Azul) -> None:
    # Azul R6
    state = refuse_to_build(game.start(), rounds=1000)
    assert state.outcome is not None
    assert state.round == game.round_limit
    assert state.scores == (0,) * game.players
    assert state.outcome.winners == tuple(range(game.players))


def test_no_game_exceeds_fifty_rounds_by_default() -> None:
    assert refuse_to_build(TWO.start(), rounds=1000).round == 50
