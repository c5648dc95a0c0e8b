"""Properties of every game: Hypothesis chooses the moves and the draws. And the arithmetic of chance."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos import CHANCE, Azul, Bunch, Event, Game, IllegalMove, Pavilion, Refill, State
from azulejos.core import chance
from azulejos.record import Record
from azulejos.testing import check_copies, check_refusals, check_turn, check_value, checked_draw, checked_play, tiles_in
from tests.core.layout import lay_azul, lay_pavilion
from tests.variants import VARIANTS

games = st.builds(
    lambda name, number: replace(VARIANTS[name], starter=number % VARIANTS[name].players),
    st.sampled_from(sorted(VARIANTS)),
    st.integers(0, 11),
)
numbers = st.integers(0, 2**16 - 1)


@st.composite
def choices(draw: st.DrawFn) -> list[int]:
    """Numbers that decide what happens in a game: many from a seed, so that games progress, then some of Hypothesis' own."""
    dice = random.Random(draw(st.integers(0, 999)))
    return [dice.getrandbits(16) for _ in range(draw(st.integers(0, 300)))] + draw(st.lists(numbers, min_size=1, max_size=20))


def follow(game: Game, numbers: list[int]) -> Iterator[tuple[State, Event]]:
    """Return the states of a game in which these numbers decide what happens, with the event that does."""
    state = game.start()
    for number in numbers:
        if state.outcome is not None:
            return
        moves = state.legal_moves
        # The square favours low ids, and so everything but passing.
        event: Event = moves[len(moves) * number**2 >> 32] if moves else state.draw(random.Random(number))
        yield state, event
        state = state.play(event)


@settings(max_examples=20, deadline=None)
@given(games, choices())
def test_every_state_keeps_the_contract(game: Game, numbers: list[int]) -> None:
    tiles = tiles_in(game.start())
    steps = list(follow(game, numbers))
    for state, event in steps[-20:]:
        assert tiles_in(state) == tiles
        check_turn(state)
        check_value(state)
        if state.actor is CHANCE:
            checked_draw(state, numbers[0])
        checked_play(state, event)
    check_copies(state)
    check_refusals(state, random.Random(numbers[0]), 20)


@settings(max_examples=20, deadline=None)
@given(games, choices())
def test_a_game_is_its_events(game: Game, numbers: list[int]) -> None:
    steps = list(follow(game, numbers))
    record = Record(game, tuple(event for _, event in steps))
    assert [state for state, _ in steps] == list(record.states())[:-1]
    assert Record.from_text(record.text) == record


@settings(max_examples=20, deadline=None)
@given(games, choices())
def test_legal_moves_are_exactly_those_that_can_be_played(game: Game, numbers: list[int]) -> None:
    *_, (state, _) = follow(game, numbers)
    assert [move for move in game.moves if can_happen(state, move)] == state.legal_moves


def can_happen(state: State, event: Event) -> bool:
    try:
        state.play(event)
    except IllegalMove:
        return False
    return True


@settings(max_examples=20, deadline=None)
@given(games, choices())
def test_different_states_have_different_texts(game: Game, numbers: list[int]) -> None:
    spelled = [(state, state.text) for state, _ in follow(game, numbers)][-20:]
    assert all((one == two) == (text == other) for (one, text), (two, other) in product(spelled, repeat=2))
    assert len({state for state, _ in spelled}) == len({text for _, text in spelled})


# -- chance


small = st.integers(0, 3)
small_bunches = st.tuples(small, small, small)


@settings(max_examples=25)  # with up to 8,000 draws each
@given(bag=small_bunches, discard=small_bunches, wanted=st.lists(st.integers(0, 3), max_size=3))
def test_probabilities_of_all_draws_add_up_to_1(bag: Bunch, discard: Bunch, wanted: list[int]) -> None:
    bunches = [bunch for bunch in product(range(4), repeat=3) if sum(bunch) <= 3]
    draws = list(product(bunches, repeat=len(wanted)))
    chances = [chance.probability(bag, discard, drawn, wanted) for drawn in draws]
    assert all(0 <= one <= 1 for one in chances)
    assert sum(chances) == 1


@given(bag=small_bunches, discard=small_bunches, wanted=st.integers(1, 6))
def test_a_draw_is_as_likely_as_its_tiles_one_by_one(bag: Bunch, discard: Bunch, wanted: int) -> None:
    assert sum(by_tiles(bag, discard, wanted).values()) == 1
    for drawn, likely in by_tiles(bag, discard, wanted).items():
        assert chance.probability(bag, discard, [drawn], [wanted]) == likely


def by_tiles(bag: Bunch, discard: Bunch, wanted: int) -> dict[Bunch, Fraction]:
    """Return the probability of each draw of this many tiles, computed tile by tile."""
    if not any(bag):
        bag, discard = discard, (0,) * len(bag)
    if wanted == 0 or not any(bag):
        return {(0,) * len(bag): Fraction(1)}
    likely: dict[Bunch, Fraction] = {}
    for colour, n in enumerate(bag):
        if n:
            for rest, chance_of_rest in by_tiles(less_one(bag, colour), discard, wanted - 1).items():
                drawn = tuple(count + (i == colour) for i, count in enumerate(rest))
                likely[drawn] = likely.get(drawn, Fraction(0)) + Fraction(n, sum(bag)) * chance_of_rest
    return likely


def less_one(bunch: Bunch, colour: int) -> Bunch:
    return tuple(n - (i == colour) for i, n in enumerate(bunch))


REFILLS = {
    "from the bag": lay_pavilion(Pavilion(), next="refill:0", supply="PPGGOOY", bag="PPPGBBRR"),
    "bag runs empty": lay_pavilion(Pavilion(3), next="refill:1", supply="PPGGOOYB", bag="R"),
    "bag is empty": lay_pavilion(Pavilion(4), next="refill:2", supply="PPGGOOYBR", bag=""),
}


@pytest.mark.parametrize("name", REFILLS)
def test_probabilities_of_all_refills_add_up_to_1(name: str) -> None:
    state = REFILLS[name]
    missing = 10 - sum(state.supply)
    refills = [Refill(bunch) for bunch in product(range(missing + 1), repeat=6)]
    chances = {refill: state.probability(refill) for refill in refills}
    assert sum(chances.values()) == 1
    assert {refill for refill, likely in chances.items() if likely} == {
        refill for refill in refills if can_happen(state, refill)
    }


DRAWS = 3000


@pytest.mark.parametrize("name", REFILLS)
def test_refills_are_drawn_as_often_as_they_are_likely(name: str) -> None:
    state, rng = REFILLS[name], random.Random(5)
    seen = Counter(state.draw(rng) for _ in range(DRAWS))
    assert surprise((n, state.probability(event)) for event, n in seen.items()) < 4


@pytest.mark.parametrize("bag", ["BBBYYRKW", "BYK", ""])
def test_displays_are_dealt_as_often_as_they_are_likely(bag: str) -> None:
    state, rng = lay_azul(Azul(), next="deal", bag=bag), random.Random(6)
    seen = Counter(state.draw(rng).displays[0] for _ in range(DRAWS))
    lid = state.discard_tiles
    assert surprise((n, chance.probability(state.bag_tiles, lid, [bunch], [4])) for bunch, n in seen.items()) < 4


def surprise(seen: Iterable[tuple[int, Fraction]]) -> float:
    """Return how many standard deviations of chi-square are between the observed `DRAWS` draws and the expected ones."""
    groups = [(n, float(likely * DRAWS)) for n, likely in seen if likely * DRAWS >= 5]
    rare = DRAWS - sum(n for n, _ in groups), DRAWS - sum(expected for _, expected in groups)
    chi_square = sum((n - expected) ** 2 / expected for n, expected in [*groups, rare] if expected > 1e-6)
    return (chi_square - len(groups)) / math.sqrt(2 * len(groups))
