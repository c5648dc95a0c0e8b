"""The games for OpenSpiel; importing this module registers each game that has a `draw_plan` as `azulejos_` and its name.

>>> import pyspiel
>>> import azulejos.env.openspiel
>>> game = pyspiel.load_game("azulejos_azul(players=3,board=grey)")
>>> state = game.new_initial_state()
>>> state.chance_outcomes()[:2]                  # a tile is drawn: blue, yellow …
[(0, 0.2), (1, 0.2)]

Chance is explicit: a deal or a refill is a chance node for each tile that is drawn, with the colours as outcomes. So
searches weigh the outcomes by their real probabilities, and the actions alone determine a state.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from azulejos.core.contract import CHANCE, Deal, Refill, State
from azulejos.core.draw_plan import DrawPlan
from azulejos.core.game import Game
from azulejos.core.registry import GAMES
from azulejos.env.observation import Encoder
from azulejos.env.rewards import results
from azulejos.notation import option_from_text, option_text

NO_EDITION = ""
"""The default of the parameter `edition`: the options are given one by one."""


def _type(kind: type[Game]) -> pyspiel.GameType:
    defaults = {"players": 2, "board": kind.boards[0], **kind.options()}
    defaults |= {"starter": 0} if kind.any_starter else {}
    defaults |= {"edition": NO_EDITION} if kind.editions else {}
    return pyspiel.GameType(
        short_name=f"azulejos_{kind.name}",
        long_name=f"{kind.title} (azulejos)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(kind.player_counts),
        min_num_players=min(kind.player_counts),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        # A list of options is a text here, as in a record.
        parameter_specification={n: option_text(v) if isinstance(v, tuple) else v for n, v in defaults.items()},
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game for OpenSpiel."""

    def __init__(self, kind: type[Game], params: dict[str, Any] | None = None) -> None:
        given: dict[str, Any] = {
            name: option_from_text(kind, name, value) if isinstance(value, str) else value
            for name, value in (params or {}).items()
        }
        # OpenSpiel fills in defaults: an option with its default value may come from the edition.
        edition, usual = given.pop("edition", NO_EDITION), kind.options()
        if edition != NO_EDITION:
            given = {name: value for name, value in given.items() if name not in usual or value != usual[name]}
            given = kind.edition_options({**given, "edition": edition})
        self.rules = kind(**given)
        self.encoder = Encoder(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=len(kind.colours),
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.most_moves,
        )
        super().__init__(TYPES[kind.name], info, params or {})

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.encoder, params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state of the game, and the tiles drawn so far of the next chance event."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.table: State = game.rules.start()
        self.drawn: tuple[int, ...] = ()

    def current_player(self) -> int:
        if self.table.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        actor = self.table.actor
        return actor if isinstance(actor, int) else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return [move.id for move in self.table.legal_moves]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the colours of the next tile, with their probabilities."""
        left = self._left()
        return [(colour, n / sum(left)) for colour, n in enumerate(left) if n]

    def _apply_action(self, action: int) -> None:
        if self.table.actor is not CHANCE:
            self.table = self.table.play(self.table.game.moves[action])
            return
        self.drawn = (*self.drawn, action)
        if len(self.drawn) == sum(self._plan().wanted) or not any(self._left()):
            self.table = self.table.play(self._event())
            self.drawn = ()

    def _left(self) -> list[int]:
        """Return the tiles from which the next one is drawn: the bag or, once it is empty, the discarded tiles."""
        plan = self._plan()
        bag = [n - self.drawn.count(colour) for colour, n in enumerate(plan.bag)]
        if any(n > 0 for n in bag):
            return [max(n, 0) for n in bag]
        return [n + m for n, m in zip(bag, plan.discard, strict=True)]

    def _plan(self) -> DrawPlan:
        plan = self.table.game.draw_plan(self.table)
        assert plan is not None, "only games with a plan are registered"
        return plan

    def _event(self) -> Deal | Refill:
        plan, left, places = self._plan(), self.drawn, []
        for wanted in plan.wanted:
            places.append(tuple(left[:wanted].count(colour) for colour in range(len(plan.bag))))
            left = left[wanted:]
        return plan.event(tuple(places))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.table.game
        return f"draw {game.letters[action]}" if player == pyspiel.PlayerId.CHANCE else game.moves[action].text

    def is_terminal(self) -> bool:
        return self.table.outcome is not None

    def returns(self) -> list[float]:
        outcome = self.table.outcome
        return [0.0] * self.table.game.players if outcome is None else results(outcome)

    def __str__(self) -> str:
        """Return the position's text, and what has been drawn so far of the next event."""
        return self.table.text + "".join([" + ", *(self.table.game.letters[c] for c in self.drawn)] if self.drawn else "")


class Observer:
    """What a seat sees, as a vector and by parts."""

    def __init__(self, encoder: Encoder, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters here, but got {params}")
        self.encoder = encoder
        self.tensor = np.zeros(encoder.size, np.float32)
        self.dict = encoder.named(self.tensor)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what a seat sees of a state into `tensor`, and into `dict`."""
        self.tensor[:] = self.encoder.observe(state.table, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return what everyone sees, as a text."""
        return str(state)


def _game_class(kind: type[Game]) -> type[OpenSpielGame]:
    """Return the class that OpenSpiel creates a game with: `OpenSpielAzul` and so on."""

    def init(self: OpenSpielGame, params: dict[str, Any] | None = None) -> None:
        OpenSpielGame.__init__(self, kind, params)

    name = f"OpenSpiel{kind.__name__}"
    return type(name, (OpenSpielGame,), {"__init__": init, "__doc__": f"{kind.title} for OpenSpiel.", "__module__": __name__})


TYPES = {name: _type(kind) for name, kind in GAMES.items() if kind().draw_plan(kind().start()) is not None}
for name, game_type in TYPES.items():
    made = _game_class(GAMES[name])
    globals()[made.__name__] = made
    pyspiel.register_game(game_type, made)
