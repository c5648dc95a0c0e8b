"""Who is at a table, through this server or another one, and since when everyone else has been away.

A server knows only what it has seen itself: before it loaded the table, everyone counts as here. So absence can seem shorter
than it was, never longer, even if servers or connections between them fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


class Presence:
    """The owners who are at a table."""

    def __init__(self, at: float) -> None:
        self.sockets: Counter[str] = Counter()
        """Those connected to this server, with the number of their connections."""
        self._elsewhere: frozenset[str] = frozenset()
        self._start = at
        self._went: dict[str, float] = {}

    @property
    def here(self) -> set[str]:
        """The owners who are here, through this server or another one."""
        return {*self._elsewhere, *self.sockets}

    def came(self, owner: str) -> bool:
        """Count a connection; return whether it is the owner's first here."""
        self.sockets[owner] += 1
        return self.sockets[owner] == 1

    def went(self, owner: str, at: float) -> bool:
        """Remove a connection; return whether it was the owner's last here."""
        self.sockets[owner] -= 1
        if self.sockets[owner]:
            return False
        del self.sockets[owner]
        self._went[owner] = at
        return True

    def seen(self, owner: str, at: float) -> None:
        """Note a request of an owner who may have no connection."""
        self._went[owner] = at

    def look(self, elsewhere: frozenset[str], at: float) -> bool:
        """Note who is connected to other servers; return whether that has changed."""
        if elsewhere == self._elsewhere:
            return False
        self._went.update(dict.fromkeys(self._elsewhere - elsewhere, at))
        self._elsewhere = elsewhere
        return True

    def away(self, owners: Iterable[str]) -> dict[str, float]:
        """Return those of these owners who are not here, and since when."""
        here = self.here
        self._went = {owner: self._went[owner] for owner in self._went.keys() & set(owners)}  # forget people who only watched
        return {owner: self._went.get(owner, self._start) for owner in owners if owner not in here}
