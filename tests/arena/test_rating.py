"""Ratings: known strengths are recovered, for two and for more players, and the intervals contain them."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from azulejos.arena.rating import Ranking, ratings


def play(dice: random.Random, entrants: tuple[int, ...], strengths: list[float]) -> tuple[int, ...]:
    """Return the ranks of a game: winners are drawn in proportion to strength."""
    left = list(entrants)
    ranks = {}
    for rank in range(1, len(entrants) + 1):
        weights = [10 ** (strengths[one] / 400) for one in left]
        winner = dice.choices(left, weights)[0]
        left.remove(winner)
        ranks[winner] = rank
    return tuple(ranks[one] for one in entrants)


def games(strengths: list[float], players: int, groups: int, seed: int = 1) -> list[Ranking]:
    dice = random.Random(seed)
    return [
        Ranking(group, lineup, play(dice, lineup, strengths))
        for group in range(groups)
        for lineup in combinations(range(len(strengths)), players)
        for _ in range(players)
    ]


@pytest.mark.parametrize(("players", "groups"), [(2, 150), (3, 80), (4, 150)])
def test_known_strengths_are_recovered(players: int, groups: int) -> None:
    strengths = [0.0, 80.0, 200.0, 500.0]
    found = ratings(games(strengths, players, groups), 4)
    middle = sum(strengths) / 4
    for estimate, strength in zip(found, strengths, strict=True):
        assert estimate.value == pytest.approx(1500 + strength - middle, abs=45)
        assert estimate.low < estimate.value < estimate.high
    assert sum(estimate.value for estimate in found) == pytest.approx(4 * 1500)


def test_intervals_contain_the_true_value() -> None:
    strengths = [0.0, 100.0, 300.0]
    middle = sum(strengths) / 3
    held = 0
    for seed in range(8):
        found = ratings(games(strengths, 2, 40, seed), 3)
        held += sum(one.low <= 1500 + true - middle <= one.high for one, true in zip(found, strengths, strict=True))
    assert held >= 20  # of 24; 22 or 23 are expected


def test_a_tie_is_half_a_win() -> None:
    ties = ratings([Ranking(group, (0, 1), (1, 1)) for group in range(20)], 2)
    assert ties[0].value == pytest.approx(1500)
    split = ratings([Ranking(group, (0, 1), (1, 2) if group % 2 else (2, 1)) for group in range(20)], 2)
    assert ties[0].high - ties[0].low < split[0].high - split[0].low


def test_a_bot_that_always_wins_has_a_finite_uncertain_rating() -> None:
    found = ratings([Ranking(group, (0, 1), (1, 2)) for group in range(30)], 2)
    assert all(math.isfinite(value) for estimate in found for value in estimate)
    assert found[0].low > 1650
    assert found[0].high - found[0].low > 100


def test_the_same_games_give_the_same_ratings() -> None:
    assert ratings(games([0.0, 50.0], 2, 20), 2) == ratings(games([0.0, 50.0], 2, 20), 2)
