"""A table in character cells: where things are (`Plan`), and a scene drawn there (`Canvas`).

As in `azulejos.render`, a scene says what lies on the table and a plan where; but here a piece is three cells of a line, `␣R␣`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from rich.segment import Segment
from rich.style import Style

from azulejos.core.game import Game
from azulejos.language import Language

PIECE = 3  # cells of a piece


class Box(NamedTuple):
    """Some cells of a line."""

    x: int
    y: int
    width: int = PIECE


class Label(NamedTuple):
    """Where a text is written, and how."""

    box: Box
    align: str = "<"
    style: str = ""
    before: str = ""


class Print(NamedTuple):
    """A text that is always there, or for a mark, when that is on."""

    x: int
    y: int
    text: str
    style: str = ""


@dataclass
class Plan:
    """Where everything is on a table."""

    width: int = 0
    height: int = 0
    furniture: list[Print] = field(default_factory=list)
    slots: dict[str, Box] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    marks: dict[str, list[Print]] = field(default_factory=dict)
    spots: dict[str, list[Box]] = field(default_factory=dict)
    """Parts of the table that can be pointed at, besides pieces."""
    previews: dict[str, Box] = field(default_factory=dict)
    """Where the points of a spot are written, if not beside it."""

    def print(self, x: int, y: int, text: str, style: str = "") -> None:
        """Puts a text into the furniture."""
        self.furniture.append(Print(x, y, text, style))

    def mark(self, name: str, x: int, y: int, text: str, style: str = "") -> None:
        """Puts a text where it shows that a mark is on."""
        self.marks.setdefault(name, []).append(Print(x, y, text, style))

    def add(self, other: Plan, x: int, y: int) -> None:
        """Puts another plan into this one, with its corner there."""

        def moved(box: Box) -> Box:
            return Box(box.x + x, box.y + y, box.width)

        self.furniture += [Print(one.x + x, one.y + y, one.text, one.style) for one in other.furniture]
        self.slots |= {name: moved(box) for name, box in other.slots.items()}
        self.labels |= {name: label._replace(box=moved(label.box)) for name, label in other.labels.items()}
        for name, prints in other.marks.items():
            self.marks.setdefault(name, []).extend(Print(one.x + x, one.y + y, one.text, one.style) for one in prints)
        self.spots |= {name: [moved(box) for box in boxes] for name, boxes in other.spots.items()}
        self.previews |= {name: moved(box) for name, box in other.previews.items()}
        self.width = max(self.width, x + other.width)
        self.height = max(self.height, y + other.height)


class Canvas:
    """Characters in cells, each with a style."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[Style.null()] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: Style) -> None:
        """Writes a text over what is there; its style is added to what is there."""
        for at, sign in enumerate(text, x):
            if 0 <= at < self.width and 0 <= y < self.height:
                self.signs[y][at] = sign
                self.styles[y][at] += style

    def tint(self, box: Box, style: Style) -> None:
        """Adds a style to some cells."""
        for at in range(box.x, min(box.x + box.width, self.width)):
            self.styles[box.y][at] += style

    def segments(self, y: int, base: Style) -> list[Segment]:
        """A line, for a terminal; what has no colour of its own gets that of the base."""
        signs, styles = self.signs[y], self.styles[y]
        found, begin = [], 0
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] != styles[begin]:
                found.append(Segment("".join(signs[begin:x]), base + styles[begin]))
                begin = x
        return found


class TerminalPart(Protocol):
    """The module `terminal` of a game."""

    def table(self, game: Game, tr: Language, /) -> Plan:
        """What lies on the table besides displays, centre and boards."""
        ...

    def board(self, game: Game, seat: int, tr: Language, /) -> Plan:
        """The board of a seat."""
        ...
