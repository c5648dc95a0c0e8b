"""The types of pictures; see `docs/web.md`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from azulejos.core.contract import Event, Gain, Json, Move
from azulejos.core.game import Game
from azulejos.language import Language
from azulejos.render.screen import Screen


class Scene(NamedTuple):
    """The pieces on the table, independent of the viewer."""

    pieces: dict[str, str]
    """Slot → the piece there: a colour of the game, or `first`, the starting player marker."""
    texts: dict[str, str]
    """Label → text."""
    marks: list[str]
    """Parts of the fixtures that are highlighted."""


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
    fixtures: str
    """SVG below the pieces; shapes have classes, which themes style."""
    slots: dict[str, Place]
    spots: str
    """SVG above the pieces: transparent shapes with `data-spot`."""


# Structs, because there are dozens of them for every move at a web table: they are made and encoded fast.


class Choice(Struct, frozen=True, gc=False):
    """A legal move, and the clicks that choose it."""

    move: str
    stages: tuple[tuple[str, ...], ...]
    """Spots to click, stage by stage; in any order within a stage."""
    points: int | None
    """The points it scores; `None` if not known yet."""
    note: str | None
    """A short note for the preview."""


class Button(Struct, frozen=True, gc=False):
    """The content of a button."""

    text: str
    pieces: tuple[str, ...] = ()


class Row(NamedTuple):
    """A row of the scoring sheet: its title, the points of each seat, and the section of the rules that explains them."""

    text: str
    points: tuple[int, ...]
    rule: str


class Sentences(Protocol):
    """Events and points in sentences: the module `sentences` of a game's scene."""

    def event(self, state: Any, event: Event, names: Sequence[str], tr: Language) -> str:
        """Return a sentence that says what an event does, given the state before it."""
        ...

    def gain(self, gain: Gain, names: Sequence[str], tr: Language) -> str:
        """Return a sentence that says who scored how much, and why."""
        ...

    def row(self, gain: Gain) -> str:
        """Return the row of the scoring sheet that a gain belongs to: its reason, or a more detailed key."""
        ...

    def sheet(self, game: Game, breakdown: Sequence[dict[str, int]], tr: Language) -> list[Row]:
        """Return the scoring sheet, without its total: the points of each seat by `row` (or less detailed, by reason)."""
        ...


Sentence = Callable[[Language, Json], str]


class Reasons(Protocol):
    """Reasons for refusals and scores: the module `why` of a game's scene."""

    SENTENCES: dict[str, Sentence]
    """Code of a refusal → its sentence; more specific ones first."""
    RULES: dict[str, str]
    """Code of a refusal, or reason of a gain → section of the rules."""

    def spots(self, seat: int, move: Move) -> set[str]:
        """Return the spots to click for a move, legal or not, without buttons."""
        ...


class PlaceWords(NamedTuple):
    """The names of a kind of place. A slot or spot begins with the kind: `line.0.3.1`, `display.2/red`.

    In the texts `{1}`, `{2}` … are the parts of its name after the kind, `{colour}` is the colour, `{name}` the player.
    """

    spot: str
    """A piece there: "{colour} on display {1}"."""
    text: str
    """The place itself: "Display {1}"."""
    parts: int
    """The number of parts of a spot: with 3, a click on a piece in `line.0.3.1` means the spot `line.0.3`."""
    by_colour: bool = False
    """Whether all pieces of a colour there are one spot: `display.2/red`."""
    owned: bool = False
    """Whether part 1 is the seat whose board it is on."""
    exact: bool = False
    """Whether the slot within the place matters; it is part 3."""


class Prompt(NamedTuple):
    """A prompt for when only spots of some kinds are offered (apart from buttons)."""

    kinds: tuple[str, ...]
    """Kinds of places; `*` for any."""
    first: str
    """The text before the first click."""
    then: str
    """The text after it."""
    done: str | None = None
    """The text when the player may finish or click on more; by default one of the others."""
    after: tuple[str, ...] = ()
    """Show it only after a click on one of these buttons."""


class Vocabulary(NamedTuple):
    """The names of a game's parts, in a language."""

    pieces: dict[str, str]
    """Colour or other piece → its name."""
    places: dict[str, PlaceWords]
    prompts: tuple[Prompt, ...]
    """The first one that fits is shown; see `azulejos.render.prompts`."""
    fields: dict[str, str]
    """Field of a position's text → its name."""
    seat_fields: tuple[str, ...]
    """The parts of a seat's field, separated by semicolons there."""


@dataclass(frozen=True)
class ScenePart:
    """A game's drawings, choices and sentences; `azulejos.render` documents the functions."""

    scene: Callable[[Any], Scene]
    layout: Callable[[Any, int, str], Layout]
    choices: Callable[[Any, Language], list[Choice]]
    buttons: Callable[[Any, Language], dict[str, Button]]
    preview: Callable[[Any], tuple[Scene, Layout]]
    symbols: Callable[[], str]
    sentences: Sentences
    reasons: Reasons
    vocabulary: Callable[[Language], Vocabulary] | None = None
    edit: Callable[[str, str, str | None], str] | None = None
    """Return a position's text with a tile of a colour added to a slot, or with its tile removed (`None`); tiles come from the
    bag and go back into it. Raise a `Problem` if that is not possible."""
    screen: Callable[[Any, int, Screen], Layout] | None = None
    """Return the table made for a screen, seen from a seat."""
