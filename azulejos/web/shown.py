"""What pages without a table get: the scene of a position, and what happens on the table after a move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from azulejos import render
from azulejos.core.contract import Event, State
from azulejos.language import Language
from azulejos.web.messages import last_slots, line, step
from azulejos.web.wire import SceneInfo


class Update(Struct, frozen=True):
    """Something that happens on the table: the scene after it, and the sentence for it."""

    scene: SceneInfo
    last: list[str]
    text: str
    gains: list[dict[str, Any]]


def scene_of(state: State) -> SceneInfo:
    """Return what is on the table."""
    return SceneInfo(*render.scene(state))


def update(before: State, event: Event, names: tuple[str, ...], tr: Language) -> Update:
    """Return what an event changes."""
    after = before.play(event)
    said = line(step(before, event), 0, names, tr)
    return Update(scene_of(after), last_slots(render.scene(before), render.scene(after)), said["text"], said["gains"])


def updates(state: State, events: Iterable[Event], names: tuple[str, ...], tr: Language) -> list[Update]:
    """Return what consecutive events change."""
    found = []
    for event in events:
        found.append(update(state, event, names, tr))
        state = state.play(event)
    return found
