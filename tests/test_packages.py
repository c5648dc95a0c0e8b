"""The packages, as users install them: built in isolation, installed into empty environments outside the source tree.

    python -m pytest -m package tests/test_packages.py

Not part of other runs: building compiles the rules several times, which takes minutes, and pip needs the network. With
`ccache` installed, each module is compiled only once.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import re
import secrets
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from azulejos import __version__

pytestmark = pytest.mark.package

ROOT = Path(__file__).parents[1]
WINDOWS = sys.platform == "win32"
TWO_SETS = platform.machine() in ("x86_64", "AMD64")
PATIENCE = 60.0  # seconds for a server to start or to answer
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Return what a command prints, including errors; it must succeed."""
    words = list(map(str, command))
    done = subprocess.run(
        words, cwd=cwd, env=clean(**environment), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    assert done.returncode == 0, f"{' '.join(words)}:\n{done.stdout[-5000:]}"
    return done.stdout


def clean(**more: str) -> dict[str, str]:
    """Return the environment without variables that would affect the builds, or the installed package."""
    found = {name: value for name, value in os.environ.items() if not name.startswith(("AZULEJOS_", "PYTHON"))}
    if shutil.which("ccache") and not WINDOWS:
        found |= {"CC": f"ccache {os.environ.get('CC', 'cc').removeprefix('ccache ')}", "CCACHE_NOHASHDIR": "1"}
    return found | {"PYTHONUTF8": "1", "LANGUAGE": "en"} | more


class Installed:
    """An empty virtual environment in which azulejos was installed, and a folder to work in."""

    def __init__(self, folder: Path, *requirements: str | Path, **environment: str) -> None:
        self.folder = folder
        venv.create(folder / "venv", symlinks=not WINDOWS)
        self.programs = folder / "venv" / ("Scripts" if WINDOWS else "bin")
        self.log = run(*PIP, "--python", self.programs / "python", "install", "-v", *requirements, cwd=folder, **environment)

    def azulejos(self, *words: str, **environment: str) -> str:
        """Return what the command prints."""
        return run(self.programs / "azulejos", *words, cwd=self.folder, **environment)

    @contextlib.contextmanager
    def serving(self) -> Iterator[str]:
        """A running server; yields its address."""
        command = [str(self.programs / "azulejos"), "serve", "--port", "0", "--db", str(self.folder / "tables.db")]
        environment = clean(PYTHONUNBUFFERED="1")
        with subprocess.Popen(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, encoding="utf-8") as server:
            try:
                assert server.stdout is not None
                line = server.stdout.readline()
                address = re.search(r"http://\S+", line)
                assert address is not None, line
                yield address[0].rstrip("/")
            finally:
                server.terminate()


# -- the packages


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository with the files of this one as they are now, also those not yet committed."""
    folder = tmp_path_factory.mktemp("clone")
    files = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    for name in files:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    run("git", "init", "--quiet", cwd=folder)
    run("git", "add", "--all", cwd=folder)
    me = ("-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false")
    run("git", *me, "commit", "--quiet", "-m", "All files", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def built(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the source distribution, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    log = run(sys.executable, "-m", "build", "--outdir", folder, clone, cwd=folder)
    assert re.search(r"Compiling \d+ of \d+: azulejos\.", log), "progress is shown"
    [sdist], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module", params=["clone", "git", "sdist", "wheel"])
def installed(request: pytest.FixtureRequest, clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Azulejos, installed in one of the ways in which people install it."""
    kind: str = request.param
    if kind in ("clone", "git"):
        source = str(clone) if kind == "clone" else f"git+{clone.as_uri()}"
    else:
        sdist, wheel = request.getfixturevalue("built")
        source = str(sdist if kind == "sdist" else wheel)
    return Installed(tmp_path_factory.mktemp(kind), source)


@pytest.fixture(scope="module")
def from_wheel(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel with the extras for research environments."""
    return Installed(tmp_path_factory.mktemp("env"), f"azulejos[env] @ {built[1].as_uri()}")


# -- what each installation can do


def test_it_is_compiled(installed: Installed) -> None:
    assert installed.azulejos("--version").startswith(f"azulejos {__version__}, compiled core")


def test_it_speaks_german(installed: Installed) -> None:
    assert "Fliesen von den Manufakturen" in " ".join(installed.azulejos("rules", "azul", "--language", "de").split())


def test_bots_play(installed: Installed) -> None:
    found = json.loads(installed.azulejos("match", "master", "greedy", "--games", "4", "--seconds", "0.05", "--json"))
    assert "master" in json.dumps(found)


def test_the_server_has_the_page_and_a_table(installed: Installed) -> None:
    with installed.serving() as address:
        with urllib.request.urlopen(f"{address}/", timeout=PATIENCE) as page:
            html = page.read().decode()
        assert "<title>" in html
        for script in re.findall(r'src="(/[^"]+\.js)"', html):
            with urllib.request.urlopen(address + script, timeout=PATIENCE) as found:
                assert found.headers["Content-Type"].startswith("text/javascript")
        me = {"Authorization": f"Bearer {secrets.token_urlsafe(20)}"}
        order = {"game": {"game": "azul"}, "seats": [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}], "name": "Test"}
        headers = {**me, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{address}/api/tables", json.dumps(order).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            table = json.load(answer)["table"]
        with connect(f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket", additional_headers=me) as socket:
            first = choices(socket)
            socket.send(json.dumps({"move": first["legal"][0], "number": first["number"]}))
            second = choices(socket, after=first["number"])
    assert second["number"] >= first["number"] + 2, "my move and the bot's"


def choices(socket: Connection, after: int = -1) -> dict[str, Any]:
    """Return the next choices that the server offers."""
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE))
        assert message["type"] != "error", message
        if message["type"] == "choices" and message["number"] > after:
            return dict(message)


# -- what is in the packages


def test_the_wheel_has_what_users_need_and_no_more(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[1]) as wheel:
        names = [name for name in wheel.namelist() if ".dist-info/" not in name]
    assert all(name.startswith("azulejos/") for name in names)
    kinds = {Path(name).suffix for name in names}
    assert kinds.isdisjoint({".pxd", ".po", ".c", ".cpp", ".pyc"}), kinds
    for needed in (
        "web/page/index.html",
        "web/page/app.js",
        "games/azul/weights/coloured-2.net",
        "games/azul/weights/coloured-2.net",
        "games/pavilion/rulebook/hu.md",
        "locale/fr/LC_MESSAGES/azulejos.mo",
        "locale/fr/LC_MESSAGES/page.json",
        "py.typed",
    ):
        assert f"azulejos/{needed}" in names
    assert "azulejos/language/messages.py" not in names


def test_the_sdist_has_no_compiled_files(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as sdist:
        names = sdist.getnames()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc", ".mo"))]
    assert any(name.endswith("tests/test_packages.py") for name in names)


# -- the wheel for all processors

PLAY = """
import numpy
from azulejos import Azul, Pavilion
from azulejos.bench.speed import UNIFORM, random_run
from azulejos.env.vector import BatchEnv

for game in (Azul(2), Azul(4, "grey"), Pavilion(2), Pavilion(4, "grey")):
    played = random_run(game, UNIFORM, 200, seed=5)
    print(game, played.moves, played.mean_score)
    env = BatchEnv(game, 16, opponents=None)
    env.reset(seed=1)
    for _ in range(100):
        seen, rewards, *_ = env.step(env.sample())
        print(*(float(numpy.sum(part * numpy.arange(part.size).reshape(part.shape))) for part in seen.values()), *rewards)
"""
"""Print random games, observations and masks of moves."""


@pytest.mark.skipif(not TWO_SETS, reason="only x86-64 has two sets of compiled modules")
def test_both_sets_of_compiled_modules_play_the_same_games(from_wheel: Installed) -> None:
    assert "compiled core for x86-64" in from_wheel.azulejos("--version")
    assert "compiled core for x86-64," in from_wheel.azulejos("--version", AZULEJOS_BASELINE="1")
    newer, baseline = (
        run(from_wheel.programs / "python", "-c", PLAY, cwd=from_wheel.folder, **environment)
        for environment in ({}, {"AZULEJOS_BASELINE": "1"})
    )
    assert newer == baseline


def test_benchmarks_run_without_the_yardsticks(from_wheel: Installed) -> None:
    report = json.loads(from_wheel.azulejos("bench", "--quick", "--json"))
    assert "not of the installed package" in report["limit"]
    assert all(speed["moves_per_s"] > 0 for speed in report["random"])
    assert "vector, N = 1024" in run(
        from_wheel.programs / "python", "-m", "azulejos.bench.env", "--quick", cwd=from_wheel.folder
    )


# -- other machines


@pytest.mark.skipif(WINDOWS, reason="CC does not choose the compiler on Windows")
def test_without_a_compiler_it_is_installed_uncompiled_and_says_how_to_compile_it(clone: Path, tmp_path: Path) -> None:
    found = Installed(tmp_path, clone, CC="no-such-compiler")
    sentences = re.findall(r"azulejos was not compiled.*", found.log)
    assert len(sentences) == 1
    assert "there is no C compiler (no-such-compiler); on Debian and Ubuntu, run `apt install gcc python3-dev`" in sentences[0]
    version = found.azulejos("--version")
    assert version.startswith(f"azulejos {__version__}, uncompiled core (slow)")
    assert "install a C compiler" in version
    assert "Fliesen" in found.azulejos("rules", "azul", "--language", "de")


@pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="the oldest versions of some dependencies have no wheels for this Python"
)
def test_the_oldest_dependencies_work(built: tuple[Path, Path], tmp_path: Path) -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    oldest = [re.sub(r">=([^,]+).*", r"==\1", one) for one in needed]
    assert all("==" in one for one in oldest)
    found = Installed(tmp_path, built[1], *oldest)
    test_bots_play(found)
    test_it_speaks_german(found)
    test_the_server_has_the_page_and_a_table(found)
