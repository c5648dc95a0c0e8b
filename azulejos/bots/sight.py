"""A first estimate of moves, for all games: by the game's heuristic, or else by the points they score at once."""

from __future__ import annotations

from azulejos.core.contract import Move, State


def sight(state: State) -> list[tuple[float, Move]]:
    """Return the moves worth considering, each with a first estimate in points."""
    heuristic = state.game.heuristic(state)
    if heuristic is None:
        return [(float(points(state, move)), move) for move in state.legal_moves]
    return [(worth, state.game.moves[move]) for move, worth in heuristic.move_values()]


def points(state: State, move: Move) -> int:
    """Return the points that a move scores at once, relative to those that it brings the others."""
    return sum(gain.points if gain.seat == state.actor else -gain.points for gain in state.explain(move))
