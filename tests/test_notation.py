"""Events as text and JSON: they round-trip, and nothing else is accepted."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import CHANCE, Azul, Deal, Game, IllegalMove, NotationError, Pavilion, Problem, Refill, position
from azulejos.notation import (
    bunch_from_json,
    bunch_from_text,
    bunch_json,
    bunch_text,
    check_seat,
    event_from_json,
    event_from_text,
    event_json,
    event_text,
    integer_from_text,
    option_from_text,
    option_text,
    parse_json,
)

AZUL = Azul(players=2)
PAVILION = Pavilion(players=2)
JOKERS = Azul(players=4, board="grey", jokers=True)
GAMES: list[Game] = [AZUL, JOKERS, PAVILION, Pavilion(players=3, board="grey")]
DISPLAYS = [{"blue": 4}, {"red": 2, "white": 2}, {"black": 4}, {"yellow": 4}, {}]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_event_of_a_game_round_trips(game: Game) -> None:
    dice = random.Random(3)
    state = game.start()
    while state.outcome is None:
        event = state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves)
        seat = state.actor if isinstance(state.actor, int) else None
        assert event_from_text(game, event_text(game, event)) == event
        spelled = json.loads(json.dumps(event_json(game, event, seat)))
        assert event_from_json(game, spelled) == (event, seat)
        state = state.play(event)


@pytest.mark.parametrize("game", [JOKERS, PAVILION], ids=repr)
def test_every_move_round_trips(game: Game) -> None:
    for move in game.moves:
        assert event_from_text(game, event_text(game, move)) is move
        assert event_from_json(game, event_json(game, move, 1)) == (move, 1)
        assert event_from_json(game, event_json(game, move)) == (move, None)


def test_a_deal_reads_like_the_table() -> None:
    deal = event_from_text(AZUL, "deal 1 BBBB WWRR KKKK YYYY -")
    assert event_json(AZUL, deal) == {"deal": {"round": 1, "factories": DISPLAYS}}
    assert event_text(AZUL, deal) == "deal 1 BBBB RRWW KKKK YYYY -"


def test_a_refill_reads_like_the_supply() -> None:
    refill = event_from_text(PAVILION, "refill RPPG")
    assert refill == Refill((2, 1, 0, 0, 0, 1))
    assert event_text(PAVILION, refill) == "refill PPGR"
    assert event_json(PAVILION, refill) == {"refill": {"tiles": {"purple": 2, "green": 1, "red": 1}}}


def test_writing_an_action_leaves_the_move_as_it_was() -> None:
    move = AZUL.move("3R2")
    event_json(AZUL, move)["action"]["line"] = 5
    assert AZUL.move("3R2").action["line"] == 2


@given(st.lists(st.integers(0, 99), min_size=6, max_size=6))
def test_bunches_round_trip(counts: list[int]) -> None:
    bunch = tuple(counts)
    assert bunch_from_text(PAVILION, bunch_text(PAVILION, bunch)) == bunch
    assert bunch_from_json(PAVILION, bunch_json(PAVILION, bunch), "tiles") == bunch


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("deal", "the round and the tiles of 5 factories, not 'deal'"),
        ("deal 1", "5 factories, not 'deal 1'"),
        ("deal 1 BBBB", "5 factories, not 'deal 1 BBBB'"),
        ("deal 1 B B B B B B", "5 factories, not 'deal 1 B B B B B B'"),
        ("deal 0 B B B B B", "a whole number from 1, not 0"),
        ("deal -1 B B B B B", "a whole number from 1, not -1"),
        ("deal x B B B B B", "'x' is not a whole number"),
        ("deal ² B B B B B", "is not a whole number"),
        ("deal " + "9" * 5000 + " B B B B B", "is not a whole number"),
        ("deal 1  B B B B", "or - for no tiles, not ''"),
        ("deal 1 B B B B Q", "use the letters B blue, Y yellow"),
        ("deal 1 B B B B b", "use the letters"),
        ("deal 1 B B B B " + "B" * 100, "1 to 99 letters"),
        ("refill", "`refill` and letters of tiles"),
        ("refill B B", "`refill` and letters of tiles"),
        ("", "is not a move in Azul"),
        ("3Q2", "is not a move in Azul"),
        (" 3R2", "is not a move in Azul"),
        ("3R2\n", "is not a move in Azul"),
        ("x" * 100_000, "is not a move in Azul"),
    ],
)
def test_text_that_is_no_event(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        event_from_text(AZUL, text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (None, "an event must be an object"),
        ([], "an event must be an object"),
        ({}, "not with nothing"),
        ({"deal": {}, "refill": {}}, "one of `deal`, `refill` and `action`"),
        ({"take": {}}, "not with 'take'"),
        ({"deal": 7}, "`deal` must be an object with `round` and `factories`, not 7"),
        ({"deal": {"round": 1}}, "`deal` needs `factories`"),
        ({"deal": {"factories": DISPLAYS}}, "`deal` needs `round`"),
        ({"deal": {"round": 1, "factories": DISPLAYS, "seed": 7}}, "`deal` has no 'seed'"),
        ({"deal": {"round": True, "factories": DISPLAYS}}, "`round` must be a whole number from 1, not true"),
        ({"deal": {"round": 1.0, "factories": DISPLAYS}}, "`round` must be a whole number"),
        ({"deal": {"round": 0, "factories": DISPLAYS}}, "`round` must be a whole number"),
        ({"deal": {"round": 10**30, "factories": DISPLAYS}}, "`round` must be a whole number"),
        ({"deal": {"round": 1, "factories": {}}}, "`factories` must be a list of 5 bunches, not {}"),
        ({"deal": {"round": 1, "factories": DISPLAYS[:4]}}, "a list of 5 bunches, not a list of 4"),
        ({"deal": {"round": 1, "factories": [*DISPLAYS[:4], 3]}}, "`factories[4]` must be a bunch like"),
        ({"deal": {"round": 1, "factories": [*DISPLAYS[:4], {"green": 1}]}}, "`factories[4]` has an unknown colour, 'green'"),
        ({"deal": {"round": 1, "factories": [*DISPLAYS[:4], {"blue": 0}]}}, "leave out zeros"),
        ({"deal": {"round": 1, "factories": [*DISPLAYS[:4], {"blue": -1}]}}, "a whole number from 1 to 99"),
        ({"deal": {"round": 1, "factories": [*DISPLAYS[:4], {"blue": True}]}}, "not true"),
        ({"deal": {"round": 1, "factories": [*DISPLAYS[:4], {"blue": 1.0}]}}, "not 1.0"),
        ({"deal": {"round": 1, "factories": [*DISPLAYS[:4], {"blue": 10**30}]}}, "from 1 to 99"),
        ({"refill": {}}, "`refill` needs `tiles`"),
        ({"refill": {"tiles": []}}, "`tiles` must be a bunch"),
        ({"action": []}, "`action` must be an object"),
        ({"action": {}}, "`type`"),
        (
            {"action": {"player": 2, "type": "take", "source": 3, "colour": "red", "line": 2}},
            "`player` must be a seat from 0 to 1, not 2",
        ),
        ({"action": {"player": False, "type": "take", "source": 3, "colour": "red", "line": 2}}, "not false"),
        ({"action": {"player": None, "type": "take", "source": 3, "colour": "red", "line": 2}}, "not null"),
        ({"action": {"type": "take", "source": 3, "colour": "red"}}, "needs `line`"),
        ({"action": {"type": "take", "source": 3, "colour": "red", "line": True}}, "take"),
        ({"action": {"type": "take", "source": 3, "colour": "red", "line": 2, "note": ""}}, "no `note`"),
        ({"action": {"type": "take", "source": [3], "colour": "red", "line": 2}}, "`source`"),
    ],
)
def test_json_that_is_no_event(value: Any, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        event_from_json(AZUL, value)
    assert says in str(caught.value)


def test_a_seat_out_of_turn() -> None:
    state = AZUL.start()
    check_seat(state, 1)  # no player's turn: the rules decide what is wrong here
    state = state.play(state.draw(random.Random(1)))
    check_seat(state, 0)
    check_seat(state, None)
    with pytest.raises(IllegalMove, match="it is the turn of seat 0, not of seat 1") as caught:
        check_seat(state, 1)
    assert caught.value.code == "wrong_seat"


def test_options_as_people_write_them() -> None:
    for game in GAMES:
        for name, value in game.json.items():
            if name != "game":
                read = option_from_text(type(game), name, option_text(value))
                assert read == (tuple(value) if isinstance(value, list) else value)
    with pytest.raises(NotationError, match="`jokers` must be true or false, not 'yes'"):
        option_from_text(Azul, "jokers", "yes")
    assert option_from_text(Azul, "speed", "7") == "7"
    assert integer_from_text("-12") == -12
    for wrong in ("", "-", "+1", "1_0", " 1", "1.0", "٣", "--1"):
        with pytest.raises(NotationError):
            integer_from_text(wrong)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "nul", "NaN", "[Infinity]", "-Infinity", "1 2", "{'a': 1}", "\ufeff{}", '"\x00"'),
        *('{"a": 1, "a": 2}', '"\\ud800"', '{"\\udfff": 1}', "1" * 5000),
        *("[" * 100_000, "[" * 30 + "]" * 30, '{"a":' * 30 + "1" + "}" * 30),
    ],
)
def test_invalid_json(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_json(text)
    assert caught.value.code == "not_json"


def test_json_is_read_whole() -> None:
    assert parse_json(' {"a": [1, -2.5, true, null, "é", "\\ud83d\\ude00"]} ') == {"a": [1, -2.5, True, None, "é", "😀"]}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["deal", "refill", "action", "round", "factories", "tiles", "type", "player", "red"]), inner
        )
    ),
    max_leaves=12,
)


@given(value=JSON, game=st.sampled_from(GAMES))
def test_hostile_json_raises_only_problems(value: Any, game: Game) -> None:
    try:
        event, seat = event_from_json(game, value)
    except Problem:
        return
    assert event_from_json(game, event_json(game, event, seat)) == (event, seat)


@given(text=st.text() | st.from_regex(r"(deal|refill) [0-9 A-Z-]*"), game=st.sampled_from(GAMES))
def test_hostile_text_raises_only_problems(text: str, game: Game) -> None:
    try:
        event = event_from_text(game, text)
    except Problem:
        return
    assert event_from_text(game, event_text(game, event)) == event
    if isinstance(event, Deal):
        assert len(event.displays) == game.displays


def test_the_positions_in_the_docs_are_positions() -> None:
    page = (Path(__file__).parents[1] / "docs" / "format.md").read_text(encoding="utf-8")
    found = re.findall(r"```\n((?:azul|pavilion) players=.*?)```", page, re.DOTALL)
    assert len(found) == 2
    for text in (" ".join(one.split()) for one in found):
        assert position(text).text == text
