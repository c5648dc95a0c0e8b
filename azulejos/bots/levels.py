"""Five levels from beginner to master: bots of clearly different strength, each with a name.

Weak levels play like people who don't play well: they overlook things, and think of only some of what matters. Each level is
clearly stronger than the one below at every table (docs/bots.md).
"""

from __future__ import annotations

from typing import NamedTuple

from azulejos.core.blocks import ENGLISH, Speech


class Level(NamedTuple):
    """A level: the spec of its bot, and a description."""

    spec: str
    about: str
    rating: int = 1500
    """Its Elo rating, the mean over twelve tables in an early ladder: the ratings of players and puzzles are on this scale."""


class LevelText(NamedTuple):
    """The name of a level, and how it plays."""

    title: str
    about: str


def level_texts(tr: Speech = ENGLISH) -> dict[str, LevelText]:
    """Return the levels in a language, weakest first."""
    return {
        "beginner": LevelText(tr("beginner"), tr("sees only what a move brings right away, and overlooks a lot")),
        "apprentice": LevelText(tr("apprentice"), tr("also sees what a move costs right away, and overlooks some things")),
        "craftsman": LevelText(tr("craftsman"), tr("also thinks of the rest of the game, and overlooks little")),
        "expert": LevelText(tr("expert"), tr("searches briefly, and seldom overlooks anything")),
        "master": LevelText(tr("master"), tr("searches for a second, or as long as it is given")),
    }


_SPECS = {
    "beginner": "casual:sees=0.6,minds=gain",
    "apprentice": "casual:sees=0.75,minds=gain+loss",
    "craftsman": "casual:sees=0.84",
    "expert": "casual:sees=0.92,thinks=60",
    "master": "master",
}

_RATINGS = {"beginner": 1180, "apprentice": 1430, "craftsman": 1660, "expert": 1880, "master": 2110}

LEVELS = {name: Level(_SPECS[name], text.about, _RATINGS[name]) for name, text in level_texts().items()}
"""The levels by name, weakest first."""
