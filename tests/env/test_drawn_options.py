"""Editions and drawn options in the environments."""

from __future__ import annotations

import pytest

from azulejos import Pavilion, Problem
from azulejos.env import gymnasium, pettingzoo, vector


def test_an_edition() -> None:
    assert pettingzoo.pavilion(edition="mini-fr", players=3).unwrapped.game == Pavilion(3, score_floor=0)
    assert gymnasium.PavilionEnv(edition="mini-fr", starter=1).game == Pavilion(score_floor=0, starter=1)
    assert vector.pavilion(num_envs=2, edition="mini-hu").game == Pavilion()
    with pytest.raises(Problem, match="the edition 'mini-fr' has score_floor=0, not 1"):
        vector.pavilion(edition="mini-fr", score_floor=1)


def test_each_reset_draws_again_with_the_seed() -> None:
    zoo = pettingzoo.pavilion(wild_order="random", starter="random").unwrapped
    solo = gymnasium.PavilionEnv(wild_order="random", starter="random", seat=None)
    for env in (zoo, solo):
        games = []
        for seed in (1, 2, 3, None, None, 1):
            env.reset(seed=seed)
            games.append(env.game)
            assert env.state_now.game == env.game
        assert games[0] == games[-1]
        assert len(set(games)) == 5
        assert {game.starter for game in games} == {0, 1}


def test_each_place_of_many_games_draws_its_own() -> None:
    env = vector.pavilion(num_envs=8, opponents=None, wild_order="random", starter="random")

    def games(seed: int | None) -> list[object]:
        env.reset(seed=seed)
        for number in range(8):
            state = env.state(number)
            assert state.actor == state.game.starter == env.buffers["seats"][number]
        return [env.state(number).game for number in range(8)]

    first = games(5)
    assert len(set(first)) == 8
    assert games(None) != first
    assert games(5) == first
    for _ in range(300):  # some games end, and others begin in their places
        env.step(env.sample())
    assert [env.state(number).game for number in range(8)] == first
