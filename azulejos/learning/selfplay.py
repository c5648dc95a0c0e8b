"""Games of the search against itself, as training data: the positions between rounds, the last position and the scores."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import NamedTuple

from azulejos.bots.weights import load_net, net_for
from azulejos.core.contract import CHANCE, Json, Problem, State
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.core.heuristic import Heuristic
from azulejos.core.net import Net
from azulejos.core.search import Search

SLIPS = 0.12  # moves chosen at random, in proportion to their visits: the network should see unusual positions, too
CARELESS_ROUNDS = 0.4  # rounds in which play may become careless until their end, as the playouts of a search are
CARELESS = 0.04  # the chance of that at each move


class PlayedGame(NamedTuple):
    """A game as training data: the positions before each round from the second on, and the last one, as texts."""

    scores: tuple[int, ...]
    positions: tuple[str, ...]

    def __str__(self) -> str:
        return "\t".join((" ".join(map(str, self.scores)), *self.positions))


def parse_game(line: str) -> PlayedGame:
    """Parse a game as `str` writes it."""
    scores, *positions = line.split("\t")
    return PlayedGame(tuple(map(int, scores.split())), tuple(positions))


class PartTask(NamedTuple):
    """A part of the games: what to play, with which network (`None`: the shipped one), how many games with which seed."""

    game: Json
    net: bytes | None
    effort: int
    games: int
    seed: int


def heuristic_of(state: State) -> Heuristic:
    """Return the heuristic of the state's game; without one there is nothing to train."""
    found = state.game.heuristic(state)
    if found is None:
        raise Problem(f"{state.game.name} has no heuristic, so no network can be trained for it", "no_heuristic")
    return found


@lru_cache(maxsize=2)
def net_of(game: Game, data: bytes | None) -> Net:
    net = net_for(game) if data is None else load_net(data)
    if net is None:
        raise Problem(f"there is no network for {game}; train one with `--from-nothing`", "no_network")
    return net


class SelfPlay:
    """The search against itself. All its games use the memory of one search."""

    def __init__(self, game: Game, net: Net, effort: int, seed: int) -> None:
        self.game = game
        self.net = net
        self.effort = effort
        self.dice = random.Random(seed)
        self.search = Search(heuristic_of(game.start()), net)

    def best_moves(self, state: State) -> list[tuple[int, int, float, float]]:
        """Search a position; return the findings."""
        self.search.restart(heuristic_of(state), self.net, self.dice.getrandbits(63))
        self.search.run(self.effort)
        return self.search.findings()

    def finish(self, state: State) -> State:
        """Play a game to its end, with the best moves."""
        while state.outcome is None:
            if state.actor is CHANCE:
                state = state.play(state.draw(self.dice))
            else:
                state = state.play(self.game.moves[self.best_moves(state)[0][0]])
        return state

    def play(self) -> PlayedGame:
        """Play one game, with slips and careless rounds."""
        dice, state = self.dice, self.game.start()
        seen: list[str] = []
        known, may_slacken, careless = state.round, False, False
        while state.outcome is None:
            if state.actor is CHANCE:
                after = state.play(state.draw(dice))
                if after.round > known:
                    known = after.round
                    seen.append(state.text)
                    may_slacken, careless = dice.random() < CARELESS_ROUNDS, False
                state = after
                continue
            careless = careless or (may_slacken and dice.random() < CARELESS)
            state = state.play(self.game.moves[self._careless_move(state) if careless else self._move(state)])
        return PlayedGame(state.outcome.scores, (*seen, state.text))

    def _move(self, state: State) -> int:
        found = self.best_moves(state)
        slip = self.dice.random() < SLIPS
        return (self.dice.choices(found, [visits for _, visits, _, _ in found])[0] if slip else found[0])[0]

    def _careless_move(self, state: State) -> int:
        heuristic = heuristic_of(state)
        return max(heuristic.move_values(), key=lambda one: one[1] + heuristic.noise * self.dice.random())[0]


def play_part(task: PartTask) -> tuple[int, str]:
    """Play a part; return its seed, and its games as lines of text."""
    game = game_from_json(task.game)
    player = SelfPlay(game, net_of(game, task.net), task.effort, task.seed)
    return task.seed, "".join(f"{player.play()}\n" for _ in range(task.games))
