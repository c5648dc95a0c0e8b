"""The table of Azul for a terminal.

Tiles are capital letters (B blue, Y yellow, R red, K black, W white, J joker), `*` is the first-player marker. Spaces of the
coloured wall show the colour printed on them in small letters, all others a dot. Numbers are those that moves are written with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core import blocks, places
from azulejos.core.azul.explain import SPACE_POINTS
from azulejos.core.azul.moves import JOKER, LETTERS
from azulejos.core.azul.position import EMPTY, Board, Line
from azulejos.core.contract import CHANCE

if TYPE_CHECKING:
    from azulejos.core.azul.rules import AzulState

WIDTH = 23

TILE_CODES = {"B": "44;97", "Y": "43;30", "R": "41;97", "K": "40;97", "W": "107;30", "J": "45;97", "*": "1", ".": "2"}
SPACE_CODES = {"b": "34", "y": "33", "r": "31", "k": "90", "w": "37"}


def draw(state: AzulState, colour: bool) -> str:
    """The table; with `colour`, by ANSI codes."""
    pen = blocks.Pen(TILE_CODES | SPACE_CODES if colour else {})
    marker_lies = state.marker == places.IN_CENTRE and state.rounds > 0
    displays = [blocks.letters_of(bunch, LETTERS, places.TO_A_DISPLAY) for bunch in state.displays]
    boards = [_board(pen, state, seat) for seat in range(state.players)]
    return blocks.page(
        [
            pen.strong(_headline(state)),
            _table(state),
            "",
            *pen.sources(displays, "*" * marker_lies + blocks.letters_of(state.centre, LETTERS, 0)),
            "",
            *blocks.beside(boards, gap=2 if state.players == 4 else 5),
        ]
    )


def _headline(state: AzulState) -> str:
    options = ["grey wall"] * (state.game.board == "grey") + ["Joker tiles"] * state.game.jokers
    name = f"Azul ({', '.join(options)})" if options else "Azul"
    if state.outcome is not None:
        return f"{name}, over after round {state.round}: {blocks.verdict(state.outcome)}"
    if state.actor is CHANCE:
        return f"{name}: round {state.rounds + 1} is to be dealt"
    doing = "takes tiles" if state.phase == "offer" else f"tiles row {state.legal_moves[0].action['row']}"
    return f"{name}, round {state.round}, {state.phase}: seat {state.actor} {doing}"


def _table(state: AzulState) -> str:
    marker = "lies in the centre" if state.marker == places.IN_CENTRE else f"is seat {state.marker}'s"
    return f"bag {sum(state.bag_tiles)}, lid {sum(state.discard_tiles)}; the first-player marker (*) {marker}"


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
    """A pattern line, filled from the right as on the board."""
    held = LETTERS[line[0]] * line[1] + "J" * line[2] if line else ""
    return held[::-1].rjust(number, ".").rjust(5)


def _row(state: AzulState, board: Board, number: int) -> str:
    printed = "".join(LETTERS[(column + 6 - number) % 5].lower() for column in range(JOKER))
    empty = printed if state.game.board == "coloured" else "....."
    return "".join(
        space if colour == EMPTY else LETTERS[colour] for colour, space in zip(board.wall[number - 1], empty, strict=True)
    )


def _floor(pen: blocks.Pen, board: Board) -> str:
    fallen = "".join((LETTERS + "*")[what] for what in board.floor)
    loss = sum(SPACE_POINTS[: len(fallen)])
    return blocks.spread(f"0{pen.cells(fallen.ljust(len(SPACE_POINTS), '.'))}", f"-{loss}" if loss else "", WIDTH)
