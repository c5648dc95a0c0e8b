"""Five levels from beginner to master: bots that people can tell apart by strength, each with a name and a budget."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """A level: the spec of the bot that plays at it, and what it is like."""

    spec: str
    about: str


LEVELS = {
    "beginner": Level("greedy:blur=4", "plays for the most points right away, and often misjudges"),
    "apprentice": Level("greedy:blur=1.5", "plays for the most points right away"),
    "craftsman": Level("planner", "also considers its next move and what it leaves to the others"),
    "expert": Level("master:effort=60", "searches briefly"),
    "master": Level("master", "searches for a second, or as long as it is given"),
}
"""The levels by name, the weakest first. The descriptions are translated (`azulejos bots`)."""
