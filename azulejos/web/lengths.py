"""How long a game may be on the server, where it is stored and where it is shown.

A game has about a hundred events; one that takes all 50 rounds that the rules allow by default has at most 1,900. With another
round limit it could have many thousands, and each page, replay and picture of it would cost a hundred times as much.
"""

from __future__ import annotations

from azulejos.core.contract import Problem

MOST_EVENTS = 2000
"""Events of a game that is uploaded, played, replayed or analysed here. Older tables may have more; they can be downloaded."""
MOST_FRAMES = 300
"""Events of a game that is made into a film."""
LONG = 300
"""Events of a game of which everything that takes time is made by a worker."""
MOST_ENTRIES = 10_000
"""Entries of a table's log, of which all are read to open it. Then only the game goes on: no undo, no chat, no renames."""
SHOWN_LINES = 300
"""The last events of a game that a new client gets as sentences."""


def check_length(events: int, most: int = MOST_EVENTS) -> None:
    """Raise a `Problem` if a game is too long."""
    if events > most:
        raise Problem(
            f"this game has {events} events; the server shows at most {most}", "game_too_long", events=events, most=most
        )


def check_log(entries: int) -> None:
    """Raise a `Problem` if a log is so long that only moves may be added."""
    if entries >= MOST_ENTRIES:
        raise Problem(f"the log of this table has {entries} entries; only moves are possible now", "log_too_long")
