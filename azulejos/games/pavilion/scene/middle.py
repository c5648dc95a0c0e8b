"""The parts of the table between the boards of Summer Pavilion: displays, centre, supply, rounds and their wild colours, bag,
tower."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.games.pavilion.moves import COLOURS
from azulejos.games.pavilion.scene.pieces import CENTRE, DISPLAY, SUPPLY
from azulejos.games.pavilion.scene.tiles import FLAT, printed, rhombus
from azulejos.render import fixtures
from azulejos.render.layout_builder import LayoutBuilder
from azulejos.render.screen import Area
from azulejos.render.svg_shapes import box, circle, element, group, path, polygon, text
from azulejos.render.types import Place


def display(builder: LayoutBuilder, source: int, x: float, y: float, radius: float) -> None:
    """Draw a plate with four tiles, which make one large rhombus."""
    name = text(x - radius * 0.55, y + radius * 0.63, max(radius * 0.16, 9), str(source), cls="z-soft")
    builder.fixtures += [fixtures.plate(x, y, radius), name]
    tall = radius * 0.9
    across, down = tall * FLAT * 0.51, tall * 0.51
    for slot, dx, dy in zip(DISPLAY[source], (0, -across, across, 0), (-down, 0, 0, down), strict=True):
        builder.slots[slot] = Place(x + dx, y + dy - radius * 0.05, tall)


def centre(builder: LayoutBuilder, x: float, y: float, width: float, height: float, tall: float) -> None:
    """Draw the centre: a column upwards for each colour, and the starting player marker next to them."""
    pitch = width / 7.5
    letters = tall * 0.27
    first, last = y + height - tall / 2 - letters * 1.7, y + tall / 2 + 6
    step = min(tall * 0.4, (first - last) / 4)
    builder.fixtures.append(fixtures.runner(x, y, width, height))
    builder.slots["centre.first"] = Place(x + pitch * 0.75, y + height / 2, min(tall * 0.86, pitch))
    for i, colour in enumerate(COLOURS):
        across = x + pitch * (i + 1.85)
        builder.fixtures += [
            printed(f"{colour}-space", across, first, tall),
            text(across, y + height - letters * 0.75, letters, cls="z-soft", data_label=f"count.centre.{colour}"),
        ]
        # A tall column stops growing: further tiles are stacked on its last one, and a number shows how many there are.
        for k, slot in enumerate(CENTRE[i]):
            builder.slots[slot] = Place(across, max(first - step * k, last), tall)


def supply(builder: LayoutBuilder, x: float, y: float, width: float, columns: int, tall: float, margin: float = 10) -> float:
    """Draw ten places for bonus tiles on a cloth, in rows; return the height."""
    pitch = (width - 2 * margin) / columns
    height = len(SUPPLY) / columns * tall * 1.06 + 1.6 * margin
    builder.fixtures.append(fixtures.runner(x, y, width, height))
    x, y = x + margin, y + 0.8 * margin
    for k, slot in enumerate(SUPPLY):
        place = Place(x + (k % columns + 0.5) * pitch, y + (k // columns + 0.5) * tall * 1.06, tall)
        builder.slots[slot] = place
        builder.fixtures.append(polygon(rhombus(tall * 0.47, place.x, place.y), cls="z-well"))
    return height


def supply_row(builder: LayoutBuilder, area: Area) -> None:
    """Draw the supply without a cloth, in one row."""
    pitch = min(area.width / len(SUPPLY), area.height * 0.66)
    left = area.x + (area.width - pitch * len(SUPPLY)) / 2
    tall = min(area.height * 0.9, pitch * 1.6)
    for k, slot in enumerate(SUPPLY):
        x, y = left + (k + 0.5) * pitch, area.y + area.height / 2
        builder.slots[slot] = Place(x, y, tall)
        builder.fixtures.append(polygon(rhombus(tall * 0.47, x, y), cls="z-well"))


def rounds(builder: LayoutBuilder, order: Sequence[str], x: float, y: float, pitch: float, tall: float) -> None:
    """Draw the wild colours of the six rounds; `x` is the middle of the first one."""
    frame = {"width": pitch * 0.84, "height": tall * 1.2, "round": tall / 5}
    for n, colour in enumerate(order, 1):
        across = x + (n - 1) * pitch
        builder.fixtures += [
            box(across - pitch * 0.42, y - tall * 0.6, **frame, cls="z-turn", data_mark=f"round.{n}", stroke_width=tall / 18),
            group(printed(colour, across, y, tall), cls="z-past", data_mark=f"past.{n}"),
        ]
        if n < len(order):
            builder.fixtures.append(circle(across + pitch / 2, y, tall / 24, cls="z-icon"))


def bag_and_tower(builder: LayoutBuilder, x: float, y: float, size: float) -> None:
    """Draw bag and tower side by side; `x` is the middle of the bag."""
    there = x + size * 1.1
    builder.fixtures += [fixtures.bag(x, y, size), tower(there, y, size)]
    builder.slots["bag"] = Place(x, y, size * 0.6)
    builder.slots["discard"] = Place(there, y - size * 0.2, size * 0.6)


def tower(x: float, y: float, size: float) -> str:
    """Draw the tower, with the label `discard` for the number of tiles in it."""
    s = size / 100
    wall = ((-28, 46), (-24, -22), (24, -22), (28, 46))
    battlement = (
        *((-34, -18), (-34, -46), (-21, -46), (-21, -36), (-7, -36), (-7, -46)),
        *((7, -46), (7, -36), (21, -36), (21, -46), (34, -46), (34, -18)),
    )
    arch = ("A", 11 * s, 11 * s, 0, 0, 1, x + 11 * s, y + 34 * s)
    door = path("M", x - 11 * s, y + 46 * s, "V", y + 34 * s, *arch, "V", y + 46 * s, "Z", cls="z-wood-edge")
    return group(
        element("ellipse", cls="z-shadow", cx=x, cy=y + 44 * s, rx=40 * s, ry=7 * s),
        polygon([(x + px * s, y + py * s) for px, py in wall], cls="z-wood"),
        polygon([(x + px * s, y + py * s) for px, py in battlement], cls="z-wood-edge"),
        door,
        text(x, y + 14 * s, 30 * s, cls="z-wood-text", data_label="discard"),
    )
