"""The layout of Azul in character cells."""

from __future__ import annotations

from azulejos.core.game import Game
from azulejos.games.azul.board import FLOOR_SPACE_COST, colour_at
from azulejos.games.azul.moves import COLOURS, LETTERS
from azulejos.language import Language
from azulejos.tui.cells import PIECE, Box, Label, Plan
from azulejos.tui.colours import EMPTY, FAINT, SOFT
from azulejos.tui.common import heading

WIDTH = 38
LINES = range(1, 6)
LEFT, WALL = 4, 21  # columns where lines and wall begin
DONE = "#7fe3a0"


def table(_game: Game, _tr: Language) -> Plan:
    """Return everything apart from displays, centre and boards: nothing."""
    return Plan()


def board(game: Game, seat: int, tr: Language) -> Plan:
    """Return the board of a seat."""
    plan = Plan(WIDTH, 9)
    plan.add(heading(seat, WIDTH - 2, {"ready": tr("ready")}), 0, 0)
    for line in LINES:
        _line(plan, game, seat, line)
    for column in LINES:
        plan.mark(f"column.{seat}.{column}", WALL + PIECE * (column - 1), 6, " +7", DONE)
    for number, colour in enumerate(COLOURS[:5]):
        plan.mark(f"colour.{seat}.{colour}", LEFT + PIECE * number, 6, f"{LETTERS[number]}5", DONE)
    _floor(plan, seat)
    return plan


def _line(plan: Plan, game: Game, seat: int, line: int) -> None:
    """Add a pattern line, filled from the right, and its row of the wall."""
    right = LEFT + 5 * PIECE
    plan.print(1, line, str(line), SOFT)
    plan.print(right, line, " │", SOFT)
    for k in range(line):
        box = Box(right - PIECE * (k + 1), line)
        plan.slots[f"line.{seat}.{line}.{k}"] = box
        plan.print(box.x + 1, line, "·", EMPTY)
    plan.spots[f"line.{seat}.{line}"] = [Box(right - PIECE * line, line, PIECE * line)]
    plan.previews[f"line.{seat}.{line}"] = Box(0, line, 3)
    for column in LINES:
        box = Box(WALL + PIECE * (column - 1), line)
        plan.slots[f"wall.{seat}.{line}.{column}"] = box
        plan.spots[f"wall.{seat}.{line}.{column}"] = [box]
        printed = colour_at(line - 1, column - 1)
        if game.board == "coloured":
            plan.print(box.x + 1, line, LETTERS[printed].lower(), FAINT[COLOURS[printed]])
        else:
            plan.print(box.x + 1, line, "·", EMPTY)
    plan.mark(f"row.{seat}.{line}", WALL + 5 * PIECE, line, "+2", DONE)


def _floor(plan: Plan, seat: int) -> None:
    y = 7
    plan.print(1, y, "0", SOFT)
    for k, points in enumerate(FLOOR_SPACE_COST):
        box = Box(LEFT + PIECE * k, y)
        plan.slots[f"floor.{seat}.{k}"] = box
        plan.print(box.x, y, f"−{points}", EMPTY)
    plan.spots[f"floor.{seat}"] = [Box(LEFT - 1, y, PIECE * len(FLOOR_SPACE_COST) + 1)]
    plan.previews[f"floor.{seat}"] = Box(0, y, 3)
    plan.labels[f"loss.{seat}"] = Label(Box(WIDTH - 6, y, 4), ">", "#ff9a86")
