"""Where things are on a table of Summer Pavilion.

Wide: the viewer's board at the left, the displays above the others' boards at the right. Tall, for a phone: displays, centre
and supply on top, the viewer's board in the middle over the full width, the others below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.games.pavilion.scene import middle
from azulejos.games.pavilion.scene import seat as seats
from azulejos.render.layout_builder import LayoutBuilder
from azulejos.render.types import Layout

if TYPE_CHECKING:
    from azulejos.games.pavilion import Pavilion

EDGE, GAP = 12, 10
WIDE_HEIGHT, OWN = 840, 664
RADIUS = {2: 74, 3: 57, 4: 64}
"""The size of the displays on a wide table, by the number of players."""
ROOM = {2: 580, 3: 580, 4: 700}
"""To the right of the own board."""
TALL_WIDTH = 390


def layout(game: Pavilion, viewer: int, form: str) -> Layout:
    """Return where things are, with the viewer's board as the large one."""
    others = [(viewer + n) % game.players for n in range(1, game.players)]
    return _wide(game, viewer, others) if form == "wide" else _tall(game, viewer, others)


def _wide(game: Pavilion, viewer: int, others: list[int]) -> Layout:
    builder = LayoutBuilder()
    grey = game.board == "grey"
    seats.upright(builder, viewer, grey, EDGE, EDGE, OWN, head=52, hand=WIDE_HEIGHT - 2 * EDGE - OWN - 60)
    left, room = 2 * EDGE + OWN, ROOM[game.players]
    middle.rounds(builder, game.wild_order, left + 30, 44, 52, 44)
    middle.bag_and_tower(builder, left + room - 102, 44, 62)
    y = _arch(builder, game, left, 84, room) + GAP
    if len(others) == 1:
        seats.sideways(builder, others[0], grey, left, y, room, WIDE_HEIGHT - EDGE - y)
    else:
        width = (room - GAP * (len(others) - 1)) / len(others)
        for n, seat in enumerate(others):
            hand = WIDE_HEIGHT - EDGE - y - 36 - width - seats.MARGIN
            seats.upright(builder, seat, grey, left + n * (width + GAP), y, width, 36, hand)
    return builder.layout(left + room + EDGE, WIDE_HEIGHT)


def _arch(builder: LayoutBuilder, game: Pavilion, left: float, y: float, room: float) -> float:
    """Place the displays in an arch around the centre, a row on top and the others down both sides; return where it ends."""
    radius = RADIUS[game.players]
    sides = 2 if game.players == 4 else 1
    above = game.displays - 2 * sides
    top, down = y + radius, 2 * radius + 8
    pitch = (room - 2 * radius) / (above - 1)
    places = [(left + radius, top + n * down) for n in range(sides, 0, -1)]
    places += [(left + radius + n * pitch, top) for n in range(above)]
    places += [(left + room - radius, top + n * down) for n in range(1, sides + 1)]
    for source, (across, across_y) in enumerate(places, 1):
        middle.display(builder, source, across, across_y, radius)
    inner, inside, ceiling = left + 2 * radius + GAP, room - 4 * radius - 2 * GAP, top + radius + GAP
    bottom = top + sides * down + radius
    if sides == 1:
        middle.centre(builder, inner, ceiling, inside, bottom - ceiling, 54 if radius > 60 else 46)
        return bottom + GAP + middle.supply(builder, left, bottom + GAP, room, 10, 54)
    height = middle.supply(builder, inner, bottom - 70, inside, 10, 51)
    middle.centre(builder, inner, ceiling, inside, bottom - height - GAP - ceiling, 54)
    return bottom


def _tall(game: Pavilion, viewer: int, others: list[int]) -> Layout:
    builder = LayoutBuilder()
    grey = game.board == "grey"
    edge, gap = 4, 6
    room = TALL_WIDTH - 2 * edge
    middle.rounds(builder, game.wild_order, 24, 24, 34, 30)
    middle.bag_and_tower(builder, TALL_WIDTH - 72, 24, 42)
    y = _rows(builder, game.displays, 46) + 4
    split = room * 0.54
    height = middle.supply(builder, edge + split + gap, y, room - split - gap, 5, 36)
    middle.centre(builder, edge, y, split, height, 36)
    y += height + gap
    y += seats.upright(builder, viewer, grey, edge, y, room, head=34, hand=60) + gap
    if len(others) == 1:
        height = room * 0.56
        seats.sideways(builder, others[0], grey, edge, y, room, height)
    else:
        width = (room - gap * (len(others) - 1)) / len(others)
        for n, seat in enumerate(others):
            height = seats.upright(builder, seat, grey, edge + n * (width + gap), y, width, 30 if game.players == 3 else 42, 36)
    return builder.layout(TALL_WIDTH, y + height + gap)


def _rows(builder: LayoutBuilder, displays: int, y: float) -> float:
    """Place the displays of a tall table in one or two rows; return where they end."""
    radius, pitch = 37.5, 76.5
    first = displays if displays <= 5 else (displays + 1) // 2
    for source in range(1, displays + 1):
        row, column = divmod(source - 1, first)
        in_row = first if row == 0 else displays - first
        x = TALL_WIDTH / 2 + (column - (in_row - 1) / 2) * pitch
        middle.display(builder, source, x, y + radius + row * pitch, radius)
    return y + pitch * (1 if displays == first else 2)
