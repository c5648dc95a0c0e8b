"""Why a move of Azul is better: points of the round, the floor line, progress towards bonuses, lines, who starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.coach import Aspect, Reason
from azulejos.core.contract import Gain
from azulejos.games.azul.board import EMPTY, JOKER
from azulejos.games.azul.moves import COLOURS

if TYPE_CHECKING:
    from azulejos.core.blocks import Speech
    from azulejos.games.azul.rules import AzulState

AT_ONCE = frozenset({"tiles", "floor"})
PRICES: Mapping[str, str] = {}
# What the tiles of a row, column or colour add to the expected bonus at the end, by their number.
ROW = (0.0, 0.1, 0.2, 0.4, 0.8, 2.0)
COLUMN = (0.0, 0.3, 0.8, 1.8, 3.6, 7.0)
COLOUR = (0.0, 0.2, 0.6, 1.5, 3.5, 10.0)
# By regression of what the search expects after other deals, on ends of rounds of 140 games of different levels:
LINE = 1.0  # for each space of a pattern line that is almost full, next round
WALL = ((6.0, 5.0, 1.5, 0.8), (6.0, 2.0))  # a tile on the wall, for later rounds: by side of the board, after each round
START = 3.2  # starting the next round: what the search finds if only that is changed

Text = Callable[..., str]


def aspects(after: AzulState, gains: Sequence[Gain]) -> dict[Aspect, float]:
    """Return what the end of a round is worth, in points."""
    found: dict[Aspect, float] = {}
    for gain in gains:
        kind = {"placement": "tiles", "marker": "floor", "floor": "floor"}.get(gain.reason)
        if kind is not None:
            aspect = Aspect(kind, gain.seat, gain.detail["row"] if kind == "tiles" else None)
            found[aspect] = found.get(aspect, 0.0) + gain.points
        else:  # a bonus at the end
            about = next(iter(gain.detail.values()))
            found[Aspect(gain.reason, gain.seat, about)] = float(gain.points)
    if after.outcome is None:
        for seat in range(after.players):
            found.update(_prospects(after, seat))
        if after.marker != places.IN_CENTRE:
            found[Aspect("start", after.marker)] = START
    return found


def _prospects(state: AzulState, seat: int) -> dict[Aspect, float]:
    """Return what a board between two rounds promises."""
    board = state.board(seat)
    found = {Aspect("wall", seat): _wall(state) * sum(5 - spaces.count(EMPTY) for spaces in board.wall)}
    for row, spaces in enumerate(board.wall):
        found[Aspect("rows", seat, row + 1)] = ROW[5 - spaces.count(EMPTY)]
    for column, spaces in enumerate(zip(*board.wall, strict=True)):
        found[Aspect("columns", seat, column + 1)] = COLUMN[5 - spaces.count(EMPTY)]
    for colour in range(JOKER):
        found[Aspect("colours", seat, COLOURS[colour])] = COLOUR[min(sum(row.count(colour) for row in board.wall), 5)]
    for line, held in enumerate(board.lines, 1):
        if held is not None:
            full = (held[1] + held[2]) / line
            found[Aspect("lines", seat, line)] = LINE * line * full * full
    return found


def _wall(state: AzulState) -> float:
    """Return what a tile on the wall is worth for later rounds; its points, rows, columns and colours not included."""
    return dict(enumerate(WALL[state.game.board == "grey"], 1)).get(state.round, 0.0)


OWN: dict[str, Text] = {
    "wall": lambda tr, n, _: tr("It puts more tiles on the wall."),
    "floor": lambda tr, n, _: tr.many(
        "It saves about {n} point on the floor line.", "It saves about {n} points on the floor line.", n
    ),
    "rows": lambda tr, n, about: tr("It brings row {row} closer to its bonus.", row=about),
    "columns": lambda tr, n, about: tr("It brings column {column} closer to its bonus.", column=about),
    "lines": lambda tr, n, about: tr("It leaves more tiles in pattern line {line} for the next round.", line=about),
    "start": lambda tr, n, _: tr("It makes it more likely to start the next round."),
    "tiles": lambda tr, n, about: tr.many(
        "It scores about {n} more point this round, mostly in row {row}.",
        "It scores about {n} more points this round, mostly in row {row}.",
        n,
        row=about,
    ),
}
OTHER: dict[str, Text] = {
    "wall": lambda tr, n, _, name: tr("{name} puts fewer tiles on the wall.", name=name),
    "floor": lambda tr, n, _, name: tr.many(
        "{name} loses about {n} more point on the floor line.",
        "{name} loses about {n} more points on the floor line.",
        n,
        name=name,
    ),
    "rows": lambda tr, n, about, name: tr("{name} gets less far with row {row}.", name=name, row=about),
    "columns": lambda tr, n, about, name: tr("{name} gets less far with column {column}.", name=name, column=about),
    "lines": lambda tr, n, about, name: tr(
        "{name} keeps fewer tiles in pattern line {line} for the next round.", name=name, line=about
    ),
    "start": lambda tr, n, _, name: tr("{name} is less likely to start the next round.", name=name),
    "tiles": lambda tr, n, about, name: tr.many(
        "{name} scores about {n} point less this round, mostly in row {row}.",
        "{name} scores about {n} points less this round, mostly in row {row}.",
        n,
        name=name,
        row=about,
    ),
}
OWN_WITHOUT_NUMBER: dict[str, Text] = {
    "floor": lambda tr, _: tr("It saves points on the floor line."),
    "tiles": lambda tr, row: (
        tr("It scores more points this round, mostly in row {row}.", row=row)
        if row
        else tr("It scores more points this round.")
    ),
}
OTHER_WITHOUT_NUMBER: dict[str, Text] = {
    "floor": lambda tr, _, name: tr("{name} loses more points on the floor line.", name=name),
    "tiles": lambda tr, row, name: (
        tr("{name} scores fewer points this round, mostly in row {row}.", name=name, row=row)
        if row
        else tr("{name} scores fewer points this round.", name=name)
    ),
}
OWN_COLOUR: dict[str, Text] = {
    "blue": lambda tr: tr("It brings the five blue tiles closer to their bonus."),
    "yellow": lambda tr: tr("It brings the five yellow tiles closer to their bonus."),
    "red": lambda tr: tr("It brings the five red tiles closer to their bonus."),
    "black": lambda tr: tr("It brings the five black tiles closer to their bonus."),
    "white": lambda tr: tr("It brings the five white tiles closer to their bonus."),
}
OTHER_COLOUR: dict[str, Text] = {
    "blue": lambda tr, name: tr("{name} gets less far with the five blue tiles.", name=name),
    "yellow": lambda tr, name: tr("{name} gets less far with the five yellow tiles.", name=name),
    "red": lambda tr, name: tr("{name} gets less far with the five red tiles.", name=name),
    "black": lambda tr, name: tr("{name} gets less far with the five black tiles.", name=name),
    "white": lambda tr, name: tr("{name} gets less far with the five white tiles.", name=name),
}


def themes(tr: Speech) -> dict[str, str]:
    """Return the kinds of reasons with their titles."""
    return {
        "tiles": tr("Points this round"),
        "wall": tr("Tiles on the wall"),
        "floor": tr("The floor line"),
        "rows": tr("Completed rows"),
        "columns": tr("Completed columns"),
        "colours": tr("Completed colours"),
        "lines": tr("Tiles for the next round"),
        "start": tr("Who starts the next round"),
    }


def sentence(reason: Reason, name: str, tr: Speech) -> str:
    """Return a sentence about the better move."""
    points = max(1, round(reason.points))
    if not reason.exact and reason.kind in OWN_WITHOUT_NUMBER:
        row = reason.about if reason.one_place else None
        return OWN_WITHOUT_NUMBER[reason.kind](tr, row) if reason.own else OTHER_WITHOUT_NUMBER[reason.kind](tr, row, name)
    if reason.kind == "tiles" and not reason.one_place:
        return _tiles(tr, points) if reason.own else _their_tiles(tr, points, name)
    if reason.kind == "colours":
        colour = str(reason.about)
        return OWN_COLOUR[colour](tr) if reason.own else OTHER_COLOUR[colour](tr, name)
    if reason.own:
        return OWN[reason.kind](tr, points, reason.about)
    return OTHER[reason.kind](tr, points, reason.about, name)


def _tiles(tr: Speech, n: int) -> str:
    return tr.many("It scores about {n} more point this round.", "It scores about {n} more points this round.", n)


def _their_tiles(tr: Speech, n: int, name: str) -> str:
    return tr.many(
        "{name} scores about {n} point less this round.", "{name} scores about {n} points less this round.", n, name=name
    )
