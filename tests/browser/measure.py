"""The speed of the page: `python -m tests.browser.measure` prints a small table.

Everything is measured in the page itself, in a real Chromium against a real server on this machine: bytes and time of the first
visit, the time from the click that makes a move to the changed document, and the frames while tiles move. Then on an old phone
(a quarter of the speed) and a slow network (400 ms round trip, 1.6 Mbit/s): the first visit, the second one, and how long
a tap takes until something changes on the screen, before the server answers. The browser itself says how long (Event Timing,
in steps of 8 ms): from the moment when the finger goes down to the frame with a light under it, and from the moment when it (or
the mouse button) goes up to the frame that shows the choice. A tap on an empty page, where only a colour changes, shows how
much of it no page can avoid on this machine.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.driver import PHONE, Player, Server, chromium, serving
from tests.browser.fingers import Fingers
from tests.browser.slow import slow_network

MOVES = 40
SLOW_MOVES = 14
SLOWDOWN = 4  # of the processor
ROUND_TRIP = 0.4  # seconds
RATE = 200_000  # bytes per second
DOWN = 80  # milliseconds: a short tap
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 3}  # as phones of that size have
Tap = tuple[float, bool]
WATCH = """
window.clicked = 0; window.times = []; window.usable = 0;
addEventListener('click', () => { window.clicked = performance.now(); }, true);
new MutationObserver(() => {
    if (!window.usable && document.querySelector('#seats li, .offered')) window.usable = performance.now();
    const number = document.body?.dataset.number;
    if (number === window.number) return;
    window.number = number;
    if (window.clicked) window.times.push(performance.now() - window.clicked);
    window.clicked = 0;
}).observe(document, {subtree: true, childList: true, attributes: true});
"""
FRAMES = """
window.frames = [];
(function frame(last) {
    requestAnimationFrame(now => {
        const travels = one => one.playState === 'running' && one.effect.target.matches('.z-piece');
        if (last && document.getAnimations().some(travels)) window.frames.push(now - last);
        frame(now);
    });
})(0);
"""
BYTES = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, entry) => sum + entry.transferSize, 0)"""

TAPS = """
window.answered = {pointerdown: new Map(), click: new Map()}; window.shown = {pointerdown: new Map(), click: new Map()};
for (const kind of ['pointerdown', 'click']) addEventListener(kind, event => {
    const number = document.body.dataset.number;
    let changed = false;
    const watch = new MutationObserver(() => { changed = true; });
    watch.observe(document.documentElement, {subtree: true, childList: true, attributes: true, characterData: true});
    requestAnimationFrame(() => { // of the frame that shows it
        if (watch.takeRecords().length) changed = true;
        // A second light at the same place changes nothing in the document.
        if (kind === 'pointerdown' && document.querySelector('.press')?.getAnimations().length) changed = true;
        window.answered[kind].set(event.timeStamp, changed && document.body.dataset.number === number);
        watch.disconnect();
    });
}, true);
new PerformanceObserver(list => {
    for (const entry of list.getEntries()) window.shown[entry.name]?.set(entry.startTime, entry.duration);
}).observe({type: 'event', durationThreshold: 16});
"""
TAPPED = "kind => [...window.answered[kind]].map(([at, ahead]) => [window.shown[kind].get(at) ?? 16, ahead])"
EMPTY = """<div style="height: 200px" onclick="style.background = style.background === 'red' ? 'blue' : 'red'"></div>"""
STILL = """async () => {
    const height = node => Math.round(node.getBoundingClientRect().y);
    const places = () => [...document.querySelectorAll('.offered')].map(height).join();
    for (let [now, before] = [places(), null]; now !== before; [now, before] = [places(), now])
        await new Promise(resolve => setTimeout(resolve, 250));
}"""
KEPT = "async () => Boolean(await caches.match('/t/-', {ignoreVary: true}))"


def first_visit(browser: Browser, server: Server, path: str) -> dict[str, float]:
    """Return bytes and time until something can be clicked, with an empty cache."""
    player = Player(browser, server.url)
    player.context.add_init_script(WATCH)
    if path:
        player.create({"game": path}, "beginner")
    else:
        player.page.goto("/")
    player.page.wait_for_load_state("networkidle")
    found = {"bytes": player.page.evaluate(BYTES), "usable": player.page.evaluate("window.usable")}
    player.close()
    return found


def moves(browser: Browser, server: Server, game: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Return milliseconds from click to change, and those between frames while tiles move."""
    player = Player(browser, server.url, speed="normal")
    player.context.add_init_script(WATCH + FRAMES)
    player.create(game, "beginner")
    for _ in range(MOVES):
        if not player.move():
            break
        player.wait("() => !document.getAnimations().length")  # as slow as a person who thinks
    found = player.page.evaluate("[window.times, window.frames]")
    player.close()
    return found[0], found[1]


class Patient(Player):
    """A player who waits until everything stands still, which takes a while on a slow machine."""

    def glance(self) -> dict[str, Any]:
        super().glance()
        self.page.evaluate(STILL)
        return super().glance()


class PatientFingers(Patient, Fingers):
    """The same with a phone."""

    def __init__(self, browser: Browser, url: str) -> None:
        Player.__init__(self, browser, url, size=PHONE, speed="normal", **TOUCH)  # with the service worker
        self.enlarged = 0

    def tap(self, x: float, y: float) -> None:
        """Tap as people do: the finger is down for a moment."""
        tap(self.context.new_cdp_session(self.page), self.page, x, y)


def slow_visits(browser: Browser, server: Server, address: str, game: str) -> dict[str, Any]:
    """Return when a table is usable on the first and on the second visit, and how long taps take until they are answered."""
    player = PatientFingers(browser, server.url)
    player.context.add_init_script(WATCH + TAPS)
    player.prefer(speed="normal", warn=False)
    order = {
        "game": {"game": game, "players": 2},
        "name": "Ana",
        "seats": [{"kind": "me"}, {"kind": "bot", "level": "beginner"}],
    }
    answer = player.context.request.post("/api/tables", data=order, headers={"Origin": server.url})
    found: dict[str, Any] = {}
    for visit in ("first", "second"):
        player.page = player.new_page()
        slow_down(player.page)
        player.page.goto(f"{address}/t/{answer.json()['table']}")
        player.glance()
        found[visit] = player.page.evaluate("window.usable")
        while not player.page.evaluate(KEPT):
            player.page.wait_for_timeout(50)
    player.play(SLOW_MOVES)
    found["taps"] = tapped(player.page)
    found["touches"] = tapped(player.page, "pointerdown")
    player.close()
    return found


def slow_desk(browser: Browser, server: Server, address: str, game: str) -> list[Tap]:
    """Return how long clicks take on a large screen."""
    player = Patient(browser, address, speed="normal")
    player.context.add_init_script(TAPS)
    player.prefer(speed="normal", warn=False)
    slow_down(player.page)
    player.create({"game": game}, "beginner")
    player.play(SLOW_MOVES)
    found = tapped(player.page)
    player.close()
    return found


def nothing_but_a_colour(browser: Browser) -> list[Tap]:
    """Return how long taps take on an empty page."""
    with browser.new_context(viewport=PHONE, **TOUCH) as context:
        context.add_init_script(TAPS)
        page = context.new_page()
        page.goto(f"data:text/html,{quote(EMPTY)}")
        slow_down(page)
        touch = context.new_cdp_session(page)
        for _ in range(MOVES):
            tap(touch, page, 100, 100)
            page.wait_for_timeout(100)
        return tapped(page)


def tap(touch: CDPSession, page: Page, x: float, y: float) -> None:
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(DOWN)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def slow_down(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})


def tapped(page: Page, kind: str = "click") -> list[Tap]:
    """Return the taps so far: their milliseconds, and whether something changed before the server answered."""
    page.wait_for_timeout(500)  # the browser reports them a little later
    found: list[Tap] = page.evaluate(TAPPED, kind)
    return found


def measure_slowly(browser: Browser, server: Server) -> None:
    """Print what people with an old phone and a slow network wait for."""
    empty = [time for time, _ in nothing_but_a_colour(browser)]
    _say(f"slow, an empty page: tap to frame, p50 of {len(empty)}", median(empty), "ms", None)
    _say("slow, an empty page: the same, p95", quantiles(empty, n=20)[-1], "ms", None)
    with slow_network(server.port, ROUND_TRIP, RATE) as network:
        for game, name in (("azul", "Azul"), ("pavilion", "Summer Pavilion")):
            runs = [slow_visits(browser, server, network.address, game) for _ in range(3)]
            _say(f"slow, {name}: first visit, usable after", median(run["first"] for run in runs), "ms", 4000)
            _say(f"slow, {name}: second visit, usable after", median(run["second"] for run in runs), "ms", 1500)
            taps = {
                "finger down to light": [tap for run in runs for tap in run["touches"]],
                "finger up to choice": [tap for run in runs for tap in run["taps"]],
                "click at a desk": slow_desk(browser, server, network.address, game),
            }
            for kind, found in taps.items():
                times = [time for time, _ in found]
                _say(f"slow, {name}: {kind}, p50 of {len(times)}", median(times), "ms", 100)
                _say(f"slow, {name}: the same, p95", quantiles(times, n=20)[-1], "ms", 100)
                _say(f"slow, {name}: of them before the server", 100 * sum(ahead for _, ahead in found) / len(found), "%", -100)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder, serving(Path(folder)) as server, chromium() as browser:
        print(f"{f'processor load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores':62}  goal")
        for path, name in (("", "start page"), ("azul", "table of Azul"), ("pavilion", "table of Summer Pavilion")):
            runs = [first_visit(browser, server, path) for _ in range(5)]
            _say(f"{name}: first visit", min(run["bytes"] for run in runs) / 1000, "kB", 150)
            _say(f"{name}: usable after", median(run["usable"] for run in runs), "ms", 1000)
        for game in ({"game": "azul"}, {"game": "pavilion"}):
            times, frames = moves(browser, server, game)
            _say(f"{game['game']}: click to changed document, p50 of {len(times)}", median(times), "ms", 30)
            _say(f"{game['game']}: the same, p95", quantiles(times, n=20)[-1], "ms", None)
            _say(f"{game['game']}: frames while tiles travel, a second", 1000 * len(frames) / sum(frames), "", -50)
        measure_slowly(browser, server)


def _say(what: str, value: float, unit: str, goal: float | None) -> None:
    """Print a line; a goal below 0 is a minimum instead of a maximum."""
    met = goal is None or (value < goal if goal > 0 else value >= -goal)
    verdict = "" if goal is None else f"{'<' if goal > 0 else '≥'} {abs(goal):g} {'✓' if met else '✗'}"
    print(f"{what:52}{value:7.1f} {unit:2}  {verdict}")


if __name__ == "__main__":
    main()
