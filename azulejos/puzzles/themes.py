"""What puzzles are about, in words."""

from __future__ import annotations

from azulejos.core.blocks import ENGLISH, Speech
from azulejos.core.coach import END, LATER
from azulejos.core.game import Game
from azulejos.puzzles.puzzle import OTHERS, ROUND


def theme_titles(game: type[Game], tr: Speech = ENGLISH) -> dict[str, str]:
    """Return the themes of a game's puzzles, each with a title."""
    coach = game.coach()
    return {
        **({} if coach is None else coach.themes(tr)),
        OTHERS: tr("What the others get"),
        LATER: tr("Later rounds"),
        END: tr("The end of the game"),
        ROUND: tr("The rest of the round"),
    }
