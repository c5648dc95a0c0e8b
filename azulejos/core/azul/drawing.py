"""The table of Azul for a terminal, at most 100 columns wide and in ASCII, whatever the terminal.

Tiles are capital letters (B blue, Y yellow, R red, K black, W white, J joker), `*` is the first-player marker. Spaces of the
coloured wall show the colour printed on them in small letters, all others a dot. Numbers are those that moves are written with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core import blocks, places
from azulejos.core.azul.explain import SPACE_POINTS
from azulejos.core.azul.moves import JOKER, LETTERS
from azulejos.core.azul.position import EMPTY, Board, Line
from azulejos.core.contract import CHANCE, Bunch

if TYPE_CHECKING:
    from azulejos.core.azul.rules import AzulState

BOARD_WIDTH = 23
DISPLAYS_IN_A_ROW = 5

TILE_CODES = {"B": "44;97", "Y": "43;30", "R": "41;97", "K": "40;97", "W": "107;30", "J": "45;97", "*": "1", ".": "2"}
SPACE_CODES = {"b": "34", "y": "33", "r": "31", "k": "90", "w": "37"}


def draw(state: AzulState, colour: bool) -> str:
    """The table; with `colour`, by ANSI codes."""
    return _Pen(TILE_CODES | SPACE_CODES if colour else {}).table(state)


class _Pen:
    """Draws with these ANSI codes for letters; without any, plainly."""

    def __init__(self, codes: dict[str, str]) -> None:
        self.codes = codes

    def cells(self, letters: str) -> str:
        """Tiles and spaces, two columns each."""
        return "".join(blocks.ink(f" {letter}", self.codes.get(letter, "")) for letter in letters)

    def table(self, state: AzulState) -> str:
        boards = [self.board(state, seat) for seat in range(state.players)]
        return blocks.page(
            [
                self.strong(_headline(state)),
                _second_line(state),
                "",
                *self.sources(state),
                "",
                *blocks.beside(boards, gap=2 if state.players == 4 else 5),
            ]
        )

    def strong(self, text: str) -> str:
        return blocks.ink(text, "1" if self.codes else "")

    def sources(self, state: AzulState) -> list[str]:
        displays = [[f"{number}{self.cells(_letters(bunch, 4))}"] for number, bunch in enumerate(state.displays, 1)]
        marker = "*" * (state.marker == places.IN_CENTRE and state.rounds > 0)
        centre = self.cells(marker + _letters(state.centre, 0)) or " -"
        return [
            *blocks.beside([["displays"], blocks.rows_of(displays, DISPLAYS_IN_A_ROW, gap=4)], gap=2),
            f"centre    0{centre}",
        ]

    def board(self, state: AzulState, seat: int) -> list[str]:
        board = state.board(seat)
        name = f"{'>' if state.actor == seat else ' '} seat {seat}"
        points = f"{board.score} point{'s' * (board.score != 1)}"
        title = blocks.spread(name, points, BOARD_WIDTH)
        rows = [
            f"{number}{self.cells(_line_letters(number, line))} |{self.cells(_wall_letters(state, board, number))}"
            for number, line in enumerate(board.lines, 1)
        ]
        columns_matter = state.game.board == "grey" or state.game.jokers
        rule = ("-" * 13 + " 1 2 3 4 5") if columns_matter else "-" * BOARD_WIDTH
        return [self.strong(title) if state.actor == seat else title, rule, *rows, self.floor(board)]

    def floor(self, board: Board) -> str:
        fallen = "".join((LETTERS + "*")[what] for what in board.floor)
        loss = sum(SPACE_POINTS[: len(fallen)])
        return blocks.spread(f"0{self.cells(fallen.ljust(len(SPACE_POINTS), '.'))}", f"-{loss}" if loss else "", BOARD_WIDTH)


def _headline(state: AzulState) -> str:
    options = ["grey wall"] * (state.game.board == "grey") + ["Joker tiles"] * state.game.jokers
    name = f"Azul ({', '.join(options)})" if options else "Azul"
    if state.outcome is not None:
        winners = " and ".join(f"seat {seat}" for seat in state.outcome.winners)
        verb = "wins" if len(state.outcome.winners) == 1 else "share the victory"
        return f"{name}, over after round {state.round}: {winners} {verb}"
    if state.actor is CHANCE:
        return f"{name}: round {state.rounds + 1} is to be dealt"
    doing = "takes tiles" if state.phase == "offer" else f"tiles row {state.legal_moves[0].action['row']}"
    return f"{name}, round {state.round}, {state.phase}: seat {state.actor} {doing}"


def _second_line(state: AzulState) -> str:
    marker = "lies in the centre" if state.marker == places.IN_CENTRE else f"is seat {state.marker}'s"
    return f"bag {sum(state.bag_tiles)}, lid {sum(state.discard_tiles)}; the first-player marker (*) {marker}"


def _letters(bunch: Bunch, spaces: int) -> str:
    """A bunch tile by tile, with dots for the spaces that stay empty."""
    return "".join(letter * n for letter, n in zip(LETTERS, bunch, strict=True)).ljust(spaces, ".")


def _line_letters(number: int, line: Line) -> str:
    """A pattern line, filled from the right as on the board."""
    held = LETTERS[line[0]] * line[1] + "J" * line[2] if line else ""
    return held[::-1].rjust(number, ".").rjust(5)


def _wall_letters(state: AzulState, board: Board, number: int) -> str:
    printed = "".join(LETTERS[(column + 6 - number) % 5].lower() for column in range(JOKER))
    empty = printed if state.game.board == "coloured" else "....."
    return "".join(
        space if colour == EMPTY else LETTERS[colour] for colour, space in zip(board.wall[number - 1], empty, strict=True)
    )
