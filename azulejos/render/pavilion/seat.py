"""What belongs to a player of Summer Pavilion: name and score, the tiles in hand, and the board, on one sheet of paper."""

from __future__ import annotations

from azulejos.core.pavilion.moves import COLOURS
from azulejos.render import furniture
from azulejos.render.draw import box, circle, group, polygon, text
from azulejos.render.pavilion.board import HALF, board
from azulejos.render.pavilion.scene import HAND
from azulejos.render.pavilion.sheet import Sheet
from azulejos.render.pavilion.tiles import FLAT, rhombus
from azulejos.render.types import Place

IN_A_ROW = 6
"""Tiles of a colour in hand that lie in one row; more make further rows, a little lower."""
MARGIN = 10


def upright(sheet: Sheet, seat: int, grey: bool, x: float, y: float, width: float, head: float, hand_height: float) -> float:
    """Name and score above the board, the hand below; gives the height."""
    inner = width - 2 * MARGIN
    height = head + inner + hand_height + 2.6 * MARGIN
    sheet.furniture.append(furniture.panel(x, y, width, height, seat=seat))
    _header(sheet, seat, x + MARGIN, y + MARGIN * 0.8, inner, head)
    board(sheet, seat, x + width / 2, y + MARGIN + head + inner / 2, inner / 2 / HALF, grey)
    _hand(sheet, seat, x + MARGIN, y + 1.8 * MARGIN + head + inner, inner, hand_height, 6)
    return height


def sideways(sheet: Sheet, seat: int, grey: bool, x: float, y: float, width: float, height: float) -> None:
    """The board at the left; name and score, and below them the hand, at the right."""
    inner = height - 2 * MARGIN
    sheet.furniture.append(furniture.panel(x, y, width, height, seat=seat))
    board(sheet, seat, x + height / 2, y + height / 2, inner / 2 / HALF, grey)
    aside, room = x + height + MARGIN, width - height - 2.4 * MARGIN
    _header(sheet, seat, aside, y + MARGIN, room, 46)
    _hand(sheet, seat, aside, y + MARGIN + 66, room, height - 66 - 2 * MARGIN, 2)


def _header(sheet: Sheet, seat: int, x: float, y: float, width: float, size: float) -> None:
    """The marker's place, name, 80-token and score."""
    line, end = y + size * 0.7, x + width - size * 0.1
    sheet.slots[f"first.{seat}"] = Place(x + size * 0.48, y + size * 0.5, size * 0.84)
    room = max(int((width - 3.7 * size) / (size * 0.3)), 4)
    token = end - 2.35 * size
    sheet.furniture += [
        text(x + size * 1.08, line, size * 0.5, anchor="start", cls="z-name", data_label=f"name.{seat}", data_chars=room),
        text(end, line + size * 0.06, size * 0.74, anchor="end", cls="z-score", data_label=f"score.{seat}"),
        group(circle(token, y + size * 0.52, size * 0.36, cls="z-token"), cls="z-mark", data_mark=f"lap.{seat}"),
        text(token, y + size * 0.63, size * 0.32, cls="z-token-text", data_label=f"lap.{seat}"),
        text(token + size * 0.42, y + size * 0.63, size * 0.34, anchor="start", cls="z-soft", data_label=f"rest.{seat}"),
    ]  # fmt: skip


def _hand(sheet: Sheet, seat: int, x: float, y: float, width: float, height: float, columns: int) -> None:
    """The tiles beside the board, by colour; where they were, a tick once the player has passed."""
    rows = len(COLOURS) // columns
    cell_width, cell_height = width / columns, height / rows
    tall = min(cell_height * 0.72, cell_width * 0.7)
    flat = tall * FLAT
    step = (cell_width - flat - 8) / (IN_A_ROW - 1)
    lower = (cell_height - tall - 4) / 3
    for i, colour in enumerate(COLOURS):
        left, top = x + i % columns * cell_width, y + i // columns * cell_height
        first_x, first_y = left + flat / 2 + 2, top + tall / 2
        sheet.furniture += [
            polygon(rhombus(tall * 0.46, first_x, first_y), cls=f"z-faint-{colour}"),
            text(left + cell_width - 6, top + cell_height - 6, min(18, tall * 0.3), anchor="end", cls="z-soft",
                 data_label=f"count.hand.{seat}.{colour}"),
            box(left, top + cell_height - 3, cell_width - 8, 3, 1.5, cls="z-mark z-token", data_mark=f"wild.{colour}"),
        ]  # fmt: skip
        for k, slot in enumerate(HAND[seat][i]):
            row, column = divmod(k, IN_A_ROW)
            sheet.slots[slot] = Place(first_x + column * step, first_y + row * lower, tall)
    sheet.furniture += [
        furniture.tick(x + width / 2, y + height / 2, min(height * 0.5, 44), f"passed.{seat}"),
        furniture.crown(x + width / 2, y + height / 2, min(height * 0.6, 60), seat),
    ]
