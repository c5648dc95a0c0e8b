"""The toy game as a third-party package, installed in a folder: `environment` is for processes that should find it there."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

TOY = Path(__file__).with_name("toy.py")
REPOSITORY = Path(__file__).parents[2]


def install(folder: Path, package: str, source: str, entry_points: str) -> None:
    """Put a package into a folder as pip would: its modules, and its metadata."""
    (folder / package).mkdir(parents=True)
    (folder / package / "__init__.py").write_text(source, "utf-8")
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(textwrap.dedent(entry_points), "utf-8")


def install_toy(folder: Path) -> None:
    """Install the toy game."""
    install(folder, "threelines", TOY.read_text("utf-8"), "[azulejos.games]\ntoy = threelines:Toy\n")


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process that has the toy game installed; `folder` is a new one for it."""
    install_toy(folder)
    return environment_with(folder)


def environment_with(folder: Path) -> dict[str, str]:
    """Return the environment of a process with a folder as another place of installed packages."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(REPOSITORY)]), "AZULEJOS_LANGUAGE": "en"}
