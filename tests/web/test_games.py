"""What the page needs to know about games: everything comes from the server, and no script names one."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from azulejos import GAMES, game_from_json, position, render
from azulejos.bots.levels import LEVELS
from azulejos.language import LANGUAGES, language
from azulejos.web import pages
from azulejos.web.games import games
from tests.web.live import Running

PAGE = Path(pages.__file__).parent / "page"


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.[jhc]*")), ids=lambda path: path.name)
def test_nothing_on_the_page_names_a_game(path: Path) -> None:
    names = "|".join(name for kind in GAMES.values() for name in (kind.name, kind.title))
    assert not re.search(rf"\b({names})\b", path.read_text("utf-8"), re.IGNORECASE)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_choice_is_a_game_with_a_picture(code: str) -> None:
    found = games(language(code))
    assert [one.name for one in found.games] == [*GAMES]
    assert [one.name for one in found.levels] == [*LEVELS]
    assert found.level in LEVELS
    assert game_from_json(found.first.game, random.Random(1)).players == len(found.first.seats)
    assert found.first.game["starter"] == "random", "nobody has chosen who starts"
    for game in found.games:
        values = [*game.boards, *(value for option in game.options for value in option.values)]
        for picture in [game.picture, *(value.picture for value in values)]:
            key = re.fullmatch(r"/picture/(.*)\.svg", picture)
            assert key is not None
            assert render.game_from_key(key[1]).name == game.name
        for option in game.options:
            for value in option.values if option.kind != "order" else ():
                assert game_from_json({"game": game.name, option.name: value.value})
        assert position(game.example).game.name == game.name
        assert isinstance(position(game.example).actor, int)


def test_games_by_http(sqlite_server: Running) -> None:
    answer = sqlite_server.get("/api/games", headers={"Accept-Language": "fr"})
    assert answer.headers["content-language"] == "fr"
    assert "Accept-Language" in answer.headers["vary"]
    assert [game["name"] for game in answer.json()["games"]] == [*GAMES]
    again = sqlite_server.get("/api/games", headers={"Accept-Language": "fr", "If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_position_is_edited_by_http(sqlite_server: Running) -> None:
    ana = sqlite_server.player("Ana")
    text = games(language("en")).games[0].example
    shown = ana.ask("POST", "/api/positions", {"text": text}).json()
    assert [field["name"] for field in shown["fields"]] == [field.partition("=")[0] for field in text.split()[1:]]
    assert " ".join([shown["game"]["game"], *(f"{one['name']}={';'.join(one['values'])}" for one in shown["fields"])]) == text
    changed = ana.ask("POST", "/api/positions/edit", {"text": text, "slot": "display.1.0", "colour": None})
    assert changed.status_code == 200
    assert changed.json()["text"] == render.edit(text, "display.1.0", None)
    refused = ana.ask("POST", "/api/positions/edit", {"text": text, "slot": "nowhere.1", "colour": None})
    assert refused.status_code == 422
