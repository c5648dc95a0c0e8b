"""Blocks of text, for drawings in a terminal: side by side, with ANSI colours or without; at most 100 columns of ASCII.

Drawings are for people, so they count players from 1.

The core speaks English; whoever wants a drawing in another language hands in a `Speech`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from azulejos.core.contract import Bunch, Outcome

Block = Sequence[str]
"""Lines of text, which may carry ANSI codes."""

DISPLAYS_IN_A_ROW = 5

_CODES = re.compile("\x1b\\[[0-9;]*m")


def ink(text: str, code: str) -> str:
    """The text in a colour; plain where there is no code."""
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


def width(line: str) -> int:
    """How many columns a line takes."""
    return len(_CODES.sub("", line))


def pad(line: str, columns: int) -> str:
    """The line with spaces after it, up to so many columns."""
    return line + " " * (columns - width(line))


def spread(left: str, right: str, columns: int) -> str:
    """Two texts at both ends of a line."""
    return pad(left, columns - width(right)) + right


def beside(blocks: Iterable[Block], gap: int) -> list[str]:
    """Blocks side by side, so many columns apart."""
    lines: list[str] = []
    for number, block in enumerate(blocks):
        left = max((width(line) for line in lines), default=0) + (gap if number else 0)
        height = max(len(lines), len(block))
        lines += [""] * (height - len(lines))
        lines = [pad(line, left) + more for line, more in zip(lines, [*block, *[""] * (height - len(block))], strict=True)]
    return lines


def rows_of(blocks: Sequence[Block], in_a_row: int, gap: int) -> list[str]:
    """Blocks side by side in rows of so many."""
    return [line for first in range(0, len(blocks), in_a_row) for line in beside(blocks[first : first + in_a_row], gap)]


def letters_of(bunch: Bunch, letters: str, spaces: int) -> str:
    """A bunch tile by tile, with dots for the spaces that stay empty."""
    return "".join(letter * n for letter, n in zip(letters, bunch, strict=True)).ljust(spaces, ".")


def page(lines: Iterable[str]) -> str:
    """The lines as one text, without spaces at their ends."""
    return "\n".join(line.rstrip() for line in lines)


class Speech(Protocol):
    """What puts an English text and its values into words: `azulejos.language.Language` does so in other languages."""

    def __call__(self, text: str, /, **values: object) -> str: ...

    def many(self, one: str, more: str, n: int, /, **values: object) -> str: ...


class _English:
    """Says texts as they are."""

    def __call__(self, text: str, /, **values: object) -> str:
        return text.format(**values)

    def many(self, one: str, more: str, n: int, /, **values: object) -> str:
        return (one if n == 1 else more).format(n=n, **values)


ENGLISH: Speech = _English()


def verdict(outcome: Outcome, tr: Speech) -> str:
    """Who won."""
    first, *others = outcome.winners
    if not others:
        return tr("player {seat} wins", seat=first + 1)
    *between, last = (tr("player {seat}", seat=seat + 1) for seat in outcome.winners)
    return tr("{some} and {last} share the victory", some=", ".join(between), last=last)


class Pen:
    """Draws letters with these ANSI codes, or plainly without any, and says the words beside them."""

    def __init__(self, codes: dict[str, str], tr: Speech) -> None:
        self.codes = codes
        self.tr = tr

    def cells(self, letters: str) -> str:
        """Tiles and spaces, two columns each."""
        return "".join(ink(f" {letter}", self.codes.get(letter, "")) for letter in letters)

    def strong(self, text: str) -> str:
        """The text in bold."""
        return ink(text, "1" if self.codes else "")

    def title(self, seat: int, score: int, to_move: bool, columns: int) -> str:
        """The line above a player's board."""
        name, points = self.tr("player {seat}", seat=seat + 1), self.tr.many("{n} point", "{n} points", score)
        line = spread(f"{'>' if to_move else ' '} {name}", points, columns)
        return self.strong(line) if to_move else line

    def sources(self, displays: Sequence[str], centre: str) -> list[str]:
        """Displays and centre with their numbers, as the letters of what they hold."""
        dealt = [[f"{number}{self.cells(letters)}"] for number, letters in enumerate(displays, 1)]
        names = self.tr("factories"), self.tr("centre")
        left = max(map(len, names))
        return [
            *beside([[pad(names[0], left)], rows_of(dealt, DISPLAYS_IN_A_ROW, gap=4)], gap=2),
            f"{pad(names[1], left)}  0{self.cells(centre or '-')}",
        ]
