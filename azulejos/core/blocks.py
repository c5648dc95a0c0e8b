"""Blocks of text, for drawings in a terminal: side by side, with ANSI colours or without; at most 100 columns of ASCII.

Drawings are for people, so they count players from 1.

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


def verdict(outcome: Outcome, tr: Speech) -> str:
    """Return who won, in words."""
    first, *others = outcome.winners
    if not others:
        return tr("player {seat} wins", seat=first + 1)
    *between, last = (tr("player {seat}", seat=seat + 1) for seat in outcome.winners)
    return tr("{some} and {last} share the victory", some=", ".join(between), last=last)


class Pen:
    """Draws letters, with ANSI codes if any are given, and the words next to them."""

    def __init__(self, codes: dict[str, str], tr: Speech) -> None:
        self.codes = codes
        self.tr = tr

    def cells(self, letters: str) -> str:
        """Return tiles and spaces, two columns each."""
        return "".join(ink(f" {letter}", self.codes.get(letter, "")) for letter in letters)

    def strong(self, text: str) -> str:
        """Return the text in bold."""
        return ink(text, "1" if self.codes else "")

    def title(self, seat: int, score: int, to_move: bool, columns: int) -> str:
        """Return the line above a player's board."""
        name, points = self.tr("player {seat}", seat=seat + 1), self.tr.many("{n} point", "{n} points", score)
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
