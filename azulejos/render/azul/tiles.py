"""The tiles of Azul: glazed squares, each colour with an emblem of its own that tells it without colours, too.

Blue a flower of four round petals, yellow a sun, red a lozenge in a lozenge, black a compass star in a ring, white a cross of
four leaves, joker a pinwheel.
"""

from __future__ import annotations

from azulejos.core.azul.moves import COLOURS
from azulejos.render import furniture
from azulejos.render.draw import box, circle, element, group, path, polygon, symbol

FACE = "translate(0 -2.5)"  # the middle of a tile's face: below it, one sees its rim


def symbols() -> str:
    """A `<symbol>` for every piece: `azul-blue` …, `azul-joker`, `azul-first`; and `azul-blue-space` … for the wall."""
    pieces = [tile(colour) for colour in COLOURS]
    return "".join([*pieces, *(space(colour) for colour in COLOURS), furniture.marker("azul-first")])


def tile(colour: str) -> str:
    """The symbol of a colour."""
    return symbol(
        f"azul-{colour}",
        box(-46, -42, 92, 92, 11, cls="z-shadow"),
        box(-47, -48, 94, 95, 10, cls=f"z-{colour}-edge"),
        box(-45.8, -46.8, 91.6, 89, 9, cls=f"z-{colour}"),
        group(EMBLEMS[colour](), transform=FACE),
        path("M -41 -36 Q -41 -44 -33 -44 L 33 -44 Q 41 -44 41 -36 L 41 -34 Q 30 -39 0 -39 Q -30 -39 -41 -34 Z", cls="z-shine"),
    )


def space(colour: str) -> str:
    """The symbol of a space for tiles of a colour: the tile's face, to be printed faintly."""
    return symbol(
        f"azul-{colour}-space", box(-50, -50, 100, 100, 10, cls=f"z-{colour}"), group(EMBLEMS[colour](), transform="scale(.98)")
    )


def _around(n: int, shape: str, first: float = 0) -> str:
    """A shape n times, turned around the middle."""
    return "".join(group(shape, transform=f"rotate({first + k * 360 / n:g})") for k in range(n))


def _blue() -> str:
    petal = path("M 0 2 C 19 -7 19 -33 0 -38 C -19 -33 -19 -7 0 2 Z", cls="z-blue-pale")
    heart = path("M 0 -10 C 7 -15 7 -25 0 -29 C -7 -25 -7 -15 0 -10 Z", cls="z-blue")
    corner = path("M -43 -22 A 21 21 0 0 0 -22 -43 L -30 -43 A 13 13 0 0 1 -43 -30 Z", cls="z-blue-pale")
    return group(_around(4, corner), cls="z-ornament") + group(
        _around(4, petal), _around(4, heart), circle(0, 0, 6.5, cls="z-blue-ink"), cls="z-emblem"
    )


def _yellow() -> str:
    ray = polygon([(-7.2, -17), (0, -40), (7.2, -17)], cls="z-yellow-ink")
    corner = circle(-35, -33, 5, cls="z-yellow-ink")
    return group(_around(4, corner), cls="z-ornament") + group(
        _around(8, ray),
        circle(0, 0, 19, cls="z-yellow-ink"),
        circle(0, 0, 12.5, cls="z-yellow-pale"),
        circle(0, 0, 6, cls="z-yellow-ink"),
        cls="z-emblem",
    )


def _lozenge(size: float, cls: str) -> str:
    return polygon([(0, -size), (size, 0), (0, size), (-size, 0)], cls=cls)


def _red() -> str:
    corner = polygon([(-42, -42), (-23, -42), (-42, -23)], cls="z-red-pale")
    return group(_around(4, corner), cls="z-ornament") + group(
        _lozenge(40, "z-red-pale"), _lozenge(29, "z-red"), _lozenge(17, "z-red-pale"), _lozenge(7, "z-red-ink"), cls="z-emblem"
    )


def _black() -> str:
    point = polygon([(0, -41), (7.5, -7.5), (0, 0), (-7.5, -7.5)], cls="z-black-pale")
    shade = polygon([(0, -41), (7.5, -7.5), (0, 0)], cls="z-black-shade")
    ring = circle(0, 0, 26, cls="z-black-ring")
    corner = path("M -42 -42 L -25 -42 Q -36 -36 -42 -25 Z", cls="z-black-pale")
    return group(_around(4, corner), cls="z-ornament") + group(
        ring, _around(4, point), _around(4, shade), circle(0, 0, 4, cls="z-black"), cls="z-emblem"
    )


def _white() -> str:
    leaf = path("M 0 -5 C 13 -14 13 -34 0 -51 C -13 -34 -13 -14 0 -5 Z", cls="z-white-ink")
    vein = path("M -1.6 -8 L 0 -42 L 1.6 -8 Z", cls="z-white-pale")
    bud = path("M 0 -18 C 6 -25 6 -32 0 -38 C -6 -32 -6 -25 0 -18 Z", cls="z-white-ink")
    return group(_around(4, bud), cls="z-ornament") + group(
        _around(4, leaf, 45),
        _around(4, vein, 45),
        circle(0, 0, 7, cls="z-white-ink"),
        circle(0, 0, 3, cls="z-white"),
        cls="z-emblem",
    )


def _joker() -> str:
    frame = element("rect", cls="z-joker-frame", x=-40, y=-40, width=80, height=80, rx=6)
    colours = ("blue", "yellow", "red", "green")
    blades = "".join(
        group(path("M 0 0 L 0 -36 Q 26 -32 25 -11 Z", cls=f"z-{colour}"), transform=f"rotate({90 * k})")
        for k, colour in enumerate(colours)
    )
    folds = _around(4, path("M 0 0 L 0 -36 L 11 -4.8 Z", cls="z-joker-ink"))
    return group(frame, cls="z-ornament") + group(
        blades, group(folds, cls="z-fold"), circle(0, 0, 6, cls="z-joker-ink"), circle(0, 0, 2.5, cls="z-joker"), cls="z-emblem"
    )


EMBLEMS = {"blue": _blue, "yellow": _yellow, "red": _red, "black": _black, "white": _white, "joker": _joker}
