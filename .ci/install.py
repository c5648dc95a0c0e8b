"""Installs packages into .venv with pip: shows each large download, adds up their sizes, and explains what went wrong.

.venv/bin/python .ci/install.py tools                  what building needs, as pyproject.toml says
.venv/bin/python .ci/install.py azulejos png,tui       this checkout, with extras; not compiled
.venv/bin/python .ci/install.py optional ray,parquet   extras that some tests use; what this machine can't have is left out
.venv/bin/python .ci/install.py downloaded             the size of all downloads so far
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

DOWNLOADED = Path(sys.prefix) / "downloaded"
LOG = Path("build/pip.log")
PIP = (
    sys.executable,
    "-m",
    "pip",
    "install",
    "--no-input",
    "--retries",
    "3",
    "--progress-bar",
    "off",
    "--disable-pip-version-check",
)
SHOWN_BYTES = 5_000_000  # smaller downloads are not listed

Project = dict[str, Any]
UNITS = {"bytes": 1, "kB": 1000, "MB": 1000**2, "GB": 1000**3}
DOWNLOAD = re.compile(r"^\s*Downloading (?:\S*/)?(\S+) \(([\d.]+) ?(bytes|kB|MB|GB)\)")
LOCAL = re.compile(r"^\s*Processing (?:file://)?(/\S+\.whl)")

AGAIN = "then run the same command again: it continues from here."
CAUSES = (
    (r"No space left on device|Errno 28|Disk quota exceeded", f"The disk is full. Free about 2 GB, {AGAIN}"),
    (
        r"DO NOT MATCH THE HASHES|IncompleteRead|Connection broken|BadZipFile|has an invalid wheel|located at .* is invalid|"
        r"incomplete-download|"
        r"Not enough bytes|Connection reset|Read timed out",
        f"A download broke off. Check the network, {AGAIN}",
    ),
    (
        r"NewConnectionError|NameResolutionError|ConnectTimeoutError|ProxyError|SSLError|Network is unreachable|"
        r"Temporary failure in name resolution|HTTP error (401|403|407|5\d\d)|Could not fetch URL",
        f"The package index can't be reached. Check the network, the proxy and PIP_INDEX_URL, {AGAIN}",
    ),
    (r"Permission denied|Errno 13", f"A file in .venv can't be written. `rm -rf .venv`, {AGAIN}"),
)
NOT_FOR_THIS = "There is no"
MISSING = re.compile(r"No matching distribution found for (\S+)")


def pip(title: str, *args: str, **environment: str) -> str | None:
    """Install something. Return what went wrong in one sentence, or `None`."""
    print(f"{title} …", flush=True)
    LOG.parent.mkdir(exist_ok=True)
    said: list[str] = []
    with subprocess.Popen(
        [*PIP, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **environment}
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            show(line)
    write(LOG, "".join(said))
    return None if process.returncode == 0 else cause("".join(said))


def show(line: str) -> None:
    """Show a large download, and keep its size."""
    if found := DOWNLOAD.match(line):
        name, size = found[1], int(float(found[2]) * UNITS[found[3]])
    elif found := LOCAL.match(line):
        name, size = Path(found[1]).name, Path(found[1]).stat().st_size
    else:
        if line.startswith("Installing collected packages"):
            print(f"  unpacking {line.count(',') + 1} packages", flush=True)
        return
    write(DOWNLOADED, f"{size} {name}\n", mode="a")
    if size >= SHOWN_BYTES:
        print(f"  {'-'.join(name.split('-')[:2])} ({size / 1e6:.0f} MB)", flush=True)


def write(path: Path, text: str, mode: str = "w") -> None:
    """Write to a file, unless the disk is full: that is pip's to say."""
    try:
        with path.open(mode) as file:
            file.write(text)
    except OSError:
        pass


def cause(said: str) -> str:
    """Return what pip's messages mean, and what to do."""
    for pattern, sentence in CAUSES:
        if re.search(pattern, said):
            return sentence
    if missing := MISSING.search(said):
        version = ".".join(map(str, sys.version_info[:2]))
        return (
            f"{NOT_FOR_THIS} {missing[1]} for Python {version} on this system. Try another: make clean play PYTHON=python3.12"
        )
    errors = [line.strip() for line in said.splitlines() if "error" in line.lower()]
    return f"pip failed: {(errors or ['it gave no reason'])[-1]} (all that it said is in {LOG})"


def tools(project: Project) -> int:
    return report(pip("Installing the tools", *project["build-system"]["requires"]))


def azulejos(project: Project, extras: str) -> int:
    title = "Installing what the tests need" if "dev" in extras else "Installing what azulejos needs"
    return report(pip(title, "--no-build-isolation", "-e", f".[{extras}]", AZULEJOS_PURE="1"))


def optional(project: Project, extras: str) -> int:
    """Install all at once if possible, or else one after another. Tests do without the rest, and say so at the end."""
    wanted = {extra: project["project"]["optional-dependencies"][extra] for extra in extras.split(",")}
    binary = ("--only-binary", ":all:")  # compiling one of these would take an hour
    problem = pip("Installing what some tests need", *binary, *(one for several in wanted.values() for one in several))
    if problem is None:
        return 0
    if not problem.startswith(NOT_FOR_THIS):
        return report(problem)
    for extra, requirements in wanted.items():
        if pip(f"Installing {extra}", *binary, *requirements):
            print(f"  there is none for this system: the tests of {extra} will be left out", flush=True)
    return 0


def downloaded() -> int:
    sizes = [int(line.split()[0]) for line in DOWNLOADED.read_text().splitlines()] if DOWNLOADED.exists() else []
    print(f"Downloaded into .venv so far: {sum(sizes) / 1e6:.0f} MB.")
    return 0


def report(problem: str | None) -> int:
    if problem:
        print(problem, file=sys.stderr)
    return 1 if problem else 0


def main(command: str, *args: str) -> int:
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
    match command:
        case "tools":
            return tools(project)
        case "azulejos":
            return azulejos(project, *args)
        case "optional":
            return optional(project, *args)
        case "downloaded":
            return downloaded()
    raise SystemExit(__doc__)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
