"""Play line by line, with moves typed as short texts; for any terminal, and for scripts over a pipe."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Mapping

import click

from azulejos.bots import Bot, Budget
from azulejos.bots.advice import advise
from azulejos.cli.problems import explained
from azulejos.core.contract import Move, Problem, State
from azulejos.language import ENGLISH, Language
from azulejos.render import sentences
from azulejos.render.reasons import because
from azulejos.render.score_text import sheet_lines, verdict
from azulejos.session import Session

WIDTH = 100


def find_move(state: State, text: str) -> Move:
    """Return the move the user means. Case and the order of colours don't matter if only one legal move fits."""
    meant = [move for move in state.legal_moves if _rough(move.text) == _rough(text)]
    return meant[0] if len(meant) == 1 else state.game.move(text)


def _rough(text: str) -> tuple[str, str]:
    folded = text.casefold()
    return "".join(sorted(filter(str.isalpha, folded))), "".join(mark for mark in folded if not mark.isalpha())


class PlainPlay:
    """A game of people at the keyboard, with bots in the other seats."""

    def __init__(self, table: Session, bots: Mapping[int, Bot], colour: bool, tr: Language = ENGLISH) -> None:
        self.table = table
        self.tr = tr
        self.bots = bots
        self.persons = [seat for seat in range(table.game.players) if seat not in bots]
        self.colour = colour
        self.printed = 0  # events already printed

    def run(self) -> None:
        """Play until the game is over or the user quits."""
        self.say_hello()
        while (state := self.table.state).outcome is None:
            assert isinstance(state.actor, int)
            if state.actor in self.bots:
                self.table.play(self.bots[state.actor].choose(state, Budget()))
                continue
            self.print_events()
            self.draw()
            if not self.ask(self.table.names[state.actor]):
                click.echo(self.tr("The game ends here."))
                return
        self.print_events()
        self.draw()
        self.tell_result()

    def say_hello(self) -> None:
        """Print who sits where, what to type, and what the letters mean."""
        first = self.table.state.legal_moves[0].text
        seats = ", ".join(self.tr("{name} (seat {seat})", name=self.table.names[seat], seat=seat + 1) for seat in self.persons)
        who = self.tr("At the keyboard: {seats}.", seats=seats)
        how = self.tr(
            "Type a move such as {example}. ? lists the legal moves (?{first} only those that start with {first}), hint"
            " suggests one, undo takes back your last move, board draws the table, quit ends the game.",
            example=first,
            first=first[0],
        )
        click.echo(textwrap.fill(f"{who} {how}", WIDTH))
        letters = ", ".join(f"{colour.letter} {colour.title}" for colour in self.table.game.legend(self.tr))
        click.echo(self.tr("Letters: {letters}; * is the starting player marker.", letters=letters))

    def draw(self) -> None:
        """Draw the table."""
        click.echo("\n" + self.table.game.drawing(self.table.state, self.colour, self.tr, self.table.names), color=self.colour)

    def ask(self, name: str) -> bool:
        """Read input until the game changes; return `False` if the user quits."""
        while True:
            click.echo(self.tr("{name}:", name=name) + " ", nl=False)
            line = sys.stdin.readline()
            word = line.strip()
            if not line or word in ("quit", "q", "exit"):
                click.echo()
                return False
            try:
                if word.startswith("?"):
                    self.list_moves(word[1:].strip())
                elif word == "hint":
                    self.hint()
                elif word == "board":
                    self.draw()
                elif word == "undo":
                    self.undo()
                    return True
                elif word:
                    self.table.play(find_move(self.table.state, word))
                    return True
            except Problem as problem:
                click.echo(textwrap.fill(explained(problem, self.tr), WIDTH))

    def list_moves(self, beginning: str) -> None:
        """Print the legal moves that start with the given text."""
        legal = [move.text for move in self.table.state.legal_moves]
        found = [text for text in legal if text.casefold().startswith(beginning.casefold())]
        none = self.tr("None of the {n} legal moves starts with {beginning}.", n=len(legal), beginning=beginning)
        click.echo(textwrap.fill(" ".join(found), WIDTH) or none)

    def hint(self) -> None:
        """Print what the strongest bot would play."""
        move, reasons = advise(self.table.state)
        click.echo(self.tr("The strongest bot would play {move}: {what}", move=move, what=self.in_words(move)))
        if why := because(self.table.game, reasons, self.table.names, self.tr):
            click.echo(why)

    def in_words(self, move: Move) -> str:
        """Return what a move does here."""
        return sentences(self.table.game).event(self.table.state, move, self.table.names, self.tr)

    def undo(self) -> None:
        """Take back the user's last move and everything after it."""
        move = self.table.undo(self.persons)
        self.printed = min(self.printed, len(self.table.events))
        click.echo(self.tr("Took back {move}.", move=move))

    def print_events(self) -> None:
        """Print what has happened since the last call, and what it scored."""
        say, names = sentences(self.table.game), self.table.names
        for state, event in zip(self.table.states[self.printed :], self.table.events[self.printed :], strict=False):
            spelled = self.tr("{name}:", name=event) + " " if isinstance(event, Move) else ""
            click.echo(spelled + say.event(state, event, names, self.tr))
            for gain in state.explain(event):
                click.echo(f"  {say.gain(gain, names, self.tr)}")
        self.printed = len(self.table.events)

    def tell_result(self) -> None:
        """Print how the game ended, and where the points came from."""
        record = self.table.record()
        click.echo()
        for line in sheet_lines(record, self.tr):
            click.echo(line)
        click.echo(f"\n{verdict(record, self.tr)}.")
