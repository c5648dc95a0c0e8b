"""Drawn examples for the rules: parts of real positions, drawn by the renderer, so that they look like the games."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from typing import Any

from azulejos import position, render
from azulejos.core.contract import Problem
from azulejos.core.registry import GAMES
from azulejos.render.svg_shapes import circle, number
from azulejos.render.types import Layout, Place

MARGIN = 0.75  # around the outermost pieces, in pieces
WIDEST = 640.0


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Return all examples by name, from the games' `rulebook/examples.toml`."""
    found: dict[str, dict[str, Any]] = {}
    for kind in GAMES.values():
        folder = kind.folder()
        drawn = folder.joinpath("rulebook", "examples.toml") if folder else None
        if drawn is not None and drawn.is_file():
            found |= tomllib.loads(drawn.read_text("utf-8"))
    return found


def example_svg(name: str, theme: str = "light") -> str:
    """Return an example as a standalone picture."""
    found = examples().get(name)
    if found is None:
        raise Problem(f"the example must be one of {', '.join(examples())}, not {name[:40]!r}", "no_such_page")
    state = position(found["position"])
    layout = render.layout(state.game)
    drawn = render.svg(state, theme=theme)
    inside = drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")]
    pieces = render.scene(state).pieces
    marks = _marked(layout, pieces, found.get("mark", ()), "z-turn on")
    offers = _marked(layout, pieces, found.get("offer", ()), "z-spot offered")
    return f"{_frame(_places(layout, found['show']))}{inside}{marks}{offers}</svg>"


def example_size(name: str) -> tuple[int, int]:
    """Return width and height of the picture."""
    found = examples()[name]
    _, _, width, height = _box(_places(render.layout(position(found["position"]).game), found["show"]))
    scale = min(1.0, WIDEST / width)
    return round(width * scale), round(height * scale)


def _places(layout: Layout, names: Iterable[str]) -> list[Place]:
    """Return the places of the slots whose names begin with the given texts."""
    return [
        place for slot, place in layout.slots.items() for name in names if slot == name or slot.startswith(f"{name}.")
    ]  # fmt: skip


def _box(places: list[Place]) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the box around the places."""
    edge = MARGIN * max(place.size for place in places)
    left, top = min(place.x for place in places) - edge, min(place.y for place in places) - edge
    right, bottom = max(place.x for place in places) + edge, max(place.y for place in places) + edge
    return left, top, right - left, bottom - top


def _frame(places: list[Place]) -> str:
    left, top, width, height = _box(places)
    scale = min(1.0, WIDEST / width)
    corner = f"{number(left)} {number(top)} {number(width)} {number(height)}"
    size = f'width="{round(width * scale)}" height="{round(height * scale)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{corner}" {size}>'


def _marked(layout: Layout, pieces: Iterable[str], names: Iterable[str], look: str) -> str:
    """Return highlights on spots of the layout, or around pieces."""
    found = []
    for name in names:
        spots = re.findall(rf'<[^<>]*data-spot="{re.escape(name)}(?:\.\d+)?"[^<>]*/>', layout.spots)
        found += [spot.replace('class="z-spot"', f'class="{look}" stroke-width="4"', 1) for spot in spots] or [
            circle(place.x, place.y, place.size * 0.56, cls=look, stroke_width=4)
            for place in _places(layout, [slot for slot in pieces if f"{slot}.".startswith(f"{name}.")])
        ]
    return "".join(found)
