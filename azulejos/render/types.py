"""What pictures are made of: see `docs/web.md`."""

from __future__ import annotations

from typing import NamedTuple


class Scene(NamedTuple):
    """What lies on the table, whoever looks at it."""

    pieces: dict[str, str]
    """Slot → what lies there: a colour of the game, or `first`, the first-player marker."""
    texts: dict[str, str]
    """Label → text."""
    marks: list[str]
    """Parts of the furniture that are emphasised now."""


class Place(NamedTuple):
    """Where a slot is: the centre of the piece, its width, and how far it is turned, in degrees."""

    x: float
    y: float
    size: float
    turn: float = 0


class Layout(NamedTuple):
    """Where things are on the table, for a viewer and a form of picture."""

    width: float
    height: float
    furniture: str
    """SVG below the pieces; classes say what a shape is, themes how it looks."""
    slots: dict[str, Place]
    spots: str
    """SVG above the pieces: transparent shapes with `data-spot`."""


class Choice(NamedTuple):
    """A legal move, and how it is pointed at."""

    move: str
    stages: tuple[tuple[str, ...], ...]
    """Spots to click, stage by stage; within a stage in any order."""
    points: int | None
    """What it scores; `None` where that is not known yet."""
    note: str | None
    """A few words for the preview."""


class Button(NamedTuple):
    """What a button spot shows."""

    text: str
    pieces: tuple[str, ...] = ()
