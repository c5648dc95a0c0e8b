"""The table on the screen: draws a scene into a plan, shows what can be chosen, and handles mouse and keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from azulejos.core.contract import State
from azulejos.language import Language
from azulejos.render import scene
from azulejos.render.types import Scene
from azulejos.tui import colours
from azulejos.tui.cells import Box, Canvas, Plan
from azulejos.tui.narrow import Choosing
from azulejos.tui.plan import plan

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SLANT = 3.0  # the weight of sideways distance when searching for the next spot in a direction
TALL = 2.5  # height of a cell divided by its width


class View(Widget):
    """The table. The cursor moves over its spots and the buttons below it."""

    class Missed(Message):
        """A click on a cell where nothing is offered."""

        def __init__(self, x: int, y: int) -> None:
            super().__init__()
            self.x, self.y = x, y

    class Picked(Message):
        """A spot was chosen."""

        def __init__(self, spot: str) -> None:
            super().__init__()
            self.spot = spot

    class Pointed(Message):
        """The cursor or the mouse is on a spot."""

    DEFAULT_CSS = "View { width: auto; height: auto; }"

    def __init__(self, names: Sequence[str], viewer: int, tr: Language) -> None:
        super().__init__()
        self.tr = tr
        self.names = names
        self.viewer = viewer
        self.room = (80, 18)
        self.plan = Plan()
        self.scene = Scene({}, {}, [])
        self.state: State | None = None
        self.choosing = Choosing()
        self.cursor: str | None = None
        self.hints: tuple[str, ...] = ()
        self.last: frozenset[str] = frozenset()
        self.boxes: dict[str, list[Box]] = {}
        self.canvas: Canvas | None = None

    # -- what is shown

    def show(self, state: State, choosing: Choosing, hints: tuple[str, ...] = ()) -> None:
        """Show a state, and what can be chosen in it."""
        if state is not self.state:
            before, self.state, self.scene = self.scene, state, scene(state)
            new = (slot for slot, piece in self.scene.pieces.items() if before.pieces.get(slot) != piece)
            self.last = frozenset(new if before.pieces else ())
        self.choosing, self.hints = choosing, hints
        self.settle()

    def settle(self) -> None:
        """Lay everything out for the current size of the screen."""
        if self.state is None:
            return
        before, self.plan = self.plan, plan(self.state.game, self.viewer, *self.room, self.tr)
        shown = dict.fromkeys((*self.choosing.offered, *self.choosing.clicks, *self.hints))
        self.boxes = {spot: self.boxes_of(spot) for spot in shown if not spot.startswith("?")}
        if self.cursor not in self.choosing.offered:
            self.cursor = self.choosing.offered[0] if self.choosing.offered else None
        self.redraw(layout=self.plan is not before)

    def boxes_of(self, spot: str) -> list[Box]:
        """Return the cells of a spot: a part of the table, or all pieces of a colour at a place."""
        place, slash, colour = spot.partition("/")
        if not slash:
            return self.plan.spots.get(spot, [])
        lying = self.scene.pieces.items()
        slots = [slot for slot, piece in lying if piece == colour and slot.startswith(f"{place}.")]
        return [self.plan.slots[slot] for slot in slots if slot in self.plan.slots]

    def get_content_width(self, *_: object) -> int:
        return self.plan.width

    def get_content_height(self, *_: object) -> int:
        return self.plan.height

    def render_line(self, y: int) -> Strip:
        """Return a line of the current table."""
        if self.canvas is None:
            self.canvas = self.draw()
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        return Strip(self.canvas.segments(y, self.rich_style), self.canvas.width)

    def redraw(self, layout: bool = False) -> None:
        """Redraw everything on the next refresh."""
        self.canvas = None
        self.refresh(layout=layout)

    def draw(self) -> Canvas:
        """Return the current table."""
        canvas = Canvas(self.plan.width, self.plan.height)
        if self.state is None:
            return canvas
        for x, y, text, style in self.plan.furniture:
            canvas.write(x, y, text, colours.style(style))
        for mark in self.scene.marks:
            for x, y, text, style in self.plan.marks.get(mark, ()):
                canvas.write(x, y, text, colours.style(style))
        self.tint_spots(canvas)
        self.draw_pieces(canvas, self.state)
        self.draw_labels(canvas)
        self.draw_brackets(canvas)
        return canvas

    def draw_pieces(self, canvas: Canvas, state: State) -> None:
        """Draw the pieces; those of the last event are underlined."""
        for slot, piece in self.scene.pieces.items():
            if box := self.plan.slots.get(slot):
                canvas.write(box.x, box.y, "▐ ▌", colours.edge(piece))  # half a cell at each side keeps tiles apart
                style = colours.tile(piece) + (colours.LAST if slot in self.last else Style.null())
                canvas.write(box.x + 1, box.y, colours.letter(state.game, piece), style)

    def draw_labels(self, canvas: Canvas) -> None:
        """Write names, scores and numbers."""
        texts = {**self.scene.texts, **{f"name.{seat}": name for seat, name in enumerate(self.names)}}
        for name, text in texts.items():
            if label := self.plan.labels.get(name):
                box = label.box
                canvas.write(box.x, box.y, f"{text[: box.width]:{label.align}{box.width}}", colours.style(label.style))

    def tint_spots(self, canvas: Canvas) -> None:
        """Colour the spots; pieces are drawn on top, so that their own colour stays visible."""
        for spot, boxes in self.boxes.items():
            for box in boxes:
                canvas.tint(box, self.look(spot)[2])

    def draw_brackets(self, canvas: Canvas) -> None:
        """Mark offered, chosen and hinted spots and the cursor with characters, too, for screens without colour."""
        for spot, boxes in self.boxes.items():
            left, right, style = self.look(spot)
            for box in boxes:
                canvas.write(box.x, box.y, left, style)
                canvas.write(box.x + box.width - 1, box.y, right, style)
            if spot in self.choosing.offered and boxes:
                self.draw_preview(canvas, spot)

    def look(self, spot: str) -> tuple[str, str, Style]:
        """Return the brackets and the style of a spot."""
        if spot == self.cursor:
            return "▸", "◂", colours.CURSOR
        if spot in self.hints:
            return "!", "!", colours.HINTED
        if spot in self.choosing.offered:
            return "[", "]", colours.OFFERED_SPACE
        return "(", ")", colours.CHOSEN

    def draw_preview(self, canvas: Canvas, spot: str) -> None:
        """Write what a click would score, if there is room."""
        made = self.choosing.outcome(spot)
        if made is None or not made.points:
            return
        style = colours.GAIN if made.points > 0 else colours.LOSS
        if box := self.plan.previews.get(spot):
            canvas.write(box.x, box.y, f"{f'{made.points:+}':>{box.width}}", style)
        elif "/" not in spot and spot != self.cursor and 0 < made.points < 10:
            box = self.boxes[spot][0]  # a space of the board: its own number, with the points next to it
            number = canvas.signs[box.y][box.x + 1]
            canvas.write(box.x, box.y, f"{number}⁺{SMALL[made.points]}", Style.null())

    # -- user actions

    def spot_at(self, x: int, y: int, spots: Iterable[str] | None = None) -> str | None:
        """Return the spot at a cell: one that is offered, or one of these."""
        for spot in self.choosing.offered if spots is None else spots:
            for box in self.boxes_of(spot):
                if box.y == y and box.x <= x < box.x + box.width:
                    return spot
        return None

    def on_click(self, event: events.Click) -> None:
        if spot := self.spot_at(event.x, event.y):
            self.point(spot)
            self.post_message(self.Picked(spot))
        else:
            self.post_message(self.Missed(event.x, event.y))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        spot = self.spot_at(event.x, event.y)
        if spot and spot != self.cursor:
            self.point(spot)

    def point(self, spot: str) -> None:
        """Put the cursor on a spot."""
        self.cursor = spot
        self.redraw()
        self.post_message(self.Pointed())
        if boxes := self.boxes.get(spot):
            box = boxes[0]
            frame = self.parent
            if isinstance(frame, Widget):  # if the table is larger than the screen, scroll to the cursor
                frame.scroll_to_region(Region(box.x, box.y - 1, box.width, 3), animate=False)

    def step(self, direction: str) -> None:
        """Move the cursor to the nearest offered spot in a direction."""
        across, down = DIRECTIONS[direction]
        here = self.middle(self.cursor)
        best: tuple[float, str] | None = None
        for spot in self.choosing.offered:
            there = self.middle(spot)
            x, y = there[0] - here[0], (there[1] - here[1]) * TALL
            ahead, aside = x * across + y * down, abs(x * down) + abs(y * across)
            if ahead > 0 and (best is None or ahead + SLANT * aside < best[0]):
                best = ahead + SLANT * aside, spot
        if best is not None:
            self.point(best[1])

    def middle(self, spot: str | None) -> tuple[float, float]:
        """Return the place of a spot for cursor movement; buttons are below the table, side by side."""
        if spot is None:
            return 0, 0
        if boxes := self.boxes.get(spot):
            first = boxes[0]
            return first.x + first.width / 2, first.y
        buttons = [one for one in self.choosing.offered if one.startswith("?")]
        return 12 * buttons.index(spot), self.plan.height + 1

    def turn(self, step: int) -> None:
        """Move the cursor to the next spot, or the one before."""
        offered = self.choosing.offered
        if offered:
            at = offered.index(self.cursor) if self.cursor in offered else -step
            self.point(offered[(at + step) % len(offered)])
