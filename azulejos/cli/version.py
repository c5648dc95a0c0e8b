"""`azulejos version`: the version and how it was compiled."""

from __future__ import annotations

import json
import platform

import click

from azulejos.cli.help import examples
from azulejos.cli.i18n import tr
from azulejos.cli.options import json_option

COMPILERS = """\
  Debian, Ubuntu   apt install gcc python3-dev
  Fedora           dnf install gcc python3-devel
  macOS            xcode-select --install
  Windows          Build Tools for Visual Studio (C++)"""


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
    if not core.COMPILED:
        kind = tr("uncompiled core (slow)")
    else:
        kind = tr("compiled core for {processor}", processor=LEVEL) if LEVEL else tr("compiled core")
    click.echo(f"azulejos {__version__}, {kind}, Python {python}")
    if not core.COMPILED:
        click.echo(tr("To make it fast, install a C compiler and Python's header files, then reinstall azulejos:"))
        click.echo(COMPILERS)
        options = "`--force-reinstall --no-cache-dir -v`"
        click.echo(tr("Add {options} to the `pip install` you used; -v shows the compiler's messages.", options=options))
