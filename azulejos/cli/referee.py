"""`azulejos referee`: the referee on standard input and output."""

from __future__ import annotations

import sys

import click

from azulejos.cli.help import examples


@click.command("referee", epilog=examples("""printf '{"game": "azul"}\\n{"ask": "draw", "seed": 7}\\n' | azulejos referee"""))
def command() -> None:
    """Referee a game over JSON Lines on standard input and output.

    \b
    {"game": "azul", "players": 2}            starts a game
    {"deal": …}  {"refill": …}  {"action": …}  an event; answers {"state": …}
    {"ask": "legal"}                          the legal actions
    {"ask": "draw", "seed": 7}                a possible chance event
    {"ask": "explain"}                        what the last event scored
    {"ask": "state"}  also: result, text, board

    Every line is answered with one line. An invalid line is answered with {"error": …} and changes nothing.
    """
    from azulejos.referee import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
