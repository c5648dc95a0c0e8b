"""A real server and a real browser, and somebody who plays by clicking on what is offered."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-default-browser-check"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars"),
)
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
START_SECONDS = 30
WAIT_SECONDS = 20


class Server:
    """`azulejos serve` as a process of its own, which can be killed and started again on the same port and store."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        command = ["-m", "azulejos", "serve", "--host", "127.0.0.1", "--port", str(self.port), "--db", str(self.folder / "tables.db")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([sys.executable, *command], stdout=log, stderr=log)
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"the server did not start:\n{(self.folder / 'log').read_text()}")

    def kill(self) -> None:
        """Ends it without any warning."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Asks it to end, as Ctrl-C does."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server that keeps its tables in a folder."""
    server = Server(folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    path = os.environ.get("AZULEJOS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise RuntimeError("the browser tests need Chromium: `apt-get install chromium`, or name it in AZULEJOS_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


class Player:
    """A browser of its own with a page, and somebody in front of it who knows only what can be seen."""

    def __init__(self, browser: Browser, url: str, size: dict[str, int] | None = None, seed: int = 0, speed: str = "fast", **context: Any) -> None:
        self.context = browser.new_context(viewport=size or DESK, base_url=url, **context)  # type: ignore[arg-type]
        self.context.set_default_timeout(15_000)
        self.prefer(speed=speed)
        self.dice = random.Random(seed)
        self.troubles: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda message: self.troubles.append(message.text) if message.type == "error" else None)
        return page

    def prefer(self, **preferences: Any) -> None:
        """Sets preferences as the page keeps them, before it is opened."""
        pairs = ", ".join(f"{name}: {_js(value)}" for name, value in preferences.items())
        self.context.add_init_script(f"localStorage.setItem('azulejos', JSON.stringify({{{pairs}}}))")

    def close(self) -> None:
        self.context.close()

    # -- looking

    def step(self) -> int:
        """Changes whenever other things are offered."""
        return int(self.page.get_attribute("#ask", "data-step") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator("dialog .sheet").count() > 0

    @property
    def log(self) -> list[str]:
        return self.page.locator("#log li > span").all_inner_texts()

    def wait(self, condition: str, value: Any = None) -> None:
        """Waits until a function of the page says so. (Playwright's own `wait_for_function` needs what our pages forbid.)"""
        if not self.page.evaluate(UNTIL % condition, [value, WAIT_SECONDS * 1000]):
            raise TimeoutError(f"in vain: {condition} ({value}); {self.page.inner_text('#ask')!r}, {self.troubles}")

    def wait_for_turn(self) -> bool:
        """Waits until something is offered (true), or the game is over."""
        self.wait("() => document.querySelector('.offered, dialog[open]')")
        return not self.over

    # -- doing

    def click(self, pick: int | None = None) -> None:
        """Clicks on one of the spots that are offered: rather one that costs nothing."""
        step = self.step()
        found = self.page.evaluate(SPOTS)
        if not found:
            return
        good = [spot for spot in found if not spot["loses"]] or found
        spot = self.dice.choice(good) if pick is None else good[pick % len(good)]
        self.page.mouse.click(*self.page.evaluate(POINT, spot["spot"]))
        self.wait("step => Number(document.querySelector('#ask').dataset.step) !== step || document.querySelector('dialog[open]')", step)

    def move(self) -> None:
        """Clicks until a move is made: until it is somebody else's turn, or there are other choices."""
        number = self.number
        while self.wait_for_turn() and self.number == number:
            sure = self.page.locator("dialog[open] footer .main")
            if sure.count():
                sure.click()
                continue
            done = self.page.locator("#ask [data-do=done]")
            if done.count() and self.dice.random() < 0.3:
                done.click()
                self.wait("number => document.body.dataset.number !== number || document.querySelector('dialog[open]')", number)
            else:
                self.click()

    @property
    def number(self) -> str:
        """How many events the page has shown."""
        return self.page.get_attribute("body", "data-number") or ""

    def play(self, moves: int | None = None) -> None:
        """Plays so many moves, or to the end."""
        while moves is None or moves > 0:
            if not self.wait_for_turn():
                return
            self.move()
            moves = None if moves is None else moves - 1


SPOTS = """() => [...document.querySelectorAll('.offered')].map(node =>
    ({spot: node.dataset.spot, loses: node.classList.contains('loses')}))"""
"""Every spot that is offered."""

UNTIL = """async ([value, most]) => {
    const condition = %s;
    const until = performance.now() + most;
    while (!condition(value)) {
        if (performance.now() > until) return false;
        await new Promise(resolve => setTimeout(resolve, 4));
    }
    return true;
}"""
"""Waits in the page."""

POINT = """spot => {
    const node = document.querySelector(`.offered[data-spot="${CSS.escape(spot)}"]`);
    const part = node.classList.contains('tiles') ? node.firstElementChild : node;
    part.scrollIntoView({block: 'nearest', inline: 'nearest'});
    const box = part.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Where one would click on a spot."""


def _js(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else f"'{value}'"
