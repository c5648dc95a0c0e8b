"""Azul in sentences: what happens, why it scores, and the scoring sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from azulejos.core.contract import Deal, Event, Gain, Move
from azulejos.games.azul.board import JOKER, MARKER
from azulejos.games.azul.explain import falling
from azulejos.games.azul.moves import COLOURS
from azulejos.games.azul.scene.why import RULES
from azulejos.language import Language
from azulejos.render.types import Row

if TYPE_CHECKING:
    from azulejos.core.game import Game
    from azulejos.games.azul.rules import AzulState

Count = Callable[[Language, int], str]

# One text for each colour, because other languages inflect the words for colours.
TILES: dict[str, Count] = {
    "blue": lambda tr, n: tr.many("{n} blue tile", "{n} blue tiles", n),
    "yellow": lambda tr, n: tr.many("{n} yellow tile", "{n} yellow tiles", n),
    "red": lambda tr, n: tr.many("{n} red tile", "{n} red tiles", n),
    "black": lambda tr, n: tr.many("{n} black tile", "{n} black tiles", n),
    "white": lambda tr, n: tr.many("{n} white tile", "{n} white tiles", n),
    "joker": lambda tr, n: tr.many("{n} joker", "{n} jokers", n),
}
A_TILE: dict[str, Callable[[Language], str]] = {
    "blue": lambda tr: tr("a blue tile"),
    "yellow": lambda tr: tr("a yellow tile"),
    "red": lambda tr: tr("a red tile"),
    "black": lambda tr: tr("a black tile"),
    "white": lambda tr: tr("a white tile"),
    "joker": lambda tr: tr("a joker"),
}
ALL_OF: dict[str, Callable[[Language], str]] = {
    "blue": lambda tr: tr("completes blue"),
    "yellow": lambda tr: tr("completes yellow"),
    "red": lambda tr: tr("completes red"),
    "black": lambda tr: tr("completes black"),
    "white": lambda tr: tr("completes white"),
}
EARNED_BY_COLOUR: dict[str, Callable[..., str]] = {
    "blue": lambda tr, name, n: tr("{name} scores {n} points for all five blue tiles.", name=name, n=n),
    "yellow": lambda tr, name, n: tr("{name} scores {n} points for all five yellow tiles.", name=name, n=n),
    "red": lambda tr, name, n: tr("{name} scores {n} points for all five red tiles.", name=name, n=n),
    "black": lambda tr, name, n: tr("{name} scores {n} points for all five black tiles.", name=name, n=n),
    "white": lambda tr, name, n: tr("{name} scores {n} points for all five white tiles.", name=name, n=n),
}


def all_of(colour: str, tr: Language) -> str:
    """Return the sentence that a tile is the fifth of its colour."""
    return ALL_OF[colour](tr)


def event(state: AzulState, event: Event, names: Sequence[str], tr: Language) -> str:
    """Return what an event does, given the state before it."""
    if isinstance(event, Deal):
        return tr("Round {n} begins.", n=event.round)
    assert isinstance(event, Move), "nothing is refilled in Azul"
    action = event.action
    name = names[state.turn]
    if action["type"] == "tile":
        return _tile(state, name, action["row"], action["column"], tr)
    said = [_take(state, name, action["source"], action["colour"], "jokers" in action, action["line"], tr)]
    fallen = falling(state, event)
    if MARKER in fallen:
        said.append(tr("{name} also takes the starting player marker.", name=name))
    tiles = len(fallen) - fallen.count(MARKER)
    if tiles and action["line"]:
        said.append(tr.many("{n} tile falls.", "{n} tiles fall.", tiles))
    return " ".join(said)


def _take(state: AzulState, name: str, source: int, colour: str, with_jokers: bool, line: int, tr: Language) -> str:
    here = state.displays[source - 1] if source else state.centre
    tiles = TILES[colour](tr, here[COLOURS.index(colour)])
    if with_jokers:
        tiles = tr("{tiles} and {jokers}", tiles=tiles, jokers=TILES["joker"](tr, here[JOKER]))
    if source and line:
        return tr(
            "{name} takes {tiles} from factory {display} into pattern line {line}.",
            name=name,
            tiles=tiles,
            display=source,
            line=line,
        )
    if source:
        return tr("{name} takes {tiles} from factory {display} onto the floor line.", name=name, tiles=tiles, display=source)
    if line:
        return tr("{name} takes {tiles} from the centre into pattern line {line}.", name=name, tiles=tiles, line=line)
    return tr("{name} takes {tiles} from the centre onto the floor line.", name=name, tiles=tiles)


def _tile(state: AzulState, name: str, row: int, column: int, tr: Language) -> str:
    if not column:
        return tr("{name} has no legal space for pattern line {line}: its tiles fall.", name=name, line=row)
    held = state.board(state.turn).lines[row - 1]
    assert held is not None, "a line that is tiled holds tiles"
    tile = A_TILE["joker" if held[2] else COLOURS[held[0]]](tr)
    return tr("{name} places {tile} in row {row}, column {column}.", name=name, tile=tile, row=row, column=column)


def gain(gain: Gain, names: Sequence[str], tr: Language) -> str:
    """Return why something scored."""
    name, points, detail = names[gain.seat], gain.points, gain.detail
    if gain.reason == "placement":
        why = _why(detail["across"], detail["down"], tr)
        return tr.many("{name} scores {n} point: {why}.", "{name} scores {n} points: {why}.", points, name=name, why=why)
    if gain.reason == "marker":
        if not points:
            return tr("The starting player marker costs {name} nothing.", name=name)
        return tr.many(
            "{name} loses {n} point for the starting player marker.",
            "{name} loses {n} points for the starting player marker.",
            -points,
            name=name,
        )
    if gain.reason == "floor":
        if not points:
            return tr("The floor line costs {name} nothing.", name=name)
        return tr.many(
            "{name} loses {n} point for the floor line.", "{name} loses {n} points for the floor line.", -points, name=name
        )
    if gain.reason == "rows":
        return tr("{name} scores {n} points for completing row {row}.", name=name, n=points, row=detail["row"])
    if gain.reason == "columns":
        return tr("{name} scores {n} points for completing column {column}.", name=name, n=points, column=detail["column"])
    return EARNED_BY_COLOUR[detail["colour"]](tr, name, points)


def _why(across: int, down: int, tr: Language) -> str:
    if across > 1 and down > 1:
        return tr("{across} in a row and {down} in a column", across=across, down=down)
    if across > 1:
        return tr("{across} in a row", across=across)
    if down > 1:
        return tr("{down} in a column", down=down)
    return tr("a single tile")


def row(gain: Gain) -> str:
    """Return the row of the scoring sheet that a gain belongs to."""
    return gain.reason


def sheet(game: Game, breakdown: Sequence[dict[str, int]], tr: Language) -> list[Row]:
    """Return the scoring sheet, without its total."""
    rows = {
        "placement": tr("Tiles placed"),
        "floor": tr("Floor line"),
        "marker": tr("Starting player marker"),
        "rows": tr("Completed rows"),
        "columns": tr("Completed columns"),
        "colours": tr("Completed colours"),
    }
    return [Row(text, tuple(points.get(reason, 0) for points in breakdown), RULES[reason]) for reason, text in rows.items()]
