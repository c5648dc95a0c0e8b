"""Tables of Azul for the screens of phones and tablets.

While taking, displays and centre get as much room as the viewer's board; while placing or looking at a board, they shrink to
a strip, and leave their room to the others' boards, which are miniatures. On an upright screen all of these lie above each
other; on a broad one the board is to the right.
"""

from __future__ import annotations

from typing import NamedTuple

from azulejos.games.azul import Azul
from azulejos.games.azul.scene.board_drawing import Board, Size, small
from azulejos.games.azul.scene.layout import centre, four, icons
from azulejos.render import fixtures
from azulejos.render.layout_builder import LayoutBuilder
from azulejos.render.screen import TARGET, Area, Grid, Screen, Sources, enlarged, grids, largest
from azulejos.render.types import Layout, Place

EDGE, GAP = 3, 4
ROWS = range(24, 91, 2)
"""The rows of the viewer's board that are tried."""
BROAD = 8.2, 9.4, 12
"""The widths of a board beside the displays that are tried, in rows."""
PITCHES = 50, 58, 66, 80
"""The largest tiles on displays that are tried: smaller ones leave more room for miniatures."""
MOST_PITCH = PITCHES[-1]
TOPS = 58, 76, 94, 112
"""The heights of miniatures above the displays that are tried."""
MARKER = 0.7
"""The width of the marker's column in the centre; those of the colours are 1."""
TALLEST_CENTRE = 2.6
"""In pitches, where it is beside miniatures."""
STRIP = 34, 70
"""The height of displays and centre where they only are a strip."""
LEAST_MINIATURE, MOST_MINIATURE = 4.0, 32.0
READABLE = 7  # the rows of a miniature with a whole name
FINE = 50  # larger rows or tiles than that are not worth smaller miniatures,
LUXURY = 0.1  # but better if there is room


class Plan(NamedTuple):
    """Where the parts of the table are, and how good that is."""

    own: Area
    size: Size
    sources: Area
    grid: Grid
    others: Area
    icons: Area
    score: float
    centre: Area | None = None
    """The centre, where it is not in a row with displays or below them."""


def screen(game: Azul, viewer: int, screen: Screen) -> Layout:
    """Return the table as it fits this screen best."""
    builder = LayoutBuilder()
    for made_for in enlarged(screen):
        if plans := _plans(game, made_for):
            break
    plan = max(plans, key=lambda plan: plan.score)
    others = [(viewer + k) % game.players for k in range(1, game.players)]
    Board(game, viewer, plan.own.x, plan.own.y, plan.size, builder).draw()
    size, areas = _miniatures(plan.others, len(others))
    for seat, area in zip(others, areas, strict=True):
        place = area.within(size.width, size.height)
        Board(game, seat, place.x, place.y, size, builder).draw()
    _sources(game, plan, builder)
    x, y = plan.icons.middle
    icons(x, y, min(plan.icons.width, plan.icons.height) / 2.3, builder)
    return builder.layout(made_for.width, made_for.height)


def _plans(game: Azul, screen: Screen) -> list[Plan]:
    table = Area(EDGE, EDGE, screen.width - 2 * EDGE, screen.height - 2 * EDGE)
    parts = _parts(game)
    beside = _beside if screen.view == "taking" else _beside_a_strip
    tried = [
        way
        for row in ROWS
        for way in (
            *(_stacked(table, row, most, parts, screen.view, game.players - 1) for most in PITCHES),
            _tucked(table, row, parts, screen.view, game.players - 1),
            *(beside(table, row, across, parts, screen.view, game.players - 1) for across in BROAD),
            *(_aside(table, row, across, top, parts, screen.view, game.players - 1) for across in BROAD for top in TOPS),
        )
    ]
    return [plan for plan in tried if plan]


def _parts(game: Azul) -> Sources:
    return Sources(game.displays, 2, 5.3 + MARKER + game.jokers, 1.75, gap=1.5, narrower=1)


def _stacked(table: Area, row: float, most: float, parts: Sources, view: str, others: int) -> Plan | None:
    """Put miniatures, displays and centre above the board."""
    size = own_size(row, table.width)
    strip = 48.0 if table.height < 620 else 72.0
    room = table.height - size.height - 2 * GAP - strip
    grid = parts.fitting(table.width, room if view == "taking" else min(room, _strip(table)), most)
    if room < STRIP[0] or grid is None:
        return None
    spare = room - grid.height
    strip += min(spare * 0.7, 130) if view == "taking" else spare * 0.8
    top, rest = table.above(strip, GAP)
    sources, own = rest.above(rest.height - size.height - GAP, GAP)
    boards, corner = top.before(table.width - min(strip, max(0.15 * table.width, 48), 92) - GAP, GAP)
    return Plan(
        own.within(size.width, size.height), size, sources, grid, boards, corner, _score(grid, size, boards, others, view)
    )


def _tucked(table: Area, row: float, parts: Sources, view: str, others: int) -> Plan | None:
    """On a low screen, put the displays in one row above everything, and the miniatures beside the centre."""
    size = own_size(row, table.width)
    pitch = ((table.width + parts.gap) / parts.displays - parts.gap + parts.narrower) / 2
    high = 2 * pitch + 2
    strip = table.height - size.height - high - 2 * GAP
    if view != "taking" or not 1.75 * pitch < strip < TALLEST_CENTRE * pitch:
        return None
    sources, rest = table.above(high, GAP)
    middle, own = rest.above(strip, GAP)
    centre, beside = middle.before(parts.colours * pitch, GAP)
    boards, corner = beside.before(0.65 * beside.width, GAP)
    if _miniatures(boards, others)[0].width > boards.width:
        return None
    grid = Grid(pitch, parts.displays, 1, False, high)
    own = own.within(size.width, size.height)
    return Plan(own, size, sources, grid, boards, corner, _score(grid, size, boards, others, view), centre)


def _beside(table: Area, row: float, across: float, parts: Sources, view: str, others: int) -> Plan | None:
    """Put the board to the right, the miniatures above it, displays and centre to the left."""
    size = own_size(row, across * row)
    over = table.height - size.height - GAP
    left = table.width - size.width - GAP
    if left < 90 or over < 56:
        return None
    column, right = table.before(left, GAP)
    boards, own = right.above(over, GAP)
    corner, room = column.above(min(58, 0.5 * left), GAP)
    grid = parts.fitting(room.width, room.height, MOST_PITCH)
    if grid is None:
        return None
    return Plan(own, size, room, grid, boards, corner, _score(grid, size, boards, others, view))


def _aside(table: Area, row: float, across: float, top: float, parts: Sources, view: str, others: int) -> Plan | None:
    """Put the board to the right, as high as the screen allows, and everything else to the left, the miniatures above."""
    size = own_size(row, across * row)
    left = table.width - size.width - GAP
    if view != "taking" or left < 200 or size.height > table.height:
        return None
    column, right = table.before(left, GAP)
    upper, room = column.above(top, GAP)
    boards, corner = upper.before(left - 62 - GAP, GAP)
    grid = parts.fitting(room.width, room.height, MOST_PITCH)
    if grid is None or _miniatures(boards, others)[0].width > boards.width:
        return None
    own = right.within(size.width, size.height)
    return Plan(own, size, room, grid, boards, corner, _score(grid, size, boards, others, view))


def _beside_a_strip(table: Area, row: float, across: float, parts: Sources, view: str, others: int) -> Plan | None:
    """Put the board to the right, the miniatures to its left, displays and centre as a strip below them."""
    size = own_size(row, across * row)
    left = table.width - size.width - GAP
    if left < 90 or size.height > table.height:
        return None
    column, right = table.before(left, GAP)
    grid = parts.fitting(left, max(STRIP[1], 0.2 * table.height), MOST_PITCH)
    if grid is None:
        return None
    upper, sources = column.above(table.height - grid.height - GAP, GAP)
    corner, boards = upper.above(min(58, 0.5 * left), GAP)
    own = right.within(size.width, size.height)
    return Plan(own, size, sources, grid, boards, corner, _score(grid, size, boards, others, view))


def _strip(table: Area) -> float:
    return max(STRIP[0], min(STRIP[1], table.height * 0.085))


def _score(grid: Grid, size: Size, boards: Area, others: int, view: str) -> float:
    """Return how good a plan is: the decision at hand counts most."""
    tiles, row = _worth(grid.pitch), _worth(size.row)
    miniature = min(_miniatures(boards, others)[0].row, 14)
    miniature += 2 * min(miniature, READABLE)
    if view == "taking":
        return 3 * min(tiles, row) + (tiles + row) / 2 + miniature
    return 4 * _worth(min(size.row, size.wall + 10)) + miniature + min(grid.pitch, 12) / 2


def _worth(size: float) -> float:
    return min(size, FINE) + LUXURY * max(size - FINE, 0)


def own_size(row: float, width: float) -> Size:
    """Return the size of the viewer's board, at most this wide."""
    pad, gap, hints = 4, max(9, row * 0.24), max(12, row * 0.3)
    step = (width - 2 * pad - gap - hints) / 5  # for a space of a line and one of the wall
    wall = min(row, max(step * (0.5 if step > 1.9 * row else 0.61), min(TARGET + 0.5, step - 20)))
    line = min(row, step - wall)
    floor = min(row, (2 * pad + 5 * (line + wall) + gap + hints) * 0.09)
    return Size(row, line, wall, floor, head=max(24, row * 0.6 - 2), gap=gap, hints=hints, pad=pad, full=True)


def _miniatures(area: Area, count: int) -> tuple[Size, list[Area]]:
    """Return the size of the largest miniatures, and the parts of the area in whose middles they are."""
    ways = [(_fitting(cells[0]), cells) for cells in grids(area, count, GAP)]
    return max(ways, key=lambda way: way[0].row)


def _fitting(cell: Area) -> Size:
    """Return the size of the largest miniature in a cell."""
    pitch = largest(
        lambda pitch: small(pitch).width <= cell.width and small(pitch).height <= cell.height, LEAST_MINIATURE, MOST_MINIATURE
    )
    return small(pitch)


def _sources(game: Azul, plan: Plan, builder: LayoutBuilder) -> None:
    """Place displays and centre."""
    pitch = plan.grid.pitch
    closer = max(0.93 * pitch, min(pitch, TARGET - 0.5))  # so that the edges of the displays are visible between the tiles
    displays, middle = _parts(game).places(plan.grid, plan.sources)
    for number, area in enumerate(displays, 1):
        x, y = area.middle
        builder.fixtures.append(fixtures.dish(x, y, area.width, round=0.13))
        four(number, x, y, closer, builder, filled=0.9)
    middle = plan.centre or middle
    builder.fixtures.append(fixtures.runner(*middle))
    colours, tile = 5 + game.jokers, pitch * 0.9
    step = min(middle.width / (colours + MARKER + 0.3), 1.5 * pitch)  # piles grow a little to the right
    left = middle.x + (middle.width - (colours + MARKER + 0.3) * step) / 2
    rows = max(int((middle.height - 0.5 * tile) / (tile * 1.06)), 1)
    height = rows * tile * 1.06 + 0.45 * tile
    bottom = middle.y + (middle.height + height) / 2 - 0.45 * tile - tile * 0.53
    centre(game, left + (MARKER + colours / 2) * step, bottom, step, tile, rows, builder)
    builder.slots["centre.first"] = Place(left + MARKER * 0.5 * step + 2, bottom, min(tile, MARKER * step * 1.1))
