"""Azul: what is refused, with which code, and what the message suggests instead."""

from __future__ import annotations

import random
from typing import Any

import pytest

from azulejos import Azul, Deal, IllegalMove, Move, Pavilion, Refill
from azulejos.games.azul.refusal import refusal
from azulejos.games.azul.rules import AzulState
from tests.core.layout import AZUL_GAMES, azul_seat, bunch, deal, lay_azul, name_of, random_game

TWO = Azul(players=2)
GREY = Azul(players=2, board="grey")
JOKERS = Azul(players=3, jokers=True)

OFFER = lay_azul(TWO, azul_seat(lines="-,RR,R,BB,-", wall="..R../...../...../...../....."), displays="BBYY - RRKK", centre="W")
TILING = lay_azul(GREY, azul_seat(lines="-,-,RRR,-,B", wall="..R../...../Y..../...../....."), next=0, phase="tiling")
STUCK = lay_azul(GREY, azul_seat(lines="-,-,RRR,-,-", wall="...../....R/BYKW./...../....."), next=0, phase="tiling")
WITH_JOKERS = lay_azul(
    JOKERS, azul_seat(lines="-,J,RJ,JJJJ,-", wall="...../J..../...../...../....."), displays="BYRR WWWJ JJKK"
)
NO_LINE = lay_azul(TWO, azul_seat(lines="-,B,B,B,B", wall="..R../...../...../...../....."), displays="RRRR")
DEALING = lay_azul(TWO, next="deal")
NEARLY_EMPTY_BAG = lay_azul(TWO, next="deal", bag="BR")
OVER = lay_azul(TWO, azul_seat(score=30), azul_seat(score=20), next="over", phase="over", round=6)


def refused(state: AzulState, event: Any) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        state.play(Azul.move(event) if isinstance(event, str) else event)
    return caught.value


MOVES = {
    OFFER: """
6R2 no_such_display: there are factories 1 to 5, and 0 is the centre
4R2 empty_source: factory 4 is empty; you can take tiles from the centre, factory 1 and factory 3
1R5 colour_not_there: factory 1 has no red; it has 2 blue, 2 yellow
0R5 colour_not_there: the centre has no red; it has 1 white
3R2 line_full: pattern line 2 is full (2 red); red can go to pattern line 3 or 5, or the floor line (0)
1Y4 other_colour: pattern line 4 already holds 2 blue; yellow can go to pattern line 1 or 5, or the floor line (0)
3R1 colour_on_wall: row 1 of the wall already has red, in column 3; red can go to pattern line 3 or 5, or the floor line (0)
3RJ3 no_joker_tiles: this game is played without the Joker tiles
3J3 no_joker_tiles: this game is played without the Joker tiles
r2c1 take_due: walls are tiled once the factories and the centre are empty; take tiles first, for example 1B0
""",
    WITH_JOKERS: """
1J5 colour_not_there: factory 1 has no joker; it has 1 blue, 1 yellow, 2 red
1RJ5 colour_not_there: factory 1 has no joker; it has 1 blue, 1 yellow, 2 red
2BJ5 colour_not_there: factory 2 has no blue; it has 3 white, 1 joker
1Y3 other_colour: pattern line 3 already holds 1 red and 1 joker; yellow can go to pattern line 1, 2 or 5, or the floor line (0)
2W2 joker_on_space: a joker covers the white space of wall row 2; white can go to pattern line 1 or 5, or the floor line (0)
2WJ2 joker_on_space: a joker covers the white space of wall row 2; white can go to pattern line 1 or 5, or the floor line (0)
3J4 line_full: pattern line 4 is full (4 jokers); jokers can go to pattern line 1, 2, 3 or 5, or the floor line (0)
""",
    NO_LINE: """
1R1 colour_on_wall: row 1 of the wall already has red, in column 3; red can only go to the floor line (0)
""",
    TILING: """
1R2 tile_due: no tiles are left to take; tile your wall: r3c2, r3c4 or r3c5
r5c1 wrong_row: rows are tiled from the top, and pattern line 3 is the first complete one; play r3c2, r3c4 or r3c5
r3c1 space_taken: row 3, column 1 already has a yellow tile; play r3c2, r3c4 or r3c5
r3c3 colour_in_column: column 3 already has red, in row 1; play r3c2, r3c4 or r3c5
r3c0 column_open: pattern line 3 falls to the floor line only if no column is legal; play r3c2, r3c4 or r3c5
""",
    STUCK: """
r3c5 colour_in_column: column 5 already has red, in row 2; play r3c0
""",
    DEALING: """
1R2 chance_due: the deal of round 2 comes first; `state.draw(rng)` draws it
r1c1 chance_due: the deal of round 2 comes first; `state.draw(rng)` draws it
""",
    OVER: """
1R2 game_over: the game is over (scores: 30, 20)
""",
}


@pytest.mark.parametrize(
    ("state", "refusal"),
    [(state, refusal.strip()) for state, refusals in MOVES.items() for refusal in refusals.strip().splitlines()],
)
def test_a_move_is_refused_with_a_reason(state: AzulState, refusal: str) -> None:
    move, code, why = refusal.replace(":", "", 1).split(" ", 2)
    error = refused(state, move)
    assert error.code == code
    assert str(error) == f"{move} is not legal in round {state.round}: {why}"


DEALS = {
    "move_due": (OFFER, deal(TWO, 2, "BBBB"), "a move comes first, such as 1B0"),
    "game_over": (OVER, deal(TWO, 2, "BBBB"), "the game is over (scores: 30, 20)"),
    "wrong_round": (DEALING, deal(TWO, 3, "BBBB"), "round 2 comes next"),
    "wrong_displays": (DEALING, Deal(2, ((4, 0, 0, 0, 0, 0),)), "with 2 players it must be a tuple of 5 factories, not 1"),
    "wrong_size": (DEALING, deal(TWO, 2, "BBBB YYY"), "factory 2 must get 4 tiles, not 3"),
    "not_in_bag": (DEALING, deal(TWO, 2, "BBBJ YYYY RRRR KKKK WWWW"), "factory 1 gets 1 joker, but the bag has none"),
    "bag_first": (NEARLY_EMPTY_BAG, deal(TWO, 2, "BYYY"), "factory 1 must first get what is left in the bag: 1 blue, 1 red"),
}


@pytest.mark.parametrize("code", DEALS)
def test_a_deal_is_refused_with_a_reason(code: str) -> None:
    state, event, why = DEALS[code]
    error = refused(state, event)
    assert error.code == code
    assert str(error) == f"the deal of round {event.round} is not possible in round {state.round}: {why}"


def test_a_display_is_a_bunch_of_all_colours() -> None:
    error = refused(DEALING, Deal(2, ((4, 0),) * 5))
    assert error.code == "not_a_bunch"
    assert "factory 1 must get a tuple of 6 counts (blue, yellow, red, black, white, joker), not (4, 0)" in str(error)


def test_what_the_lid_does_not_hold_is_refused() -> None:
    error = refused(NEARLY_EMPTY_BAG, deal(TWO, 2, "BRJY"))
    assert error.code == "not_in_bag"
    assert "factory 1 gets 1 joker, but after the bag, the discard has none" in str(error)


def test_azul_has_no_refills() -> None:
    error = refused(OFFER, Refill(bunch(TWO, "B")))
    assert error.code == "no_refills"
    assert str(error) == "the refill is not possible in round 1: Azul has no supply to refill; a round begins with a Deal"


def test_a_move_of_another_game_is_refused() -> None:
    error = refused(OFFER, Pavilion.move("3R"))
    assert error.code == "other_game"
    assert str(error) == "3R is not legal in round 1: it is a move of the game 'pavilion', not of 'azul'"


@pytest.mark.parametrize("id", [-1, 690, 10**30, True, None, "0"])
def test_a_move_with_an_unknown_id_is_refused(id: Any) -> None:
    error = refused(OFFER, Move("azul", id, "odd", {}))
    assert error.code == "unknown_move"
    assert f"odd is not legal in round 1: Azul has no move with the id {id!r}. Write 3R2" in str(error)


def test_running_out_of_a_colour_is_explained_with_its_numbers() -> None:
    state = lay_azul(TWO, *[azul_seat(wall="B..../...../...../...../.....")] * 2, next="deal")
    error = refused(state, deal(TWO, 2, "BBBB BBBB BBBB BBBB BBBB"))
    assert error.code == "not_in_bag"
    assert "factory 5 gets 4 blue, but the bag has 2" in str(error)
    assert error.details == {"place": "display 5", "colour": "blue", "wanted": 4, "there": 2}


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError("no repr for you")


class Disguised(Move):
    """A move in all but name: only real ones are played."""


GARBAGE = [None, 5, 5.0, "3R2", b"3R2", [], {}, {"type": "take"}, (), object(), Unspeakable(), Move, Azul, "x" * 10_000]


@pytest.mark.parametrize("garbage", [*GARBAGE, Disguised("azul", 0, "0B0", {})], ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("state", [OFFER, TILING, DEALING, OVER], ids=lambda state: state.phase)
def test_anything_but_an_event_is_refused(state: AzulState, garbage: Any) -> None:
    with pytest.raises(IllegalMove) as caught:
        state.play(garbage)
    assert caught.value.code == "not_an_event"
    assert "an event must be a Deal, a Refill or a Move, such as Azul.move('" in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("garbage", GARBAGE, ids=lambda value: type(value).__name__)
def test_events_made_of_garbage_are_refused(garbage: Any) -> None:
    events = [
        Deal(garbage, ()),
        Deal(2, garbage),
        Deal(2, (garbage,) * 5),
        Refill(garbage),
        Move(garbage, garbage, garbage, garbage),
    ]
    for event in [*events, Move("azul", garbage, garbage, garbage)] if type(garbage) is not int else events:
        for state in (OFFER, TILING, DEALING, OVER):
            assert refused(state, event).code != "illegal", event


@pytest.mark.parametrize("game", AZUL_GAMES, ids=name_of)
def test_every_illegal_move_has_its_reason_and_is_named(game: Azul) -> None:
    dice = random.Random(name_of(game))
    for state, _ in random_game(game, seed=1):
        legal = set(state.legal_moves)
        for move in dice.sample(game.moves, 12):
            if move not in legal:
                with pytest.raises(IllegalMove) as caught:
                    state.play(move)
                error = caught.value
                assert error.code != "illegal", (state.text, move)
                assert move.text in str(error)


def test_a_legal_move_has_no_reason() -> None:
    error = refusal(OFFER, Azul.move("1B5"))
    assert (error.code, "play, for example, 1B0" in str(error)) == ("illegal", True)
