"""The live analysis: its updates, their order, and when it ends."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from azulejos import Azul, Pavilion
from azulejos.bots.analysis import SERIOUS
from azulejos.bots.live import FIRST_STEP, STEP, Update, by_value, improving
from azulejos.bots.thinking import Thinking
from azulejos.core.contract import CHANCE, State
from azulejos.core.game import Game

pytestmark = pytest.mark.compiled


def some_position(game: Game, events: int = 5) -> State:
    dice, state = random.Random(3), game.start()
    while events > 0 or state.actor is CHANCE or len(state.legal_moves) < 2:
        state = state.play(state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves))
        events -= 1
    return state


@pytest.mark.parametrize("game", [Azul(2), Pavilion(3)], ids=str)
def test_updates_come_best_first_and_improve(game: Game) -> None:
    state = some_position(game)
    updates: list[Update] = list(improving(state, seconds=FIRST_STEP + 2 * STEP))
    assert [one.done for one in updates] == [False] * (len(updates) - 1) + [True]
    visits = [one.simulations for one in updates]
    assert visits == sorted(visits)
    assert visits[-1] > visits[0]
    for update in updates:
        assert len(update.moves) > 1
        chances = [move.win for move in update.moves]
        assert chances == sorted(chances, reverse=True)
        assert {move.move for move in update.moves} <= {*state.legal_moves}
        most = max(move.visits for move in update.moves)
        assert all(move.visits * SERIOUS >= most for move in update.moves), "values that can be compared"


def test_the_best_move_is_explained_in_the_end() -> None:
    state = some_position(Azul(2))
    *others, last = improving(state, seconds=FIRST_STEP + STEP)
    assert not any(update.reasons for update in others), "that takes a while"
    assert last.reasons


def test_it_ends_after_some_simulations() -> None:
    *_, last = improving(some_position(Azul(2)), simulations=1000)
    assert last.done
    assert last.simulations >= 1000


def test_a_forced_move_needs_no_search() -> None:
    dice, state = random.Random(1), some_position(Azul(2))
    while state.actor is CHANCE or len(state.legal_moves) != 1:
        state = state.play(state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves))
    (only,) = improving(state)
    assert only.done
    assert [one.move for one in only.moves] == list(state.legal_moves)


def test_moves_that_were_hardly_searched_are_left_out() -> None:
    thinking = Thinking(some_position(Azul(2)))
    thinking.run(effort=3000)
    found = thinking.findings(100)
    listed = by_value(found)
    assert 0 < len(listed) < len(found)
    assert listed == sorted(listed, key=lambda one: (one.win, one.margin, one.visits), reverse=True)


def test_memory_has_a_limit_and_the_search_goes_on() -> None:
    thinking = Thinking(some_position(Pavilion(2)))
    thinking.limit_memory(10_000)
    before = thinking.deepen(0.1)
    assert thinking.deepen(0.1) > 0
    (search,) = thinking.give_up()
    assert search.simulations > before
    assert 9_000 < search.edges <= 10_000


def test_each_update_is_the_next_step() -> None:
    first, second = islice(improving(some_position(Azul(2))), 2)
    assert 0 < first.seconds < second.seconds
