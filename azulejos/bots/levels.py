"""Five levels from beginner to master: bots of clearly different strength, each with a name and a budget."""

from __future__ import annotations

from typing import NamedTuple

from azulejos.core.blocks import ENGLISH, Speech


class Level(NamedTuple):
    """A level: the spec of its bot, and a description."""

    spec: str
    about: str


class LevelText(NamedTuple):
    """The name of a level, and how it plays."""

    title: str
    about: str


def level_texts(tr: Speech = ENGLISH) -> dict[str, LevelText]:
    """Return the levels in a language, weakest first."""
    return {
        "beginner": LevelText(tr("beginner"), tr("plays for the most points right away, and often misjudges")),
        "apprentice": LevelText(tr("apprentice"), tr("plays for the most points right away")),
        "craftsman": LevelText(tr("craftsman"), tr("also considers its next move and what it leaves to the others")),
        "expert": LevelText(tr("expert"), tr("searches briefly")),
        "master": LevelText(tr("master"), tr("searches for a second, or as long as it is given")),
    }


_SPECS = {
    "beginner": "greedy:blur=4",
    "apprentice": "greedy:blur=1.5",
    "craftsman": "planner",
    "expert": "master:effort=60",
    "master": "master",
}

LEVELS = {name: Level(_SPECS[name], text.about) for name, text in level_texts().items()}
"""The levels by name, weakest first."""
