"""The essential flows in Chromium, Firefox and WebKit: whole games, reconnecting, lessons, replay, analysis, phones."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from azulejos.language import ENGLISH
from azulejos.web.lessons import lesson
from tests.browser.driver import PHONE, WAIT_SECONDS, Player, Server, arrivals, chromium
from tests.browser.firefox import firefox
from tests.browser.webkit import webkit
from tests.needs import needs, not_here
from tests.web.records import played

pytestmark = pytest.mark.compiled

Arrive = Callable[..., Player]

BROWSERS = [
    pytest.param("chromium", marks=needs("chromium")),
    pytest.param("firefox", marks=needs("firefox")),
    pytest.param("webkit", marks=[not_here(sys.platform != "linux", "there is only WebKitGTK"), needs("webkit")]),
]

POST = """async ([path, data]) => {
    const body = typeof data === 'string' ? data : JSON.stringify(data);
    const kind = typeof data === 'string' ? 'text/plain' : 'application/json';
    return (await fetch(path, {method: 'POST', headers: {'Content-Type': kind}, body})).json();
}"""
SHEET = """() => [...document.querySelectorAll('.sheet tbody tr, .sheet tfoot tr:first-child')].map(
    row => [...row.querySelectorAll('td')].map(cell => Number(cell.textContent.replace('−', '-').replace('·', '0'))))"""
LOG = "() => [...document.querySelectorAll('#log li > span')].map(one => one.textContent)"
KEPT = """async table => {
    const pages = ['/', '/t/-', '/offline'];
    const found = await Promise.all(pages.map(path => caches.match(path, {ignoreVary: true})));
    const kept = await (await caches.match(`/kept/${table}`))?.json();
    return [pages.filter((_, index) => !found[index]), kept?.number];
}"""
"""Return the pages that the browser does not keep yet, and how many events of a table it keeps."""
OVERFLOWS = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module", params=BROWSERS)
def arrives(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arrive]:
    """Return a function that creates a player in one of the browsers."""
    match request.param:
        case "chromium":
            with chromium() as browser:
                yield lambda url, **how: Player(browser, url, **{"speed": "off", **how})
        case "firefox":
            with firefox(tmp_path_factory.mktemp("firefox")) as found:
                yield found.arrive
        case "webkit":
            with webkit(tmp_path_factory.mktemp("webkit")) as running:
                yield running.arrive


@pytest.fixture
def arrive(arrives: Arrive, server: Server) -> Iterator[Arrive]:
    """Return the same function for the server of all tests; any error in the console fails the test."""
    with arrivals(lambda **how: arrives(how.pop("url", server.url), **how)) as arrive:
        yield arrive


def create(ana: Player, game: dict[str, Any], *levels: str) -> str:
    """Create a table against bots, and open it."""
    ana.page.goto("/")
    seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for level in levels)]
    order = {"game": {**game, "players": len(seats)}, "name": "Ana", "seats": seats}
    table: str = ana.page.evaluate(POST, ["/api/tables", order])["table"]
    ana.visit(table)
    return table


def until_kept(ana: Player, table: str) -> None:
    """Wait until the browser keeps everything that it shows."""
    wanted = [[], ana.number]
    end = time.monotonic() + WAIT_SECONDS
    while (kept := ana.page.evaluate(KEPT, table)) != wanted:
        assert time.monotonic() < end, f"{kept} instead of {wanted}"
        time.sleep(0.05)


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_game_from_the_start_page_to_the_scoring_sheet(arrive: Arrive, game: str) -> None:
    ana = arrive(seed=len(game))
    ana.page.goto("/")
    ana.page.click(f"label:has([name=games][value={game}])")
    ana.page.select_option("#level-1", "beginner")
    ana.page.click("#start")
    ana.page.wait_for_url("**/t/*")
    table = ana.page.url.rsplit("/", 1)[1]
    ana.play()
    info = ana.page.evaluate("async path => (await fetch(path)).json()", f"/api/tables/{table}")
    assert (info["status"], info["game"]["game"]) == ("finished", game)
    columns = zip(*ana.page.evaluate(SHEET), strict=True)
    for column, score in zip(columns, info["result"]["scores"], strict=True):
        assert sum(column[:-1]) == column[-1] == score, "the components add up to the total"


def test_the_game_goes_on_after_the_server_was_killed(arrive: Arrive, own_server: Server) -> None:
    ana = arrive(url=own_server.url)
    create(ana, {"game": "pavilion"}, "beginner")
    ana.play(3)
    ana.glance()
    before = (ana.number, ana.scene, ana.page.evaluate(LOG))
    own_server.kill()
    ana.wait("() => !document.querySelector('#offline').hidden")
    own_server.start()
    ana.wait("() => document.querySelector('#offline').hidden")
    ana.glance()
    assert (ana.number, ana.scene, ana.page.evaluate(LOG)) == before, "nothing is lost"
    ana.play(2)
    ana.glance()
    before = (ana.number, ana.scene, ana.page.evaluate(LOG))
    ana.page.reload()
    ana.glance()
    assert (ana.number, ana.scene, ana.page.evaluate(LOG)) == before
    ana.troubles.clear()  # browsers log each attempt to connect


def test_the_app_without_a_connection(arrive: Arrive, own_server: Server) -> None:
    ana = arrive(url=own_server.url)
    table = create(ana, {"game": "azul"}, "beginner")
    ana.play(2)
    ana.glance()
    until_kept(ana, table)
    before = (ana.scene, ana.page.evaluate(LOG))
    ana.page.goto("/")
    ana.wait("table => document.querySelector(`#mine [href='/t/${table}']`)", table)
    own_server.kill()
    ana.page.goto("/")
    ana.wait("() => !document.querySelector('#offline').hidden")
    ana.page.click(f"#mine [href='/t/{table}']")
    ana.page.wait_for_url("**/t/*")
    ana.wait("() => document.querySelector('.z-piece') && !document.querySelector('#offline').hidden")
    ana.wait("() => document.querySelector('#log li')")
    assert (ana.scene, ana.page.evaluate(LOG)) == before, "the game as it was"
    assert not ana.my_turn
    ana.page.goto("/rules/azul")
    ana.wait("() => document.querySelector('#again')")
    ana.page.goto(f"/t/{table}")
    own_server.start()
    ana.play(2)
    assert len(ana.page.evaluate(LOG)) > len(before[1])
    ana.troubles.clear()


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_lesson_to_its_end(arrive: Arrive, game: str) -> None:
    ana = arrive()
    ana.page.goto(f"/learn/{game}")
    steps = len(lesson(game, None, ENGLISH, "").steps)
    for number in range(steps):
        ana.wait("n => document.body?.dataset.number === n && !document.body.classList.contains('showing')", str(number))
        if ana.page.evaluate("() => document.querySelector('#next')?.checkVisibility()"):
            ana.page.click("#next")
        while ana.page.evaluate(
            "n => document.body.dataset.number === n && document.querySelector('.offered') !== null", str(number)
        ):
            seen = ana.glance()
            ana.click(seen["spots"][0]["spot"], seen)
            ana.wait("step => document.querySelector('#ask').dataset.step !== step", seen["step"])
    ana.wait("() => document.querySelector('.learnt li')")


def test_replay_and_analysis(arrive: Arrive) -> None:
    ana = arrive()
    record = played()
    end = len(record.events)
    ana.page.goto("/")
    table = ana.page.evaluate(POST, ["/api/records", record.text])["table"]
    ana.page.goto(f"/r/{table}")
    shown = partial(ana.wait, "number => document.body.dataset.number === number")
    shown(str(end))
    final = ana.scene
    ana.page.keyboard.press("Home")
    shown("0")
    ana.page.keyboard.press("ArrowRight")
    shown("1")
    ana.page.click("#log [data-number='4'] button")
    shown("4")
    assert ana.page.url.endswith("#4")
    ana.page.keyboard.press("End")
    shown(str(end))
    assert ana.scene == final

    ana.page.click("#tab-analysis")
    ana.page.click("[data-do=analyse]")
    ana.wait("() => document.querySelector('#analysis[data-done]')")
    assert ana.page.evaluate("document.querySelectorAll('#analysis .plot').length") == 4
    number = int(ana.page.get_attribute("[data-verdict]", "data-verdict") or 0)
    ana.page.click("[data-verdict] [data-do=better]")
    shown(str(number - 1))
    assert ana.page.inner_text("#said").startswith("Better: ")
    assert ana.page.evaluate("document.querySelectorAll('g.better .ring').length") >= 2


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_on_a_phone(arrive: Arrive, game: str) -> None:
    ana = arrive(size=PHONE)
    ana.page.goto("/")
    assert not ana.page.evaluate(OVERFLOWS)
    create(ana, {"game": game}, "beginner", "beginner")
    ana.play(4)
    ana.glance()
    assert ana.page.evaluate("document.body.classList.contains('tall')")
    assert not ana.page.evaluate(OVERFLOWS)
    wide = ana.page.evaluate("document.querySelector('svg.scene').getAttribute('viewBox')")
    ana.page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    ana.wait("before => document.querySelector('svg.scene').getAttribute('viewBox') !== before", wide)
    assert not ana.page.evaluate(OVERFLOWS)
    ana.play(1)
