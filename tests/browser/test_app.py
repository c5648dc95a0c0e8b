"""The worker keeps pages, but never for longer than the server's version; kept tables can be played before it answers.

Without a connection: `test_every_browser.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.driver import WORKER, Player, Server
from tests.browser.slow import Network, slow_network

pytestmark = pytest.mark.compiled

VERSION = "document.documentElement.dataset.version"
KEPT = "async () => (await (await caches.match('/t/-', {ignoreVary: true}))?.text()) ?? ''"
AGE = """async () => {
    const pages = await caches.open('azulejos-pages');
    const page = await pages.match('/t/-', {ignoreVary: true});
    const text = (await page.text()).replaceAll(document.documentElement.dataset.version, 'older');
    await pages.put('/t/-', new Response(text, {headers: page.headers}));
}"""
"""Make the kept page of tables that of an older version."""

NOTE = """addEventListener('DOMContentLoaded', () => {
    sessionStorage.setItem('seen', `${sessionStorage.getItem('seen') ?? ''} ${document.documentElement.dataset.version}`);
});"""
"""Write down which version is shown."""


def wait_for_kept_page(ana: Player, version: str) -> None:
    while f'data-version="{version}"' not in ana.page.evaluate(KEPT):
        ana.page.wait_for_timeout(20)


def test_a_kept_page_of_an_older_version_is_replaced(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off", **WORKER)
    table = ana.create({"game": "azul"}, "beginner")
    version = ana.page.evaluate(VERSION)
    wait_for_kept_page(ana, version)
    ana.page.goto("/")
    ana.page.evaluate(AGE)
    ana.context.add_init_script(NOTE)
    ana.page.goto(f"/t/{table}")
    expect(ana.page.locator("html")).to_have_attribute("data-version", version)
    ana.glance()
    assert ana.page.evaluate("sessionStorage.getItem('seen')") == f" older {version}", "the kept page came first"
    ana.play(1)
    wait_for_kept_page(ana, version)


def test_a_table_opens_without_asking_the_server_for_files(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off", **WORKER)
    table = ana.create({"game": "azul"}, "beginner")
    ana.glance()
    wait_for_kept_page(ana, ana.page.evaluate(VERSION))
    ana.page.goto("/")
    ana.page.locator(f"#mine a[href='/t/{table}']").wait_for()
    ana.page.goto(f"/t/{table}")
    ana.glance()
    sizes = ana.page.evaluate(
        "performance.getEntriesByType('resource').filter(one => one.name.includes('?v=')).map(one => one.transferSize)"
    )
    assert sizes
    assert not any(sizes), "everything was kept"


def test_a_table_opens_even_if_the_browser_never_reads_what_it_keeps(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off", **WORKER)
    table = ana.create({"game": "azul"}, "beginner")
    ana.glance()
    wait_for_kept_page(ana, ana.page.evaluate(VERSION))
    (worker,) = ana.context.service_workers
    worker.evaluate("() => { Cache.prototype.match = () => new Promise(() => {}); }")
    ana.page.goto(f"/t/{table}")
    ana.play(1)


# -- before the server answers

CHOICES = "async table => (await (await caches.match(`/kept/${table}`))?.json())?.choices?.number"


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    with slow_network(server.port) as network:
        yield network


def open_kept_table(ana: Player, network: Network) -> str:
    """Create a table, and open it once more while the server can't be reached; return where tiles can be taken."""
    table = ana.create({"game": "azul"}, "beginner")
    seen = ana.glance()
    wait_for_kept_page(ana, ana.page.evaluate(VERSION))
    ana.wait(f"async table => await ({CHOICES})(table) !== undefined", table)
    ana.page.goto("/offline")
    network.hangs = True
    ana.page.goto(f"{network.address}/t/{table}")
    ana.wait("() => document.querySelector('.offered')")
    assert ana.number == 0, "the server has not said anything yet"
    spot: str = next(one["spot"] for one in seen["spots"] if one["spot"].startswith("display."))
    return spot


def take_for_line(ana: Player, spot: str, line: int) -> None:
    ana.page.locator(f".offered[data-spot='{spot}'] .around").first.click()
    ana.page.locator(f".offered[data-spot='line.0.{line}']").click()
    ana.page.locator(".z-piece.sent").first.wait_for()


def test_a_kept_table_can_be_played_before_the_server_answers(network: Network, arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", url=network.address, speed="off", **WORKER)
    spot = open_kept_table(ana, network)
    take_for_line(ana, spot, 3)
    network.hangs = False
    ana.glance()
    assert any("Ana takes" in line and "pattern line 3" in line for line in ana.log)
    assert ana.page.locator(".sent").count() == 0
    ana.play(1)


def test_a_choice_stays_when_the_server_answers(network: Network, arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", url=network.address, speed="off", **WORKER)
    spot = open_kept_table(ana, network)
    ana.page.locator(f".offered[data-spot='{spot}'] .around").first.click()
    expect(ana.page.locator("#stage .chosen")).to_have_attribute("data-spot", spot)
    network.hangs = False
    seen = ana.glance()
    assert any(one["spot"].startswith("line.") for one in seen["spots"]), "the choice goes on"
    expect(ana.page.locator("#stage .chosen")).to_have_attribute("data-spot", spot)


def test_a_move_at_a_kept_table_that_has_moved_on_is_refused(
    network: Network, arrive: Callable[..., Player], server: Server
) -> None:
    ana = arrive("Ana", url=network.address, speed="off", **WORKER)
    spot = open_kept_table(ana, network)
    table = ana.page.url.rsplit("/", 1)[1]
    info = ana.context.request.get(f"{server.url}/api/tables/{table}").json()
    move = {"move": info["legal"][0], "number": info["number"]}
    answer = ana.context.request.post(f"{server.url}/api/tables/{table}/moves", data=move, headers={"Origin": server.url})
    assert answer.ok, answer.text()
    take_for_line(ana, spot, 3)
    network.hangs = False
    expect(ana.page.locator("#toast")).to_contain_text("The game has moved on.")
    ana.play(1)
