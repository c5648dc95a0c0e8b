"""Build a layout step by step."""

from __future__ import annotations

from azulejos.render import fixtures
from azulejos.render.types import Layout, Place


class LayoutBuilder:
    """Collects the drawings below the pieces, the places of the pieces, and the spots above them."""

    def __init__(self) -> None:
        self.fixtures: list[str] = []
        self.slots: dict[str, Place] = {}
        self.spots: list[str] = []

    def layout(self, width: float, height: float) -> Layout:
        """Return the layout of a table of this size."""
        drawn = "".join([fixtures.table(width, height), *self.fixtures])
        return Layout(width, height, drawn, self.slots, "".join(self.spots))
