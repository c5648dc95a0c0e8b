"""`azulejos engine`: our bots for other programs, on standard input and output."""

from __future__ import annotations

import sys

import click

from azulejos.cli.arena import budget_options, make_budget
from azulejos.cli.help import examples
from azulejos.cli.options import complete_bots
from azulejos.cli.problems import wrong_call


@click.command("engine", epilog=examples("azulejos engine expert", "azulejos engine master --seconds 0.2 < requests.jsonl"))
@click.argument("bot", default="master", shell_complete=complete_bots)
@budget_options
def command(bot: str, seconds: float | None, effort: int | None, threads: int) -> None:
    """Answer move requests with BOT, one JSON object per line.

    \b
    {"id": 1, "game": {"game": "azul"}, "position": "azul players=2 …"}
    {"id": 2, "game": {"game": "azul"}, "events": [{"deal": …}, …], "budget": {"seconds": 0.3}}

    The answer is {"id": 1, "move": "3R2"}, or {"id": 1, "error": …} if something is wrong.
    """
    from azulejos.bots.engine import Engine, serve

    budget = make_budget(seconds, effort, threads)
    with wrong_call():
        engine = Engine(bot, budget)
    serve(engine, sys.stdin.buffer, sys.stdout.buffer)
