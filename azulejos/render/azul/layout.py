"""Where things are on a table of Azul.

Wide: the displays in a ring around the centre on the left, the viewer's board large on the right, the others above it (with four
players in a row across the table). Tall, for a phone: the others in a strip, the displays, the centre, the viewer's board.
"""

from __future__ import annotations

from math import cos, pi, sin

from azulejos.core.azul import Azul
from azulejos.core.azul.moves import COLOURS, JOKER
from azulejos.render import furniture
from azulejos.render.azul.board import Board, Parts, Size, small
from azulejos.render.azul.scene import CENTRE, DISPLAY
from azulejos.render.draw import element, text
from azulejos.render.types import Layout, Place

WIDE = 1280, 800
TALL = 390, 760
LARGE = Size(row=58, line=58, wall=58, floor=52, head=62, pad=18, full=True)
PHONE = Size(row=44, line=29.5, wall=42, floor=42, head=38, pad=6, full=True)
TURNS = (-3, 2, 4, -2)  # degrees by which tiles on a display lie askew


def layout(game: Azul, viewer: int, form: str) -> Layout:
    """Where things are, with the viewer's board as the large one."""
    width, height = WIDE if form == "wide" else TALL
    parts = Parts([furniture.table(width, height)], {}, [])
    others = [(viewer + k) % game.players for k in range(1, game.players)]
    (_wide if form == "wide" else _tall)(game, viewer, others, parts)
    return Layout(width, height, "".join(parts.furniture), parts.slots, "".join(parts.spots))


def _wide(game: Azul, viewer: int, others: list[int], parts: Parts) -> None:
    width, height = WIDE
    edge = 20
    x = width - edge - LARGE.width
    y = height - edge - LARGE.height
    Board(game, viewer, x, y, LARGE, parts).draw()
    if len(others) == 3:
        size = small(35)
        span, start = width - 2 * edge, edge
        ring_top = edge + size.height + 4
    else:
        size = small(32 if len(others) == 1 else 28)
        span, start = LARGE.width, x
        ring_top = 0
    gap = (span - len(others) * size.width) / (len(others) + 1) if len(others) < 3 else 0
    step = size.width + gap if len(others) < 3 else (span - size.width) / 2
    others_y = edge if len(others) == 3 else (y - size.height) / 2
    for k, seat in enumerate(others):
        Board(game, seat, start + gap + k * step, others_y, size, parts).draw()
    _ring(game, x / 2, (ring_top + height) / 2, x / 2 - 16, (height - ring_top) / 2 - 16, parts)


def _ring(game: Azul, x: float, y: float, half_width: float, half_height: float, parts: Parts) -> None:
    """The displays around the centre."""
    displays = game.displays
    radius = {5: 82, 7: 76, 9: 56}[displays]
    across, down = half_width - radius, half_height - radius
    inner_x, inner_y = across - radius - 8, down - radius - 8
    parts.furniture.append(element("ellipse", cls="z-cloth", cx=x, cy=y, rx=inner_x, ry=inner_y))
    for number in range(1, displays + 1):
        angle = 2 * pi * (number - 1) / displays - pi / 2
        _display(number, x + across * cos(angle), y + down * sin(angle), radius, parts)
    _centre(game, x, y, min(inner_x * 1.7, 300), 48 if displays < 9 else 40, 4, parts)
    corner = half_height - 30
    parts.furniture += [
        furniture.bag(x - half_width + 46, y + corner - 16, 84),
        furniture.lid(x + half_width - 46, y + corner - 12, 84),
        furniture.rounds(x - half_width + 42, y - corner + 14, 76),
    ]
    parts.slots["bag"] = Place(x - half_width + 46, y + corner - 16, 40)
    parts.slots["discard"] = Place(x + half_width - 46, y + corner - 12, 40)


def _display(number: int, x: float, y: float, radius: float, parts: Parts) -> None:
    parts.furniture.append(furniture.plate(x, y, radius, str(number)))
    pitch = radius * 0.62
    for k in range(4):
        dx, dy = (k % 2 - 0.5) * pitch, (k // 2 - 0.5) * pitch
        parts.slots[DISPLAY[number][k]] = Place(x + dx, y + dy - radius * 0.03, pitch * 0.92, TURNS[(k + number) % 4])


def _centre(game: Azul, x: float, y: float, width: float, tile: float, rows: int, parts: Parts) -> None:
    """The centre: a column for each colour; when it is full, tiles lie on others."""
    colours = COLOURS if game.jokers else COLOURS[:JOKER]
    step = width / len(colours)
    pitch = tile * 1.06
    bottom = y + pitch * (rows - 1) / 2
    for column, colour in enumerate(colours):
        left = x - width / 2 + (column + 0.5) * step
        for k, slot in enumerate(CENTRE[column]):
            layer, row = divmod(k, rows)
            parts.slots[slot] = Place(
                left + layer * tile * 0.1, bottom - row * pitch - layer * tile * 0.12, tile, TURNS[(k + column) % 4] / 2
            )
        parts.furniture.append(text(left, bottom + tile * 0.86, tile * 0.34, cls="z-soft", data_label=f"count.centre.{colour}"))
    parts.slots["centre.first"] = Place(x, bottom - (rows + 0.35) * pitch, tile * 1.1)


def _tall(game: Azul, viewer: int, others: list[int], parts: Parts) -> None:
    width, height = TALL
    edge = 8
    size = small({1: 15, 2: 14, 3: 10.2}[len(others)])
    span = width - 2 * edge
    gap = (span - len(others) * size.width) / (len(others) - 1) if len(others) > 1 else 0
    for k, seat in enumerate(others):
        Board(game, seat, edge + k * (size.width + gap), edge, size, parts).draw()
    own = height - edge - PHONE.height
    Board(game, viewer, (width - PHONE.width) / 2, own, PHONE, parts).draw()

    displays_top = edge + size.height + 6
    in_a_row = (game.displays + 1) // 2
    cell = span / in_a_row
    radius = min(cell * 0.49, 46)
    row_height = 2 * radius + 4
    for number in range(1, game.displays + 1):
        row, column = divmod(number - 1, in_a_row)
        _display(number, edge + (column + 0.5) * cell, displays_top + radius + row * row_height, radius, parts)
    free_x, free_y = width - edge - cell / 2, displays_top + radius + row_height
    parts.furniture += [
        furniture.bag(free_x - radius * 0.48, free_y - radius * 0.42, radius * 0.9),
        furniture.lid(free_x + radius * 0.5, free_y - radius * 0.42, radius * 0.9),
        furniture.rounds(free_x, free_y + radius * 0.52, radius * 0.86),
    ]
    parts.slots["bag"] = Place(free_x - radius * 0.48, free_y - radius * 0.42, radius * 0.4)
    parts.slots["discard"] = Place(free_x + radius * 0.5, free_y - radius * 0.42, radius * 0.4)
    centre_top = displays_top + 2 * row_height
    _centre(game, width / 2, (centre_top + own) / 2, span, 36, 2, parts)
