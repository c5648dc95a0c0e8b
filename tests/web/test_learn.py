"""Lessons: always the same, within the rules, in every language; and why another click does nothing."""

from __future__ import annotations

import pytest

from azulejos.core.registry import GAMES
from azulejos.language import LANGUAGES, language
from azulejos.lesson import LEARNER
from azulejos.web.lessons import lesson, refused
from tests.web.live import Running

LESSONS = [(game, name) for game, kind in GAMES.items() for name in kind.lessons()]


@pytest.mark.parametrize(("game", "name"), LESSONS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_lesson_in_every_language(game: str, name: str, code: str) -> None:
    found = lesson(game, name, language(code), "v")
    assert found.seat == LEARNER
    assert found.id == name
    assert [(one.id, game) for one in found.lessons] == [(other, game) for its, other in LESSONS if its == game]
    assert found.title in [one.title for one in found.lessons]
    for before, step in zip(found.steps, found.steps[1:], strict=False):
        if not step.reset and before.updates:
            assert step.scene == before.updates[-1].scene, "each step begins where the last one ended"
    for step in found.steps:
        if step.move is not None:
            assert step.move in [choice.move for choice in step.choices]
            named = {spot for choice in step.choices for stage in choice.stages for spot in stage if spot.startswith("?")}
            assert named <= step.buttons.keys()


@pytest.mark.parametrize(
    ("game", "name", "step", "spots", "text", "rule"),
    [
        ("azul", None, 1, ["display.1/red"], "two black tiles fit line 2", None),
        ("azul", None, 5, ["centre/white", "line.0.2"], "Pattern line 2 is full.", "lines"),
        ("azul", None, 1, ["line.1.1"], "There is nothing to do there now.", None),
        ("azul", None, 0, ["display.1/red"], "Read this, then continue.", None),
        ("azul", "grey", 1, ["wall.0.2.3"], "Column 3 already has this colour", "grey"),
        ("azul", "jokers", 4, ["display.1/red", "line.0.1"], "A joker covers this colour's space in row 1", "jokers"),
        ("pavilion", None, 1, ["display.1/purple"], "This colour is wild", "taking"),
    ],
)
def test_other_clicks_are_explained(
    game: str, name: str | None, step: int, spots: list[str], text: str, rule: str | None
) -> None:
    found = refused(game, name, step, spots, language("en"))
    assert text in found.text
    assert found.rule == rule


def test_lessons_from_the_server(sqlite_server: Running) -> None:
    assert sqlite_server.get("/learn/azul").status_code == 200
    assert sqlite_server.get("/learn/azul/grey").status_code == 200
    assert sqlite_server.get("/api/lessons/azul").json()["id"] == "first"
    assert sqlite_server.get("/api/lessons/azul/jokers").json()["learnt"]
    explained = sqlite_server.get("/api/lessons/azul/grey/why", params={"step": 1, "spot": "wall.0.2.3"}).json()
    assert explained["rule"] == "grey"
    found = sqlite_server.get("/api/lessons/pavilion", headers={"Accept-Language": "de"}).json()
    assert found["steps"][0]["text"].startswith("Willkommen!")
    why = sqlite_server.get("/api/lessons/azul/why", params={"step": 5, "spot": ["centre/white", "line.0.2"]})
    assert why.json() == {"text": "Pattern line 2 is full.", "rule": "lines"}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("chess", 404),
        ("azul/nothing", 404),
        ("azul/nothing/why?step=1&spot=floor.0", 404),
        ("azul/why?step=99&spot=floor.0", 400),
        ("azul/why?step=x&spot=floor.0", 400),
        ("azul/why?step=1", 400),
        ("azul/why?step=1" + "&spot=floor.0" * 13, 400),
    ],
)
def test_unknown_lessons(sqlite_server: Running, path: str, status: int) -> None:
    assert sqlite_server.get(f"/api/lessons/{path}").status_code == status


def test_what_makes_the_pages_an_app(sqlite_server: Running) -> None:
    worker = sqlite_server.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert sqlite_server.get("/app.webmanifest").json()["start_url"] == "/"
    assert "Keine Verbindung" in sqlite_server.get("/offline", headers={"Accept-Language": "de"}).text
