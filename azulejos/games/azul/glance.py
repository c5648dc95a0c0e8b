"""What players see of a move of Azul at a glance: the tiles that find room, a line that is complete, the floor line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.contract import Move
from azulejos.core.glance import Glance
from azulejos.games.azul.board import EMPTY, FLOOR_COST, FLOOR_SPACES, JOKER, SIDE, column_of
from azulejos.games.azul.explain import falling, run
from azulejos.games.azul.moves import COLOURS
from azulejos.games.azul.position import Board

if TYPE_CHECKING:
    from azulejos.games.azul.rules import AzulState


def glance(state: AzulState, move: Move) -> Glance:
    """Return what the move brings and costs at once."""
    board, action = state.board(state.turn), move.action
    fallen = len(falling(state, move))
    floor = len(board.floor)
    loss = FLOOR_COST[min(floor + fallen, FLOOR_SPACES)] - FLOOR_COST[floor]
    if action["type"] == "tile":
        return Glance(_points(board, action["row"] - 1, action["column"] - 1) if action["column"] else 0, loss)
    if not action["line"]:
        return Glance(0, loss)
    source = state.displays[action["source"] - 1] if action["source"] else state.centre
    taken = source[COLOURS.index(action["colour"])] + (source[JOKER] if action.get("jokers") else 0)
    held = board.lines[action["line"] - 1]
    marker = action["source"] == 0 and state.marker == places.IN_CENTRE  # it falls, too
    placed = taken - (fallen - marker)
    complete = (held[1] + held[2] if held else 0) + placed == action["line"]
    return Glance(placed + (_line_points(state, board, action["line"] - 1, action["colour"]) if complete else 0), loss)


def _line_points(state: AzulState, board: Board, row: int, colour: str) -> int:
    """Return what the tile of a complete line scores; on the grey wall, in the best free column."""
    number = COLOURS.index(colour)
    if state.game.board != "grey" and number != JOKER:
        return _points(board, row, column_of(row, number))
    return max((_points(board, row, column) for column in range(SIDE) if board.wall[row][column] == EMPTY), default=0)


def _points(board: Board, row: int, column: int) -> int:
    across = run(board.wall[row], column)
    down = run([line[column] for line in board.wall], row)
    return (across if across > 1 else 0) + (down if down > 1 else 0) or 1
