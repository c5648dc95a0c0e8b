"""Parts of every table in character cells: displays, the centre, the line above a player's board."""

from __future__ import annotations

from azulejos.core.game import Game
from azulejos.language import Language
from azulejos.tui.cells import PIECE, Box, Label, Plan
from azulejos.tui.colours import EMPTY, SOFT

GAP = 2
DISPLAY_TILES = 4


def displays(game: Game, columns: int, compact: bool) -> Plan:
    """Return the displays, as many side by side as fit; compact ones take one line each."""
    plan = Plan()
    one = _line if compact else _plate
    wide = one(1).width + (GAP if compact else 1)
    row = max(1, (columns + 1) // wide)
    rows = -(-game.displays // row)
    row = -(-game.displays // rows)  # 4 and 3 rather than 6 and 1
    for number in range(game.displays):
        plan.add(one(number + 1), number % row * wide, number // row * one(1).height)
    return plan


def _line(number: int) -> Plan:
    plan = Plan(1 + DISPLAY_TILES * PIECE, 1)
    plan.print(0, 0, str(number), SOFT)
    for k in range(DISPLAY_TILES):
        _space(plan, f"display.{number}.{k}", Box(1 + k * PIECE, 0))
    return plan


def _plate(number: int) -> Plan:
    plan = Plan(2 * PIECE + 2, 4)
    plan.print(0, 0, f"╭{number}{'─' * (2 * PIECE - 1)}╮", SOFT)
    for y in (1, 2):
        plan.print(0, y, "│", SOFT)
        plan.print(2 * PIECE + 1, y, "│", SOFT)
    plan.print(0, 3, f"╰{'─' * 2 * PIECE}╯", SOFT)
    for k in range(DISPLAY_TILES):
        _space(plan, f"display.{number}.{k}", Box(1 + k % 2 * PIECE, 1 + k // 2))
    return plan


def _space(plan: Plan, slot: str, box: Box) -> None:
    plan.slots[slot] = box
    plan.print(box.x + 1, box.y, "·", EMPTY)


def centre(game: Game, tr: Language) -> Plan:
    """The centre: one tile of each colour with its number, and the marker."""
    name = tr("centre")
    left = max(8, len(name) + 1)
    plan = Plan(left, 1)
    plan.print(0, 0, name, SOFT)
    plan.slots["centre.first"] = Box(left, 0)
    plan.add(counted("centre", game.colours, 3), left + PIECE + 1, 0)
    return plan


def counted(place: str, colours: tuple[str, ...], room: int) -> Plan:
    """Return one tile of each colour at a place, each followed by its count, with this much room for it."""
    plan = Plan(0, 1)
    for number, colour in enumerate(colours):
        x = number * (PIECE + room)
        plan.slots[f"{place}.{colour}.0"] = Box(x, 0)
        plan.labels[f"count.{place}.{colour}"] = Label(Box(x + PIECE, 0, 2))
        plan.width = x + PIECE + 2
    return plan


def heading(seat: int, width: int, marks: dict[str, str]) -> Plan:
    """Return the line above a board: the player's name, score and status."""
    plan = Plan(width, 1)
    room = width - 16
    plan.labels[f"name.{seat}"] = Label(Box(2, 0, room), style="bold")
    plan.labels[f"score.{seat}"] = Label(Box(width - 4, 0, 4), ">", "bold")
    plan.slots[f"first.{seat}"] = Box(width - 8, 0)
    plan.mark(f"turn.{seat}", 0, 0, "▶", "bold #2fd0b8")
    plan.mark(f"winner.{seat}", 0, 0, "♛", "bold #ffd75e")
    for mark, text in marks.items():
        plan.mark(f"{mark}.{seat}", width - 9 - len(text), 0, text, SOFT)
    return plan
