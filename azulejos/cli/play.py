"""`azulejos play`: a game in the terminal, or over a pipe."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from azulejos.cli.options import game_options, make_game

if TYPE_CHECKING:
    from azulejos import Event, Move, State
    from azulejos.bots import Bot
    from azulejos.table import Table

WIDTH = 100
HELP = "Type a move; ? lists the legal ones, undo takes back your last one, quit ends the game."


@click.command("play")
@click.argument("game", default="azul")
@game_options
@click.option("-s", "--seat", type=click.IntRange(0, 3), default=0, show_default=True, help="Your seat; seat 0 begins.")
@click.option(
    "-a", "--against", default="apprentice", show_default=True, help="The bot or level of the others (`azulejos bots`)."
)
@click.option("-n", "--name", default="Human", show_default=True, help="Your name.")
@click.option("--seed", type=int, help="Dice that can be had again.")
@click.option("--colour/--no-colour", default=None, help="Colours in the terminal; usually if it is one.")
@click.option("-r", "--record", type=click.Path(dir_okay=False, path_type=Path), help="Write the record of the game here.")
def command(
    game: str,
    players: str | None,
    board: str | None,
    options: tuple[str, ...],
    seat: int,
    against: str,
    name: str,
    seed: int | None,
    colour: bool | None,
    record: Path | None,
) -> None:
    """Play GAME (azul or pavilion) against bots."""
    from azulejos import Problem
    from azulejos.bots import make_bot
    from azulejos.table import Table

    rules = make_game(game, players, board, options)
    if seat >= rules.players:
        raise click.UsageError(f"{rules.players} players have the seats 0 to {rules.players - 1}, not {seat}")
    names = [name if one == seat else f"Bot {one}" for one in range(rules.players)]
    try:
        table = Table(rules, seed=seed, names=names)
        bot = make_bot(against, seed or 0)
    except Problem as problem:
        raise click.UsageError(str(problem)) from None
    Session(table, seat, bot, sys.stdout.isatty() if colour is None else colour).run()
    if record is not None:
        record.write_text(table.record().text, encoding="utf-8")
        click.echo(f"The record is in {record}.")


def find_move(state: State, text: str) -> Move:
    """The move that a person means: case and the order of colours don't matter where only one legal move can be meant."""
    meant = [move for move in state.legal_moves if _rough(move.text) == _rough(text)]
    return meant[0] if len(meant) == 1 else state.game.move(text)


def _rough(text: str) -> tuple[str, str]:
    folded = text.casefold()
    return "".join(sorted(filter(str.isalpha, folded))), "".join(mark for mark in folded if not mark.isalpha())


class Session:
    """A person at a table with opponents: asks, plays, tells."""

    def __init__(self, table: Table, seat: int, bot: Bot, colour: bool) -> None:
        self.table = table
        self.seat = seat
        self.colour = colour
        self.bot = bot
        self.told = 0  # events that the person has been told of

    def run(self) -> None:
        """Plays until the game is over or the person leaves."""
        from azulejos.bots import Budget

        click.echo(f"You are {self.table.names[self.seat]}, at seat {self.seat}. {HELP}")
        while (state := self.table.state).outcome is None:
            if state.actor != self.seat:
                self.table.play(self.bot.choose(state, Budget()))
                continue
            self.tell()
            click.echo("\n" + state.drawing(self.colour), color=self.colour)
            if not self.ask():
                click.echo("The game ends here.")
                return
        self.tell()
        self.tell_result()

    def ask(self) -> bool:
        """Lets the person do one thing that changes the game; `False` if that was to leave."""
        from azulejos import Problem

        while True:
            click.echo(f"{self.table.names[self.seat]}: ", nl=False)
            line = sys.stdin.readline()
            word = line.strip()
            if not line or word in ("quit", "q", "exit"):
                click.echo()
                return False
            try:
                if word == "?":
                    click.echo(self.choices())
                elif word == "undo":
                    self.undo()
                    return True
                elif word:
                    self.table.play(find_move(self.table.state, word))
                    return True
            except Problem as problem:
                click.echo(str(problem))

    def undo(self) -> None:
        """Takes the person's last move back, and all that came after it."""
        from azulejos import IllegalMove, Move

        states = self.table.states
        mine = [i for i, event in enumerate(self.table.events) if isinstance(event, Move) and states[i].actor == self.seat]
        if not mine:
            raise IllegalMove("there is no move of yours to take back")
        while len(self.table.events) > mine[-1]:
            move = self.table.undo()
        self.told = min(self.told, len(self.table.events))
        click.echo(f"{move} is taken back.")

    def choices(self) -> str:
        """All legal moves."""
        return textwrap.fill(" ".join(move.text for move in self.table.state.legal_moves), WIDTH)

    def tell(self) -> None:
        """Says what happened since the last time, and what it scored."""
        for index in range(self.told, len(self.table.events)):
            state, event = self.table.states[index], self.table.events[index]
            who = f"{self.table.names[state.actor]} plays " if isinstance(state.actor, int) else ""
            click.echo(who + self.event_text(event))
            for gain in state.explain(event):
                click.echo(f"  {self.table.names[gain.seat]}: {gain.points:+} {gain.reason}")
        self.told = len(self.table.events)

    def event_text(self, event: Event) -> str:
        """The event in one line."""
        from azulejos.notation import event_text

        return event_text(self.table.game, event)

    def tell_result(self) -> None:
        """Says how the game ended."""
        state = self.table.state
        click.echo("\n" + state.drawing(self.colour), color=self.colour)
        outcome = state.outcome
        assert outcome is not None
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.table.names, outcome.scores, strict=True))
        click.echo(f"{scores}. Won by {_and(self.table.names[seat] for seat in outcome.winners)}.")


def _and(names: Iterable[str]) -> str:
    return " and ".join(names)
