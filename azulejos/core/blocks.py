"""Blocks of text, for drawings in a terminal: side by side, with ANSI colours or without; at most 100 columns of ASCII."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

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


def verdict(outcome: Outcome) -> str:
    """Who won."""
    winners = " and ".join(f"seat {seat}" for seat in outcome.winners)
    return f"{winners} {'wins' if len(outcome.winners) == 1 else 'share the victory'}"


class Pen:
    """Draws letters with these ANSI codes; without any, plainly."""

    def __init__(self, codes: dict[str, str]) -> None:
        self.codes = codes

    def cells(self, letters: str) -> str:
        """Tiles and spaces, two columns each."""
        return "".join(ink(f" {letter}", self.codes.get(letter, "")) for letter in letters)

    def strong(self, text: str) -> str:
        """The text in bold."""
        return ink(text, "1" if self.codes else "")

    def title(self, seat: int, score: int, to_move: bool, columns: int) -> str:
        """The line above a player's board."""
        line = spread(f"{'>' if to_move else ' '} seat {seat}", f"{score} point{'s' * (score != 1)}", columns)
        return self.strong(line) if to_move else line

    def sources(self, displays: Sequence[str], centre: str) -> list[str]:
        """Displays and centre with their numbers, as the letters of what they hold."""
        dealt = [[f"{number}{self.cells(letters)}"] for number, letters in enumerate(displays, 1)]
        return [
            *beside([["displays"], rows_of(dealt, DISPLAYS_IN_A_ROW, gap=4)], gap=2),
            f"centre    0{self.cells(centre or '-')}",
        ]
