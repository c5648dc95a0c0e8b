"""What players see of a move of Summer Pavilion at a glance: tiles, points at once, and what they pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core.contract import Move
from azulejos.core.glance import Glance
from azulejos.games.pavilion.explain import explain

if TYPE_CHECKING:
    from azulejos.games.pavilion.rules import PavilionState

PAID = 0.3  # what a tile that pays for a space feels like, in points


def glance(state: PavilionState, move: Move) -> Glance:
    """Return what the move brings and costs at once."""
    after, kind = state.play(move), move.action["type"]
    points = [gain for gain in explain(state, move, after) if gain.reason in ("placement", "marker", "discards")]
    gain = float(sum(max(one.points, 0) for one in points))
    loss = float(sum(max(-one.points, 0) for one in points))
    tiles = sum(after.board(state.turn).hand) - sum(state.board(state.turn).hand)
    if kind == "place":
        return Glance(gain + after.owed, loss - PAID * tiles)
    return Glance(gain + (tiles if kind != "pass" else 0), loss)
