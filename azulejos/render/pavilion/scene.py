"""What lies on a table of Summer Pavilion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.contract import Bunch
from azulejos.core.pavilion.board import FEATURES
from azulejos.core.pavilion.moves import COLOURS
from azulejos.core.pavilion.position import EMPTY, Board
from azulejos.render.types import Scene

if TYPE_CHECKING:
    from azulejos.core.pavilion.rules import PavilionState

LAP = 80
"""The score track is a loop of so many; a token tells of each time around."""

SPACE_SLOTS = tuple(
    tuple(tuple(f"space.{seat}.{star}.{space}" for space in range(1, 7)) for star in range(7)) for seat in range(4)
)
FEATURE_MARKS = tuple(
    tuple((feature.spaces, f"feature.{seat}.{feature.kind}.{feature.star}") for feature in FEATURES) for seat in range(4)
)


def scene(state: PavilionState) -> Scene:
    """What lies where, which numbers are shown, and what is emphasised."""
    pieces: dict[str, str] = {}
    texts: dict[str, str] = {}
    marks = [f"round.{state.round}", f"wild.{COLOURS[state.wild]}"]
    marks += [f"past.{number}" for number in range(1, state.round)]
    for number, bunch in enumerate(state.displays, 1):
        _row(pieces, f"display.{number}", bunch)
    _row(pieces, "supply", state.supply)
    _columns(pieces, texts, "centre", state.centre)
    for place, bunch in (("bag", state.bag_tiles), ("discard", state.discard_tiles)):
        texts[place] = str(sum(bunch))
        texts.update({f"{place}.{colour}": str(n) for colour, n in zip(COLOURS, bunch, strict=True)})
    pieces["centre.first" if state.marker == places.IN_CENTRE else f"first.{state.marker}"] = "first"
    for seat in range(state.players):
        _seat(pieces, texts, marks, seat, state.board(seat))
    if isinstance(state.actor, int):
        marks.append(f"turn.{state.actor}")
    if state.outcome is not None:
        marks += [f"winner.{seat}" for seat in state.outcome.winners]
    return Scene(pieces, texts, marks)


def _seat(pieces: dict[str, str], texts: dict[str, str], marks: list[str], seat: int, board: Board) -> None:
    laps, rest = divmod(board.score, LAP)
    texts[f"score.{seat}"] = str(board.score)
    texts[f"lap.{seat}"] = ("" if laps < 2 else f"{laps}×") + str(LAP) if laps else ""
    texts[f"rest.{seat}"] = f"+ {rest}" if laps else ""
    marks += [f"lap.{seat}"] * (laps > 0) + [f"passed.{seat}"] * board.passed
    _columns(pieces, texts, f"hand.{seat}", board.hand)
    _row(pieces, f"corner.{seat}", board.corners)
    covered = 0
    for star, spaces in enumerate(board.stars):
        whole = True
        for i, colour in enumerate(spaces):
            if colour == EMPTY:
                whole = False
            else:
                pieces[SPACE_SLOTS[seat][star][i]] = COLOURS[colour]
                covered |= 1 << 6 * star + i
        if whole:
            marks.append(f"star.{seat}.{star}")
    marks += [mark for spaces, mark in FEATURE_MARKS[seat] if covered & spaces == spaces]


def _row(pieces: dict[str, str], place: str, bunch: Bunch) -> None:
    """Tiles side by side, sorted by colour."""
    k = 0
    for colour, n in zip(COLOURS, bunch, strict=True):
        for _ in range(n):
            pieces[f"{place}.{k}"] = colour
            k += 1


def _columns(pieces: dict[str, str], texts: dict[str, str], place: str, bunch: Bunch) -> None:
    """A column of tiles for each colour, and its number where it is more than a glance tells."""
    for colour, n in zip(COLOURS, bunch, strict=True):
        for k in range(n):
            pieces[f"{place}.{colour}.{k}"] = colour
        texts[f"count.{place}.{colour}"] = str(n) if n > 1 else ""
