"""The tiles of Azul: glazed squares, each colour with its own emblem, so that they differ without colours, too.

Blue a flower of four round petals, yellow a sun, red a lozenge in a lozenge, black a compass star in a ring, white a cross of
four leaves, joker a pinwheel.
"""

from __future__ import annotations

from math import cos, radians, sin

from azulejos.games.azul.moves import COLOURS
from azulejos.render import fixtures
from azulejos.render.svg_shapes import box, circle, group, path, symbol

FACE = "translate(0 -2.5)"  # the middle of a tile's face; its rim shows below
GLOSS = "M -41 -36 Q -41 -44 -33 -44 L 33 -44 Q 41 -44 41 -36 L 41 -34 Q 30 -39 0 -39 Q -30 -39 -41 -34 Z"


def symbols() -> str:
    """Return a `<symbol>` for every piece: `azul-blue` …, `azul-joker`, `azul-first`; and `azul-blue-space` … for the wall."""
    pieces = [tile(colour) for colour in COLOURS]
    return "".join([*pieces, *(space(colour) for colour in COLOURS), fixtures.marker("azul-first")])


def tile(colour: str) -> str:
    """Return the symbol of a colour."""
    return symbol(
        f"azul-{colour}",
        box(-46, -42, 92, 92, 11, cls="z-shadow"),
        box(-47, -48, 94, 95, 10, cls=f"z-{colour}-edge"),
        box(-45.8, -46.8, 91.6, 89, 9, cls=f"z-{colour}"),
        group(CORNERS[colour], EMBLEMS[colour]("z"), transform=FACE),
        path(GLOSS, cls="z-shine"),
    )


def space(colour: str) -> str:
    """Return the symbol of a space for tiles of a colour: a faint print of its emblem."""
    return symbol(f"azul-{colour}-space", box(-50, -50, 100, 100, 10, cls=f"z-faint-{colour}"), EMBLEMS[colour]("z-faint"))


# A symbol is copied for every piece, so each has as few elements as possible: repeated shapes are one path.


def _around(n: int, shape: str, cls: str, first: float = 0) -> str:
    """Repeat a path of absolute steps n times, turned around the middle."""
    steps: list[str | float] = []
    for k in range(n):
        angle = radians(first + k * 360 / n)
        words = iter(shape.split())
        for word in words:
            if word.isalpha():
                steps.append(word)
            else:
                x, y = float(word), float(next(words))
                steps += [x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)]
    return path(*steps, cls=cls)


CORNERS = {
    "blue": _around(4, "M -43 -22 Q -22 -22 -22 -43 L -30 -43 Q -30 -30 -43 -30 Z", "z-blue-pale z-ornament"),
    "yellow": _around(4, "M -40 -34 C -40 -27 -30 -27 -30 -34 C -30 -41 -40 -41 -40 -34 Z", "z-yellow-ink z-ornament"),
    "red": _around(4, "M -42 -42 L -23 -42 L -42 -23 Z", "z-red-pale z-ornament"),
    "black": _around(4, "M -42 -42 L -25 -42 Q -36 -36 -42 -25 Z", "z-black-pale z-ornament"),
    "white": _around(4, "M 0 -18 C 6 -25 6 -32 0 -38 C -6 -32 -6 -25 0 -18 Z", "z-white-ink z-ornament"),
    "joker": box(-40, -40, 80, 80, 6, cls="z-joker-frame z-ornament"),
}


def _blue(z: str) -> str:
    petals = _around(4, "M 0 2 C 19 -7 19 -33 0 -38 C -19 -33 -19 -7 0 2 Z", f"{z}-blue-pale")
    hearts = _around(4, "M 0 -10 C 7 -15 7 -25 0 -29 C -7 -25 -7 -15 0 -10 Z", f"{z}-blue")
    return petals + hearts + circle(0, 0, 6.5, cls=f"{z}-blue-ink")


def _yellow(z: str) -> str:
    rays = _around(8, "M -8 -15 L 0 -40 L 8 -15 L 0 0 Z", f"{z}-yellow-ink")
    return rays + circle(0, 0, 12.5, cls=f"{z}-yellow-pale") + circle(0, 0, 6, cls=f"{z}-yellow-ink")


def _red(z: str) -> str:
    sizes = {40: f"{z}-red-pale", 29: f"{z}-red", 17: f"{z}-red-pale", 7: f"{z}-red-ink"}
    return "".join(path("M", 0, -size, "L", size, 0, 0, size, -size, 0, "Z", cls=cls) for size, cls in sizes.items())


def _black(z: str) -> str:
    star = _around(4, "M 0 -41 L 7.5 -7.5 L 0 0 L -7.5 -7.5 Z", f"{z}-black-pale")
    shade = _around(4, "M 0 -41 L 7.5 -7.5 L 0 0 Z", f"{z}-black-shade")
    return circle(0, 0, 26, cls=f"{z}-black-ring") + star + shade + circle(0, 0, 4, cls=f"{z}-black")


def _white(z: str) -> str:
    leaves = _around(4, "M 0 -2 C 14 -14 13 -34 0 -51 C -13 -34 -14 -14 0 -2 Z", f"{z}-white-ink", first=45)
    veins = _around(4, "M -1.6 -8 L 0 -42 L 1.6 -8 Z", f"{z}-white-pale", first=45)
    return leaves + veins + circle(0, 0, 7, cls=f"{z}-white-ink") + circle(0, 0, 3, cls=f"{z}-white")


def _joker(z: str) -> str:
    blade = "M 0 0 L 0 -36 Q 26 -32 25 -11 Z"
    blades = [_around(1, blade, f"{z}-{colour}", first=90 * k) for k, colour in enumerate(("blue", "yellow", "red", "green"))]
    folds = _around(4, "M 0 0 L 0 -36 L 11 -4.8 Z", f"{z}-joker-fold")
    return "".join(blades) + folds + circle(0, 0, 6, cls=f"{z}-joker-ink") + circle(0, 0, 2.5, cls=f"{z}-joker")


EMBLEMS = {"blue": _blue, "yellow": _yellow, "red": _red, "black": _black, "white": _white, "joker": _joker}
