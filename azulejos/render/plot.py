"""Small plots as SVG: curves over the moves of a game, and bars. They only have classes; the page that shows a plot styles
them.

`p-axis`, `p-line`, `p-dot`, `p-bar`; `p-0` … `p-3` is the seat; clickable elements have the number of their move as
`data-step`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from azulejos.render.svg_shapes import box, element, escape, group, number, text

WIDTH = 720.0
DASHES = (None, "7 4", "2 3", "9 3 2 3")  # so that lines differ without colours, too

STYLE = """
svg.plot { width: 100%; height: auto; font-family: inherit; }
.plot text { fill: currentColor; font-size: 13px; } .plot .p-axis { stroke: currentColor; stroke-opacity: .25; fill: none; }
.plot .p-line { fill: none; stroke-width: 2; } .plot .p-step { fill: currentColor; fill-opacity: 0; cursor: pointer; }
.plot .p-0 { stroke: #2f74b8; fill: #2f74b8; } .plot .p-1 { stroke: #c4552c; fill: #c4552c; }
.plot .p-2 { stroke: #2e8a55; fill: #2e8a55; } .plot .p-3 { stroke: #8a5aae; fill: #8a5aae; }
.plot .p-line { fill: none; } .plot .p-dot { stroke: none; cursor: pointer; }
"""
"""The style for a standalone page."""


class Dot(NamedTuple):
    """A marked point: its step, value, description, and an extra class."""

    step: int
    value: float
    about: str
    kind: str


class Curve(NamedTuple):
    """A line through (step, value)."""

    name: str
    points: Sequence[tuple[int, float]]
    dots: Sequence[Dot] = ()


def curves(
    about: str,
    drawn: Sequence[Curve],
    steps: int,
    reach: tuple[float, float],
    unit: str = "",
    sections: Mapping[int, str] | None = None,
    height: float = 190,
    size: float = 13,
) -> str:
    """Return lines over the steps 1 to `steps`, with values from the lowest to the highest, and sections that begin at some
    steps; `size` is the font size."""
    low, high = reach
    left, top, bottom, right = 4 * size, 2 * size, height - 1.7 * size, WIDTH - 8
    across = (right - left) / max(steps, 1)

    def x(step: float) -> float:
        return left + across * (step - 0.5)

    def y(value: float) -> float:
        return bottom - (value - low) / (high - low) * (bottom - top)

    parts = []
    for value in (low, (low + high) / 2, high):
        parts.append(element("line", cls="p-axis", x1=left, x2=right, y1=y(value), y2=y(value)))
        parts.append(text(left - 6, y(value) + 0.35 * size, size, f"{value:.0f}{unit}".replace("-", "−"), anchor="end"))
    for step, title in (sections or {}).items():
        edge = x(step) - across / 2
        parts.append(element("line", cls="p-axis", x1=edge, x2=edge, y1=top, y2=bottom, stroke_dasharray="2 4"))
        parts.append(text(edge + 4, height - 0.4 * size, size, title, anchor="start"))
    place = left
    for seat, curve in enumerate(drawn):
        look = f"p-line p-{seat}"
        through = " ".join(f"{number(x(step))},{number(y(value))}" for step, value in curve.points)
        parts.append(element("polyline", cls=look, points=through, stroke_dasharray=DASHES[seat]))
        parts.append(element("line", cls=look, x1=place, x2=place + 26, y1=size, y2=size, stroke_dasharray=DASHES[seat]))
        parts.append(text(place + 32, 1.35 * size, size, curve.name, anchor="start"))
        place += 56 + 0.6 * size * len(curve.name)
    for step in range(1, steps + 1):
        parts.append(box(x(step) - across / 2, top, across, bottom - top, cls="p-step", data_step=step))
    for seat, curve in enumerate(drawn):
        for dot in curve.dots:
            kind, title = f"p-dot p-{seat} {dot.kind}", element("title", escape(dot.about))
            parts.append(element("circle", title, cls=kind, data_step=dot.step, cx=x(dot.step), cy=y(dot.value), r=4.5))
    return _plot(about, height, parts)


def columns(about: str, values: Mapping[str, float], height: float = 240, size: float = 20) -> str:
    """Return vertical bars side by side, each with its name below and its value above."""
    most = max([1.0, *values.values()])
    top, bottom = 1.4 * size, height - 1.6 * size
    across = WIDTH / max(len(values), 1)
    wide = min(across * 0.8, 60.0)
    parts = [element("line", cls="p-axis", x1=0, x2=WIDTH, y1=bottom, y2=bottom)]
    for place, (name, value) in enumerate(values.items()):
        middle = across * (place + 0.5)
        tall = (bottom - top) * value / most
        parts.append(box(middle - wide / 2, bottom - tall, wide, tall, 3, cls="p-bar"))
        parts.append(text(middle, height - 0.4 * size, size, name))
        if value:
            parts.append(text(middle, bottom - tall - 5, size, number(value)))
    return _plot(about, height, parts)


class Bar(NamedTuple):
    """A horizontal bar: its name, its length, the text at its end, and an extra class."""

    name: str
    value: float
    label: str
    kind: str = ""


def bars(about: str, drawn: Sequence[Bar], size: float = 20) -> str:
    """Return horizontal bars below each other; negative ones go to the left."""
    row, room = 2 * size, 4 * size
    left = 0.58 * size * max([8, *(len(bar.name) for bar in drawn)])
    low = min([0.0, *(bar.value for bar in drawn)])
    high = max([0.0, *(bar.value for bar in drawn)])
    begin = left + (room if low < 0 else 0)
    unit = (WIDTH - room - begin) / ((high - low) or 1)
    zero = begin - low * unit
    height = row * max(len(drawn), 1)
    parts = [element("line", cls="p-axis", x1=zero, x2=zero, y1=0, y2=height)]
    for place, bar in enumerate(drawn):
        y, long = row * place, abs(bar.value) * unit
        start, below = (zero, False) if bar.value >= 0 else (zero - long, True)
        parts.append(text(left - 12, y + 1.35 * size, size, bar.name, anchor="end"))
        parts.append(box(start, y + 5, long, row - 10, 3, cls=f"p-bar {'p-below' if below else ''} {bar.kind}".strip()))
        if below:
            parts.append(text(start - 6, y + 1.35 * size, size, bar.label, anchor="end"))
        else:
            parts.append(text(start + long + 6, y + 1.35 * size, size, bar.label, anchor="start"))
    return _plot(about, height, parts)


def _plot(about: str, height: float, parts: Sequence[str]) -> str:
    named = element("title", escape(about))
    return element("svg", named + group(*parts), cls="plot", viewBox=f"0 0 {number(WIDTH)} {number(height)}", role="img")
