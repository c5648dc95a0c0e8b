"""Summer Pavilion: what is refused, with which code, and what the message suggests instead."""

from __future__ import annotations

import random
from typing import Any

import pytest

from azulejos import Azul, Deal, IllegalMove, Move, Pavilion, Refill, State
from azulejos.games.pavilion.refusal import refusal
from azulejos.games.pavilion.rules import PavilionState
from tests.core.layout import PAVILION_GAMES, bunch, deal, lay_pavilion, name_of, pavilion_seat, random_game

TWO = Pavilion(players=2)
GREY = Pavilion(players=2, board="grey")
SUPPLY = "PPGGOOYYBB"

# In round 1, purple is wild.
ACQUIRE = lay_pavilion(TWO, phase="acquire", marker="centre", displays="PRRY - PPPP", centre="GG", supply=SUPPLY)
PLAY = lay_pavilion(TWO, pavilion_seat(5, "OOPPPR", {0: "..R...", 2: ".O...."}), supply=SUPPLY)
ON_GREY = lay_pavilion(GREY, pavilion_seat(5, "GGGOOO", {1: "OO....", 2: "GPO..."}), supply=SUPPLY)
BONUS = lay_pavilion(TWO, pavilion_seat(5, "R", {4: "....BB"}), phase="bonus", owed=3, supply="GGGRR")
ROUND_6 = lay_pavilion(TWO, pavilion_seat(5, "GG"), round=6, supply=SUPPLY)
DEALING = lay_pavilion(TWO, *[pavilion_seat(passed=True)] * 2, next="deal", supply=SUPPLY)
FILLING = lay_pavilion(TWO, next="refill:0", supply="GGGRRRR", bag="B")
OVER = lay_pavilion(
    TWO, pavilion_seat(61, passed=True), pavilion_seat(47, passed=True), next="over", phase="over", round=6, supply=SUPPLY
)

MOVES = {
    ACQUIRE: """
6R no_such_display: there are factories 1 to 5, and 0 is the centre
4R empty_source: factory 4 is empty; you can take tiles from the centre, factory 1 and factory 3
1B colour_not_there: factory 1 has no blue; it has 1 purple, 1 yellow, 2 red
1P wild_not_alone: purple is wild; name another colour, as factory 1 has 1 purple, 1 yellow, 2 red
3:1R take_due: take tiles first, for example 0G
pass take_due: take tiles first, for example 0G
+PPG take_due: take tiles first, for example 0G
""",
    PLAY: """
1R play_due: place a tile or pass, for example 0:1P
+PPG play_due: place a tile or pass, for example 0:1P
2:2O space_covered: space 2 of star 2 is already covered (orange)
2:1R star_of_other_colour: star 2 takes orange only; place red in star 3 or in star 0
0:1R star_of_other_colour: star 0 takes six different colours and already has red
2:4O too_few_tiles: space 4 of star 2 costs 4 tiles (4 orange), but you have 3 purple, 2 orange, 1 red; play 2:4O+2 or 2:4O+3
2:6O+3 too_few_tiles: space 6 of star 2 costs 6 tiles (3 orange and 3 purple (wild)), but you have 3 purple, 2 orange, 1 red
2:6O+5 too_few_tiles: space 6 of star 2 costs 6 tiles (1 orange and 5 purple (wild)), but you have 3 purple, 2 orange, 1 red
2:3O+3 too_many_wilds: space 3 of star 2 costs 3 tiles, of which at most 2 can be wild: at least one must be orange itself
2:1O+1 too_many_wilds: space 1 of star 2 costs 1 tile, which must be orange itself
6:1G none_of_colour: at least one tile must be green itself; you have 3 purple, 2 orange, 1 red
1:2P+1 wilds_for_wild: purple is the wild colour, so pay with purple tiles only: 1:2P
pass:OOOR not_in_hand: you have 3 purple, 2 orange, 1 red, not 3 orange
""",
    ON_GREY: """
1:3G star_of_other_colour: star 1 takes orange only, like its first two tiles
2:4O star_of_other_colour: star 2 takes six different colours and already has orange
0:1R none_of_colour: at least one tile must be red itself; you have 3 green, 3 orange
1:4O too_few_tiles: space 4 of star 1 costs 4 tiles (4 orange), but you have 3 green, 3 orange
""",
    BONUS: """
3:1R bonus_due: first take your bonus of 3 tiles from the supply, for example +GRR
pass bonus_due: first take your bonus of 3 tiles from the supply, for example +GRR
+GR wrong_bonus: your bonus is 3 tiles from the supply, not 2; play, for example, +GRR
+GGB not_in_supply: the supply has 3 green, 2 red, not 1 blue
+RRR not_in_supply: the supply has 3 green, 2 red, not 3 red
""",
    ROUND_6: """
pass:GG nothing_kept: no tile is kept after round 6; play pass
""",
    DEALING: """
1R chance_due: the deal of round 2 comes first; `state.draw(rng)` draws it
""",
    FILLING: """
1R chance_due: the refill of 3 spaces of the supply comes first; `state.draw(rng)` draws it
""",
    OVER: """
pass game_over: the game is over (scores: 61, 47)
""",
}


def refused(state: State, event: Any) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        state.play(event)
    return caught.value


@pytest.mark.parametrize(
    ("state", "refusal"), [(state, refusal) for state, refusals in MOVES.items() for refusal in refusals.strip().splitlines()]
)
def test_a_move_is_refused_with_a_reason(state: PavilionState, refusal: str) -> None:
    move, code, why = refusal.split(" ", 2)
    error = refused(state, Pavilion.move(move))
    assert f"{error.code}:" == code
    assert str(error) == f"{move} is not legal in round {state.round}: {why}"


DRAWS = [
    (PLAY, deal(TWO, 2, "BBBB"), "move_due", "a move comes first, such as 0:1P"),
    (PLAY, Refill(bunch(TWO, "B")), "move_due", "a move comes first, such as 0:1P"),
    (FILLING, deal(TWO, 2, "BBBB"), "refill_due", "the refill of 3 spaces of the supply comes first"),
    (DEALING, Refill(bunch(TWO, "B")), "deal_due", "the deal of round 2 comes first"),
    (DEALING, deal(TWO, 4, "BBBB"), "wrong_round", "round 2 comes next"),
    (DEALING, Deal(2, ()), "wrong_displays", "with 2 players it must be a tuple of 5 factories, not 0"),
    (DEALING, deal(TWO, 2, "BBB"), "wrong_size", "factory 1 must get 4 tiles, not 3"),
    (FILLING, Refill(bunch(TWO, "BR")), "wrong_size", "the supply must get 3 tiles, not 2"),
    (FILLING, Refill(bunch(TWO, "RRR")), "bag_first", "the supply must first get what is left in the bag: 1 blue"),
    (FILLING, Refill(()), "not_a_bunch", f"the supply must get a tuple of 6 counts ({', '.join(TWO.colours)}), not ()"),
    (OVER, Refill(bunch(TWO, "B")), "game_over", "the game is over (scores: 61, 47)"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "event", "code", "why"), DRAWS)
def test_a_draw_is_refused_with_a_reason(state: PavilionState, event: Deal | Refill, code: str, why: str) -> None:
    error = refused(state, event)
    what = f"the deal of round {event.round}" if isinstance(event, Deal) else "the refill"
    assert error.code == code
    assert str(error) == f"{what} is not possible in round {state.round}: {why}"


def test_a_refill_of_all_that_is_left() -> None:
    others = "P" * 22 + "G" * 22 + "O" * 22 + "Y" * 22 + "B" * 22 + "R" * 20
    state = lay_pavilion(TWO, pavilion_seat(), pavilion_seat(5, others), next="refill:0")
    assert "the supply must get all 2 that are left, not 10" in str(refused(state, Refill(bunch(TWO, "R" * 10))))
    error = refused(state, Refill(bunch(TWO, "RB")))
    assert "the supply gets 1 blue, but the bag has none" in str(error)
    assert error.details == {"place": "the supply", "colour": "blue", "wanted": 1, "there": 0}


def test_a_move_of_another_game_is_refused() -> None:
    error = refused(PLAY, Azul.move("3R2"))
    assert error.code == "other_game"
    assert str(error) == "3R2 is not legal in round 1: it is a move of the game 'azul', not of 'pavilion'"


@pytest.mark.parametrize("garbage", [None, -1, 5.0, "3R", b"", [], {}, (), object(), Move, 10**30], ids=repr)
def test_garbage_is_refused_for_what_it_is(garbage: Any) -> None:
    events = [Deal(garbage, ()), Deal(2, garbage), Deal(2, (garbage,) * 5), Refill(garbage), Refill((garbage,) * 6)]
    moves = [Move(garbage, 0, "", {}), Move("pavilion", garbage, garbage, garbage)]
    for state in (ACQUIRE, PLAY, BONUS, DEALING, FILLING, OVER):
        assert refused(state, garbage).code == "not_an_event"
        for event in [*events, *moves]:
            assert refused(state, event).code != "illegal", event


@pytest.mark.parametrize("game", PAVILION_GAMES, ids=name_of)
def test_every_illegal_move_has_its_reason_and_is_named(game: Pavilion) -> None:
    dice = random.Random(name_of(game))
    for state, _ in random_game(game, seed=1):
        legal = set(state.legal_moves)
        for move in dice.sample(game.moves, 12):
            if move not in legal:
                error = refused(state, move)
                assert error.code != "illegal", (state.text, move)
                assert move.text in str(error)


def test_a_legal_move_has_no_reason() -> None:
    error = refusal(PLAY, Pavilion.move("3:1R"))
    assert (error.code, "play, for example, 0:1P" in str(error)) == ("illegal", True)
