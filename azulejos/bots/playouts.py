"""A search for games without a heuristic or network: random games from each move, more of them from better moves.

It has the interface of the core's `Search`, which is hundreds of times faster; see `azulejos.bots.thinking`.
"""

from __future__ import annotations

import math
import random

from azulejos.core.contract import CHANCE, State

CURIOSITY = 0.7  # how much rarely tried moves are preferred
MOST_EVENTS = 1000  # moves of a playout; a game that is not over by then is judged by its scores


class Playouts:
    """Random games from the moves of one position, seen from the seat to move."""

    def __init__(self, state: State, seed: int) -> None:
        assert isinstance(state.actor, int), "a seat is to move"
        self.state = state
        self.seat = state.actor
        self.simulations = 0
        self._dice = random.Random(seed)
        self._moves = {move.id: move for move in state.legal_moves}
        self._visits = dict.fromkeys(self._moves, 0)
        self._wins = {move: [0.0] * state.game.players for move in self._moves}
        self._margins = {move: [0.0] * state.game.players for move in self._moves}
        self._only: int | None = None

    def run(self, simulations: int) -> None:
        """Play this many more games."""
        for _ in range(simulations):
            move = self._next()
            self._visits[move] += 1
            for seat, (win, margin) in enumerate(self._playout(self.state.play(self._moves[move]))):
                self._wins[move][seat] += win
                self._margins[move][seat] += margin
            self.simulations += 1

    def focus(self, move: int) -> None:
        """Look at one move only, or with -1 at all of them again."""
        self._only = None if move < 0 else move

    def lead(self) -> int:
        """Return by how many visits the best move is ahead."""
        first, *others = sorted(self._visits.values(), reverse=True)
        return first - others[0] if others else first

    def findings(self) -> list[tuple[int, int, float, float]]:
        """Return the id, visits, winning chance and margin of each move, most visited first."""
        order = sorted(self._moves, key=lambda move: (-self._visits[move], -self._wins[move][self.seat], move))
        return [(move, self._visits[move], *self._values(move)[self.seat]) for move in order]

    def by_seat(self) -> dict[int, list[tuple[float, float]]]:
        """Return the chance to win and the expected margin of every seat, after each move that was visited."""
        return {move: self._values(move) for move, n in self._visits.items() if n}

    def _values(self, move: int) -> list[tuple[float, float]]:
        n = max(self._visits[move], 1)
        return [(win / n, margin / n) for win, margin in zip(self._wins[move], self._margins[move], strict=True)]

    def line(self, move: int, least: int = 1, dice: random.Random | None = None) -> list[int]:
        """Return the continuation after a move: random games have none, so only the move itself."""
        return [move]

    def _next(self) -> int:
        """Return the move to try next: each once, then by upper confidence bounds."""
        if self._only is not None:
            return self._only
        total = math.log(self.simulations + 1)

        def promise(move: int) -> float:
            n = self._visits[move]
            return self._wins[move][self.seat] / n + CURIOSITY * math.sqrt(total / n) if n else math.inf

        return max(self._moves, key=promise)

    def _playout(self, state: State) -> list[tuple[float, float]]:
        """Play a random game to its end; return each seat's share of the victory, and its margin over the best opponent."""
        for _ in range(MOST_EVENTS):
            if state.outcome is not None:
                break
            state = state.play(state.draw(self._dice) if state.actor is CHANCE else self._dice.choice(state.legal_moves))
        return result_of(state)


def result_of(state: State) -> list[tuple[float, float]]:
    """Return each seat's share of the victory and its margin over the best opponent, as if the game ended here."""
    scores, outcome = state.scores, state.outcome
    best = max(scores)
    winners = outcome.winners if outcome else tuple(seat for seat, score in enumerate(scores) if score == best)
    return [
        (
            1 / len(winners) if seat in winners else 0.0,
            float(score - max(other for one, other in enumerate(scores) if one != seat)),
        )
        for seat, score in enumerate(scores)
    ]
