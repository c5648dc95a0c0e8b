"""Every language through a whole game: no text of ours is left in English, on no page, in no label, no log line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

import pytest

from azulejos.language.messages import CODES, METHODS, read
from tests.browser.driver import Player

pytestmark = pytest.mark.compiled

TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("script, style")) found.push(walk.currentNode.data);
  for (const node of document.querySelectorAll("*"))
    for (const name of ["title", "aria-label", "placeholder", "alt"]) found.push(node.getAttribute(name) ?? "");
  return found.map((text) => text.trim()).filter(Boolean);
}"""


@cache
def english(code: str) -> re.Pattern[str]:
    """The English texts that are said otherwise in this language, with anything in place of their values.

    Short words that might be anything (names, "text", "on") are left to the static tests.
    """
    texts: set[str] = set()
    for domain in METHODS:
        for message in read(code, domain):
            ids = [message.id] if isinstance(message.id, str) else list(message.id)
            strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
            texts |= {text for text in ids if text and text not in strings and len(re.sub(r"\{\w+\}|\W", "", text)) > 3}
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in sorted(texts)))


def left_over(texts: Iterable[str], code: str) -> list[str]:
    return [text for text in texts if english(code).fullmatch(text)]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_whole_game_without_an_english_word(arrive: Callable[..., Player], code: str, game: str) -> None:
    ana = arrive("Ana", locale=code, speed="off")
    ana.page.goto("/")
    assert ana.page.get_attribute("html", "lang") == code
    ana.page.click("#prefs")
    assert left_over(ana.page.evaluate(TEXTS), code) == []
    ana.create({"game": game, "board": "coloured"}, "beginner")
    ana.play(5)
    assert left_over(ana.page.evaluate(TEXTS), code) == []
    ana.play()
    texts = ana.page.evaluate(TEXTS)
    assert len(texts) > 100
    assert left_over(texts, code) == []
    ana.page.goto(f"/rules/{game}")
    assert left_over(ana.page.evaluate(TEXTS), code) == []


def test_another_language_is_chosen_on_the_page_and_stays(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", locale="en-GB")
    ana.page.goto("/")
    assert ana.page.inner_text("#setup h2") == "Set the table"
    with ana.page.expect_navigation():
        ana.page.select_option(".languages", "fr")
    assert ana.page.inner_text("#setup h2") == "Préparer la table"
    ana.create({"game": "azul"}, "beginner")
    assert ana.page.inner_text("#hint") == "Conseil"
    assert ana.log[0] == "La manche 1 est distribuée."


def test_english_that_is_left_over_is_found() -> None:
    assert left_over(["Set the table", "Ana takes 2 blue tiles from the centre.", "Den Tisch decken", "Azul"], "de") == [
        "Set the table",
        "Ana takes 2 blue tiles from the centre.",
    ]
