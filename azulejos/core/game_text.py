"""A game as people choose it: its title, and what its boards, options and editions are called, in a language.

`Game.description(tr)` returns these; the command, the page and the environments present them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class ChoiceText:
    """A value to choose, such as a board or one value of an option."""

    value: Any
    """What stands in the JSON of the game."""
    title: str
    """On its card: `Grey wall`."""
    about: str = ""
    """One sentence that explains it."""
    short: str = ""
    """Within a line that sums up a game, `grey wall`; empty for what need not be mentioned."""


@dataclass(frozen=True)
class OptionText:
    """An option of a game, apart from players and board."""

    name: str
    kind: Literal["switch", "choice", "number", "order"]
    title: str
    about: str
    default: Any
    values: tuple[ChoiceText, ...] = ()
    """The values of a `switch` (two) or `choice`, the default first; or what an `order` puts in order, in the usual order."""
    least: int | None = None
    most: int | None = None
    """Bounds of a `number`."""
    main: bool = True
    """Whether to ask for it when a game is set up; others are for programs and the command line."""


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
    """All that people are shown of a game before they play it."""

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
    """Phase of a round → what is done in it."""
