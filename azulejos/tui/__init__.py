"""Full-screen play in a terminal, with mouse and keyboard. Needs the extra `tui` (Textual).

It contains no rules: the pieces come from `render.scene`, the choices from `render.choices`, the texts from `render.sentences`,
and the layout in character cells from the game's `terminal()`. This package draws them and handles clicks (`board_widget`), and
has the screen around them (`app`).
"""

from __future__ import annotations

from collections.abc import Mapping

from azulejos.bots import Bot
from azulejos.language import language_of
from azulejos.session import Session


def play(table: Session, bots: Mapping[int, Bot]) -> None:
    """Play a game in the terminal's language, with people in the seats without a bot, until it is over or they quit."""
    from azulejos.tui.app import GameApp

    app = GameApp(table, bots, language_of())
    app.run()
    if app.failure is not None:
        raise app.failure
