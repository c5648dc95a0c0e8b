"""Analysis: the best moves of a position, and what each move of a game cost."""

from __future__ import annotations

import json
import random

import pytest

from azulejos import Azul, Game, Pavilion
from azulejos.bots import Budget, make_bot
from azulejos.bots.analysis import analyse_game, analyse_position, as_json
from azulejos.core import COMPILED
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
    assert found[0].visits >= found[1].visits >= found[2].visits
    assert found[0].line[0] is found[0].move
    assert analyse_position(start) == []


def test_a_report_covers_all_decisions_of_a_game() -> None:
    record = played(Azul(2, round_limit=1), "greedy", "greedy").record()
    report = analyse_game(record, effort=4)
    assert [move.number for move in report.moves] == sorted(move.number for move in report.moves)
    assert all(record.events[move.number] is move.played.move for move in report.moves)
    assert len(report.accuracy) == len(report.lost_points) == 2
    assert as_json(report)["moves"][0]["player"] == 0
