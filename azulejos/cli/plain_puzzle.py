"""A puzzle line by line, with moves typed as short texts."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import click

from azulejos.cli.plain_play import WIDTH, find_move
from azulejos.cli.problems import explained
from azulejos.core.contract import Event, Move, Problem, State
from azulejos.language import language_of
from azulejos.puzzles.difficulty import band, band_titles
from azulejos.puzzles.judge import ALLOWED, Verdict, judge
from azulejos.puzzles.progress import Progress
from azulejos.puzzles.puzzle import MOVE, Puzzle
from azulejos.render import sentences
from azulejos.render.reasons import because


class PlainPuzzle:
    """A puzzle, and a player at the keyboard."""

    def __init__(self, puzzle: Puzzle, progress: Progress, file: Path) -> None:
        self.puzzle = puzzle
        self.progress = progress
        self.file = file
        self.tr = language_of()
        self.state: State = puzzle.state
        self.names = tuple(self.tr("Player {n}", n=seat + 1) for seat in range(puzzle.game.players))
        self.moves: list[Move] = []

    def run(self) -> bool:
        """Let the player solve it; return `False` if they quit."""
        self.introduce()
        while True:
            click.echo("\n" + self.state.game.drawing(self.state, sys.stdout.isatty(), self.tr, self.names))
            move = self.ask()
            if move is None:
                return False
            verdict = judge(self.puzzle, [*self.moves, move])
            self.moves.append(move)
            if verdict.solved is not None:
                self.conclude(verdict)
                return True
            self.state = self.tell(verdict.before, verdict.events)
            click.echo(self.tr("Good. Keep going."))

    def introduce(self) -> None:
        """Print what to do."""
        puzzle, tr = self.puzzle, self.tr
        title = ", ".join((*puzzle.game.summary(tr), tr.many("{n} player", "{n} players", puzzle.game.players)))
        click.echo(f"\n{title} · {band_titles(tr)[band(puzzle.rating)]} ({puzzle.rating}) · {puzzle.id}")
        seat = self.state.actor
        assert isinstance(seat, int)
        if puzzle.kind == MOVE:
            click.echo(tr("{name} to move. Find the best move.", name=self.names[seat]))
        else:
            text = tr(
                "{name} to move. Play the rest of the round, losing at most {share} of the chance to win.",
                name=self.names[seat],
                share=tr.percent(ALLOWED),
            )
            click.echo(textwrap.fill(text, WIDTH))
        click.echo(tr("? lists the legal moves, quit ends."))

    def ask(self) -> Move | None:
        """Read a move; `None` if the player quits."""
        while True:
            click.echo(self.tr("Your move:") + " ", nl=False)
            line = sys.stdin.readline()
            word = line.strip()
            if not line or word in ("quit", "q", "exit"):
                click.echo()
                return None
            try:
                if word.startswith("?"):
                    click.echo(textwrap.fill(" ".join(move.text for move in self.state.legal_moves), WIDTH))
                elif word:
                    move = find_move(self.state, word)
                    self.state.play(move)
                    return move
            except Problem as problem:
                click.echo(textwrap.fill(explained(problem, self.tr), WIDTH))

    def tell(self, state: State, events: tuple[Event, ...]) -> State:
        """Print what happens; return the state after it."""
        say = sentences(self.puzzle.game)
        for event in events:
            spelled = self.tr("{name}:", name=event) + " " if isinstance(event, Move) else ""
            click.echo(f"  {spelled}{say.event(state, event, self.names, self.tr)}")
            state = state.play(event)
        return state

    def conclude(self, verdict: Verdict) -> None:
        """Print whether it is solved, and why."""
        tr = self.tr
        if verdict.solved:
            click.echo(tr("Right!"))
        else:
            wrong = tr("Not the best move.")
            lost = tr("This loses {share} of the chance to win.", share=tr.percent(verdict.lost))
            click.echo(f"{wrong} {lost}")
            self.tell(verdict.before, verdict.events)
            click.echo(tr("The solution:"))
        self.tell(verdict.before, verdict.line)
        if said := because(self.puzzle.game, verdict.reasons, self.names, tr):
            click.echo(textwrap.fill(said, WIDTH))
        before = self.progress.rating.rating
        if self.progress.attempt(self.puzzle, bool(verdict.solved)):
            self.progress.save(self.file)
            after = self.progress.rating.rating
            change = f"{round(after) - round(before):+d}".replace("-", "−")
            click.echo(tr("Rating {rating} ({change})", rating=round(after), change=change))
