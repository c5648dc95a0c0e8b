"""A replay of a recorded game with a slider, as standalone HTML.

`replay_widget.js` draws the fixtures once, and the pieces for each position. Only the changes between positions are stored, so
a whole game takes only about ten kilobytes more than one picture.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from azulejos import render
from azulejos.core.contract import Json
from azulejos.html_page import html_page
from azulejos.language import ENGLISH, Language
from azulejos.record import Record
from azulejos.render.svg_shapes import number


def document(record: Record, viewer: int = 0, theme: str = "light", tr: Language = ENGLISH) -> str:
    """Return the replay as a standalone page."""
    return html_page(" – ".join(record.names), figure(record, viewer, theme, tr), "body { margin: 0; }", tr.code)


def notebook(record: Record) -> str:
    """Return the replay for a notebook, in a frame that keeps their styles apart."""
    layout = render.layout(record.game)
    style = f"width:100%;max-width:60rem;border:0;aspect-ratio:{number(layout.width)}/{number(layout.height + CONTROLS)}"
    return f'<iframe style="{style}" srcdoc="{escape(document(record))}"></iframe>'


CONTROLS = 150  # height of the slider and the text, in units of the picture


def figure(record: Record, viewer: int = 0, theme: str = "light", tr: Language = ENGLISH) -> str:
    """Return the replay as a part of a page; elements with `data-step="12"` on the page show the position after event 12."""
    game = record.game
    layout = render.layout(game, viewer)
    data = {
        "game": game.name,
        "slots": {slot: [round(part, 2) for part in place] for slot, place in layout.slots.items()},
        "frames": list(_frames(record, tr)),
    }
    signs = (
        ("first", "«", tr("First position")),
        ("back", "‹", tr("Back")),
        ("play", "▶", tr("Play")),
        ("on", "›", tr("Next")),
        ("last", "»", tr("Last position")),
    )
    buttons = "".join(
        f'<button type="button" data-do="{name}" title="{escape(title)}" aria-label="{escape(title)}">{sign}</button>'
        for name, sign, title in signs
    )
    slider = tr("Position")
    spelled = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return (
        f'<div class="azulejos-player"><style>{render.css(theme)}{_file("replay_widget.css")}</style>'
        f'<svg viewBox="0 0 {number(layout.width)} {number(layout.height)}" role="img">'
        f"<defs>{render.symbols(game.name)}</defs>{layout.fixtures}<g></g></svg>"
        f'<div class="controls">{buttons}<input type="range" min="0" max="{len(record.events)}" value="0"'
        f' aria-label="{escape(slider)}"><output></output></div><p class="words"></p>'
        f'<script type="application/json">{spelled}</script><script>{_file("replay_widget.js")}</script></div>'
    )


def _frames(record: Record, tr: Language) -> Iterator[Json]:
    """Yield the changes from position to position (`null`: the slot is empty now), with their texts."""
    pieces: dict[str, str] = {}
    texts: dict[str, str] = {}
    names = {f"name.{seat}": name for seat, name in enumerate(record.names)}
    for words, state in zip(_in_words(record, tr), record.states(), strict=True):
        scene = render.scene(state)
        labels = {**names, **scene.texts}
        yield {"pieces": _changes(pieces, scene.pieces), "texts": _changes(texts, labels), "marks": scene.marks, "words": words}
        pieces, texts = scene.pieces, labels


def _changes(old: dict[str, str], new: dict[str, str]) -> dict[str, Any]:
    gone: dict[str, Any] = {key: None for key in old if key not in new}
    return gone | {key: value for key, value in new.items() if old.get(key) != value}


def _in_words(record: Record, tr: Language) -> Iterator[list[str]]:
    """Yield each event in words, and what it scored."""
    say = render.sentences(record.game)
    yield [tr("Before the first round")]
    for state, event in zip(record.states(), record.events, strict=False):
        gains = [say.gain(gain, record.names, tr) for gain in state.explain(event)]
        yield [say.event(state, event, record.names, tr), *gains]


@cache
def _file(name: str) -> str:
    return files("azulejos.render").joinpath(name).read_text("utf-8")
