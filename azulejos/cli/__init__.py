"""The command `azulejos`.

This module has the group and everything its commands share: one-line errors and exit codes (0 success, 1 failure, 2 wrong
usage, 130 interrupted). Each command is a module, which imports what it needs when it runs.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import sys
from collections.abc import Sequence

import click

from azulejos.cli.i18n import let_click_speak, spoken, tr
from azulejos.cli.system_errors import system_error
from azulejos.core.contract import Problem
from azulejos.language import language_of

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
COMMANDS = {
    "serve": "Play in the browser: against bots, with friends, or watch.",
    "play": "Play against bots or friends.",
    "analyse": "Analyse every move of FILE, a game record.",
    "puzzle": "Solve puzzles: find the best move, or play the rest of a round.",
    "replay": "Step through a recorded game.",
    "render": "Draw a position of FILE, a game record, or all of it as GIF.",
    "rules": "Show the rules of a game, in our own words.",
    "match": "Let two to four BOTS play each other.",
    "ladder": "Rate BOTS in a round-robin tournament.",
    "bots": "List the bots and levels.",
    "engine": "Answer move requests with BOT, one JSON object per line.",
    "referee": "Referee a game over JSON Lines on standard input and output.",
    "record": "Check game records.",
    "perft": "Count the move sequences of length 1, 2, … from a position.",
    "bench": "Measure speed and memory.",
    "db": "Copy, back up, restore, check and repair a server's database.",
    "completion": "Print a shell completion script.",
    "version": "Show the version and whether the core is compiled.",
}
"""Every command with the first line of its help, so that `azulejos --help` doesn't import them."""

COMPLETE = "_AZULEJOS_COMPLETE"  # set by the shell during completion


def welcome() -> str:
    """Return the text for users who run `azulejos` without a command."""
    calls = {
        "azulejos serve --open": tr("play in the browser, against bots or with friends"),
        "azulejos play": tr("play against a bot in the terminal"),
        "azulejos play pavilion --players 3": tr("Summer Pavilion with three players"),
        "azulejos rules": tr("read the rules"),
        "azulejos analyse GAME.txt": tr("find the mistakes in a game"),
        "azulejos match expert craftsman": tr("let bots play each other"),
    }
    wide = max(map(len, calls))
    lines = [f"  {call:{wide}} {about}" for call, about in calls.items()]
    more = tr("Run azulejos --help for all commands, azulejos play --help for one of them.")
    return "\n".join([tr("Azul and Azul: Summer Pavilion."), "", *lines, "", more, ""])


class Lazy(click.Group):
    """A group whose commands are imported from this package's modules."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"azulejos.cli.{cmd_name}").command
        return spoken(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(tr("Commands")):
            formatter.write_dl([(name, language_of()(about)) for name, about in COMMANDS.items()])


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        ctx.invoke(importlib.import_module("azulejos.cli.version").command)
        ctx.exit()


@click.group(
    cls=Lazy,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version and exit."
)
@click.pass_context
def group(ctx: click.Context) -> None:
    """Azul and Azul: Summer Pavilion: play, analyse, and let programs play."""
    from azulejos import core

    if not core.COMPILED:
        _say(tr("the core is not compiled here: everything works, but slowly"), 0)
    if ctx.invoked_subcommand is None:
        click.echo(welcome(), nl=False)


def main(args: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; print errors on one line."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character still shows the others
            if sys.platform == "win32" and not stream.isatty():
                stream.reconfigure(encoding="utf-8")  # as on other systems, and as our own commands expect
    let_click_speak()
    try:
        if COMPLETE in os.environ:
            from click.shell_completion import shell_complete

            return shell_complete(spoken(group), {}, "azulejos", COMPLETE, os.environ[COMPLETE])
        commands = spoken(group)
        with commands.make_context("azulejos", list(sys.argv[1:] if args is None else args)) as context:
            commands.invoke(context)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return MISUSED
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "azulejos"
        wrong = system_error(error.format_message().rstrip("."))
        return _say(tr("{wrong} (see {command} --help)", wrong=wrong, command=path), MISUSED)
    except click.ClickException as error:
        return _say(system_error(error.format_message()), FAILED)
    except Problem as problem:
        from azulejos.cli.problems import explained

        return _say(explained(problem), FAILED)
    except (click.Abort, KeyboardInterrupt):
        return _say(tr("interrupted"), INTERRUPTED)
    except BrokenPipeError:  # the reader closed the pipe
        _drop_output()
        return FAILED
    except OSError as error:
        _drop_output()
        return _say(system_error(f"{error.filename}: {error.strerror}" if error.filename else str(error)), FAILED)
    except Exception as error:  # users get a sentence, never a traceback
        return _say(tr("bug in azulejos, please report it: {what}", what=f"{type(error).__name__}: {error}"), FAILED)
    return 0


def _drop_output() -> None:
    """Drop output that can't be written, so that Python doesn't report it again at exit."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError, AttributeError):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str, code: int) -> int:
    with contextlib.suppress(OSError):
        click.echo("azulejos: " + re.sub(r"[ \r\n\t]+", " ", message.strip()), err=True)  # no-break spaces stay
    return code
