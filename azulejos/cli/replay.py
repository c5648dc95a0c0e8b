"""`azulejos replay`: a recorded game, position by position."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

import click

from azulejos.cli.files import check_number, read_record
from azulejos.cli.help import examples
from azulejos.cli.i18n import tr
from azulejos.cli.options import json_option
from azulejos.cli.terminal import in_colour, is_dialogue
from azulejos.language import language_of

if TYPE_CHECKING:
    from azulejos.record import Record

ON, BACK = ("\x1b[C", "\x1bOC", "\xe0M", " ", "\r", "\n", "n"), ("\x1b[D", "\x1bOD", "\xe0K", "b", "\x7f", "p")
FIRST, LAST = ("\x1b[H", "\x1bOH", "\xe0G", "g"), ("\x1b[F", "\x1bOF", "\xe0O", "G")
LEAVE = ("q", "Q", "\x1b", "\x04")


@click.command("replay", epilog=examples("azulejos replay game.txt", "azulejos replay game.txt --from 40 | less -R"))
@click.argument("file", type=click.File("rb"))
@click.option("--from", "first", metavar="N", type=click.IntRange(0), default=0, help="Start after this event.")
@json_option
def command(file: BinaryIO, first: int, as_json: bool) -> None:
    """Step through a recorded game.

    In a terminal, use the arrow keys. When output is piped, all positions are printed; with --json, one per line.
    """
    record = read_record(file)
    check_number(record, first, "--from")
    if as_json:
        _print_json(record, first)
    elif is_dialogue():
        step_through(Pages(record, in_colour()), first, click.getchar)
    else:
        pages = Pages(record, in_colour())
        click.echo("\n\n".join(pages[number] for number in range(first, len(pages))), color=True)


class Pages:
    """The text shown after each event of a game: the event in words, what it scored, and the table."""

    def __init__(self, record: Record, colour: bool) -> None:
        self.record = record
        self.states = list(record.states())
        self.colour = colour

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, number: int) -> str:
        table = self.record.game.drawing(self.states[number], self.colour, language_of(), self.record.names)
        return "\n".join([*self.headline(number), "", table])

    def headline(self, number: int) -> list[str]:
        """Return the event that led to a position, in words."""
        from azulejos.notation import event_text
        from azulejos.render import sentences

        tr, record, of = language_of(), self.record, len(self.states) - 1
        if number == 0:
            names = tr("{name}:", name=", ".join(record.names))
            return [f"0/{of}  {names} " + tr("Before the first round")]
        state, event = self.states[number - 1], record.events[number - 1]
        say, spelled = sentences(record.game), tr("{name}:", name=event_text(record.game, event))
        return [
            f"{number}/{of}  {spelled} {say.event(state, event, record.names, tr)}",
            *(f"  {say.gain(gain, record.names, tr)}" for gain in state.explain(event)),
        ]


def step_through(pages: Pages, number: int, key: Callable[[], str]) -> None:
    """Show a page, and turn pages as keys are pressed."""
    keys = tr("→ or space: next   ← or b: back   Home, End: first, last   q: quit")
    while True:
        click.clear()
        click.echo(f"{pages[number]}\n\n{keys}", color=pages.colour)
        sys.stdout.flush()
        pressed = key()
        if pressed in LEAVE:
            return
        if pressed in ON:
            number = min(number + 1, len(pages) - 1)
        elif pressed in BACK:
            number = max(number - 1, 0)
        elif pressed in FIRST:
            number = 0
        elif pressed in LAST:
            number = len(pages) - 1


def _print_json(record: Record, first: int) -> None:
    """Print a line per position: the number of the event, the event, and the state after it."""
    from azulejos.notation import event_json

    events = [None, *(event_json(record.game, event, seat) for event, seat in record.steps())]
    for number, (event, state) in enumerate(zip(events, record.states(), strict=True)):
        if number >= first:
            click.echo(json.dumps({"number": number, "event": event, "state": state.json}))
