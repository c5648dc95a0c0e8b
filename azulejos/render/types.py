"""What pictures are made of: see `docs/web.md`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from azulejos.core.contract import Event, Gain, Json, Move
from azulejos.core.game import Game
from azulejos.language import Language


class Scene(NamedTuple):
    """What lies on the table, whoever looks at it."""

    pieces: dict[str, str]
    """Slot → what lies there: a colour of the game, or `first`, the first-player marker."""
    texts: dict[str, str]
    """Label → text."""
    marks: list[str]
    """Parts of the fixtures that are emphasised now."""


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


class Row(NamedTuple):
    """A row of the scoring sheet: what for, the points of each seat, and the section of the rules that explains them."""

    text: str
    points: tuple[int, ...]
    rule: str


class Sentences(Protocol):
    """What happens in a game, in sentences: the module `sentences` of its scene."""

    def event(self, state: Any, event: Event, names: Sequence[str], tr: Language) -> str:
        """A sentence: what an event does, as seen from the state before it."""
        ...

    def gain(self, gain: Gain, names: Sequence[str], tr: Language) -> str:
        """A sentence: who scored how much, and why."""
        ...

    def row(self, gain: Gain) -> str:
        """The row of the scoring sheet that a gain belongs to: its reason, or finer."""
        ...

    def sheet(self, game: Game, breakdown: Sequence[dict[str, int]], tr: Language) -> list[Row]:
        """The scoring sheet, without its total: the points of each seat by `row` (or coarser, by reason)."""
        ...


Sentence = Callable[[Language, Json], str]


class Reasons(Protocol):
    """Why something is refused or scores: the module `why` of a game's scene."""

    SENTENCES: dict[str, Sentence]
    """Code of a refusal → the sentence for it; the more specific ones first."""
    RULES: dict[str, str]
    """Code of a refusal, or reason of a gain → section of the rules."""

    def spots(self, seat: int, move: Move) -> set[str]:
        """What is clicked to point at a move, legal or not, buttons excepted."""
        ...


class PlaceWords(NamedTuple):
    """What a kind of place is called. A slot or spot begins with the kind: `line.0.3.1`, `display.2/red`.

    In the texts `{1}`, `{2}` … are the parts of its name after the kind, `{colour}` is the colour, `{name}` the player.
    """

    spot: str
    """Something to point at: "{colour} on display {1}"."""
    text: str
    """The place itself: "Display {1}"."""
    parts: int
    """How many parts a spot has: a click on a piece in `line.0.3.1` means the spot `line.0.3` if there are 3."""
    by_colour: bool = False
    """Whether all pieces of a colour there are one spot: `display.2/red`."""
    owned: bool = False
    """Whether part 1 is the seat whose board it is on."""
    exact: bool = False
    """Whether it matters which slot of the place a piece lies in: part 3 says so."""


class Prompt(NamedTuple):
    """What to ask for, where only spots of some kinds are offered (buttons aside)."""

    kinds: tuple[str, ...]
    """Kinds of places; `*` for any."""
    first: str
    """Before anything was clicked."""
    then: str
    """After that."""
    done: str | None = None
    """Where the player may stop, or click on more; if there is none, the other texts."""
    after: tuple[str, ...] = ()
    """Only after a click on one of these buttons."""


class Vocabulary(NamedTuple):
    """What people call the parts of a game, in a language."""

    pieces: dict[str, str]
    """Colour or other piece → its name."""
    places: dict[str, PlaceWords]
    prompts: tuple[Prompt, ...]
    """The first that fits is shown: see `azulejos.render.prompts`."""
    fields: dict[str, str]
    """Field of a position's text → its name."""
    seat_fields: tuple[str, ...]
    """The parts of a seat's field, separated by semicolons there."""


@dataclass(frozen=True)
class ScenePart:
    """How a game is drawn, pointed at and put into sentences; `azulejos.render` says what each function returns."""

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
    """A position's text with a tile of a colour put into a slot, or with the tile there taken away (`None`); the other tiles
    come from the bag and go back into it. Raises a `Problem` where nothing can be put."""
