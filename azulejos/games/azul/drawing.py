"""Draw the table of Azul for a terminal.

Tiles are capital letters (B blue, Y yellow, R red, K black, W white, J joker), `*` is the starting player marker. Spaces of the
coloured wall show the colour printed on them in small letters, all others a dot. Numbers are those used in moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from azulejos.core import blocks, places
from azulejos.core.contract import CHANCE
from azulejos.games.azul.board import EMPTY, FLOOR_COST, FLOOR_SPACES, SIDE, colour_at
from azulejos.games.azul.moves import LETTERS
from azulejos.games.azul.position import Board, Line

if TYPE_CHECKING:
    from azulejos.games.azul.rules import AzulState

WIDTH = 23

TILE_CODES = {"B": "44;97", "Y": "43;30", "R": "41;97", "K": "40;97", "W": "107;30", "J": "45;97", "*": "1", ".": "2"}
SPACE_CODES = {"b": "34", "y": "33", "r": "31", "k": "90", "w": "37"}


def draw(state: AzulState, colour: bool, tr: blocks.Speech = blocks.ENGLISH, names: Sequence[str] = ()) -> str:
    """Return the drawing; with `colour`, using ANSI codes."""
    pen = blocks.Pen(TILE_CODES | SPACE_CODES if colour else {}, tr, names)
    marker_lies = state.marker == places.IN_CENTRE and state.rounds > 0
    displays = [blocks.letters_of(bunch, LETTERS, places.TO_A_DISPLAY) for bunch in state.displays]
    boards = [_board(pen, state, seat) for seat in range(state.players)]
    return blocks.page(
        [
            pen.strong(_headline(pen, state)),
            _table(pen, state),
            "",
            *pen.sources(displays, "*" * marker_lies + blocks.letters_of(state.centre, LETTERS, 0)),
            "",
            *blocks.beside(boards, gap=2 if state.players == 4 else 5),
        ]
    )


def _headline(pen: blocks.Pen, state: AzulState) -> str:
    tr = pen.tr
    options = [tr("grey wall")] * (state.game.board == "grey") + [tr("Joker tiles")] * state.game.jokers
    game, n = f"Azul ({', '.join(options)})" if options else "Azul", state.round
    if state.outcome is not None:
        return tr("{game}, game over after round {n}: {verdict}", game=game, n=n, verdict=pen.verdict(state.outcome))
    if state.actor is CHANCE:
        return tr("{game}: the factories are filled for round {n}", game=game, n=state.rounds + 1)
    if state.phase == "offer":
        return tr("{game}, round {n}, factory offer: {name} takes tiles", game=game, n=n, name=pen.name(state.turn))
    row = state.legal_moves[0].action["row"]
    return tr("{game}, round {n}, wall-tiling: {name} tiles row {row}", game=game, n=n, name=pen.name(state.turn), row=row)


def _table(pen: blocks.Pen, state: AzulState) -> str:
    bag, lid = sum(state.bag_tiles), sum(state.discard_tiles)
    if state.marker == places.IN_CENTRE:
        return pen.tr("bag {bag}, lid {lid}; the starting player marker (*) is in the centre", bag=bag, lid=lid)
    return pen.tr(
        "bag {bag}, lid {lid}; {name} has the starting player marker (*)", bag=bag, lid=lid, name=pen.name(state.marker)
    )


def _board(pen: blocks.Pen, state: AzulState, seat: int) -> list[str]:
    board = state.board(seat)
    columns_matter = state.game.board == "grey" or state.game.jokers
    return [
        pen.title(seat, board.score, state.actor == seat, WIDTH),
        "-" * 13 + " 1 2 3 4 5" if columns_matter else "-" * WIDTH,
        *(
            f"{number}{pen.cells(_line(number, line))} |{pen.cells(_row(state, board, number))}"
            for number, line in enumerate(board.lines, 1)
        ),
        _floor(pen, board),
    ]


def _line(number: int, line: Line) -> str:
    """Return a pattern line, filled from the right as on the board."""
    held = LETTERS[line[0]] * line[1] + "J" * line[2] if line else ""
    return held[::-1].rjust(number, ".").rjust(5)


def _row(state: AzulState, board: Board, number: int) -> str:
    printed = "".join(LETTERS[colour_at(number - 1, column)].lower() for column in range(SIDE))
    empty = printed if state.game.board == "coloured" else "....."
    return "".join(
        space if colour == EMPTY else LETTERS[colour] for colour, space in zip(board.wall[number - 1], empty, strict=True)
    )


def _floor(pen: blocks.Pen, board: Board) -> str:
    fallen = "".join((LETTERS + "*")[what] for what in board.floor)
    loss = FLOOR_COST[len(fallen)]
    return blocks.spread(f"0{pen.cells(fallen.ljust(FLOOR_SPACES, '.'))}", f"-{loss}" if loss else "", WIDTH)
