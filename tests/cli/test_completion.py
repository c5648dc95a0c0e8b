"""Shell completion: the scripts, and the completions they get."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos.cli import COMPLETE
from tests.cli.conftest import Command
from tests.needs import needs


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(azulejos: Command, shell: str) -> None:
    run = azulejos("completion", shell)
    assert run.code == 0
    assert f"{COMPLETE}={shell}_complete" in run.out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("azulejos re", ["replay", "render", "referee", "record"]),
        ("azulejos play ", ["azul", "pavilion"]),
        ("azulejos play --board g", ["grey"]),
        ("azulejos play --against ma", ["master"]),
        ("azulejos match beg", ["beginner"]),
        ("azulejos completion z", ["zsh"]),
        ("azulejos analyse --ht", ["--html"]),
    ],
)
def test_completions(azulejos: Command, monkeypatch: pytest.MonkeyPatch, typed: str, offered: list[str]) -> None:
    monkeypatch.setenv(COMPLETE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
    run = azulejos()
    assert run.code == 0
    assert [line.removeprefix("plain,") for line in run.out.splitlines()] == offered


@needs("bash")
def test_in_a_real_bash(azulejos: Command, tmp_path: Path) -> None:
    command = tmp_path / "azulejos"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m azulejos "$@"\n')
    command.chmod(0o755)
    script = azulejos("completion", "bash").out
    asked = 'COMP_WORDS=(azulejos anal); COMP_CWORD=1; _azulejos_completion azulejos; echo "${COMPREPLY[@]}"'
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, timeout=600, env=environment)
    assert run.stdout == "analyse\n"
