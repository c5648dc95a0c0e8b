"""What a server is told when it is started."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from azulejos.web.limits import Limits


@dataclass(frozen=True)
class Config:
    db: Path
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    seed: int | None = None
    """Dice and bots that can be foretold, for tests; `None`: nobody can."""
    origins: tuple[str, ...] = ()
    """Origins besides the server's own whose pages may use it."""
    room_rest: float = 60.0
    """Seconds until a room that nobody needs is dropped from memory."""
    patience: float = 20.0
    """Seconds until somebody is disconnected who does not read."""
