"""The buttons below the table, for actions without a place on it, such as passing."""

from __future__ import annotations

from collections.abc import Callable

from rich.style import Style
from rich.text import Text
from textual import events
from textual.widget import Widget

from azulejos.core.game import Game
from azulejos.render.types import Button
from azulejos.tui import colours
from azulejos.tui.board_widget import View
from azulejos.tui.cells import Box
from azulejos.tui.narrow import Choosing

DONE, BACK = "!done", "!back"
PLAIN = Style(bgcolor="#2b3a42", color="#e6f2f5")


class Bar(Widget):
    """Buttons in as many rows as they need, including `Done` and `Back`."""

    DEFAULT_CSS = "Bar { height: auto; min-height: 1; }"

    def __init__(self, game: Game, point: Callable[[str], None]) -> None:
        super().__init__()
        self.game = game
        self.point = point  # called when the mouse moves
        self.choosing = Choosing()
        self.buttons: dict[str, Button] = {}
        self.cursor: str | None = None
        self.hints: tuple[str, ...] = ()
        self.extra: dict[str, str] = {}

    def show(
        self, choosing: Choosing, buttons: dict[str, Button], cursor: str | None, hints: tuple[str, ...], extra: dict[str, str]
    ) -> None:
        """Show the buttons among the offered spots, and the extra ones by their texts."""
        self.choosing, self.buttons, self.cursor, self.hints, self.extra = choosing, buttons, cursor, hints, extra
        self.refresh(layout=self.rows(self.size.width) != self.size.height)

    def arranged(self, width: int) -> list[tuple[str, Text, Box]]:
        """Return every button with its text and its place."""
        found: list[tuple[str, Text, Box]] = []
        x = y = 0
        asked = {spot: self.label(spot) for spot in self.choosing.offered if spot.startswith("?")}
        for spot, text in {**asked, **self.more()}.items():
            wide = text.cell_len
            if x and x + wide > width:
                x, y = 0, y + 1
            found.append((spot, text, Box(x, y, wide)))
            x += wide + 1
        return found

    def label(self, spot: str) -> Text:
        """Return a button: its text, its tiles, and the points it scores."""
        style = colours.CURSOR if spot == self.cursor else colours.HINTED if spot in self.hints else PLAIN
        button = self.buttons.get(spot, Button(spot))
        text = Text(f"{'▸' if spot == self.cursor else '['}", style)
        for piece in button.pieces:
            text.append(colours.letter(self.game, piece), colours.tile(piece))
        text.append(f"{' ' if button.pieces else ''}{button.text}", style)
        made = self.choosing.outcome(spot)
        if made is not None and made.points:
            text.append(f" {made.points:+}", style + Style(bold=True))
        text.append(f"{'◂' if spot == self.cursor else ']'}", style)
        return text

    def more(self) -> dict[str, Text]:
        """Return the extra buttons."""
        return {spot: Text(f"[{text}]", PLAIN + Style(bold=True)) for spot, text in self.extra.items()}

    def get_content_height(self, _container: object, _viewport: object, width: int) -> int:
        return self.rows(width)

    def rows(self, width: int) -> int:
        """Return the number of rows that the buttons need."""
        return max((box.y for _, _, box in self.arranged(width)), default=0) + 1

    def render(self) -> Text:
        drawn, row = Text(no_wrap=True, end=""), 0
        for _, text, box in self.arranged(self.size.width):
            drawn.append("\n" if box.y > row else " " if box.x else "")
            drawn.append_text(text)
            row = box.y
        return drawn

    def spot_at(self, x: int, y: int) -> str | None:
        """Return the button at a cell."""
        boxes = self.arranged(self.size.width)
        return next((spot for spot, _, box in boxes if box.y == y and box.x <= x < box.x + box.width), None)

    def on_click(self, event: events.Click) -> None:
        if spot := self.spot_at(event.x, event.y):
            self.post_message(View.Picked(spot))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        spot = self.spot_at(event.x, event.y)
        if spot and spot in self.choosing.offered and spot != self.cursor:
            self.point(spot)
