"""The texts that present a game: its title, boards, options and editions, in a language.

`Game.description(tr)` returns these; the command, the page and the environments show them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class ChoiceText:
    """A value to choose, such as a board or one value of an option."""

    value: Any
    """The value in the game's JSON."""
    title: str
    """The title on its card: `Grey wall`."""
    about: str = ""
    """One sentence that explains it."""
    short: str = ""
    """The text in a game's summary, `grey wall`; empty if it need not be mentioned."""


@dataclass(frozen=True)
class OptionText:
    """An option of a game, apart from players and board."""

    name: str
    kind: Literal["switch", "choice", "number", "order"]
    title: str
    about: str
    default: Any
    values: tuple[ChoiceText, ...] = ()
    """The values of a `switch` (two) or `choice`, the default first; or the things that an `order` puts in order, in the
    default order."""
    least: int | None = None
    most: int | None = None
    """Bounds of a `number`."""
    main: bool = True
    """Whether to offer it when setting up a game; others are for programs and the command line."""


@dataclass(frozen=True)
class EditionText:
    """A published edition: a name for some values of the options."""

    name: str
    title: str
    about: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ColourText:
    """A colour of the tiles."""

    name: str
    letter: str
    title: str


@dataclass(frozen=True)
class GameText:
    """All texts that present a game."""

    name: str
    title: str
    about: str
    players: tuple[int, ...]
    boards: tuple[ChoiceText, ...]
    """The default first."""
    options: tuple[OptionText, ...]
    editions: tuple[EditionText, ...]
    colours: tuple[ColourText, ...]
    phases: Mapping[str, str] = field(default_factory=dict)
    """Phase of a round → its title."""
