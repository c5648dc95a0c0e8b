"""The geometry of a board of Summer Pavilion: middle at (0, 0), a space's side 1, y downwards.

Seven stars of six rhombi, which point outwards from the middle of their star; `docs/rules/pavilion.md` has the formulas.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin, sqrt
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

LENGTH = sqrt(3)
"""The long diagonal of a rhombus; the short one has the length of a side."""
STARS, SPACES, OUTER = range(7), range(1, 7), range(1, 7)


def towards(angle: float, far: float = 1, start: Point = (0, 0)) -> Point:
    """Return the point at a distance in a direction: 0 is right, 90 is down."""
    return start[0] + far * cos(radians(angle)), start[1] + far * sin(radians(angle))


def star(number: int) -> Point:
    """Return the middle of a star."""
    return towards(60 * (number + 2), 3) if number else (0, 0)


def pointing(number: int, space: int) -> int:
    """Return the direction of a space from the middle of its star: 0 to 359 degrees."""
    return (60 * (space + number) + 150 if number else 60 * space + 210) % 360


def middle(number: int, space: int) -> Point:
    """Return the middle of a space."""
    return towards(pointing(number, space), LENGTH / 2, star(number))


def turn(number: int, space: int) -> int:
    """Return how far to turn an upright tile for a space: -60, 0 or 60 degrees, as a tile looks the same upside down."""
    return (pointing(number, space) + 90 + 60) % 180 - 60


@cache
def outline(number: int, space: int) -> tuple[Point, ...]:
    """Return the corners of a space, starting at the middle of its star."""
    to = pointing(number, space)
    heart = star(number)
    return heart, towards(to - 30, 1, heart), towards(to, LENGTH, heart), towards(to + 30, 1, heart)


def feature(kind: str, number: int) -> tuple[Point, float]:
    """Return the middle of a pillar, statue or window, and the direction outwards from the middle of the board."""
    out = 60 * (number + 2) % 360
    if kind == "pillar":
        return towards(out, 1.5), out
    if kind == "statue":
        return towards(out + 30, 1.5 * LENGTH), (out + 30) % 360
    return towards(out, 4), out


def feature_outline(kind: str, number: int) -> tuple[Point, ...]:
    """Return the corners of the gap for a pillar or statue: a rhombus that shares its edges with the spaces around it."""
    heart, out = feature(kind, number)
    along, across = (0.5, LENGTH / 2) if kind == "pillar" else (LENGTH / 2, 0.5)
    return (
        towards(out, along, heart),
        towards(out + 90, across, heart),
        towards(out + 180, along, heart),
        towards(out + 270, across, heart),
    )
