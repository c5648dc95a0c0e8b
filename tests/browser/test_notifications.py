"""Players who are away from the table are notified: in the whole browser, because the headless shell shows no notifications."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.driver import WORKER, Player, chromium

pytestmark = pytest.mark.compiled

HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => window.away === true });"
WATCHED = """
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = async function (...what) {
        window.asked = true;
        await show.apply(this, what);
        window.notified = true;
    };
"""
SHOWN = (
    "navigator.serviceWorker.ready.then(ready => ready.getNotifications()).then(all => all.map(one => [one.title, one.body]))"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.mark.parametrize(("notify", "away", "shown"), [(True, True, 1), (True, False, 0), (False, True, 0)])
def test_a_player_in_another_tab_is_notified(arrive: Callable[..., Player], notify: bool, away: bool, shown: int) -> None:
    ana = arrive("Ana", permissions=["notifications"], **WORKER)
    ana.prefer(speed="off", warn=False, notify=notify)
    ana.context.add_init_script(HIDDEN + WATCHED)
    ana.create({"game": "azul"}, "beginner")
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    ana.glance()
    ana.page.evaluate("away => { window.away = away; }", away)
    ana.move()
    ana.glance()  # the bot has answered, and it is my turn again
    assert ana.page.evaluate("window.asked === true") == bool(shown)
    if shown:
        ana.wait("() => window.notified")  # Chromium forgets a notification that one asks for before it is on the screen
    assert ana.page.evaluate(SHOWN) == [["Your turn", "Azul"]] * shown
