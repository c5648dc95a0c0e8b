"""What a server is told when it is started."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from azulejos.bots.analysis import USUAL_EFFORT
from azulejos.web.limits import Limits


@dataclass(frozen=True)
class Config:
    db: Path | str
    """A file of SQLite, or the address of a PostgreSQL database."""
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    seed: int | None = None
    """Dice and bots that can be foretold, for tests; `None`: nobody can."""
    origins: tuple[str, ...] = ()
    """Origins besides the server's own whose pages may use it."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies, by commas: what they say of whom they speak for is believed."""
    effort: int = USUAL_EFFORT
    """Simulations for each move of a game that is analysed."""
    room_rest: float = 60.0
    """Seconds until a room that nobody needs is dropped from memory."""
    patience: float = 20.0
    """Seconds until somebody is disconnected who does not read."""
