"""The game on the whole screen of a terminal, with mouse and keys. Needs the extra `tui` (Textual).

Knows no rules: what lies where comes from `render.scene`, what can be done from `render.choices`, what is said from
`render.sentences`, where things are in character cells from the game's `terminal()`. Here is how they are drawn and pointed at
(`board_widget`), and the screen around it (`app`).
"""

from __future__ import annotations

from collections.abc import Mapping

from azulejos.bots import Bot
from azulejos.language import language_of
from azulejos.session import Session


def play(table: Session, bots: Mapping[int, Bot]) -> None:
    """Plays a game in the terminal's language, with persons at the seats that have no bot, until it is over or they leave."""
    from azulejos.tui.app import GameApp

    app = GameApp(table, bots, language_of())
    app.run()
    if app.failure is not None:
        raise app.failure
