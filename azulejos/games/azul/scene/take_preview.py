"""The preview of a take in Azul: the change in the score if the round ended now, and a short note.

Only a take that fills a line changes the tiling, so the tiling is forecast once for each line and colour that can be filled,
and remembered for the player's next turns.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from azulejos.games.azul.board import FLOOR_COST, JOKER
from azulejos.games.azul.forecast import Wall, tile_lines
from azulejos.games.azul.moves import COLOURS
from azulejos.games.azul.position import Board, Line
from azulejos.games.azul.scene import sentences

if TYPE_CHECKING:
    from azulejos.language import Language


KEPT = 2000  # tilings to remember: those of about a thousand tables

COST = FLOOR_COST + FLOOR_COST[-1:] * 100
"""The cost of a floor line, by the number of tiles; those that find no space on it cost nothing."""

Full = tuple[Line, ...]
"""The pattern lines that are complete, `None` for others."""


class _Tiled(NamedTuple):
    """The wall with some lines tiled."""

    points: int
    dropped: int
    """Tiles without a space on the wall."""
    notes: tuple[str, ...] = ()


class _Tilings:
    """The tiling of a wall now, and with one more line complete. Neither changes while a player only collects tiles."""

    def __init__(self, wall: tuple[tuple[int, ...], ...], full: Full, grey: bool, tr: Language) -> None:
        self.wall, self.full, self.tr = Wall(wall, grey), full, tr
        self.now = _Tiled(*tile_lines(self.wall, full))
        self._filled: dict[tuple[int, int, bool], _Tiled] = {}
        self._notes: dict[tuple[tuple[str, ...], int, bool], str] = {}

    def with_line(self, line: int, colour: int, with_joker: bool) -> _Tiled:
        """Return the tiling if this line is complete, too."""
        key = (line, colour, with_joker)
        found = self._filled.get(key)
        if found is None:
            full = (*self.full[: line - 1], (colour, line - with_joker, int(with_joker)), *self.full[line:])
            notes = (_fills(self.tr, line), *self._reached(line - 1, colour, with_joker))
            found = self._filled[key] = _Tiled(*tile_lines(self.wall, full), notes)
        return found

    def note(self, tiled: _Tiled, falling: int, marker: bool) -> str | None:
        """Return the note for a take that leads to this tiling."""
        key = (tiled.notes, falling, marker)
        note = self._notes.get(key)
        if note is None:
            falls, starts = (_tiles_fall(self.tr, falling),) if falling else (), (_you_start(self.tr),) if marker else ()
            note = self._notes[key] = ", ".join((*tiled.notes, *falls, *starts))
        return note or None

    def _reached(self, row: int, colour: int, with_joker: bool) -> list[str]:
        """Return the bonuses that the tile of a full line will complete, as far as that is certain now."""
        notes = []
        if self.wall.rows[row].bit_count() == 4:
            notes.append(completes_row(self.tr, row + 1))
        columns = self.wall.places(row, colour, int(with_joker))
        if len(columns) == 1:
            notes += completes(self.wall, columns[0], JOKER if with_joker else colour, self.tr)
        return notes


_tilings = lru_cache(KEPT)(_Tilings)


class TakePreview:
    """The previews of all takes in a position."""

    def __init__(self, board: Board, grey: bool, tr: Language) -> None:
        self.score, self.floor, self.lines = board.score, len(board.floor), board.lines
        self.rooms = [line - (held[1] + held[2] if held else 0) for line, held in enumerate((None, *board.lines))]
        full = tuple([None if room else held for room, held in zip(self.rooms[1:], board.lines, strict=True)])
        self.tilings = _tilings(board.wall, full, grey, tr)
        self.before = self._score(self.tilings.now, 0)

    def __call__(self, line: int, colour: int, plain: int, jokers: int, marker: bool) -> tuple[int, str | None]:
        """Return the points and the note of taking tiles to a line; 0 is the floor line."""
        room, tiled = self.rooms[line], self.tilings.now
        falling = plain + jokers - room
        if falling < 0:
            falling = 0
        elif line:
            held_colour, _, held_jokers = self.lines[line - 1] or (colour, 0, 0)
            with_joker = held_jokers > 0 or (jokers > 0 and plain < room)
            tiled = self.tilings.with_line(line, colour if plain else held_colour, with_joker)
        return self._score(tiled, falling + marker) - self.before, self.tilings.note(tiled, falling, marker)

    def _score(self, tiled: _Tiled, falling: int) -> int:
        score = self.score + tiled.points - COST[self.floor + falling + tiled.dropped]
        return score if score > 0 else 0


def completes(wall: Wall, column: int, colour: int, tr: Language) -> list[str]:
    """Return the column and the colour that a tile completes, as notes."""
    notes = []
    if wall.columns[column].bit_count() == 4:
        notes.append(tr("completes column {column}", column=column + 1))
    if colour != JOKER and wall.seen[colour].bit_count() == 4:  # a colour is at most once in a column
        notes.append(sentences.all_of(COLOURS[colour], tr))
    return notes


# Texts without names are the same in many positions.


@cache
def completes_row(tr: Language, row: int) -> str:
    """Return the note for the last tile of a row."""
    return tr("completes row {row}: last round", row=row)


@cache
def _fills(tr: Language, line: int) -> str:
    return tr("completes pattern line {line}", line=line)


@cache
def _tiles_fall(tr: Language, n: int) -> str:
    return tr.many("{n} tile falls", "{n} tiles fall", n)


@cache
def _you_start(tr: Language) -> str:
    return tr("you start the next round")
