"""Names of the parts of a game: everything that can be pointed at, is on the table or in a position has a name."""

from __future__ import annotations

import re

import pytest

from azulejos import render
from azulejos.language import LANGUAGES, language
from azulejos.render.prompts import BUTTON, kind_of
from azulejos.render.prompts import prompt as prompt_of
from tests.render.games import states
from tests.variants import VARIANTS


@pytest.mark.parametrize("name", VARIANTS)
def test_everything_has_a_name(name: str) -> None:
    game = VARIANTS[name]
    words = render.vocabulary(game.name)
    for state in states(game, 5)[::7]:
        scene = render.scene(state)
        assert {*scene.pieces.values()} <= words.pieces.keys()
        spots = {spot for choice in render.choices(state) for stage in choice.stages for spot in stage}
        for spot in spots:
            if not spot.startswith(BUTTON):
                place = words.places[kind_of(spot)]
                assert place.by_colour == ("/" in spot)
                assert len(spot.partition("/")[0].split(".")) == place.parts
        fields = [field.partition("=") for field in state.text.split()[1:]]
        assert {field for field, _, _ in fields if not field.startswith("seat")} == words.fields.keys()
        assert all(len(value.split(";")) == len(words.seat_fields) for field, _, value in fields if field.startswith("seat"))
        if isinstance(state.actor, int):
            offered = {spot for choice in render.choices(state) for spot in choice.stages[0]}
            assert prompt_of(words.prompts, offered, (), may_stop=False).startswith(("Your turn", "Where", "Take", "Which"))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_names_of_places_have_places_for_the_parts_of_a_spot_alone(game: str, code: str) -> None:
    for place in render.vocabulary(game, language(code)).places.values():
        for text in (place.spot, place.text):
            holes = {*re.findall(r"\{(\w+)\}", text)}
            assert holes <= {"colour", "name", *map(str, range(1, place.parts))}, text


def test_a_game_without_words_has_prompts() -> None:
    prompts = render.prompts.with_defaults((), language("en"))
    assert prompt_of(prompts, ["?move.R1"], (), may_stop=False) == "Your turn"
    assert prompt_of(prompts, ["somewhere.1"], ["?a"], may_stop=False) == "What next?"
    assert prompt_of((), ["?a"], (), may_stop=False) == ""
