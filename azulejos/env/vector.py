"""Many games at once, stepped inside the core without the GIL: a vector environment for Gymnasium.

>>> from azulejos.env.vector import azul
>>> env = azul(num_envs=64, opponents=None)         # self-play: every seat's moves are the caller's
>>> observations, infos = env.reset(seed=7)
>>> for _ in range(100):
...     observations, rewards, terminated, truncated, infos = env.step(env.sample())

The arrays are created once and overwritten at each step: copy what you want to keep, and do not change them. When a game ends,
the next one starts in the same step: then the reward is the last game's, and the observation the next one's.

`opponents` is `None` or `"random"`: with `None` each observation is that of the seat to move, and each reward that of the seat
that moved; with `"random"` the other seats move at random, and the agent's seat changes with each game (or is always `seat`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from azulejos.core import places
from azulejos.core.batch import REWARDS, Batch
from azulejos.core.contract import IllegalMove, Problem, State
from azulejos.core.game import Game
from azulejos.env.factories import Draw, factory, game_and_draw
from azulejos.env.observation import Encoder
from azulejos.env.rewards import check_reward
from azulejos.env.spaces import action_space, check_rounds, observation_space

NO_LIMIT = 1 << 30

Array = npt.NDArray[Any]


def __getattr__(name: str) -> Callable[..., BatchEnv]:
    """`azul(num_envs=64)` and so on: for each game a function of its name that creates its environment."""
    return factory(globals(), name, make, "many games at once")


def make(kind: type[Game], **options: Any) -> BatchEnv:
    """Return an environment of many games; the options are those of `BatchEnv` and of the game."""
    names = ("num_envs", "opponents", "seat", "reward", "max_rounds", "buffers")
    own = {name: options.pop(name) for name in names if name in options}
    game, draw = game_and_draw(kind, options)
    return BatchEnv(game, draw=draw, **own)


def buffers(game: Game, num_envs: int) -> dict[str, Array]:
    """Return the arrays that a batch reads and writes, by name; `BatchEnv` accepts others of the same shapes and types."""
    encoder = Encoder(game)
    return {
        "observations": np.zeros((num_envs, encoder.size), np.float32),
        "masks": np.zeros((num_envs, encoder.actions), np.int8),
        "actions": np.zeros(num_envs, np.int64),
        "seats": np.zeros(num_envs, np.int8),
        "reward": np.zeros(num_envs, np.float32),
        "rewards": np.zeros((num_envs, game.players), np.float32),
        "scores": np.zeros((num_envs, game.players), np.int32),
        "ended": np.zeros(num_envs, np.bool_),
        "cut": np.zeros(num_envs, np.bool_),
    }


class BatchEnv(VectorEnv[dict[str, Array], Array, Array]):
    """Many games of one kind. `infos` has `seats` (who is to move), and `rewards` and `scores` of all seats."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012, it is Gymnasium's

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        *,
        opponents: str | None = "random",
        seat: int | None = None,
        reward: str = "result",
        max_rounds: int | None = None,
        buffers: Mapping[str, Array] | None = None,
        draw: Draw | None = None,
    ) -> None:
        """`draw` returns the game of each place at each reset, if its options are drawn."""
        self.game = game
        self.draw = draw
        if type(num_envs) is not int or num_envs < 1:
            raise Problem(f"`num_envs` must be a whole number from 1, not {num_envs!r}", "bad_option", option="num_envs")
        self.num_envs = num_envs
        encoder = Encoder(game)
        self.single_observation_space = observation_space(encoder)
        self.single_action_space = action_space(encoder)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        limit = check_rounds(max_rounds) or NO_LIMIT
        self._terms = REWARDS.index(check_reward(reward)), limit, _learner(game, opponents, seat)
        self.buffers = _checked(game, num_envs, buffers)
        self._lay_out([game] * num_envs)
        self._observations = {"observation": self.buffers["observations"], "action_mask": self.buffers["masks"]}
        self._infos = {name: self.buffers[name] for name in ("seats", "rewards", "scores")}
        gained, ended, cut = (self.buffers[name] for name in ("reward", "ended", "cut"))
        self._told = self._observations, gained, ended, cut, self._infos
        self._actions = self.buffers["actions"]
        self._seeds = np.random.default_rng()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        """Start all games: with a seed always the same ones."""
        if isinstance(seed, list):
            raise Problem("`seed` must be one number for all games, not a list", "bad_option", option="seed")
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        begin = int(self._seeds.integers(1 << 63))
        if self.draw is not None:
            dice = random.Random(begin)
            self._lay_out([self.draw(dice) for _ in range(self.num_envs)])
        self.fleet.begin(begin)
        return self._observations, self._infos

    def _lay_out(self, games: list[Game]) -> None:
        """Prepare these games, one in each place."""
        self.fleet = Batch(games, *self._terms)
        self.fleet.aim({name: _flat(array) for name, array in self.buffers.items()})

    def step(self, actions: Array) -> tuple[dict[str, Array], Array, Array, Array, dict[str, Any]]:
        """Play a move in each game. If one is illegal, its game stays unchanged, the others continue, and it raises."""
        if actions is not self._actions:
            self._actions[:] = actions
        refused = self.fleet.step()
        if refused >= 0:
            self._refuse(refused)
        return self._told

    def sample(self) -> Array:
        """Return a random legal move for each game, all equally likely."""
        self.fleet.sample()
        return self._actions

    def state(self, number: int) -> State:
        """Return the state of a game."""
        if not 0 <= number < self.num_envs:
            raise Problem(f"the number of a game must be 0 to {self.num_envs - 1}, not {number!r}", "bad_value")
        return self.fleet.state(number)

    def _refuse(self, number: int) -> None:
        action = int(self._actions[number])
        try:
            self.state(number).play(self.game.move(action))
        except Problem as problem:
            raise IllegalMove(f"game {number}: {problem}", problem.code, game=number, action=action) from None
        raise AssertionError(f"the core refused action {action} of game {number}, and the rules do not")


def _learner(game: Game, opponents: str | None, seat: int | None) -> int:
    """Return which seats' moves are the caller's, as the core counts them."""
    if opponents not in (None, "random"):
        raise Problem(
            f'`opponents` must be "random" or None, not {opponents!r}; for bots use azulejos.env.gymnasium', "bad_option"
        )
    if seat is not None and not (opponents and type(seat) is int and 0 <= seat < game.players):
        raise Problem(f"`seat` must be a number from 0 to {game.players - 1} with opponents, or None, not {seat!r}", "bad_seat")
    if opponents is None:
        return places.EVERY_SEAT
    return places.ROTATING if seat is None else seat


def _flat(array: Array) -> memoryview:
    """Return the same memory as one row, of Python numbers if the core is uncompiled."""
    return array.reshape(-1).view(np.uint8 if array.dtype == np.bool_ else array.dtype).data


def _checked(game: Game, num_envs: int, given: Mapping[str, Array] | None) -> dict[str, Array]:
    """Return the arrays to use: those given, if they fit, and new ones for the rest."""
    arrays = buffers(game, num_envs)
    for name, array in (given or {}).items():
        if name not in arrays:
            raise Problem(f"there is no buffer {name!r}; the buffers are {', '.join(arrays)}", "bad_buffer")
        like = arrays[name]
        fits = isinstance(array, np.ndarray) and (array.shape, array.dtype) == (like.shape, like.dtype)
        if not (fits and array.flags.c_contiguous and array.flags.writeable):
            raise Problem(f"`{name}` must be a contiguous array of shape {like.shape} and type {like.dtype}", "bad_buffer")
        arrays[name] = array
    return arrays
