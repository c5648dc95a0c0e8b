"""Blocks of text, for drawings in a terminal: side by side, with ANSI colours or without."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

Block = Sequence[str]
"""Lines of text, which may carry ANSI codes."""

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


def page(lines: Iterable[str]) -> str:
    """The lines as one text, without spaces at their ends."""
    return "\n".join(line.rstrip() for line in lines)
