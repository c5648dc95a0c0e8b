"""Lessons: guided games at the real table, with the real choices.

A lesson is the same for everyone, so nothing is stored: the page gets the whole lesson at once, and asks again only when the
learner clicks something that the step does not want.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from azulejos import render
from azulejos.core.contract import Problem, State
from azulejos.core.registry import GAMES
from azulejos.language import Language
from azulejos.lesson import LEARNER, NAMES, LessonPart, Scene, Step, played
from azulejos.render.types import Button, Choice
from azulejos.render.why import Why, why_not
from azulejos.web.messages import key_of
from azulejos.web.shown import Update, scene_of, update
from azulejos.web.wire import SceneInfo


class LessonStep(Struct, frozen=True):
    """A step: what the guide says, what the table shows, what to do (play `move`, or just read), and what follows."""

    text: str
    look: list[str]
    scene: SceneInfo
    reset: bool
    """Whether the table is set up again here."""
    move: str | None
    choices: list[Choice]
    buttons: dict[str, Button]
    updates: list[Update]


class LessonTitle(Struct, frozen=True):
    """A lesson in the list of a game's lessons."""

    id: str
    title: str


class Lesson(Struct, frozen=True):
    """A guided game; `learnt` is the card at its end, `lessons` are all lessons of the game, main lesson first."""

    game: dict[str, Any]
    key: str
    version: str
    names: list[str]
    seat: int
    steps: list[LessonStep]
    id: str
    title: str
    learnt: list[str]
    lessons: list[LessonTitle]


class Explained(Struct, frozen=True):
    """Why a click does nothing here, and the section of the rules that explains it."""

    text: str
    rule: str | None


def lesson(game: str, which: str | None, tr: Language, version: str) -> Lesson:
    """Return a lesson of a game in a language; the main one by default."""
    return _lesson(game, which, tr, version)


def refused(game: str, which: str | None, number: int, clicked: Sequence[str], tr: Language) -> Explained:
    """Return why the clicked spots are not what a step of the lesson asks for."""
    steps, scenes = _scenes(game, which, tr)
    if not 0 <= number < len(steps):
        raise Problem(f"the lesson has steps from 0 to {len(steps) - 1}, not {number}", "bad_request")
    step, state = steps[number], scenes[number].state
    if step.move is None:
        return Explained(tr("Read this, then continue."), None)
    reason = why_not(state, clicked, tr)
    if reason is None and not _possible(state, clicked):
        reason = Why(tr("There is nothing to do there now."), None)
    text, rule = reason or Why(step.other or step.text, None)
    return Explained(text, rule)


@lru_cache(32)
def _scenes(game: str, which: str | None, tr: Language) -> tuple[list[Step], list[Scene]]:
    _, part = _part(game, which)
    steps = part.steps(tr)
    return steps, played(part, steps)


def _part(game: str, which: str | None) -> tuple[str, LessonPart]:
    """Return the id and the content of a lesson."""
    lessons = GAMES[game].lessons() if game in GAMES else {}
    if not lessons:
        taught = ", ".join(name for name, kind in GAMES.items() if kind.lessons())
        raise Problem(f"there are lessons for {taught}, not for {game[:40]!r}", "no_such_page")
    found = next(iter(lessons)) if which is None else which
    if found not in lessons:
        raise Problem(f"the lessons of {game} are {', '.join(lessons)}, not {found[:40]!r}", "no_such_page")
    return found, lessons[found]


@lru_cache(32)
def _lesson(name: str, which: str | None, tr: Language, version: str) -> Lesson:
    found, part = _part(name, which)
    steps, scenes = _scenes(name, which, tr)
    game = scenes[0].state.game
    return Lesson(
        game=game.json,
        key=key_of(game),
        version=version,
        names=list(NAMES),
        seat=LEARNER,
        steps=[_told(step, scene, tr) for step, scene in zip(steps, scenes, strict=True)],
        id=found,
        title=part.title(tr),
        learnt=part.learnt(tr),
        lessons=[LessonTitle(other, its.title(tr)) for other, its in GAMES[name].lessons().items()],
    )


def _told(step: Step, scene: Scene, tr: Language) -> LessonStep:
    asked = step.move is not None
    return LessonStep(
        text=step.text,
        look=list(step.look),
        scene=scene_of(scene.state),
        reset=step.at is not None,
        move=step.move,
        choices=render.choices(scene.state, tr) if asked else [],
        buttons=render.buttons(scene.state, tr) if asked else {},
        updates=[update(before, event, NAMES, tr) for before, event in scene.events],
    )


def _possible(state: State, clicked: Iterable[str]) -> bool:
    """Return whether some move contains all of these spots."""
    spots = {*clicked}
    return any(spots <= {spot for stage in choice.stages for spot in stage} for choice in render.choices(state))
