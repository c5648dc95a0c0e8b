"""Pages over the table: the scoring sheet, the keys, and the question whether to quit."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from azulejos.language import Language
from azulejos.record import Record
from azulejos.render.score_text import sheet_lines, verdict


class Page(ModalScreen[bool]):
    """A page that Escape, Enter and similar keys close."""

    DEFAULT_CSS = """
    Page { align: center middle; }
    Page > VerticalScroll {
        width: auto; max-width: 90%; height: auto; max-height: 90%; padding: 1 2; border: round $accent; background: $surface;
    }
    Page Static { width: auto; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,s,question_mark,q", "close", show=False, priority=True),
    ]

    def action_close(self) -> None:
        self.dismiss(False)

    def on_click(self) -> None:
        self.dismiss(False)


class Sheet(Page):
    """The scoring sheet: where each player's points came from."""

    def __init__(self, record: Record, tr: Language) -> None:
        super().__init__()
        self.record = record
        self.tr = tr

    def compose(self) -> ComposeResult:
        *rows, total = sheet_lines(self.record, self.tr)
        lines = [Text(f"{verdict(self.record, self.tr)}\n", "bold"), *map(Text, rows), Text(total, "bold")]
        with VerticalScroll():
            yield Static(Text("\n").join(lines))


class Help(Page):
    """The keys, and how to read the table."""

    def __init__(self, tr: Language) -> None:
        super().__init__()
        self.tr = tr

    def compose(self) -> ComposeResult:
        tr = self.tr
        keys = {
            "← ↑ ↓ →, Tab": tr("next thing you can choose"),
            "Enter, Space": tr("choose it (or click)"),
            "Esc": tr("undo the last step of this move"),
            "d": tr("done: no more tiles"),
            "u": tr("take back your last move"),
            "h": tr("ask the strongest bot for a hint"),
            "s": tr("where the points came from"),
            "l": tr("show or hide the log"),
            "q": tr("quit the game"),
        }
        signs = {
            "▸R◂": tr("cursor"),
            "[R]": tr("can be chosen"),
            "(R)": tr("chosen"),
            "!R!": tr("hint"),
            "4⁺³": tr("a space that costs 4 and would score 3"),
        }
        with VerticalScroll():
            yield Static(Text("\n\n").join([_explained(keys), _explained(signs)]))


def _explained(texts: dict[str, str]) -> Text:
    wide = max(map(len, texts))
    return Text("\n").join(Text.assemble((f"{key:{wide}}  ", "bold"), meaning) for key, meaning in texts.items())


class Leave(Page):
    """Asks whether to quit a game that is not over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "leave", show=False, priority=True),
        Binding("n", "close", show=False),
    ]

    def __init__(self, tr: Language) -> None:
        super().__init__()
        self.tr = tr

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self.tr("Quit the game? y: yes, n: no"))

    def action_leave(self) -> None:
        self.dismiss(True)
