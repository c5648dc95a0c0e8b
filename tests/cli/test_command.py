"""The command: what it prints, what it returns, and that it never shows a traceback."""

from __future__ import annotations

import io
import json
import os
import re
import runpy
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from azulejos import __version__, core
from azulejos.cli import COMMANDS, group, main
from tests.cli.conftest import QUIET, Command
from tests.needs import not_here

ROOT = Path(__file__).parents[2]


def test_version_says_whether_the_core_is_compiled(azulejos: Command) -> None:
    run = azulejos("--version")
    assert run.code == 0
    assert run.out.startswith(f"azulejos {__version__}, {'compiled core' if core.COMPILED else 'uncompiled core (slow)'}")


def test_version_for_programs(azulejos: Command) -> None:
    found = json.loads(azulejos("version", "--json").out)
    assert (found["azulejos"], found["compiled"]) == (__version__, core.COMPILED)
    assert azulejos("version").out == azulejos("--version").out


def test_without_arguments_it_shows_how_to_start(azulejos: Command) -> None:
    run = azulejos()
    assert (run.code, run.err) == (0, "")
    for call in ("azulejos play", "azulejos rules", "azulejos --help"):
        assert call in run.out


def test_help_lists_the_commands(azulejos: Command) -> None:
    run = azulejos("--help")
    assert run.code == 0
    for name, summary in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(summary)}$", run.out, re.MULTILINE)  # each fits on its line
        command = group.get_command(click.Context(group), name)
        assert command is not None
        assert command.get_short_help_str(limit=80) == summary
    assert "Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted." in run.out


def leaves() -> list[tuple[str, ...]]:
    """Return every command that does something: those of a group by two names."""
    found: list[tuple[str, ...]] = []
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        found += [(name, inner) for inner in command.commands] if isinstance(command, click.Group) else [(name,)]
    return found


@pytest.mark.parametrize("names", leaves())
def test_every_command_has_help_with_an_example(azulejos: Command, names: tuple[str, ...]) -> None:
    run = azulejos(*names, "--help")
    assert run.code == 0
    assert f"azulejos {' '.join(names)}" in run.out.partition("Example")[2]
    assert run.out == azulejos(*names, "-h").out


def test_the_same_option_has_the_same_name_everywhere() -> None:
    """The same options also have the same short form and, if they take a number or a file, the same type of value."""
    found: dict[str, tuple[object, ...]] = {}
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option):
                seen = (sorted(option.opts), type(option.type) if option.name != "out" else None, option.is_flag)
                assert found.setdefault(str(option.name), seen) == seen, f"{name} {option.opts}"


def test_an_uncompiled_core_is_reported_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(core, "COMPILED", False)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert main(["play"]) == 0
    assert capsys.readouterr().err.count(QUIET) == 1
    assert main(["--version"]) == 0
    assert "uncompiled core (slow)" in capsys.readouterr().out
    monkeypatch.setattr(core, "COMPILED", True)
    assert main(["play"]) == 0
    assert capsys.readouterr().err == ""


def calls() -> list[str]:
    """Return every call of the command in its own help and in its documentation."""
    pages = [(ROOT / "docs" / "command.md").read_text("utf-8")]
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        pages.append(command.epilog or "")
    lines = [line for page in pages for line in page.splitlines()]
    return [found[0] for line in lines if (found := re.search(r"(?<=\| |  )azulejos [a-z].*|^azulejos [a-z].*", line))]


@pytest.mark.parametrize("call", calls())
def test_examples_use_only_existing_names(call: str) -> None:
    _, name, *words = shlex.split(call, comments=True)
    command = group.get_command(click.Context(group), name)
    assert command is not None, name
    known = {text for option in command.params if isinstance(option, click.Option) for text in option.opts}
    assert {word for word in words if word.startswith("--")} <= known
    if isinstance(command, click.Group):
        assert words[0] in command.commands


def test_the_documentation_names_every_command() -> None:
    text = (ROOT / "docs" / "command.md").read_text("utf-8")
    assert [name for name in COMMANDS if not re.search(rf"^\| .*`(azulejos )?{name}\b", text, re.MULTILINE)] == []


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["fly"], "No such command 'fly' (see azulejos --help)"),
        (["--fly"], "No such option"),
        (["play", "--players", "5"], "'--players': 5 is not in the range 2<=x<=4"),
        (["play", "--players", "two"], "'two' is not a valid integer"),
        (["play", "--board", "green"], "'--board': 'green' is not one of 'coloured', 'grey'"),
        (["play", "-o", "jokers"], "options have the form NAME=VALUE, not 'jokers'"),
        (["play", "-o", "jokers=perhaps"], "`jokers` must be true or false, not 'perhaps'"),
        (
            ["play", "-o", "speed=7"],
            "Azul has no option 'speed'; its options are players, board, starter, jokers and round_limit",
        ),
        (["play", "chess"], "'chess' is not one of 'azul', 'pavilion'"),
        (["play", "--seat", "3"], "with 2 players the seats are 1 to 2, not 3"),
        (["play", "--seat", "0"], "with 2 players the seats are 1 to 2, not 0"),
        (["play", "--seat", "1", "--hot-seat"], "use either --hot-seat or --seat"),
        (["play", "--name", "a\tb"], "a name must have 1 to 80 printable characters"),
        (["play", "--name", "Ana", "--name", "Rui"], "2 names given for 1 player"),
        (["play", "--against", "nobody"], "there is no bot 'nobody'"),
        (["analyse"], "Missing argument 'FILE'"),
        (["analyse", "nowhere.txt"], "No such file"),
        (["analyse", "-", "--effort", "1"], "1 is not in the range x>=16"),
        (["replay"], "Missing argument 'FILE'"),
        (["replay", "-", "--from", "-1"], "-1 is not in the range x>=0"),
        (["render"], "give the position either as FILE or with --text"),
        (["render", "--text", "azul", "--move", "3"], "--move only works with a record in FILE"),
        (["render", "-", "--out", "game.jpg"], "pictures are .svg, .png, .gif files, not 'game.jpg'"),
        (["render", "-", "--width", "300"], "--width is for PNG and GIF"),
        (["render", "-", "--theme", "pink"], "'pink' is not one of 'light', 'dark', 'light-strong', 'dark-strong'"),
        (["rules", "chess"], "'chess' is not one of 'azul', 'pavilion'"),
        (["completion"], "Missing argument"),
        (["completion", "tcsh"], "'tcsh' is not one of 'bash', 'zsh', 'fish'"),
        (["version", "now"], "Got unexpected extra argument (now)"),
        (["bots", "--jason"], "No such option '--jason'"),
        (["bench", "fast"], "'fast' is not one of 'core', 'web'"),
        (["referee", "azul"], "Got unexpected extra argument (azul)"),
        (["engine", "--threads", "0"], "0 is not in the range x>=1"),
        (["perft"], "give the position either as FILE or with --text"),
        (["perft", "-", "--text", "azul"], "give the position either as FILE or with --text"),
        (["perft", "-d", "0", "-"], "0 is not in the range x>=1"),
        (["perft", "nowhere.jsonl"], "No such file"),
        (["record"], "Usage: azulejos record"),
        (["record", "check"], "Missing argument 'FILE'"),
    ],
)
def test_wrong_use_exits_with_2_and_one_line(azulejos: Command, args: list[str], says: str) -> None:
    run = azulejos(*args)
    assert run.code == 2
    assert says in run.err
    assert run.out == ""
    assert "Usage" in run.err or run.err.count("\n") == 1


def test_the_referee_answers_line_by_line(azulejos: Command) -> None:
    run = azulejos("referee", stdin='{"game": "azul"}\n\n{"ask": "legal"}\n')
    answers = [json.loads(line) for line in run.out.splitlines()]
    assert run.code == 0
    assert [next(iter(answer)) for answer in answers] == ["state", "error", "legal"]


def test_a_bug_is_one_line(azulejos: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("azulejos.referee.serve", broken)
    run = azulejos("referee")
    assert run.code == 1
    assert run.err == "azulejos: bug in azulejos, please report it: ZeroDivisionError: oops\n"


@pytest.mark.parametrize(
    ("error", "code", "says"), [(KeyboardInterrupt, 130, "azulejos: interrupted\n"), (BrokenPipeError, 1, "")]
)
def test_interruptions(
    azulejos: Command, monkeypatch: pytest.MonkeyPatch, error: type[BaseException], code: int, says: str
) -> None:
    def interrupted(*_: object) -> None:
        raise error

    monkeypatch.setattr("azulejos.referee.serve", interrupted)
    with monkeypatch.context() as here:  # and no longer: the capture of output needs it, too
        here.setattr(os, "dup2", lambda old, new: os.close(old))
        run = azulejos("referee")
    assert (run.code, run.err) == (code, says)


def test_python_m_azulejos(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["azulejos", "--version"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("azulejos", run_name="__main__")
    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith("azulejos ")


# What only a separate process can show.


def start(*args: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-m", "azulejos", *args], stdin=pipe, stdout=pipe, stderr=pipe)


def test_ctrl_c_is_one_line() -> None:
    with start("referee") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"game": "azul"}\n')
        process.stdin.flush()
        assert b"state" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=600)
    assert process.returncode == 130
    assert err.decode().splitlines()[-1] == "azulejos: interrupted"
    assert b"Traceback" not in err


def test_a_broken_pipe_is_silent() -> None:
    with start("referee") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(b'{"game": "azul"}\n' * 10)
        process.stdin.close()
        process.wait(timeout=600)
        assert process.stderr is not None
        err = process.stderr.read().decode()
    assert process.returncode == 1
    assert [line for line in err.splitlines() if QUIET not in line] == []


@not_here(not os.path.exists("/dev/full"), "there is no device that is full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        run = subprocess.run([sys.executable, "-m", "azulejos", "--help"], stdout=full, stderr=subprocess.PIPE, timeout=600)
    assert run.returncode == 1
    assert b"Traceback" not in run.stderr
    assert b"No space left on device" in run.stderr


def test_help_loads_nothing_heavy() -> None:
    """So that help is fast; `azulejos bench` measures how fast."""
    shown = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "azulejos", "--help"], check=True, capture_output=True, text=True
    ).stderr
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in shown.splitlines()}
    assert "click" in loaded
    heavy = {"numpy", "rich", "matplotlib", "ray", "multiprocessing", "asyncio", "fractions", "textual", "PIL", "starlette"}
    assert not loaded & heavy
