"""Published editions, drawn options and who starts: the same everywhere that a game is chosen."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from azulejos import CHANCE, Azul, Game, Pavilion, Problem, game_from_json, position
from azulejos.record import Record
from azulejos.referee import Referee
from azulejos.session import Session

FLOORS = {"big-box": 1, "mini-fr": 0, "mini-hu": 1}
STARTERS = [kind(players, starter=seat) for kind in (Azul, Pavilion) for players in (2, 3, 4) for seat in range(1, players)]


def said(referee: Referee, message: object) -> dict[str, Any]:
    answer: dict[str, Any] = referee.answer(json.dumps(message))
    assert "error" not in answer, answer
    return answer


@pytest.mark.parametrize("edition", FLOORS)
def test_an_edition_is_played_to_the_end_by_the_referee(edition: str) -> None:
    referee, dice = Referee(), random.Random(edition)
    answer = said(referee, {"game": "pavilion", "edition": edition, "wild_order": "random", "starter": 1, "seed": 3})
    game = game_from_json(answer["game"])
    assert isinstance(game, Pavilion)
    assert (game.score_floor, game.starter, "edition" in answer["game"]) == (FLOORS[edition], 1, False)
    first = None
    while answer["state"]["phase"] != "over":
        if answer["state"]["to_move"] is None:
            event = said(referee, {"ask": "draw", "seed": dice.getrandbits(32)})
        else:
            first = answer["state"]["to_move"] if first is None else first
            event = {"action": dice.choice(said(referee, {"ask": "legal"})["legal"])}
        answer = said(referee, event)
        assert min(answer["state"]["scores"]) >= FLOORS[edition]
    assert first == 1
    assert said(referee, {"ask": "result"})["result"]["scores"] == answer["state"]["scores"]


@pytest.mark.parametrize("edition", FLOORS)
def test_a_record_may_name_its_edition(edition: str) -> None:
    table = Session(Pavilion.edition(edition), seed=1)
    record = table.record()
    lines = [line for line in record.text.splitlines() if not line.startswith("score_floor")]
    assert Record.from_text("\n".join([lines[0], f"edition: {edition}", *lines[1:], ""])) == record
    named = {name: value for name, value in record.json.items() if name != "score_floor"} | {"edition": edition}
    assert Record.from_json(named) == record


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"edition": "mini-fr", "score_floor": 1}, "the edition 'mini-fr' has score_floor=0, not 1; leave one of them out"),
    ({"edition": "mini-de"}, "there is no edition 'mini-de' of Summer Pavilion; choose big-box, mini-fr or mini-hu"),
    ({"edition": ["mini-fr"]}, "there is no edition ['mini-fr'] of Summer Pavilion"),
    ({"starter": 2}, "`starter` must be 0 or 1, not 2"),
    ({"starter": True}, "`starter` must be 0 or 1, not true"),
    ({"starter": "random"}, "`starter` must be 0 or 1, not 'random'"),
    ({"wild_order": "random"}, "`wild_order` must be purple, green, orange, yellow, blue, red in any order"),
]


@pytest.mark.parametrize(("options", "complaint"), WRONG, ids=str)
def test_what_is_no_game(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Problem) as refusal:
        game_from_json({"game": "pavilion", **options})
    assert complaint in str(refusal.value)
    assert refusal.value.code == "bad_option"


def test_an_edition_may_come_with_options_that_it_has() -> None:
    assert game_from_json({"game": "pavilion", "edition": "mini-fr", "score_floor": 0}) == Pavilion(score_floor=0)


def test_only_games_with_editions_have_the_option() -> None:
    with pytest.raises(Problem, match="Azul has no option 'edition'"):
        game_from_json({"game": "azul", "edition": "big-box"})


def test_what_is_drawn_is_even_and_repeatable() -> None:
    spec = {"game": "pavilion", "players": 3, "starter": "random", "wild_order": "random"}
    drawn = [game_from_json(spec, random.Random(seed)) for seed in range(600)]
    assert drawn == [game_from_json(spec, random.Random(seed)) for seed in range(600)]
    starters = Counter(game.starter for game in drawn)
    assert set(starters) == {0, 1, 2}
    assert min(starters.values()) > 150
    assert len({game.json["wild_order"][0] for game in drawn}) == 6
    assert len({tuple(game.json["wild_order"]) for game in drawn}) > 300


def test_the_referee_draws_with_a_seed_only_if_something_is_drawn() -> None:
    order = {"game": "pavilion", "wild_order": "random", "seed": 7}
    assert said(Referee(), order) == said(Referee(), order)
    assert Referee().answer('{"game": "azul", "seed": 7}')["error"]["code"] == "unknown_option"
    assert Referee().answer('{"game": "azul", "starter": "random", "seed": "x"}')["error"]["code"] == "notation"


@pytest.mark.parametrize("game", STARTERS, ids=repr)
def test_the_seat_that_the_game_names_starts(game: Game) -> None:
    state, dice = game.start(), random.Random(1)
    usual = type(game)(game.players).start()
    while state.actor is CHANCE:
        event = state.draw(dice)
        state, usual = state.play(event), usual.play(event)
    assert (state.actor, usual.actor) == (game.starter, 0)
    assert state != usual
    assert (
        state.text.replace(f" starter={game.starter}", "")
        .replace(f"next={game.starter}", "next=0")
        .replace(f"start={game.starter}", "start=0")
        == usual.text
    )
    assert position(state.text) == state
    assert position(state.text).game == game
    assert game_from_json(game.json) == game


def test_seat_0_is_written_nowhere() -> None:
    for game in (Azul(), Pavilion()):
        assert "starter" not in game.json
        assert "starter=" not in game.start().text
        assert "starter" not in Session(game, seed=1).record().text


@pytest.mark.parametrize(("text", "field"), [("starter=0 ", "starter"), ("starter=2 ", "starter"), ("starter=x ", "starter")])
def test_a_position_with_a_wrong_starter(text: str, field: str) -> None:
    with pytest.raises(Problem) as refusal:
        position(Azul().start().text.replace("round=", f"{text}round="))
    assert refusal.value.details["field"] == field
