"""Why an event is refused in a position of Azul, and what would be legal.

This module only writes the message: `rules` decides what is legal. Each kind of mistake has its own code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core.contract import Deal, IllegalMove, Move, Refill
from azulejos.core.refusals import Reason, count, either, example, out_of_place, reason, refuse, undealable, untakable
from azulejos.games.azul.board import EMPTY, JOKER, column_of
from azulejos.games.azul.moves import COLOURS
from azulejos.games.azul.position import Board

if TYPE_CHECKING:
    from azulejos.games.azul.rules import AzulState


def refusal(state: AzulState, event: object) -> IllegalMove:
    """Return the error that says why this event is refused."""
    return refuse(state, event, _reason(state, event) or reason("illegal", f"play, for example, {example(state)}"))


def _reason(state: AzulState, event: object) -> Reason | None:
    if type(event) is Refill:
        return reason("no_refills", "Azul has no supply to refill; a round begins with a Deal")
    found = out_of_place(state, event, f"the deal of round {state.rounds + 1}")
    if found is None and type(event) is Deal:
        found = undealable(state, event, state.bag_tiles, state.discard_tiles)
    if found is None and type(event) is Move:
        move = state.game.moves[event.id]
        found = (_take if move.action["type"] == "take" else _tile)(state, move)
    return found


def _take(state: AzulState, move: Move) -> Reason | None:
    if state.phase == "tiling":
        return reason("tile_due", f"no tiles are left to take; tile your wall: {_legal_texts(state)}")
    colour, with_jokers = COLOURS.index(move.action["colour"]), "jokers" in move.action
    if (with_jokers or colour == JOKER) and not state.game.jokers:
        return reason("no_joker_tiles", "this game is played without the Joker tiles")
    found = untakable(state, move.action["source"], [colour, JOKER] if with_jokers else [colour])
    return found or _line(state, move, state.board(state.turn), move.action["line"], colour)


def _line(state: AzulState, move: Move, board: Board, number: int, colour: int) -> Reason | None:
    """Return why a pattern line does not accept a colour, and which ones do."""
    name, held, row = COLOURS[colour], board.lines[number - 1], board.wall[number - 1]
    space = column_of(number - 1, colour)  # of the coloured wall
    if held and held[1] + held[2] == number:
        code, why = "line_full", f"pattern line {number} is full ({_line_in_words(held)})"
    elif held and held[0] not in (colour, JOKER) and colour != JOKER:
        code, why = "other_colour", f"pattern line {number} already holds {_line_in_words(held)}"
    elif colour in row:
        code, why = "colour_on_wall", f"row {number} of the wall already has {name}, in column {row.index(colour) + 1}"
    elif state.game.board == "coloured" and row[space] == JOKER:
        code, why = (
            "joker_on_space",
            f"a joker covers the {name} space of wall row {number}",
        )
    else:
        return None
    alike = [other.action["line"] for other in state.legal_moves if {**other.action, "line": number} == move.action]
    lines = [str(line) for line in alike if line]
    where = f"can go to pattern line {either(lines)}, or the floor line (0)" if lines else "can only go to the floor line (0)"
    return reason(code, f"{why}; {name}{'s' * (colour == JOKER)} {where}", line=number, colour=name)


def _line_in_words(line: tuple[int, int, int]) -> str:
    colour, plain, jokers = line
    return " and ".join(count(n, COLOURS[what]) for what, n in ((colour, plain), (JOKER, jokers)) if n)


def _tile(state: AzulState, move: Move) -> Reason | None:
    row, column = move.action["row"], move.action["column"]
    if state.phase != "tiling":
        why = f"walls are tiled once the factories and the centre are empty; take tiles first, for example {example(state)}"
        return reason("take_due", why)
    due, right = state.legal_moves[0].action["row"], _legal_texts(state)
    board = state.board(state.turn)
    line = board.lines[due - 1]
    if line is None:  # impossible: the line to tile is complete
        return None
    if row != due:
        why = f"rows are tiled from the top, and pattern line {due} is the first complete one; play {right}"
        return reason("wrong_row", why, row=due)
    if column == 0:
        return reason("column_open", f"pattern line {row} falls to the floor line only if no column is legal; play {right}")
    there = board.wall[row - 1][column - 1]
    if there != EMPTY:
        why = f"row {row}, column {column} already has a {COLOURS[there]}{' tile' * (there != JOKER)}"
        return reason("space_taken", f"{why}; play {right}", column=column)
    above = [spaces[column - 1] for spaces in board.wall]
    if not line[2] and line[0] in above:
        why = f"column {column} already has {COLOURS[line[0]]}, in row {above.index(line[0]) + 1}; play {right}"
        return reason("colour_in_column", why, column=column, colour=COLOURS[line[0]])
    return None


def _legal_texts(state: AzulState) -> str:
    return either(move.text for move in state.legal_moves)
