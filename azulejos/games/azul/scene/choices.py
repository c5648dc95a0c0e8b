"""How to choose the moves of Azul by clicks, and what they score.

For a take, click the tiles, then a line or the floor line; if there are jokers at the same place, you first choose whether to
take them, too. For tiling, click a space of the wall, or the floor line for tiles without a legal space.

The points of a take are the change in the player's score if the round ended now; those of a tile are what it scores.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.games.azul.board import FLOOR_COST, FLOOR_SPACES, JOKER
from azulejos.games.azul.forecast import Wall
from azulejos.games.azul.moves import ALL_MOVES, LINES, SOURCES, TAKES
from azulejos.games.azul.moves import WITH_JOKERS as WITH_JOKERS_KIND
from azulejos.games.azul.scene.take_preview import TakePreview, completes, completes_row
from azulejos.render.types import Button, Choice

if TYPE_CHECKING:
    from azulejos.games.azul.rules import AzulState
    from azulejos.language import Language

WITH_JOKERS, WITHOUT_JOKERS = "?jokers.yes", "?jokers.no"


def choices(state: AzulState, tr: Language) -> list[Choice]:
    """Return every legal move of the seat to move."""
    if state.turn >= places.DEALING:
        return []
    return _takes(state, tr) if state.phase == "offer" else _tiles(state, tr)


def buttons(state: AzulState, tr: Language) -> dict[str, Button]:
    """Return the buttons of the question about jokers."""
    if not state.game.jokers or state.phase != "offer" or state.turn >= places.DEALING:
        return {}
    return {
        WITH_JOKERS: Button(tr("Take the jokers too"), ("joker",)),
        WITHOUT_JOKERS: Button(tr("Leave the jokers"), ()),
    }


def _parts_of_take(id: int) -> tuple[int, int, int, bool]:
    """Return the line, the source, the colour of a take, and whether it takes jokers."""
    place, line = divmod(id, LINES)
    kind, source = divmod(place, SOURCES)
    return line, source, kind - WITH_JOKERS_KIND if kind >= WITH_JOKERS_KIND else kind, kind >= JOKER


PARTS = [_parts_of_take(id) for id in range(TAKES)]


def _takes(state: AzulState, tr: Language) -> list[Choice]:
    seat = state.turn
    sources = [state.centre, *state.displays]
    marker_lies = state.marker == places.IN_CENTRE
    preview = TakePreview(state.board(seat), state.game.board == "grey", tr)
    rooms = preview.rooms
    found: list[Choice] = []
    for move in state.legal_moves:
        id = move.id
        line, source, colour, takes_jokers = PARTS[id]
        here = sources[source]
        jokers_there = here[JOKER]
        plain, jokers = here[colour] if colour < JOKER else 0, jokers_there if takes_jokers else 0
        marker = marker_lies and not source
        if marker or plain + jokers >= rooms[line]:
            points, note = preview(line, colour, plain, jokers, marker)
            found.append(Choice(move.text, _stages(seat, id, jokers_there > 0), points, note))
        else:
            found.append(_fills_nothing(seat, id, jokers_there > 0))
    return found


@cache
def _fills_nothing(seat: int, move: int, jokers_there: bool) -> Choice:
    """Return the choice of a take that fills no line, without the marker: half of them are like that."""
    return Choice(ALL_MOVES[move].text, _stages(seat, move, jokers_there), 0, None)


@cache
def _stages(seat: int, move: int, jokers_there: bool) -> tuple[tuple[str, ...], ...]:
    action = ALL_MOVES[move].action
    source = f"display.{action['source']}" if action["source"] else "centre"
    to = f"line.{seat}.{action['line']}" if action["line"] else f"floor.{seat}"
    tiles = f"{source}/{action['colour']}"
    if not jokers_there or action["colour"] == "joker":
        return (tiles,), (to,)
    return (tiles,), (WITH_JOKERS if action.get("jokers") else WITHOUT_JOKERS,), (to,)


def _tiles(state: AzulState, tr: Language) -> list[Choice]:
    seat = state.turn
    board = state.board(seat)
    wall = Wall(board.wall, state.game.board == "grey")
    found = []
    for move in state.legal_moves:
        row, column = move.action["row"], move.action["column"]
        held = board.lines[row - 1]
        assert held is not None, "a line that is tiled holds tiles"
        if column:
            said = completes(wall, column - 1, JOKER if held[2] else held[0], tr)
            if wall.rows[row - 1].bit_count() == 4:
                said.insert(0, completes_row(tr, row))
            found.append(
                Choice(
                    move.text,
                    ((f"wall.{seat}.{row}.{column}",),),
                    wall.points(row - 1, column - 1),
                    ", ".join(said) or None,
                )
            )
        else:
            fallen = len(board.floor)
            cost = FLOOR_COST[min(fallen + row, FLOOR_SPACES)] - FLOOR_COST[fallen]
            note = tr.many("{n} tile falls", "{n} tiles fall", row)
            found.append(Choice(move.text, ((f"floor.{seat}",),), -cost, note))
    return found
