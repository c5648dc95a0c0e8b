"""A table in character cells: where things are (`Plan`), and a scene drawn there (`Canvas`).

As in `azulejos.render`, a scene has the pieces and a plan their places; here a piece is three cells of a line, `␣R␣`.
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
    """A range of cells on a line."""

    x: int
    y: int
    width: int = PIECE


class Label(NamedTuple):
    """The place and style of a text."""

    box: Box
    align: str = "<"
    style: str = ""
    before: str = ""


class Print(NamedTuple):
    """A fixed text, shown always or only when a mark is on."""

    x: int
    y: int
    text: str
    style: str = ""


@dataclass
class Plan:
    """The places of everything on a table."""

    width: int = 0
    height: int = 0
    furniture: list[Print] = field(default_factory=list)
    slots: dict[str, Box] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    marks: dict[str, list[Print]] = field(default_factory=dict)
    spots: dict[str, list[Box]] = field(default_factory=dict)
    """Parts of the table that can be chosen, apart from pieces."""
    previews: dict[str, Box] = field(default_factory=dict)
    """Where to write the points of a spot, if not next to it."""

    def print(self, x: int, y: int, text: str, style: str = "") -> None:
        """Add a fixed text."""
        self.furniture.append(Print(x, y, text, style))

    def mark(self, name: str, x: int, y: int, text: str, style: str = "") -> None:
        """Add a text that is shown when a mark is on."""
        self.marks.setdefault(name, []).append(Print(x, y, text, style))

    def add(self, other: Plan, x: int, y: int) -> None:
        """Add another plan to this one, with its corner at this cell."""

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
        """Write a text; its style is added to the existing one."""
        for at, sign in enumerate(text, x):
            if 0 <= at < self.width and 0 <= y < self.height:
                self.signs[y][at] = sign
                self.styles[y][at] += style

    def tint(self, box: Box, style: Style) -> None:
        """Add a style to some cells."""
        for at in range(box.x, min(box.x + box.width, self.width)):
            self.styles[box.y][at] += style

    def segments(self, y: int, base: Style) -> list[Segment]:
        """Return a line for the terminal; cells without a colour use that of the base."""
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
        """Return everything on the table apart from displays, centre and boards."""
        ...

    def board(self, game: Game, seat: int, tr: Language, /) -> Plan:
        """Return the board of a seat."""
        ...
