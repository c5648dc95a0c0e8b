"""Glicko-2: the example of the paper, and what ratings must do."""

from __future__ import annotations

import pytest

from azulejos.glicko import LEAST_DEVIATION, MOST_DEVIATION, MOST_RATING, Rating, Result


def test_the_example_of_the_paper() -> None:
    # Mark Glickman, "Example of the Glicko-2 system", 2013. The paper rounds in between, so its 1464.06 is 1464.05 here.
    player = Rating(1500, 200, 0.06)
    after = player.after([Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)])
    assert after.rating == pytest.approx(1464.06, abs=0.015)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_makes_a_rating_less_certain() -> None:
    # The same paper, step 6: only the deviation grows, to sqrt(phi² + sigma²) in the scale of Glicko-2.
    after = Rating(1500, 200, 0.06).after([])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)
    assert Rating(1500, MOST_DEVIATION).after([]).deviation == MOST_DEVIATION


def test_unexpected_results_change_more() -> None:
    player = Rating(1500, 100)
    gains = [player.after([Result(rating, 50, 1)]).rating - 1500 for rating in (1200, 1500, 1800)]
    assert gains == sorted(gains)
    assert gains[0] > 0
    loss = 1500 - player.after([Result(1200, 50, 0)]).rating
    assert loss == pytest.approx(gains[2], rel=0.01), "as much as the unexpected victory"


def test_a_surprise_makes_a_rating_more_volatile() -> None:
    steady = Rating(1500, 50, 0.06)
    lost = [Result(900, 30, 0)] * 15
    assert steady.after(lost).volatility > steady.after([Result(1500, 30, score) for score in (0, 1) * 7]).volatility


def test_expected_shares() -> None:
    assert Rating(1500, 50).expected(Rating(1500, 50)) == 0.5
    sure, unsure = Rating(1700, 30).expected(Rating(1500, 30)), Rating(1700, 300).expected(Rating(1500, 30))
    assert 0.5 < unsure < sure
    assert sure == pytest.approx(0.757, abs=0.005)


def test_a_rating_stays_within_limits() -> None:
    player = Rating(1180)
    for _ in range(300):
        player = player.after_all([Result(3900, 50, 1)])
    assert player.rating <= MOST_RATING
    assert player.deviation >= LEAST_DEVIATION


def test_players_find_their_rating() -> None:
    # A player who solves a puzzle as often as a rating of 1700 should.
    player, opponent = Rating(1180), Rating(1700, 60)
    for number in range(60):
        player = player.after_all([Result(opponent.rating, opponent.deviation, number % 2)])
    assert player.rating == pytest.approx(1700, abs=60)
