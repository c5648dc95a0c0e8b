"""Blocks of text, for drawings in a terminal: side by side, with ANSI colours or without; at most 100 columns of ASCII.

Drawings are for people: they use the names of the players or, without names, count them from 1.

Texts are English by default; pass a `Speech` for another language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from azulejos.core.contract import Bunch, Outcome

Block = Sequence[str]
"""Lines of text, which may contain ANSI codes."""

DISPLAYS_IN_A_ROW = 5

_CODES = re.compile("\x1b\\[[0-9;]*m")


def ink(text: str, code: str) -> str:
    """Return the text in a colour, or unchanged without a code."""
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


def width(line: str) -> int:
    """Return the number of columns of a line."""
    return len(_CODES.sub("", line))


def pad(line: str, columns: int) -> str:
    """Return the line padded with spaces to this many columns."""
    return line + " " * (columns - width(line))


def spread(left: str, right: str, columns: int) -> str:
    """Return a line with one text at each end."""
    return pad(left, columns - width(right)) + right


def shortened(text: str, columns: int) -> str:
    """Return the text, cut with `…` if it has more than this many columns."""
    return text if len(text) <= columns else text[: columns - 1] + "…"


def beside(blocks: Iterable[Block], gap: int) -> list[str]:
    """Return blocks side by side, with this many columns between them."""
    lines: list[str] = []
    for number, block in enumerate(blocks):
        left = max((width(line) for line in lines), default=0) + (gap if number else 0)
        height = max(len(lines), len(block))
        lines += [""] * (height - len(lines))
        lines = [pad(line, left) + more for line, more in zip(lines, [*block, *[""] * (height - len(block))], strict=True)]
    return lines


def rows_of(blocks: Sequence[Block], in_a_row: int, gap: int) -> list[str]:
    """Return blocks side by side, this many per row."""
    return [line for first in range(0, len(blocks), in_a_row) for line in beside(blocks[first : first + in_a_row], gap)]


def letters_of(bunch: Bunch, letters: str, spaces: int) -> str:
    """Return a bunch tile by tile, with dots for empty spaces."""
    return "".join(letter * n for letter, n in zip(letters, bunch, strict=True)).ljust(spaces, ".")


def page(lines: Iterable[str]) -> str:
    """Return the lines as one text, without trailing spaces."""
    return "\n".join(line.rstrip() for line in lines)


class Speech(Protocol):
    """Formats an English text with values; `azulejos.language.Language` translates it, too."""

    def __call__(self, text: str, /, **values: object) -> str: ...

    def many(self, one: str, more: str, n: int, /, **values: object) -> str: ...


class _English:
    """English: formats texts without translating them."""

    def __call__(self, text: str, /, **values: object) -> str:
        return text.format(**values)

    def many(self, one: str, more: str, n: int, /, **values: object) -> str:
        return (one if n == 1 else more).format(n=n, **values)


ENGLISH: Speech = _English()


class Pen:
    """Draws letters, with ANSI codes if any are given, and the words next to them."""

    def __init__(self, codes: dict[str, str], tr: Speech, names: Sequence[str] = ()) -> None:
        self.codes = codes
        self.tr = tr
        self.names = names

    def name(self, seat: int) -> str:
        """Return the name of the player at this seat."""
        return self.names[seat] if self.names else self.tr("player {seat}", seat=seat + 1)

    def verdict(self, outcome: Outcome) -> str:
        """Return who won, in words."""
        *between, last = map(self.name, outcome.winners)
        if not between:
            return self.tr("{name} wins", name=last)
        return self.tr("{some} and {last} share the victory", some=", ".join(between), last=last)

    def cells(self, letters: str) -> str:
        """Return tiles and spaces, two columns each."""
        return "".join(ink(f" {letter}", self.codes.get(letter, "")) for letter in letters)

    def strong(self, text: str) -> str:
        """Return the text in bold."""
        return ink(text, "1" if self.codes else "")

    def title(self, seat: int, score: int, to_move: bool, columns: int) -> str:
        """Return the line above a player's board."""
        points = self.tr.many("{n} point", "{n} points", score)
        name = shortened(self.name(seat), columns - len(points) - 3)
        line = spread(f"{'>' if to_move else ' '} {name}", points, columns)
        return self.strong(line) if to_move else line

    def sources(self, displays: Sequence[str], centre: str) -> list[str]:
        """Return displays and centre: their numbers and the letters of their tiles."""
        dealt = [[f"{number}{self.cells(letters)}"] for number, letters in enumerate(displays, 1)]
        names = self.tr("factories"), self.tr("centre")
        left = max(map(len, names))
        return [
            *beside([[pad(names[0], left)], rows_of(dealt, DISPLAYS_IN_A_ROW, gap=4)], gap=2),
            f"{pad(names[1], left)}  0{self.cells(centre or '-')}",
        ]
