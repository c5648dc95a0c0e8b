"""A game's part in explaining moves: what the end of a round is worth to whom, thing by thing, and sentences about it.

`azulejos.bots.why` compares two lines of play with it, and picks the differences that matter most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from azulejos.core.contract import Gain

if TYPE_CHECKING:
    from azulejos.core.blocks import Speech


MOSTLY = 0.6
# Kinds of reasons where no single aspect explains the advantage:
LATER = "later"
"""Most of it comes in later rounds."""
END = "end"
"""It is in the final result."""


class Aspect(NamedTuple):
    """Something that is worth points to a seat: a kind of thing, and which one if there are several."""

    kind: str
    seat: int
    about: int | str | None = None


class Reason(NamedTuple):
    """Why a move is better: about this many points of an aspect, more for the player or less for another one."""

    kind: str
    seat: int
    about: int | str | None
    points: float
    own: bool
    """Whether it is about the player who moves."""
    share: float = 1.0
    """The part of the points that comes from `about` alone."""
    exact: bool = True
    """Whether the points are certain enough to say how many they are."""

    @property
    def one_place(self) -> bool:
        """Whether most of it comes from `about`."""
        return self.share >= MOSTLY


class CoachPart(Protocol):
    """A game's module `scene.coach`."""

    AT_ONCE: frozenset[str]
    """The kinds of things that are points of the round itself: they mean the same whether or not the game ends with it."""
    PRICES: Mapping[str, str]
    """The kinds of things that cost something, with the kind of what they cost: they are only worth the difference."""

    def aspects(self, after: Any, gains: Sequence[Gain]) -> dict[Aspect, float]:
        """Return what the end of a round is worth, in points; `gains` are those of the events that led to it."""
        ...

    def themes(self, tr: Speech) -> dict[str, str]:
        """Return the kinds of reasons, each with a title in a few words."""
        ...

    def sentence(self, reason: Reason, name: str, tr: Speech) -> str:
        """Return a sentence about the better move, "it"; `name` is the player that the reason is about."""
        ...
