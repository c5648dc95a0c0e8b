"""The command in the language of the terminal: help, errors, drawings, replays and reports."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos import Azul, Game, Pavilion
from azulejos.cli import COMMANDS
from azulejos.cli.terminal import drawn
from azulejos.language import ENGLISH, language
from azulejos.language.messages import CODES, read
from tests.cli.conftest import Command
from tests.core.layout import random_game


def said(*args: str, **environment: str) -> tuple[int, str]:
    """What a process of its own says, and its exit code: click asks for the language once in a process."""
    call = [sys.executable, "-m", "azulejos", *args]
    names = ("AZULEJOS_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    clean = {name: value for name, value in os.environ.items() if name not in names}
    run = subprocess.run(call, capture_output=True, text=True, timeout=60, env={**clean, "PYTHONUTF8": "1", **environment})
    return run.returncode, run.stdout + run.stderr


def english(code: str) -> set[str]:
    """Texts that are said otherwise in a language, and are long enough to be nothing else."""
    ids = [(message.id, message.string) for message in read(code, "azulejos") if isinstance(message.id, str)]
    return {text for text, other in ids if "{" not in text and len(text) > 12 and text != other}


@pytest.mark.parametrize("code", CODES)
def test_help_in_every_language(code: str) -> None:
    tr = language(code)
    status, text = said("--help", LANG=f"{code}_XX.UTF-8")
    assert status == 0
    flat = " ".join(text.split())
    for part in ("Usage:", "Options", "Commands", "Show this message and exit.", *COMMANDS.values()):
        assert tr(part) in flat
    assert not [left for left in english(code) if left in flat]
    flat = " ".join(said("play", "--help", AZULEJOS_LANGUAGE=code)[1].split())
    for part in ("Persons at all seats, at this one keyboard.", "A rule of the game.", "Examples:"):
        assert tr(part) in flat
    assert not [left for left in english(code) if left in flat]


def test_the_option_of_the_project_comes_before_that_of_the_system() -> None:
    assert said(AZULEJOS_LANGUAGE="hu", LANG="de_DE.UTF-8")[1].startswith("Azul és Azul: Királyi pavilon.")
    assert said(LANG="de_DE.UTF-8")[1].startswith("Azul und Azul: Der Sommerpavillon.")
    assert said(LANG="nl_NL.UTF-8")[1].startswith("Azul and Azul: Summer Pavilion.")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("play", "--players", "7"), "azulejos: Ungültiger Wert für '-p' / '--players': 7 liegt nicht im Bereich 2<=x<=4"),
        (("play", "--colour"), "azulejos: Es gibt keine Option '--colour'"),
        (("plaay",), "azulejos: Es gibt keinen Befehl 'plaay'"),
        (("replay",), "azulejos: Es fehlt das Argument 'FILE'"),
        (("play", "--hot-seat", "--seat", "1"), "azulejos: --hot-seat hat an allen Plätzen Personen, --seat an einigen"),
        (("play", "-n", "Ana", "-n", "Rui"), "azulejos: es gibt 2 Namen für 1 Person (siehe azulejos play --help)"),
    ],
)
def test_what_is_wrongly_called_is_told(args: tuple[str, ...], told: str) -> None:
    status, text = said(*args, LANG="de_DE.UTF-8")
    assert status == 2
    assert text.startswith(told)
    assert text.count("\n") == 1


@pytest.mark.parametrize("code", CODES)
def test_a_game_line_by_line(azulejos: Command, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setenv("AZULEJOS_LANGUAGE", code)
    run = azulejos("play", "--seed", "5", "-a", "beginner", "-a", "expert", "-p", "3", stdin="3Q2\n?\nquit\n")
    assert run.code == 0
    tr = language(code)
    assert tr("{game}, round {n}, offer: seat {seat} takes tiles", game="Azul", n=1, seat=0) in run.out
    assert tr("displays") in run.out
    assert not [left for left in english(code) if left in run.out]


@pytest.mark.parametrize("code", CODES)
def test_a_replay_and_its_keys(code: str, azulejos: Command, monkeypatch: pytest.MonkeyPatch, pavilion: Path) -> None:
    monkeypatch.setenv("AZULEJOS_LANGUAGE", code)
    run = azulejos("replay", str(pavilion))
    assert run.code == 0
    words = {*re.findall(r"[a-zé]+", run.out.lower())}
    assert not words & {"tiles", "round", "takes", "places", "passes", "seat", "pillars", "windows", "bag", "supply", "wild"}
    assert language(code)("pillars {n}", n=1) in run.out


@pytest.mark.compiled
@pytest.mark.parametrize("code", CODES)
def test_an_analysis(code: str, azulejos: Command, monkeypatch: pytest.MonkeyPatch, record: Path, tmp_path: Path) -> None:
    monkeypatch.setenv("AZULEJOS_LANGUAGE", code)
    page = tmp_path / "report.html"
    run = azulejos("analyse", str(record), "--effort", "16", "--html", str(page))
    assert run.code == 0
    tr = language(code)
    for part in ("Accuracy", "Points lost", "Chance to win after each own move", "What could have been better"):
        assert tr(part) in run.out
    assert not {*re.findall(r"[a-zé]+", run.out.lower())} & {"accuracy", "blunder", "mistake", "played", "better", "chance"}
    text = page.read_text("utf-8")
    assert f'<html lang="{code}">' in text
    words = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)
    assert tr("Expected lead in points") in words
    assert not [left for left in english(code) if left in words]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("game", [Azul(4, "grey", jokers=True), Pavilion(4)], ids=repr)
def test_drawings_fit_in_every_language(code: str, game: Game) -> None:
    for state, _ in random_game(game, seed=2):
        lines = drawn(state, False, language(code)).splitlines()
        assert max(map(len, lines)) <= 100
        assert len(lines) == len(str(state).splitlines())
        assert drawn(state, False, ENGLISH) == str(state)
