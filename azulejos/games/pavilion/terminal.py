"""The layout of Summer Pavilion in character cells. The stars lie as in `state.drawing()`, each around its number."""

from __future__ import annotations

from typing import cast

from azulejos.core.game import Game
from azulejos.games.pavilion import Pavilion
from azulejos.games.pavilion.board import COLOUR_OF_STAR, COSTS, ROUNDS, SUPPLY_SPACES
from azulejos.games.pavilion.drawing import AROUND, CELLS_ACROSS, CELLS_DOWN, MIDDLES
from azulejos.games.pavilion.moves import COLOURS, LETTERS
from azulejos.language import Language
from azulejos.tui.cells import PIECE, Box, Plan
from azulejos.tui.colours import EMPTY, FAINT, SOFT, TILES
from azulejos.tui.common import counted, heading

WIDTH = CELLS_ACROSS * PIECE + 3
LEFT = 1  # of the stars
KEPT = 4
OPEN, DONE = "#5a5e66", "bold #ffd75e"
FEATURES = {"pillar": "○", "statue": "△", "window": "□"}


def table(game: Game, tr: Language) -> Plan:
    """Return the supply, and the wild colours round by round."""
    plan = Plan(1, 1)
    supply = tr("supply")
    plan.print(0, 0, supply, SOFT)
    left = max(len(supply) + 1, 8)  # below the centre, where the word is short enough
    for k in range(SUPPLY_SPACES):
        box = Box(left + PIECE * k, 0)
        plan.slots[f"supply.{k}"] = box
        plan.print(box.x + 1, 0, "·", EMPTY)
    x = left + PIECE * SUPPLY_SPACES + 2
    wild = tr("wild")
    plan.print(x, 0, wild, SOFT)
    x += len(wild) - 2
    for number in range(1, ROUNDS + 1):
        colour = cast(Pavilion, game).wild_order[number - 1]
        sign = LETTERS[COLOURS.index(colour)]
        at = x + PIECE * number
        plan.print(at, 0, f" {sign} ", FAINT[colour])
        plan.mark(f"past.{number}", at, 0, " · ", EMPTY)
        ground, ink = TILES[colour]
        plan.mark(f"round.{number}", at, 0, f"›{sign}‹", f"bold {ink} on {ground}")
    plan.width = x + PIECE * (ROUNDS + 1)
    return plan


def board(game: Game, seat: int, tr: Language) -> Plan:
    """Return the board of a seat."""
    plan = Plan(WIDTH, CELLS_DOWN + 3)
    plan.add(heading(seat, WIDTH, {"passed": tr("passed")}), 0, 0)
    for star in range(len(MIDDLES)):
        _star(plan, game, seat, star)
        if star:
            _features(plan, seat, star)
    tiles, kept = tr("tiles"), tr("kept")
    left = max(len(tiles), len(kept)) + 1
    plan.print(0, CELLS_DOWN + 1, tiles, SOFT)
    plan.add(counted(f"hand.{seat}", COLOURS, 2), left, CELLS_DOWN + 1)
    plan.print(0, CELLS_DOWN + 2, kept, SOFT)
    for k in range(KEPT):
        box = Box(left + PIECE * k, CELLS_DOWN + 2)
        plan.slots[f"corner.{seat}.{k}"] = box
        plan.print(box.x + 1, box.y, "·", EMPTY)
    return plan


def _cell(across: int, down: int) -> Box:
    return Box(LEFT + PIECE * across, 1 + down)


def _star(plan: Plan, game: Game, seat: int, star: int) -> None:
    across, down = MIDDLES[star]
    coloured = game.board == "coloured" and star > 0
    colour = COLOURS[COLOUR_OF_STAR[star]] if coloured else ""
    tint = FAINT.get(colour, SOFT)
    middle = _cell(across, down)
    plan.print(middle.x, middle.y, f"{star}{LETTERS[COLOURS.index(colour)].lower()}" if coloured else f" {star}", f"dim {tint}")
    plan.mark(f"star.{seat}.{star}", middle.x, middle.y, " ★ ", DONE)
    for space in range(1, 7):
        # Space 1 points up in stars 0 and 1; each further star is turned by one place.
        right, below = AROUND[(space - 1 + max(star - 1, 0)) % 6]
        box = _cell(across + right, down + below)
        plan.slots[f"space.{seat}.{star}.{space}"] = box
        plan.spots[f"space.{seat}.{star}.{space}"] = [box]
        plan.print(box.x + 1, box.y, str(COSTS[game.board == "grey"][6 * star + space - 1]), tint)


def _features(plan: Plan, seat: int, star: int) -> None:
    """Add the pillar and window of a star, and the statue between it and the next one."""
    middle, here, onward = MIDDLES[0], MIDDLES[star], MIDDLES[star % 6 + 1]
    outward = max(-1, min(1, here[0] - middle[0])), max(-2, min(2, here[1] - middle[1]))
    for kind, (across, down) in {
        "pillar": ((middle[0] + here[0]) // 2, (middle[1] + here[1]) // 2),
        "statue": ((here[0] + onward[0]) // 2, (here[1] + onward[1]) // 2),
        "window": (here[0] + outward[0], here[1] + outward[1]),
    }.items():
        box = _cell(across, down)
        plan.print(box.x + 1, box.y, FEATURES[kind], OPEN)
        plan.mark(f"feature.{seat}.{kind}.{star}", box.x + 1, box.y, FEATURES[kind], DONE)
