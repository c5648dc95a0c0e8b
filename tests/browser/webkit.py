"""WebKit, driven by the WebDriver that comes with WebKitGTK, in its small browser on a virtual screen."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.driver import START_SECONDS, WAIT_SECONDS
from tests.browser.tab import Actions, DriverError, Guest, Tab
from tests.needs import minibrowser

SCREEN = "1600x1400x24"


class WebKit:
    """A running driver. It has one session at a time, which forgets everything when it ends: that of the last player."""

    def __init__(self, address: str, log: Path) -> None:
        self.address = address
        self.log = log
        self.session: str | None = None
        self.version = ""

    def send(self, method: str, path: str, data: Any = None) -> Any:
        """Send a command, and return its result."""
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self.address + path, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * WAIT_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            problem = json.load(error)["value"]
            raise DriverError(f"{path}: {problem['error']}: {problem['message']}") from None

    def arrive(self, url: str, **how: Any) -> Guest:
        """Return a player in a new session."""
        self.end()
        return Guest(self.begin(url), [], **how)

    def begin(self, url: str) -> WebKitTab:
        """Begin a session."""
        options = {"binary": minibrowser(), "args": ["--automation", "--full-screen"]}  # so that the window is the page
        limits = dict.fromkeys(("script", "pageLoad"), 2000 * WAIT_SECONDS)
        always = {"webkitgtk:browserOptions": options, "timeouts": limits}
        found = self.send("POST", "/session", {"capabilities": {"alwaysMatch": always}})
        self.version = found["capabilities"]["browserVersion"]
        self.session = f"/session/{found['sessionId']}"
        return WebKitTab(self, self.session, url)

    def end(self) -> None:
        if self.session is not None:
            self.send("DELETE", self.session)
            self.session = None


class WebKitTab(Tab):
    def __init__(self, browser: WebKit, session: str, base: str) -> None:
        super().__init__(base)
        self.browser = browser
        self.session = session

    def post(self, path: str, data: Any) -> Any:
        return self.browser.send("POST", self.session + path, data)

    def navigate(self, url: str) -> None:
        self.post("/url", {"url": url})

    def reload(self) -> None:
        self.post("/refresh", {})

    def call(self, script: str) -> Any:
        text = (
            f"const [done] = arguments; Promise.resolve({script}).then(it => done([it]), error => done([null, `${{error}}`]))"
        )
        found = self.post("/execute/async", {"script": text, "args": []})
        if len(found) > 1:
            raise DriverError(found[1])
        return found[0]

    def perform(self, actions: Actions) -> None:
        self.post("/actions", {"actions": actions})

    def resize(self, width: int, height: int) -> None:
        self.post("/window/rect", {"x": 0, "y": 0, "width": width, "height": height})


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """A driver of WebKit, which logs into a folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (folder / "log").open("wb") as log, _screen(log) as display:
        environment = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "HOME": str(folder)}
        command = ["WebKitWebDriver", f"--port={port}"]
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        try:
            driver = WebKit(f"http://127.0.0.1:{port}", folder / "log")
            _wait_for(driver, process)
            yield driver
            driver.end()
        finally:
            process.terminate()
            process.wait()


@contextmanager
def _screen(log: Any) -> Iterator[str]:
    """A virtual screen, whose name the X server chooses."""
    reading, writing = os.pipe()
    # It would reset itself after the last window, and refuse a browser that starts at that moment.
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"]
    process = subprocess.Popen(command, stdout=log, stderr=log, pass_fds=[writing])
    os.close(writing)
    try:
        with open(reading, encoding="ascii") as said:
            yield f":{said.readline().strip()}"
    finally:
        process.terminate()
        process.wait()


def _wait_for(driver: WebKit, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            driver.send("GET", "/status")
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"WebKitWebDriver did not start:\n{driver.log.read_text('utf-8', 'replace')}")
