"""Lessons: always the same, within the rules, in every language; and why something else is not done now."""

from __future__ import annotations

import pytest

from azulejos.core.game import GAMES
from azulejos.language import LANGUAGES, language
from azulejos.lesson import LEARNER
from azulejos.web.lessons import lesson, refused
from tests.web.live import Running


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_lesson_in_every_language(game: str, code: str) -> None:
    told = lesson(game, language(code), "v")
    assert 10 <= len(told.steps) <= 15
    assert told.seat == LEARNER
    for before, step in zip(told.steps, told.steps[1:], strict=False):
        if not step.anew and before.updates:
            assert step.scene == before.updates[-1].scene, "each step begins where the last one ended"
    for step in told.steps:
        if step.move is not None:
            assert step.move in [choice.move for choice in step.choices]
            named = {spot for choice in step.choices for stage in choice.stages for spot in stage if spot.startswith("?")}
            assert named <= step.buttons.keys()
    english = lesson(game, language("en"), "v")
    texts = [step.text for step in told.steps]
    assert len({*texts}) == len(texts)
    if code != "en":
        assert not {*texts} & {step.text for step in english.steps}, "nothing is left in English"


@pytest.mark.parametrize("game", GAMES)
def test_the_learner_wins_at_the_end(game: str) -> None:
    texts = lesson(game, language("en"), "v").steps[-1].scene.texts
    assert int(texts["score.0"]) > int(texts["score.1"])


@pytest.mark.parametrize(
    ("game", "step", "spots", "text", "rule"),
    [
        ("azul", 1, ["display.1/red"], "two black tiles fit line 2", None),
        ("azul", 4, ["centre/white", "line.0.2"], "Line 2 is full.", "lines"),
        ("azul", 1, ["line.1.1"], "Nothing can be done there now.", None),
        ("azul", 0, ["display.1/red"], "Nothing to do here yet", None),
        ("pavilion", 1, ["display.1/purple"], "This colour is wild", "taking"),
    ],
)
def test_why_something_else_is_not_done_now(game: str, step: int, spots: list[str], text: str, rule: str | None) -> None:
    told = refused(game, step, spots, language("en"))
    assert text in told.text
    assert told.rule == rule


def test_lessons_from_the_server(sqlite_server: Running) -> None:
    assert sqlite_server.get("/learn/azul").status_code == 200
    told = sqlite_server.get("/api/lessons/pavilion", headers={"Accept-Language": "de"}).json()
    assert told["steps"][0]["text"].startswith("Willkommen!")
    why = sqlite_server.get("/api/lessons/azul/why", params={"step": 4, "spot": ["centre/white", "line.0.2"]})
    assert why.json() == {"text": "Line 2 is full.", "rule": "lines"}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("chess", 404),
        ("azul/why?step=99&spot=floor.0", 400),
        ("azul/why?step=x&spot=floor.0", 400),
        ("azul/why?step=1", 400),
        ("azul/why?step=1" + "&spot=floor.0" * 13, 400),
    ],
)
def test_lessons_that_there_are_not(sqlite_server: Running, path: str, status: int) -> None:
    assert sqlite_server.get(f"/api/lessons/{path}").status_code == status


def test_what_makes_the_pages_an_app(sqlite_server: Running) -> None:
    version = sqlite_server.player().get("/api/bots")["version"]
    worker = sqlite_server.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert f'"azulejos-{version}"' in worker.text
    assert sqlite_server.get("/app.webmanifest").json()["start_url"] == "/"
    assert "Keine Verbindung" in sqlite_server.get("/offline", headers={"Accept-Language": "de"}).text
