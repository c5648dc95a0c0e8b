"""Tables of Summer Pavilion for the screens of phones and tablets.

While taking, displays and centre come first, with the viewer's board and tiles below or beside them. While placing, the
displays go away: the board is as large as possible, with the viewer's tiles and the supply. Looking at a board is the same,
with displays and centre as a strip. The others' boards are miniatures in the room that is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from azulejos.games.pavilion.moves import COLOURS
from azulejos.games.pavilion.scene import middle
from azulejos.games.pavilion.scene import seat as seats
from azulejos.games.pavilion.scene.pieces import CENTRE, DISPLAY
from azulejos.games.pavilion.scene.tiles import printed
from azulejos.render import fixtures
from azulejos.render.layout_builder import LayoutBuilder
from azulejos.render.screen import TARGET, Area, Grid, Screen, Sources, enlarged, grids, largest
from azulejos.render.svg_shapes import box, group, text
from azulejos.render.types import Layout, Place

if TYPE_CHECKING:
    from azulejos.games.pavilion import Pavilion

EDGE, GAP, PAD = 3, 4, 3
PITCHES = range(24, 73, 2)
"""The tiles on displays that are tried, in pixels."""
COMFORTABLE = TARGET + 2
LEAST_MINIATURE = 36
LOW = 300  # below it a board, with the tiles under it, is small
SMALL = 240  # a smaller board is hard to read
SMALLER = 0.7
"""A miniature's width, at most, by that of the viewer's board."""
FINE = 600  # a wider board is not worth smaller miniatures,
LUXURY = 0.1  # but better if there is room
TALL = 1.06
"""The height of a tile on a display, in pitches."""


class Plan(NamedTuple):
    """Where the parts of the table are, and how good that is. Parts without an area are in the strip, or hidden."""

    strip: Area
    sources: Area | None
    grid: Grid | None
    own: Area
    hand: float
    """The height of the viewer's tiles below the board, if they are there."""
    supply: Area | None
    others: list[Area]
    """The miniatures; none if there is no room for them."""
    score: float
    tiles: Area | None = None
    """The viewer's tiles, if they are beside the board."""


class Way(NamedTuple):
    """Where the viewer's board is, and what is left for the miniatures."""

    own: Area
    hand: float
    beside: Area
    tiles: Area | None = None


def screen(game: Pavilion, viewer: int, screen: Screen) -> Layout:
    """Return the table as it fits this screen best."""
    builder = LayoutBuilder()
    grey = game.board == "grey"
    others = [(viewer + n) % game.players for n in range(1, game.players)]
    for made_for in enlarged(screen):
        table = Area(EDGE, EDGE, made_for.width - 2 * EDGE, made_for.height - 2 * EDGE)
        if plans := [plan for plan in _plans(table, game, screen.view) if plan.others]:
            break
    plan = max(plans, key=lambda plan: plan.score)
    _strip(builder, game, plan, hidden=screen.view == "placing")
    if plan.sources and plan.grid:
        _sources(builder, game.displays, plan.sources, plan.grid)
    if plan.supply:
        _supply(builder, plan.supply)
    own = plan.own
    if plan.tiles:
        seats.apart(builder, viewer, grey, own, _head(own.height), plan.tiles, PAD)
    else:
        seats.upright(builder, viewer, grey, own.x, own.y, own.width, _head(own.width), plan.hand, PAD, TARGET)
    for seat, area in zip(others, plan.others, strict=True):
        head, hand = _miniature(area.width)
        seats.upright(builder, seat, grey, area.x, area.y, area.width, head, hand, PAD)
    return builder.layout(made_for.width, made_for.height)


def _parts(displays: int) -> Sources:
    return Sources(displays, 2 * TALL + 0.04, 6.02, 1.6, gap=3, narrower=3)


def _head(width: float) -> float:
    """Return the height of name and score above a board."""
    return 26 if width < 420 else 34


def _plans(table: Area, game: Pavilion, view: str) -> list[Plan]:
    if view == "taking":
        return [way for pitch in PITCHES for way in _taking(table, game, pitch)]
    return _placing(table, game, view == "looking")


# -- taking


def _taking(table: Area, game: Pavilion, pitch: float) -> list[Plan]:
    """Return the plans with tiles of this size on the displays: above the board, or to its left."""
    parts, plans = _parts(game.displays), []
    top = 30.0
    for columns in range(1, game.displays + 1):
        if grid := parts.grid(pitch, columns, table.width):
            strip, rest = table.above(top, GAP)
            sources, below = rest.above(grid.height, GAP)
            plans += [_taken(strip, sources, grid, way, game) for way in _below(below)]
        wide = max(columns * (parts.width(pitch) + parts.gap), parts.colours * pitch, 290)
        if table.width - wide > 200 and (grid := parts.grid(pitch, columns, wide)):
            left, right = table.before(wide, GAP)
            strip, room = left.above(top, GAP)
            spare = room.height - grid.height
            if spare < 0:
                continue
            head, hand = _head(right.width), max(TARGET, right.width * 0.14)
            most = min(right.width - 2 * PAD, right.height - head - hand - 3 * PAD)
            own = _sheet(right, most, head, hand)
            if spare > 70:  # miniatures below the displays
                sources, under = room.above(grid.height, GAP)
                plans.append(_taken(strip, sources, grid, Way(own, hand, under), game))
            for share in (1, 0.92, 0.84):  # or at the right of the board
                smaller = _sheet(right, share * most, head, hand)
                aside = right.before(smaller.width, GAP)[1]
                plans.append(_taken(strip, room, grid, Way(smaller._replace(x=right.x), hand, aside), game))
            over, beneath = right.above(min(right.height * 0.3, 150), GAP)  # or above it
            most = min(right.width - 2 * PAD, beneath.height - head - hand - 3 * PAD)
            plans.append(_taken(strip, room, grid, Way(_sheet(beneath, most, head, hand), hand, over), game))
    return [plan for plan in plans if plan.own.width > 120]


def _taken(strip: Area, sources: Area, grid: Grid, way: Way, game: Pavilion) -> Plan:
    board = min(way.own.width, 620) / 40 + min(way.own.width, SMALL) / 40
    tiles = 10 * min(grid.pitch / COMFORTABLE, 1) + 2 * min(grid.pitch / 60, 1) + (grid.pitch >= TARGET)  # no enlarging
    others = _miniatures(way.beside, game.players - 1, SMALLER * way.own.width)
    score = tiles + board * 0.6 + _worth(others) * 0.25
    return Plan(strip, sources, grid, way.own, way.hand, None, others, score, way.tiles)


def _below(area: Area) -> list[Way]:
    """Return ways to put the viewer's board and tiles, and the miniatures, into an area."""
    found = []
    for share in (0.2, 0.25, 0.3, 0.4, 0.5):  # miniatures to the right
        left, right = area.before(area.width * (1 - share), GAP)
        head, hand = _head(left.width), max(40, left.width * 0.13)
        most = min(left.width - 2 * PAD, left.height - head - hand - 3 * PAD)
        found.append(Way(_sheet(left, most, head, hand), hand, right))
    for height in (72, 100, 130):  # or above it
        top, rest = area.above(height, GAP)
        head, hand = _head(rest.width), max(40, rest.width * 0.13)
        most = min(rest.width - 2 * PAD, rest.height - head - hand - 3 * PAD)
        found.append(Way(_sheet(rest, most, head, hand), hand, top))
    head = _head(area.height)
    own, right = area.before(area.height - head, GAP)  # or the board as high as the area, and everything else to the right
    if area.height < LOW and right.width > 3 * TARGET:
        tiles, beside = right.above(2 * (TARGET - 2), GAP)
        found.append(Way(own, 0, beside, tiles))
    return [way for way in found if way.own.width > 100]


def _sheet(area: Area, board: float, head: float, hand: float) -> Area:
    """Return the area of a sheet with a board of this size."""
    return area.within(board + 2 * PAD, head + board + hand + 3 * PAD)


# -- placing, and looking


def _placing(table: Area, game: Pavilion, looking: bool) -> list[Plan]:
    """Return the plans with the viewer's board as the largest part."""
    plans = []
    strip, rest = table.above(30, GAP)
    sources: Area | None = None
    grid: Grid | None = None
    if looking:
        sources, rest = rest.above(max(40, table.height * 0.08), GAP)
        grid = _parts(game.displays).fitting(sources.width, sources.height, 40)
    cell = 46 if table.width < 700 else 54
    for columns in (5, 10):  # of the supply
        wide, high = columns * cell + 12, 10 // columns * (cell + 2) + 10
        for height in range(high, high + 200, 10):  # of the supply and the miniatures, above the board
            if wide > rest.width:
                continue
            hand = max(50.0, rest.width * 0.12)
            bench, below = rest.above(height, GAP)
            board = min(below.width - 2 * PAD, below.height - _head(below.width) - hand - 3 * PAD)
            own = _sheet(below, board, _head(below.width), hand)
            supply, others = bench.before(wide, GAP)
            plans.append(_placed(strip, sources, grid, supply, Way(own, hand, others), game))
            top, under = bench.above(high, GAP)
            plans.append(_placed(strip, sources, grid, top.within(wide, high), Way(own, hand, under), game))
        if wide <= rest.width:
            top, below = rest.above(high, GAP)
            plans += [_placed(strip, sources, grid, top.within(wide, high), way, game) for way in _below(below)]
    return [plan for plan in [*plans, *_broad(table, game, looking, cell)] if plan.own.width > 120]


def _broad(table: Area, game: Pavilion, looking: bool, cell: float) -> list[Plan]:
    """Return the plans with the board as high as the screen, and everything else to its right."""
    plans = []
    head = _head(table.height)
    for width in range(int(table.height * 0.7), int(min(table.height - head, table.width - 200)), 10):
        left, right = table.before(width, GAP)
        strip, rest = right.above(30, GAP)
        sources: Area | None = None
        grid: Grid | None = None
        if looking:
            sources, rest = rest.above(64, GAP)
            grid = _parts(game.displays).fitting(sources.width, sources.height, 40)
        least = 76 if looking else 112  # looking needs no tiles that are large enough for fingers
        supply, rest = rest.above(min(2 * (cell + 2) + 10, (0.2 if looking else 0.32) * right.height), GAP)
        own = left.within(width, width + head)
        for tiles, others in (rest.above(max(least, rest.height * 0.4), GAP), rest.before(rest.width * 0.66, GAP)):
            plans.append(_placed(strip, sources, grid, supply, Way(own, 0, others, tiles), game))
    return plans


def _placed(strip: Area, sources: Area | None, grid: Grid | None, supply: Area, way: Way, game: Pavilion) -> Plan:
    others = _miniatures(way.beside, game.players - 1, SMALLER * way.own.width)
    board = min(way.own.width, FINE) + LUXURY * max(way.own.width - FINE, 0)
    score = board / 5 + 2 * _worth(others)
    return Plan(strip, sources, grid, way.own, way.hand, supply, others, score, way.tiles)


# -- the parts


def _miniatures(area: Area, count: int, most: float) -> list[Area]:
    """Divide an area among miniatures, as large as possible, but at most this wide."""
    best: list[Area] = []
    for cells in grids(area, count, GAP):
        width = _miniature_width(cells[0], most)
        if width >= LEAST_MINIATURE and (not best or width > best[0].width):
            best = [cell.within(width, _miniature_height(width)) for cell in cells]
    return best


def _miniature_width(cell: Area, most: float) -> float:
    """Return the width of the largest miniature in a cell."""
    return largest(lambda width: _miniature_height(width) <= cell.height, 0, min(cell.width, most))


def _miniature_height(width: float) -> float:
    head, hand = _miniature(width)
    return head + width - 2 * PAD + hand + 3 * PAD


def _miniature(width: float) -> tuple[float, float]:
    """Return the heights of head and hand of a miniature. In narrow ones, the head has two lines, so that names fit."""
    head = 24 if width < 76 else 30 if width < 126 else 36 if width < 186 else 26
    return head, max(8, width * 0.16)


def _worth(others: list[Area]) -> float:
    """Return how much better larger miniatures are: much, until a finger can tap them and a player can see them."""
    width = others[0].width if others else 0
    return min(width, 64) / 10 + min(width, 190) / 40


def _strip(builder: LayoutBuilder, game: Pavilion, plan: Plan, hidden: bool) -> None:
    """Draw rounds, bag and tower in a strip, and the supply if it has no area of its own."""
    x, y, width, height = plan.strip
    tall = height * 0.8
    pitch = min(tall * 0.82, width * 0.075)
    middle.rounds(builder, game.wild_order, x + pitch * 0.6, y + height / 2, pitch, tall)
    size = height * 0.98
    middle.bag_and_tower(builder, x + width - size * 1.75, y + height / 2, size)
    left, right = x + pitch * 6.3, x + width - size * 2.3
    if plan.supply is None:
        middle.supply_row(builder, Area(left, y, right - left, height))
    if plan.sources is None and hidden:  # the displays are empty, and wait in the strip, unseen
        for k, slot in enumerate(slot for slots in (*DISPLAY[1 : game.displays + 1], *CENTRE) for slot in slots):
            builder.slots[slot] = Place(left + (right - left) * (k % 40 + 0.5) / 40, y + height / 2, 10)
        builder.slots["centre.first"] = Place((left + right) / 2, y + height / 2, 10)


def _supply(builder: LayoutBuilder, area: Area) -> None:
    """Draw the ten places of the supply in one or two rows."""
    columns = 10 if area.width > 8 * area.height else 5
    rows = 10 // columns
    tall = min((area.height - 10) / rows / 1.06, (area.width - 12) / columns * 1.5)
    wide = min(area.width, columns * max(tall, TARGET) * 1.15 + 20)
    place = area.within(wide, rows * tall * 1.06 + 10)
    middle.supply(builder, place.x, place.y, place.width, columns, tall, margin=6)


def _sources(builder: LayoutBuilder, displays: int, area: Area, grid: Grid) -> None:
    """Draw displays of two by two tiles, and the centre."""
    tall = grid.pitch * TALL
    dishes, around = _parts(displays).places(grid, area)
    for source, dish in enumerate(dishes, 1):
        round = grid.pitch * 0.26
        builder.fixtures.append(
            group(
                box(dish.x, dish.y + 2, dish.width, dish.height, round, cls="z-shadow"),
                box(*dish, round, cls="z-plate-edge"),
                box(dish.x + 1, dish.y + 1, dish.width - 2, dish.height - 2, round, cls="z-plate"),
            )
        )
        x, y = dish.middle
        for k, slot in enumerate(DISPLAY[source]):
            builder.slots[slot] = Place(x + (k % 2 - 0.5) * grid.pitch, y + (k // 2 - 0.5) * tall, tall * 0.98)
    _centre(builder, around, grid.pitch)


def _centre(builder: LayoutBuilder, area: Area, pitch: float) -> None:
    """Draw a column upwards for each colour, and the marker above the first, or left of it if that is too low."""
    builder.fixtures.append(fixtures.runner(*area))
    tall, letters, marker = min(pitch * TALL, area.height * 0.72), min(pitch * 0.3, 13), min(pitch * 0.62, area.height * 0.4)
    left = area.x if area.height > tall + letters + marker else area.x + marker
    step = (area.x + area.width - left) / 6.05
    bottom = area.y + area.height - tall / 2 - letters - 2
    top = min(area.y + tall / 2 + 5, bottom)
    rise = min(tall * 0.4, (bottom - top) / 3)
    for i, colour in enumerate(COLOURS):
        x = left + step * (i + 0.525)
        builder.fixtures += [
            printed(f"{colour}-space", x, bottom, tall),
            text(x, area.y + area.height - letters * 0.45, letters, cls="z-soft", data_label=f"count.centre.{colour}"),
        ]
        for k, slot in enumerate(CENTRE[i]):
            builder.slots[slot] = Place(x, max(bottom - rise * k, top), tall)
    builder.slots["centre.first"] = Place(area.x + marker * 0.62, area.y + marker * 0.62, marker)
