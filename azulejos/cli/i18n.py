"""What the command says, in the language of the terminal.

Help is written in English at the commands and options; it is translated when somebody asks for it, paragraph by paragraph. What
click says itself ("Usage:", wrong options) it looks up by gettext, which is told to look into our catalogues.
"""

from __future__ import annotations

import copy
import gettext
import os
from typing import Any, TypeVar

import click

from azulejos.language import ENGLISH, LOCALE, Language, language_of

Command = TypeVar("Command", bound=click.Command)

AS_IT_IS = "\b"  # begins a paragraph that click does not wrap: examples, and lines of data


def tr(text: str, /, **values: Any) -> str:
    """The text in the language of the terminal, with the values in place."""
    return language_of()(text, **values)


def many(one: str, more: str, n: int, /, **values: Any) -> str:
    """The form of the text that fits a number, which is its value `n`."""
    return language_of().many(one, more, n, **values)


def let_click_speak() -> None:
    """Lets click say what it says by itself in the language of the terminal, too."""
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
    """The command with its help in the language of the terminal."""
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
