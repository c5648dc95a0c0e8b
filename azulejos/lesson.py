"""Lessons: a fixed game with prepared draws, so that every step is always the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from azulejos import position
from azulejos.core.contract import Event, Json, State
from azulejos.core.game_json import game_from_json
from azulejos.language import Language
from azulejos.notation import event_from_text

LEARNER = 0
NAMES = ("Ana", "Rui")
"""The players of a lesson; the learner is Ana."""


class Step(NamedTuple):
    """A text of the guide, and what happens next."""

    text: str
    move: str | None = None
    """The move to make; without one, the learner only reads the text."""
    other: str | None = None
    """The text if the learner tries another legal move."""
    then: Sequence[str] = ()
    """Events that follow automatically: draws, and moves of the other player."""
    look: Sequence[str] = ()
    """Spots to highlight."""
    at: str | None = None
    """A position to start the step from, instead of the end of the last step."""


class Scene(NamedTuple):
    """A step on the table: the state before it, its events with the state before each, and the state after it."""

    state: State
    events: list[tuple[State, Event]]
    after: State


class LessonPart(Protocol):
    """A module in `lessons/` of a game."""

    GAME: Json
    START: tuple[str, ...]
    """The events before the first step."""

    def title(self, tr: Language) -> str:
        """Return the title of the lesson."""
        ...

    def steps(self, tr: Language) -> list[Step]:
        """Return the steps, in a language."""
        ...

    def learnt(self, tr: Language) -> list[str]:
        """Return the short sentences on the card at the end."""
        ...


def played(part: LessonPart, steps: Sequence[Step]) -> list[Scene]:
    """Play the steps of a lesson one after another."""
    state = game_from_json(part.GAME).start()
    for text in part.START:
        state = state.play(event_from_text(state.game, text))
    found: list[Scene] = []
    for step in steps:
        state = before = position(step.at) if step.at else state
        events: list[tuple[State, Event]] = []
        for text in (*([step.move] if step.move else ()), *step.then):
            event = event_from_text(state.game, text)
            events.append((state, event))
            state = state.play(event)
        found.append(Scene(before, events, state))
    return found
