"""Everything of a player of Summer Pavilion on one sheet of paper: name and score, the tiles in hand, and the board."""

from __future__ import annotations

from azulejos.games.pavilion.board import FEATURES
from azulejos.games.pavilion.moves import COLOURS
from azulejos.games.pavilion.scene.board_drawing import HALF, board, icon
from azulejos.games.pavilion.scene.pieces import EACH, HAND
from azulejos.games.pavilion.scene.tiles import FLAT, printed
from azulejos.render import fixtures
from azulejos.render.layout_builder import LayoutBuilder
from azulejos.render.screen import Area
from azulejos.render.svg_shapes import box, circle, text
from azulejos.render.types import Place

IN_A_ROW = 6
"""Tiles of a colour in hand per row; more tiles make further rows, a little lower."""
MARGIN = 8
TWO_LINES = 5  # a head narrower than this many times its height has two lines
BONUSES = sorted({(feature.kind, feature.bonus) for feature in FEATURES}, key=lambda one: one[1])


def upright(
    builder: LayoutBuilder,
    seat: int,
    grey: bool,
    x: float,
    y: float,
    width: float,
    head: float,
    hand: float,
    margin: float = MARGIN,
    apart: float = 0,
) -> float:
    """Draw name and score above the board, and the hand with this height below; return the total height.

    Tiles of different colours in the hand are at least this far `apart`, if there is room.
    """
    inner = width - 2 * margin
    height = head + inner + hand + 3 * margin
    builder.fixtures.append(fixtures.panel(x, y, width, height, seat=seat))
    _header(builder, seat, x + margin, y + margin / 2, inner, head)
    board(builder, seat, x + width / 2, y + margin + head + inner / 2, inner / 2 / HALF, grey)
    _hand(builder, seat, x + margin, y + 2 * margin + head + inner, inner, hand, 6, apart)
    return height


def apart(builder: LayoutBuilder, seat: int, grey: bool, sheet: Area, head: float, tiles: Area, margin: float) -> None:
    """Draw the board below name and score, and the hand in an area of its own."""
    inner = min(sheet.width, sheet.height - head) - 2 * margin
    builder.fixtures += [fixtures.panel(*sheet, seat=seat), fixtures.panel(*tiles)]
    _header(builder, seat, sheet.x + margin, sheet.y + margin / 2, sheet.width - 2 * margin, head)
    board(builder, seat, sheet.x + sheet.width / 2, sheet.y + head + margin + inner / 2, inner / 2 / HALF, grey)
    width, height = tiles.width - 2 * margin, tiles.height - 2 * margin
    _hand(builder, seat, tiles.x + margin, tiles.y + margin, width, height, 3 if width < 5 * height else 6)


def sideways(builder: LayoutBuilder, seat: int, grey: bool, x: float, y: float, width: float, height: float) -> None:
    """Draw the board on the left, and name, score and hand on the right."""
    inner = height - 2 * MARGIN
    builder.fixtures.append(fixtures.panel(x, y, width, height, seat=seat))
    board(builder, seat, x + height / 2, y + height / 2, inner / 2 / HALF, grey)
    left, room = x + height, width - height - MARGIN
    head = min(46, room / 4)
    _name(builder, seat, left, y + MARGIN + head * 0.4, room, head * 0.5)
    _score(builder, seat, left, left + room, y + MARGIN + head * 1.2, head, apart=True)
    _hand(builder, seat, left, y + 2 * MARGIN + head * 1.7, room, height - head * 1.7 - 3 * MARGIN, 2)


def _header(builder: LayoutBuilder, seat: int, x: float, y: float, width: float, size: float) -> None:
    """Draw name and score on one or two lines; on a large board also the bonus tiles for surrounded features."""
    if width < TWO_LINES * size:
        _name(builder, seat, x, y + size * 0.24, width, size * 0.34)
        _score(builder, seat, x, x + width, y + size * 0.72, size * 0.56, apart=True)
        return
    middle = y + size / 2
    large = width > 10.5 * size  # else they leave no room for a name
    taken = _score(builder, seat, x, x + width, middle, size, large)
    if large:
        for k, (kind, bonus) in enumerate(BONUSES):
            left = x + width - taken - size * (3.7 - 1.2 * k)
            builder.fixtures += [
                icon(kind, left, middle, size),
                text(left + size * 0.3, middle + size * 0.12, size * 0.34, str(bonus), anchor="start", cls="z-soft"),
            ]
        taken += 4.2 * size
    _name(builder, seat, x, middle, width - taken, size / 2)


def _name(builder: LayoutBuilder, seat: int, x: float, middle: float, room: float, size: float) -> None:
    chars = max(int((room - size * 0.2) / size / 0.62), 4)
    left, line = x + size * 0.2, middle + size * 0.35
    builder.fixtures.append(text(left, line, size, "", "start", cls="z-name", data_label=f"name.{seat}", data_chars=chars))


def _score(builder: LayoutBuilder, seat: int, start: float, end: float, middle: float, size: float, apart: bool) -> float:
    """Draw the score, the 80-token before it (with the rest of the score if `apart`), and the marker; return the width."""
    token = end - size * (2.9 if apart else 1.92)
    builder.slots[f"first.{seat}"] = Place(max(token - size * 0.84, start + size * 0.4), middle, size * 0.8)
    builder.fixtures += [
        text(
            end - size * 0.1,
            middle + size * 0.26,
            size * (0.74 if apart else 0.68),
            anchor="end",
            cls="z-score",
            data_label=f"score.{seat}",
        ),
        circle(token, middle, size * 0.35, cls="z-mark z-token", data_mark=f"lap.{seat}"),
        text(token, middle + size * 0.11, size * 0.32, cls="z-token-text", data_label=f"lap.{seat}"),
    ]
    if apart:
        left, line = token + size * 0.41, middle + size * 0.12
        builder.fixtures.append(text(left, line, size * 0.34, anchor="start", cls="z-soft", data_label=f"rest.{seat}"))
    return end - token + size * 1.3


def _hand(
    builder: LayoutBuilder, seat: int, x: float, y: float, width: float, height: float, columns: int, apart: float = 0
) -> None:
    """Draw the tiles next to the board, by colour; a frame marks the wild ones."""
    gap = min(6, width / 50)
    cell_width, cell_height = (width + gap) / columns - gap, (height + gap) / (len(COLOURS) // columns) - gap
    for i, colour in enumerate(COLOURS):
        left, top = x + i % columns * (cell_width + gap), y + i // columns * (cell_height + gap)
        places = _pile(left, top, cell_width, cell_height, apart - gap)
        builder.slots.update(zip(HAND[seat][i], places, strict=True))
        first = places[0]
        builder.fixtures += [
            box(left, top, cell_width, cell_height, gap + 2, cls="z-garden"),
            box(left, top, cell_width, cell_height, gap + 2, cls="z-turn", data_mark=f"wild.{colour}", stroke_width=gap / 4),
            printed(f"{colour}-space", first.x, first.y, first.size),
            text(left + cell_width - 4, top + cell_height - 4, min(20, first.size * 0.34), anchor="end", cls="z-soft",
                 data_label=f"count.hand.{seat}.{colour}"),
        ]  # fmt: skip


def _pile(left: float, top: float, width: float, height: float, apart: float) -> list[Place]:
    """Return the places of the tiles of a colour in hand: side by side, or one below the other if that allows larger tiles.
    They are so close together that piles side by side are this far `apart`."""
    if height > 1.3 * width:
        tall = min(1.4 * width, 0.68 * height)
        step = (height - tall - 5) / (IN_A_ROW - 1)
        return [Place(left + width / 2, top + tall / 2 + 2 + min(k, IN_A_ROW - 1) * step, tall) for k in range(EACH)]
    tall = min(0.8 * height, 0.82 * width)
    flat = tall * FLAT
    spread = min(width - flat - 6, max(width - apart, 0)) if apart > 0 else width - flat - 6
    step, lower = spread / (IN_A_ROW - 1), (height - tall - 4) / 3
    start = flat / 2 + 3 if apart <= 0 else (width - spread) / 2
    return [Place(left + start + k % IN_A_ROW * step, top + tall / 2 + 2 + k // IN_A_ROW * lower, tall) for k in range(EACH)]
