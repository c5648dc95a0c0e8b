"""Why something can't be in Azul, and where the rules tell more."""

from __future__ import annotations

from azulejos.core.contract import Move
from azulejos.render.types import Sentence
from azulejos.render.why import source_spot

SENTENCES: dict[str, Sentence] = {
    "line_full": lambda tr, details: tr("Line {line} is full.", line=details["line"]),
    "other_colour": lambda tr, details: tr(
        "Line {line} holds another colour: a line takes tiles of one colour only.", line=details["line"]
    ),
    "colour_on_wall": lambda tr, details: tr(
        "Row {line} of your wall shows this colour already, so line {line} takes no more of it.", line=details["line"]
    ),
    "joker_on_space": lambda tr, details: tr(
        "In row {line} a joker lies on the space of this colour, so line {line} takes no more of it.", line=details["line"]
    ),
    "take_due": lambda tr, _: tr("The walls are tiled once displays and centre are empty. Take tiles first."),
    "column_open": lambda tr, _: tr("Tiles of a full line fall only when there is no space for them on the wall."),
    "wrong_row": lambda tr, details: tr("Lines are tiled from the top: line {line} comes first.", line=details["row"]),
    "space_taken": lambda tr, _: tr("A tile lies on this space already."),
    "colour_in_column": lambda tr, details: tr(
        "Column {column} shows this colour already: each colour may be there only once.", column=details["column"]
    ),
    "tile_due": lambda tr, _: tr("There are no tiles left to take: now the walls are tiled."),
    "no_joker_tiles": lambda tr, _: tr("This game is played without the Joker tiles."),
}
RULES = {
    **dict.fromkeys(("line_full", "other_colour", "colour_on_wall"), "lines"),
    **dict.fromkeys(("joker_on_space", "no_joker_tiles"), "jokers"),
    **dict.fromkeys(("space_taken", "colour_in_column", "column_open"), "grey"),
    **dict.fromkeys(("tile_due", "take_due", "wrong_row"), "tiling"),
    "placement": "scoring",
    **dict.fromkeys(("floor", "marker"), "floor"),
    **dict.fromkeys(("rows", "columns", "colours"), "end"),
}


def spots(seat: int, move: Move) -> set[str]:
    """What is clicked to point at a move, legal or not."""
    action = move.action
    if action["type"] == "take":
        return {source_spot(action), f"line.{seat}.{action['line']}" if action["line"] else f"floor.{seat}"}
    return {f"wall.{seat}.{action['row']}.{action['column']}" if action["column"] else f"floor.{seat}"}
