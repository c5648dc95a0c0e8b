"""The simple players: legal in all variants, deterministic, and each stronger than the one before."""

from __future__ import annotations

import random
import time
from itertools import product
from typing import Any

import pytest

from azulejos import CHANCE, Azul, Game, Pavilion, State
from azulejos.arena import Match, entrants_of, in_process, match_plan
from azulejos.bots import BotError, Budget, make_bot

VARIANTS: list[Game] = [
    *(Azul(players, board, jokers) for players, board, jokers in product((2, 3, 4), ("coloured", "grey"), (False, True))),
    *(Pavilion(players, board) for players, board in product((2, 3, 4), ("coloured", "grey"))),
]


def states(game: Game, seed: int) -> list[State]:
    """Return the states of a random game in which a seat is to move."""
    dice = random.Random(seed)
    found: list[State] = []
    state = game.start()
    while state.outcome is None:
        if state.actor is CHANCE:
            state = state.play(state.draw(dice))
        else:
            found.append(state)
            state = state.play(dice.choice(state.legal_moves))
    return found


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
@pytest.mark.parametrize("spec", ["random", "greedy", "casual:sees=0.5,minds=gain", "planner"])
def test_every_bot_plays_every_variant(spec: str, game: Game) -> None:
    bot = make_bot(spec, 3)
    asked = states(game, 5)
    for state in asked[:: len(asked) // 8]:
        assert bot.choose(state, Budget()) in state.legal_moves


@pytest.mark.parametrize("spec", ["random", "greedy", "greedy:blur=2", "casual:sees=0.5", "planner"])
def test_the_same_question_has_the_same_answer(spec: str) -> None:
    asked = states(Azul(), 1)[:10] + states(Pavilion(), 1)[10:20]
    one, other = make_bot(spec, 3), make_bot(spec, 3)
    answers = [one.choose(state, Budget()) for state in asked]
    assert [other.choose(state, Budget()) for state in reversed(asked)] == answers[::-1]


def test_another_seed_has_different_dice() -> None:
    state = states(Azul(), 1)[0]
    assert len({make_bot("random", seed).choose(state, Budget()) for seed in range(20)}) > 5


@pytest.mark.parametrize("spec", ["greedy:blur=-1", "greedy:blur=much", "greedy:blur=nan"])
def test_blur_is_in_points(spec: str) -> None:
    with pytest.raises(BotError, match="`blur` must be a number from 0 to 1000"):
        make_bot(spec, 0)


def test_blur_makes_mistakes() -> None:
    asked = states(Azul(), 1)[:30]
    sharp, blurred = make_bot("greedy", 3), make_bot("greedy:blur=3", 3)
    assert any(sharp.choose(state, Budget()) != blurred.choose(state, Budget()) for state in asked)


@pytest.mark.parametrize("game", [Azul(), Pavilion()], ids=lambda game: game.name)
def test_greedy_beats_random(game: Game) -> None:
    match = Match(match_plan(game, entrants_of(["greedy", "random"]), 1, Budget()), games=6)
    match.play(in_process)
    greedy, other = match.result().standings
    assert greedy.wins == 6
    assert greedy.points.value > 40 + other.points.value


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "games"), [(Azul(), 40), (Pavilion(), 40)], ids=lambda value: getattr(value, "name", ""))
def test_planner_beats_greedy(game: Game, games: int) -> None:
    match = Match(match_plan(game, entrants_of(["planner", "greedy"]), 1, Budget()), games)
    match.play(in_process)
    assert match.result().standings[0].score.value > 0.55


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "limit"), [("greedy", 0.005), ("planner", 0.1)])
@pytest.mark.parametrize("game", [Azul(4), Pavilion(4)], ids=lambda game: game.name)
def test_moves_come_quickly(spec: str, limit: float, game: Any) -> None:
    bot = make_bot(spec, 1)
    asked = states(game, 2)
    begin = time.process_time()
    for state in asked[::5]:
        bot.choose(state, Budget())
    assert (time.process_time() - begin) / len(asked[::5]) < limit
