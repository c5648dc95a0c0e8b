"""The terminal: whether there is one, its colours, and a progress bar."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 110  # columns, if output is not a terminal
Progress = Callable[[int, int], None]
"""A callback with the amount done and the total."""


def is_dialogue() -> bool:
    """Return whether input comes from a keyboard and output goes to a screen."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def in_colour() -> bool:
    """Return whether to colour the output: on a terminal unless `NO_COLOR` is set, elsewhere only if `FORCE_COLOR` is."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def console() -> Console:
    """Return the console for tables and other formatted output."""
    from rich.console import Console

    made = Console(highlight=False)
    if not made.is_terminal:
        made.width = PIPE_WIDTH
    return made


@contextlib.contextmanager
def progress(what: str) -> Iterator[Progress | None]:
    """Show a progress bar on standard error, and yield the callback that updates it; `None` without a terminal."""
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
