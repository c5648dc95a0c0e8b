"""Firefox, driven by WebDriver BiDi: the protocol is built into it, over a WebSocket, so no driver is needed."""

from __future__ import annotations

import json
import math
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.browser.driver import START_SECONDS, WAIT_SECONDS
from tests.browser.tab import Actions, DriverError, Guest, Tab
from tests.needs import firefox as find_firefox

QUIET = {"app.normandy.enabled": False, "services.settings.server": "data:,", "browser.shell.checkDefaultBrowser": False}
"""Preferences: Firefox shall ask nobody for anything."""
LEAVES, ARRIVED, SAYS = "browsingContext.navigationStarted", "browsingContext.domContentLoaded", "log.entryAdded"
BROKEN_OFF = "A ServiceWorker intercepted the request and encountered an unexpected error."
"""Firefox says this of pictures that are still on their way when somebody leaves the page; that is no error."""


class Firefox:
    """A running Firefox and its connection."""

    def __init__(self, address: str) -> None:
        self.socket = connect(f"{address}/session", max_size=None, proxy=None, open_timeout=START_SECONDS)
        self.last = 0
        self.troubles: dict[str, list[str]] = {}
        self.leaving: dict[str, tuple[float, float]] = {}  # when a tab last left a page, and when it was at the next one
        self.version = str(self.send("session.new", capabilities={})["capabilities"]["browserVersion"])
        self.send("session.subscribe", events=[LEAVES, ARRIVED, SAYS])

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command, and return its result."""
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv(timeout=2 * WAIT_SECONDS))
            if message["type"] == "event":
                self.hear(message["method"], message["params"])
            elif message.get("id") == self.last:
                if message["type"] == "error":
                    raise DriverError(f"{method}: {message['error']}: {message['message']}")
                found: dict[str, Any] = message["result"]
                return found

    def hear(self, event: str, what: dict[str, Any]) -> None:
        at, context = what["timestamp"], what["context"] if event != SAYS else what["source"].get("context")
        if event == LEAVES:
            self.leaving[context] = (at, math.inf)
        elif event == ARRIVED and context in self.leaving:
            self.leaving[context] = (self.leaving[context][0], at)
        elif event == SAYS and what["level"] == "error" and context in self.troubles:
            left, arrived = self.leaving.get(context, (math.inf, 0.0))
            if not (what["text"].endswith(BROKEN_OFF) and left <= at <= arrived):
                self.troubles[context].append(what["text"])

    def arrive(self, url: str, **how: Any) -> Guest:
        """Return a player with cookies of their own."""
        user = self.send("browser.createUserContext")["userContext"]
        context = self.send("browsingContext.create", type="tab", userContext=user)["context"]
        troubles = self.troubles[context] = []
        return Guest(FirefoxTab(self, context, url), troubles, **how)


class FirefoxTab(Tab):
    def __init__(self, browser: Firefox, context: str, base: str) -> None:
        super().__init__(base)
        self.browser = browser
        self.context = context

    def navigate(self, url: str) -> None:
        self.browser.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def reload(self) -> None:
        self.browser.send("browsingContext.reload", context=self.context, wait="complete")

    def call(self, script: str) -> Any:
        text = f"Promise.resolve({script}).then(found => JSON.stringify(found ?? null))"
        found = self.browser.send("script.evaluate", expression=text, target={"context": self.context}, awaitPromise=True)
        if found["type"] != "success":
            raise DriverError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def perform(self, actions: Actions) -> None:
        self.browser.send("input.performActions", context=self.context, actions=actions)

    def resize(self, width: int, height: int) -> None:
        self.browser.send("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A headless Firefox with its profile in a folder."""
    path = find_firefox()
    assert path is not None, "tests of Firefox need it"
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in QUIET.items()]
    (folder / "user.js").write_text("\n".join(lines), "utf-8")
    command = [path, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield Firefox(_address(process, folder / "log"))
    finally:
        process.terminate()
        process.wait()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Wait until Firefox says where it listens."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        if found := re.search(r"BiDi listening on (ws://\S+)\n", log.read_text("utf-8", "replace")):
            return found[1]
        time.sleep(0.05)
    raise RuntimeError(f"Firefox did not start:\n{log.read_text('utf-8', 'replace')}")
