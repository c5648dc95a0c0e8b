"""The command's texts in the language of the terminal.

Help is written in English at the commands and options, and translated paragraph by paragraph when it is shown. click looks up
its own texts ("Usage:", wrong options) with gettext, which we point at our catalogues.
"""

from __future__ import annotations

import copy
import gettext
import os
from typing import Any, TypeVar

import click

from azulejos.language import ENGLISH, LOCALE, Language, language_of

Command = TypeVar("Command", bound=click.Command)

AS_IT_IS = "\b"  # starts a paragraph that click does not wrap, such as examples


def tr(text: str, /, **values: Any) -> str:
    """Return the text in the language of the terminal, with its values filled in."""
    return language_of()(text, **values)


def many(one: str, more: str, n: int, /, **values: Any) -> str:
    """Return the singular or plural text for a number, which is its value `n`."""
    return language_of().many(one, more, n, **values)


def let_click_speak() -> None:
    """Translate click's own texts into the language of the terminal, too."""
    gettext.bindtextdomain("azulejos", LOCALE)
    gettext.textdomain("azulejos")
    os.environ["LANGUAGE"] = language_of().code


class HelpText(click.HelpFormatter):
    """Help with headings as the language writes them: `Options :` in French."""

    def write_heading(self, heading: str) -> None:
        self.write(" " * self.current_indent + tr("{name}:", name=heading) + "\n")


class HelpContext(click.Context):
    """Where commands of ours get their help from."""

    formatter_class = HelpText


def spoken(command: Command) -> Command:
    """Translate a command's help into the language of the terminal."""
    language = language_of()
    if language is ENGLISH:
        return command
    said = copy.copy(command)
    said.context_class = HelpContext
    said.help = _paragraphs(command.help, language)
    said.epilog = _paragraphs(command.epilog, language)
    said.params = [_option(option, language) for option in command.params]
    if isinstance(said, click.Group):
        said.commands = {name: spoken(inner) for name, inner in said.commands.items()}
    return said


def _option(option: click.Parameter, language: Language) -> click.Parameter:
    said = copy.copy(option)
    if isinstance(said, click.Option):
        said.help = _paragraphs(said.help, language)
    return said


def _paragraphs(text: str | None, language: Language) -> str | None:
    return text and "\n\n".join(_paragraph(one, language) for one in text.split("\n\n"))


def _paragraph(text: str, language: Language) -> str:
    if not text.startswith(AS_IT_IS):
        return language(" ".join(text.split()))
    for heading, said in (("Examples:", tr("Examples:")), ("Example:", tr("Example:"))):
        if text.startswith(f"{AS_IT_IS}\n{heading}\n"):
            return text.replace(heading, said, 1)
    return text
