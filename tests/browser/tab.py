"""A page in a browser that is not driven by Playwright: the small part of Playwright's `Page` that players and tests use.

A subclass talks to its browser (`firefox.py`, `webkit.py`). Both protocols describe input by the same actions of the W3C.
"""

from __future__ import annotations

import json
import random
import time
from abc import ABC, abstractmethod
from fnmatch import fnmatch
from typing import Any, cast
from urllib.parse import quote, urljoin

from playwright.sync_api import Page, ViewportSize

from tests.browser.driver import DESK, WAIT_SECONDS, Player

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "End": "\ue010", "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}
"""The codes of the W3C for keys without a character."""

RESIZE_SECONDS = 2  # until a window is asked again

Actions = list[dict[str, Any]]


class DriverError(Exception):
    """The browser refuses a command, for example because the page is just being left."""


class Tab(ABC):
    """A page; `mouse`, `touchscreen` and `keyboard` are its own, named as in Playwright."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.mouse = Pointer(self, "mouse")
        self.touchscreen = Pointer(self, "touch")
        self.keyboard = Keyboard(self)

    @abstractmethod
    def navigate(self, url: str) -> None: ...

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def call(self, script: str) -> Any:
        """Return what an expression of JavaScript is, or what its promise brings."""

    @abstractmethod
    def perform(self, actions: Actions) -> None: ...

    @abstractmethod
    def resize(self, width: int, height: int) -> None: ...

    def goto(self, path: str) -> None:
        self.navigate(urljoin(self.base, path))

    def evaluate(self, script: str, value: Any = None) -> Any:
        """Call a function of JavaScript with a value, or evaluate an expression."""
        call = f"(async () => {{ const it = {script}; return typeof it === 'function' ? it({json.dumps(value)}) : it; }})()"
        return self.call(call)

    @property
    def url(self) -> str:
        return str(self.call("location.href"))

    def wait_for_url(self, pattern: str) -> None:
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until:
            try:
                if fnmatch(self.url, pattern):
                    return
            except DriverError:
                pass  # between two pages
            time.sleep(0.02)
        raise TimeoutError(f"in vain: {pattern}; {self.evaluate(SITUATION)}")

    def click(self, selector: str) -> None:
        """Click on an element as soon as it is visible, stands still, nothing covers it, and the pointer is over it.

        Browsers scroll in another thread: for a while, the page is already somewhere else for scripts, but not for a pointer.
        """
        until = time.monotonic() + WAIT_SECONDS
        over = False
        while not over:
            where = self.evaluate(MIDDLE, [selector, WAIT_SECONDS * 1000])
            if where is None or time.monotonic() > until:
                raise TimeoutError(f"in vain: {selector}")
            self.mouse.move(*where)
            over = self.evaluate(OVER, selector)
        self.mouse.click(*where)

    def select_option(self, selector: str, value: str) -> None:
        self.evaluate(SELECT, [selector, value])

    def inner_text(self, selector: str) -> str:
        return str(self.evaluate("selector => document.querySelector(selector).innerText", selector))

    def get_attribute(self, selector: str, name: str) -> str | None:
        found: str | None = self.evaluate(
            "([selector, name]) => document.querySelector(selector).getAttribute(name)", [selector, name]
        )
        return found

    def set_viewport_size(self, size: ViewportSize) -> None:
        """Resize the window, again if need be: a window that is just being opened may take another size after that.

        It is not waited for in the page, because timers sleep in a page that is not shown yet."""
        wanted, found = [size["width"], size["height"]], None
        until, again = time.monotonic() + WAIT_SECONDS, 0.0
        while found != wanted:
            assert time.monotonic() < until, f"the window has another size: {found}"
            if time.monotonic() > again:
                self.resize(*wanted)
                again = time.monotonic() + RESIZE_SECONDS
            found = self.evaluate("[innerWidth, innerHeight]")


def _to(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}


class Pointer:
    """A mouse or a finger."""

    def __init__(self, tab: Tab, kind: str) -> None:
        self.tab = tab
        self.kind = kind

    def move(self, x: float, y: float) -> None:
        self._perform([_to(x, y)])

    def click(self, x: float, y: float) -> None:
        self._perform([_to(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def _perform(self, steps: Actions) -> None:
        self.tab.perform([{"type": "pointer", "id": self.kind, "parameters": {"pointerType": self.kind}, "actions": steps}])

    tap = click


class Keyboard:
    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def press(self, key: str) -> None:
        steps: Actions = [{"type": kind, "value": KEYS.get(key, key)} for kind in ("keyDown", "keyUp")]
        self.tab.perform([{"type": "key", "id": "keyboard", "actions": steps}])


class Guest(Player):
    """A player with such a page."""

    def __init__(
        self, tab: Tab, troubles: list[str], name: str = "Ana", size: ViewportSize = DESK, seed: int = 0, speed: str = "off"
    ) -> None:
        self.name = name
        self.url = tab.base
        self.dice = random.Random(seed)
        self.troubles = troubles
        self.page = cast(Page, tab)
        tab.goto("/offline")  # the smallest page, to set cookie and preferences
        tab.set_viewport_size(size)
        tab.evaluate(PREFER, [f"name={quote(name)}; path=/", json.dumps({"speed": speed})])

    @property
    def my_turn(self) -> bool:
        return bool(self.page.evaluate("document.querySelector('.offered') !== null"))

    def close(self) -> None:
        """The browser closes its pages itself."""


PREFER = "([cookie, preferences]) => { document.cookie = cookie; localStorage.setItem('azulejos', preferences); }"

SELECT = """([selector, value]) => {
    const field = document.querySelector(selector);
    field.value = value;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {bubbles: true}));
}"""

SITUATION = """[location.href, scrollY, document.activeElement?.outerHTML.slice(0, 100),
    document.querySelector('[aria-busy]')?.id, document.querySelector('#toast')?.textContent]"""
"""What a page shows that should have been left."""

OVER = """selector => {
    const [node, under] = [document.querySelector(selector), [...document.querySelectorAll(':hover')].pop()];
    return Boolean(node && under && (node.contains(under) || under.contains(node)));
}"""
"""Whether the browser finds an element under the pointer."""

MIDDLE = """async ([selector, most]) => {
    const until = performance.now() + most;
    let [last, still] = ['', 0];
    while (performance.now() < until) {
        const node = document.querySelector(selector);
        const box = node?.getBoundingClientRect();
        if (box?.width && box.height && !node.disabled) {
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const top = document.elementFromPoint(x, y);
            if (!top) node.scrollIntoView({block: 'center', behavior: 'instant'});
            still = last === `${x} ${y}` && top && (node.contains(top) || top.contains(node)) ? still + 1 : 0;
            if (still === 3) return [x, y];
            last = `${x} ${y}`;
        }
        // Browsers scroll in another thread: a click may hit what was there before, until some frames are on the screen.
        await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 10)));
    }
    return null;
}"""
"""Return the middle of an element that can be clicked."""
