"""Running a search without the GIL, so that other threads can run.

This module is never compiled: the compiled search uses the C twin `search_nogil.pxd`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.core.search import Search


def run(search: Search, simulations: int) -> None:
    """Run this many simulations."""
    search._run(simulations)
