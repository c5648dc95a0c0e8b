"""What a lesson consists of, and how it is played: a fixed game with prepared deals, so that every step is always the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from azulejos import position
from azulejos.core.contract import Event, Json, State
from azulejos.language import Language
from azulejos.notation import event_from_text

LEARNER = 0
NAMES = ("Ana", "Rui")
"""Who sits at the table of a lesson; the learner is Ana."""


class Step(NamedTuple):
    """What the guide says, and what happens then."""

    text: str
    move: str | None = None
    """What the learner has to do; if nothing, there is only something to read."""
    other: str | None = None
    """Why another move, though allowed, is not what this step wants."""
    then: Sequence[str] = ()
    """Events that follow: answers of the other seat, deals, and whatever shall happen by itself."""
    look: Sequence[str] = ()
    """Spots that the text speaks of."""
    at: str | None = None
    """A position that the step begins with: the table is set anew."""


class Scene(NamedTuple):
    """A step on the table: the state before it, and the events of it, each with the state before it."""

    state: State
    events: list[tuple[State, Event]]
    after: State


def played(start: State, steps: Sequence[Step]) -> list[Scene]:
    """The steps one after another."""
    found: list[Scene] = []
    state = start
    for step in steps:
        state = before = position(step.at) if step.at else state
        events: list[tuple[State, Event]] = []
        for text in (*([step.move] if step.move else ()), *step.then):
            event = event_from_text(state.game, text)
            events.append((state, event))
            state = state.play(event)
        found.append(Scene(before, events, state))
    return found


class LessonPart(Protocol):
    """The module `lesson` of a game."""

    GAME: Json
    START: tuple[str, ...]
    """The events before the first step."""

    def steps(self, tr: Language) -> list[Step]:
        """The steps, in a language."""
        ...
