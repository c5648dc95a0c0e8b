"""The whole table of a game in character cells: displays and centre above, the boards below."""

from __future__ import annotations

from functools import lru_cache

from azulejos.core.game import Game
from azulejos.language import ENGLISH, Language
from azulejos.render import plain_scene
from azulejos.tui.cells import Box, Label, Plan
from azulejos.tui.common import GAP, centre, displays


def plan(game: Game, viewer: int, columns: int, rows: int, tr: Language = ENGLISH) -> Plan:
    """Return the table with the viewer's board first, for a screen of this size; compact if nothing else fits."""
    roomy = _plan(game, viewer, columns, False, tr)
    return roomy if roomy.height <= rows else _plan(game, viewer, columns, True, tr)


@lru_cache(64)
def _plan(game: Game, viewer: int, columns: int, compact: bool, tr: Language) -> Plan:
    own = game.terminal()
    if own is None:
        return _drawing(game)
    made = Plan()
    for part in (displays(game, columns, compact), centre(game, tr), own.table(game, tr)):
        made.add(part, 0, made.height)
    seats = [(viewer + number) % game.players for number in range(game.players)]
    boards = [own.board(game, seat, tr) for seat in seats]
    row = max(1, (columns + GAP) // (boards[0].width + GAP))
    top = made.height + (not compact)
    for number, board in enumerate(boards):
        made.add(board, number % row * (board.width + GAP), top + number // row * board.height)
    return made


def _drawing(game: Game) -> Plan:
    """Return the lines of a terminal drawing, for a game without its own plan."""
    columns, lines = plain_scene.size(game)
    return Plan(columns, lines, labels={f"line.{n}": Label(Box(0, n, columns)) for n in range(lines)})
