"""`azulejos record`: what can be done with the record of a game."""

from __future__ import annotations

from typing import BinaryIO

import click


@click.group("record")
def command() -> None:
    """Work with records of games."""


@command.command("check")
@click.argument("file", type=click.File("rb"))
def check(file: BinaryIO) -> None:
    """Replay a record, text or JSON, and show its result and where the points came from."""
    from azulejos.record import Record, RecordError

    try:
        record = Record.load(file.read())
    except RecordError as error:
        raise click.ClickException(f"{file.name}: {error}") from None
    start = record.game.start()
    ended = "broken off" if record.result is None else "complete"
    click.echo(f"{file.name}: {record.game!r}, {len(record.events)} events, {ended}")
    for seat, (name, points) in enumerate(zip(record.names, record.breakdown(), strict=True)):
        parts = "".join(f", {reason} {amount:+}" for reason, amount in points.items())
        won = " (won)" if record.result is not None and seat in record.result.winners else ""
        click.echo(f"  {name}: {record.final.scores[seat]}{won} = start {start.scores[seat]}{parts}")
