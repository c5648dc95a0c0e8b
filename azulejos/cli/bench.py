"""`azulejos bench`: how fast core and server are here."""

from __future__ import annotations

import click

from azulejos.cli.help import examples
from azulejos.cli.options import json_option


@click.command("bench", epilog=examples("azulejos bench --quick", "azulejos bench web"))
@click.argument("what", type=click.Choice(["core", "web"]), default="core")
@click.option("--quick", is_flag=True, help="Measure for a shorter time; the figures are rougher.")
@json_option
def command(what: str, quick: bool, as_json: bool) -> None:
    """Measure speed and memory.

    Of the core, side by side with the C++ yardsticks where they are at hand; or of the web server, with hundreds of tables and
    thousands of spectators.
    """
    if what == "web":
        from azulejos.bench import web

        web.main(quick, as_json)
    else:
        from azulejos import bench

        bench.main(quick, as_json)
