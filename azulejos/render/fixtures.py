"""Fixtures of every table: panels, displays, bag, discard, the round; drawings without words."""

from __future__ import annotations

from math import cos, pi, sin

from azulejos.render.svg_shapes import box, circle, element, group, number, path, polygon, square, symbol, text


def table(width: float, height: float) -> str:
    """Draw the table itself: planks of wood along its longer side."""
    along = width >= height
    n, plank = 9, (height if along else width) / 9
    seams = "".join(
        f"M 0 {number(k * plank)} H {number(width)}" if along else f"M {number(k * plank)} 0 V {number(height)}"
        for k in range(1, n)
    )
    return box(0, 0, width, height, cls="z-table") + path(seams, cls="z-seam")


def mat(x: float, y: float, half_width: float, half_height: float) -> str:
    """Draw a round cloth in the middle of the table."""
    return element("ellipse", cls="z-cloth", cx=x, cy=y, rx=half_width, ry=half_height) + element(
        "ellipse", cls="z-stitch", cx=x, cy=y, rx=half_width - 7, ry=half_height - 7
    )


def runner(x: float, y: float, width: float, height: float) -> str:
    """Draw a long cloth on the table."""
    return box(x, y, width, height, 14, cls="z-cloth") + box(x + 4, y + 4, width - 8, height - 8, 11, cls="z-stitch")


def panel(x: float, y: float, width: float, height: float, round: float = 12, seat: int | None = None) -> str:
    """Draw a sheet of paper; a seat's sheet has a frame that shows whose turn it is."""
    return group(
        box(x, y + round / 4, width, height, round, cls="z-shadow"),
        box(x, y, width, height, round, cls="z-board-edge"),
        box(x + 1, y + 1, width - 2, height - 2, max(round - 1, 0), cls="z-board"),
        ""
        if seat is None
        else box(x, y, width, height, round, cls="z-turn", data_mark=f"turn.{seat}", stroke_width=1 + round / 4),
    )


def dish(x: float, y: float, size: float, name: str = "", round: float = 0.24) -> str:
    """Draw a small display: a square plate with round corners."""
    return group(
        square(x, y + size * 0.03, size, size * round, cls="z-shadow"),
        square(x, y, size, size * round, cls="z-plate-edge"),
        square(x, y, size - 2, size * (round - 0.01), cls="z-plate"),
        text(x, y + size * 0.045, size * 0.13, name, cls="z-soft") if name else "",
    )


def plate(x: float, y: float, radius: float, name: str = "") -> str:
    """Draw a display: a round plate, with its number at the lower rim."""
    return group(
        circle(x, y + radius * 0.06, radius, cls="z-shadow"),
        circle(x, y, radius, cls="z-plate-edge"),
        circle(x, y, radius * 0.975, cls="z-plate"),
        circle(x, y, radius * 0.84, cls="z-plate-inner"),
        text(x, y + radius * 0.955, radius * 0.15, name, cls="z-soft") if name else "",
    )


def bag(x: float, y: float, size: float) -> str:
    """Draw the bag, with the label `bag` for the number of tiles in it."""
    s = size / 100
    return group(
        element("ellipse", cls="z-shadow", cx=x, cy=y + 42 * s, rx=40 * s, ry=8 * s),
        _scaled(
            path("M -14 -30 C -52 -8 -50 44 -24 46 L 24 46 C 50 44 52 -8 14 -30 Z", cls="z-bag"),
            path("M -24 -48 C -10 -42 10 -42 24 -48 C 20 -38 16 -34 14 -29 L -14 -29 C -16 -34 -20 -38 -24 -48 Z", cls="z-bag"),
            box(-17, -33, 34, 6, 3, cls="z-bag-tie"),
            x=x,
            y=y,
            scale=s,
        ),
        text(x, y + 22 * s, 34 * s, cls="z-bag-text", data_label="bag"),
    )


def lid(x: float, y: float, size: float) -> str:
    """Draw the lid of the box, with the label `discard` for the number of tiles in it."""
    s = size / 100
    return group(
        box(x - 46 * s, y - 36 * s, 92 * s, 80 * s, 8 * s, cls="z-shadow"),
        box(x - 46 * s, y - 40 * s, 92 * s, 80 * s, 8 * s, cls="z-wood-edge"),
        box(x - 46 * s, y - 40 * s, 92 * s, 76 * s, 8 * s, cls="z-wood"),
        box(x - 37 * s, y - 32 * s, 74 * s, 60 * s, 4 * s, cls="z-wood-edge"),
        text(x, y + 11 * s, 34 * s, cls="z-wood-text", data_label="discard"),
    )


def rounds(x: float, y: float, size: float) -> str:
    """Draw the number of the round (label `round`) within a circular arrow."""
    r, head = size * 0.4, size * 0.12
    start, end = -0.3 * pi, 1.32 * pi  # clockwise, because y points down
    x0, y0, x1, y1 = x + r * cos(start), y + r * sin(start), x + r * cos(end), y + r * sin(end)
    ahead_x, ahead_y, out_x, out_y = -sin(end), cos(end), cos(end), sin(end)
    tip = [
        (x1 + head * 1.7 * ahead_x, y1 + head * 1.7 * ahead_y),
        (x1 + head * 0.8 * out_x, y1 + head * 0.8 * out_y),
        (x1 - head * 0.8 * out_x, y1 - head * 0.8 * out_y),
    ]
    return group(
        path("M", x0, y0, "A", r, r, 0, 1, 1, x1, y1, cls="z-line"),
        polygon(tip, cls="z-icon"),
        text(x, y + size * 0.13, size * 0.36, cls="z-score", data_label="round"),
    )


def marker(name: str) -> str:
    """Return the symbol of the starting player marker: a round token with a 1, drawn without a font."""
    return symbol(
        name,
        circle(0, 3, 46, cls="z-shadow"),
        circle(0, 0, 46, cls="z-first-edge"),
        circle(0, -2, 44, cls="z-first"),
        circle(0, -2, 35, cls="z-first-ring"),
        path(
            "M -13 -15 L 3 -27 L 9 -27 L 9 16 L 17 16 L 17 23 L -11 23 L -11 16 L -2 16 L -2 -13 L -9 -8 Z", cls="z-first-ink"
        ),
    )


def well(x: float, y: float, size: float) -> str:
    """Draw an empty space for a tile."""
    return square(x, y, size, size * 0.1, cls="z-well")


def crown(x: float, y: float, size: float, seat: int) -> str:
    """Draw the mark of a winner."""
    points = ((-50, 30), (-50, -26), (-24, 2), (0, -40), (24, 2), (50, -26), (50, 30))
    return polygon(
        [(x + px * size / 100, y + py * size / 100) for px, py in points], cls="z-mark z-crown", data_mark=f"winner.{seat}"
    )


def tick(x: float, y: float, size: float, mark: str) -> str:
    """Draw the mark of a player who is done: has finished the round, or passed."""
    s = size / 100
    return group(
        circle(x, y, size / 2, cls="z-done"),
        path("M", x - 22 * s, y + 2 * s, "L", x - 6 * s, y + 19 * s, x + 23 * s, y - 17 * s, cls="z-done-tick"),
        cls="z-mark",
        data_mark=mark,
    )


def _scaled(*content: str, x: float, y: float, scale: float) -> str:
    return group(*content, transform=f"translate({number(x)} {number(y)}) scale({number(scale)})")
