"""`azulejos bots`: the bots and levels."""

from __future__ import annotations

import json

import click

from azulejos.cli.help import examples
from azulejos.cli.i18n import tr
from azulejos.cli.options import json_option, level_name
from azulejos.core.message import in_language
from azulejos.language import ENGLISH, language_of


@click.command("bots", epilog=examples("azulejos bots", "azulejos bots --json"))
@json_option
def command(as_json: bool) -> None:
    """List the bots and levels."""
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
    click.echo(tr("Bots:"))
    for name, point in known.items():
        words = in_language(about(name), language_of())
        click.echo(f"  {name:12} {words}" + (f" ({point.value})" if name not in BUILT_IN else ""))
    program = tr("Any program, in any language: {example}", example='"program:python3 bot.py"')
    click.echo(f"  program:CMD  {program}")
    click.echo(tr("Levels:"))
    for name, level in LEVELS.items():
        words = tr(level.about)  # as `level_texts` has it
        called = "" if language_of() is ENGLISH else f"{level_name(name)}, "
        click.echo(f"  {name:12} {level.spec}: {called}{words}")
