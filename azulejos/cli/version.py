"""`azulejos version`: the version and how it was compiled."""

from __future__ import annotations

import json
import platform

import click

from azulejos.cli.help import examples
from azulejos.cli.options import json_option

HOW_TO_COMPILE = """\
To make it fast, install a C compiler and Python's header files, then reinstall azulejos:
  Debian, Ubuntu   apt install gcc python3-dev
  Fedora           dnf install gcc python3-devel
  macOS            xcode-select --install
  Windows          Build Tools for Visual Studio, with C++
Add `--force-reinstall --no-cache-dir -v` to the `pip install` you used; -v shows the compiler's messages."""


@click.command("version", epilog=examples("azulejos version --json"))
@json_option
def command(as_json: bool) -> None:
    """Show the version and whether the core is compiled."""
    from azulejos import __version__, core
    from azulejos.processor import LEVEL

    python = platform.python_version()
    if as_json:
        found = {"azulejos": __version__, "compiled": core.COMPILED, "processor": LEVEL, "python": python}
        click.echo(json.dumps(found))
        return
    kind = "compiled core" if core.COMPILED else "uncompiled core (slow)"
    made_for = f" for {LEVEL}" if core.COMPILED and LEVEL else ""
    click.echo(f"azulejos {__version__}, {kind}{made_for}, Python {python}")
    if not core.COMPILED:
        click.echo(HOW_TO_COMPILE)
