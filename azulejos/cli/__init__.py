"""The command `azulejos`: one command for all of it.

Here are the group and what all commands share: errors in one line, and exit codes (0 done, 1 failed, 2 wrongly called, 130
interrupted). Each command has a module of its own, which imports what it needs when it runs.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence

import click

from azulejos.core.contract import Problem

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
COMMANDS = ("play", "match", "ladder", "bots", "engine", "referee", "perft", "record", "bench")


class Lazy(click.Group):
    """A group whose commands are the `command` of the modules beside this one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"azulejos.cli.{cmd_name}").command
        return command


def core_kind() -> str:
    """Whether the rules run compiled, in words."""
    from azulejos import core

    return "compiled core" if core.COMPILED else "uncompiled core (slow)"


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from azulejos import __version__

        click.echo(f"azulejos {__version__}, {core_kind()}, Python {sys.version.split()[0]}")
        ctx.exit()


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show it and exit.")
def group() -> None:
    """Azul and Azul: Summer Pavilion: play them, and let programs play them."""
    from azulejos import core

    if not core.COMPILED:
        click.echo("azulejos: the core is not compiled here, so everything works, but slowly", err=True)


def main(args: Sequence[str] | None = None) -> int:
    """The exit code of a run of the command; whatever goes wrong is said in one line."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character still shows the rest
    try:
        with group.make_context("azulejos", list(sys.argv[1:] if args is None else args)) as context:
            group.invoke(context)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return MISUSED
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "azulejos"
        return _say(f"{error.format_message().rstrip('.')} (see {path} --help)", MISUSED)
    except click.ClickException as error:
        return _say(error.format_message(), FAILED)
    except Problem as problem:
        return _say(str(problem), FAILED)
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our answers has gone; Python's own flush at exit must not complain of it.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        return _say(f"{error.filename}: {error.strerror}" if error.filename else str(error), FAILED)
    except Exception as error:  # a person at a terminal gets a sentence, never a traceback
        return _say(f"a bug in azulejos, please report it: {type(error).__name__}: {error}", FAILED)
    return 0


def _say(message: str, code: int) -> int:
    with contextlib.suppress(OSError):
        click.echo("azulejos: " + " ".join(message.split()), err=True)
    return code
