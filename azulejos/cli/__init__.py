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
COMMANDS = (
    *("serve", "play", "analyse", "replay", "render", "rules"),
    *("match", "ladder", "bots"),
    *("engine", "referee", "record", "perft", "bench"),
    *("completion", "version"),
)
COMPLETE = "_AZULEJOS_COMPLETE"  # set by the shell when it asks what could come next

WELCOME = """\
Azul and Azul: Summer Pavilion.

  azulejos serve --open              the table in the browser: against bots or with friends
  azulejos play                      a game against a bot, here in the terminal
  azulejos play pavilion --players 3 Summer Pavilion, three at the table
  azulejos rules                     how it is played
  azulejos analyse GAME.txt          what could have been done better in a game
  azulejos match expert craftsman    bots against one another

azulejos --help lists all commands, azulejos play --help tells everything about one of them.
"""


class Lazy(click.Group):
    """A group whose commands are the `command` of the modules beside this one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"azulejos.cli.{cmd_name}").command
        return command


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        ctx.invoke(importlib.import_module("azulejos.cli.version").command)
        ctx.exit()


@click.group(
    cls=Lazy,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=f"Exit codes: 0 done, {FAILED} failed, {MISUSED} wrongly called, {INTERRUPTED} interrupted.",
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show it and exit.")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Azul and Azul: Summer Pavilion: play them, and let programs play them."""
    from azulejos import core

    if not core.COMPILED:
        click.echo("azulejos: the core is not compiled here, so everything works, but slowly", err=True)
    if ctx.invoked_subcommand is None:
        click.echo(WELCOME, nl=False)


def main(args: Sequence[str] | None = None) -> int:
    """The exit code of a run of the command; whatever goes wrong is said in one line."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character still shows the rest
    try:
        if COMPLETE in os.environ:
            from click.shell_completion import shell_complete

            return shell_complete(group, {}, "azulejos", COMPLETE, os.environ[COMPLETE])
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
