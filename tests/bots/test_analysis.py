"""Analysis: the best moves of a position, and what each move of a game cost."""

from __future__ import annotations

import json
import random

import pytest

from azulejos import Azul, Game, Pavilion
from azulejos.bots import Budget, make_bot
from azulejos.bots.analysis import _since as since_then
from azulejos.bots.analysis import _values as values
from azulejos.bots.analysis import accuracy_of, analyse_game, analyse_move, analyse_position, as_json
from azulejos.bots.thinking import Thinking
from azulejos.core import COMPILED
from azulejos.core.game_json import position
from azulejos.session import Session


def played(game: Game, *specs: str) -> Session:
    table = Session(game, seed=3)
    bots = [make_bot(spec, seed=seat) for seat, spec in enumerate(specs)]
    while table.state.outcome is None:
        seat = table.state.actor
        assert isinstance(seat, int)
        table.play(bots[seat].choose(table.state, Budget(effort=20)))
    return table


@pytest.mark.compiled
@pytest.mark.parametrize("game", [Azul(2), Pavilion(2)], ids=str)
def test_a_random_player_loses_more_than_a_searching_one(game: Game) -> None:
    record = played(game, "random", "master:effort=150").record()
    calls: list[tuple[int, int]] = []
    report = analyse_game(record, effort=200, progress=lambda done, of: calls.append((done, of)))
    assert calls[-1] == (len(record.events), len(record.events))
    assert report.accuracy[0] < report.accuracy[1]
    assert sum(report.lost_points[0].values()) > sum(report.lost_points[1].values())
    assert {"good"} < {move.judgement for move in report.moves}
    for move in report.moves:
        assert move.played.visits > 0
        assert 0 <= move.lost_chance <= 1
    spelled = json.loads(json.dumps(as_json(report)))
    assert len(spelled["moves"]) == len(report.moves)


def test_best_moves_come_first_with_a_line() -> None:
    game = Azul(2)
    start = game.start()
    state = start.play(start.draw(random.Random(1)))
    found = analyse_position(state, effort=200 if COMPILED else 20, most=3)
    assert len(found) == 3
    assert found[0].win >= found[1].win >= found[2].win, "sorted by value"
    assert all(sum(one.wins) == pytest.approx(1) for one in found)
    assert found[0].line[0] is found[0].move
    assert analyse_position(start) == []


@pytest.mark.parametrize(("lead", "counts"), [(0, True), (60, False)])
def test_a_choice_counts_only_if_something_is_at_stake(lead: int, counts: bool) -> None:
    # The last tile of a game: completing line 1 wins it, or nothing does.
    state = position(
        "azul players=2 board=coloured jokers=no limit=1 round=1 next=0 phase=offer start=0 marker=1 displays=-,-,-,-,-"
        " centre=B1 bag=B19Y20R20K20W20 lid=- seat0=0;-,-,-,-,-;-;...../...../...../...../....."
        f" seat1={lead};-,-,-,-,-;*;...../...../...../...../....."
    )
    best, worst = state.game.move("0B1"), state.game.move("0B0")
    assert analyse_move(0, state, best, effort=100).counts is counts
    report = analyse_move(0, state, worst, effort=100)
    assert (report.counts, report.judgement) == (counts, "blunder" if counts else "good")


def test_accuracy_falls_with_each_loss() -> None:
    assert accuracy_of([]) == accuracy_of([0.0, 0.0]) == 1
    assert 1 > accuracy_of([0.0, 0.02]) > accuracy_of([0.02, 0.02]) > accuracy_of([0.02, 0.3])
    five_blunders = [0.01] * 20 + [0.2] * 5
    assert accuracy_of(five_blunders) < 0.8, "not a good game"


def test_a_report_covers_all_decisions_of_a_game() -> None:
    record = played(Azul(2, round_limit=1), "greedy", "greedy").record()
    report = analyse_game(record, effort=4)
    assert [move.number for move in report.moves] == sorted(move.number for move in report.moves)
    assert all(record.events[move.number] is move.played.move for move in report.moves)
    assert len(report.accuracy) == len(report.lost_points) == 2
    assert as_json(report)["moves"][0]["player"] == 0


@pytest.mark.compiled
def test_a_value_that_becomes_certain_is_no_mean_of_visits() -> None:
    state = position(
        "azul players=2 board=coloured jokers=no limit=50 round=2 next=0 phase=offer start=0 marker=0 displays=-,-,-,-,-"
        " centre=B2Y3R2W2 bag=B12Y14R16K16W15 lid=- seat0=10;-,YY,-,-,BBB;*;B..../.B.../..B../...../....."
        " seat1=9;-,WW,RR,-,KKK;-;...K./..Y../.W.../...../....."
    )
    thinking = Thinking(state, seed=1)
    moves = set(state.legal_moves)
    for move in moves:
        thinking.try_out(move, 5)
    before, certain = values(thinking), thinking.certain_moves()
    for move in moves:
        thinking.try_out(move, 5000)
    became = (moves & thinking.certain_moves()) - certain
    now, since = values(thinking), since_then(thinking, before, moves)
    assert any(now[move].win != pytest.approx(before[move].win, abs=0.01) for move in became)
    assert all(since[move] == now[move] for move in became)
