"""The speed of the page: `python -m tests.browser.measure` prints a small table.

Everything is measured in the page itself, in a real Chromium against a real server on this machine: bytes and time of the first
visit, the time from the click that makes a move to the changed document, and the frames while tiles move.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser

from tests.browser.driver import Player, Server, chromium, serving

MOVES = 40
WATCH = """
window.clicked = 0; window.times = []; window.frames = []; window.usable = 0;
addEventListener('click', () => { window.clicked = performance.now(); }, true);
new MutationObserver(() => {
    if (!window.usable && document.querySelector('#seats li, .offered')) window.usable = performance.now();
    const number = document.body?.dataset.number;
    if (number === window.number) return;
    window.number = number;
    if (window.clicked) window.times.push(performance.now() - window.clicked);
    window.clicked = 0;
}).observe(document, {subtree: true, childList: true, attributes: true});
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
    player.context.add_init_script(WATCH)
    player.create(game, "beginner")
    for _ in range(MOVES):
        if not player.move():
            break
        player.wait("() => !document.getAnimations().length")  # as slow as a person who thinks
    found = player.page.evaluate("[window.times, window.frames]")
    player.close()
    return found[0], found[1]


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder, serving(Path(folder)) as server, chromium() as browser:
        print(f"{f'processor load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores':54}  goal")
        for path, name in (("", "start page"), ("azul", "table of Azul"), ("pavilion", "table of Summer Pavilion")):
            runs = [first_visit(browser, server, path) for _ in range(5)]
            _say(f"{name}: first visit", min(run["bytes"] for run in runs) / 1000, "kB", 150)
            _say(f"{name}: usable after", median(run["usable"] for run in runs), "ms", 1000)
        for game in ({"game": "azul"}, {"game": "pavilion"}):
            times, frames = moves(browser, server, game)
            _say(f"{game['game']}: click to changed document, p50 of {len(times)}", median(times), "ms", 30)
            _say(f"{game['game']}: the same, p95", quantiles(times, n=20)[-1], "ms", None)
            _say(f"{game['game']}: frames while tiles travel, a second", 1000 * len(frames) / sum(frames), "", -50)


def _say(what: str, value: float, unit: str, goal: float | None) -> None:
    """Print a line; a goal below 0 is a minimum instead of a maximum."""
    met = goal is None or (value < goal if goal > 0 else value >= -goal)
    verdict = "" if goal is None else f"{'<' if goal > 0 else '≥'} {abs(goal):g} {'✓' if met else '✗'}"
    print(f"{what:44}{value:7.1f} {unit:2}  {verdict}")


if __name__ == "__main__":
    main()
