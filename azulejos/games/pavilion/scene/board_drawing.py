"""A player's board of Summer Pavilion: seven stars, the features between them, and four corners for tiles that are kept."""

from __future__ import annotations

from azulejos.games.pavilion.board import COLOUR_OF_STAR, COSTS, FEATURES, STAR_POINTS
from azulejos.games.pavilion.moves import COLOURS
from azulejos.games.pavilion.scene import geometry
from azulejos.games.pavilion.scene.geometry import LENGTH, Point
from azulejos.games.pavilion.scene.pieces import CORNER, SPACE
from azulejos.games.pavilion.scene.tiles import printed, rhombus
from azulejos.render import fixtures
from azulejos.render.layout_builder import LayoutBuilder
from azulejos.render.svg_shapes import box, circle, group, number, path, polygon, text
from azulejos.render.types import Place

HALF = 4.86
"""Half the width of a board, by the side of a space."""
CORNER_AT = 3.98, 3.72
CORNER_SIZE = 1.5
FINE = 34
"""Small details are drawn if the side of a space is at least this long."""


def board(builder: LayoutBuilder, seat: int, x: float, y: float, side: float, grey: bool) -> None:
    """Draw a board around a point; `side` is the side of its spaces."""
    plan = _Plan(seat, x, y, side, grey)
    builder.fixtures.append(plan.fixtures())
    builder.slots.update(plan.slots())
    builder.spots.append(plan.spots())


class _Plan:
    """The place of a board: its middle, and the side of its spaces."""

    def __init__(self, seat: int, x: float, y: float, side: float, grey: bool) -> None:
        self.seat, self.x, self.y, self.side, self.grey = seat, x, y, side, grey

    def at(self, point: Point) -> Point:
        """Convert a point of the geometry to the picture."""
        return self.x + self.side * point[0], self.y + self.side * point[1]

    def slots(self) -> dict[str, Place]:
        """Return the slots of tiles on stars and in corners."""
        size = self.side * LENGTH
        found = {}
        for star in geometry.STARS:
            for space in geometry.SPACES:
                turn = geometry.turn(star, space)
                found[SPACE[self.seat][star][space - 1]] = Place(*self.at(geometry.middle(star, space)), size, turn)
        for k, (x, y) in enumerate(self._corners()):
            found[CORNER[self.seat][k]] = Place(x, y, CORNER_SIZE * self.side)
        return found

    def spots(self) -> str:
        """Return the spots to click: the spaces."""
        return "".join(
            polygon(map(self.at, geometry.outline(star, space)), cls="z-spot", data_spot=SPACE[self.seat][star][space - 1])
            for star in geometry.STARS
            for space in geometry.SPACES
        )

    def fixtures(self) -> str:
        """Draw the printed board."""
        half = HALF * self.side
        sign = self.at((0.25, -4.2))  # beside the points for a star
        return group(
            box(self.x - half, self.y - half, 2 * half, 2 * half, 0.3 * self.side, cls="z-garden"),
            *(self._corner(x, y) for x, y in self._corners()),
            *(self._feature(feature.kind, feature.star) for feature in FEATURES),
            *(self._star(star) for star in geometry.STARS),
            fixtures.tick(*sign, max(0.72 * self.side, 15), f"passed.{self.seat}"),
            fixtures.crown(*sign, max(0.9 * self.side, 20), self.seat),
        )

    def _corners(self) -> list[Point]:
        """Return the corner spaces, clockwise from the top left."""
        x, y = CORNER_AT
        return [self.at((-x, -y)), self.at((x, -y)), self.at((x, y)), self.at((-x, y))]

    def _corner(self, x: float, y: float) -> str:
        return polygon(rhombus(CORNER_SIZE / 2 * self.side, x, y), cls="z-well")

    def _star(self, star: int) -> str:
        any_colour = star == 0 and not self.grey
        own = None if any_colour or self.grey else COLOURS[COLOUR_OF_STAR[star]]
        letters = self.side * (0.36 if any_colour else 0.42)
        parts = []
        for space in geometry.SPACES:
            outline = [self.at(point) for point in geometry.outline(star, space)]
            x, y = self.at(geometry.middle(star, space))
            cost = COSTS[self.grey][6 * star + space - 1]
            parts += [
                polygon(outline, cls=f"z-space-{own}" if own else "z-space"),
                text(x, y + letters * 0.36, letters, str(cost), cls="z-number"),
                *(self._dots(x, y, geometry.pointing(star, space)) if any_colour else ()),
            ]
        if own and self.side >= FINE:
            parts.append(self._worth(star))
        return group(*parts, stroke_width=self.side / 50)

    def _worth(self, star: int) -> str:
        """Draw the points for a complete star, and its colour as a tile, in a free notch."""
        colour = COLOUR_OF_STAR[star]
        x, y = self.at(geometry.towards(60 * (star + 2) + 60, 1.5, geometry.star(star)))
        return group(
            printed(COLOURS[colour], x - 0.24 * self.side, y, 0.52 * self.side),
            text(x + 0.2 * self.side, y + 0.1 * self.side, 0.27 * self.side, str(STAR_POINTS[colour])),
            cls="z-glow z-worth",
            data_mark=f"star.{self.seat}.{star}",
        )

    def _dots(self, x: float, y: float, to: float) -> list[str]:
        """Draw six dots of all colours around the number of a star that takes six different colours."""
        return [
            circle(*geometry.towards(to + 60 * i + 30, 0.31 * self.side, (x, y)), 0.05 * self.side, cls=f"z-{colour}")
            for i, colour in enumerate(COLOURS)
        ]

    def _feature(self, kind: str, star: int) -> str:
        mark = f"feature.{self.seat}.{kind}.{star}"
        middle, out = geometry.feature(kind, star)
        if kind == "window":
            middle = geometry.towards(out, 4.44)
            ground = ""
        else:
            ground = polygon(map(self.at, geometry.feature_outline(kind, star)), cls="z-gap", data_mark=mark)
        x, y = self.at(middle)
        return group(ground, icon(kind, x, y, self.side, mark))


def icon(kind: str, x: float, y: float, side: float, mark: str | None = None) -> str:
    """Draw a pillar, statue or window, as large as fits between spaces of this side."""
    return group(
        DRAWINGS[kind],
        cls="z-feature",
        data_mark=mark,
        transform=f"translate({number(x)} {number(y)}) scale({number(side / 100)})",
    )


# Drawn around (0, 0) for spaces with a side of 100.
PILLAR = path(
    "M -21 -30 H 21 V -23 H 15 L 11 -17 V 17 L 15 23 H 21 V 30 H -21 V 23 H -15 L -11 17 V -17 L -15 -23 H -21 Z"
    " M -5 -14 V 14 H -2 V -14 Z M 2 -14 V 14 H 5 V -14 Z",
    fill_rule="evenodd",
)
STATUE = group(
    circle(0, -23.5, 8.5),
    path(
        "M -4.5 -18 H 4.5 V -11 C 12 -10 18 -7 18 0 C 14 4 9 6 7 10 H -7 C -9 6 -14 4 -18 0 C -18 -7 -12 -10 -4.5 -11 Z"
        " M -12 13 H 12 V 17 H 9 V 26 H 14 V 31 H -14 V 26 H -9 V 17 H -12 Z"
    ),
)
WINDOW = path(
    "M -22 31 V -8 A 22 22 0 0 1 22 -8 V 31 Z M -17 26 H -2.5 V 11 H -17 Z M 2.5 26 H 17 V 11 H 2.5 Z"
    " M -17 6 H -2.5 V -8 H -17 Z M 2.5 6 H 17 V -8 H 2.5 Z M -17 -12 H -2.5 V -26 A 17 17 0 0 0 -17 -12 Z"
    " M 2.5 -12 H 17 A 17 17 0 0 0 2.5 -26 Z",
    fill_rule="evenodd",
)
DRAWINGS = {"pillar": PILLAR, "statue": STATUE, "window": WINDOW}
