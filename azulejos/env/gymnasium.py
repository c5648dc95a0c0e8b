"""The games for Gymnasium: one agent against our bots. Importing this module registers them.

>>> import gymnasium
>>> import azulejos.env.gymnasium
>>> env = gymnasium.make("azulejos/Azul-v0", opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
...     over = terminated or truncated

`gymnasium.make("azulejos.env.gymnasium:azulejos/Azul-v0")` needs no import: Gymnasium does it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from azulejos.bots import Bot, Budget, make_bot
from azulejos.core.contract import Problem, State
from azulejos.core.game import Game
from azulejos.core.registry import GAMES
from azulejos.env.factories import Draw, game_and_draw
from azulejos.env.observation import Encoder
from azulejos.env.pictures import MODES, check_mode, show
from azulejos.env.rewards import check_reward, rewards
from azulejos.env.spaces import action_space, check_rounds, drawn, observation_space

Observation = dict[str, npt.NDArray[Any]]

FORFEIT = {"result": -1.0, "margin": -100.0, "score": -100.0}
"""The reward for an illegal move, which loses the game."""


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """A game for one agent; the other seats are bots."""

    metadata = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012, it is Gymnasium's

    def __init__(
        self,
        game: Game,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = 0,
        effort: int | None = 200,
        reward: str = "result",
        max_rounds: int | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        draw: Draw | None = None,
    ) -> None:
        """`opponents` is the spec of a bot, or one per opponent in turn order; `effort` is their budget.

        With `seat=None` the seat is drawn for each game. An illegal move loses the game (`info["illegal"]` says why); with
        `illegal="raise"` it raises an exception and changes nothing. `draw` returns the game of each reset, if its options
        are drawn.
        """
        self.game = game
        self.draw = draw
        self.opponents = [opponents] * (game.players - 1) if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != game.players - 1:
            raise Problem(
                f"`opponents` must be {game.players - 1} of {game.players} players, not {len(self.opponents)}", "bad_option"
            )
        if seat is not None and not (type(seat) is int and 0 <= seat < game.players):
            raise Problem(f"`seat` must be a number from 0 to {game.players - 1}, or None, not {seat!r}", "bad_seat")
        if illegal not in ("lose", "raise"):
            raise Problem(f"`illegal` must be lose or raise, not {illegal!r}", "bad_option", option="illegal")
        self.fixed_seat = seat
        self.illegal = illegal
        self.budget = Budget(effort=effort)
        self.reward = check_reward(reward)
        self.max_rounds = check_rounds(max_rounds)
        self.render_mode = check_mode(render_mode)
        self._encoder = Encoder(game)
        self.observation_space = observation_space(self._encoder)  # type: ignore[assignment]
        self.action_space = action_space(self._encoder)
        self._dice = random.Random()
        self._cut_off = False
        self._bots: dict[int, Bot] = {}
        self.seat = seat or 0
        self.state_now: State = game.start()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start a game: with a seed always the same one, otherwise a new random one."""
        super().reset(seed=seed)
        if seed is not None:
            self._dice = random.Random(seed)
        self.close()
        if self.draw is not None:
            self.game = self.draw(self._dice)
            self._encoder = Encoder(self.game)
        self.seat = self._dice.randrange(self.game.players) if self.fixed_seat is None else self.fixed_seat
        for number, spec in enumerate(self.opponents, 1):
            self._bots[(self.seat + number) % self.game.players] = make_bot(spec, self._dice.getrandbits(32))
        self._go_on(self.game.start())
        return self._told()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a move, and those of the others up to the next turn."""
        before = self.state_now
        try:
            after = before.play(self.game.move(int(action)))
        except Problem as problem:
            if self.illegal == "raise":
                raise
            observation, info = self._told()
            return observation, FORFEIT[self.reward], True, False, {**info, "illegal": str(problem)}
        self._go_on(after)
        over = self._cut_off or self.state_now.outcome is not None
        reward = rewards(self.reward, before, self.state_now, over)[self.seat]
        observation, info = self._told()
        if self.render_mode == "human":
            self.render()
        return observation, reward, over and not self._cut_off, self._cut_off, info

    def render(self) -> Any:
        """Return the table in the render mode, from the agent's seat."""
        return show(self.state_now, self.render_mode, self.seat)

    def close(self) -> None:
        """Close the bots."""
        for bot in self._bots.values():
            bot.close()
        self._bots.clear()

    def _go_on(self, state: State) -> None:
        """Draw, and let the bots move, until it is the agent's turn or the game is over."""
        state, self._cut_off = drawn(state, self._dice, self.max_rounds)
        while isinstance(state.actor, int) and state.actor != self.seat:
            move = self._bots[state.actor].choose(state, self.budget)
            state, self._cut_off = drawn(state.play(move), self._dice, self.max_rounds)
        self.state_now = state

    def _told(self) -> tuple[Observation, dict[str, Any]]:
        numbers, mask = self._encoder.encode(self.state_now, self.seat)
        info: dict[str, Any] = {"action_mask": mask, "seat": self.seat, "scores": self.state_now.scores}
        return {"observation": numbers, "action_mask": mask}, info


OWN_OPTIONS = ("opponents", "seat", "effort", "reward", "max_rounds", "illegal", "render_mode")


def __getattr__(name: str) -> Any:
    """`AzulEnv` and so on: for each game a class that takes the options of the game and of `SoloEnv`."""
    for kind in GAMES.values():
        if name == class_name(kind):
            return globals().setdefault(name, _environment(kind))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def class_name(kind: type[Game]) -> str:
    """Return the name of a game's environment here."""
    return f"{kind.__name__}Env"


def _environment(kind: type[Game]) -> type[SoloEnv]:
    def init(self: SoloEnv, **options: Any) -> None:
        game, draw = game_and_draw(kind, _others(options))
        SoloEnv.__init__(self, game, draw=draw, **_own(options))

    doc = f"{kind.title} against bots; the options are those of `SoloEnv` and of `{kind.__module__}.{kind.__name__}`."
    return type(class_name(kind), (SoloEnv,), {"__init__": init, "__doc__": doc, "__module__": __name__})


def _own(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in OWN_OPTIONS}


def _others(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in OWN_OPTIONS}


def register() -> None:
    """Register the environments with Gymnasium, once: `azulejos/` and the title of the game without spaces."""
    for name, kind in GAMES.items():
        id = f"azulejos/{kind.title.replace(' ', '')}-v0"
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point=f"azulejos.env.gymnasium:{class_name(kind)}",
                vector_entry_point=f"azulejos.env.vector:{name}",
            )


register()
