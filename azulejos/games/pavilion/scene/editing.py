"""Edit a position of Summer Pavilion tile by tile."""

from __future__ import annotations

from azulejos.core import fields
from azulejos.games.pavilion import Pavilion
from azulejos.games.pavilion.board import SUPPLY_SPACES
from azulejos.games.pavilion.moves import COLOURS, LETTERS
from azulejos.render.editing import PositionEdit

TILES, STARS = 2, 3  # parts of a seat's field


def edit(text: str, slot: str, colour: str | None) -> str:
    """Return the text with a tile added to a slot, or with its tile removed."""
    change = PositionEdit(Pavilion, text, slot, colour)
    match change.kind:
        case "display":
            change.display()
        case "centre":
            change.field("centre")
        case "supply":
            _supply(change)
        case "hand" | "corner":
            held = change.seat_part(TILES)
            there = _tile(held, change.number(1)) if change.kind == "corner" else change.parts[1] if change.parts[1:] else None
            change.seat(TILES, change.bunch(held, there))
        case "space":
            change.seat(STARS, change.grid(change.seat_part(STARS), change.number(1), change.number(2) - 1))
        case _:
            raise change.nothing_there()
    return change.text()


def _supply(change: PositionEdit) -> None:
    """Edit the supply, a row sorted by colour; a slot is an index in it."""
    held = change.fields["supply"]
    tiles = _tiles(held)
    at = change.number(0) if change.parts and change.parts[0].isdigit() else None
    if change.tile and (len(tiles) >= SUPPLY_SPACES or (at is not None and at < len(tiles))):
        raise change.nothing_there()
    there = change.parts[0] if at is None and change.parts else None if at is None else _tile(held, at)
    change.fields["supply"] = change.bunch(held, there)


def _tiles(counts: str) -> str:
    """Return counts as single tiles."""
    found = fields.split(Pavilion.name, f"{Pavilion.name} tiles={counts}").bunch("tiles", LETTERS)
    return "".join(letter * n for letter, n in zip(LETTERS, found, strict=True))


def _tile(counts: str, at: int) -> str | None:
    """Return the colour of a tile in a row sorted by colour."""
    tiles = _tiles(counts)
    return COLOURS[LETTERS.index(tiles[at])] if at < len(tiles) else None
