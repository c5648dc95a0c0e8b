"""How the moves of Azul are pointed at, and what they score.

A take is the tiles, then a line or the floor line; where jokers lie beside the tiles, the question whether they come along is
between. Tiling is a space of the wall, or the floor line for tiles that find no space.

The points of a take are the change of what the player would have if the round ended now; those of a tile are what it scores.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from azulejos.core import places
from azulejos.games.azul.board import FLOOR_COST, FLOOR_SPACES, JOKER
from azulejos.games.azul.forecast import Wall, forecast
from azulejos.games.azul.moves import ALL_MOVES, COLOURS, LINES, SOURCES
from azulejos.games.azul.position import Board, Line
from azulejos.games.azul.scene import sentences
from azulejos.render.types import Button, Choice

if TYPE_CHECKING:
    from azulejos.games.azul.rules import AzulState
    from azulejos.language import Language

WITH_JOKERS, WITHOUT_JOKERS = "?jokers.yes", "?jokers.no"


def choices(state: AzulState, tr: Language) -> list[Choice]:
    """Every legal move of the seat to move."""
    if state.turn >= places.DEALING:
        return []
    return _takes(state, tr) if state.phase == "offer" else _tiles(state, tr)


def buttons(state: AzulState, tr: Language) -> dict[str, Button]:
    """What the question about jokers shows."""
    if not state.game.jokers or state.phase != "offer" or state.turn >= places.DEALING:
        return {}
    return {
        WITH_JOKERS: Button(tr("Take the jokers, too"), ("joker",)),
        WITHOUT_JOKERS: Button(tr("Leave the jokers"), ()),
    }


class _Put(NamedTuple):
    """Tiles on their way to a line: all that a preview depends on."""

    line: int
    colour: int
    plain: int
    jokers: int
    marker: bool


def _takes(state: AzulState, tr: Language) -> list[Choice]:
    seat = state.turn
    sources = [state.centre, *state.displays]
    marker_lies = state.marker == places.IN_CENTRE
    preview = _Preview(state.board(seat), state.game.board == "grey", tr)
    found: list[Choice] = []
    for move in state.legal_moves:
        place, line = divmod(move.id, LINES)
        kind, source = divmod(place, SOURCES)
        here = sources[source]
        colour = kind if kind <= JOKER else kind - (JOKER + 1)
        put = _Put(
            line,
            colour,
            here[colour] if colour < JOKER else 0,
            here[JOKER] if kind >= JOKER else 0,
            marker_lies and source == 0,
        )
        points, note = preview(put)
        found.append(Choice(move.text, _stages(seat, move.id, here[JOKER] > 0), points, note))
    return found


@cache
def _stages(seat: int, move: int, jokers_there: bool) -> tuple[tuple[str, ...], ...]:
    action = ALL_MOVES[move].action
    source = f"display.{action['source']}" if action["source"] else "centre"
    to = f"line.{seat}.{action['line']}" if action["line"] else f"floor.{seat}"
    tiles = f"{source}/{action['colour']}"
    if not jokers_there or action["colour"] == "joker":
        return (tiles,), (to,)
    return (tiles,), (WITH_JOKERS if action.get("jokers") else WITHOUT_JOKERS,), (to,)


class _Preview:
    """What taking tiles to a line brings; each different one is reckoned once."""

    def __init__(self, board: Board, grey: bool, tr: Language) -> None:
        self.board, self.tr = board, tr
        self.wall = Wall(board, grey)
        self.before = forecast(board.score, self.wall, board.lines, len(board.floor))
        self.known: dict[_Put, tuple[int, str | None]] = {}

    def __call__(self, put: _Put) -> tuple[int, str | None]:
        found = self.known.get(put)
        if found is None:
            found = self.known[put] = self.reckon(put)
        return found

    def reckon(self, put: _Put) -> tuple[int, str | None]:
        board = self.board
        lines: list[Line] = list(board.lines)
        taken = put.plain + put.jokers
        falling = taken
        if put.line:
            colour, plain, jokers = lines[put.line - 1] or (put.colour, 0, 0)
            room = put.line - plain - jokers
            plain_in = min(put.plain, room)
            jokers_in = min(put.jokers, room - plain_in)
            falling -= plain_in + jokers_in
            lines[put.line - 1] = put.colour if put.plain else colour, plain + plain_in, jokers + jokers_in
        fallen = min(len(board.floor) + put.marker + falling, FLOOR_SPACES)
        points = forecast(board.score, self.wall, lines, fallen) - self.before
        return points, self.note(put, lines[put.line - 1] if put.line else None, falling)

    def note(self, put: _Put, held: Line, falling: int) -> str | None:
        """What else there is to say: a line filled, bonuses in reach, tiles falling, the marker."""
        tr = self.tr
        said: list[str] = []
        if held and held[1] + held[2] == put.line:
            said.append(tr("fills line {line}", line=put.line))
            said += self.reached(put.line - 1, held)
        if falling:
            said.append(tr.many("{n} tile falls", "{n} tiles fall", falling))
        if put.marker:
            said.append(tr("you start the next round"))
        return ", ".join(said) or None

    def reached(self, row: int, held: tuple[int, int, int]) -> list[str]:
        """The bonuses that the tile of a full line will complete, as far as that is sure now."""
        said = []
        colour, _, jokers = held
        if self.wall.rows[row].bit_count() == 4:
            said.append(self.tr("completes row {row}: the last round", row=row + 1))
        columns = self.wall.places(row, colour, jokers)
        if len(columns) == 1:
            said += _completes(self.board, self.wall, row, columns[0], JOKER if jokers else colour, self.tr)
        return said


def _completes(board: Board, wall: Wall, row: int, column: int, colour: int, tr: Language) -> list[str]:
    """Column and colour that a tile at this place completes."""
    said = []
    if wall.columns[column].bit_count() == 4:
        said.append(tr("completes column {column}", column=column + 1))
    if colour != JOKER and sum(spaces.count(colour) for spaces in board.wall) == 4:
        said.append(sentences.all_of(COLOURS[colour], tr))
    return said


def _tiles(state: AzulState, tr: Language) -> list[Choice]:
    seat = state.turn
    board = state.board(seat)
    wall = Wall(board, state.game.board == "grey")
    found = []
    for move in state.legal_moves:
        row, column = move.action["row"], move.action["column"]
        held = board.lines[row - 1]
        assert held is not None, "a line that is tiled holds tiles"
        if column:
            said = _completes(board, wall, row - 1, column - 1, JOKER if held[2] else held[0], tr)
            if wall.rows[row - 1].bit_count() == 4:
                said.insert(0, tr("completes row {row}: the last round", row=row))
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
