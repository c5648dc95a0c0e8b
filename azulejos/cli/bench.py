"""`azulejos bench`: how fast the core is here."""

from __future__ import annotations

import click


@click.command("bench")
@click.option("--quick", is_flag=True, help="Measure for a shorter time; the figures are rougher.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def command(quick: bool, as_json: bool) -> None:
    """Measure speed and memory, side by side with the C++ yardsticks where they are at hand."""
    from azulejos import bench

    bench.main(quick, as_json)
