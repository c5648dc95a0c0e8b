"""A small picture of Azul: a board in the middle of a game, and a display."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from azulejos.games.azul import Azul
from azulejos.games.azul.moves import COLOURS, LETTERS
from azulejos.games.azul.scene.board_drawing import Board, small
from azulejos.games.azul.scene.layout import display
from azulejos.games.azul.scene.pieces import DISPLAY, LINE, WALL
from azulejos.render.layout_builder import LayoutBuilder
from azulejos.render.types import Layout, Scene

WIDTH, HEIGHT = 360, 240
LINES = ("W", "RR", "BB", "", "KKK")
WALLS = {
    "coloured": (".YR..", ".BYR.", "..BY.", ".....", "....."),
    "grey": (".RB..", ".WRY.", "..YK.", "...B.", "....."),
}
DISPLAYS = ("YYRK", "BRWW")


def preview(game: Azul) -> tuple[Scene, Layout]:
    """Return the pieces and their places; with the Joker tiles, some are jokers."""
    size = small(21)
    builder = LayoutBuilder()
    display(1, 56, 66, 44, builder)
    display(2, 56, 172, 44, builder)
    Board(game, 0, WIDTH - size.width - 12, (HEIGHT - size.height) / 2, size, builder).draw()
    pieces = {
        **_pieces(zip(LINE[0], LINES, strict=True)),
        **_pieces(zip(WALL[0], WALLS[game.board], strict=True)),
        **_pieces(zip(DISPLAY[1:3], DISPLAYS, strict=True)),
    }
    if game.jokers:
        pieces |= dict.fromkeys((LINE[0][2][1], WALL[0][1][2], DISPLAY[1][0], DISPLAY[2][1]), "joker")
    return Scene(pieces, {"score.0": "23"}, []), builder.layout(WIDTH, HEIGHT)


def _pieces(rows: Iterable[tuple[Sequence[str], str]]) -> dict[str, str]:
    return {
        slot: COLOURS[LETTERS.index(letter)]
        for slots, letters in rows
        for slot, letter in zip(slots, letters, strict=False)
        if letter != "."
    }
