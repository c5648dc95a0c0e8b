"""Edit a position of Azul tile by tile."""

from __future__ import annotations

from azulejos.games.azul import Azul
from azulejos.games.azul.board import FLOOR_SPACES
from azulejos.render.editing import PositionEdit

LINES, FLOOR, WALL = 1, 2, 3  # parts of a seat's field
LAST = 9  # past the end of every row of tiles


def edit(text: str, slot: str, colour: str | None) -> str:
    """Return the text with a tile added to a slot, or with its tile removed."""
    change = PositionEdit(Azul, text, slot, colour)
    match change.kind:
        case "display":
            change.display()
        case "centre":
            change.field("centre")
        case "line":
            number = change.number(1)
            lines = change.seat_part(LINES).split(",")
            if not 1 <= number <= len(lines):
                raise change.nothing_there()
            lines[number - 1] = change.row(lines[number - 1], change.number(2, LAST), number)
            change.seat(LINES, ",".join(lines))
        case "floor":
            change.seat(FLOOR, change.row(change.seat_part(FLOOR), change.number(1, LAST), FLOOR_SPACES))
        case "wall":
            change.seat(WALL, change.grid(change.seat_part(WALL), change.number(1) - 1, change.number(2) - 1))
        case _:
            raise change.nothing_there()
    return change.text()
