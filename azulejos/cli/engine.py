"""`azulejos engine`: our bots for programs of others, on standard input and output."""

from __future__ import annotations

import sys

import click

from azulejos.cli.arena import make_budget


@click.command("engine")
@click.argument("bot", default="master")
@click.option("--seconds", type=float, help="Seconds for a move, where a request names no budget.")
@click.option("--effort", type=click.IntRange(1), help="Effort for a move, where a request names no budget.")
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True, help="Threads of the bot.")
def command(bot: str, seconds: float | None, effort: int | None, threads: int) -> None:
    """Answer requests for moves by BOT, one JSON object a line.

    \b
    {"id": 1, "game": {"game": "azul"}, "position": "azul players=2 …"}
    {"id": 2, "game": {"game": "azul"}, "events": [{"deal": …}, …], "budget": {"seconds": 0.3}}

    The answer is {"id": 1, "move": "3R2"}; what is wrong gets {"id": 1, "error": …}.
    """
    from azulejos.bots.engine import Engine, serve

    serve(Engine(bot, make_budget(seconds, effort, threads)), sys.stdin.buffer, sys.stdout.buffer)
