"""Summer Pavilion: the worked examples of the rules, and every rare case."""

from __future__ import annotations

import random

import pytest

from azulejos import CHANCE, Pavilion, Refill
from azulejos.games.pavilion.rules import PavilionState
from tests.core.layout import NONE, Stars, bunch, deal, lay_pavilion, pavilion_seat

TWO = Pavilion(players=2)
FOUR = Pavilion(players=4)
GREY = Pavilion(players=2, board="grey")
FRENCH_MINI = Pavilion.edition("mini-fr")

SUPPLY = "PPGGOOYYBB"
ALL_COVERED = {0: "PGOYBR", 1: "PPPPPP", 2: "OOOOOO", 3: "RRRRRR", 4: "BBBBBB", 5: "YYYYYY"}


def tiles(letters: str) -> tuple[int, ...]:
    return bunch(TWO, letters)


def play(state: PavilionState, *moves: str) -> PavilionState:
    for text in moves:
        state = state.play(Pavilion.move(text))
    return state


def legal(state: PavilionState, start: str = "") -> list[str]:
    return [move.text for move in state.legal_moves if move.text.startswith(start)]


def acquire(displays: str = "", centre: str = "", score: int = 5, game: Pavilion = TWO) -> PavilionState:
    return lay_pavilion(
        game, pavilion_seat(score), phase="acquire", marker="centre", displays=displays, centre=centre, supply=SUPPLY
    )


# -- the worked examples (in round 1, purple is wild)


def test_all_red_tiles_are_taken_and_the_yellow_ones_move() -> None:
    state = play(acquire("RRYY GGGG"), "1R")
    assert state.board(0).hand == tiles("RR")
    assert state.centre == tiles("YY")


def test_exactly_one_wild_tile_is_taken_too() -> None:
    state = acquire("GPPB GGGG")
    assert legal(state, "1") == ["1G", "1B"], "purple can't be chosen while there are others"
    state = play(state, "1G")
    assert state.board(0).hand == tiles("GP")
    assert state.centre == tiles("PB")


def test_the_first_to_take_from_the_centre_pays_a_point_for_each_tile() -> None:
    state = play(acquire("GGGG", centre="YYYP"), "0Y")
    assert state.board(0).hand == tiles("YYYP")
    assert state.scores == (1, 5)
    assert (state.marker, state.starter) == (0, 0)


def place(hand: str, move: str, stars: Stars = NONE) -> PavilionState:
    return play(lay_pavilion(TWO, pavilion_seat(5, hand, stars), supply=SUPPLY), move)


def test_seven_blue_tiles_for_space_6_of_the_blue_star() -> None:
    state = place("BBBBBBB", "4:6B")
    assert state.scores == (6, 5)
    assert state.board(0).hand == tiles("B")
    assert state.discard_tiles == tiles("BBBBB")


def test_three_red_tiles_for_red_3_alone() -> None:
    assert place("RRR", "3:3R").scores == (6, 5)


def test_three_blue_and_three_purple_tiles_for_blue_6_beside_two_others() -> None:
    state = place("BBBPPP", "4:6B+3", {4: "...BB."})
    assert state.scores == (8, 5)
    assert state.board(0).hand == tiles("")
    assert state.board(0).stars[4] == (-1, -1, -1, 4, 4, 4)


def test_one_orange_tile_and_three_wild_ones_for_orange_4() -> None:
    state = place("OGPPP", "2:4O+3")
    assert state.board(0).hand == tiles("G")
    assert state.board(0).stars[2][3] == 2, "an orange tile is there"
    assert state.discard_tiles == tiles("PPP")


def test_purple_as_its_own_colour() -> None:
    state = place("PP", "1:2P", {1: "P.P..."})
    assert state.scores == (8, 5)


def test_passing_with_four_green_and_two_red_tiles() -> None:
    state = play(lay_pavilion(TWO, pavilion_seat(5, "GGGGRR"), supply=SUPPLY), "pass:GGGG")
    assert state.scores == (3, 5)
    assert state.board(0).corners == tiles("GGGG")
    assert state.discard_tiles == tiles("RR")


# -- acquiring


@pytest.mark.parametrize("game", [TWO, FOUR, GREY])
def test_seat_0_starts(game: Pavilion) -> None:
    # Pavilion R1
    state, dice = game.start(), random.Random(3)
    while state.actor is CHANCE:
        state = state.play(state.draw(dice))
    assert state.actor == 0


def test_the_wild_colours_come_in_the_order_that_the_game_sets() -> None:
    # Pavilion R3
    order = ("red", "yellow", "purple", "blue", "green", "orange")
    state, dice = Pavilion(wild_order=order).start(), random.Random(3)
    wild = {}
    while state.outcome is None:
        wild[state.round] = order[0] if state.round == 0 else Pavilion.colours[state.wild]
        state = state.play(state.draw(dice) if state.actor is CHANCE else state.legal_moves[-1])
    assert [wild[number] for number in range(1, 7)] == list(order)


def test_from_wild_tiles_only_exactly_one_is_taken() -> None:
    state = play(acquire("PPPP GGGG"), "1P")
    assert state.board(0).hand == tiles("P")
    assert state.centre == tiles("PPP")
    state = play(state, "0P")
    assert state.scores == (5, 4)
    assert state.centre == tiles("PP")


def test_if_the_centre_is_never_used_the_marker_stays_and_the_same_player_starts() -> None:
    # Pavilion R4
    state = lay_pavilion(TWO, phase="acquire", next="deal", round=0, marker="centre", supply=SUPPLY)
    state = state.play(deal(TWO, 1, "GGGG OOOO YYYY BBBB RRRR"))
    state = play(state, "1G", "2O", "3Y", "4B", "5R")
    assert (state.phase, state.actor, state.marker) == ("play", 0, 4)


@pytest.mark.parametrize(("game", "left"), [(TWO, 1), (FRENCH_MINI, 0)])
def test_the_marker_costs_no_more_than_the_floor_of_the_score_allows(game: Pavilion, left: int) -> None:
    state = play(acquire("GGGG", centre="YYYP", score=2, game=game), "0Y")
    assert state.scores == (left, 5)
    assert state.board(0).hand == tiles("YYYP"), "taking is allowed nevertheless"


# -- playing


def test_the_run_goes_around_the_ring() -> None:
    assert place("RRRRRR", "3:6R", {3: "RR..R."}).scores == (5 + 4, 5)
    assert place("R", "3:1R", {3: ".RRRRR"}).scores == (5 + 6, 5)


@pytest.mark.parametrize(
    ("stars", "bonus"),
    [
        ({1: "..P...", 0: "....GY"}, 1),  # pillar
        ({1: "P.....", 2: "..OO.."}, 2),  # statue
        ({1: "P.P...", 0: "....GY", 2: "..OO.."}, 3),  # both
        ({1: "P.P...", 0: "....G.", 2: "..O..."}, 0),
    ],
)
def test_purple_2_completes_a_pillar_or_a_statue_or_both(stars: Stars, bonus: int) -> None:
    state = place("PP", "1:2P", stars)
    assert state.owed == bonus
    assert state.phase == ("bonus" if bonus else "play")
    if bonus:
        assert all(sum(move.action["tiles"].values()) == bonus for move in state.legal_moves)


def test_a_window_grants_three_tiles_of_any_colours_including_wild_ones() -> None:
    state = place("BBBBB", "4:5B", {4: ".....B"})
    assert state.owed == 3
    state = play(state, "+PPB")
    assert state.board(0).hand == tiles("PPB")
    assert state.supply == tiles("GGOOYYB")
    assert state.actor is CHANCE


def test_a_bonus_larger_than_the_supply_takes_all_of_it() -> None:
    # Pavilion R5
    state = lay_pavilion(TWO, pavilion_seat(5, "BBBBB", {4: ".....B"}), supply="GR")
    state = play(state, "4:5B")
    assert legal(state) == ["+GR"]
    assert play(state, "+GR").supply == tiles("")


def test_no_bonus_from_an_empty_supply() -> None:
    state = play(lay_pavilion(TWO, pavilion_seat(5, "BBBBB", {4: ".....B"})), "4:5B")
    assert (state.phase, state.owed, state.actor) == ("play", 0, CHANCE)
    assert state.mover == 1


def test_a_player_without_tiles_has_to_pass() -> None:
    assert legal(lay_pavilion(TWO, supply=SUPPLY)) == ["pass"]


def test_a_wild_tile_alone_pays_for_no_other_colour() -> None:
    state = lay_pavilion(TWO, pavilion_seat(5, "PPPP"), supply=SUPPLY)
    placements = [move.action for move in state.legal_moves if move.action["type"] == "place"]
    assert {action["colour"] for action in placements} == {"purple"}
    assert {action["wilds"] for action in placements} == {0}


@pytest.mark.parametrize(("game", "left"), [(TWO, 1), (FRENCH_MINI, 0)])
def test_passing_costs_no_more_than_the_floor_of_the_score_allows(game: Pavilion, left: int) -> None:
    state = play(lay_pavilion(game, pavilion_seat(3, "GGGGRR"), supply=SUPPLY), "pass")
    assert state.scores == (left, 5)


def test_a_player_who_has_passed_is_out_until_the_next_round() -> None:
    state = lay_pavilion(TWO, pavilion_seat(5, "G"), pavilion_seat(passed=True, tiles="BB"), supply=SUPPLY)
    state = play(state, "6:1G")
    assert state.actor == 0
    state = play(state, "pass")
    assert (state.actor, state.turn) == (CHANCE, 4)
    state = state.play(deal(TWO, 2, "GGGG OOOO YYYY RRRR PPPP"))
    assert state.board(1).hand == tiles("BB")
    assert (state.round, state.phase, state.wild) == (2, "acquire", 1)


# -- drawing tiles


def test_the_bag_runs_empty_in_the_middle_of_a_refill() -> None:
    # Pavilion R2
    state = lay_pavilion(TWO, pavilion_seat(5, "RR"), supply="PPGGOOY", bag="B")
    state = play(state, "pass")
    assert state.probability(Refill(tiles("YYY"))) == 0, "the blue tile in the bag comes first"
    after = state.play(Refill(tiles("BRR")))
    assert after.supply == tiles("PPGGOOYBRR")
    assert (sum(after.discard_tiles), after.actor) == (0, 1)


def test_the_bag_runs_empty_in_the_middle_of_a_deal() -> None:
    # Pavilion R2
    seats = [pavilion_seat(passed=True)] * 2
    state = lay_pavilion(TWO, *seats, next="deal", round=1, supply=SUPPLY, bag="RRRRRB")
    after = state.play(deal(TWO, 2, "RRRR RBGG OOOO YYYY PPPP"))
    assert sum(after.discard_tiles) == 0
    assert sum(after.bag_tiles) == 132 - 10 - 20


def test_supply_spaces_stay_empty_until_a_later_turn_can_fill_them() -> None:
    # Bag and tower are empty: all tiles are in the supply and beside the boards.
    others = "P" * 20 + "G" * 22 + "O" * 22 + "Y" * 22 + "B" * 22 + "R" * 21
    state = lay_pavilion(TWO, pavilion_seat(5, "R"), pavilion_seat(5, others), supply="PP")
    state = play(state, "3:1R")
    assert state.actor == 1, "no refill: there is nothing to draw"
    state = play(state, "6:2G")
    assert state.actor is CHANCE
    assert state.draw(random.Random(1)) == Refill(tiles("G")), "the tile just spent is all there is"


def crowded(bag: str = "") -> PavilionState:
    """Four boards that hold nearly all tiles, before round 3."""
    stars = {1: "PPPPP.", 2: "OOOOO.", 3: "RRRRR.", 4: "BBBBB.", 5: "YYYYY.", 6: "GGGGG."}
    seats = [pavilion_seat(50, "RR" if seat == 0 and not bag else "", stars, passed=True) for seat in range(4)]
    return lay_pavilion(FOUR, *seats, next="deal", round=2, start=2, supply=SUPPLY, bag=bag)


def test_a_round_without_a_tile_to_deal_has_an_empty_first_phase() -> None:
    # Pavilion R6
    state = crowded()
    nothing = deal(FOUR, 3, "")
    assert state.draw(random.Random(1)) == nothing
    assert state.probability(nothing) == 1
    state = state.play(nothing)
    assert (state.round, state.phase, state.actor) == (3, "play", 2)
    assert state.board(0).hand == tiles("RR")


def test_a_round_starts_with_displays_half_full_when_bag_and_tower_are_empty() -> None:
    state = crowded(bag="RR")
    assert state.draw(random.Random(1)) == deal(FOUR, 3, "RR")
    assert legal(state.play(deal(FOUR, 3, "RR"))) == ["1R"]


# -- the grey board


def test_on_the_grey_board_the_first_tile_is_free_and_the_second_decides() -> None:
    def colours(star: str) -> set[str]:
        state = lay_pavilion(GREY, pavilion_seat(5, "PPPPGGGGOOOO", {2: star}), supply=SUPPLY)
        return {move.action["colour"] for move in state.legal_moves if move.action.get("star") == 2}

    assert colours("......") == {"purple", "green", "orange"}
    assert colours("G.....") == {"purple", "green", "orange"}
    assert colours("GG....") == {"green"}
    assert colours("GP....") == {"orange"}


def test_on_the_grey_board_spaces_have_other_costs() -> None:
    state = lay_pavilion(GREY, pavilion_seat(5, "GGG"), supply=SUPPLY)
    outer = {move.action["space"] for move in state.legal_moves if move.action.get("star") == 1}
    inner = {move.action["space"] for move in state.legal_moves if move.action.get("star") == 0}
    assert outer == {1, 2, 3}
    assert inner == {1, 2, 3, 4, 5, 6}


# -- the end


def last_pass(seat: str, other: str = pavilion_seat(passed=True), game: Pavilion = TWO) -> PavilionState:
    return play(lay_pavilion(game, seat, other, round=6, supply=SUPPLY), "pass")


def test_in_round_6_nothing_is_kept_and_each_tile_costs_a_point() -> None:
    # Pavilion R7
    seat = pavilion_seat(9, "GGBB")
    assert legal(lay_pavilion(TWO, seat, pavilion_seat(passed=True), round=6, supply=SUPPLY), "pass") == ["pass"]
    ended = last_pass(seat)
    assert ended.outcome is not None
    assert ended.scores == (5, 5)


def test_the_loss_of_the_last_pass_comes_before_the_end_scoring() -> None:
    ended = last_pass(pavilion_seat(2, "GGBB", {3: "RRRRRR"}))
    assert ended.scores == (1 + 14, 5)


def test_complete_stars_and_numbers() -> None:
    ended = last_pass(pavilion_seat(5, stars={6: "GGGGG.", **ALL_COVERED}))
    stars = 12 + 20 + 17 + 14 + 15 + 16
    numbers = 4 + 8 + 12 + 16
    assert ended.scores == (5 + stars + numbers, 5)


def test_on_the_grey_board_a_star_scores_for_what_it_is_and_there_are_twelve_threes() -> None:
    one_colour, multicoloured = "GGGGGG", "PGOYBR"
    ended = last_pass(pavilion_seat(5, stars={1: one_colour, 2: one_colour, 3: multicoloured}), game=GREY)
    assert ended.scores == (5 + 18 + 18 + 12, 5)
    threes = dict.fromkeys(range(1, 7), "G.....")
    assert last_pass(pavilion_seat(5, stars=threes), game=GREY).scores == (5, 5)
    assert last_pass(pavilion_seat(5, stars={0: multicoloured, **threes}), game=GREY).scores == (5 + 12 + 12, 5)


def test_a_tie_is_shared() -> None:
    ended = last_pass(pavilion_seat(30), pavilion_seat(30, passed=True))
    assert ended.outcome is not None
    assert ended.outcome.winners == (0, 1)
    assert ended.outcome.ranks == (1, 1)
