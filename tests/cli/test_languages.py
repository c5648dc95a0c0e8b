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
from azulejos.language import ENGLISH, language
from azulejos.language.messages import CODES, read
from tests.cli.conftest import Command
from tests.core.layout import random_game


def said(*args: str, **environment: str) -> tuple[int, str]:
    """Return the output of a separate process, and its exit code: click determines the language once per process."""
    call = [sys.executable, "-m", "azulejos", *args]
    names = ("AZULEJOS_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    clean = {name: value for name, value in os.environ.items() if name not in names}
    run = subprocess.run(call, capture_output=True, text=True, timeout=600, env={**clean, "PYTHONUTF8": "1", **environment})
    return run.returncode, run.stdout + run.stderr


def english(code: str) -> set[str]:
    """Return texts that differ in a language, and are long enough to be unambiguous."""
    ids = [(message.id, message.string) for message in read(code, "azulejos") if isinstance(message.id, str)]
    return {text for text, other in ids if "{" not in text and len(text) > 12 and text != other}


def flattened(text: str) -> str:
    """Return the words without line breaks; click's wrapping turns no-break spaces into plain ones."""
    return " ".join(text.split())


@pytest.mark.parametrize("code", CODES)
def test_help_in_every_language(code: str) -> None:
    tr = language(code)
    status, text = said("--help", LANG=f"{code}_XX.UTF-8")
    assert status == 0
    flat = flattened(text)
    for part in ("Usage:", "Options", "Commands", "Show this message and exit.", *COMMANDS.values()):
        assert flattened(tr(part)) in flat
    assert not [left for left in english(code) if left in flat]
    flat = flattened(said("play", "--help", AZULEJOS_LANGUAGE=code)[1])
    for part in ("Everyone plays at this keyboard.", "Game option. Repeatable.", "Examples:"):
        assert flattened(tr(part)) in flat
    assert not [left for left in english(code) if left in flat]


def test_the_option_of_the_project_comes_before_that_of_the_system() -> None:
    assert said(AZULEJOS_LANGUAGE="hu", LANG="de_DE.UTF-8")[1].startswith("Azul és Azul – A királyi pavilon.")
    assert said(LANG="de_DE.UTF-8")[1].startswith("Azul und Azul – Der Sommerpavillon.")
    assert said(LANG="nl_NL.UTF-8")[1].startswith("Azul and Azul: Summer Pavilion.")


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("play", "--players", "7"), "azulejos: Ungültiger Wert für '-p' / '--players': 7 liegt nicht im Bereich 2<=x<=4"),
        (("play", "--colour"), "azulejos: Es gibt keine Option „--colour“"),
        (("plaay",), "azulejos: Es gibt keinen Befehl „plaay“"),
        (
            ("replay", "nowhere.txt"),
            "azulejos: Ungültiger Wert für 'FILE': 'nowhere.txt': Datei oder Verzeichnis nicht gefunden",
        ),
        (("replay",), "azulejos: Es fehlt das Argument 'FILE'"),
        (("play", "--hot-seat", "--seat", "1"), "azulejos: verwende entweder --hot-seat oder --seat"),
        (("play", "-n", "Ana", "-n", "Rui"), "azulejos: 2 Namen für 1 Person angegeben (siehe azulejos play --help)"),
    ],
)
def test_wrong_calls_print_a_translated_error(args: tuple[str, ...], expected: str) -> None:
    status, text = said(*args, LANG="de_DE.UTF-8")
    assert status == 2
    assert text.startswith(expected)
    assert text.count("\n") == 1


ERRORS: dict[str, list[tuple[tuple[str, ...], str]]] = {
    "fr": [
        (("play", "--seat", "0"), "à 2\u00a0joueurs, les places vont de 1 à 2, pas 0"),
        (
            ("play", "-o", "joker=true"),
            "Azul n’a pas d’option «\u00a0joker\u00a0»\u202f; ses options sont players, board, starter, jokers et round_limit",
        ),
        (("play", "-o", "jokers=1"), "`jokers` doit être true ou false, pas «\u00a01\u00a0»"),
        (("play", "--against", "boss"), "le bot «\u00a0boss\u00a0» n’existe pas\u202f; choisissez random, casual"),
        (("render", "--text", "chess"), "une position doit commencer par azul ou pavilion, pas par «\u00a0chess\u00a0»"),
    ],
    "de": [
        (("play", "--seat", "3"), "bei 2 Personen gibt es die Plätze 1 bis 2, nicht 3"),
        (("play", "-o", "round_limit=0"), "`round_limit` muss eine Zahl von 1 bis 1000 sein, nicht 0"),
        (("match", "greedy"), "ein Match braucht 2, 3 oder 4\N{NO-BREAK SPACE}Bots, nicht 1"),
        (("play", "--against", "greedy:blur=many"), "greedy:blur=many: `blur` muss eine Zahl von 0 bis 1000"),
        (
            ("play", "--against", "expert:effort=3"),
            "die Stufe expert hat keine Optionen; setze sie bei ihrem Bot, casual:sees=0.92,thinks=60",
        ),
    ],
    "hu": [
        (("play", "--seat", "9"), "2 játékosnál a helyek: 1–2; 9 nincs köztük"),
        (("play", "pavilion", "-o", "score_floor=2"), "`score_floor` értéke csak"),
        (("play", "--against", "boss"), "nincs ilyen bot: „boss”; választható: random, casual"),
        (("render", "--text", "azul players=2"), "az állásból hiányzik egy mező: `board`"),
    ],
}


@pytest.mark.parametrize(
    ("code", "args", "expected"), [(code, args, expected) for code, errors in ERRORS.items() for args, expected in errors]
)
def test_errors_are_translated(
    azulejos: Command, monkeypatch: pytest.MonkeyPatch, code: str, args: tuple[str, ...], expected: str
) -> None:
    monkeypatch.setenv("AZULEJOS_LANGUAGE", code)
    run = azulejos(*args)
    assert run.code in (1, 2)
    assert run.err.startswith(f"azulejos: {expected}")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("code", "mistyped", "letters"),
    [
        (
            "fr",
            "«\u00a01P\u00a0» n’est pas un coup (Azul). Écrivez 3R2",
            "Lettres\u00a0: B bleu, Y jaune, R rouge, K noir, W blanc, J joker",
        ),
        ("de", "„1P“ ist kein Zug (Azul). Schreibe 3R2", "Buchstaben: B blau, Y gelb, R rot, K schwarz, W weiß, J Joker"),
        ("hu", "„1P” nem lépés (Azul). 3R2: a pirosak", "Betűk: B kék, Y sárga, R piros, K fekete, W fehér, J dzsóker"),
    ],
)
def test_plain_play_explains_letters_and_mistyped_moves(
    azulejos: Command, monkeypatch: pytest.MonkeyPatch, code: str, mistyped: str, letters: str
) -> None:
    monkeypatch.setenv("AZULEJOS_LANGUAGE", code)
    run = azulejos("play", "--option", "jokers=true", "--seed", "5", "-a", "beginner", stdin="1P\n")
    assert run.code == 0
    assert mistyped in run.out
    assert f"{letters}\u202f;" in run.out or f"{letters};" in run.out
    assert ", J " not in azulejos("play", "--seed", "5", stdin="").out


@pytest.mark.parametrize("code", CODES)
def test_the_list_of_bots_is_translated(azulejos: Command, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    english = {*azulejos("bots").out.splitlines()}
    monkeypatch.setenv("AZULEJOS_LANGUAGE", code)
    run = azulejos("bots")
    assert run.code == 0
    assert english & {*run.out.splitlines()} <= {"Bots:"}
    assert language(code)("expert") in run.out


@pytest.mark.parametrize("code", CODES)
def test_a_record_with_a_mistake(azulejos: Command, monkeypatch: pytest.MonkeyPatch, code: str, record: Path) -> None:
    text = record.read_text("utf-8")
    first = next(line for line in text.splitlines() if line.startswith("2. "))
    record.write_text(text.replace(first, "2. seat 0: 9R1"), "utf-8")
    monkeypatch.setenv("AZULEJOS_LANGUAGE", code)
    run = azulejos("replay", str(record))
    assert run.code == 1
    tr = language(code)
    where = tr("line {line}, event {event}: {reason}", line=text.splitlines().index(first) + 1, event=2, reason="")
    assert where.strip() in run.err
    assert tr("There is no factory {number}.", number=9) in run.err


@pytest.mark.parametrize("code", CODES)
def test_a_game_line_by_line(azulejos: Command, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setenv("AZULEJOS_LANGUAGE", code)
    run = azulejos("play", "--seed", "5", "-a", "beginner", "-a", "expert", "-p", "3", stdin="3Q2\n?\nquit\n")
    assert run.code == 0
    tr = language(code)
    assert tr("{game}, round {n}, factory offer: {name} takes tiles", game="Azul", n=1, name=tr("Player")) in run.out
    assert tr("factories") in run.out
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
    for part in ("Accuracy", "Points lost", "Chance to win after each of your moves", "Mistakes and better moves"):
        assert tr(part) in run.out
    assert not {*re.findall(r"[a-zé]+", run.out.lower())} & {"accuracy", "blunder", "mistake", "played", "better", "chance"}
    text = page.read_text("utf-8")
    assert f'<html lang="{code}">' in text
    words = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)
    assert tr("Expected lead (points)") in words
    assert not [left for left in english(code) if left in words]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("game", [Azul(4, "grey", jokers=True), Pavilion(4)], ids=repr)
def test_drawings_fit_in_every_language(code: str, game: Game) -> None:
    for state, _ in random_game(game, seed=2):
        lines = state.drawing(False, language(code)).splitlines()
        assert max(map(len, lines)) <= 100
        assert len(lines) == len(str(state).splitlines())
        assert state.drawing(False, ENGLISH) == str(state)


@pytest.mark.parametrize(
    ("code", "heads", "elo", "read"),
    [
        ("fr", "bot parties gagnées", "greedy contre random\u00a0: +inf Elo", "Tables lues\u00a0: 0, dont nouvelles\u00a0: 0"),
        ("de", "bot Partien gewonnen", "greedy gegen random: +inf Elo", "Tische gelesen: 0, davon neu: 0"),
        ("hu", "bot játszma nyert", "greedy – random: +inf Élő-pont", "Beolvasott asztalok: 0, ebből új: 0"),
    ],
)
def test_matches_and_databases_are_reported_in_every_language(
    azulejos: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str, heads: str, elo: str, read: str
) -> None:
    monkeypatch.setenv("AZULEJOS_LANGUAGE", code)
    out = azulejos("match", "greedy", "random", "-n", "2", "--processes", "1").out
    assert flattened(out).lower().startswith(heads.lower())
    assert elo in out
    (tmp_path / "none.jsonl").touch()
    assert read in azulejos("db", "import", str(tmp_path / "none.jsonl"), str(tmp_path / "new.db")).out
