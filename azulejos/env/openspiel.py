"""The games for OpenSpiel; importing this registers `azulejos_azul` and `azulejos_pavilion`.

>>> import pyspiel
>>> import azulejos.env.openspiel
>>> game = pyspiel.load_game("azulejos_azul(players=3,board=grey)")
>>> state = game.new_initial_state()
>>> state.chance_outcomes()[:2]                  # a tile is drawn: blue, yellow …
[(0, 0.2), (1, 0.2)]

Chance is explicit: a deal or a refill is a chance node for each tile that is drawn, with the six colours as outcomes. So
searches weigh what the bag may bring as it is, and a state is told by its actions alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from azulejos.core import places
from azulejos.core.contract import CHANCE, Bunch, Deal, Refill, State
from azulejos.core.game import GAMES, Game
from azulejos.env.observation import Encoder
from azulejos.env.rewards import results
from azulejos.games.azul import Azul
from azulejos.games.pavilion import Pavilion
from azulejos.notation import option_from_text, option_text

SHORT_NAMES = {"azul": "azulejos_azul", "pavilion": "azulejos_pavilion"}
TITLES = {"azul": "Azul (azulejos)", "pavilion": "Summer Pavilion (azulejos)"}
COLOURS = 6
SUPPLY_SPACES = 10


def _type(kind: type[Game]) -> pyspiel.GameType:
    usual = {"players": 2, "board": "coloured", **kind.options()}
    return pyspiel.GameType(
        short_name=SHORT_NAMES[kind.name],
        long_name=TITLES[kind.name],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        # A list of options is a text here, as in a record.
        parameter_specification={n: option_text(v) if isinstance(v, tuple) else v for n, v in usual.items()},
    )


def _longest(game: Game) -> int:
    """A number of decisions that no game reaches."""
    takes = places.TO_A_DISPLAY * game.displays
    if isinstance(game, Azul):
        return game.round_limit * (takes + 5 * game.players)
    return 6 * (takes + game.players) + 2 * 42 * game.players


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours for OpenSpiel."""

    def __init__(self, kind: type[Game], params: dict[str, Any] | None = None) -> None:
        given: dict[str, Any] = {
            name: option_from_text(kind, name, value) if isinstance(value, str) else value
            for name, value in (params or {}).items()
        }
        self.rules = kind(**given)
        self.encoder = Encoder(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=COLOURS,
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_longest(self.rules),
        )
        super().__init__(TYPES[kind.name], info, params or {})

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.encoder, params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state of ours, and the tiles drawn so far of the chance event that comes next."""

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
        """The colours of the next tile, each as likely as there are tiles of it."""
        left = self._left()
        return [(colour, n / sum(left)) for colour, n in enumerate(left) if n]

    def _apply_action(self, action: int) -> None:
        if self.table.actor is not CHANCE:
            self.table = self.table.play(self.table.game.moves[action])
            return
        self.drawn = (*self.drawn, action)
        if len(self.drawn) == self._wanted() or not any(self._left()):
            self.table = self.table.play(self._event())
            self.drawn = ()

    def _left(self) -> list[int]:
        """The tiles of which the next one is drawn: the bag; once it is empty, what was discarded."""
        table: Any = self.table
        bag = [n - self.drawn.count(colour) for colour, n in enumerate(table.bag_tiles)]
        if any(n > 0 for n in bag):
            return [max(n, 0) for n in bag]
        return [n + m for n, m in zip(bag, table.discard_tiles, strict=True)]

    def _wanted(self) -> int:
        table: Any = self.table
        if table.turn == places.REFILLING:
            return int(SUPPLY_SPACES - sum(table.supply))
        return places.TO_A_DISPLAY * int(table.game.displays)

    def _event(self) -> Deal | Refill:
        table: Any = self.table
        if table.turn == places.REFILLING:
            return Refill(_bunch(self.drawn))
        size = places.TO_A_DISPLAY
        onto = tuple(_bunch(self.drawn[size * i : size * (i + 1)]) for i in range(table.game.displays))
        return Deal(table.rounds + 1, onto)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.table.game
        return f"draw {game.letters[action]}" if player == pyspiel.PlayerId.CHANCE else game.moves[action].text

    def is_terminal(self) -> bool:
        return self.table.outcome is not None

    def returns(self) -> list[float]:
        outcome = self.table.outcome
        return [0.0] * self.table.game.players if outcome is None else results(outcome)

    def __str__(self) -> str:
        """The position's text, and what has been drawn so far of the next event."""
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
        """Writes what a seat sees of a state into `tensor`, and with it `dict`."""
        self.tensor[:] = self.encoder.observe(state.table, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What everybody sees, as a text."""
        return str(state)


def _bunch(tiles: tuple[int, ...]) -> Bunch:
    return tuple(tiles.count(colour) for colour in range(COLOURS))


class OpenSpielAzul(OpenSpielGame):
    """Azul for OpenSpiel."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(Azul, params)


class OpenSpielPavilion(OpenSpielGame):
    """Summer Pavilion for OpenSpiel."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(Pavilion, params)


TYPES = {name: _type(kind) for name, kind in GAMES.items()}
pyspiel.register_game(TYPES["azul"], OpenSpielAzul)
pyspiel.register_game(TYPES["pavilion"], OpenSpielPavilion)
