"""Parsers of the core with hostile input: they raise only `Problem`s, and what they accept is valid.

The compiled rules check no bounds, so an invalid position could do anything. Every accepted position is played on here.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from azulejos import CHANCE, Game, NotationError, Problem, State, core, game_from_json
from azulejos.testing import Walk, check_turn, check_value, tiles_in
from tests.variants import VARIANTS

T = TypeVar("T")

games = st.sampled_from(sorted(VARIANTS)).map(VARIANTS.__getitem__)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)

FIELDS = {
    "round": ("0", "1", "6", "50", "51"),
    "next": ("0", "1", "2", "3", "4", "deal", "over", "refill:0", "refill:3", "refill:deal", "refill:over"),
    "phase": ("offer", "tiling", "over", "acquire", "play", "bonus"),
    "owed": ("0", "1", "3", "4"),
    "start": ("0", "1", "2", "3", "centre"),
    "marker": ("0", "1", "2", "3", "centre"),
}
"""Words that could be in a field of some position."""


def read(parse: Callable[[Any], T], value: Any, *codes: str) -> T | None:
    """Return what a parser makes of a value; `None` if it refuses it with one of these codes."""
    try:
        return parse(value)
    except Problem as refusal:
        problem = refusal
    assert problem.code in codes
    assert str(problem)
    return None


def walked(game: Game, seed: int, events: int) -> State:
    """Return a state of a random game."""
    walk = Walk(game, random.Random(seed))
    for _ in range(events):
        if walk.state.outcome is None:
            go_on(walk)
    return walk.state


def go_on(walk: Walk) -> None:
    state = walk.state
    walk.state = state.play(state.draw(walk.rng) if state.actor is CHANCE else walk.some_move())


@st.composite
def positions(draw: st.DrawFn) -> tuple[Game, str]:
    """Return a game, and the text of one of its positions with one to three errors (or at least changes)."""
    game = draw(games)
    seed = draw(st.integers(0, 3))
    text = walked(game, seed, draw(st.integers(0, 150))).text
    for _ in range(draw(st.integers(1, 3))):
        text = draw(st.sampled_from((change_character, swap_characters, change_field, move_field)))(draw, text)
    return game, text


def change_character(draw: st.DrawFn, text: str) -> str:
    place = draw(st.integers(0, len(text) - 1))
    what = draw(st.sampled_from(["", *"BYRKWJPGO.-*0123456789,;/= \n²"]) | st.characters())
    return text[:place] + what + text[place + draw(st.integers(0, 1)) :]


def swap_characters(draw: st.DrawFn, text: str) -> str:
    one, two = sorted(draw(st.tuples(*[st.integers(0, len(text) - 1)] * 2)))
    return text if one == two else text[:one] + text[two] + text[one + 1 : two] + text[one] + text[two + 1 :]


def change_field(draw: st.DrawFn, text: str) -> str:
    fields = text.split(" ")
    name = draw(st.sampled_from(sorted(FIELDS)))
    value = draw(st.sampled_from(FIELDS[name]))
    return " ".join(f"{name}={value}" if field.startswith(f"{name}=") else field for field in fields)


def move_field(draw: st.DrawFn, text: str) -> str:
    fields = text.split(" ")
    field = fields.pop(draw(st.integers(0, len(fields) - 1)))
    fields.insert(draw(st.integers(0, len(fields))), field)
    return " ".join(fields)


@settings(max_examples=300 if core.COMPILED else 60, deadline=None)
@given(positions())
def test_a_position_is_refused_or_can_be_played_on(given: tuple[Game, str]) -> None:
    game, text = given
    state = read(game.position, text, "bad_position")
    if state is None:
        return
    tiles = tiles_in(state)
    walk = Walk(game, random.Random(1))
    walk.state = state
    for _ in range(30):
        check_turn(walk.state)
        if walk.state.outcome is not None:
            break
        go_on(walk)
    assert tiles_in(walk.state) == tiles
    check_value(state)
    check_value(walk.state)


@settings(max_examples=50)
@given(games, st.text() | JSON)
def test_an_invalid_position_is_refused(game: Game, value: Any) -> None:
    with pytest.raises(NotationError):
        game.position(value)


@given(games, st.text(alphabet="0123456789BYRKWJPGOrc:+pas", max_size=8) | st.text())
@example(VARIANTS["azul-grey-2p"], "r١c٢")
@example(VARIANTS["pavilion-grey-2p"], "pass:")
def test_a_text_is_a_move_or_refused(game: Game, text: str) -> None:
    move = read(game.move, text, "unknown_move")
    assert move is None or move.text == text


@given(games, st.integers() | st.integers(-5, 2000) | st.booleans() | st.none() | st.floats())
def test_an_id_is_a_move_or_refused(game: Game, id: Any) -> None:
    move = read(game.move, id, "unknown_move")
    assert move is None or (type(id), id) == (int, move.id)


@st.composite
def actions(draw: st.DrawFn) -> tuple[Game, Any]:
    """Return a game, and an action of it with some fields changed, left out or added."""
    game = draw(games)
    action = dict(draw(st.sampled_from(game.moves)).action)
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from([*action, "jokers", "player", "keep", ""]))
        action.pop(name, None)
        if draw(st.booleans()):
            action[name] = draw(JSON | st.integers(0, 9) | st.sampled_from([*game.colours, True, 1.0, {"red": 1}]))
    return game, action


@settings(max_examples=200)
@given(actions())
def test_an_action_is_a_move_or_refused(given: tuple[Game, Any]) -> None:
    game, action = given
    move = read(game.move, action, "unknown_move")
    bare = {name: value for name, value in action.items() if name != "player"}
    assert move is None or repr(sorted(move.action.items())) == repr(sorted(bare.items())), "1 is neither true nor 1.0"


@st.composite
def specs(draw: st.DrawFn) -> Any:
    """Return a JSON object that is almost a game."""
    spec = dict(draw(games).json)
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from([*spec, "jokers", "score_floor", "seed"]))
        spec.pop(name, None)
        if draw(st.booleans()):
            spec[name] = draw(JSON | st.sampled_from([2, True, 2.0, 0, 1, "grey", ["red"] * 6, [[]], {}]))
    return spec


@given(specs() | JSON)
def test_a_game_is_understood_or_refused(spec: Any) -> None:
    game = read(game_from_json, spec, "bad_game", "bad_option", "unknown_option")
    if game is None:
        return
    assert game_from_json(game.json) == game
    assert game.start().game == game
    assert all(repr(game.json[name]) == repr(value) for name, value in spec.items()), "2 is neither true nor 2.0"


def test_name_and_board_of_a_game_must_be_strings() -> None:
    for spec in ({"game": ["azul"]}, {"game": "azul", "board": ["grey"]}, {"game": "pavilion", "wild_order": [["red"]] * 6}):
        with pytest.raises(Problem):
            game_from_json(spec)
