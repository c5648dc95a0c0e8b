"""The meaning of the numbers of `encoder`, in their order. Parts that a variant doesn't use are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azulejos.core.observation import Layout, Part, marker, numbered, sources, turn

if TYPE_CHECKING:
    from azulejos.games.pavilion import Pavilion

VARIANTS: dict[str, dict[str, Any]] = {"Coloured side": {}, "Grey side": {"board": "grey"}}


def layout(game: Pavilion, /) -> Layout:
    """Return the order of the numbers."""
    stars = ("star 0 (the middle)", *(f"star {i}" for i in range(1, 7)))
    table = (
        turn(game),
        marker(game),
        Part("phase", (("acquire", "play", "bonus"),), "what is done now; all 0 when the game is over"),
        Part("round", (numbered("round", 6),), "the round; all 0 before the first deal"),
        Part("wild", (game.colours,), "the wild colour"),
        Part("owed", (("owed",),), "bonus tiles that the player to move has to take now", "3 tiles"),
        *sources(game),
        Part("supply", (game.colours,), "tiles of the supply", "4 tiles"),
        Part("bag", (game.colours,), "tiles in the bag", "22 tiles"),
        Part("tower", (game.colours,), "tiles in the tower", "22 tiles"),
    )
    board = (
        Part("score", (("score",),), "points so far", "100 points"),
        Part("passed", (("passed",),), "whether the player has passed in this round"),
        Part("hand", (game.colours,), "tiles beside the board; in its corners once the player has passed", "4 tiles"),
        Part("colours", (stars if game.board == "grey" else stars[:1], game.colours), "the colours that lie in a star"),
        Part("spaces", (stars, numbered("space", 6)), "spaces that are covered"),
    )
    return Layout(table, board)
