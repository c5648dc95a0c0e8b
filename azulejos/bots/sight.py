"""What moves are worth at first sight, for all games: what the game's judge thinks of them."""

from __future__ import annotations

from azulejos.core.contract import Move, State


def sight(state: State) -> list[tuple[float, Move]]:
    """The moves worth a look, each with what it is worth at first sight, in points."""
    return [(worth, state.game.moves[move]) for move, worth in state.game.heuristic(state).move_values()]
