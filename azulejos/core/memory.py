"""States as values: copying all fields of a state at once, and comparing them.

This module is never compiled: the compiled rules use the C twin `memory.pxd`, which does the same on the bytes of the object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from azulejos.core.tiles import TileState


def _fields(state: TileState) -> list[str]:
    return [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]


def assign(state: TileState, other: TileState) -> None:
    """Make a state equal to another one of the same game."""
    for name in _fields(other):
        value = getattr(other, name)
        setattr(state, name, value[:] if isinstance(value, list) else value)


def key(state: TileState) -> Any:
    """Return a key for comparing states of one game: everything but the game itself."""
    values = [getattr(state, name) for name in _fields(state) if name != "game"]
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def fingerprint(state: TileState) -> int:
    """Return a number that is the same for equal states of one game, and almost never for others."""
    return hash(key(state)) & (1 << 64) - 1
