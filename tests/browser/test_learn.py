"""The guided first games, from the first step to the last, and what they answer to other clicks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from azulejos.language import ENGLISH
from azulejos.web.lessons import lesson
from tests.browser.driver import PHONE, Player

pytestmark = pytest.mark.compiled

LESSONS = {game: lesson(game, None, ENGLISH, "") for game in ("azul", "pavilion")}


def arrived(ana: Player, number: int) -> None:
    """Wait until a step is there, and everything before it has been shown."""
    ana.wait("n => document.body?.dataset.number === n && !document.body.classList.contains('showing')", str(number))


def do_step(ana: Player, number: int) -> None:
    """Do what the guide asks for: read and continue, or click on everything offered, one after another."""
    arrived(ana, number)
    if ana.page.locator("#next").is_visible():
        ana.page.click("#next")
        return
    while ana.page.get_attribute("body", "data-number") == str(number) and ana.page.locator(".offered").count():
        seen = ana.glance()
        ana.click(seen["spots"][0]["spot"], seen)
        ana.wait("step => document.querySelector('#ask').dataset.step !== step", seen["step"])


def says(page: Page) -> str:
    return page.inner_text("#says")


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("size", [None, PHONE], ids=["wide", "phone"])
def test_a_first_game_from_start_to_end(arrive: Callable[..., Player], game: str, size: object) -> None:
    ana = arrive("Ana", speed="off", **({"size": size} if size else {}))
    ana.page.goto("/")
    ana.page.click(f".first a[href='/learn/{game}']")
    ana.page.wait_for_url(f"**/learn/{game}")
    texts = set()
    steps, learnt, lessons = len(LESSONS[game].steps), LESSONS[game].learnt, LESSONS[game].lessons
    for number in range(steps - 1):
        arrived(ana, number)
        texts.add(says(ana.page))
        do_step(ana, number)
    arrived(ana, steps - 1)
    assert len(texts) == steps - 1, "every step has a different text"
    assert ana.page.locator(".learnt li").all_inner_texts() == learnt
    scene = ana.scene
    assert int(scene["score.0"]) > int(scene["score.1"])
    links = [link.get_attribute("href") for link in ana.page.locator("#turn .end a").all()]
    assert links[0] == "/", "a real game"
    assert links[1 : len(lessons)] == [f"/learn/{game}/{one.id}" for one in lessons[1:]], "the other lessons"
    assert links[len(lessons) :] == [f"/learn/{other}" for other in LESSONS if other != game]
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing overflows"


def test_a_click_elsewhere_is_explained(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.page.goto("/learn/azul")
    do_step(ana, 0)
    arrived(ana, 1)
    ana.page.click(".z-piece[data-slot^='display.1.'][data-what=red]", force=True)
    ana.page.get_by_text("two black tiles fit line 2").wait_for()
    for number in range(1, 5):
        do_step(ana, number)
    arrived(ana, 5)
    ana.click("centre/white")
    ana.page.locator("[data-spot='line.0.2']").click(force=True)
    ana.page.get_by_text("Pattern line 2 is full.").wait_for()
    assert ana.page.get_attribute("#why a", "href") == "/rules/azul#lines"
    assert ana.page.get_attribute("body", "data-number") == "5", "nothing has happened"
    ana.click("line.0.1")
    arrived(ana, 6)
    assert ana.page.locator("#why").is_hidden()


def test_back_to_an_earlier_step(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.page.goto("/learn/pavilion")
    do_step(ana, 0)
    arrived(ana, 1)
    before, text = ana.scene, says(ana.page)
    do_step(ana, 1)
    arrived(ana, 2)
    assert ana.scene != before
    ana.page.click("#before")
    arrived(ana, 1)
    assert (ana.scene, says(ana.page)) == (before, text)


def test_a_first_game_by_keyboard(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.page.goto("/learn/azul")
    arrived(ana, 0)
    ana.page.focus("#next")
    ana.page.keyboard.press("Enter")
    arrived(ana, 1)
    ana.page.keyboard.press("ArrowRight")  # to the first offered spot
    for number in range(1, 4):
        arrived(ana, number)
        ana.page.keyboard.press("Enter")  # the tiles
        ana.wait("() => document.activeElement.dataset.spot?.startsWith('line.')")
        ana.page.keyboard.press("Enter")
    arrived(ana, 4)
    assert ana.page.evaluate("document.activeElement.id") == "next"


@pytest.mark.parametrize(("code", "word"), [("fr", "tuiles"), ("de", "Fliesen"), ("hu", "csemp")])
def test_the_guide_uses_the_readers_language(arrive: Callable[..., Player], code: str, word: str) -> None:
    ana = arrive("Ana", speed="off", locale=code)
    ana.page.goto("/learn/azul")
    arrived(ana, 0)
    do_step(ana, 0)
    arrived(ana, 1)
    assert word in says(ana.page)
