"""Where things are on a table of Azul.

Wide: the displays in a ring around the centre on the left, the viewer's board large on the right, the others above it (with
four players in a row across the table). Tall, for a phone: the others in a strip, the displays, the centre, the viewer's board.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from azulejos.games.azul import Azul
from azulejos.games.azul.board import JOKER
from azulejos.games.azul.moves import COLOURS
from azulejos.games.azul.scene.board_drawing import Board, Size, small
from azulejos.games.azul.scene.pieces import CENTRE, DISPLAY, MOST_IN_CENTRE
from azulejos.render import fixtures
from azulejos.render.layout_builder import LayoutBuilder
from azulejos.render.svg_shapes import element, text
from azulejos.render.types import Layout, Place

WIDE = 1280, 800
TALL = 390, 760
LARGE = Size(row=58, line=58, wall=58, floor=52, head=62, gap=24, hints=24, pad=18, full=True)
PHONE = Size(row=44, line=26.6, wall=44, floor=37, head=38, gap=11, hints=13, pad=4, full=True)
PITCH = 1.06  # from tile to tile in the centre, in tiles
TURNS = (-3, 2, 4, -2)  # degrees by which tiles on a display are turned


class Ring(NamedTuple):
    """The arrangement of displays around the centre of a wide table."""

    display: float  # radius
    tile: float  # in the centre
    rows: int  # of tiles in the centre, before they are stacked
    column: float  # from colour to colour
    bottom: float  # of the lowest row, below the middle


RINGS = {5: Ring(84, 44, 3, 46, 84), 7: Ring(74, 40, 4, 43, 48), 9: Ring(60, 38, 3, 46, 46)}


def layout(game: Azul, viewer: int, form: str) -> Layout:
    """Return where things are, with the viewer's board as the large one."""
    width, height = WIDE if form == "wide" else TALL
    builder = LayoutBuilder()
    others = [(viewer + k) % game.players for k in range(1, game.players)]
    (_wide if form == "wide" else _tall)(game, viewer, others, builder)
    return builder.layout(width, height)


def _wide(game: Azul, viewer: int, others: list[int], builder: LayoutBuilder) -> None:
    width, height = WIDE
    edge = 20
    x, y = width - edge - LARGE.width, height - edge - LARGE.height
    Board(game, viewer, x, y, LARGE, builder).draw()
    if len(others) == 3:
        size = small(35)
        _in_a_row(game, others, edge, width - edge, edge, size, builder)
        top = edge + size.height
    else:
        size = small(34 if len(others) == 1 else 28.5)
        _in_a_row(game, others, x, width - edge, (y - size.height) / 2, size, builder)
        top = 0.0
    _ring(game, x / 2, (top + height) / 2, x / 2 - 14, (height - top) / 2 - 16, builder)


def _in_a_row(game: Azul, seats: list[int], left: float, right: float, y: float, size: Size, builder: LayoutBuilder) -> None:
    """Place boards side by side, a single one in the middle."""
    step = (right - left - size.width) / max(len(seats) - 1, 1)
    start = left if len(seats) > 1 else (left + right - size.width) / 2
    for k, seat in enumerate(seats):
        Board(game, seat, start + k * step, y, size, builder).draw()


def _ring(game: Azul, x: float, y: float, half_width: float, half_height: float, builder: LayoutBuilder) -> None:
    """Place the displays around the centre."""
    ring = RINGS[game.displays]
    across, down = half_width - ring.display, half_height - ring.display
    builder.fixtures.append(fixtures.mat(x, y, across + 6, down + 6))
    for number in range(1, game.displays + 1):
        angle = 2 * pi * (number - 1) / game.displays - pi / 2
        display(number, x + across * cos(angle), y + down * sin(angle), ring.display, builder)
    centre(game, x, y + ring.bottom, ring.column, ring.tile, ring.rows, builder)
    builder.slots["centre.first"] = Place(x, y + ring.bottom - (ring.rows + 0.2) * ring.tile * PITCH, ring.tile * 1.1)
    left, right, top, bottom = x - half_width + 44, x + half_width - 44, y - half_height + 42, y + half_height - 44
    builder.fixtures += [fixtures.bag(left, bottom, 84), fixtures.lid(right, bottom + 4, 84), fixtures.rounds(left, top, 76)]
    builder.slots |= {"bag": Place(left, bottom, 40), "discard": Place(right, bottom, 40)}


def display(number: int, x: float, y: float, radius: float, builder: LayoutBuilder) -> None:
    """Draw a display and place its tiles."""
    builder.fixtures.append(fixtures.plate(x, y, radius, str(number)))
    four(number, x, y - radius * 0.03, radius * 0.64, builder)


def four(number: int, x: float, y: float, pitch: float, builder: LayoutBuilder, filled: float = 0.93) -> None:
    """Place the tiles of a display."""
    for k, slot in enumerate(DISPLAY[number]):
        dx, dy = (k % 2 - 0.5) * pitch, (k // 2 - 0.5) * pitch
        builder.slots[slot] = Place(x + dx, y + dy, pitch * filled, TURNS[(k + number) % 4])


def centre(game: Azul, x: float, bottom: float, step: float, tile: float, rows: int, builder: LayoutBuilder) -> None:
    """Place the centre: a column for each colour, upwards; when it is full, tiles are stacked."""
    colours = COLOURS if game.jokers else COLOURS[:JOKER]
    pitch = tile * PITCH
    for column, colour in enumerate(colours):
        left = x + (column - (len(colours) - 1) / 2) * step
        for k, slot in enumerate(CENTRE[column]):
            layer, row = divmod(k, rows)
            lifted = layer * tile * 0.4 / (MOST_IN_CENTRE / rows)
            turn = TURNS[(k + column) % 4] / 2
            builder.slots[slot] = Place(left + lifted * 0.8, bottom - row * pitch - lifted, tile, turn)
        corner = {"x": left - tile / 2, "y": bottom - tile / 2, "width": tile, "height": tile}
        builder.fixtures += [
            element("use", href=f"#azul-{colour}-space", **corner),
            text(left, bottom + tile * 0.86, tile * 0.36, cls="z-soft", data_label=f"count.centre.{colour}"),
        ]


def _tall(game: Azul, viewer: int, others: list[int], builder: LayoutBuilder) -> None:
    width, height = TALL
    edge, gap = 8, 6
    span = width - 2 * edge
    own = height - edge / 2 - PHONE.height
    Board(game, viewer, (width - PHONE.width) / 2, own, PHONE, builder).draw()
    in_a_row = (game.displays + 1) // 2
    cell = span / in_a_row
    plate = min(cell - 3, 84)
    if len(others) == 1:  # bag, lid and round next to the other board, otherwise in the last place among the displays
        size = small(16)
        Board(game, others[0], edge, edge, size, builder).draw()
        free = width - edge - size.width
        icons((width - edge + edge + size.width) / 2, edge + size.height / 2, free * 0.3, builder)
    else:
        size = small(15.6 if len(others) == 2 else 10.2)
        _in_a_row(game, others, edge, width - edge, edge, size, builder)
        icons(width - edge - cell / 2, edge + size.height + 2 * gap + plate * 1.5, plate * 0.46, builder)
    top = edge + size.height + gap
    for number in range(1, game.displays + 1):
        row, column = divmod(number - 1, in_a_row)
        shift = cell / 2 if row and len(others) == 1 else 0
        x, y = edge + shift + (column + 0.5) * cell, top + plate / 2 + row * (plate + gap)
        builder.fixtures.append(fixtures.dish(x, y, plate))
        four(number, x, y, plate * 0.44, builder)
    top += 2 * (plate + gap) + 2
    builder.fixtures.append(fixtures.runner(edge, top, span, own - top - gap))
    columns = len(COLOURS) + game.jokers  # and one for the marker
    step, bottom = (span - 12) / columns, own - 48
    rows = int((bottom - top) / 41)
    centre(game, width / 2 + step / 2, bottom, step, 38, rows, builder)
    builder.slots["centre.first"] = Place(edge + 6 + step / 2, bottom, 40)


def icons(x: float, y: float, size: float, builder: LayoutBuilder) -> None:
    """Draw bag and lid, with the round below them."""
    builder.fixtures += [
        fixtures.bag(x - size * 0.54, y - size * 0.5, size),
        fixtures.lid(x + size * 0.56, y - size * 0.46, size),
        fixtures.rounds(x, y + size * 0.58, size),
    ]
    builder.slots |= {
        "bag": Place(x - size * 0.54, y - size * 0.5, size / 2),
        "discard": Place(x + size * 0.56, y - size * 0.5, size / 2),
    }
