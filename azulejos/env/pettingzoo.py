"""The games for PettingZoo: all seats are agents, one acts at a time.

>>> from azulejos.env.pettingzoo import azul
>>> env = azul(players=3, board="grey", reward="margin")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from azulejos.core.contract import Problem, State
from azulejos.core.game import Game
from azulejos.env.factories import Draw, factory, game_and_draw
from azulejos.env.observation import Encoder
from azulejos.env.pictures import MODES, check_mode, show
from azulejos.env.rewards import check_reward, rewards
from azulejos.env.spaces import action_space, check_rounds, drawn, observation_space

Observation = dict[str, npt.NDArray[Any]]


def __getattr__(name: str) -> Callable[..., Any]:
    """`azul(players=3)` and so on: for each game a function of its name that creates its environment."""
    return factory(globals(), name, make, "as an AEC environment")


def make(
    kind: type[Game], *, reward: str = "result", max_rounds: int | None = None, render_mode: str | None = None, **options: Any
) -> Any:
    """An AEC environment of a game with these options."""
    game, draw = game_and_draw(kind, options)
    return wrapped(RawEnv(game, draw=draw, reward=reward, max_rounds=max_rounds, render_mode=render_mode))


def wrapped(env: RawEnv) -> Any:
    """Return the environment with PettingZoo's checks: that `reset` comes first, and that actions are within bounds."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


class RawEnv(AECEnv):  # type: ignore[misc]
    """A game as an AEC environment, without wrappers."""

    def __init__(
        self,
        game: Game,
        *,
        reward: str = "result",
        max_rounds: int | None = None,
        render_mode: str | None = None,
        draw: Draw | None = None,
    ) -> None:
        """`draw` returns the game of each reset, if its options are drawn."""
        super().__init__()
        self.game = game
        self.draw = draw
        self.reward = check_reward(reward)
        self.max_rounds = check_rounds(max_rounds)
        self.render_mode = check_mode(render_mode)
        self.metadata = {"name": f"azulejos_{game.name}_v0", "render_modes": MODES, "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._encoder = Encoder(game)
        self._dice = random.Random()
        self._cut_off = False
        self.state_now: State = game.start()

    @cache  # noqa: B019, PettingZoo wants the same space each time, and there are four agents
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return observation_space(self._encoder)

    @cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        return action_space(self._encoder)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: with a seed always the same one, otherwise a new random one."""
        if seed is not None:
            self._dice = random.Random(seed)
        if self.draw is not None:
            self.game = self.draw(self._dice)
            self._encoder = Encoder(self.game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on(self.game.start())
        self._tell()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and its legal moves: none unless it is its turn."""
        seat = self.possible_agents.index(agent)
        if seat != self.state_now.actor:
            numbers, mask = self._encoder.encode(self.state_now, seat)
            return {"observation": numbers, "action_mask": np.zeros_like(mask)}
        numbers, mask = self._seen
        return {"observation": numbers.copy(), "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        """Play a move for the agent to move; an illegal one raises an error, and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Problem(f"`None` is only for agents whose game is over; {agent} is to move", "not_a_move")
        before = self.state_now
        self._go_on(before.play(self.game.move(int(action))))
        over = self._cut_off or self.state_now.outcome is not None
        self._cumulative_rewards[agent] = 0.0
        gained = rewards(self.reward, before, self.state_now, over)
        self.rewards = dict(zip(self.agents, gained, strict=True))
        if over:
            self.terminations = dict.fromkeys(self.agents, not self._cut_off)
            self.truncations = dict.fromkeys(self.agents, self._cut_off)
        self._tell()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the table in the render mode, from the seat to move."""
        actor = self.state_now.actor
        return show(self.state_now, self.render_mode, actor if isinstance(actor, int) else 0)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _go_on(self, state: State) -> None:
        self.state_now, self._cut_off = drawn(state, self._dice, self.max_rounds)

    def _tell(self) -> None:
        """Set whose turn it is, and that agent's legal moves."""
        for info in self.infos.values():
            info.clear()
        actor = self.state_now.actor
        if isinstance(actor, int):
            self.agent_selection = self.possible_agents[actor]
            self._seen = self._encoder.encode(self.state_now, actor)
            self.infos[self.agent_selection]["action_mask"] = self._seen[1]
        else:  # over: the agents get their last step one after the other
            self.agent_selection = self.agents[0]
