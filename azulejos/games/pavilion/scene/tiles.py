"""The pieces of Summer Pavilion: rhombic tiles, each colour with its own emblem, and the starting player marker.

A tile stands upright, and looks the same upside down: turned by 60 degrees it fits any space of a star, and six of them
make a rosette. Purple is a lozenge in a lozenge, green a leaf, orange a cut orange, yellow a star, blue three waves, red a
blossom.
"""

from __future__ import annotations

from math import cos, radians, sin

from azulejos.games.pavilion.moves import COLOURS
from azulejos.render.fixtures import marker
from azulejos.render.svg_shapes import element, number, path, symbol

HALF = 47.0
"""Half the long diagonal: a little less than the symbol's box, so that neighbours on a star leave a joint between them."""
OUTLINE = 56.0
"""Half the long diagonal of the outline around a tile."""
FLAT = 3**-0.5
"""The ratio of a rhombus's short diagonal to its long one."""


def symbols() -> str:
    """Return a `<symbol>` for each piece (`pavilion-red`), and for the empty place of a colour (`pavilion-red-space`)."""
    return "".join([*(_tile(colour) for colour in COLOURS), *(_space(colour) for colour in COLOURS), marker("pavilion-first")])


def rhombus(half: float, dx: float = 0, dy: float = 0) -> list[tuple[float, float]]:
    """Return an upright rhombus of this half height around a point."""
    return [(dx, dy - half), (dx + half * FLAT, dy), (dx, dy + half), (dx - half * FLAT, dy)]


def printed(name: str, x: float, y: float, tall: float) -> str:
    """Return a tile (`red`) or empty place (`red-space`) that is part of the fixtures, not a piece."""
    return element("use", href=f"#pavilion-{name}", x=x - tall / 2, y=y - tall / 2, width=tall, height=tall)


def _tile(colour: str) -> str:
    return symbol(
        f"pavilion-{colour}",
        path(_rounded(HALF, 1.2, 2.2), cls="z-shadow"),
        path(_rounded(HALF), cls=f"z-{colour}-edge"),
        path(_rounded(HALF - 4.2, dy=-0.9), cls=f"z-{colour}"),
        path("M 0 -39.5 L 21.5 -3 L 17 -3 L 0 -31.5 L -17 -3 L -21.5 -3 Z", cls="z-shine"),
        EMBLEMS[colour]("z"),
        outline=_shape(rhombus(OUTLINE)),
    )


def _space(colour: str) -> str:
    return symbol(f"pavilion-{colour}-space", path(_rounded(HALF), cls=f"z-faint-{colour}"), EMBLEMS[colour]("z-faint"))


# -- shapes as steps of a path; a symbol is copied for every piece, so each has as few elements as possible


def _rounded(half: float, dx: float = 0, dy: float = 0, cut: float = 5) -> str:
    """Return an upright rhombus with rounded corners."""
    corners = rhombus(half, dx, dy)
    steps = []
    for i, (x, y) in enumerate(corners):
        (bx, by), (ax, ay) = corners[i - 1], corners[(i + 1) % 4]
        # The acute corners lose more of their sides to the same radius.
        share = (cut * 1.7 if i % 2 == 0 else cut) / (2 * half * FLAT)
        start, end = (x + (bx - x) * share, y + (by - y) * share), (x + (ax - x) * share, y + (ay - y) * share)
        steps.append(f"{'L' if i else 'M'} {_at(start)} Q {_at((x, y))} {_at(end)}")
    return " ".join([*steps, "Z"])


def _at(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _shape(points: list[tuple[float, float]]) -> str:
    return "M " + " L ".join(map(_at, points)) + " Z"


def _disc(x: float, y: float, r: float) -> str:
    half = f"A {number(r)} {number(r)} 0 0 1"
    return f"M {_at((x - r, y))} {half} {_at((x + r, y))} {half} {_at((x - r, y))} Z"


def _polar(angle: float, far: float) -> tuple[float, float]:
    return far * cos(radians(angle)), far * sin(radians(angle))


# -- emblems; `z` begins the classes: those of tiles, or of faint prints


def _purple(z: str) -> str:
    ring = _shape(rhombus(27)) + _shape(rhombus(17.5)[::-1])
    return path(ring, _shape(rhombus(9.5)), _disc(0, -33.5, 2.3), _disc(0, 33.5, 2.3), cls=f"{z}-purple-pale")


def _green(z: str) -> str:
    veins = ["M -1.4 -27 L 1.4 -27 L 1.4 27 L -1.4 27 Z"]
    for y in (-15.0, -4.5, 4.5, 15.0):
        far, up = (7.5, 5) if abs(y) > 5 else (10, 6)
        tip = y + (up if y > 0 else -up)
        right = [(0, y - 1.5), (far, tip - 0.9), (far, tip + 0.9), (0, y + 1.5)]
        veins += [_shape(right), _shape([(-x, there) for x, there in right[::-1]])]  # one direction: no holes
    blade = path("M 0 -33 C 19 -14 19 14 0 33 C -19 14 -19 -14 0 -33 Z", cls=f"{z}-green-pale")
    return blade + path(*veins, cls=f"{z}-green-ink")


def _orange(z: str) -> str:
    wedges = [
        f"M {_at(_polar(to, 3.4))} L {_at(_polar(to - 24, 13.4))} A 13.4 13.4 0 0 1 {_at(_polar(to + 24, 13.4))} Z"
        for to in range(0, 360, 60)
    ]
    return path(_disc(0, 0, 17.5), cls=f"{z}-orange-pale") + path(*wedges, cls=f"{z}-orange-ink")


def _yellow(z: str) -> str:
    points = []
    for i in range(8):
        points += [_polar(45 * i - 90, (31, 12.5, 19, 12.5)[i % 4]), _polar(45 * i - 67.5, 7.6)]
    return path(_shape(points), cls=f"{z}-yellow-ink") + path(_disc(0, 0, 4.2), cls=f"{z}-yellow-pale")


def _blue(z: str) -> str:
    waves = [_disc(0, -27, 2.6), _disc(0, 27, 2.6)]
    for y, half in ((-12.5, 13.0), (0.0, 19.5), (12.5, 13.0)):
        bend = half * 0.75
        steps = ("M", -half, y + 2, "Q", -bend, y - 7.5, 0, y - 1.2, "Q", bend, y + 3.4, half, y - 2.8)
        back = ("L", half, y + 1.6, "Q", bend, y + 8.2, 0, y + 3, "Q", -bend, y - 3, -half, y + 5.4, "Z")
        waves.append(" ".join(step if isinstance(step, str) else number(step) for step in steps + back))
    return path(*waves, cls=f"{z}-blue-pale")


def _red(z: str) -> str:
    petals = [_disc(x, y, 8.6) for x, y in ((0, -13.5), (9.6, 0), (0, 13.5), (-9.6, 0))]
    return path(*petals, _disc(0, 0, 7), cls=f"{z}-red-pale") + path(_disc(0, 0, 5), cls=f"{z}-red-ink")


EMBLEMS = {"purple": _purple, "green": _green, "orange": _orange, "yellow": _yellow, "blue": _blue, "red": _red}
