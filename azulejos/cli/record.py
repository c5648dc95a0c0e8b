"""`azulejos record`: check game records."""

from __future__ import annotations

import json
from typing import BinaryIO

import click

from azulejos.cli.files import read_record
from azulejos.cli.help import examples
from azulejos.cli.i18n import many, tr
from azulejos.cli.options import json_option
from azulejos.language import language_of


@click.group("record", epilog=examples("azulejos record check game.txt"))
def command() -> None:
    """Check game records."""


@command.command("check", epilog=examples("azulejos record check game.txt", "azulejos record check --json - < game.txt"))
@click.argument("file", type=click.File("rb"))
@json_option
def check(file: BinaryIO, as_json: bool) -> None:
    """Replay a record (text or JSON) and show its result and where the points came from."""
    from azulejos.render.score_text import sheet_lines, verdict  # slow to import

    record = read_record(file)
    if as_json:
        found = {
            "game": record.game.json,
            "names": record.names,
            "events": len(record.events),
            "complete": record.result is not None,
            "scores": record.final.scores,
            "winners": None if record.result is None else record.result.winners,
            "start": record.start.scores,
            "breakdown": record.breakdown(),
        }
        click.echo(json.dumps(found, indent=1))
        return
    language = language_of()
    players = many("{n} player", "{n} players", record.game.players)
    events = many("{n} event", "{n} events", len(record.events))
    about = ", ".join((*record.game.summary(language), players, events))
    click.echo(tr("{file}: valid record ({about})", file=file.name, about=about))
    click.echo(verdict(record, language) if record.result else tr("The game was not finished."))
    for line in sheet_lines(record, language):
        click.echo(f"  {line}")
