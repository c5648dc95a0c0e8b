"""What commands know of the terminal: whether there is one, colours, and a bar for what takes its time."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from azulejos.core.contract import State
    from azulejos.language import Language

PIPE_WIDTH = 110  # columns of what is not written to a terminal
Progress = Callable[[int, int], None]
"""Is told how much of how much is done."""


def is_dialogue() -> bool:
    """Whether a person sits at both ends: input from the keyboard, output to the screen."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def in_colour() -> bool:
    """Whether the output is to have colours: on a terminal, unless `NO_COLOR` is set; elsewhere if `FORCE_COLOR` is."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def drawn(state: State, colour: bool, tr: Language) -> str:
    """The table as `state.drawing` gives it, in the reader's language."""
    return state.drawing(colour, tr)


def console() -> Console:
    """Where tables and the like are printed."""
    from rich.console import Console

    made = Console(highlight=False)
    if not made.is_terminal:
        made.width = PIPE_WIDTH
    return made


@contextlib.contextmanager
def progress(what: str) -> Iterator[Progress | None]:
    """What draws a bar on standard error; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
