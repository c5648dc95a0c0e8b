"""`azulejos record`: check and convert game records."""

from __future__ import annotations

import json
from typing import BinaryIO

import click

from azulejos.cli.files import read_record
from azulejos.cli.help import examples
from azulejos.cli.options import json_option


@click.group("record", epilog=examples("azulejos record check game.txt"))
def command() -> None:
    """Check and convert game records."""


@command.command("check", epilog=examples("azulejos record check game.txt", "azulejos record check --json - < game.txt"))
@click.argument("file", type=click.File("rb"))
@json_option
def check(file: BinaryIO, as_json: bool) -> None:
    """Replay a record (text or JSON) and show its result and where the points came from."""
    record = read_record(file)
    start = record.game.start()
    if as_json:
        found = {
            "game": record.game.json,
            "names": record.names,
            "events": len(record.events),
            "complete": record.result is not None,
            "scores": record.final.scores,
            "winners": None if record.result is None else record.result.winners,
            "start": start.scores,
            "breakdown": record.breakdown(),
        }
        click.echo(json.dumps(found, indent=1))
        return
    ended = "broken off" if record.result is None else "complete"
    click.echo(f"{file.name}: {record.game!r}, {len(record.events)} events, {ended}")
    for seat, (name, points) in enumerate(zip(record.names, record.breakdown(), strict=True)):
        parts = "".join(f", {reason} {amount:+}" for reason, amount in points.items())
        won = " (won)" if record.result is not None and seat in record.result.winners else ""
        click.echo(f"  {name}: {record.final.scores[seat]}{won} = start {start.scores[seat]}{parts}")
