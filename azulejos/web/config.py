"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from azulejos.bots.analysis import USUAL_EFFORT
from azulejos.web.fair_play import ABSENCE
from azulejos.web.limits import Limits


@dataclass(frozen=True)
class Config:
    db: Path | str
    """An SQLite file, or the URL of a PostgreSQL database."""
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    seed: int | None = None
    """Random seed for dice and bots, for tests; `None` for unpredictable ones."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use the server."""
    names: tuple[str, ...] = ()
    """The host names (or addresses) that people reach the server by; without any, every name is accepted."""
    proxies: str = "127.0.0.1"
    """Trusted proxies, comma-separated: their forwarding headers are believed."""
    effort: int = USUAL_EFFORT
    """Simulations per move of an analysis."""
    room_rest: float = 60.0
    """Seconds until an unused room is dropped from memory."""
    patience: float = 20.0
    """Seconds until a client that does not read is disconnected."""
    absence: float = ABSENCE
    """Seconds without a connection until others can vote for a bot to take a seat."""
