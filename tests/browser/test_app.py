"""The worker keeps pages, but never for longer than the server's version. Without a connection: `test_every_browser.py`."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Player

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
    ana = arrive("Ana", speed="off")
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
    ana = arrive("Ana", speed="off")
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
