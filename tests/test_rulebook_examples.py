"""The drawn examples of the rules: the engine agrees with every number in their captions, in all languages."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from azulejos import GAMES, position
from azulejos.games.azul.explain import bonuses
from azulejos.language import LANGUAGES
from azulejos.rulebook import rules_markdown
from azulejos.rulebook.examples import examples

TILES = {"azul": ("BYRKW", 20), "pavilion": ("PGOYBR", 22)}


def caption(name: str, code: str = "en") -> str:
    """Return the text under an example."""
    found = re.search(rf"^!\[(.+)\]\(example:{name}\)$", rules_markdown(name.partition("-")[0], code), re.MULTILINE)
    assert found is not None
    return found[1]


def example(name: str, **changes: tuple[str, str]) -> Any:
    """Return the position of an example; `changes` replace a part of a field, and the bag gets all tiles that are left."""
    game, *parts = examples()[name]["position"].split(" ")
    fields = dict(part.split("=", 1) for part in parts)
    for field, (old, new) in changes.items():
        assert old in fields[field]
        fields[field] = fields[field].replace(old, new, 1)
    letters, each = TILES[game]
    left = Counter(dict.fromkeys(letters, each))
    for field in ("displays", "centre", "supply", "lid", "tower", "seat0", "seat1"):
        for part in re.split("[;,/]", fields.get(field, "")):
            counted = re.fullmatch(r"(?:[A-Z]\d+)+", part)
            left -= Counter({a: int(n) for a, n in re.findall(r"([A-Z])(\d+)", part)} if counted else Counter(part))
    fields["bag"] = "".join(f"{letter}{left[letter]}" for letter in letters if left[letter])
    return position(f"{game} " + " ".join(f"{field}={value}" for field, value in fields.items()))


def play(state: Any, *moves: str) -> Any:
    for text in moves:
        state = state.play(state.game.move(text))
    return state


def gains(state: Any, move: str, reason: str, seat: int = 0) -> list[int]:
    """Return the points that a move brings a seat for this reason."""
    return [gain.points for gain in state.explain(state.game.move(move)) if (gain.seat, gain.reason) == (seat, reason)]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", examples())
def test_a_caption_has_the_same_numbers_in_all_languages(name: str, code: str) -> None:
    def numbers(text: str) -> Counter[str]:
        return Counter(re.findall(r"\d+", text))

    left = numbers(caption(name)) - numbers(caption(name, code))
    assert numbers(caption(name, code)) <= numbers(caption(name))
    assert left == ({"3": 1} if (name, code) == ("pavilion-end", "de") else {}), "in German, all 3s are „alle Dreien“"


def test_every_position_of_an_example_has_all_the_tiles() -> None:
    for name in examples():
        if "jokers=yes" not in examples()[name]["position"]:
            assert example(name).text == examples()[name]["position"]


# -- Azul


def test_three_white_tiles_are_taken_and_a_yellow_one_moves() -> None:
    before = example("azul-taking")
    after = play(before, "2W3")
    white, yellow = GAMES["azul"].letters.index("W"), GAMES["azul"].letters.index("Y")
    assert before.displays[1][white] == 3
    assert after.centre[yellow] - before.centre[yellow] == before.displays[1][yellow] == 1


def test_the_marker_and_three_tiles_cost_6() -> None:
    state = play(example("azul-floor"), "1Y4", "0R1")
    assert -sum(gains(state, "0W2", "floor") + gains(state, "0W2", "marker")) == 6
    assert "−6" in caption("azul-floor")


def test_the_blue_tile_scores_6() -> None:
    state = play(
        example("azul-scoring", seat0=("-,-,-,-,-;-;..R../..Y../..BY.", "-,-,BBB,-,-;-;..R../..Y../...Y.")), "1Y4", "0R1"
    )
    assert gains(state, "0W5", "placement") == [6]
    assert "2 + 4 = 6" in caption("azul-scoring")


def test_two_rows_a_column_and_a_colour_score_21() -> None:
    wall = example("azul-end").board(0).wall
    points = sorted(gain.points for gain in bonuses(0, wall))
    assert points == [2, 2, 7, 10]
    assert [int(n) for n in re.findall(r"\d+", caption("azul-end"))] == [4, 7, 10, sum(points)]


# -- Summer Pavilion


def legal(state: Any, start: str) -> list[str]:
    return [move.text for move in state.legal_moves if move.text.startswith(start)]


def test_one_wild_tile_is_taken_too() -> None:
    state = example("pavilion-taking")
    assert legal(state, "2") == ["2O", "2R"]
    assert legal(state, "3") == ["3P"]
    for move in ("2O", "2R"):
        assert sum(play(state, move).board(0).hand) - sum(state.board(0).hand) == 2


def test_three_tiles_with_the_marker_cost_3() -> None:
    state = example("pavilion-marker")
    after = play(state, "0G")
    assert sum(after.board(0).hand) - sum(state.board(0).hand) == 3
    assert state.scores[0] - after.scores[0] == 3
    assert "3" in caption("pavilion-marker")


def test_four_connected_tiles_score_4() -> None:
    state = example(
        "pavilion-run",
        seat0=("R2;....../....../....../....../....../....../GGGG..", "G2;....../....../....../....../....../....../G.GG.."),
    )
    assert gains(state, "6:2G", "placement") == [4]


@pytest.mark.parametrize(
    ("name", "seat", "move", "tiles"),
    [
        ("pavilion-bonus", ("", ""), "0:1B", 2),
        ("pavilion-window", ("P2R1;....../....../....../....RR", "R6;....../....../....../....R."), "3:6R", 3),
    ],
)
def test_features_bring_tiles(name: str, seat: tuple[str, str], move: str, tiles: int) -> None:
    state = example(name, seat0=seat)
    assert f"owed={tiles} " in play(state, move).text
    assert str(tiles) in caption(name)


def test_a_star_and_a_number_score_17_and_12() -> None:
    state = example("pavilion-end")
    assert sorted(gains(state, "pass", "stars") + gains(state, "pass", "numbers")) == [12, 17]
    assert [int(n) for n in re.findall(r"\d+", caption("pavilion-end"))] == [17, 3, 12]


def test_what_the_grey_stars_still_take() -> None:
    hand = "P3G3O3Y3B3R3"
    state = example("pavilion-grey", seat0=("B1R2", hand), tower=("P2R9", "-"))
    colours = {star: {re.sub(r".*:\d(.).*", r"\1", text) for text in legal(state, f"{star}:")} for star in (1, 4)}
    assert colours == {1: {*"PYBR"}, 4: {"Y"}}
