"""Five levels from beginner to master: bots that people can tell apart by strength, each with a name and a budget."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """A level: the spec of the bot that plays at it, and what it is like."""

    spec: str
    about: str


LEVELS = {
    "beginner": Level("greedy:blur=4", "takes what seems to bring most at once, and often misjudges it"),
    "apprentice": Level("greedy:blur=1.5", "takes what brings most at once"),
    "craftsman": Level("planner", "thinks of its next move too, and of what it leaves to the others"),
    "expert": Level("master:effort=60", "searches a little"),
    "master": Level("master", "searches for a second, or as long as it may"),
}
"""The levels by name, the weakest first."""
