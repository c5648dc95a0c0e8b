"""`azulejos version`: what runs here."""

from __future__ import annotations

import json
import platform

import click

from azulejos.cli.help import examples
from azulejos.cli.options import json_option


@click.command("version", epilog=examples("azulejos version --json"))
@json_option
def command(as_json: bool) -> None:
    """Show the version, and whether the rules are compiled."""
    from azulejos import __version__, core

    python = platform.python_version()
    if as_json:
        click.echo(json.dumps({"azulejos": __version__, "compiled": core.COMPILED, "python": python}))
        return
    kind = "compiled core" if core.COMPILED else "uncompiled core (slow)"
    click.echo(f"azulejos {__version__}, {kind}, Python {python}")
