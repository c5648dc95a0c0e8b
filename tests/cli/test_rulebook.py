"""`azulejos rules`: shipped with the package, and read in the terminal."""

from __future__ import annotations

import pytest

from azulejos import GAMES
from tests.cli.conftest import Command


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_rules(azulejos: Command, game: str) -> None:
    plain = azulejos("rules", game, "--plain")
    assert plain.code == 0
    assert plain.out.startswith("# Azul")
    drawn = azulejos("rules", game)
    assert drawn.code == 0
    assert "#" not in drawn.out.splitlines()[1]
    assert "\x1b[" not in drawn.out
    assert "starting player marker" in drawn.out


def test_in_other_languages(azulejos: Command) -> None:
    assert "Startspielerstein" in azulejos("rules", "azul", "--language", "de").out
    assert "kezdőjátékos-jelző" in azulejos("rules", "pavilion", "-l", "hu").out
    assert "'xx' is not one of 'en', 'fr', 'de', 'hu'" in azulejos("rules", "azul", "--language", "xx").err
