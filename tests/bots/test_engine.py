"""The engine: our bots over the protocol. Every request is answered, and errors name the field."""

from __future__ import annotations

import io
import json
import random
import sys
from typing import Any

import pytest

from azulejos import Azul, Pavilion, State
from azulejos.bots import Bot, Budget, make_bot
from azulejos.bots.engine import Engine, serve
from azulejos.bots.program import Program
from azulejos.notation import event_json


def ask(engine: Engine, request: Any) -> Any:
    line = request if isinstance(request, bytes) else json.dumps(request).encode()
    return json.loads(json.dumps(engine.answer(line)))


def dealt(game: Azul | Pavilion) -> State:
    dice = random.Random(1)
    state: State = game.start()
    while not isinstance(state.actor, int):
        state = state.play(state.draw(dice))
    return state


@pytest.fixture
def engine() -> Engine:
    return Engine("greedy", Budget())


@pytest.mark.parametrize("game", [Azul(), Pavilion(3, "grey")], ids=repr)
def test_the_engine_answers_like_the_bot(engine: Engine, game: Azul | Pavilion) -> None:
    state = dealt(game)
    for seed in (0, 5, 5):
        answer = ask(engine, {"id": 4, "game": game.json, "position": state.text, "seed": seed})
        assert answer == {"id": 4, "move": make_bot("greedy", seed).choose(state, Budget()).text}


def test_a_position_may_be_given_by_its_events(engine: Engine) -> None:
    game = Azul()
    deal = game.start().draw(random.Random(1))
    state = game.start().play(deal)
    request = {"id": "a", "game": game.json, "events": [event_json(game, deal)], "seat": 0, "budget": {"effort": 5}}
    assert ask(engine, request) == {"id": "a", "move": make_bot("greedy", 0).choose(state, Budget()).text}


GAME = {"game": "azul"}
TEXT = dealt(Azul()).text


@pytest.mark.parametrize(
    ("request_", "field", "message"),
    [
        ({"game": GAME, "position": TEXT}, "id", "needs `id`"),
        ({"id": 1.5, "game": GAME, "position": TEXT}, "id", "whole number"),
        ({"id": 1, "position": TEXT}, "game", "needs `game`"),
        ({"id": 1, "game": {"game": "chess"}, "position": TEXT}, "game", "choose azul or pavilion"),
        ({"id": 1, "game": {"game": "azul", "board": ["grey"]}, "position": TEXT}, "game", 'coloured or grey, not ["grey"]'),
        ({"id": 1, "game": {"game": "azul", "jokers": None}, "position": TEXT}, "game", "true or false, not null"),
        ({"id": 1, "game": ["azul"], "position": TEXT}, "game", 'not ["azul"]'),
        ({"id": 1, "game": GAME}, "position", "either `position` or `events`"),
        ({"id": 1, "game": GAME, "position": TEXT, "events": []}, "position", "either `position` or `events`"),
        ({"id": 1, "game": GAME, "position": 5}, "position", "must be a text"),
        ({"id": 1, "game": GAME, "position": "azul players=2"}, "position", "board"),
        ({"id": 1, "game": GAME, "events": {}}, "events", "must be a list"),
        ({"id": 1, "game": GAME, "events": []}, "events", "tiles are drawn next"),
        ({"id": 1, "game": GAME, "events": [{"action": {"type": "take"}}]}, "events[0]", "events[0]"),
        ({"id": 1, "game": GAME, "position": TEXT, "seat": 1}, "seat", "it is the turn of seat 0, not of seat 1"),
        ({"id": 1, "game": GAME, "position": TEXT, "seat": "0"}, "seat", "whole number"),
        ({"id": 1, "game": GAME, "position": TEXT, "budget": {"seconds": -1}}, "seconds", "above 0"),
        ({"id": 1, "game": GAME, "position": TEXT, "budget": {"threads": True}}, "threads", "not true"),
        ({"id": 1, "game": GAME, "position": TEXT, "seed": "x"}, "seed", "whole number"),
        ({"id": 1, "game": GAME, "position": TEXT, "colour": 1}, "colour", "has no field 'colour'"),
    ],
)
def test_errors_name_the_field(engine: Engine, request_: Any, field: str, message: str) -> None:
    answer = ask(engine, request_)
    assert answer["id"] == (request_.get("id") if request_.get("id") == 1 else None)
    assert answer["error"]["field"] == field
    assert message in answer["error"]["message"]


@pytest.mark.parametrize(("line", "code"), [(b"{", "not_json"), (b"[]", "not_json"), (b"\xff", "not_utf8")])
def test_an_invalid_request_is_answered_too(engine: Engine, line: bytes, code: str) -> None:
    answer = ask(engine, line)
    assert (answer["id"], answer["error"]["code"]) == (None, code)


def test_a_bug_of_a_bot_does_not_end_the_engine(engine: Engine) -> None:
    class Broken(Bot):
        def choose(self, state: State, budget: Budget) -> Any:
            raise ZeroDivisionError("oops")

    engine.bot = Broken(seed=0)
    answer = ask(engine, {"id": 1, "game": GAME, "position": TEXT})
    assert answer["error"] == {"code": "internal", "message": "a bug in greedy: ZeroDivisionError: oops"}


def test_the_engine_serves_until_the_input_ends(engine: Engine) -> None:
    answers = io.BytesIO()
    line = json.dumps({"id": 1, "game": GAME, "position": TEXT}).encode()
    serve(engine, io.BytesIO(line + b"\n\n" + line), answers)
    assert [json.loads(answer)["id"] for answer in answers.getvalue().splitlines()] == [1, 1]


def test_our_engine_works_as_a_program() -> None:
    bot = Program(f"{sys.executable} -m azulejos engine greedy", seed=9)
    state = dealt(Azul())
    try:
        assert bot.choose(state, Budget()) == make_bot("greedy", 9).choose(state, Budget())
    finally:
        bot.close()
