"""Every language through a whole game: no text is left in English, on no page, in no label, no log line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

import pytest
from playwright.sync_api import ViewportSize

from azulejos.language import LANGUAGES
from azulejos.language.messages import CODES, METHODS, read
from tests.browser.driver import DESK, PHONE, UNFOLD, Player

pytestmark = pytest.mark.compiled

TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const data = "script, style, code, textarea, .languages, [lang]:not(html)"; // positions and moves as programs write them
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(data)) found.push(walk.currentNode.data);
  for (const node of document.querySelectorAll("*"))
    for (const name of ["title", "aria-label", "placeholder", "alt"]) found.push(node.getAttribute(name) ?? "");
  return found.map((text) => text.trim()).filter(Boolean);
}"""


@cache
def english(code: str) -> re.Pattern[str]:
    """Return patterns of the English texts that differ in this language, with anything in place of their values.

    Short words that might be anything (names, "text", "on") are left to the static tests.
    """
    texts: set[str] = set()
    said: set[str] = set()  # "Analyse" is German for something else
    for domain in METHODS:
        for message in read(code, domain):
            ids = [message.id] if isinstance(message.id, str) else list(message.id)
            strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
            strings = [re.sub(r"\s", " ", text) for text in strings]  # no-break spaces are spaces here
            said.update(strings)
            texts |= {text for text in ids if text and text not in strings and len(re.sub(r"\{\w+\}|\W", "", text)) > 3}
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in sorted(texts - said)))


WORDS = frozenset(
    """
    the tile tiles are of with from takes take your you and move moves game games display wall floor player players round which
    what where there this that can not wins better
    """.split()  # noqa: SIM905
)
"""English words that none of the other languages has, to find texts that are in no catalogue."""


def left_over(texts: Iterable[str], code: str) -> list[str]:
    return [text for text in texts if english(code).fullmatch(text) or WORDS & {*re.findall(r"[^\W\d_]+", text.lower())}]


def look(ana: Player, code: str, part: str = "main") -> None:
    """Wait until a part of the page is there, open what is closed, and check that there is no English."""
    ana.page.locator(part).first.wait_for(state="attached")
    ana.page.evaluate(UNFOLD)
    texts = ana.page.evaluate(TEXTS)
    assert texts
    assert left_over(texts, code) == [], ana.page.url


def visit(ana: Player, code: str, address: str, part: str) -> None:
    """Go to a page, and check that there is no English in a part of it."""
    ana.page.goto(address)
    look(ana, code, part)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_whole_game_without_an_english_word(arrive: Callable[..., Player], code: str, game: str) -> None:
    ana = arrive("Ana", locale=code, speed="off")
    ana.page.goto("/")
    assert ana.page.get_attribute("html", "lang") == code
    ana.page.click("#prefs")
    look(ana, code, "dialog .preferences")
    table = ana.create({"game": game, "board": "coloured"}, "beginner")
    ana.glance()
    ana.page.locator("[data-spot='wall.0.3.3'], [data-spot='space.0.4.1']").click(force=True)
    look(ana, code, "#toast.shown a")  # why not
    ana.page.click("#hint")
    ana.play(5)
    look(ana, code)
    ana.hurry(table)
    look(ana, code, "dialog .sheet")
    assert len(ana.log) > 20
    visit(ana, code, f"/rules/{game}", "figure")
    visit(ana, code, f"/r/{table}", "#log small a")
    ana.page.click("#tab-files")
    look(ana, code, "#files:not([hidden])")
    visit(ana, code, "/statistics", "#found .card")


@pytest.mark.parametrize("code", CODES)
def test_lessons_analysis_and_positions_without_an_english_word(arrive: Callable[..., Player], code: str) -> None:
    ana = arrive("Ana", locale=code, speed="off")
    for game in ("azul", "pavilion"):
        visit(ana, code, f"/learn/{game}", ".scene .z-piece")
    visit(ana, code, "/puzzles?daily", "#difficulty option:nth-child(2)")
    visit(ana, code, "/analyse", ".scene .z-piece")
    look(ana, code, "#moves li")
    table = ana.create({"game": "azul", "round_limit": 1}, "beginner")
    ana.hurry(table)
    visit(ana, code, f"/r/{table}?analyse", "#analysis .plot")
    visit(ana, code, "/offline", "#again")
    visit(ana, code, "/nowhere", "body")
    ana.troubles.clear()  # the browser itself logs the page that is not there


BROKEN = """() => {
  for (const node of document.querySelectorAll("*")) node.style.hyphens = "manual"; // where there are dictionaries
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.parentElement.checkVisibility() || node.parentElement.closest("svg, script, textarea, code, .unseen")) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\p{N}]{3,}/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const [first, ...others] = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (others.some(({ top }) => top > first.top + first.height / 2)) found.add(word[0]);
    }
  }
  return [...found];
}"""
"""The words that are on two lines."""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_is_broken_and_nothing_overflows(arrive: Callable[..., Player], code: str, size: ViewportSize) -> None:
    ana = arrive("Ana", locale=code, speed="off", size=size)

    def check(address: str, part: str) -> None:
        ana.page.goto(address)
        ana.page.locator(part).first.wait_for(state="attached")
        ana.page.evaluate(UNFOLD)
        assert ana.page.evaluate(BROKEN) == [], address
        assert ana.page.evaluate("document.documentElement.scrollWidth") <= size["width"], address

    ana.hurry(ana.create({"game": "azul", "round_limit": 1}, "beginner", "apprentice", "craftsman"))
    assert ana.page.evaluate(BROKEN) == []
    cut = "[...document.querySelectorAll('dialog .scroll')].filter((one) => one.scrollWidth > one.clientWidth).length"
    assert ana.page.evaluate(cut) == 0, "the scoring sheet fits"
    ana.create({"game": "pavilion"}, "beginner")
    check("/", "#lobby li")
    for game in ("azul", "pavilion"):
        ana.page.locator(f"#games input[value={game}]").click(force=True)
        assert ana.page.evaluate(BROKEN) == []
    for game in ("azul", "pavilion"):
        check(f"/rules/{game}", "figure")
        check(f"/learn/{game}", ".scene .z-piece")
    check("/puzzles?daily", "#difficulty option:nth-child(2)")
    check("/statistics", "#found .card")
    check("/analyse", ".scene .z-piece")


def test_the_language_chosen_on_the_page_stays(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", locale="en-GB")
    ana.page.goto("/")
    assert ana.page.inner_text("#setup h2") == "Set up a game"
    with ana.page.expect_navigation():
        ana.page.select_option(".languages", "fr")
    assert ana.page.inner_text("#setup h2") == "Préparer une partie"
    ana.create({"game": "azul"}, "beginner")
    assert ana.page.inner_text("#hint") == "Conseil"
    assert ana.log[0].startswith("La manche 1")


def test_english_that_is_left_over_is_found() -> None:
    texts = ["Set up a game", "Ana takes 2 blue tiles from the centre.", "Den Tisch decken", "Azul", "2 tiles in no catalogue"]
    assert left_over(texts, "de") == [texts[0], texts[1], texts[4]]
