"""Running a search without the GIL, so that other threads can run.

This module is never compiled: the compiled search uses the C twin `search_nogil.pxd`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.core.search import Search


def run(search: Search, simulations: int) -> int:
    """Run simulations while there is room; return their number."""
    return search._run(simulations)
