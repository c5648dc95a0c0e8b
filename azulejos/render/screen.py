"""Tables made for the screen of a phone or tablet: in pixels of that screen, for what its player does now.

A view says what that is: `taking` tiles, `placing` them, or `looking` at a board. Whatever a view offers to a finger is
`TARGET` pixels wide if the screen has room for it; the page enlarges the rest before it is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

VIEWS = ("taking", "placing", "looking")
TARGET = 44
"""The width of a finger, in pixels."""
WIDTHS, HEIGHTS = range(280, 1601), range(240, 1601)


class Screen(NamedTuple):
    """What a table is drawn for."""

    view: str
    width: float
    height: float


class Area(NamedTuple):
    """A rectangle of the table."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def above(self, height: float, gap: float = 0) -> tuple[Area, Area]:
        """Return the part at the top with this height, and the rest."""
        return self._replace(height=height), Area(self.x, self.y + height + gap, self.width, self.height - height - gap)

    def before(self, width: float, gap: float = 0) -> tuple[Area, Area]:
        """Return the part at the left with this width, and the rest."""
        return self._replace(width=width), Area(self.x + width + gap, self.y, self.width - width - gap, self.height)

    def within(self, width: float, height: float) -> Area:
        """Return an area of this size in the middle."""
        return Area(self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height)


def enlarged(screen: Screen) -> Iterator[Screen]:
    """Return the screen, and larger ones of the same shape: where a table does not fit, it is drawn smaller."""
    for n in range(4, 20):
        yield screen._replace(width=screen.width * n / 4, height=screen.height * n / 4)


def largest(fits: Callable[[float], bool], least: float, most: float) -> float:
    """Return the largest size that fits, to half a pixel; if none does, `least`."""
    low, high = 2 * int(least), 2 * int(most)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle / 2) else (low, middle - 1)
    return low / 2


class Grid(NamedTuple):
    """Displays in rows, and the centre: at the end of the last row, or in one of its own."""

    pitch: float
    """The width of a tile's place."""
    columns: int
    rows: int
    shared: bool
    height: float


class Sources(NamedTuple):
    """The sizes of displays and centre, in pitches, and the gap between them, in pixels."""

    displays: int
    display_height: float
    colours: float
    """The width of the centre."""
    centre_height: float
    gap: float
    narrower: float
    """How much narrower than two places a display is, in pixels; the tiles leave some room at its sides."""

    def width(self, pitch: float) -> float:
        return 2 * pitch - self.narrower

    def grid(self, pitch: float, columns: int, width: float) -> Grid | None:
        """Return the displays in this many columns, if that is not too wide."""
        step = self.width(pitch) + self.gap
        if columns * step - self.gap > width:
            return None
        rows = -(-self.displays // columns)
        last = self.displays - (rows - 1) * columns
        shared = width - last * step >= self.colours * pitch
        if not shared and self.colours * pitch > width:
            return None
        row = self.display_height * pitch + 2
        height = rows * (row + self.gap) - self.gap + (0 if shared else self.gap + self.centre_height * pitch)
        return Grid(pitch, columns, rows, shared, height)

    def fitting(self, width: float, height: float, most: float) -> Grid | None:
        """Return the arrangement with the largest tiles."""
        best: Grid | None = None
        for columns in range(1, self.displays + 1):

            def fits(pitch: float, columns: int = columns) -> bool:
                grid = self.grid(pitch, columns, width)
                return grid is not None and grid.height <= height

            pitch = largest(fits, 4, most)
            if fits(pitch) and (best is None or pitch > best.pitch):
                best = self.grid(pitch, columns, width)
        return best

    def places(self, grid: Grid, area: Area) -> tuple[list[Area], Area]:
        """Return the areas of the displays, and that of the centre, spread over an area."""
        spread = (area.height - grid.height) / max(grid.rows + (not grid.shared) - 1, 1)
        gap_y = self.gap + min(spread, 10)
        top = area.y + max((area.height - grid.height) / 2 - (grid.rows + (not grid.shared) - 1) * min(spread, 10) / 2, 0)
        width, height = self.width(grid.pitch), self.display_height * grid.pitch + 2
        gap_x = self.gap + min((area.width - grid.columns * (width + self.gap) + self.gap) / grid.columns, 14)
        if grid.shared:
            in_last = self.displays - (grid.rows - 1) * grid.columns
            gap_x = min(gap_x, (area.width - self.colours * grid.pitch) / in_last - width)
        displays = []
        for number in range(self.displays):
            row, column = divmod(number, grid.columns)
            in_row = min(grid.columns, self.displays - row * grid.columns)
            alone = row < grid.rows - 1 or not grid.shared
            left = area.x + (area.width - in_row * (width + gap_x) + gap_x) / 2 if alone else area.x
            displays.append(Area(left + column * (width + gap_x), top + row * (height + gap_y), width, height))
        last = displays[-1]
        if grid.shared:
            return displays, Area(last.x + width + gap_x, last.y, area.x + area.width - last.x - width - gap_x, height)
        below = last.y + height + gap_y
        most = max(self.centre_height * grid.pitch, min(area.y + area.height - below, 2 * self.centre_height * grid.pitch))
        wide = min(area.width, 1.4 * self.colours * grid.pitch)
        return displays, Area(area.x + (area.width - wide) / 2, below, wide, most)


def grids(area: Area, count: int, gap: float) -> Iterator[list[Area]]:
    """Divide an area into parts of the same size: side by side, in two rows, and so on; the last row is in the middle."""
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        width, height = (area.width - gap * (columns - 1)) / columns, (area.height - gap * (rows - 1)) / rows
        cells = []
        for number in range(count):
            row, column = divmod(number, columns)
            missing = columns - min(columns, count - row * columns)
            left = area.x + (column + missing / 2) * (width + gap)
            cells.append(Area(left, area.y + row * (height + gap), width, height))
        yield cells
