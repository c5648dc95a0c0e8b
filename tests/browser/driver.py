"""A real server, a real browser, and a player who clicks on what is offered."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from azulejos.record import Record
from tests.needs import NEEDS, light_chromium
from tests.needs import chromium as find_chromium

ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-default-browser-check"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions"),
    "--hide-scrollbars",
)
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
WORKER: dict[str, Any] = {"service_workers": "allow"}
ADDRESS = re.compile(r"http://localhost:(\d+)/")
NOTHING: Mapping[str, str] = {}
START_SECONDS = 90
WAIT_SECONDS = 150  # only for what never comes: a busy machine may take long


class Server:
    """`azulejos serve` as a separate process, which can be killed and restarted on the same port and store."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self.environment = environment
        self.port = 0  # chosen by the first process; any other way, another server could take it first
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it responds."""
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--db", str(self.folder / "tables.db")]
        with (self.folder / "log").open("ab") as log:
            command = [sys.executable, "-m", "azulejos", "serve", *options]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            if not self.port:
                found = ADDRESS.search((self.folder / "log").read_text())
                self.port = int(found[1]) if found else 0
                time.sleep(0.05)
                continue
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"the server did not start:\n{(self.folder / 'log').read_text()}")

    def kill(self) -> None:
        """Kill it without warning."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ask it to stop, as Ctrl-C does."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def serving(folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """A server that keeps its tables in a folder."""
    server = Server(folder, environment)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def chromium(light: bool = False) -> Iterator[Browser]:
    """A headless browser: the whole one, or only its engine."""
    path = light_chromium() if light else find_chromium()
    if path is None:
        raise RuntimeError(f"there is no Chromium; to install one: {NEEDS['chromium'].remedy()}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS), timeout=WAIT_SECONDS * 1000)
        try:
            yield browser
        finally:
            browser.close()


class Player:
    """A browser context with a page, and a player who sees only what is visible."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        name: str = "Ana",
        size: ViewportSize = DESK,
        seed: int = 0,
        speed: str = "fast",
        **context: Any,
    ) -> None:
        self.name = name
        self.url = url
        self.context = browser.new_context(viewport=size, base_url=url, **context)
        self.context.set_default_timeout(WAIT_SECONDS * 1000)
        self.context.add_cookies([{"name": "name", "value": quote(name), "url": url}])
        self.prefer(speed=speed)
        self.dice = random.Random(seed)
        self.troubles: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on(
            "response", lambda answer: self.troubles.append(f"{answer.status} {answer.url}") if answer.status >= 500 else None
        )
        page.on("console", lambda message: self.troubles.append(message.text) if message.type == "error" else None)
        return page

    def prefer(self, **preferences: Any) -> None:
        """Set preferences as the page stores them, before it is opened."""
        pairs = ", ".join(f"{name}: {_js(value)}" for name, value in preferences.items())
        self.context.add_init_script(f"localStorage.setItem('azulejos', JSON.stringify({{{pairs}}}))")

    def close(self) -> None:
        self.context.close()

    # -- looking

    @property
    def log(self) -> list[str]:
        return self.page.locator("#log li > span").all_text_contents()

    @property
    def sheet(self) -> list[list[int]]:
        """Return the rows of the scoring sheet, the total last."""
        rows = self.page.locator(".sheet tbody tr, .sheet tfoot tr:first-child").all()
        return [[_number(text) for text in row.locator("td").all_inner_texts()] for row in rows]

    def wait(self, condition: str, value: Any = None) -> None:
        """Wait until a function of the page returns true. (Playwright's `wait_for_function` needs what our pages forbid.)"""
        if not self.page.evaluate(UNTIL % condition, [value, WAIT_SECONDS * 1000]):
            raise TimeoutError(f"in vain: {condition} ({value}); {self.page.inner_text('#ask')!r}, {self.troubles}")

    @property
    def over(self) -> bool:
        return self.page.locator("dialog .sheet").count() > 0

    @property
    def my_turn(self) -> bool:
        return self.page.locator(".offered").count() > 0

    @property
    def scene(self) -> dict[str, str]:
        """Return what is on the table, and the numbers written there."""
        found: dict[str, str] = self.page.evaluate(SCENE)
        return found

    @property
    def number(self) -> int:
        """Return how many events the page has shown."""
        return int(self.page.get_attribute("body", "data-number") or 0)

    # -- sitting down

    def post(self, path: str, data: Any, headers: Mapping[str, str] = NOTHING) -> Any:
        """Send something to the API, and return the answer.

        All tests of a file share an address, so a fast machine may use up its new tables; then wait as long as the server says.
        """
        while True:
            answer = self.context.request.post(path, data=data, headers={"Origin": self.url, **headers})
            if answer.ok:
                return answer.json()
            error = answer.json()["error"]
            assert error["code"] == "slow_down", error
            time.sleep(error["details"]["wait"])

    def create(self, game: dict[str, Any], *others: str, **options: Any) -> str:
        """Create a table through the API, and open it; the others are "open", "me", or levels of bots."""
        seats = [{"kind": other} if other in ("open", "me") else {"kind": "bot", "level": other} for other in others]
        order = {"game": {**game, "players": 1 + len(seats)}, "name": self.name, "seats": [{"kind": "me"}, *seats], **options}
        table: str = self.post("/api/tables", order)["table"]
        self.visit(table)
        return table

    def upload(self, played: Record) -> str:
        """Hand in a record, and return its table."""
        return str(self.post("/api/records", played.text, {"Content-Type": "text/plain"})["table"])

    def continue_game(self, played: Record) -> None:
        """Continue a recorded game from its end, in the seat that is to move, against bots."""
        table = self.upload(played)
        *_, state = played.states()
        assert isinstance(state.actor, int)
        seats: list[dict[str, str]] = [{"kind": "bot", "level": "beginner"} for _ in range(state.game.players)]
        seats[state.actor] = {"kind": "me"}
        order = {"number": len(played.events), "seats": seats, "name": self.name}
        self.visit(self.post(f"/api/tables/{table}/branches", order)["table"])

    def visit(self, table: str) -> None:
        """Open a table, and wait until it is visible."""
        self.page.goto(f"/t/{table}")
        self.wait("() => document.body.dataset.number")

    def sit(self) -> None:
        """Take an open seat."""
        self.page.click("[data-do=sit]")
        self.page.locator("[data-do=sit]").wait_for(state="detached")

    # -- doing

    def glance(self) -> dict[str, Any]:
        """Wait until there is something to do, and return it."""
        seen: dict[str, Any] | None = self.page.evaluate(GLANCE, WAIT_SECONDS * 1000)
        if seen is None:
            raise TimeoutError(f"nothing to do for {self.name}: {self.page.inner_text('#ask')!r}, {self.troubles}")
        return seen

    def click(self, spot: str | None = None, seen: dict[str, Any] | None = None) -> None:
        """Click on an offered spot; by default preferably one that costs nothing."""
        seen = seen or self.glance()
        spots: list[dict[str, Any]] = seen["spots"]
        free = [one for one in spots if not one["covered"]] or spots
        good = [one for one in free if not one["loses"]] or free
        chosen = self.dice.choice(good) if spot is None else next(one for one in spots if one["spot"] == spot)
        if not chosen["seen"]:
            chosen = self.page.evaluate(REVEAL, chosen["spot"])
        self.page.mouse.click(chosen["x"], chosen["y"])

    def press(self, button: str) -> None:
        """Press a button of the bar."""
        self.page.click(button)

    def move(self) -> bool:
        """Wait for the turn, and make a move with as many clicks as it takes; return false if the game is over."""
        seen = self.glance()
        number = seen["number"]
        while not seen["over"]:
            if seen["sure"]:
                self.page.click("dialog[open] footer .main")
            elif seen["done"] and self.dice.random() < 0.3:
                self.press("#ask [data-do=done]")
            else:
                self.click(seen=seen)
            then = self.page.evaluate(NEXT, [seen["step"], number, WAIT_SECONDS * 1000])
            if then is None:
                raise TimeoutError(f"nothing happens after {seen}: {self.page.inner_text('#ask')!r}, {self.troubles}")
            if then == "moved":
                return True
            seen = then
        return False

    def play(self, moves: int | None = None) -> None:
        """Play this many moves, or to the end."""
        while (moves is None or moves > 0) and self.move():
            moves = None if moves is None else moves - 1

    def hurry(self, table: str) -> None:
        """Play at random to the end without the page, which then opens with the scoring sheet."""
        self.page.goto("/offline")
        while not (info := self.context.request.get(f"/api/tables/{table}").json())["result"]:
            if info["actor"] in info["you"]:
                move = {"move": self.dice.choice(info["legal"]), "number": info["number"]}
                self.context.request.post(f"/api/tables/{table}/moves", data=move, headers={"Origin": self.url})
            else:
                self.page.wait_for_timeout(5)
        self.visit(table)
        self.page.locator("dialog .sheet").wait_for()


@contextmanager
def arrivals(make: Callable[..., Player]) -> Iterator[Callable[..., Player]]:
    """Yield a function that makes players; at the end they leave, and any error in the console of one is an error."""
    players: list[Player] = []

    def arrive(*who: Any, **how: Any) -> Player:
        players.append(make(*who, **how))
        return players[-1]

    yield arrive
    troubles = [trouble for player in players for trouble in player.troubles]
    for player in players:
        player.close()
    assert not troubles, troubles


SCENE = """() => Object.fromEntries([
    ...[...document.querySelectorAll('.z-piece:not(.gone)')].map(node => [node.dataset.slot, node.dataset.what]),
    ...[...document.querySelectorAll('[data-label]')].map(node => [node.dataset.label, node.textContent]),
].sort())"""

LARGEST = """seat => {
    const frame = seat => document.querySelector(`[data-mark="turn.${seat}"]`);
    const wide = [0, 1, 2, 3].map(seat => frame(seat)?.getBoundingClientRect().width ?? 0);
    return wide.indexOf(Math.max(...wide)) === seat;
}"""
"""Return whether the board of a seat is the large one."""

GLANCE = """async most => {
    const until = performance.now() + most;
    const known = () => document.body.dataset.number; // the server has said that it is so
    while (!document.querySelector('.offered, dialog[open]') || document.querySelector('.settling, .waiting') || !known()) {
        if (performance.now() > until) return null;
        await new Promise(resolve => setTimeout(resolve, 4));
    }
    const view = document.querySelector('#stage').getBoundingClientRect();
    return {
        step: document.querySelector('#ask').dataset.step,
        number: document.body.dataset.number,
        over: Boolean(document.querySelector('dialog .sheet')),
        sure: Boolean(document.querySelector('dialog[open] footer .main')),
        done: Boolean(document.querySelector('#ask [data-do=done]')),
        spots: [...document.querySelectorAll('.offered')].map(node => {
            const box = (node.classList.contains('tiles') ? node.firstElementChild : node).getBoundingClientRect();
            const x = box.x + box.width / 2, y = box.y + box.height / 2;
            const inView = x > view.left && x < view.right && y > view.top && y < view.bottom;
            const seen = node.tagName === 'BUTTON' || inView;
            const covered = Boolean(document.elementFromPoint(x, y)?.closest('#toast'));
            return {spot: node.dataset.spot, loses: node.classList.contains('loses'), x, y, seen, covered};
        }),
    };
}"""
"""Return what can be done: spots and where to click on them."""

REVEAL = """spot => {
    const node = document.querySelector(`.offered[data-spot="${CSS.escape(spot)}"]`);
    const part = node.classList.contains('tiles') ? node.firstElementChild : node;
    part.scrollIntoView({block: 'center', behavior: 'instant'});
    const box = part.getBoundingClientRect();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
}"""
"""Scroll to a spot."""

UNFOLD = "() => document.querySelectorAll('details').forEach(part => { part.open = true; })"
"""Open everything that can be unfolded."""

ASKED = "number => document.body.dataset.number === number && document.querySelector('.offered, dialog[open]') !== null"

STEP = "step => document.querySelector('#ask').dataset.step !== step || document.querySelector('dialog[open]')"

NEXT = f"""async ([step, number, most]) => {{
    const [changed, asked, glance] = [{STEP}, {ASKED}, {GLANCE}];
    const until = performance.now() + most;
    while (!changed(step)) {{
        if (performance.now() > until) return null;
        await new Promise(resolve => setTimeout(resolve, 4));
    }}
    return asked(number) ? glance(most) : 'moved';
}}"""
"""After a click: return what can be done next for the same move, or `moved`. One call, because some browsers are slow."""

UNTIL = """async ([value, most]) => {
    const condition = %s;
    const until = performance.now() + most;
    while (!(await condition(value))) {
        if (performance.now() > until) return false;
        await new Promise(resolve => setTimeout(resolve, 4));
    }
    return true;
}"""
"""Wait in the page."""

SETTLED = (
    """() => !document.querySelector('.settling, .waiting') && !document.querySelector('svg.scene').getAnimations().length"""
)
"""Return whether the table has stopped moving, so that clicks count and hit what they are meant for."""


def _js(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else f"'{value}'"


def _number(text: str) -> int:
    return 0 if text == "·" else int(text.replace("−", "-"))
