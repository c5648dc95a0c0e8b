"""`azulejos bench`: how fast the core is here."""

from __future__ import annotations

import click


@click.command("bench", context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> None:
    """Measure the speed of the core (see azulejos/bench.py)."""
    from azulejos import bench

    bench.main(list(arguments))
