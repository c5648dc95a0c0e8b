"""The pieces of Summer Pavilion: rhombic tiles, each colour with an emblem of its own, and the first-player marker.

A tile stands upright, and looks the same upside down: turned by 60 degrees it lies on any space of a star, and six of them
make a rosette.
"""

from __future__ import annotations

from math import cos, radians, sin

from azulejos.core.pavilion.moves import COLOURS
from azulejos.render.draw import circle, element, group, path, polygon, symbol
from azulejos.render.furniture import marker

HALF = 47.0
"""Half the long diagonal: a little less than the symbol's box, so that neighbours on a star leave a joint between them."""
FLAT = 3**-0.5
"""The short diagonal of a rhombus, by the long one."""


def symbols() -> str:
    """A `<symbol>` for each piece."""
    return "".join([*(_tile(colour) for colour in COLOURS), marker("pavilion-first")])


def rhombus(half: float, dx: float = 0, dy: float = 0) -> list[tuple[float, float]]:
    """An upright rhombus of this half height around a point."""
    return [(dx, dy - half), (dx + half * FLAT, dy), (dx, dy + half), (dx - half * FLAT, dy)]


def printed(colour: str, x: float, y: float, tall: float, cls: str | None = None) -> str:
    """A tile that is no piece, but part of the furniture."""
    return element("use", cls=cls, href=f"#pavilion-{colour}", x=x - tall / 2, y=y - tall / 2, width=tall, height=tall)


def _tile(colour: str) -> str:
    return symbol(
        f"pavilion-{colour}",
        _rounded(HALF, cls="z-shadow", dx=1.2, dy=2.2),
        _rounded(HALF, cls=f"z-{colour}-edge"),
        _rounded(HALF - 4.2, cls=f"z-{colour}", dy=-0.9),
        polygon([(0, -39.5), (21.5, -3), (17, -3), (0, -31.5), (-17, -3), (-21.5, -3)], cls="z-shine"),
        EMBLEMS[colour](f"z-emblem z-{colour}-pale", f"z-{colour}-ink"),
    )


def _rounded(half: float, dx: float = 0, dy: float = 0, cut: float = 5, **attributes: str) -> str:
    """An upright rhombus with rounded corners."""
    corners = rhombus(half, dx, dy)
    steps: list[str | float] = []
    for i, (x, y) in enumerate(corners):
        (bx, by), (ax, ay) = corners[i - 1], corners[(i + 1) % 4]
        # The acute corners lose more of their sides to the same radius.
        share = (cut * 1.7 if i % 2 == 0 else cut) / (2 * half * FLAT)
        steps += ["M" if i == 0 else "L", x + (bx - x) * share, y + (by - y) * share]
        steps += ["Q", x, y, x + (ax - x) * share, y + (ay - y) * share]
    return path(*steps, "Z", **attributes)


def _around(n: int, radius: float, first: float = 0) -> list[tuple[float, float]]:
    return [
        (radius * cos(radians(first + 360 * i / n)), radius * sin(radians(first + 360 * i / n))) for i in range(n)
    ]  # fmt: skip


def _lozenges(pale: str, ink: str) -> str:
    """Purple: a lozenge in a lozenge."""
    ring = " ".join(_rim(rhombus(27)) + _rim(rhombus(17.5)[::-1]))
    return group(path(ring, cls=pale), polygon(rhombus(9.5), cls=pale), *(circle(0, y, 2.3, cls=pale) for y in (-33.5, 33.5)))


def _rim(points: list[tuple[float, float]]) -> list[str]:
    return ["M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"]


def _leaf(pale: str, ink: str) -> str:
    """Green: a leaf with its veins."""
    blade = path("M", 0, -33, "C", 19, -14, 19, 14, 0, 33, "C", -19, 14, -19, -14, 0, -33, "Z", cls=pale)
    veins = [path("M", -1.4, -27, "L", 1.4, -27, "L", 1.4, 27, "L", -1.4, 27, "Z", cls=ink)]
    for y in (-15, -4.5, 4.5, 15):
        far, up = (7.5, 5) if abs(y) > 5 else (10, 6)
        tip = y + (up if y > 0 else -up)
        for side in (-far, far):
            veins.append(path("M", 0, y - 1.5, "L", side, tip - 0.9, "L", side, tip + 0.9, "L", 0, y + 1.5, "Z", cls=ink))
    return group(blade, *veins)


def _citrus(pale: str, ink: str) -> str:
    """Orange: a cut orange."""
    wedges = []
    for i in range(6):
        a, b = radians(60 * i + 6 + 30), radians(60 * i + 54 + 30)
        middle = radians(60 * i + 60)
        heart = 3.4 * cos(middle), 3.4 * sin(middle)
        wedges.append(
            path(
                "M",
                *heart,
                "L",
                13.4 * cos(a),
                13.4 * sin(a),
                "A",
                13.4,
                13.4,
                0,
                0,
                1,
                13.4 * cos(b),
                13.4 * sin(b),
                "Z",
                cls=ink,
            )
        )
    return group(circle(0, 0, 17.5, cls=pale), *wedges)


def _star(pale: str, ink: str) -> str:
    """Yellow: a star of eight rays."""
    points = []
    for i, (out, inn) in enumerate(zip(_around(8, 1, -90), _around(8, 1, -67.5), strict=True)):
        far = (31, 12.5, 19, 12.5)[i % 4]
        points += [(out[0] * far, out[1] * far), (inn[0] * 7.6, inn[1] * 7.6)]
    return group(polygon(points, cls=ink), circle(0, 0, 4.2, cls=pale))


def _waves(pale: str, ink: str) -> str:
    """Blue: three waves."""
    waves = []
    for y, half in ((-12.5, 13), (0, 19.5), (12.5, 13)):
        h = half / 2
        waves.append(
            path(
                "M", -half, y + 2, "Q", -half + h / 2, y - 7.5, -h + h / 1, y - 1.2, "Q", half - h / 2, y + 3.4, half, y - 2.8,
                "L", half, y + 1.6, "Q", half - h / 2, y + 8.2, 0, y + 3, "Q", -half + h / 2, y - 3, -half, y + 5.4, "Z",
                cls=pale,
            )
        )  # fmt: skip
    return group(*waves, *(circle(0, y, 2.6, cls=pale) for y in (-27, 27)))


def _blossom(pale: str, ink: str) -> str:
    """Red: a blossom of four petals."""
    petals = [circle(x, y, 8.6, cls=pale) for x, y in ((0, -13.5), (9.6, 0), (0, 13.5), (-9.6, 0))]
    return group(*petals, circle(0, 0, 5, cls=ink))


EMBLEMS = {"purple": _lozenges, "green": _leaf, "orange": _citrus, "yellow": _star, "blue": _waves, "red": _blossom}
