"""The pieces on a table of Summer Pavilion.

Slots: `display.<source>.<k>`, `centre.<colour>.<k>`, `supply.<k>`, `hand.<seat>.<colour>.<k>`, `corner.<seat>.<k>`,
`space.<seat>.<star>.<space>`; for the starting player marker `centre.first`, or `first.<seat>` next to its holder's name.
Sources, stars and spaces are numbered as in moves.

Labels: `score.<seat>`, and from 80 on `lap.<seat>` and `rest.<seat>`, what the 80-tokens and the track would show; `round`,
`bag`, `discard`, `count.centre.<colour>` and `count.hand.<seat>.<colour>` from 2 up; and their contents, `bag.<colour>` and
`discard.<colour>`.

Marks: `turn.<seat>`, `passed.<seat>`, `winner.<seat>`, `lap.<seat>`; `round.<n>`, and `past.<n>` of those before;
`wild.<colour>`; what a board has reached, `feature.<seat>.<kind>.<star>` and `star.<seat>.<star>`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.contract import Bunch
from azulejos.games.pavilion.board import EMPTY, FEATURES
from azulejos.games.pavilion.moves import COLOURS
from azulejos.render.types import Scene

if TYPE_CHECKING:
    from azulejos.games.pavilion.rules import PavilionState

EACH = 22
"""Tiles of a colour."""
KEPT = 2000
"""The boards to remember: those of about a thousand tables."""
LAP = 80
"""The length of the score track, which is a loop; a token counts each time around."""

# All names are created once: a scene has hundreds of them, and there is one for every event.
SEATS = range(4)
DISPLAY = [[f"display.{source}.{k}" for k in range(4)] for source in range(10)]
SUPPLY = [f"supply.{k}" for k in range(10)]
CORNER = [[f"corner.{seat}.{k}" for k in range(4)] for seat in SEATS]
CENTRE = [[f"centre.{colour}.{k}" for k in range(EACH)] for colour in COLOURS]
HAND = [[[f"hand.{seat}.{colour}.{k}" for k in range(EACH)] for colour in COLOURS] for seat in SEATS]
IN_BAG, IN_DISCARD = ([f"{place}.{colour}" for colour in COLOURS] for place in ("bag", "discard"))
SPACE = [[[f"space.{seat}.{star}.{space}" for space in range(1, 7)] for star in range(7)] for seat in SEATS]
FEATURE = [[(feature.spaces, f"feature.{seat}.{feature.kind}.{feature.star}") for feature in FEATURES] for seat in SEATS]


def scene(state: PavilionState) -> Scene:
    """Return the pieces on the table, independent of the viewer."""
    pieces: dict[str, str] = {}
    texts = {"round": str(state.round)}
    marks = [f"wild.{COLOURS[state.wild]}", *_rounds(state.round)]
    for source, bunch in enumerate(state.displays, 1):
        pieces |= _display(source, bunch)
    _row(pieces, SUPPLY, state.supply)
    _columns(pieces, texts, "centre", state.centre)
    for place, names, tiles in (("bag", IN_BAG, state.bag_tiles), ("discard", IN_DISCARD, state.discard_tiles)):
        texts[place] = str(sum(tiles))
        for name, n in zip(names, tiles, strict=True):
            if n:
                texts[name] = str(n)
    pieces["centre.first" if state.marker == places.IN_CENTRE else f"first.{state.marker}"] = "first"
    for seat in range(state.players):
        board = state.board(seat)
        _score(texts, marks, seat, board.score)
        _columns(pieces, texts, f"hand.{seat}", board.hand)
        _row(pieces, CORNER[seat], board.corners)
        tiles_on_stars, reached = _stars(seat, board.stars)
        pieces |= tiles_on_stars
        marks += reached
        if board.passed and state.turn != places.NOBODY:
            marks.append(f"passed.{seat}")
    if state.turn < places.DEALING:
        marks.append(f"turn.{state.turn}")
    elif (outcome := state.outcome) is not None:
        marks += [f"winner.{seat}" for seat in outcome.winners]
    return Scene(pieces, texts, marks)


def _score(texts: dict[str, str], marks: list[str], seat: int, score: int) -> None:
    texts[f"score.{seat}"] = str(score)
    laps, rest = divmod(score, LAP)
    if laps:
        texts[f"lap.{seat}"] = str(LAP * laps)
        texts[f"rest.{seat}"] = f"+{rest}"
        marks.append(f"lap.{seat}")


# Most parts of a table are the same after a move, and at other tables.


@cache
def _rounds(number: int) -> list[str]:
    return [f"round.{number}", *(f"past.{before}" for before in range(1, number))]


@cache
def _display(source: int, bunch: Bunch) -> dict[str, str]:
    found: dict[str, str] = {}
    _row(found, DISPLAY[source], bunch)
    return found


@cache
def _column(place: str, colour: int, n: int) -> dict[str, str]:
    return {f"{place}.{COLOURS[colour]}.{k}": COLOURS[colour] for k in range(n)}


@lru_cache(KEPT)
def _stars(seat: int, stars: tuple[tuple[int, ...], ...]) -> tuple[dict[str, str], list[str]]:
    """Return the tiles on a board's stars, and what they have reached."""
    pieces: dict[str, str] = {}
    marks: list[str] = []
    covered = 0
    for star, colours in enumerate(stars):
        for i, colour in enumerate(colours):
            if colour != EMPTY:
                pieces[SPACE[seat][star][i]] = COLOURS[colour]
                covered |= 1 << 6 * star + i
        if EMPTY not in colours:
            marks.append(f"star.{seat}.{star}")
    return pieces, marks + [mark for spaces, mark in FEATURE[seat] if covered & spaces == spaces]


def _row(pieces: dict[str, str], slots: list[str], bunch: Bunch) -> None:
    """Add tiles side by side, sorted by colour."""
    k = 0
    for colour, n in enumerate(bunch):
        for _ in range(n):
            pieces[slots[k]] = COLOURS[colour]
            k += 1


def _columns(pieces: dict[str, str], texts: dict[str, str], place: str, bunch: Bunch) -> None:
    """Add a column of tiles for each colour, with their number if there is more than one."""
    for colour, n in enumerate(bunch):
        if n:
            pieces |= _column(place, colour, n)
            if n > 1:
                texts[f"count.{place}.{COLOURS[colour]}"] = str(n)
