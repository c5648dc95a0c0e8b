"""Draw a scene into a layout, as one standalone SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence

from azulejos.render.svg_shapes import element, escape, number
from azulejos.render.types import Layout, Place, Scene

_MARK = re.compile('class="([^"]*)" data-mark="([^"]*)"')
_LABEL = re.compile('(data-label="([^"]*)"(?: data-chars="([0-9]+)")?[^>]*>)</text>')


def draw(scene: Scene, layout: Layout, game: str, symbols: str, css: str, names: Sequence[str] = ()) -> str:
    """Return the picture; `symbols` has a `<symbol>` for every piece of the game, `css` is the theme, `names` are the
    players'."""
    texts = {**{f"name.{seat}": name for seat, name in enumerate(names)}, **scene.texts}
    pieces = "".join([_piece(game, what, layout.slots[slot]) for slot, what in scene.pieces.items()])
    return element(
        "svg",
        f"<style>{css}</style><defs>{symbols}</defs>{_filled(layout.fixtures, texts, set(scene.marks))}{pieces}",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(layout.width)} {number(layout.height)}",
        width=layout.width,
        height=layout.height,
    )


def _piece(game: str, what: str, place: Place) -> str:
    x, y, size, turn = place
    return element(
        "use",
        cls="z-piece",
        href=f"#{game}-{what}",
        x=x - size / 2,
        y=y - size / 2,
        width=size,
        height=size,
        transform=f"rotate({number(turn)} {number(x)} {number(y)})" if turn else None,
    )


def _filled(fixtures: str, texts: dict[str, str], marks: set[str]) -> str:
    """Return the fixtures with labels filled in and marks switched on."""

    def mark(found: re.Match[str]) -> str:
        classes, name = found.groups()
        return f'class="{classes} on" data-mark="{name}"' if name in marks else found[0]

    def label(found: re.Match[str]) -> str:
        start, name, room = found.groups()
        return f"{start}{escape(shorten(texts.get(name, ''), int(room or 0)))}</text>"

    return _LABEL.sub(label, _MARK.sub(mark, fixtures))


def shorten(text: str, room: int) -> str:
    """Shorten the text to at most this many characters (0: no limit); a number at its end stays: it tells bots apart."""
    if not room or len(text) <= room:
        return text
    end = re.search(" [0-9]$|$", text)[0]  # type: ignore[index]  # it always matches
    return text[: room - 1 - len(end)].rstrip() + "…" + end
