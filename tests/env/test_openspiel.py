"""The games for OpenSpiel: its own simulation test, unchanged playthroughs, and its MCTS plays them.

`python tests/env/test_openspiel.py` regenerates the playthroughs.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

# ruff: noqa: E402 (OpenSpiel may be missing)
from azulejos import Azul, Deal, Pavilion
from azulejos.env.observation import Encoder
from tests.needs import require

require("openspiel")

import pyspiel
from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.observation import make_observation

from azulejos.env import openspiel

FOLDER = Path(__file__).parent / "playthroughs"
PLAYTHROUGHS = {"azul": "azulejos_azul(round_limit=1)", "pavilion": "azulejos_pavilion(board=grey)"}


@pytest.mark.compiled
@pytest.mark.parametrize(
    "spec",
    [
        "azulejos_azul(round_limit=2)",
        "azulejos_azul(players=3,board=grey,jokers=True,round_limit=1)",
        "azulejos_pavilion",
        "azulejos_pavilion(score_floor=0,wild_order=red yellow purple blue green orange)",
        "azulejos_pavilion(edition=mini-fr,starter=1)",
    ],
)
def test_random_sim_test(spec: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(spec), num_sims=1, serialize=True, verbose=False)


@pytest.mark.compiled
@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthroughs_are_unchanged(name: str) -> None:
    stored = gzip.decompress((FOLDER / f"{name}.txt.gz").read_bytes()).decode()
    lines = stored.splitlines()
    actions = [int(line.removeprefix("action: ")) for line in lines if line.startswith("action: ")]
    assert generate_playthrough.playthrough(PLAYTHROUGHS[name], actions) == stored


def test_editions_and_who_starts() -> None:
    assert pyspiel.load_game("azulejos_pavilion(edition=mini-fr,players=3)").rules == Pavilion.edition("mini-fr", 3)
    assert pyspiel.load_game("azulejos_pavilion(edition=)").rules == Pavilion()
    state = pyspiel.load_game("azulejos_azul(starter=1)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.current_player() == 1


def test_a_deal_is_drawn_tile_by_tile() -> None:
    state = pyspiel.load_game("azulejos_azul").new_initial_state()
    for tile in (0, 0, 1, 2, 4):
        assert state.is_chance_node()
        state.apply_action(tile)
    left = dict(state.chance_outcomes())
    assert left == {0: 18 / 95, 1: 19 / 95, 2: 19 / 95, 3: 20 / 95, 4: 19 / 95}
    assert state.action_to_string(3) == "draw K"
    assert str(state).endswith(" + BBYRW")
    for tile in [3] * 15:
        state.apply_action(tile)
    assert state.current_player() == 0
    displays = ((2, 1, 1, 0, 0, 0), (0, 0, 0, 3, 1, 0), *((0, 0, 0, 4, 0, 0),) * 3)
    assert state.table == Azul().start().play(Deal(1, displays))
    assert state.action_to_string(state.legal_actions()[0]) == state.table.legal_moves[0].text


def test_an_empty_bag_is_refilled_and_missing_tiles_are_not_dealt() -> None:
    state = pyspiel.load_game("azulejos_azul").new_initial_state()
    boards = "seat0=0;-,-,-,-,-;-;...../...../...../...../..... seat1=0;-,-,-,-,-;-;...../...../...../...../....."
    state.table = Azul().position(
        "azul players=2 board=coloured jokers=no limit=50 round=3 next=deal phase=offer start=0 marker=centre"
        f" displays=-,-,-,-,- centre=- bag=B2 lid=B18Y20R20K20W20 {boards}"
    )
    assert state.chance_outcomes() == [(0, 1.0)]
    state.apply_action(0)
    state.apply_action(0)
    assert dict(state.chance_outcomes())[0] == 18 / 98


def test_observations_match_our_encoder() -> None:
    game = pyspiel.load_game("azulejos_pavilion(players=3)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    seen = make_observation(game)
    seen.set_from(state, 2)
    assert np.array_equal(seen.tensor, Encoder(Pavilion(3)).observe(state.table, 2))
    assert seen.dict["displays"].shape == (7, 6)
    assert seen.string_from(state, 0) == str(state)
    with pytest.raises(ValueError, match="no parameters"):
        openspiel.Observer(Encoder(Azul()), {"colour": 1})


def test_the_results_add_up_to_zero() -> None:
    game = pyspiel.load_game("azulejos_azul(players=4,round_limit=3)")
    state, dice = game.new_initial_state(), np.random.default_rng(1)
    assert state.returns() == [0.0] * 4
    while not state.is_terminal():
        assert game.max_game_length() >= state.move_number() - 3 * 36
        state.apply_action(int(dice.choice(state.legal_actions())))
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0


@pytest.mark.compiled
def test_openspiel_s_mcts_plays() -> None:
    game = pyspiel.load_game("azulejos_azul(round_limit=1)")
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 10, mcts.RandomRolloutEvaluator(1, dice), random_state=dice, solve=False)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node() or state.current_player() == 1:
            state.apply_action(int(dice.choice(state.legal_actions())))
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, spec in PLAYTHROUGHS.items():
        text = generate_playthrough.playthrough(spec, None, seed=1)
        (FOLDER / f"{name}.txt.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
