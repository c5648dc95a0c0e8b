"""Self-play games as arrays: for each position between rounds and each seat, the inputs of the network and what came of it.

The games may have different numbers of players: the inputs of a board are the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.learning.selfplay import PlayedGame, heuristic_of

Floats = npt.NDArray[np.float32]

PRIOR = 4.0  # entries of the tables are averaged with this many cases of their row's mean
ROOM = 128  # patterns of a board, at most


class Samples(NamedTuple):
    """One row for each position; in most arrays then one for each seat, as many as the largest game has."""

    patterns: npt.NDArray[np.uint16]  # position, seat, patterns; the rest is filled with their number
    measures: Floats
    scores: Floats
    rounds: npt.NDArray[np.int64]
    final: Floats  # the scores at the end
    wins: Floats  # 1 for the winner; several winners share it
    follows: npt.NDArray[np.bool_]  # whether the next row is the next position of the same game
    tables: Floats
    known: int  # patterns


def table_of(game: Game, one: PlayedGame) -> Game:
    """Return the game with as many players as this one had."""
    return game if len(one.scores) == game.players else game_from_json({**game.json, "players": len(one.scores)})


def count_tables(game: Game, games: Iterable[PlayedGame]) -> Floats:
    """Count in games how often prospects are achieved, for the game's tables."""
    known = heuristic_of(game.start()).tables_known
    cases, hits = np.zeros(known), np.zeros(known)
    if known == 0:
        return cases.astype(np.float32)
    for one in games:
        table = table_of(game, one)
        judges = [heuristic_of(table.position(text)) for text in one.positions]
        for seat in range(table.players):
            reached = [judge.achieved(seat) for judge in judges]
            for number, judge in enumerate(judges[:-1]):
                for entry, goal, next_round in judge.prospects(seat):
                    cases[entry] += 1
                    hits[entry] += goal in reached[number + 1 if next_round else -1]
    # Rows with few cases borrow from the overall mean.
    mean = hits.sum() / max(cases.sum(), 1)
    return np.asarray((hits + PRIOR * mean) / (cases + PRIOR), np.float32)


def collect(game: Game, games: list[PlayedGame], tables: Floats) -> Samples:
    """Return the samples of games."""
    start = heuristic_of(game.start())
    seats, numbers = max(len(one.scores) for one in games), array("f", tables.tolist())
    count = sum(len(one.positions) - 1 for one in games)
    patterns = np.full((count, seats, ROOM), start.patterns_known, np.uint16)
    measures = np.zeros((count, seats, start.measures_known), np.float32)
    scores, final, wins = (np.zeros((count, seats), np.float32) for _ in range(3))
    rounds, follows = np.zeros(count, np.int64), np.zeros(count, np.bool_)
    row = most = 0
    for one in games:
        table, players = table_of(game, one), len(one.scores)
        *between, last = one.positions
        outcome = table.position(last).outcome
        winners = outcome.winners if outcome else ()
        for number, text in enumerate(between):
            state = table.position(text)
            judge = heuristic_of(state)
            judge.use_tables(numbers)
            for seat in range(players):
                active = judge.patterns(seat)
                patterns[row, seat, : len(active)] = active
                most = max(most, len(active))
                measures[row, seat] = judge.measurements(seat)
            scores[row, :players], final[row, :players] = state.scores, one.scores
            wins[row, list(winners)] = 1 / max(len(winners), 1)
            rounds[row], follows[row] = state.round, number + 1 < len(between)
            row += 1
    return Samples(patterns[:, :, :most].copy(), measures, scores, rounds, final, wins, follows, tables, start.patterns_known)
