"""The vector environment: many games in the core follow exactly the rules, and report it in arrays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from azulejos import Azul, Game, IllegalMove, Pavilion, Problem
from azulejos.env.observation import Encoder
from azulejos.env.rewards import margins, results, rewards
from azulejos.env.vector import BatchEnv, azul, buffers, pavilion
from tests.variants import FEWER_UNCOMPILED, VARIANTS


@pytest.mark.parametrize("name", FEWER_UNCOMPILED)
def test_every_step_follows_the_rules(name: str) -> None:
    game = VARIANTS[name]
    env = BatchEnv(game, 2, opponents=None, reward="score")
    env.reset(seed=5)
    encoder = Encoder(game)
    for _ in range(120):
        before = [env.state(number) for number in range(2)]
        actions = env.sample().copy()
        observations, reward, ended, _, infos = env.step(actions)
        for number in range(2):
            state = env.state(number)
            mover = before[number].actor
            assert isinstance(mover, int)
            assert reward[number] == infos["rewards"][number, mover]
            after = before[number].play(game.moves[actions[number]])
            assert ended[number] == (after.outcome is not None)
            if ended[number]:
                assert tuple(infos["scores"][number]) == after.scores
                assert state.round == 1
            else:
                assert tuple(infos["scores"][number]) == state.scores
                assert infos["rewards"][number].tolist() == rewards("score", before[number], after, False)
            actor = state.actor
            assert actor == infos["seats"][number]
            assert isinstance(actor, int)
            numbers, mask = encoder.encode(state, actor)
            assert np.array_equal(observations["observation"][number], numbers)
            assert np.array_equal(observations["action_mask"][number], mask)


@pytest.mark.parametrize("game", [Azul(3), Pavilion(2), Azul(2, "grey")], ids=lambda game: game.name)
@pytest.mark.parametrize("reward", ["result", "margin"])
def test_rewards_at_the_end(game: Game, reward: str) -> None:
    env = BatchEnv(game, 4, opponents=None, reward=reward)
    env.reset(seed=1)
    games = 0
    while games < 6:
        before = [env.state(number) for number in range(4)]
        actions = env.sample().copy()
        *_, ended, _, infos = env.step(actions)
        for number in range(4):
            outcome = before[number].play(game.moves[actions[number]]).outcome
            right = [0.0] * game.players
            if outcome is not None:
                games += 1
                right = results(outcome) if reward == "result" else margins(outcome.scores)
            assert infos["rewards"][number].tolist() == pytest.approx(right)
            assert ended[number] == (outcome is not None)


def played(env: BatchEnv, steps: int, seed: int) -> list[Any]:
    env.reset(seed=seed)
    steps_seen = []
    for _ in range(steps):
        observations, reward, ended, cut, infos = env.step(env.sample())
        steps_seen.append([observations["observation"].copy(), reward.copy(), ended.copy(), cut.copy(), infos["scores"].copy()])
    return steps_seen


def equal(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(a, b) for x, y in zip(one, other, strict=True) for a, b in zip(x, y, strict=True))


def test_equal_seeds_play_equal_games_in_threads_too() -> None:
    once = played(azul(num_envs=5, opponents=None), 80, seed=3)
    with ThreadPoolExecutor(2) as threads:
        runs = threads.map(lambda seed: played(azul(num_envs=5, opponents=None), 80, seed), (3, 4))
    assert [equal(once, other) for other in runs] == [True, False]


def test_without_a_seed_the_next_games_differ() -> None:
    env = azul(num_envs=2)
    first, _ = env.reset(seed=1)
    kept = first["observation"].copy()
    assert not np.array_equal(env.reset()[0]["observation"], kept)


def test_against_random_opponents_the_seat_rotates() -> None:
    env = pavilion(num_envs=2, players=3)
    _, infos = env.reset(seed=2)
    assert infos["seats"].tolist() == [0, 1]
    seats = [[0], [1]]
    while min(map(len, seats)) < 4:
        *_, ended, _, infos = env.step(env.sample())
        for number in np.flatnonzero(ended):
            seats[number].append(int(infos["seats"][number]))
    assert seats[0][:4] == [0, 1, 2, 0]
    assert seats[1][:4] == [1, 2, 0, 1]


def test_a_given_seat_stays() -> None:
    env = azul(num_envs=3, players=4, seat=2)
    _, infos = env.reset(seed=2)
    for _ in range(100):
        assert infos["seats"].tolist() == [2, 2, 2]
        *_, infos = env.step(env.sample())


def test_a_round_limit_truncates() -> None:
    env = azul(num_envs=3, opponents=None, max_rounds=2, reward="margin")
    env.reset(seed=1)
    cuts = 0
    for _ in range(120):
        assert max(env.state(number).round for number in range(3)) <= 2
        _, _, ended, cut, infos = env.step(env.sample())
        assert not ended.any(), "random play fills no row in two rounds"
        for number in np.flatnonzero(cut):
            assert infos["rewards"][number].tolist() == margins(infos["scores"][number].tolist())
            cuts += 1
    assert cuts >= 3


def test_an_illegal_action_raises_and_leaves_its_game_unchanged() -> None:
    env = azul(num_envs=3, opponents=None)
    env.reset(seed=1)
    before = env.state(1)
    actions = env.sample().copy()
    actions[1] = 689
    with pytest.raises(IllegalMove, match="game 1: r5c5 is not legal"):
        env.step(actions)
    assert env.state(1) == before
    actions = env.sample().copy()
    actions[2] = -1
    with pytest.raises(IllegalMove, match="game 2: -1 is not a move id"):
        env.step(actions)


def test_given_arrays_are_used() -> None:
    own = buffers(Azul(), 2)
    env = azul(num_envs=2, opponents=None, buffers={"observations": own["observations"]})
    observations, _ = env.reset(seed=1)
    assert observations["observation"] is own["observations"]
    assert own["observations"].any()
    with pytest.raises(Problem, match=r"`masks` must be a contiguous array of shape \(2, 690\) and type int8"):
        azul(num_envs=2, buffers={"masks": np.zeros((2, 690))})
    with pytest.raises(Problem, match="there is no buffer 'mask'"):
        azul(num_envs=2, buffers={"mask": np.zeros((2, 690))})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 0}, "`num_envs` must be a whole number from 1"),
        ({"opponents": "greedy"}, '`opponents` must be "random" or None'),
        ({"seat": 2}, "`seat` must be a number from 0 to 1"),
        ({"reward": "money"}, "`reward` must be result, margin or score"),
        ({"max_rounds": 0}, "`max_rounds` must be a number from 1"),
        ({"players": 5}, "`players` must be 2, 3 or 4"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(Problem, match=message):
        azul(**options)


def test_meaningless_options_are_refused() -> None:
    env = azul(num_envs=2)
    with pytest.raises(Problem, match="one number for all games"):
        env.reset(seed=[1, 2])
    env.reset(seed=1)
    with pytest.raises(Problem, match="the number of a game must be 0 to 1"):
        env.state(2)


def test_all_legal_moves_are_sampled_equally_often() -> None:
    env = pavilion(num_envs=1, opponents=None)
    env.reset(seed=8)
    while env.state(0).phase != "play":
        env.step(env.sample())
    legal = [move.id for move in env.state(0).legal_moves]
    n = 400 * len(legal)
    counts = dict.fromkeys(legal, 0)
    for _ in range(n):
        counts[int(env.sample()[0])] += 1
    chi = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert chi < len(legal) + 6 * (2 * len(legal)) ** 0.5
