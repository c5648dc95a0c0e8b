"""Running a search without Python's lock, so that others go on meanwhile.

This module is never compiled: the compiled search uses the C twin `unlock.pxd`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.core.search import Search


def run(search: Search, simulations: int) -> None:
    """Lets a search go on for so many simulations."""
    search._run(simulations)
