"""Confidence of results: intervals with the promised coverage, and a test that errs no more often than promised."""

from __future__ import annotations

import math
import random

import pytest

from azulejos.arena.stats import Estimate, Sprt, elo, expected, mean, score, wilson


def pairs(dice: random.Random, share: float, n: int, draws: float = 0.0, balance: float = 0.0) -> list[list[float]]:
    """Return pairs of games of a player who wins such a share; in some (`balance`) a good deal helps each of the two once."""
    found = []
    for _ in range(n):
        if dice.random() < balance:
            found.append([1.0, 0.0] if dice.random() < 0.5 else [0.0, 1.0])
            continue
        found.append([0.5 if dice.random() < draws else float(dice.random() < share) for _ in range(2)])
    return found


def test_wilson_matches_the_textbook() -> None:
    found = wilson(0.9, 10)
    assert found == pytest.approx(Estimate(0.9, 0.5958, 0.9821), abs=1e-3)
    assert wilson(1.0, 20) == pytest.approx(Estimate(1.0, 0.8389, 1.0), abs=1e-3)
    assert wilson(1.0, 20).high == 1.0
    assert wilson(0.0, 20).low == 0.0
    assert wilson(0.5, 0) == Estimate(0.5, 0.0, 1.0)


@pytest.mark.parametrize(
    ("share", "draws", "balance"), [(0.5, 0.0, 0.0), (0.6, 0.3, 0.0), (0.9, 0.0, 0.0), (0.97, 0.0, 0.0), (0.5, 0.0, 0.5)]
)
def test_95_of_100_intervals_contain_the_true_value(share: float, draws: float, balance: float) -> None:
    dice = random.Random(4)
    truth = balance * 0.5 + (1 - balance) * (0.5 * draws + share * (1 - draws))
    trials = 600
    held = sum(
        found.low <= truth <= found.high for found in (score(pairs(dice, share, 60, draws, balance)) for _ in range(trials))
    )
    assert 0.925 <= held / trials <= 0.985


def test_balanced_pairs_have_narrower_intervals_than_single_games() -> None:
    dice = random.Random(1)
    balanced = score(pairs(dice, 0.5, 200, balance=0.8))
    alone = wilson(balanced.value, 400)
    assert balanced.high - balanced.low < 0.8 * (alone.high - alone.low)


def test_no_games_prove_nothing() -> None:
    assert score([]) == Estimate(0.5, 0.0, 1.0)
    assert mean([]).low == -math.inf
    assert mean([3.0]) == Estimate(3.0, -math.inf, math.inf)


def test_elo_round_trips() -> None:
    assert elo(Estimate(0.5, 0.0, 1.0)) == Estimate(0.0, -math.inf, math.inf)
    assert expected(400) == pytest.approx(10 / 11)
    assert elo(Estimate(expected(100), expected(50), expected(150))) == pytest.approx(Estimate(100, 50, 150))


@pytest.mark.parametrize(("difference", "right"), [(0, "elo0"), (60, "elo1")])
def test_the_sequential_test_rarely_errs(difference: float, right: str) -> None:
    dice = random.Random(2)
    test = Sprt(0, 60)
    verdicts: list[str] = []
    games: list[int] = []
    for _ in range(150):
        means: list[float] = []
        verdict = None
        while verdict is None and len(means) < 3000:
            means.append(sum(pairs(dice, expected(difference), 1)[0]) / 2)
            verdict = test.verdict(means) if len(means) % 4 == 0 else None
        verdicts.append(verdict or "none")
        games.append(2 * len(means))
    assert verdicts.count(right) / len(verdicts) > 0.91
    assert sum(games) / len(games) < 500  # a fixed number of the same power would be about 730


def test_the_sequential_test_needs_some_wins_to_decide() -> None:
    test = Sprt(0, 20)
    decided = next(n for n in range(1, 100) if test.verdict([1.0] * n))
    assert 3 <= decided <= 12
    assert test.ratio([]) == 0.0
