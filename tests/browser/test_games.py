"""Whole games against a bot with options, from the start page to the scoring sheet, only by clicks on what is offered.

Games without options are in `test_every_browser.py`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.driver import PHONE, Player

pytestmark = pytest.mark.compiled

GAMES = {
    "Azul, grey wall": ("azul", "grey", ""),
    "Azul, Joker tiles": ("azul", "coloured", "jokers=true"),
    "Summer Pavilion Mini (Hungarian edition), grey side": ("pavilion", "grey", "edition=mini-hu"),
    "Summer Pavilion Mini (French edition), another order of wild colours": ("pavilion", "coloured", "edition=mini-fr"),
}
FLOORS = {"mini-fr": 0, "mini-hu": 1}


@pytest.mark.parametrize(("game", "board", "extra"), GAMES.values(), ids=GAMES)
def test_a_game_against_a_bot(arrive: Callable[..., Player], game: str, board: str, extra: str) -> None:
    ana = arrive("Ana", speed="fast" if game == "azul" and board == "grey" else "off", seed=len(game + board + extra))
    ana.page.goto("/")
    ana.page.check(f"[name=games][value={game}]", force=True)
    ana.page.check(f"[name=boards][value={board}]", force=True)
    option, _, value = extra.partition("=")
    if option == "edition":
        ana.page.check(f"[name=editions][value='{value}']", force=True)
        ana.page.select_option("#starter", "1")
        ana.page.click(".wild >> nth=0")
        ana.page.click(".wild >> nth=3")
    elif option:
        ana.page.check(f"[name=option-{option}][value='{value}']", force=True)
    ana.page.select_option("#level-1", "beginner")
    ana.page.click("#start")
    ana.page.wait_for_url("**/t/*")
    table = ana.page.url.rsplit("/", 1)[1]
    ana.play()

    info = ana.context.request.get(f"/api/tables/{table}").json()
    assert info["status"] == "finished"
    assert (info["game"]["game"], info["game"]["board"]) == (game, board)
    assert info["game"].get("jokers", False) == (option == "jokers")
    if option == "edition":
        assert info["game"]["score_floor"] == FLOORS[value]
        assert info["game"]["starter"] == 1
        assert "edition" not in info["game"], "what is stored are its options"
        assert next(line for line in ana.log if "takes" in line).startswith("Beginner"), "the seat that was chosen started"
        assert info["game"]["wild_order"] == ["yellow", "green", "orange", "purple", "blue", "red"]

    columns = zip(*ana.sheet, strict=True)
    assert ("At the start" in ana.page.inner_text(".sheet")) == (game == "pavilion")
    for column, score in zip(columns, info["result"]["scores"], strict=True):
        assert sum(column[:-1]) == column[-1] == score, "the components add up to the total"
    assert ana.page.locator("#players .winner").count() == len(info["result"]["winners"])


def test_a_game_on_a_phone(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", size=PHONE, has_touch=True, is_mobile=True)
    ana.page.goto("/")
    ana.page.tap("#now")
    ana.page.wait_for_url("**/t/*")
    ana.play(6)
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "nothing overflows"
    # All at once: buttons come and go while a bot moves.
    sizes = ana.page.locator("#ask button, .bar button").evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => [one.id, one.offsetWidth, one.offsetHeight])"
    )
    assert sizes
    assert [size for size in sizes if min(size[1:]) <= 43] == [], "large enough for a finger"
    ana.page.tap("#menu")
    ana.page.tap("#more")
    ana.page.locator("#log li").last.wait_for(state="visible")
    assert "takes" in " ".join(ana.log)
