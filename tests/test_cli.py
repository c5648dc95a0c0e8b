"""The command: what it prints, what it returns, and that nobody ever sees a traceback."""

from __future__ import annotations

import io
import json
import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos import Azul, __version__, core, game_from_json
from azulejos.bots import Budget, make_bot
from azulejos.cli import main
from azulejos.cli.play import find_move
from azulejos.record import Record
from azulejos.table import Table

QUIET = "the core is not compiled here"


class Run:
    """What a run of the command gave."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = "".join(line for line in err.splitlines(keepends=True) if QUIET not in line)


class Command:
    """The command, run in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        self.monkeypatch = monkeypatch
        self.capture = capfdbinary

    def __call__(self, *args: str, stdin: str | bytes = b"") -> Run:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = main(args)
        out, err = self.capture.readouterr()
        return Run(code, out.decode(), err.decode())


@pytest.fixture
def azulejos(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Command:
    return Command(monkeypatch, capfdbinary)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a game."""
    table = Table(Azul(), seed=7, names=["Ana", "Rui"])
    while table.state.outcome is None:
        table.play(table.state.legal_moves[0])
    path = tmp_path / "game.azul"
    path.write_text(table.record().text, encoding="utf-8")
    return path


def test_version_tells_whether_the_core_is_compiled(azulejos: Command) -> None:
    run = azulejos("--version")
    assert run.code == 0
    assert run.out.startswith(f"azulejos {__version__}, {'compiled core' if core.COMPILED else 'uncompiled core (slow)'}")


def test_help_lists_the_commands(azulejos: Command) -> None:
    run = azulejos("--help")
    assert run.code == 0
    for name in ("play", "referee", "perft", "record", "bench"):
        assert f"\n  {name} " in run.out
        assert azulejos(name, "--help").code == 0


def test_an_uncompiled_core_is_said_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(core, "COMPILED", False)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert main(["play"]) == 0
    assert capsys.readouterr().err.count(QUIET) == 1
    assert main(["--version"]) == 0
    assert "uncompiled core (slow)" in capsys.readouterr().out
    monkeypatch.setattr(core, "COMPILED", True)
    assert main(["play"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["fly"], "No such command 'fly' (see azulejos --help)"),
        (["--fly"], "No such option"),
        (["play", "--players", "5"], "`players` is 2, 3 or 4, not 5"),
        (["play", "--players", "two"], "a whole number belongs here, not 'two'"),
        (["play", "--board", "green"], '`board` is "coloured" or "grey", not \'green\''),
        (["play", "-o", "jokers"], "an option is given as NAME=VALUE"),
        (["play", "-o", "jokers=perhaps"], "`jokers` is true or false"),
        (["play", "-o", "speed=7"], "azul has no option `speed`"),
        (["play", "chess"], "`game` is 'azul' or 'pavilion', not 'chess'"),
        (["play", "--seat", "2"], "2 players have the seats 0 to 1, not 2"),
        (["play", "--name", "a\tb"], "a name is 1 to 80 printable characters"),
        (["perft"], "the position is given either by a FILE or by --text"),
        (["perft", "-", "--text", "azul"], "the position is given either by a FILE or by --text"),
        (["perft", "-d", "0", "-"], "0 is not in the range x>=1"),
        (["perft", "nowhere.jsonl"], "No such file"),
        (["record"], "Usage: azulejos record"),
        (["record", "check"], "Missing argument 'FILE'"),
    ],
)
def test_wrong_use_is_two_and_one_line(azulejos: Command, args: list[str], says: str) -> None:
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


def test_perft_of_lines_a_record_and_a_text(azulejos: Command, record: Path, tmp_path: Path) -> None:
    deal = {"deal": {"round": 1, "factories": [{"white": 4}] * 5}}
    lines = f'{{"game": "azul"}}\n{json.dumps(deal)}\n\n'
    run = azulejos("perft", "-d", "2", "-", stdin=lines)
    assert (run.code, run.out) == (0, "1 30\n2 720\n")
    assert "750 sequences" in run.err
    for text in (Record.load(record.read_bytes()).json_text, record.read_text()):
        path = tmp_path / "other"
        path.write_text(text)
        assert azulejos("perft", "-d", "1", str(path)).out == "1 0\n"  # the game is over there
    state = Azul(players=3, board="grey").start()
    assert azulejos("perft", "-d", "1", "--text", state.text).out == "1 0\n"


def test_perft_tells_a_terminal_how_far_it_is(azulejos: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    deal = {"deal": {"round": 1, "factories": [{"white": 4}] * 5}}
    monkeypatch.setattr("azulejos.cli.perft._is_terminal", lambda: True)
    run = azulejos("perft", "-d", "2", "-", stdin=f'{{"game": "azul"}}\n{json.dumps(deal)}\n')
    assert "\r29 of 30 first moves\r30 of 30 first moves\n" in run.err


@pytest.mark.parametrize(
    ("stdin", "says"),
    [
        (b"", "the file holds no game"),
        (b'{"game": "azul"}\n{"ask": "legal"}\nnonsense\n', "line 3: no JSON"),
        (b'{"game": "azul"}\n{"refill": {"tiles": {}}}', "line 2: "),
        (b"azulejos-record/1\nnonsense", "line 2: a line of the header"),
        (b"\xff\x00", "line 1: a line is UTF-8"),
    ],
)
def test_perft_of_nonsense(azulejos: Command, stdin: bytes, says: str) -> None:
    run = azulejos("perft", "-", stdin=stdin)
    assert run.code == 1
    assert says in run.err
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [("nonsense", "begins with 'azul' or 'pavilion', not 'nonsense'"), ("azul nonsense", "nonsense"), ("", "begins with")],
)
def test_perft_of_a_text_that_is_no_position(azulejos: Command, text: str, says: str) -> None:
    run = azulejos("perft", "--text", text)
    assert run.code == 1
    assert says in run.err
    assert run.err.count("\n") == 1


def test_a_record_is_checked(azulejos: Command, record: Path) -> None:
    run = azulejos("record", "check", str(record))
    assert run.code == 0
    assert "complete" in run.out
    assert "  Ana: " in run.out
    assert "(won)" in run.out
    text = record.read_text()
    record.write_text(text.replace("\nend\n", "\n"))
    run = azulejos("record", "check", str(record))
    assert run.code == 1
    assert "the file is cut off" in run.err
    assert run.err.startswith("azulejos: ")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_whole_game_over_a_pipe(azulejos: Command, game: str, tmp_path: Path) -> None:
    """A person who always makes the first legal move."""
    table = Table(game_from_json({"game": game}), seed=3)
    bot = make_bot("apprentice", 3)
    typed: list[str] = []
    while table.state.outcome is None:
        move = table.state.legal_moves[0] if table.state.actor == 0 else bot.choose(table.state, Budget())
        typed += [move.text] if table.state.actor == 0 else []
        table.play(move)
    path = tmp_path / "record"
    run = azulejos("play", game, "--seed", "3", "-r", str(path), stdin="\n".join(typed))
    assert run.code == 0
    assert "Won by " in run.out
    record = Record.load(path.read_bytes())
    assert list(record.events) == table.events
    assert record.names == ("Human", "Bot 1")


def test_mistakes_are_explained_and_the_game_goes_on(azulejos: Command) -> None:
    table = Table(Azul(), seed=5)
    legal = table.state.legal_moves[0].text
    run = azulejos("play", "--seed", "5", stdin=f"3Q2\n9R1\n\n?\nundo\n{legal.lower()}\nundo\nquit\n")
    assert run.code == 0
    assert "'3Q2' is no move of azul" in run.out
    assert "there is no move of yours to take back" in run.out
    assert f"{legal} is taken back." in run.out
    assert "Bot 1 plays " in run.out
    assert "The game ends here." in run.out
    assert " ".join(move.text for move in table.state.legal_moves[:5]) in run.out


def test_the_end_of_input_ends_the_game_politely(azulejos: Command) -> None:
    run = azulejos("play", "pavilion", "-p", "3", "-s", "2", "--colour", stdin="")
    assert run.code == 0
    assert run.out.endswith("The game ends here.\n")
    assert "\x1b[" in run.out
    assert "\x1b[" not in azulejos("play", "--no-colour", stdin="").out


def test_tiles_may_be_named_in_any_order() -> None:
    class Stub:
        game = Azul()
        legal_moves = (Azul.move("3RJ2"), Azul.move("3R2"))

    assert find_move(Stub(), "3jr2").text == "3RJ2"  # type: ignore[arg-type]
    assert find_move(Stub(), "3r2").text == "3R2"  # type: ignore[arg-type]


def test_a_bug_is_one_line(azulejos: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("azulejos.referee.serve", broken)
    run = azulejos("referee")
    assert run.code == 1
    assert run.err == "azulejos: a bug in azulejos, please report it: ZeroDivisionError: oops\n"


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


def test_a_place_that_cannot_be_written(azulejos: Command, tmp_path: Path) -> None:
    run = azulejos("play", "-r", str(tmp_path / "no" / "where"))
    assert run.code == 1
    assert run.err.count("\n") == 1
    assert "No such file or directory" in run.err


def test_python_m_azulejos(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["azulejos", "--version"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("azulejos", run_name="__main__")
    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith("azulejos ")


# What only a process of its own can show.


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
        _, err = process.communicate(timeout=20)
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
        process.wait(timeout=20)
        assert process.stderr is not None
        err = process.stderr.read().decode()
    assert process.returncode == 1
    assert [line for line in err.splitlines() if QUIET not in line] == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        run = subprocess.run([sys.executable, "-m", "azulejos", "--help"], stdout=full, stderr=subprocess.PIPE, timeout=20)
    assert run.returncode == 1
    assert b"Traceback" not in run.stderr
    assert b"No space left on device" in run.stderr


def test_help_loads_nothing_heavy() -> None:
    """So that it comes at once; how fast, `azulejos bench` tells."""
    shown = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "azulejos", "--help"], check=True, capture_output=True, text=True
    ).stderr
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in shown.splitlines()}
    assert "click" in loaded
    assert not loaded & {"numpy", "rich", "matplotlib", "ray", "multiprocessing", "asyncio", "fractions"}
