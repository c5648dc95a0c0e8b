"""The pieces on a table of Azul.

Slots: `display.<source>.<k>`, `centre.<colour>.<k>`, `line.<seat>.<line>.<k>` (k from the right), `wall.<seat>.<row>.<column>`,
`floor.<seat>.<k>`; for the starting player marker also `centre.first`, and `first.<seat>` on its holder's board if it is not on
a floor line. Rows, columns, lines and sources are numbered as in moves, from 1.

Labels: `score.<seat>`, `loss.<seat>` (the cost of the floor line so far), `round`, `bag`, `discard`, `count.centre.<colour>` if
that is 2 or more; and their contents, `bag.<colour>` and `discard.<colour>`; `view`, what the table is about now
(`azulejos.render.screen`).

Marks: `turn.<seat>`; `ready.<seat>`, done with tiling; `winner.<seat>`; and the bonuses that a wall has reached,
`row.<seat>.<row>`, `column.<seat>.<column>`, `colour.<seat>.<colour>`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.contract import Bunch
from azulejos.games.azul.board import EMPTY, FLOOR_COST, FLOOR_SPACES, JOKER, MARKER
from azulejos.games.azul.explain import bonuses
from azulejos.games.azul.moves import COLOURS
from azulejos.render.types import Scene

if TYPE_CHECKING:
    from azulejos.games.azul.position import Board
    from azulejos.games.azul.rules import AzulState

MOST_IN_CENTRE = 20
FIRST = "first"
PIECES = (*COLOURS, FIRST)  # the pieces on a floor line, by their code there
MINUS = "−"
KEPT = 2000  # walls to remember: those of about a thousand tables

# All names are created once: a scene has hundreds of them, and there is one for every event.
DISPLAY = [[f"display.{source}.{k}" for k in range(4)] for source in range(10)]
CENTRE = [[f"centre.{colour}.{k}" for k in range(MOST_IN_CENTRE)] for colour in COLOURS]
LINE = [[[f"line.{seat}.{line}.{k}" for k in range(line)] for line in range(1, 6)] for seat in range(4)]
WALL = [[[f"wall.{seat}.{row}.{column}" for column in range(1, 6)] for row in range(1, 6)] for seat in range(4)]
FLOOR = [[f"floor.{seat}.{k}" for k in range(FLOOR_SPACES)] for seat in range(4)]
COUNT = [f"count.centre.{colour}" for colour in COLOURS]
IN_BAG, IN_DISCARD = ([f"{place}.{colour}" for colour in COLOURS] for place in ("bag", "discard"))
LOSS = ["", *(f"{MINUS}{cost}" for cost in FLOOR_COST[1:])]


def scene(state: AzulState) -> Scene:
    """Return the pieces on the table, independent of the viewer."""
    pieces: dict[str, str] = {}
    # Only on the grey wall there is a choice where to put tiles.
    placing = state.phase == "tiling" and state.game.board == "grey"
    texts = {"round": str(state.round), "view": "placing" if placing or state.outcome else "taking"}
    marks: list[str] = []
    _sources(state, pieces, texts)
    for seat in range(state.players):
        board = state.board(seat)
        _board(seat, board, pieces, marks)
        texts[f"score.{seat}"] = str(board.score)
        texts[f"loss.{seat}"] = LOSS[len(board.floor)]
        if state.marker == seat and MARKER not in board.floor:
            pieces[f"first.{seat}"] = FIRST
        if state.phase == "tiling" and seat != state.turn and not _has_full_line(board):
            marks.append(f"ready.{seat}")
    if state.marker == places.IN_CENTRE:
        pieces["centre.first"] = FIRST
    if state.turn < places.DEALING:
        marks.append(f"turn.{state.turn}")
    elif (outcome := state.outcome) is not None:
        marks += [f"winner.{seat}" for seat in outcome.winners]
    return Scene(pieces, texts, marks)


def _sources(state: AzulState, pieces: dict[str, str], texts: dict[str, str]) -> None:
    for source, bunch in enumerate(state.displays, 1):
        pieces |= _display(source, bunch)
    for colour, n in enumerate(state.centre):
        if n:
            pieces |= _column(colour, n)
            if n > 1:
                texts[COUNT[colour]] = str(n)
    for place, names, tiles in (("bag", IN_BAG, state.bag_tiles), ("discard", IN_DISCARD, state.discard_tiles)):
        texts[place] = str(sum(tiles))
        for name, n in zip(names, tiles, strict=True):
            if n:
                texts[name] = str(n)


def _board(seat: int, board: Board, pieces: dict[str, str], marks: list[str]) -> None:
    for line, held in enumerate(board.lines):
        if held:
            pieces |= _line(seat, line, held)
    for k, what in enumerate(board.floor):
        pieces[FLOOR[seat][k]] = PIECES[what]
    tiles, reached = _wall(seat, board.wall)
    pieces |= tiles
    marks += reached


# Most parts of a table are the same after a move, and at other tables.


@cache
def _display(source: int, bunch: Bunch) -> dict[str, str]:
    tiles = [colour for colour, n in zip(COLOURS, bunch, strict=True) for _ in range(n)]
    return dict(zip(DISPLAY[source], tiles, strict=False))


@cache
def _column(colour: int, n: int) -> dict[str, str]:
    return dict.fromkeys(CENTRE[colour][:n], COLOURS[colour])


@cache
def _line(seat: int, line: int, held: tuple[int, int, int]) -> dict[str, str]:
    colour, plain, jokers = held
    return dict(zip(LINE[seat][line], [COLOURS[colour]] * plain + [COLOURS[JOKER]] * jokers, strict=False))


@lru_cache(KEPT)
def _wall(seat: int, wall: tuple[tuple[int, ...], ...]) -> tuple[dict[str, str], list[str]]:
    tiles = {
        slot: COLOURS[colour]
        for slots, row in zip(WALL[seat], wall, strict=True)
        for slot, colour in zip(slots, row, strict=True)
        if colour != EMPTY
    }
    return tiles, [f"{gain.reason[:-1]}.{seat}.{which}" for gain in bonuses(seat, wall) for which in gain.detail.values()]


def _has_full_line(board: Board) -> bool:
    return any(held and held[1] + held[2] == line for line, held in enumerate(board.lines, 1))
