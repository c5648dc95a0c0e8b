"""`azulejos play` in plain line mode: typed by a person, or piped from a script."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from azulejos import Azul, Game, Pavilion
from azulejos.bots import Budget, make_bot
from azulejos.cli.plain_play import find_move
from azulejos.notation import option_text
from azulejos.record import Record
from azulejos.session import Session
from tests.cli.conftest import Command
from tests.needs import needs

QUICK = ("-a", "beginner", "-o", "round_limit=2")


def options(game: Game) -> list[str]:
    rules = [f"--option={name}={option_text(getattr(game, name))}" for name in game.options()]
    return [game.name, "--players", str(game.players), "--board", game.board, *rules]


@pytest.mark.parametrize(
    "game",
    [Azul(round_limit=2), Azul(3, "grey", jokers=True, round_limit=1), Pavilion(), Pavilion(2, "grey")],
    ids=repr,
)
def test_a_whole_game_over_a_pipe(game: Game, tmp_path: Path) -> None:
    """A script that always makes the first legal move, in a separate process."""
    table = Session(game, seed=3)
    bot = make_bot("beginner", 3)
    typed: list[str] = []
    while table.state.outcome is None:
        move = table.state.legal_moves[0] if table.state.actor == 0 else bot.choose(table.state, Budget())
        typed += [move.text] if table.state.actor == 0 else []
        table.play(move)
    path = tmp_path / "record"
    call = [sys.executable, "-m", "azulejos", "play", *options(game), "--seed", "3", "-a", "beginner", "--out", str(path)]
    run = subprocess.run(call, input="\n".join(typed), capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    assert " wins." in run.stdout or "share the victory." in run.stdout
    assert "\x1b[" not in run.stdout
    record = Record.load(path.read_bytes())
    assert list(record.events) == table.events
    assert record.names[:2] == ("Player", "Beginner" if game.players == 2 else "Beginner 2")
    last = next(line for line in reversed(run.stdout.splitlines()) if line.startswith("Total"))
    assert [int(score) for score in last.split()[1:]] == list(record.final.scores)


def test_mistakes_are_explained_and_the_game_continues(azulejos: Command) -> None:
    table = Session(Azul(), seed=5)
    legal = table.state.legal_moves[0].text
    run = azulejos("play", "--seed", "5", *QUICK, stdin=f"3Q2\n9R1\n\n?\n?1\n?x\nboard\nundo\n{legal.lower()}\nundo\nquit\n")
    assert run.code == 0
    assert "'3Q2' is not a move in Azul" in run.out
    assert "there is no move to take back" in run.out
    assert f"Took back {legal}." in run.out
    assert "Beginner takes" in run.out
    assert "The game ends here." in run.out
    texts = [move.text for move in table.state.legal_moves]
    assert " ".join(texts[:5]) in run.out
    assert " ".join(text for text in texts if text.startswith("1"))[:60] in run.out
    assert f"None of the {len(texts)} legal moves starts with x." in run.out


@pytest.mark.compiled
def test_a_hint_is_a_legal_move_in_words(azulejos: Command) -> None:
    run = azulejos("play", "--seed", "5", *QUICK, stdin="hint\n")
    assert "bot would play " in run.out
    move = run.out.partition("bot would play ")[2].partition(":")[0]
    assert move in [move.text for move in Session(Azul(), seed=5).state.legal_moves]


def test_persons_share_a_keyboard(azulejos: Command, tmp_path: Path) -> None:
    table = Session(Azul(3, round_limit=1), seed=9)
    typed: list[str] = []
    while table.state.outcome is None:
        typed.append(table.state.legal_moves[-1].text)
        table.play(typed[-1])
    path = tmp_path / "record"
    args = ("play", "-p", "3", "--hot-seat", "-n", "Ana", "-n", "Rui", "--seed", "9", "-o", "round_limit=1", "--out", str(path))
    run = azulejos(*args, stdin="\n".join(typed))
    assert run.code == 0
    record = Record.load(path.read_bytes())
    assert record.names == ("Ana", "Rui", "Player 3")
    assert record.result is not None
    assert "Ana: " in run.out
    assert "Player 3: " in run.out


def test_several_people_and_different_bots(azulejos: Command, tmp_path: Path) -> None:
    path = tmp_path / "record"
    seats = ("-p", "4", "-s", "2", "-s", "4", "-a", "greedy", "-a", "random", "--out", str(path))
    run = azulejos("play", *seats)
    assert run.code == 0
    assert "Player 2 (seat 2), Player 4 (seat 4)" in run.out
    assert Record.load(path.read_bytes()).names == ("greedy", "Player 2", "random", "Player 4")


def test_the_end_of_input_ends_the_game_cleanly(azulejos: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    run = azulejos("play", "pavilion", "-p", "3", "-s", "2", stdin="")
    assert run.code == 0
    assert run.out.endswith("The game ends here.\n")
    assert "\x1b[" not in run.out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in azulejos("play", stdin="").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in azulejos("play", stdin="").out


def test_tiles_may_be_named_in_any_order() -> None:
    class Offered:
        game = Azul(jokers=True)
        legal_moves = (Azul.move("3RJ2"), Azul.move("3R2"))

    assert find_move(Offered(), "3jr2").text == "3RJ2"  # type: ignore[arg-type]
    assert find_move(Offered(), "3r2").text == "3R2"  # type: ignore[arg-type]


def test_an_unwritable_record_file_is_reported_before_the_game(azulejos: Command, tmp_path: Path) -> None:
    run = azulejos("play", "--out", str(tmp_path / "no" / "where"))
    assert (run.code, run.out) == (1, "")
    assert run.err.count("\n") == 1
    assert "No such file or directory" in run.err


def in_terminal(*args: str, keys: dict[bytes, bytes]) -> tuple[int, bytes]:
    """Return the exit code and all output of a terminal in which keys are pressed as soon as a text appears."""
    import pty  # not on Windows
    import termios

    ours, theirs = pty.openpty()
    termios.tcsetwinsize(ours, (24, 80))
    environment = {**os.environ, "TERM": "xterm-256color", "AZULEJOS_LANGUAGE": "en"}
    call = [sys.executable, "-m", "azulejos", *args]
    with subprocess.Popen(call, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True) as process:
        os.close(theirs)
        shown, seen = b"", 0
        waiting = list(keys.items())
        deadline = time.monotonic() + 600
        while (left := deadline - time.monotonic()) > 0 and select.select([ours], [], [], left)[0]:
            try:
                shown += os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if waiting and waiting[0][0] in shown[seen:]:
                seen = len(shown)
                os.write(ours, waiting.pop(0)[1])
        try:
            code = process.wait(timeout=600)
        finally:
            process.kill()  # otherwise leaving the block would wait for it forever
    os.close(ours)
    return code, shown


@needs("terminals")
def test_a_terminal_gets_the_whole_screen(tmp_path: Path) -> None:
    path = tmp_path / "record"
    keys = {b"Your turn": b"q", b"Quit the game?": b"y"}
    code, shown = in_terminal("play", "--seed", "5", "--out", str(path), keys=keys)
    assert code == 0
    assert b"\x1b[?1049h" in shown  # the alternate screen of the terminal
    assert Record.load(path.read_bytes()).result is None


@needs("terminals")
def test_a_terminal_may_want_lines_too() -> None:
    code, shown = in_terminal("play", "--plain", "--seed", "5", keys={b"Player: ": b"quit\n"})
    assert code == 0
    assert b"\x1b[?1049h" not in shown
    assert b"The game ends here." in shown


def test_without_the_extra_a_terminal_gets_plain_mode(azulejos: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.cli.play.is_dialogue", lambda: True)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    run = azulejos("play")
    assert run.code == 0
    assert "At the keyboard: Player (seat 1)." in run.out


def test_with_the_extra_the_full_screen_is_used(azulejos: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[Session, object]] = []
    monkeypatch.setattr("azulejos.cli.play.is_dialogue", lambda: True)
    monkeypatch.setattr("azulejos.tui.play", lambda table, bots: played.append((table, bots)))
    assert azulejos("play", "-p", "3", "-a", "random").code == 0
    assert [table.names for table, _ in played] == [("Player", "random 2", "random 3")]
