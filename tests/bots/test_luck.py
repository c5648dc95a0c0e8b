"""Luck and skill: what explains a result adds up, and luck is zero on average."""

from __future__ import annotations

import random
from typing import Any

import pytest

from azulejos import CHANCE, Azul, Deal, Game
from azulejos.bots import analysis
from azulejos.bots.analysis import analyse_game, as_json
from azulejos.bots.luck import Balance, analyse_chance, chances, final_values, in_digits, value
from azulejos.record import Record
from tests.variants import VARIANTS


def played(game: Game, seed: int = 0, most: int | None = None) -> Record:
    """Return a random game, or its first events."""
    dice, state, events = random.Random(seed), game.start(), list[Any]()
    while state.outcome is None and (most is None or len(events) < most):
        events.append(state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves))
        state = state.play(events[-1])
    return Record(game, tuple(events))


def adds_up(balance: Balance, digits: int) -> bool:
    unit = 10**digits
    *terms, result = (round(term * unit) for term in balance)
    return bool(sum(terms) == result)


@pytest.fixture
def without_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reasons don't change the sum, and take most of the time."""
    monkeypatch.setattr(analysis, "why", lambda *_: ())


@pytest.mark.compiled
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.usefixtures("without_reasons")
def test_the_sum_explains_the_result_of_random_games(name: str) -> None:
    record = played(VARIANTS[name])
    report = analyse_game(record, effort=4)
    wins, leads = final_values(record.final)
    assert [one.result for one in report.balance] == pytest.approx(wins, abs=1e-4)
    assert [one.result for one in report.balance_points] == list(leads)
    for balance, points in zip(report.balance, report.balance_points, strict=True):
        assert adds_up(balance, 4)
        assert adds_up(points, 2)
        assert adds_up(in_digits(balance, 2), 2), "also as it is shown"
        assert adds_up(in_digits(points, 1), 1)
    # The same terms from the events themselves.
    for seat, balance in enumerate(report.balance):
        assert balance.luck == pytest.approx(sum(one.luck[seat] for one in report.chances), abs=1e-4)
        own = sum(one.change[seat] for one in report.moves if one.seat == seat)
        others = sum(one.change[seat] for one in report.moves if one.seat != seat)
        assert balance.own == pytest.approx(own, abs=1e-4)
        assert balance.others == pytest.approx(others, abs=2e-4)
    assert sum(one.start for one in report.balance) == pytest.approx(1, abs=1e-3)
    assert len(as_json(report)["balance"]) == record.game.players


@pytest.mark.compiled
@pytest.mark.usefixtures("without_reasons")
def test_an_unfinished_game_is_explained_as_far_as_it_went() -> None:
    for most in (1, 2, 9):
        report = analyse_game(played(Azul(2), most=most), effort=4)
        assert all(adds_up(one, 4) for one in report.balance)
    assert report.balance[0].result == pytest.approx(report.moves[-1].played.wins[0], abs=1e-4)
    assert all(adds_up(one, 4) for one in analyse_game(played(Azul(2), most=0), effort=4).balance)


@pytest.mark.compiled
def test_luck_is_what_the_draw_was_worth_compared_with_others() -> None:
    """The expected value does not depend on what was drawn, and good luck for one is bad luck for the other."""
    start = Azul(2).start()
    dice = random.Random(1)
    reports = [analyse_chance(0, start, start.draw(dice), effort=64, seed=seed) for seed in range(80)]
    luck = [one.luck[0] for one in reports]
    mean = sum(luck) / len(luck)
    spread = (sum((one - mean) ** 2 for one in luck) / len(luck)) ** 0.5
    assert spread > 0.01, "draws differ"
    assert abs(mean) < 4 * spread / len(luck) ** 0.5, "luck is zero on average"
    assert all(sum(one.luck) == pytest.approx(0, abs=1e-6) for one in reports)


def test_a_certain_event_is_not_luck() -> None:
    game = Azul(2)
    certain = game.position(
        "azul players=2 board=coloured jokers=no limit=50 round=1 next=deal phase=offer start=0 marker=1 displays=-,-,-,-,-"
        " centre=- bag=B20 lid=Y20R20K20W20 seat0=0;-,-,-,-,-;-;...../...../...../...../....."
        " seat1=0;-,-,-,-,-;-;...../...../...../...../....."
    )
    draw = certain.draw(random.Random(1))
    assert isinstance(draw, Deal)
    assert certain.probability(draw) == 1
    record = played(game, most=3)
    assert [number for number, _, _ in chances(record)] == [0]


def test_the_value_of_a_finished_game_is_its_result() -> None:
    record = played(Azul(2, round_limit=1))
    wins, leads = value(record.final, 16, random.Random(1), [])
    assert sum(wins) == 1
    assert leads[0] == -leads[1] == record.final.scores[0] - record.final.scores[1]
