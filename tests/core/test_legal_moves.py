"""One set of legal moves: the list, the mask, the heuristic and random games all agree on it, in every variant."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from azulejos import CHANCE, Game, State, core
from azulejos.core.encoder import Buffers
from azulejos.core.heuristic import Heuristic
from tests.variants import VARIANTS

GAMES = 4 if core.COMPILED else 1
FEW_MOVES = 60  # to compare random moves one by one, as most positions have fewer


def decisions(game: Game, seed: int) -> Iterator[Any]:
    """Yield the states with a decision of random games, by moves that `legal_moves` lists."""
    for number in range(GAMES):
        dice = random.Random(seed + number)
        state = game.start()
        while state.outcome is None:
            if state.actor is CHANCE:
                state = state.play(state.draw(dice))
            else:
                yield state
                # The lower of two numbers favours low ids, and so everything but passing.
                moves = state.legal_moves
                state = state.play(moves[min(dice.randrange(len(moves)), dice.randrange(len(moves)))])


def dice_for(k: int, n: int) -> int:
    """Return dice that choose the k-th of n moves: the high half of the number is the share."""
    return -(-(k << 32) // n) << 32 | 1


def heuristic(state: State) -> Heuristic:
    found = state.game.heuristic(state)
    assert found is not None
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_the_mask_has_exactly_the_legal_moves(name: str) -> None:
    game = VARIANTS[name]
    encoder = game.encoder()
    assert encoder is not None
    mask = array("b", bytes(encoder.moves))
    encoder.aim(Buffers(array("f", bytes(4 * encoder.width)), mask), 0)
    for state in decisions(game, 1):
        encoder.set_up(state)
        encoder.write(state.actor)
        assert [id for id, legal in enumerate(mask) if legal] == [move.id for move in state.legal_moves], state.text
        assert encoder.move_count == len(state.legal_moves)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_fast_path_of_random_games_makes_each_legal_move_equally_often(name: str) -> None:
    compared = 0
    for number, state in enumerate(decisions(VARIANTS[name], 2)):
        moves = state.legal_moves
        if number % (1 if core.COMPILED else 7) or len(moves) > FEW_MOVES:
            continue
        made = Counter(state.after_random_move(dice_for(k, len(moves))) for k in range(len(moves)))
        assert made == Counter(state.play(move) for move in moves), state.text
        compared += 1
    assert compared >= 3


@pytest.mark.parametrize("name", [name for name in VARIANTS if name.startswith("pavilion")])
def test_eager_random_games_pass_only_when_nothing_can_be_placed(name: str) -> None:
    compared = 0
    for number, state in enumerate(decisions(VARIANTS[name], 3)):
        moves = [move for move in state.legal_moves if move.action["type"] == "place"]
        if number % (1 if core.COMPILED else 7) or not 0 < len(moves) <= FEW_MOVES:
            continue
        made = Counter(state.after_random_move(dice_for(k, len(moves)), True) for k in range(len(moves)))
        assert made == Counter(state.play(move) for move in moves), state.text
        compared += 1
    assert compared >= 3


@pytest.mark.parametrize("name", VARIANTS)
def test_the_heuristic_evaluates_legal_moves_only_and_each_once(name: str) -> None:
    game = VARIANTS[name]
    for state in decisions(game, 4):
        evaluated = [id for id, _ in heuristic(state).move_values()]
        assert evaluated
        assert len(set(evaluated)) == len(evaluated)
        assert set(evaluated) <= {move.id for move in state.legal_moves}


def test_the_heuristic_of_azul_evaluates_all_legal_moves() -> None:
    for name, game in VARIANTS.items():
        if name.startswith("azul"):
            for state in decisions(game, 5):
                assert [id for id, _ in heuristic(state).move_values()] == [move.id for move in state.legal_moves]
