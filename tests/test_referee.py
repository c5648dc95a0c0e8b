"""The referee: what it answers, and that no input can crash it."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from azulejos import Azul, Game, IllegalMove, Pavilion, game_from_json
from azulejos.referee import LONGEST_LINE, LONGEST_MESSAGE, Referee, serve

AZUL = {"game": "azul", "players": 2}
PAVILION = {"game": "pavilion", "board": "grey", "players": 3}


def said(referee: Referee, message: object) -> dict[str, Any]:
    """Return the answer to a message, as a program would read it."""
    answer: dict[str, Any] = json.loads(json.dumps(referee.answer(json.dumps(message))))
    return answer


def dealt() -> Referee:
    """Return a referee of Azul with the first round dealt."""
    referee = Referee()
    said(referee, AZUL)
    said(referee, said(referee, {"ask": "draw", "seed": 7}))
    return referee


def test_a_game_starts() -> None:
    state = said(Referee(), PAVILION)["state"]
    assert (state["round"], state["phase"], state["to_move"], state["scores"]) == (1, "acquire", None, [5, 5, 5])


@pytest.mark.parametrize("game", [Azul(players=3, board="grey", jokers=True), Pavilion(players=2)], ids=repr)
def test_a_whole_game(game: Game) -> None:
    referee = Referee()
    dice = random.Random(3)
    answer = said(referee, game.json)
    points = [list(game.start().scores)]
    while answer["state"]["phase"] != "over":
        assert answer == said(referee, {"ask": "state"})
        assert said(referee, {"ask": "result"}) == {"result": None}
        if answer["state"]["to_move"] is None:
            event = said(referee, {"ask": "draw", "seed": dice.getrandbits(32)})
        else:
            action = dice.choice(said(referee, {"ask": "legal"})["legal"])
            event = {"action": {"player": answer["state"]["to_move"], **action}}
        answer = said(referee, event)
        points.append(answer["state"]["scores"])
        explained = said(referee, {"ask": "explain"})
        for seat in range(game.players):
            gained = sum(gain["points"] for gain in explained["explain"] if gain["seat"] == seat)
            assert points[-1][seat] - points[-2][seat] == gained
        assert ("breakdown" in explained) == (answer["state"]["phase"] == "over")
    assert [points[0][seat] + sum(parts.values()) for seat, parts in enumerate(explained["breakdown"])] == points[-1]
    assert said(referee, {"ask": "result"})["result"]["scores"] == points[-1]
    assert said(referee, {"ask": "legal"}) == {"legal": []}
    assert said(referee, {"ask": "draw"})["error"]["code"] == "no_chance"


def test_a_draw_is_not_applied() -> None:
    referee = Referee()
    before = said(referee, AZUL)
    seven = said(referee, {"ask": "draw", "seed": 7})
    assert seven == said(referee, {"ask": "draw", "seed": 7})
    assert set(said(referee, {"ask": "draw"})) == {"deal"}
    assert said(referee, {"ask": "state"}) == before
    assert said(referee, seven)["state"]["factories"] == seven["deal"]["factories"]


def test_pavilion_begins_with_a_refill() -> None:
    referee = Referee()
    said(referee, PAVILION)
    assert sum(said(referee, {"ask": "draw", "seed": 1})["refill"]["tiles"].values()) == 10


def test_the_position_as_text_and_as_a_board() -> None:
    referee = dealt()
    state = referee.states[-1]
    text = said(referee, {"ask": "text"})["text"]
    assert game_from_json({"game": "azul"}).position(text) == state
    assert said(referee, {"ask": "board"}) == {"board": str(state)}


def test_an_action_may_leave_out_its_player() -> None:
    referee = dealt()
    action = said(referee, {"ask": "legal"})["legal"][0]
    assert "player" not in action
    assert said(referee, {"action": action})["state"]["to_move"] == 1


def test_a_new_game_replaces_the_old_one() -> None:
    referee = dealt()
    assert said(referee, PAVILION)["state"]["phase"] == "acquire"
    assert said(referee, {"ask": "explain"})["error"]["code"] == "no_event"


RULES = "a code of the rules"
WRONG = [
    ("{", "not_json"),
    ("", "empty"),
    ("   \t\r\n", "empty"),
    ("[]", "not_json"),
    ("7", "not_json"),
    ('"deal"', "not_json"),
    ("NaN", "not_json"),
    ('{"ask": NaN}', "not_json"),
    ('{"ask": "legal", "ask": "state"}', "not_json"),
    ('{"ask": "\\ud800"}', "not_json"),
    ("[" * 200_000, "not_json"),
    ('{"a":' * 200_000, "not_json"),
    ("1" * 900_000, "not_json"),
    ('{"game": ' + "9" * 4000 + "}", "bad_game"),
    (" " * (LONGEST_LINE + 9), "too_long"),
    (b"\xff\xfe{}", "not_utf8"),
    (b'{"ask": "\xed\xa0\x80"}', "not_utf8"),
    (b"\x00", "not_json"),
    ("{}", "unknown_line"),
    ('{"move": 7}', "unknown_line"),
    ('{"ask": "moves"}', "unknown_question"),
    ('{"ask": 7}', "unknown_question"),
    ('{"ask": ["legal"]}', "unknown_question"),
    ('{"ask": null}', "unknown_question"),
    ('{"ask": "legal", "seed": 7}', "unknown_question"),
    ('{"ask": "draw", "seed": 1.5}', "notation"),
    ('{"ask": "draw", "seed": "7"}', "notation"),
    ('{"ask": "draw", "seed": true}', "notation"),
    ('{"ask": "draw", "seed": 7}', "no_chance"),
    ('{"game": "chess"}', "bad_game"),
    ('{"game": null}', "bad_game"),
    ('{"game": ["azul"]}', "bad_game"),
    ('{"game": "azul", "players": 5}', "bad_option"),
    ('{"game": "azul", "players": 2.0}', "bad_option"),
    ('{"game": "azul", "players": true}', "bad_option"),
    ('{"game": "azul", "players": [2]}', "bad_option"),
    ('{"game": "azul", "board": {}}', "bad_option"),
    ('{"game": "azul", "board": []}', "bad_option"),
    ('{"game": "azul", "jokers": 1}', "bad_option"),
    ('{"game": "azul", "round_limit": 0}', "bad_option"),
    ('{"game": "azul", "speed": 7}', "unknown_option"),
    ('{"game": "azul", "deal": {}}', "unknown_option"),
    ('{"game": "pavilion", "score_floor": 2}', "bad_option"),
    ('{"game": "pavilion", "wild_order": ["red"]}', "bad_option"),
    ('{"game": "pavilion", "wild_order": [{}, [], 1, 2, 3, 4]}', "bad_option"),
    ('{"game": "pavilion", "wild_order": 7}', "bad_option"),
    ('{"game": "pavilion", "wild_order": {"red": 1}}', "bad_option"),
    ('{"deal": {}, "action": {}}', "notation"),
    ('{"deal": {"round": 2, "factories": [{}, {}, {}, {}, {}]}}', RULES),
    ('{"refill": {"tiles": {"blue": 1}}}', RULES),
    ('{"action": {"player": 1, "type": "take", "source": 1, "colour": "red", "line": 1}}', "wrong_seat"),
    ('{"action": {"player": 7, "type": "take", "source": 1, "colour": "red", "line": 1}}', "notation"),
    ('{"action": {"player": 0, "type": "take", "source": 9, "colour": "red", "line": 1}}', RULES),
    ('{"action": {"player": 0, "type": "take", "source": 99, "colour": "red", "line": 1}}', "unknown_move"),
    ('{"action": {"player": 0, "type": "take", "source": 1, "colour": "joker", "line": 1}}', RULES),
    ('{"action": {"player": 0, "type": "tile", "row": 1, "column": 1}}', RULES),
    ('{"action": {"player": 0, "type": "pass", "keep": {}}}', "unknown_move"),
    ('{"action": {"player": 0, "type": {"a": []}}}', "unknown_move"),
]


@pytest.mark.parametrize(("line", "code"), WRONG, ids=[f"{str(line)[:60]}" for line, _ in WRONG])
def test_errors_are_named_and_change_nothing(line: str | bytes, code: str) -> None:
    referee = dealt()
    before = list(referee.states), list(referee.events)
    answer = referee.answer(line)
    json.dumps(answer).encode()
    if code == RULES:
        assert answer["error"]["code"] not in {code for _, code in WRONG} | {"internal"}, answer
    else:
        assert answer["error"]["code"] == code, answer
    assert 0 < len(answer["error"]["message"]) <= LONGEST_MESSAGE
    assert (referee.states, referee.events) == before


@pytest.mark.parametrize("ask", ["legal", "draw", "explain", "state", "result", "text", "board"])
def test_without_a_game_nothing_can_be_asked(ask: str) -> None:
    assert said(Referee(), {"ask": ask})["error"]["code"] == "no_game"
    assert said(Referee(), {"refill": {"tiles": {}}})["error"]["code"] == "no_game"


def test_a_bug_is_a_response_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_spec: object) -> Game:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("azulejos.referee.game_from_json", broken)
    assert said(Referee(), AZUL)["error"] == {"code": "internal", "message": "a bug in azulejos: ZeroDivisionError: oops"}


def test_details_of_an_error_are_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(_spec: object) -> Game:
        raise IllegalMove("x" * 9999, where={1: 2}, long="y" * 9999, seat=3)

    monkeypatch.setattr("azulejos.referee.game_from_json", refuses)
    error = said(Referee(), AZUL)["error"]
    assert error["seat"] == 3
    assert "long" not in error
    assert len(error["message"]) == LONGEST_MESSAGE


def test_one_line_in_one_line_out() -> None:
    lines = [
        json.dumps(AZUL).encode(),
        b"",
        b"\xff",
        b"[" * 10_000_000,
        b" " * (LONGEST_LINE + 1),
        b'{"ask": "state"}' + b" " * (LONGEST_LINE - 16),
        b"\r",
        b'{"ask": "legal"}\r',
        b'{"ask": "text"}',  # without a line feed, at the end
    ]
    out = io.BytesIO()
    serve(io.BytesIO(b"\n".join(lines)), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        None, "empty", "not_utf8", "too_long", "too_long", None, "empty", None, None,
    ]  # fmt: skip


def test_no_input_no_answers() -> None:
    out = io.BytesIO()
    serve(io.BytesIO(b""), out)
    assert out.getvalue() == b""


WORDS = [
    *(
        "game",
        "azul",
        "pavilion",
        "players",
        "board",
        "grey",
        "jokers",
        "wild_order",
        "ask",
        "legal",
        "draw",
        "seed",
        "explain",
    ),
    *("deal", "refill", "action", "round", "factories", "tiles", "player", "type", "take", "source", "colour", "red", "line"),
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=5),
    max_leaves=12,
)


@given(st.text() | st.binary() | st.dictionaries(st.sampled_from(WORDS), JSON, max_size=4).map(json.dumps))
@example('{"game": "azul", "players": 1e999}')
@example('{"action": {"type": "take", "source": -0, "colour": "red", "line": 1e0}}')
def test_no_input_crashes_the_referee(line: str | bytes) -> None:
    referee = dealt()
    answer = referee.answer(line)
    json.dumps(answer).encode()
    assert isinstance(answer, dict)
    assert answer.get("error", {}).get("code") != "internal", answer
