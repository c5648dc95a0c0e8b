"""Lessons: a guided first game of each kind, with the real table and the real choices.

A lesson is the same for everybody, so nothing of it is stored: the page gets all of it at once, and asks again only where
somebody points at something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from azulejos import render
from azulejos.core.contract import Event, Problem, State
from azulejos.core.game import GAMES, game_from_json
from azulejos.language import Language
from azulejos.lesson import LEARNER, NAMES, LessonPart, Scene, Step, played
from azulejos.notation import event_from_text
from azulejos.render.why import Why, why_not
from azulejos.web.messages import key_of, last_slots, line
from azulejos.web.messages import step as told_step
from azulejos.web.wire import SceneInfo


class Update(Struct, frozen=True):
    """What happens on the table: how it looks then, and what is said."""

    scene: SceneInfo
    last: list[str]
    text: str
    gains: list[dict[str, Any]]


class Option(Struct, frozen=True):
    """A legal move, as `choices` of the socket has it."""

    move: str
    stages: list[list[str]]
    points: int | None
    note: str | None


class Shown(Struct, frozen=True):
    text: str
    pieces: list[str]


class LessonStep(Struct, frozen=True):
    """What the guide says, what the table shows, what is to be done (`move`, or just to read), and what follows."""

    text: str
    look: list[str]
    scene: SceneInfo
    anew: bool
    """Whether the table is set anew here."""
    move: str | None
    choices: list[Option]
    buttons: dict[str, Shown]
    updates: list[Update]


class Lesson(Struct, frozen=True):
    """A guided first game."""

    game: dict[str, Any]
    key: str
    version: str
    names: list[str]
    seat: int
    steps: list[LessonStep]


class Explained(Struct, frozen=True):
    """Why something is not done now, and the section of the rules that tells more."""

    text: str
    rule: str | None


def lesson(name: str, tr: Language, version: str) -> Lesson:
    """The lesson of a game in a language."""
    return _lesson(name, tr, version)


def refused(name: str, number: int, clicked: Sequence[str], tr: Language) -> Explained:
    """What to say where somebody points at something that this step of the lesson does not want."""
    steps, scenes = _scenes(name, tr)
    if not 0 <= number < len(steps):
        raise Problem(f"the lesson has steps from 0 to {len(steps) - 1}, not {number}", "bad_request")
    step, state = steps[number], scenes[number].state
    if step.move is None:
        return Explained(tr("Nothing to do here yet: read, and go on."), None)
    reason = why_not(state, clicked, tr)
    if reason is None and not _possible(state, clicked):
        reason = Why(tr("Nothing can be done there now."), None)
    text, rule = reason or Why(step.other or step.text, None)
    return Explained(text, rule)


@lru_cache(16)
def _scenes(name: str, tr: Language) -> tuple[list[Step], list[Scene]]:
    part = _part(name)
    steps = part.steps(tr)
    state = game_from_json(part.GAME).start()
    for text in part.START:
        state = state.play(event_from_text(state.game, text))
    return steps, played(state, steps)


def _part(name: str) -> LessonPart:
    lessons = {game: kind.lesson() for game, kind in GAMES.items()}
    part = lessons.get(name)
    if part is None:
        taught = ", ".join(game for game, lesson in lessons.items() if lesson)
        raise Problem(f"there are lessons for {taught}, not for {name[:40]!r}", "no_such_page")
    return part


@lru_cache(16)
def _lesson(name: str, tr: Language, version: str) -> Lesson:
    steps, scenes = _scenes(name, tr)
    game = scenes[0].state.game
    told = [_told(step, scene, tr) for step, scene in zip(steps, scenes, strict=True)]
    return Lesson(game.json, key_of(game), version, list(NAMES), LEARNER, told)


def _told(step: Step, scene: Scene, tr: Language) -> LessonStep:
    asked = step.move is not None
    return LessonStep(
        text=step.text,
        look=list(step.look),
        scene=_scene(scene.state),
        anew=step.at is not None,
        move=step.move,
        choices=[Option(one.move, [*map(list, one.stages)], one.points, one.note) for one in _choices(scene.state, asked, tr)],
        buttons={
            spot: Shown(button.text, list(button.pieces))
            for spot, button in (render.buttons(scene.state, tr) if asked else {}).items()
        },
        updates=[_update(before, event, tr) for before, event in scene.events],
    )


def _choices(state: State, asked: bool, tr: Language) -> Iterable[Any]:
    return render.choices(state, tr) if asked else ()


def _scene(state: State) -> SceneInfo:
    return SceneInfo(*render.scene(state))


def _update(before: State, event: Event, tr: Language) -> Update:
    after = before.play(event)
    said = line(told_step(before, event), 0, NAMES, tr)
    return Update(_scene(after), last_slots(render.scene(before), render.scene(after)), said["text"], said["gains"])


def _possible(state: State, clicked: Iterable[str]) -> bool:
    """Whether some move is pointed at by all of this."""
    spots = {*clicked}
    return any(spots <= {spot for stage in choice.stages for spot in stage} for choice in render.choices(state))
