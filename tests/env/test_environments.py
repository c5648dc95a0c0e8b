"""The environments for PettingZoo and Gymnasium: they pass those libraries' own tests, and follow our rules."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from azulejos import IllegalMove, Problem
from azulejos.env import pettingzoo
from azulejos.env.gymnasium import AzulEnv, PavilionEnv, SoloEnv, register
from azulejos.env.pictures import show
from azulejos.env.vector import BatchEnv

KINDS = [pettingzoo.azul, pettingzoo.pavilion]

ONLY_BY_NAME = [
    # PettingZoo warns about every observation with a mask in it, except for its own environments, which it knows by name.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
]


@pytest.fixture
def known_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        for message in ONLY_BY_NAME:
            warnings.filterwarnings("ignore", message)
        yield


OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 3, "reward": "margin"},
    {"players": 4, "board": "grey", "reward": "score", "max_rounds": 2},
]


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.usefixtures("known_warnings")
def test_pettingzoo_s_api_test(make: Callable[..., Any], options: dict[str, Any]) -> None:
    api_test(make(**options), num_cycles=60)


@pytest.mark.parametrize("make", KINDS)
def test_pettingzoo_s_seed_test(make: Callable[..., Any]) -> None:
    seed_test(make, num_cycles=30)


@pytest.mark.parametrize("make", KINDS)
def test_pettingzoo_s_render_test(make: Callable[..., Any]) -> None:
    render_test(make, custom_tests={"svg": lambda picture: picture.startswith("<svg")})


def test_a_game_of_several_agents() -> None:
    env = pettingzoo.azul(players=3)
    env.reset(seed=7)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        if terminated or truncated:
            assert not observation["action_mask"].any()
            env.step(None)
        else:
            assert np.array_equal(observation["action_mask"], info["action_mask"])
            waiting = next(other for other in env.agents if other != agent)
            assert not env.observe(waiting)["action_mask"].any()
            env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) == 1 or list(total.values()).count(max(total.values())) > 1


def test_illegal_moves_of_several_agents_are_refused() -> None:
    env = pettingzoo.azul()
    env.reset(seed=7)
    with pytest.raises(IllegalMove, match="r5c5 is not legal"):
        env.step(689)
    with pytest.raises(Problem, match="player_0 is to move"):
        env.unwrapped.step(None)


def test_a_round_limit_truncates() -> None:
    env = pettingzoo.pavilion(max_rounds=1, reward="margin")
    env.reset(seed=3)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert not terminated
        env.step(None if truncated else env.action_space(agent).sample(observation["action_mask"]))
    assert env.unwrapped.state_now.round == 1


def test_human_mode_prints(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.azul(render_mode="human")
    env.reset(seed=7)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert "round 1" in capsys.readouterr().out.lower()
    assert show(env.unwrapped.state_now, None) is None


@pytest.mark.parametrize("name", ["Azul", "SummerPavilion"])
def test_gymnasium_s_check_env(name: str) -> None:
    check_env(gymnasium.make(f"azulejos/{name}-v0", opponents="greedy").unwrapped)


def test_gymnasium_finds_them_by_name() -> None:
    register()  # a second time changes nothing
    env = gymnasium.make("azulejos.env.gymnasium:azulejos/Azul-v0", players=3, opponents=["greedy", "random"], seat=1)
    _, info = env.reset(seed=1)
    assert info["seat"] == 1
    many = gymnasium.make_vec("azulejos/SummerPavilion-v0", num_envs=4, board="grey")
    assert isinstance(many, BatchEnv)
    assert many.reset(seed=1)[0]["action_mask"].shape == (4, 1865)


@pytest.mark.parametrize("kind", [AzulEnv, PavilionEnv])
@pytest.mark.parametrize("reward", ["result", "margin", "score"])
def test_one_agent_against_bots(kind: Callable[..., SoloEnv], reward: str) -> None:
    env = kind(opponents="random", seat=None, reward=reward, players=2)
    _, info = env.reset(seed=4)
    start, total, over = info["scores"], 0.0, False
    while not over:
        _, gained, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        total += gained
        over = terminated or truncated
    mine, other = info["scores"][env.seat], info["scores"][1 - env.seat]
    outcome = env.state_now.outcome
    assert outcome is not None
    won = 0.0 if len(outcome.winners) == 2 else 1.0 if env.seat in outcome.winners else -1.0
    assert total == {"result": won, "margin": mine - other, "score": mine - start[env.seat]}[reward]


def test_one_agent_s_round_limit() -> None:
    env = AzulEnv(max_rounds=1)
    _, info = env.reset(seed=4)
    truncated = False
    while not truncated:
        _, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert not terminated
    assert reward == 0


def test_an_illegal_move_loses_or_is_refused() -> None:
    env = AzulEnv(opponents="greedy")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(689)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "r5c5 is not legal" in info["illegal"]
    env = AzulEnv(illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="r5c5 is not legal"):
        env.step(689)


def test_equal_seeds_play_equal_games() -> None:
    games = []
    for _ in range(2):
        env = AzulEnv(seat=None, opponents="greedy:blur=3")
        observation, info = env.reset(seed=11)
        for _ in range(10):
            observation, *_, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        games.append((env.state_now, observation["observation"].tolist()))
    assert games[0] == games[1]


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    env = AzulEnv(render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.ndim == 3
    assert picture.dtype == np.uint8
    printing = PavilionEnv(render_mode="human")
    _, info = printing.reset(seed=1)
    printing.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert "round 1" in capsys.readouterr().out.lower()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": ["greedy", "greedy"]}, "`opponents` must be 1 of 2 players, not 2"),
        ({"opponents": "nobody"}, "there is no bot 'nobody'"),
        ({"seat": 2}, "`seat` must be a number from 0 to 1"),
        ({"illegal": "ignore"}, "`illegal` must be lose or raise"),
        ({"render_mode": "3d"}, "`render_mode` must be human, ansi, rgb_array or svg"),
        ({"max_rounds": 0}, "`max_rounds` must be a number"),
        ({"reward": "money"}, "`reward` must be result, margin or score"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(Problem, match=message):
        AzulEnv(**options).reset(seed=1)
