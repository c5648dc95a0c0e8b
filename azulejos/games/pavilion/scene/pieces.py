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

from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.contract import Bunch
from azulejos.games.pavilion.board import EMPTY, FEATURES
from azulejos.games.pavilion.moves import COLOURS
from azulejos.games.pavilion.position import Board
from azulejos.render.types import Scene

if TYPE_CHECKING:
    from azulejos.games.pavilion.rules import PavilionState

EACH = 22
"""Tiles of a colour."""
LAP = 80
"""The length of the score track, which is a loop; a token counts each time around."""

# All names are created once: a scene has hundreds of them, and there is one for every event.
SEATS = range(4)
DISPLAY = [[f"display.{source}.{k}" for k in range(4)] for source in range(10)]
SUPPLY = [f"supply.{k}" for k in range(10)]
CORNER = [[f"corner.{seat}.{k}" for k in range(4)] for seat in SEATS]
CENTRE = [[f"centre.{colour}.{k}" for k in range(EACH)] for colour in COLOURS]
HAND = [[[f"hand.{seat}.{colour}.{k}" for k in range(EACH)] for colour in COLOURS] for seat in SEATS]
SPACE = [[[f"space.{seat}.{star}.{space}" for space in range(1, 7)] for star in range(7)] for seat in SEATS]
FEATURE = [[(feature.spaces, f"feature.{seat}.{feature.kind}.{feature.star}") for feature in FEATURES] for seat in SEATS]


def scene(state: PavilionState) -> Scene:
    """Return the pieces on the table, independent of the viewer."""
    pieces: dict[str, str] = {}
    texts = {"round": str(state.round), "view": "taking" if state.phase == "acquire" else "placing"}
    marks = [f"wild.{COLOURS[state.wild]}", f"round.{state.round}", *(f"past.{number}" for number in range(1, state.round))]
    for source, bunch in enumerate(state.displays, 1):
        _row(pieces, DISPLAY[source], bunch)
    _row(pieces, SUPPLY, state.supply)
    _columns(pieces, texts, "centre", CENTRE, state.centre)
    for place, tiles in (("bag", state.bag_tiles), ("discard", state.discard_tiles)):
        texts[place] = str(sum(tiles))
        texts.update({f"{place}.{colour}": str(n) for colour, n in zip(COLOURS, tiles, strict=True) if n})
    pieces["centre.first" if state.marker == places.IN_CENTRE else f"first.{state.marker}"] = "first"
    for seat in range(state.players):
        board = state.board(seat)
        _score(texts, marks, seat, board.score)
        _columns(pieces, texts, f"hand.{seat}", HAND[seat], board.hand)
        _row(pieces, CORNER[seat], board.corners)
        _stars(pieces, marks, seat, board)
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


def _stars(pieces: dict[str, str], marks: list[str], seat: int, board: Board) -> None:
    covered = 0
    for star, colours in enumerate(board.stars):
        for i, colour in enumerate(colours):
            if colour != EMPTY:
                pieces[SPACE[seat][star][i]] = COLOURS[colour]
                covered |= 1 << 6 * star + i
        if EMPTY not in colours:
            marks.append(f"star.{seat}.{star}")
    marks += [mark for spaces, mark in FEATURE[seat] if covered & spaces == spaces]


def _row(pieces: dict[str, str], slots: list[str], bunch: Bunch) -> None:
    """Add tiles side by side, sorted by colour."""
    k = 0
    for colour, n in enumerate(bunch):
        for _ in range(n):
            pieces[slots[k]] = COLOURS[colour]
            k += 1


def _columns(pieces: dict[str, str], texts: dict[str, str], place: str, slots: list[list[str]], bunch: Bunch) -> None:
    """Add a column of tiles for each colour, with their number if there is more than one."""
    for colour, n in enumerate(bunch):
        if n:
            for k in range(n):
                pieces[slots[colour][k]] = COLOURS[colour]
            if n > 1:
                texts[f"count.{place}.{COLOURS[colour]}"] = str(n)
