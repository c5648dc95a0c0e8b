"""A game of a third-party package, without a scene: chosen, played and replayed on the page like any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.driver import PHONE, Player, serving
from tests.games.installed import environment

pytestmark = pytest.mark.compiled


def test_a_game_without_a_scene(arrive: Callable[..., Player], tmp_path: Path) -> None:
    with serving(tmp_path, environment(tmp_path / "packages")) as server:
        ana = arrive("Ana", url=server.url, speed="off")
        ana.page.goto("/")
        assert ana.page.locator("#games .option").count() == 3
        ana.page.check("[name=games][value=toy]", force=True)
        assert ana.page.is_hidden("#boards"), "there is only one board"
        assert ana.page.is_hidden("#editions")
        assert ana.page.is_hidden("#starter"), "its first seat always starts"
        ana.page.fill("[name=option-rounds]", "2")
        ana.page.select_option("#level-1", "beginner")
        ana.page.click("#start")
        ana.page.wait_for_url("**/t/*")
        table = ana.page.url.rsplit("/", 1)[1]
        ana.page.locator("#ask [data-spot]").first.wait_for()
        assert ana.page.inner_text("#what") == "Three Lines · rounds: 2"
        assert ana.page.locator("#stage [data-label='line.0']").inner_html(), "the terminal drawing"
        ana.page.click("#text-view summary")
        ana.wait("() => document.querySelector('#text-view .words')?.textContent.trim()")
        ana.page.click("#text-view summary")
        ana.play()
        info = ana.context.request.get(f"/api/tables/{table}").json()
        assert (info["status"], info["game"]["rounds"]) == ("finished", 2)
        ana.page.goto(f"/r/{table}#3")
        ana.wait("() => document.body.dataset.number === '3'")
        ana.page.goto("/analyse")
        ana.page.select_option("#examples", label="Three Lines")
        ana.wait("() => document.querySelector('#stage svg').dataset.game === 'toy'")
        assert ana.page.locator("#brushes button").count() == 0
        ana.page.set_viewport_size(PHONE)
        ana.page.goto("/")
        ana.page.locator("#mine a").first.wait_for()
        assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
