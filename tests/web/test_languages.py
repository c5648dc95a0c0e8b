"""Pages, log, refusals and rules in the reader's language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from azulejos import GAMES, Problem, render
from azulejos.language import ENGLISH, LANGUAGES, language, page_catalogue
from azulejos.rulebook.examples import examples
from azulejos.web import problems
from tests.web.live import BOT, ME, Running


@pytest.mark.parametrize(
    ("headers", "code", "title"),
    [
        ({}, "en", "Set up a game"),
        ({"Accept-Language": "nl, de-CH;q=0.8, en;q=0.5"}, "de", "Spiel einrichten"),
        ({"Accept-Language": "de", "Cookie": "language=hu"}, "hu", "Játék előkészítése"),
        ({"Accept-Language": "de", "Cookie": "language=xx"}, "en", "Set up a game"),
    ],
)
def test_a_page_uses_the_chosen_language_or_the_browser_s(
    server: Running, headers: dict[str, str], code: str, title: str
) -> None:
    answer = server.get("/", headers=headers)
    assert answer.headers["content-language"] == code
    assert "Accept-Language" in answer.headers["vary"]
    assert "Cookie" in answer.headers["vary"]
    assert f'<html lang="{code}" ' in answer.text
    assert f"<h2>{title}</h2>" in answer.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_scripts_say(server: Running, code: str) -> None:
    assert server.get(f"/language/{code}.json").json() == page_catalogue(code)


@pytest.mark.parametrize(
    "path", ["/language/xx.json", "/rules/chess", "/example/nothing/light.svg", "/example/azul-floor/pink.svg"]
)
def test_not_found(server: Running, path: str) -> None:
    answer = server.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_page")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_rules_are_a_page(server: Running, game: str, code: str) -> None:
    answer = server.get(f"/rules/{game}", headers={"Cookie": f"language={code}"})
    assert answer.status_code == 200
    assert answer.text.count("<figure") == len([name for name in examples() if name.startswith(game)])
    anchors = re.findall(r'<li><a href="#([a-z]+)">', answer.text)
    assert anchors
    assert {*anchors} <= {*re.findall(r'id="([a-z]+)"', answer.text)}
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=", answer.text)
    for picture in re.findall(r'(?:src|srcset)="(/example/[^"]+)"', answer.text)[:2]:
        assert server.get(picture).headers["content-type"] == "image/svg+xml"
    for theme in render.THEMES:
        assert server.get(f"/example/{game}-end/{theme}.svg").status_code == 200


def test_a_refusal_in_the_reader_s_language(server: Running) -> None:
    def asked(**headers: str) -> Any:
        return server.get("/api/tables/nothing", headers=headers).json()["error"]

    assert asked() == {"code": "no_such_table", "message": "there is no table 'nothing'"}
    assert asked(**{"accept-language": "fr"})["message"] == "Table introuvable."


def test_a_problem_for_people_and_what_explains_it() -> None:
    game = GAMES["azul"](players=2)
    full = Problem("3R2 is not legal: …", "line_full", line=2, colour="red")
    assert problems.problem_json(full, language("de"), game) == {
        "code": "line_full",
        "message": "Musterreihe 2 ist voll.",
        "rule": "lines",
    }
    assert problems.problem_json(Problem("`name` is required to take a seat", "bad_request"), language("de"), game) == {
        "code": "bad_request",
        "message": "`name` is required to take a seat",
    }
    for code, sentence in problems.SENTENCES.items():
        assert sentence(ENGLISH).endswith("."), code
        assert problems.problem_json(Problem("…", code), language("hu"))["message"] == sentence(language("hu"))
    for problem, text in (
        (Problem("…", "not_away", seconds=12), "Ein Bot kann in 12\N{NO-BREAK SPACE}Sekunden übernehmen."),
        (Problem("…", "out_of_time", cost=99.5), "Dafür reicht deine Zeit nicht mehr."),
    ):
        assert problems.problem_json(problem, language("de"))["message"] == text


def test_the_table_uses_each_readers_language(server: Running) -> None:
    """Two browsers at one table: log and refusals in German for one, in English for the other."""
    ana = server.player()
    table = ana.create(ME, BOT, public=False)
    german = server.player(token=ana.token)
    german.headers = {**german.headers, "Accept-Language": "de"}
    with ana.socket(table, "scene") as one, german.socket(table, "scene") as other:
        one.play()
        one.my_turn()
        other.my_turn()
    with ana.socket(table, "scene") as one, german.socket(table, "scene") as other:
        english, deutsch = one.welcome["log"], other.welcome["log"]
        assert len(english) == len(deutsch) > 2
        assert english[0]["text"] == "Round 1 begins."
        assert deutsch[0]["text"] == "Runde 1 beginnt."
        assert english[2]["text"].startswith("Apprentice takes ")
        assert deutsch[2]["text"].startswith("Lehrling nimmt ")
        refused = other.ask(move="0R0", number=0)
        assert (refused["code"], refused["message"]) == ("stale", "Die Partie ist inzwischen weitergegangen.")
    with german.socket(table, "state") as program:
        assert program.ask(move="9R2", number=program.position["number"])["message"].startswith("9R2 is not legal in round 1")
