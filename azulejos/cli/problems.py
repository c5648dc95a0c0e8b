"""Errors for people: the message of a `Problem` in the language of the terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import click

from azulejos.core.contract import IllegalMove, Problem
from azulejos.core.message import in_language
from azulejos.language import ENGLISH, Language, language_of


def explained(problem: Problem, tr: Language | None = None) -> str:
    """Return the error message in a language (default: the terminal's)."""
    from azulejos.record import RecordError

    tr = language_of() if tr is None else tr
    if isinstance(problem, RecordError):
        return str(in_language(problem.with_reason(explained(problem.reason, tr)), tr))
    if isinstance(problem, IllegalMove) and problem.game is not None and tr is not ENGLISH:
        from azulejos.render.why import why  # the English message also says what would be legal

        return why(problem.game, problem, tr).text
    return problem.in_language(tr)


@contextlib.contextmanager
def wrong_call() -> Iterator[None]:
    """Report every problem inside as wrong usage of the command, with its exit code."""
    try:
        yield
    except Problem as problem:
        raise click.UsageError(explained(problem)) from None
