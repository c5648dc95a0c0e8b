"""`azulejos bench`: how fast the core is here."""

from __future__ import annotations

import click

from azulejos.cli.help import examples
from azulejos.cli.options import json_option


@click.command("bench", epilog=examples("azulejos bench --quick"))
@click.option("--quick", is_flag=True, help="Measure for a shorter time; the figures are rougher.")
@json_option
def command(quick: bool, as_json: bool) -> None:
    """Measure speed and memory.

    Side by side with the C++ yardsticks, where they are at hand.
    """
    from azulejos import bench

    bench.main(quick, as_json)
