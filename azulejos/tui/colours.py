"""Pieces in a terminal: the letter that moves use, on the colour itself."""

from __future__ import annotations

from functools import cache

from rich.style import Style

from azulejos.core.game import Game

FIRST = "first"
MARKER = "★"

# The tile's own colour, and a readable colour on it.
TILES = {
    "blue": ("#2f6db5", "#ffffff"),
    "yellow": ("#f0bc42", "#3a2500"),
    "red": ("#c9452f", "#ffffff"),
    "black": ("#464d57", "#ffffff"),
    "white": ("#f7f3e8", "#14534f"),
    "joker": ("#e6c8ff", "#4a1c6b"),
    "purple": ("#7d4fa3", "#ffffff"),
    "green": ("#3f8a46", "#ffffff"),
    "orange": ("#e8812f", "#331600"),
    FIRST: ("#5a4a12", "#ffe28a"),
}
OTHER = ("#8a8f98", "#ffffff")  # a colour of another package's game
# The same, for a hint on an empty space.
FAINT = {
    "blue": "#6f9fd6",
    "yellow": "#b8943c",
    "red": "#d0705f",
    "black": "#7d8791",
    "white": "#c9c4b4",
    "purple": "#a98ac6",
    "green": "#76ad7b",
    "orange": "#d19058",
}
EMPTY = "#6b6f78"
SOFT = "#9aa0aa"

OFFERED_SPACE = Style(bgcolor="#1d4f4a", color="#d6fff7", bold=True)
CHOSEN = Style(bgcolor="#7a3d12", color="#ffe6d1", bold=True)
CURSOR = Style(bgcolor="#2fd0b8", color="#00201c", bold=True)
HINTED = Style(bgcolor="#8a7410", color="#fff6c9", bold=True)
LAST = Style(underline=True, bold=True)
GAIN, LOSS = Style(color="#7fe3a0", bold=True), Style(color="#ff9a86", bold=True)


def letter(game: Game, piece: str) -> str:
    """Return the letter of a piece."""
    return MARKER if piece == FIRST else game.letters[game.colours.index(piece)]


@cache
def tile(piece: str) -> Style:
    """Return the style of a piece."""
    ground, ink = TILES.get(piece, OTHER)
    return Style(bgcolor=ground, color=ink, bold=True)


@cache
def edge(piece: str) -> Style:
    """Return the style of the half cells at both sides of a piece."""
    return Style(color=TILES.get(piece, OTHER)[0])


@cache
def style(definition: str) -> Style:
    """Parse a style."""
    return Style.parse(definition) if definition else Style.null()
