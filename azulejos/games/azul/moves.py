"""The moves of Azul: every id with its text and its JSON action.

A *take* is source, kind and line: `3R2` takes red from display 3 to line 2 (source 0 is the centre, line 0 the floor line).
Kinds 0–4 are the colours, 5 the jokers alone (`3J2`), 6–10 a colour with the jokers there (`3RJ2`).
A *tile* is row and column: `r4c2`; column 0 means that no column is legal and the line falls to the floor.

A set of moves is twelve words of 60 bits, where move `id` is bit `id % WORD` of word `id // WORD`: a word for each kind of
take, and one for the tiles.

This module is never compiled: compiled modules use its C twin `moves.pxd`. `tests/core/test_twins.py` checks that both agree.
"""

from __future__ import annotations

from azulejos.core.contract import Json, Move
from azulejos.games.azul.board import JOKER, SIDE

COLOURS = ("blue", "yellow", "red", "black", "white", "joker")
LETTERS = "BYRKWJ"

SOURCES = 10  # the centre and up to nine displays
LINES = 6  # the floor line and the five pattern lines
COLUMNS = 6  # of a tile move: none, and the five of the wall
KINDS = 11  # of a take: a colour, the jokers, or both
WITH_JOKERS = 6  # the first kind of both: blue with the jokers

WORD = SOURCES * LINES  # moves in a word of a set of moves
TILES_WORD = KINDS  # the word with the tile moves
WORDS = KINDS + 1
TAKES = KINDS * WORD
MOVES = TAKES + SIDE * COLUMNS


def take_id(kind: int, source: int, line: int) -> int:
    """Return the id of a take."""
    return (kind * SOURCES + source) * LINES + line


def tile_id(row: int, column: int) -> int:
    """Return the id of a tile move; rows count from 1."""
    return TAKES + (row - 1) * COLUMNS + column


def _take(id: int) -> Move:
    place, line = divmod(id, LINES)
    kind, source = divmod(place, SOURCES)
    with_jokers = kind > JOKER
    colour = kind - WITH_JOKERS if with_jokers else kind
    action: Json = {"type": "take", "source": source, "colour": COLOURS[colour], "line": line}
    if with_jokers:
        action["jokers"] = True
    return Move("azul", id, f"{source}{LETTERS[colour]}{'J' * with_jokers}{line}", action)


def _tile(id: int) -> Move:
    row, column = divmod(id - TAKES, COLUMNS)
    return Move("azul", id, f"r{row + 1}c{column}", {"type": "tile", "row": row + 1, "column": column})


ALL_MOVES = tuple(_take(id) if id < TAKES else _tile(id) for id in range(MOVES))
