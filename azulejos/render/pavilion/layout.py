"""Where things are on a table of Summer Pavilion.

Wide: the viewer's board at the left, the displays above the others' boards at the right. Tall, for a phone: displays, centre
and supply on top, the viewer's board in the middle over the full width, the others below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.render.draw import box
from azulejos.render.pavilion import seat as seats
from azulejos.render.pavilion import table
from azulejos.render.pavilion.sheet import Sheet
from azulejos.render.types import Layout

if TYPE_CHECKING:
    from azulejos.core.pavilion import Pavilion

EDGE = 14
GAP = 12

HEIGHT, OWN = 960, 758
RADIUS = {2: 79, 3: 68, 4: 73}
"""Of the displays, by the number of players."""
ROOM = {2: 640, 3: 640, 4: 800}
"""To the right of the own board."""


def layout(game: Pavilion, viewer: int, form: str) -> Layout:
    """Where things are, with the viewer's board as the large one."""
    others = [(viewer + n) % game.players for n in range(1, game.players)]
    return _wide(game, viewer, others) if form == "wide" else _tall(game, viewer, others)


def _wide(game: Pavilion, viewer: int, others: list[int]) -> Layout:
    sheet = Sheet()
    grey = game.board == "grey"
    seats.upright(sheet, viewer, grey, EDGE, EDGE, OWN, head=58, hand_height=110)
    left, room, radius = 2 * EDGE + OWN, ROOM[game.players], RADIUS[game.players]
    table.rounds(sheet, game.wild_order, left + 36, 50, 60, 48)
    table.bag_and_tower(sheet, left + room - 122, 52, 72)

    # The displays make an arch: a row on top, the others down both sides; the centre lies within.
    sides = 1 if game.players == 2 else 2
    above = game.displays - 2 * sides
    top, pitch = 98 + radius, (room - 2 * radius) / (above - 1)
    down = 2 * radius + 8
    places: list[tuple[float, float]] = [(left + radius, top + n * down) for n in range(sides, 0, -1)]
    places += [(left + radius + n * pitch, top) for n in range(above)]
    places += [(left + room - radius, top + n * down) for n in range(1, sides + 1)]
    for source, (x, y) in enumerate(places, 1):
        table.display(sheet, source, x, y, radius)
    bottom = top + sides * down + radius
    inner = left + 2 * radius + GAP
    inside = room - 4 * radius - 2 * GAP
    if sides == 1:
        table.centre(sheet, inner, top + radius + GAP, inside, 2 * radius, 60)
        supply_y, supply_x, supply_pitch = bottom + 46, left + 40, (room - 80) / 9
    else:
        table.centre(sheet, inner, top + radius + GAP, inside, 2.3 * radius, 60)
        supply_y, supply_x, supply_pitch = bottom - 40, inner + 24, (inside - 48) / 9
    sheet.furniture.append(box(supply_x - 34, supply_y - 40, 9 * supply_pitch + 68, 80, 16, cls="z-cloth"))
    table.supply(sheet, supply_x, supply_y, 10, supply_pitch, 64)

    begin = max(bottom, supply_y + 40) + GAP
    if len(others) == 1:
        seats.sideways(sheet, others[0], grey, left, begin, room, HEIGHT - EDGE - begin)
    else:
        width = (room - GAP * (len(others) - 1)) / len(others)
        for n, seat in enumerate(others):
            seats.upright(sheet, seat, grey, left + n * (width + GAP), begin, width, head=38, hand_height=58)
    return sheet.layout(left + room + EDGE, HEIGHT)


def _tall(game: Pavilion, viewer: int, others: list[int]) -> Layout:
    sheet = Sheet()
    grey = game.board == "grey"
    width, edge = 780, 6
    table.rounds(sheet, game.wild_order, 46, 44, 66, 54)
    table.bag_and_tower(sheet, width - 136, 44, 76)
    y = 84.0
    first = (game.displays + 1) // 2 if game.displays > 5 else 5
    radius = 75
    source = 1
    for n in (first, game.displays - first):
        for k in range(n):
            table.display(sheet, source, width / 2 + (k - (n - 1) / 2) * (2 * radius + 4), y + radius, radius)
            source += 1
        y += (2 * radius + 4) * (n > 0)
    y += 6
    table.centre(sheet, edge, y, 400, 160, 66)
    sheet.furniture.append(box(edge + 400 + GAP, y, width - 2 * edge - 400 - GAP, 160, 18, cls="z-cloth"))
    table.supply(sheet, 462, y + 41, 5, 68, 72)
    y += 160 + GAP
    y += seats.upright(sheet, viewer, grey, edge, y, width - 2 * edge, head=60, hand_height=112) + GAP
    if len(others) == 1:
        seats.sideways(sheet, others[0], grey, edge, y, width - 2 * edge, 440)
        y += 440
    else:
        each = (width - 2 * edge - GAP * (len(others) - 1)) / len(others)
        y += max(
            seats.upright(sheet, seat, grey, edge + n * (each + GAP), y, each, head=40, hand_height=62)
            for n, seat in enumerate(others)
        )
    return sheet.layout(width, y + EDGE)
