"""The lessons of each game, played through: legal moves, existing spots, texts in every language, and the time they take."""

from __future__ import annotations

import re

import pytest

from azulejos import GAMES, render
from azulejos.core.contract import Move
from azulejos.language import LANGUAGES, language
from azulejos.lesson import LEARNER, LessonPart, played

LESSONS = {f"{game}/{name}": part for game, kind in GAMES.items() for name, part in kind.lessons().items()}
WORDS_PER_MINUTE = 150
"""A slow reader."""
SECONDS_PER_MOVE = 12
"""To find what to click, and to watch the answer."""


@pytest.fixture(params=LESSONS)
def part(request: pytest.FixtureRequest) -> LessonPart:
    return LESSONS[request.param]


def test_every_game_has_its_lessons_in_order() -> None:
    assert [*LESSONS] == ["azul/first", "azul/grey", "azul/jokers", "pavilion/first", "pavilion/grey"]


def test_every_move_is_legal_and_offered(part: LessonPart) -> None:
    steps = part.steps(language("en"))
    for step, scene in zip(steps, played(part, steps), strict=True):
        if step.move is None:
            assert step.other is None
            continue
        assert scene.state.actor == LEARNER
        assert step.move in [move.text for move in scene.state.legal_moves]
        assert step.move in [choice.move for choice in render.choices(scene.state)]
        alone = len(scene.state.legal_moves) == 1
        assert step.other or alone, "another legal move gets an answer"


def test_every_spot_exists(part: LessonPart) -> None:
    steps = part.steps(language("en"))
    for step, scene in zip(steps, played(part, steps), strict=True):
        layout = render.layout(scene.state.game)
        spots = {*re.findall(r'data-spot="([^"]+)"', layout.spots)}
        pieces = render.scene(scene.state).pieces
        offered = {spot for choice in render.choices(scene.state) for stage in choice.stages for spot in stage}
        for spot in step.look:
            assert spot in spots | offered | {*pieces}, spot


def test_the_learner_is_ahead_at_the_end(part: LessonPart) -> None:
    steps = part.steps(language("en"))
    end = played(part, steps)[-1].after
    assert end.phase == "over"
    assert end.scores[LEARNER] > end.scores[1]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_in_every_language(part: LessonPart, code: str) -> None:
    def texts(code: str) -> list[str]:
        tr = language(code)
        steps = part.steps(tr)
        return [part.title(tr), *(step.text for step in steps), *(step.other for step in steps if step.other), *part.learnt(tr)]

    said = texts(code)
    assert all(said)
    assert len(said) == len(texts("en"))
    if code != "en":
        assert not {*said} & {*texts("en")}
    for step in part.steps(language(code)):
        assert len(step.text) <= 480, "too much to read at once"


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_lesson_takes_at_most_twelve_minutes(part: LessonPart, code: str) -> None:
    tr = language(code)
    steps = part.steps(tr)
    words = sum(len(text.split()) for text in (*(step.text for step in steps), *part.learnt(tr)))
    moves = sum(step.move is not None for step in steps) + sum(len(step.then) for step in steps)
    assert words / WORDS_PER_MINUTE + moves * SECONDS_PER_MOVE / 60 <= 12


def test_the_card_lists_what_was_learnt(part: LessonPart) -> None:
    assert 3 <= len(part.learnt(language("en"))) <= 7


TAUGHT = {
    "azul/first": [
        "can't take a colour that its wall row already has",
        "−1 −1 −2 −2 −2 −3 −3",
        "below 0",
        "lid",
        "everything there on purpose",
        "In a tie",
        "isn't a tile",
    ],
    "azul/grey": ["column already has red", "our ruling"],
    "azul/jokers": ["together with one colour", "any more", "our ruling", "doesn't score 10"],
    "pavilion/first": [
        "exactly one wild tile",
        "only wild tiles",
        "never drops below 1",
        "the wild colour as itself",
        "the 5 and the 6",
        "statue is worth two",
        "fixed order",
        "victory is shared",
        "isn't a tile",
    ],
    "pavilion/grey": ["second tile settles", "twelve 3s"],
}


@pytest.mark.parametrize("name", TAUGHT)
def test_what_a_beginner_has_to_know_is_said(name: str) -> None:
    texts = " ".join(step.text for step in LESSONS[name].steps(language("en")))
    for phrase in TAUGHT[name]:
        assert phrase in texts


def test_the_bonuses_are_played_once_each() -> None:
    part = LESSONS["pavilion/first"]
    scenes = played(part, part.steps(language("en")))
    moves = [event for scene in scenes for _, event in scene.events if isinstance(event, Move)]
    assert [len(move.text) - 1 for move in moves if move.text.startswith("+")] == [1, 2, 3]
