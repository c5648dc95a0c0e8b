"""Explain the score of an event of Azul: one `Gain` for every tile, floor line and bonus.

| reason | points | detail |
| --- | --- | --- |
| `placement` | a tile on the wall | `row`, `column`, `colour`; `across`, `down`: the lengths of its runs (1: alone) |
| `marker` | the floor-line space of the starting player marker | `space` |
| `floor` | the spaces that tiles lie on | `tiles`, `spaces` |
| `rows`, `columns`, `colours` | at the end, one gain for each | `row`, `column` or `colour` |

Gains are in the order in which they happen: seat by seat the tiles from the top; when all have tiled, the floor lines; and if
the game is over then, the bonuses. A score never falls below 0: the spaces of a floor line cost points from the left until none
are left, and the cost beyond that is `forgiven`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.contract import Event, Gain, Json, Move
from azulejos.games.azul.board import (
    COLOUR_POINTS,
    COLUMN_POINTS,
    EMPTY,
    FLOOR_SPACE_COST,
    JOKER,
    MARKER,
    ROW_POINTS,
)
from azulejos.games.azul.moves import COLOURS
from azulejos.games.azul.position import Board

if TYPE_CHECKING:
    from azulejos.games.azul.rules import AzulState

Wall = Sequence[Sequence[int]]


def explain(state: AzulState, event: Event, after: AzulState | None = None) -> list[Gain]:
    """Return the points that the event scores or costs, one by one, and why; `after` is the state after it, if known."""
    if after is None:
        after = state.play(event)
    if not isinstance(event, Move) or (after.phase == "offer" and after.turn < places.DEALING):
        return []
    gains = [
        gain for seat in range(state.players) for gain in _placements(seat, state.board(seat).wall, after.board(seat).wall)
    ]  # fmt: skip
    if after.turn < places.DEALING:
        return gains  # others have yet to tile
    scores = [score + sum(gain.points for gain in gains if gain.seat == seat) for seat, score in enumerate(state.scores)]
    for seat, score in enumerate(scores):
        fallen = falling(state, event) if seat == state.turn else []
        gains += _floor(seat, [*state.board(seat).floor, *fallen][: len(FLOOR_SPACE_COST)], score)
    if after.outcome is not None:
        for seat in range(state.players):
            gains += bonuses(seat, after.board(seat).wall)
    return gains


def _placements(seat: int, before: Wall, after: Wall) -> Iterator[Gain]:
    wall = [list(row) for row in before]
    for row in range(5):
        for column in range(5):
            colour = after[row][column]
            if colour != wall[row][column]:
                wall[row][column] = colour
                across = run(wall[row], column)
                down = run([line[column] for line in wall], row)
                points = (across if across > 1 else 0) + (down if down > 1 else 0) or 1
                place = {"row": row + 1, "column": column + 1, "colour": COLOURS[colour]}
                yield Gain(seat, points, "placement", {**place, "across": across, "down": down})


def run(spaces: Sequence[int], place: int) -> int:
    """Return the length of the unbroken run of tiles that this space is part of.

    Computed here instead of read from `board.RUN_LENGTH`, because this module checks the scoring in `rules` independently.
    """
    first = last = place
    while first > 0 and spaces[first - 1] != EMPTY:
        first -= 1
    while last < 4 and spaces[last + 1] != EMPTY:
        last += 1
    return last - first + 1


def falling(state: AzulState, move: Move) -> list[int]:
    """Return the tiles that a move drops onto the player's floor line, in order."""
    board = state.board(state.turn)
    action = move.action
    if action["type"] == "tile":
        return [] if action["column"] else _line_tiles(board, action["row"])
    fallen = [MARKER] if action["source"] == 0 and state.marker == places.IN_CENTRE else []
    source = state.displays[action["source"] - 1] if action["source"] else state.centre
    colour = COLOURS.index(action["colour"])
    taken = [colour] * source[colour] + [JOKER] * (source[JOKER] if action.get("jokers") else 0)
    room = action["line"] - len(_line_tiles(board, action["line"])) if action["line"] else 0
    return fallen + taken[room:]


def _line_tiles(board: Board, line: int) -> list[int]:
    held = board.lines[line - 1]
    return [held[0]] * held[1] + [JOKER] * held[2] if held else []


def _floor(seat: int, floor: Sequence[int], score: int) -> Iterator[Gain]:
    """Yield the losses of a floor line: the marker's space, and those of the tiles."""
    lost: dict[str, int] = {"marker": 0, "floor": 0}
    forgiven: dict[str, int] = {"marker": 0, "floor": 0}
    spaces: dict[str, list[int]] = {"marker": [], "floor": []}
    for space, what in enumerate(floor):
        reason = "marker" if what == MARKER else "floor"
        loss = min(FLOOR_SPACE_COST[space], score)
        score -= loss
        lost[reason] += loss
        forgiven[reason] += FLOOR_SPACE_COST[space] - loss
        spaces[reason].append(space + 1)
    details: dict[str, Json] = {
        "marker": {"space": next(iter(spaces["marker"]), 0)},
        "floor": {"tiles": len(spaces["floor"]), "spaces": spaces["floor"]},
    }
    for reason, detail in details.items():
        if spaces[reason]:
            yield Gain(seat, -lost[reason], reason, {**detail, **({"forgiven": forgiven[reason]} if forgiven[reason] else {})})


def bonuses(seat: int, wall: Wall) -> Iterator[Gain]:
    """Yield the bonuses of a wall at the end of the game."""
    for row, spaces in enumerate(wall, 1):
        if EMPTY not in spaces:
            yield Gain(seat, ROW_POINTS, "rows", {"row": row})
    for column, spaces in enumerate(zip(*wall, strict=True), 1):
        if EMPTY not in spaces:
            yield Gain(seat, COLUMN_POINTS, "columns", {"column": column})
    for colour in range(JOKER):  # jokers have no colour
        if sum(list(row).count(colour) for row in wall) == 5:
            yield Gain(seat, COLOUR_POINTS, "colours", {"colour": COLOURS[colour]})
