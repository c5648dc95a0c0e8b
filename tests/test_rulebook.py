"""The rules for players: the same sections and examples in all languages, examples that are drawn, HTML and terminal."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from azulejos import GAMES, position, render
from azulejos.core.contract import Problem
from azulejos.language import LANGUAGES
from azulejos.rulebook import rules_html, rules_markdown, rules_text, sections
from azulejos.rulebook.examples import example_size, example_svg, examples

ALL = [(game, code) for game in GAMES for code in LANGUAGES]


def ids(text: str) -> list[str]:
    return re.findall(r"^#+ .* \{#([a-z]+)\}$", text, re.MULTILINE)


def pictures(text: str) -> list[str]:
    return re.findall(r"^!\[.+\]\(example:([a-z-]+)\)$", text, re.MULTILINE)


@pytest.mark.parametrize(("game", "code"), ALL)
def test_all_languages_have_the_same_sections_and_examples(game: str, code: str) -> None:
    english, text = rules_markdown(game), rules_markdown(game, code)
    assert ids(text) == ids(english)
    assert len(ids(text)) == len(set(ids(text))) == len(re.findall("^##+ ", text, re.MULTILINE))
    assert pictures(text) == pictures(english)
    assert text.count("](") == len(pictures(text)), "a link or picture that is no example"
    assert [line.count("|") for line in text.splitlines() if "|" in line] == [
        line.count("|") for line in english.splitlines() if "|" in line
    ]


@pytest.mark.parametrize(("game", "code"), ALL)
def test_tables_have_the_same_numbers_in_all_languages(game: str, code: str) -> None:
    def numbers(text: str) -> list[list[str]]:
        return [re.findall(r"\d+(?= \|$)", line) for line in text.splitlines() if line.startswith("|")]

    assert numbers(rules_markdown(game, code)) == numbers(rules_markdown(game))


def test_every_example_is_shown() -> None:
    assert sorted(examples()) == sorted(name for game in GAMES for name in pictures(rules_markdown(game)))


@pytest.mark.parametrize("name", examples())
def test_an_example_is_a_part_of_a_real_position(name: str) -> None:
    found = examples()[name]
    state = position(found["position"])
    assert name.startswith(f"{state.game.name}-")
    assert state.text == found["position"]
    for theme in render.THEMES:
        picture = example_svg(name, theme)
        assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="')
        assert picture.count("<svg") == picture.count("</svg>") == 1
    emphasis = picture.rpartition('class="z-piece"')[2]
    assert emphasis.count("z-turn on") >= len(found.get("mark", ()))
    assert emphasis.count("z-spot offered") == len(found.get("offer", ()))
    width, height = example_size(name)
    assert f'width="{width}" height="{height}"' in picture
    assert 200 <= width <= 640


def test_what_an_example_offers_is_legal() -> None:
    """On the grey wall, in tiling, the marked spaces are exactly those that the rules allow."""
    found = examples()["azul-grey"]
    legal = {f"wall.0.{move.action['row']}.{move.action['column']}" for move in position(found["position"]).legal_moves}
    assert legal == set(found["offer"])
    found = examples()["azul-lines"]
    moves = [move.action for move in position(found["position"]).legal_moves if move.action["colour"] == "red"]
    assert {f"line.0.{move['line']}" if move["line"] else "floor.0" for move in moves} == set(found["offer"])


class Tags(HTMLParser):
    """Checks the elements of a page and their attributes; fails if one is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in ("img", "source", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(("game", "code"), ALL)
def test_as_html(game: str, code: str) -> None:
    html = rules_html(game, code)
    tags = Tags(html).found
    assert [given["id"] for tag, given in tags if tag in ("h2", "h3")] == ids(rules_markdown(game))
    assert [given["data-example"] for tag, given in tags if tag == "figure"] == pictures(rules_markdown(game))
    assert not [given for _, given in tags if "style" in given]
    assert "{#" not in html
    assert "example:" not in html
    assert "<p></p>" not in html
    for anchor, title in sections(game, code):
        assert f'<h2 id="{anchor}">{title}</h2>' in html


@pytest.mark.parametrize(("game", "code"), ALL)
def test_in_a_terminal_the_captions_stay(game: str, code: str) -> None:
    text = rules_text(game, code)
    assert "{#" not in text
    assert "](" not in text
    assert text.count("\n> *") == len(pictures(rules_markdown(game)))


def test_unknown_names_are_reported() -> None:
    with pytest.raises(Problem, match="there is no game 'chess'; choose azul or pavilion"):
        rules_html("chess")
    with pytest.raises(Problem, match="the language must be one of en, fr, de, hu, not 'xx'"):
        rules_html("azul", "xx")
    with pytest.raises(Problem, match=r"the example must be one of azul-taking, .* not 'azul-nothing'"):
        example_svg("azul-nothing")
