"""A small picture of Summer Pavilion: a board in the middle of a game, a display, and the order of the wild colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.games.pavilion.moves import COLOURS, LETTERS
from azulejos.games.pavilion.scene import middle
from azulejos.games.pavilion.scene.board_drawing import HALF, board
from azulejos.games.pavilion.scene.pieces import DISPLAY, SPACE
from azulejos.render import fixtures
from azulejos.render.layout_builder import LayoutBuilder
from azulejos.render.types import Layout, Scene

if TYPE_CHECKING:
    from azulejos.games.pavilion import Pavilion

WIDTH, HEIGHT = 360, 240
STARS = {
    "coloured": ("RB..Y.", "PPP...", "OO...O", "..RR..", ".BB...", "YYYYYY", "G....."),
    "grey": ("RR....", ".PB...", "GGGG..", "...R..", "BYR...", "OOOOOO", "P....."),
}
"""Return the spaces of stars 0 to 6."""
SHOWN = "PGOR"


def preview(game: Pavilion) -> tuple[Scene, Layout]:
    """Return the pieces and their places."""
    builder = LayoutBuilder()
    side = (HEIGHT - 28) / 2 / HALF
    half = HEIGHT / 2
    builder.fixtures.append(fixtures.panel(WIDTH - HEIGHT + 8, 8, HEIGHT - 16, HEIGHT - 16))
    board(builder, 0, WIDTH - half, half, side, game.board == "grey")
    middle.display(builder, 1, 64, 84, 52)
    middle.rounds(builder, game.wild_order, 18, 186, 18.5, 26)
    pieces = {slot: COLOURS[LETTERS.index(letter)] for slot, letter in zip(DISPLAY[1], SHOWN, strict=True)}
    for slots, letters in zip(SPACE[0], STARS[game.board], strict=True):
        pieces |= {slot: COLOURS[LETTERS.index(letter)] for slot, letter in zip(slots, letters, strict=True) if letter != "."}
    return Scene(pieces, {}, ["round.1"]), builder.layout(WIDTH, HEIGHT)
