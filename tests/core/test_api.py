"""`azulejos.testing.api_test` on every variant, and that it detects violations of the contract."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from azulejos import CHANCE, Azul, Gain, Move, Outcome, Pavilion, State, testing
from tests.variants import FEWER_UNCOMPILED, VARIANTS


@pytest.mark.parametrize("name", FEWER_UNCOMPILED)
def test_every_variant_keeps_the_contract(name: str) -> None:
    testing.api_test(VARIANTS[name], games=1, seed=sorted(VARIANTS).index(name))


def test_a_failure_says_where_it_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(state: State) -> None:
        if state.actor == 1:
            raise ZeroDivisionError("nought")

    monkeypatch.setattr(testing, "check_turn", stumble)
    with pytest.raises(AssertionError, match=r"^Azul\(players=2.*seed 3, game 0, after event 2 \(.*\): nought$"):
        testing.api_test(Azul(), games=1, seed=3)


def test_tiles_are_counted_everywhere() -> None:
    assert testing.tiles_in(Azul(jokers=True).start()) == (19, 19, 19, 19, 19, 5)
    assert testing.tiles_in(Pavilion().start()) == (23,) * 6  # 22 tiles, and once in the order of the wild colours
    position = TURN.text.replace("bag=B", "bag=-B")
    assert testing.tiles_in(Forged(TURN, text=position)) == testing.tiles_in(TURN)
    assert testing.tiles_in(Forged(TURN, text=position.replace("W", "B"))) != testing.tiles_in(TURN)


def test_lost_tiles_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "tiles_in", lambda state: (state.actor is CHANCE,))
    with pytest.raises(
        AssertionError, match=r"after event 1 .*: tiles were lost or created: \(False,\), but \(True,\) at the start"
    ):
        testing.api_test(Azul(), games=1)


def test_a_game_with_moves_of_another_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Azul, "moves", Pavilion.moves)
    with pytest.raises(AssertionError, match=r"^Azul\(.*: move 0 of azul is move 0 of pavilion$"):
        testing.api_test(Azul())


class Forged:
    """A state that lies about some things."""

    def __init__(self, state: State, **lies: Any) -> None:
        self.state = state
        self.lies = lies

    def __getattr__(self, name: str) -> Any:
        return self.lies[name] if name in self.lies else getattr(self.state, name)

    def __reduce__(self) -> Any:
        return Forged, (self.state,)


def refusals(state: Any) -> None:
    testing.check_refusals(state, random.Random(1), 1)


def draw(state: Any) -> None:
    testing.checked_draw(state, seed=1)


def play(state: Any) -> None:
    testing.checked_play(state, MOVES[0])


def outcome(scores: tuple[int, ...], ranks: tuple[int, ...]) -> Callable[[Any], None]:
    return lambda state: testing.check_outcome(Outcome(scores, ranks), state)


def begun(seed: int) -> Any:
    """A game where the first seat moves."""
    start = Azul().start()
    return start.play(start.draw(random.Random(seed)))


START, TURN, OTHER = Azul().start(), begun(1), begun(2)
MOVES = TURN.legal_moves

LIES: dict[str, tuple[Callable[[Any], None], State, dict[str, Any]]] = {
    "not sorted": (testing.check_turn, TURN, {"legal_moves": MOVES[::-1]}),
    "not sorted and unique": (testing.check_turn, TURN, {"legal_moves": MOVES[:1] * 2}),
    "0 legal moves for 0": (testing.check_turn, TURN, {"legal_moves": []}),
    "legal moves for CHANCE": (testing.check_turn, START, {"legal_moves": MOVES}),
    "the actor is 2": (testing.check_turn, TURN, {"actor": 2}),
    "the outcome is": (testing.check_turn, TURN, {"outcome": Outcome((0, 0), (1, 1))}),
    "scores are": (testing.check_turn, TURN, {"scores": (0,)}),
    "strange moves": (testing.check_turn, TURN, {"legal_moves": [Move("azul", 1, "0B1", {})]}),
    "must be one line": (testing.check_value, TURN, {"text": f"{TURN.text}\n"}),
    "is accepted": (refusals, TURN, {"play": lambda event: OTHER}),
    "but `draw` returns": (refusals, TURN, {"draw": START.draw}),
    "can't happen, but": (refusals, START, {"probability": lambda event: Fraction(1, 2)}),
    "draw differently": (draw, START, {"draw": lambda rng: START.draw(random.SystemRandom())}),
    "the probability of": (draw, START, {"probability": lambda event: Fraction(3, 2)}),
    "leads to two states": (play, TURN, {"play": lambda event: begun(random.randrange(2**64))}),
    "but `explain` says": (play, TURN, {"explain": lambda event: [Gain(0, 1, "luck", {})]}),
    "worse rank": (outcome((3, 5), (1, 2)), TURN, {"scores": (3, 5)}),
    "no one wins": (outcome((0, 0), (2, 2)), TURN, {}),
    "share the better rank": (outcome((0, 0), (1, 3)), TURN, {}),
}


@pytest.mark.parametrize("complaint", LIES)
def test_violations_of_the_contract_are_found(complaint: str) -> None:
    check, state, lies = LIES[complaint]
    with pytest.raises(AssertionError, match=complaint):
        check(Forged(state, **lies))


def test_a_record_with_a_different_end_is_found() -> None:
    with pytest.raises(AssertionError, match="the record leads to"):
        testing.check_record(Azul(), [], TURN)


def test_a_position_that_does_not_round_trip_is_found() -> None:
    with pytest.raises(AssertionError, match="a copy differs"):
        testing.check_value(Forged(TURN, text=OTHER.text))


def test_moves_of_all_types_are_tried() -> None:
    types: set[str] = set()
    for number in range(3):
        walk = testing.Walk(Pavilion(), random.Random(number))
        while walk.state.outcome is None:
            event = walk.state.draw(walk.rng) if walk.state.actor is CHANCE else walk.some_move()
            types |= {event.action["type"]} if isinstance(event, Move) else set()
            walk.state = walk.state.play(event)
    assert types == {"take", "place", "bonus", "pass"}
