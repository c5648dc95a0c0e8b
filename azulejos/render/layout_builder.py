"""A layout in the making."""

from __future__ import annotations

from azulejos.render import fixtures
from azulejos.render.types import Layout, Place


class LayoutBuilder:
    """Collects what is drawn below the pieces, where they lie, and what is drawn above them."""

    def __init__(self) -> None:
        self.fixtures: list[str] = []
        self.slots: dict[str, Place] = {}
        self.spots: list[str] = []

    def layout(self, width: float, height: float) -> Layout:
        """All of it, on a table of this size."""
        drawn = "".join([fixtures.table(width, height), *self.fixtures])
        return Layout(width, height, drawn, self.slots, "".join(self.spots))
