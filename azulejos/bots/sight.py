"""What moves are worth at first sight, for all games."""

from __future__ import annotations

from azulejos.core.contract import Move, State


def sight(state: State) -> list[tuple[float, Move]]:
    """All legal moves, each with what it is worth at first sight, in points."""
    from azulejos.bots.sight_azul import AzulSight
    from azulejos.bots.sight_pavilion import PavilionSight

    eye = {"azul": AzulSight, "pavilion": PavilionSight}[state.game.name](state)
    return [(eye.worth(move), move) for move in state.legal_moves]
