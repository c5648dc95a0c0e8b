"""The meaning of the numbers of `encoder`, in their order. Parts that a variant doesn't use are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azulejos.core.observation import Layout, Part, marker, numbered, sources, turn

if TYPE_CHECKING:
    from azulejos.games.azul import Azul

VARIANTS: dict[str, dict[str, Any]] = {
    "Coloured wall, no jokers": {},
    "Grey wall, no jokers": {"board": "grey"},
    "Jokers": {"jokers": True},
}


def layout(game: Azul, /) -> Layout:
    """Return the order of the numbers."""
    rows, columns = numbered("row", 5), numbered("column", 5)
    table = (
        turn(game),
        marker(game),
        Part("tiling", (("tiling",),), "whether walls are being tiled; else tiles are taken"),
        Part("round", (("round",),), "rounds dealt so far", "10 rounds"),
        *sources(game),
        Part("bag", (game.colours,), "tiles in the bag", "20 tiles"),
        Part("lid", (game.colours,), "tiles in the lid, and those on floor lines that will go there", "20 tiles"),
    )
    board: tuple[Part, ...] = (
        Part("score", (("score",),), "points so far", "100 points"),
        Part("floor", (("floor",),), "tiles and marker on the floor line", "a full floor line (7)"),
        Part("penalty", (("penalty",),), "points that the floor line will cost", "14 points"),
        Part("lines", (numbered("line", 5), game.colours), "tiles in the pattern lines, by colour", "a full line"),
        Part("wall", (rows, columns), "places of the wall that are covered"),
    )
    if game.board == "grey" or game.jokers:
        meaning = "rows and columns of the wall that can take no more tiles of a colour"
        board += (Part("bars", (game.colours[:5], rows + columns), meaning),)
    if game.jokers:
        board += (Part("jokers", (rows, columns), "places of the wall that a joker covers"),)
    return Layout(table, board)
