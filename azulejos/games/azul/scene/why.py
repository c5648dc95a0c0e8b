"""Why a move is not possible in Azul, and which section of the rules explains it."""

from __future__ import annotations

from azulejos.core.contract import Move
from azulejos.render.types import Sentence
from azulejos.render.why import source_spot

SENTENCES: dict[str, Sentence] = {
    "line_full": lambda tr, details: tr("Pattern line {line} is full.", line=details["line"]),
    "other_colour": lambda tr, details: tr(
        "Pattern line {line} holds another colour. A pattern line takes only one colour.", line=details["line"]
    ),
    "colour_on_wall": lambda tr, details: tr(
        "Row {line} of your wall already has this colour, so pattern line {line} can't take it.", line=details["line"]
    ),
    "joker_on_space": lambda tr, details: tr(
        "A joker covers this colour's space in row {line}, so pattern line {line} can't take it.", line=details["line"]
    ),
    "take_due": lambda tr, _: tr("Walls are tiled once the factories and the centre are empty. Take tiles first."),
    "column_open": lambda tr, _: tr("A complete pattern line falls only if its row has no legal space."),
    "wrong_row": lambda tr, details: tr("Tile from the top: pattern line {line} is next.", line=details["row"]),
    "space_taken": lambda tr, _: tr("This space already has a tile."),
    "colour_in_column": lambda tr, details: tr(
        "Column {column} already has this colour, and a column takes each colour only once.", column=details["column"]
    ),
    "tile_due": lambda tr, _: tr("There are no tiles left to take. Tile your wall now."),
    "no_joker_tiles": lambda tr, _: tr("This game is played without Joker tiles."),
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
    """Return the spots that are clicked to choose a move, legal or not."""
    action = move.action
    if "jokers" in action:
        return set()  # explain the colour alone; this move may fail only because there are no jokers
    if action["type"] == "take":
        return {source_spot(action), f"line.{seat}.{action['line']}" if action["line"] else f"floor.{seat}"}
    return {f"wall.{seat}.{action['row']}.{action['column']}" if action["column"] else f"floor.{seat}"}
