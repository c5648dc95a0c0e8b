"""`azulejos bots`: who can play."""

from __future__ import annotations

import json

import click

from azulejos.cli.help import examples
from azulejos.cli.options import json_option


@click.command("bots", epilog=examples("azulejos bots", "azulejos bots --json"))
@json_option
def command(as_json: bool) -> None:
    """List the bots and the levels."""
    from azulejos.bots.levels import LEVELS
    from azulejos.bots.registry import BUILT_IN, about, bots

    known = bots()
    if as_json:
        found = {
            "bots": {name: {"about": about(name), "from": point.value} for name, point in known.items()},
            "levels": {name: level._asdict() for name, level in LEVELS.items()},
        }
        click.echo(json.dumps(found, indent=1))
        return
    click.echo("Bots:")
    for name, point in known.items():
        click.echo(f"  {name:12} {about(name)}" + (f" ({point.value})" if name not in BUILT_IN else ""))
    click.echo('  program:CMD  A program in any language, such as "program:python3 bot.py".')
    click.echo("Levels:")
    for name, level in LEVELS.items():
        click.echo(f"  {name:12} {level.spec}: {level.about}")
