"""Draw a player's board of Azul at any size: pattern lines, wall, floor line, name and score."""

from __future__ import annotations

from typing import NamedTuple

from azulejos.games.azul import Azul
from azulejos.games.azul.board import COLOUR_POINTS, COLUMN_POINTS, FLOOR_SPACE_COST, JOKER, ROW_POINTS, colour_at
from azulejos.games.azul.moves import COLOURS
from azulejos.games.azul.scene.pieces import FLOOR, LINE, MINUS, WALL
from azulejos.render import fixtures
from azulejos.render.layout_builder import LayoutBuilder
from azulejos.render.svg_shapes import box, circle, element, path, polygon, square, text
from azulejos.render.types import Place

FILLED = 0.94  # the share of a space that its tile covers
TARGET = 44  # large enough for fingers
TINY = 9  # with smaller rows, a name leaves no room for marks beside it


class Size(NamedTuple):
    """The sizes of a board's parts."""

    row: float  # from row to row
    line: float  # from space to space of a pattern line
    wall: float  # from column to column
    floor: float  # from space to space of the floor line
    head: float  # height of the line with name and score
    gap: float  # between pattern lines and wall
    hints: float  # to the right of the wall and below it
    pad: float
    full: bool  # with hints about bonuses and costs, which don't fit on a small board

    @property
    def width(self) -> float:
        return 2 * self.pad + 5 * self.line + self.gap + 5 * self.wall + self.hints

    @property
    def floor_height(self) -> float:
        """The height of the floor line. A finger has room there, which begins below the hints and ends with the board."""
        return max(self.floor, TARGET - self.floor_margin - self.pad) if self.full else self.floor

    @property
    def floor_margin(self) -> float:
        """What the hints leave free between them and the floor line."""
        return self.hints * 0.08

    @property
    def height(self) -> float:
        return self.head + 5 * self.row + self.hints + self.floor_height + self.pad * (2 if self.full else 1.4)


def small(pitch: float) -> Size:
    """Return the size of another player's board."""
    return Size(
        row=pitch,
        line=pitch,
        wall=pitch,
        floor=pitch,
        head=max(pitch * 1.25, 20 if pitch > 6 else 13),
        gap=pitch * 0.42,
        hints=pitch * 0.2,
        pad=max(pitch * 0.36, 5 if pitch > 6 else 3),
        full=False,
    )


class Board:
    """Draws the board of a seat with its top left corner at a point."""

    def __init__(self, game: Azul, seat: int, x: float, y: float, size: Size, builder: LayoutBuilder) -> None:
        self.game, self.seat, self.size, self.builder = game, seat, size, builder
        self.x, self.y = x, y
        self.lines_end = x + size.pad + 5 * size.line
        self.wall_start = self.lines_end + size.gap
        self.top = y + size.head
        self.floor_y = self.top + 5 * size.row + (size.hints if size.full else size.pad * 0.4) + size.floor_height / 2

    def draw(self) -> None:
        size, seat = self.size, self.seat
        self.builder.fixtures.append(fixtures.panel(self.x, self.y, size.width, size.height, size.row * 0.22, seat))
        self.head()
        for line in range(1, 6):
            self.row(line)
        self.floor()
        self.bonuses()

    def row_y(self, row: int) -> float:
        return self.top + (row - 0.5) * self.size.row

    def column_x(self, column: int) -> float:
        return self.wall_start + (column - 0.5) * self.size.wall

    def head(self) -> None:
        """Draw the name, the score, the place of the starting player marker, and marks."""
        size, seat = self.size, self.seat
        letters = size.head * (0.44 if size.full else 0.54)
        middle = self.y + size.head * 0.55
        left, right = self.x + size.pad + 2, self.x + size.width - size.pad - 2
        score = letters * (1.35 if size.full else 1.2)
        token = size.head * 0.62
        tiny = size.row < TINY
        mark = left + token / 2 if tiny else right - score * 1.75 - token * 0.4
        mark_y = self.row_y(2) + size.row * 0.4 if tiny else middle
        first = Place(mark - token, middle, token) if size.full else Place(right - token / 2, self.floor_y, token)
        room = right - score * 1.25 - left if tiny else (first.x if size.full else mark) - token / 2 - left
        self.builder.fixtures += [
            text(
                left,
                middle + letters * 0.34,
                letters,
                anchor="start",
                cls="z-name",
                data_label=f"name.{seat}",
                data_chars=int(room / letters / 0.62),
            ),
            text(right, middle + score * 0.36, score, anchor="end", cls="z-score", data_label=f"score.{seat}"),
            fixtures.crown(mark, mark_y, token * 0.7, seat),
            fixtures.tick(mark, mark_y, token * 0.7, f"ready.{seat}"),
        ]
        self.builder.slots[f"first.{seat}"] = first

    def row(self, line: int) -> None:
        """Draw a pattern line and the row of the wall next to it."""
        size, seat, y = self.size, self.seat, self.row_y(line)
        tile = min(size.line, size.row) * FILLED
        for k in range(line):
            x = self.lines_end - (k + 0.5) * size.line
            self.builder.fixtures.append(fixtures.well(x, y, tile))
            self.builder.slots[LINE[seat][line - 1][k]] = Place(x, y, tile)
        a, b = size.gap * 0.16, size.row * 0.12
        x = self.lines_end + size.gap / 2
        self.builder.fixtures.append(polygon([(x - a, y - b), (x + a, y), (x - a, y + b)], cls="z-arrow"))
        end = self.lines_end + size.gap * 0.9
        width = max(line * size.line + size.gap * 0.9, TARGET if size.full else 0)
        self.builder.spots.append(self.spot(f"line.{seat}.{line}", end - width, y - size.row / 2, width, size.row))
        for column in range(1, 6):
            self.space(line, column)

    def space(self, row: int, column: int) -> None:
        """Draw a space of the wall; on the coloured wall with a faint print of its tile."""
        size, seat = self.size, self.seat
        x, y = self.column_x(column), self.row_y(row)
        tile = min(size.wall, size.row) * FILLED
        self.builder.fixtures.append(fixtures.well(x, y, tile))
        if self.game.board == "coloured":
            colour = COLOURS[colour_at(row - 1, column - 1)]
            corner = {"x": x - tile / 2, "y": y - tile / 2, "width": tile, "height": tile}
            self.builder.fixtures.append(element("use", href=f"#azul-{colour}-space", **corner))
        self.builder.slots[WALL[seat][row - 1][column - 1]] = Place(x, y, tile)
        self.builder.spots.append(
            self.spot(f"wall.{seat}.{row}.{column}", x - size.wall / 2, y - size.row / 2, size.wall, size.row)
        )

    def floor(self) -> None:
        """Draw the floor line: seven spaces and their costs."""
        size, seat, y = self.size, self.seat, self.floor_y
        tile = size.floor * FILLED
        left = self.x + size.pad
        for k, cost in enumerate(FLOOR_SPACE_COST):
            x = left + (k + 0.5) * size.floor
            self.builder.fixtures.append(fixtures.well(x, y, tile))
            if size.full:
                self.builder.fixtures.append(text(x, y + tile * 0.13, tile * 0.36, f"{MINUS}{cost}", cls="z-loss"))
            self.builder.slots[FLOOR[seat][k]] = Place(x, y, tile)
        letters = size.floor * (0.42 if size.full else 0.7)
        self.builder.fixtures.append(
            text(left + 7.15 * size.floor, y + letters * 0.35, letters, anchor="start", cls="z-loss", data_label=f"loss.{seat}")
        )
        top, height = y - size.floor_height / 2, size.floor_height
        if size.full:
            top, height = top - size.floor_margin, max(height, TARGET)
        self.builder.spots.append(self.spot(f"floor.{seat}", left, top, 7 * size.floor, height))

    def bonuses(self) -> None:
        """Draw the bonuses of complete rows, columns and colours as hints, which light up once reached."""
        size, seat = self.size, self.seat
        right = self.wall_start + 5 * size.wall + size.hints * 0.5
        below = self.top + 5 * size.row + size.hints * 0.5
        for number in range(1, 6):
            self.hint(f"row.{seat}.{number}", right, self.row_y(number), ROW_POINTS)
            self.hint(f"column.{seat}.{number}", self.column_x(number), below, COLUMN_POINTS)
        if size.full:
            self.colours()
        else:
            pip = size.row * 0.4
            for k, colour in enumerate(COLOURS[:JOKER]):  # above the pattern lines, where there is room
                x = self.x + size.pad + (k + 0.5) * pip * 1.3
                mark = {"cls": f"z-mark z-pip z-{colour}", "data_mark": f"colour.{seat}.{colour}"}
                self.builder.fixtures.append(square(x, self.row_y(1), pip, pip * 0.2, **mark))

    def hint(self, mark: str, x: float, y: float, points: int) -> None:
        size = self.size
        if size.full:
            self.builder.fixtures.append(
                text(x, y + size.hints * 0.24, size.hints * 0.62, f"{points}", cls="z-glow", data_mark=mark)
            )
        else:
            self.builder.fixtures.append(circle(x, y, size.row * 0.09, cls="z-mark z-crown", data_mark=mark))

    def colours(self) -> None:
        """Draw five small tiles and the points for all five of a colour."""
        size, seat, y = self.size, self.seat, self.floor_y
        pip = size.floor * 0.24
        step = pip * 1.25
        end = self.wall_start + 5 * size.wall
        for k, colour in enumerate(COLOURS[:JOKER]):
            x = end - (4.5 - k) * step
            tick = ("M", x - pip * 0.34, y + pip * 1.02, "l", pip * 0.26, pip * 0.28, pip * 0.46, -pip * 0.56)
            self.builder.fixtures += [
                square(x, y, pip, pip * 0.2, cls=f"z-pip z-{colour}"),
                path(*tick, cls="z-mark z-reached", data_mark=f"colour.{seat}.{colour}"),
            ]
        self.builder.fixtures.append(
            text(end - 5.15 * step, y + pip * 0.4, size.hints * 0.62, f"{COLOUR_POINTS}", anchor="end", cls="z-glow")
        )

    def spot(self, name: str, x: float, y: float, width: float, height: float) -> str:
        return box(x, y, width, height, self.size.row * 0.12, cls="z-spot", data_spot=name)
