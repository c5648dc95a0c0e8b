"""The pieces on a table of Summer Pavilion.

Slots: `display.<source>.<k>`, `centre.<colour>.<k>`, `supply.<k>`, `hand.<seat>.<colour>.<k>`, `corner.<seat>.<k>`,
`space.<seat>.<star>.<space>`; for the starting player marker `centre.first`, or `first.<seat>` next to its holder's name.
Sources, stars and spaces are numbered as in moves.

Labels: `score.<seat>`, and from 80 on `lap.<seat>` and `rest.<seat>`, what the 80-tokens and the track would show; `round`,
`bag`, `discard`, `count.centre.<colour>` and `count.hand.<seat>.<colour>` from 2 up; and their contents, `bag.<colour>` and
`discard.<colour>`; `view`, what the table is about now (`azulejos.render.screen`).

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
DISPLAYS = [f"display.{source}" for source in range(10)]
HANDS, CORNERS = ([f"{place}.{seat}" for seat in SEATS] for place in ("hand", "corner"))
IN_BAG, IN_DISCARD = ([f"{place}.{colour}" for colour in COLOURS] for place in ("bag", "discard"))
SPACE = [[[f"space.{seat}.{star}.{space}" for space in range(1, 7)] for star in range(7)] for seat in SEATS]
FEATURE = [[(feature.spaces, f"feature.{seat}.{feature.kind}.{feature.star}") for feature in FEATURES] for seat in SEATS]


def scene(state: PavilionState) -> Scene:
    """Return the pieces on the table, independent of the viewer."""
    pieces: dict[str, str] = {}
    texts = {"round": str(state.round), "view": "taking" if state.phase == "acquire" else "placing"}
    marks = [f"wild.{COLOURS[state.wild]}", *_rounds(state.round)]
    for source, bunch in enumerate(state.displays, 1):
        pieces |= _row(DISPLAYS[source], bunch)
    pieces |= _row("supply", state.supply)
    _add_columns(pieces, texts, "centre", state.centre)
    for place, names, tiles in (("bag", IN_BAG, state.bag_tiles), ("discard", IN_DISCARD, state.discard_tiles)):
        texts[place] = str(sum(tiles))
        for name, n in zip(names, tiles, strict=True):
            if n:
                texts[name] = str(n)
    pieces["centre.first" if state.marker == places.IN_CENTRE else f"first.{state.marker}"] = "first"
    for seat in range(state.players):
        board = state.board(seat)
        _score(texts, marks, seat, board.score)
        _add_columns(pieces, texts, HANDS[seat], board.hand)
        pieces |= _row(CORNERS[seat], board.corners)
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


@lru_cache(KEPT)
def _row(place: str, bunch: Bunch) -> dict[str, str]:
    """Return tiles side by side, sorted by colour."""
    tiles = [colour for colour, n in zip(COLOURS, bunch, strict=True) for _ in range(n)]
    return {f"{place}.{k}": colour for k, colour in enumerate(tiles)}


def _add_columns(pieces: dict[str, str], texts: dict[str, str], place: str, bunch: Bunch) -> None:
    columns, counts = _columns(place, bunch)
    pieces |= columns
    texts |= counts


@lru_cache(KEPT)
def _columns(place: str, bunch: Bunch) -> tuple[dict[str, str], dict[str, str]]:
    """Return a column of tiles for each colour, and their numbers if there is more than one."""
    tiles = {f"{place}.{colour}.{k}": colour for colour, n in zip(COLOURS, bunch, strict=True) for k in range(n)}
    return tiles, {f"count.{place}.{colour}": str(n) for colour, n in zip(COLOURS, bunch, strict=True) if n > 1}


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
