"""Words of six lanes: their functions in Python, and that the C twins of the compiled rules return the same.

The twins can't be called from here. But every random game uses all of them, so games of one seed are compared, compiled
and uncompiled, with `random_games.json`. After a change of how random games are played:

    python -m tests.core.test_bitlanes
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import CHANCE, Azul, Game, Pavilion, State
from azulejos.core import bitlanes, xorshift
from azulejos.games import azul, pavilion
from tests.variants import VARIANTS

GOLDEN = Path(__file__).parent.parent / "data" / "random_games.json"
GAMES, SEED = 10, 2017

bunches = st.tuples(*[st.integers(0, 132)] * 6)
masks = st.integers(1, 2**64 - 1)


# -- the functions


@given(bunches)
def test_a_bunch_has_a_lane_for_each_colour(bunch: tuple[int, ...]) -> None:
    word = bitlanes.pack(bunch)
    assert word < 2**60
    assert bitlanes.unpack(word) == bunch
    assert tuple(bitlanes.count(word, colour) for colour in range(6)) == bunch
    assert sum(bitlanes.tiles(n, colour) for colour, n in enumerate(bunch)) == word
    assert bitlanes.size(word) == sum(bunch)
    assert bitlanes.unpack(bitlanes.present(word)) == tuple(int(n > 0) for n in bunch)


@given(bunches, bunches)
def test_a_bunch_contains_what_can_be_taken_out_of_it(bunch: tuple[int, ...], part: tuple[int, ...]) -> None:
    assert bitlanes.contains(bitlanes.pack(bunch), bitlanes.pack(part)) == all(n >= m for n, m in zip(bunch, part, strict=True))
    both = tuple(n + m for n, m in zip(bunch, part, strict=True))
    assert bitlanes.contains(bitlanes.pack(both), bitlanes.pack(part))


@given(bunches.filter(any), st.data())
def test_tiles_lie_in_the_order_of_their_colours(bunch: tuple[int, ...], data: st.DataObject) -> None:
    in_order = [colour for colour in range(6) for _ in range(bunch[colour])]
    n = data.draw(st.integers(0, len(in_order) - 1))
    assert bitlanes.nth_tile(bitlanes.pack(bunch), n) == in_order[n]


@given(masks, st.data())
def test_bits_of_a_mask(mask: int, data: st.DataObject) -> None:
    places = [place for place in range(64) if mask >> place & 1]
    n = data.draw(st.integers(0, len(places) - 1))
    assert bitlanes.popcount(mask) == len(places)
    assert bitlanes.lowest(mask) == places[0]
    assert bitlanes.nth_bit(mask, n) == places[n]


@given(st.integers(0, 59))
def test_a_bit_lies_in_a_lane(bit: int) -> None:
    assert bitlanes.count(1 << bit, bitlanes.lane_of(bit)) == 1 << bit % bitlanes.LANE


@given(st.integers(1, 2**64 - 1), st.integers(1, 1000))
def test_dice_are_reproducible(dice: int, n: int) -> None:
    rolled = xorshift.roll(dice)
    assert 0 < rolled < 2**64
    assert 0 <= xorshift.below(rolled, n) < n


def test_dice_of_a_seed_are_those_of_splitmix64() -> None:
    # The first numbers of splitmix64 for the seed 1234567, as published with its reference code.
    assert [xorshift.stir(1234567, number) for number in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    assert xorshift.roll(1) == 1082269761  # xorshift64 with 13, 7, 17


def test_all_numbers_below_are_equally_likely() -> None:
    dice, counts = xorshift.stir(1, 0), [0] * 7
    for _ in range(7000):
        dice = xorshift.roll(dice)
        counts[xorshift.below(dice, 7)] += 1
    assert sum((n - 1000) ** 2 / 1000 for n in counts) < 22.5  # the 0.1 % quantile of chi-square with 6 degrees of freedom


# -- the twins


def results() -> dict[str, list[int]]:
    """Return decisions and points of some random games of every variant."""
    found: dict[str, list[int]] = {}
    for name, game in VARIANTS.items():
        found[name] = list(random_games(game, GAMES, SEED))
        if isinstance(game, Pavilion):
            found[f"{name} eager"] = list(random_games(game, GAMES, SEED, eager=True))
    return found


def random_games(game: Game, games: int, seed: int, **policy: bool) -> tuple[int, int]:
    rules: Any = azul.rules if isinstance(game, Azul) else pavilion.rules
    decisions, points = rules.random_games(game, games, seed, **policy)
    return decisions, points


def test_random_games_are_the_same_compiled_and_uncompiled() -> None:
    golden: dict[str, list[int]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert results() == golden, "if random games were meant to change: python -m tests.core.test_bitlanes"


def test_another_seed_plays_different_games() -> None:
    assert random_games(Azul(), 3, 1) == random_games(Azul(), 3, 1)
    assert random_games(Azul(), 3, 1) != random_games(Azul(), 3, 2)


LIMIT = {  # typical random games: moves per game, mean score (from the yardsticks in C++, 100,000 games or more)
    ("azul", 2, False): (70.3, 2.95),
    ("azul", 3, False): (90.0, 2.45),
    ("azul", 4, False): (108.3, 2.07),
    ("pavilion", 2, False): (88.5, 5.32),
    ("pavilion", 3, False): (119.3, 5.13),
    ("pavilion", 4, False): (148.7, 5.03),
    ("pavilion", 2, True): (123.7, 40.2),
    ("pavilion", 3, True): (167.1, 37.9),
    ("pavilion", 4, True): (208.5, 36.7),
}


@pytest.mark.compiled
@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players", "eager"), LIMIT)
def test_random_games_match_the_yardsticks(name: str, players: int, eager: bool) -> None:
    game = VARIANTS[f"{name}-coloured-{players}p"]
    decisions, points = random_games(game, 50_000, 1, **({"eager": True} if eager else {}))
    moves, score = LIMIT[name, players, eager]
    assert decisions / 50_000 == pytest.approx(moves, rel=0.004)
    assert points / players / 50_000 == pytest.approx(score, rel=0.02)


@pytest.mark.compiled
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["azul-grey-2p", "azul-coloured-3p-jokers", "azul-grey-4p-jokers", "pavilion-grey-2p"])
def test_random_games_in_the_core_match_those_outside(name: str) -> None:
    game = VARIANTS[name]
    outside = [decisions_outside(game, random.Random(seed)) for seed in range(300)]
    inside = random_games(game, 20_000, 1)[0] / 20_000
    assert abs(fmean(outside) - inside) < 4 * stdev(outside) / 300**0.5


def decisions_outside(game: Game, rng: random.Random) -> int:
    """Return the decisions of a random game played through the contract."""
    state: State = game.start()
    decisions = 0
    while state.outcome is None:
        decisions += state.actor is not CHANCE
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(state.legal_moves))
    return decisions


if __name__ == "__main__":
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in results().items())
    GOLDEN.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
