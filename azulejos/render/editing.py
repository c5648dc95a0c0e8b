"""Edit a position's text tile by tile: added tiles come from the bag, removed tiles go back into it.

A game maps kinds of places to fields (`scene/editing.py`); its parser checks whether the position is possible.
"""

from __future__ import annotations

import re

from azulejos.core.contract import Problem
from azulejos.core.game import Game
from azulejos.core.places import TO_A_DISPLAY

NONE, EMPTY = "-", "."


class PositionEdit:
    """An edit of a text: `tile` is the letter to add, empty to remove one; `gone` is the tile that was there."""

    def __init__(self, game: type[Game], text: str, slot: str, colour: str | None) -> None:
        if colour is not None and colour not in game.colours:
            raise Problem(f"a colour is one of {', '.join(game.colours)}, not {colour[:40]!r}", "bad_position")
        self.game = game
        self.name, *pairs = text.split()
        self.fields = {name: value for name, _, value in (pair.partition("=") for pair in pairs)}
        self.kind, *rest = slot.replace("/", ".").split(".")
        self.parts = rest
        self.tile = "" if colour is None else self.letter(colour)
        self.gone = ""

    def letter(self, colour: str) -> str:
        """Return the letter of a colour."""
        return self.game.letters[self.game.colours.index(colour)]

    def number(self, index: int, default: int | None = None) -> int:
        """Return a part of the slot that is a number."""
        if index >= len(self.parts) and default is not None:
            return default
        try:
            return int(self.parts[index])
        except (IndexError, ValueError):
            raise self.nothing_there() from None

    def nothing_there(self) -> Problem:
        """Return the error that no tile can be added or removed there."""
        return Problem("no tile can be put there" if self.tile else "there is no tile to take away", "bad_position")

    # -- notations for tiles

    def row(self, tiles: str, at: int, most: int, ordered: bool = False) -> str:
        """Edit tiles written one by one, `BBY`: the tile replaces the one at an index, or is appended."""
        found = [] if tiles == NONE else list(tiles)
        if self.tile:
            if at < len(found):
                self.gone, found[at] = found[at], self.tile
            elif len(found) < most:
                found.append(self.tile)
            else:
                raise self.nothing_there()
        elif found:
            self.gone = found.pop(min(at, len(found) - 1))
        if ordered:
            found.sort(key=self.game.letters.index)
        return "".join(found) or NONE

    def grid(self, rows: str, row: int, column: int) -> str:
        """Edit rows with empty spaces, `..B/...`."""
        found = [list(line) for line in rows.split("/")]
        try:
            before = found[row][column]
            found[row][column] = self.tile or EMPTY
        except IndexError:
            raise self.nothing_there() from None
        self.gone = "" if before == EMPTY else before
        return "/".join("".join(line) for line in found)

    def bunch(self, counts: str, colour: str | None) -> str:
        """Edit counts, `B16Y14`; a removed tile has a colour."""
        if self.tile:
            return self.counted(counts, self.tile, 1)
        if colour in self.game.colours and self.letter(colour) in counts:
            self.gone = self.letter(colour)
            return self.counted(counts, self.gone, -1)
        return counts

    def counted(self, counts: str, letter: str, more: int) -> str:
        """Return the counts with more or fewer of a letter."""
        bunch = {one: int(n) for one, n in re.findall(r"([A-Z])(-?\d+)", counts)}
        bunch[letter] = bunch.get(letter, 0) + more
        if bunch[letter] < 0:
            raise Problem("the bag has no tile of this colour left", "bad_position")
        return "".join(f"{one}{bunch[one]}" for one in self.game.letters if bunch.get(one)) or NONE

    # -- places shared by games

    def display(self) -> None:
        """Add or remove a tile on a display."""
        displays = self.fields["displays"].split(",")
        number = self.number(0) - 1
        if not 0 <= number < len(displays):
            raise self.nothing_there()
        displays[number] = self.row(displays[number], self.number(1, TO_A_DISPLAY), TO_A_DISPLAY, ordered=True)
        self.fields["displays"] = ",".join(displays)

    def field(self, name: str) -> None:
        """Add or remove a tile in a field of counts; the slot's first part is a colour."""
        self.fields[name] = self.bunch(self.fields[name], self.parts[0] if self.parts else None)

    def seat(self, part: int, changed: str) -> None:
        """Set a part of the field of the slot's seat."""
        values = self.fields[self.seat_name].split(";")
        values[part] = changed
        self.fields[self.seat_name] = ";".join(values)

    @property
    def seat_name(self) -> str:
        return f"seat{self.number(0)}"

    def seat_part(self, part: int) -> str:
        """Return a part of the field of the slot's seat."""
        try:
            return self.fields[self.seat_name].split(";")[part]
        except (KeyError, IndexError):
            raise self.nothing_there() from None

    def text(self) -> str:
        """Return the changed text, with the bag updated."""
        if not self.tile and not self.gone:
            raise self.nothing_there()
        if self.gone and self.gone not in self.game.letters:
            raise Problem("this is not a tile", "bad_position")
        if self.gone:
            self.fields["bag"] = self.counted(self.fields["bag"], self.gone, 1)
        if self.tile:
            self.fields["bag"] = self.counted(self.fields["bag"], self.tile, -1)
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.fields.items())])
