"""Many games of one kind, stepped together without the GIL; results are written into arrays that the caller provides.

When a game ends, the next one begins at once: the last rewards and scores come with the observation of the next game. Either
all seats are the caller's (self-play), or one is, and the others make random moves.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from azulejos.core import batch_nogil, memory, places, xorshift
from azulejos.core.contract import Problem, State
from azulejos.core.encoder import Buffers, GameEncoder
from azulejos.core.game import Game
from azulejos.core.rows import Row
from azulejos.core.tiles import TileState

RESULT, MARGIN, SCORE = 0, 1, 2
REWARDS = ("result", "margin", "score")


class Batch:
    """The games: `seats` has the seat to move in each, and the caller writes the moves into `actions`."""

    __slots__ = (
        "actions",
        "cut",
        "encoders",
        "ended",
        "games",
        "learner",
        "learners",
        "marking",
        "most_rounds",
        "numbers",
        "observing",
        "players",
        "reward",
        "rewarding",
        "rewards",
        "scores",
        "seats",
        "seed",
    )  # fmt: skip

    def __init__(self, games: Sequence[Game], rewarding: int, most_rounds: int, learner: int) -> None:
        """The game of each place, all of one kind and with the same number of players."""
        self.encoders: list[GameEncoder] = []
        for game in games:
            encoder = game.encoder()
            if encoder is None:
                raise Problem(f"{game.name} has no encoder, which many games at once need; play one at a time", "no_encoder")
            self.encoders.append(encoder)
        self.games = len(games)
        self.players = games[0].players
        self.rewarding = rewarding
        self.most_rounds = most_rounds
        self.learner = learner
        self.learners = array("i", bytes(4 * self.games))  # the seat that the caller plays in each game
        self.numbers = array("i", bytes(4 * self.games))  # games begun in each place
        self.observing = True
        self.marking = True
        self.seed = 0

    def aim(self, out: Mapping[str, Row]) -> None:
        """Set where to write, and where actions are read: flat arrays by name, see `azulejos.env.vector.buffers`."""
        n, all_seats = self.games, self.games * self.players
        sizes = {"actions": n, "seats": n, "reward": n, "rewards": all_seats, "scores": all_seats, "ended": n, "cut": n}
        for name, size in sizes.items():
            if len(out[name]) != size:
                raise ValueError(f"`{name}` must have {size} places, not {len(out[name])}")
        self.actions = out["actions"]
        self.seats = out["seats"]
        self.reward = out["reward"]
        self.rewards = out["rewards"]
        self.scores = out["scores"]
        self.ended = out["ended"]
        self.cut = out["cut"]
        buffers = Buffers(out["observations"], out["masks"])
        for i in range(n):
            self.encoders[i].aim(buffers, i)

    def begin(self, seed: int) -> None:
        """Start all games; the same seeds produce the same games."""
        self.seed = seed
        for i in range(self.games):
            self.numbers[i] = 0
            self.reward[i] = 0.0
            self.ended[i] = 0
            self.cut[i] = 0
        for i in range(self.games * self.players):
            self.rewards[i] = 0.0
            self.scores[i] = 0
        batch_nogil.begin(self)

    def step(self) -> int:
        """Play the actions in all games.

        A game whose action is illegal stays as it is. Returns the number of such a game, or -1 if there is none.
        """
        return batch_nogil.step(self)

    def sample(self) -> None:
        """Write a random action for each game, all legal moves equally likely."""
        batch_nogil.sample(self)

    def state(self, i: int) -> State:
        """Return the state of a game, as a value."""
        return self.encoders[i].position()

    # -- one game

    def _begin(self, encoder: GameEncoder, i: int) -> None:
        """Begin the next game in a place."""
        memory.assign(encoder.state, encoder.start)
        dice = xorshift.stir(xorshift.stir(self.seed, i), self.numbers[i])
        encoder.dice = xorshift.stir(dice, 0)
        encoder.move_dice = xorshift.stir(dice, 1)
        self.learners[i] = (i + self.numbers[i]) % self.players if self.learner == places.ROTATING else self.learner
        self.numbers[i] += 1
        for seat in range(self.players):
            encoder.last_scores[seat] = encoder.state.score[seat]
        self._advance(encoder, self.learners[i])
        self._show(encoder, i)

    def _step(self, encoder: GameEncoder, i: int) -> bool:
        move = self.actions[i]
        mover = encoder.state.turn
        if not (0 <= move < encoder.moves and encoder.play(move)):
            return False
        self._advance(encoder, self.learners[i])
        self.ended[i] = encoder.state.turn == places.NOBODY
        self.cut[i] = encoder.state.turn == places.DEALING
        self._reward(encoder, i * self.players)
        self.reward[i] = self.rewards[i * self.players + mover]
        if encoder.state.turn >= places.DEALING:
            self._begin(encoder, i)
        else:
            self._show(encoder, i)
        return True

    def _advance(self, encoder: GameEncoder, learner: int) -> None:
        """Play chance and the other seats until it is the caller's turn, or the game is over, or cut off before a deal."""
        while encoder.state.turn != places.NOBODY:
            if encoder.state.turn == places.DEALING and encoder.state.rounds >= self.most_rounds:
                return
            if encoder.state.turn >= places.DEALING:
                encoder.draw()
            elif learner == places.EVERY_SEAT or encoder.state.turn == learner:
                return
            else:
                encoder.play_random()

    def _show(self, encoder: GameEncoder, i: int) -> None:
        self.seats[i] = encoder.state.turn
        encoder.encode(encoder.state.turn, self.observing, self.marking)

    def _reward(self, encoder: GameEncoder, first: int) -> None:
        """Write scores and rewards of all seats; those of the game begin at `first`."""
        for seat in range(self.players):
            self.scores[first + seat] = encoder.state.score[seat]
            self.rewards[first + seat] = 0.0
        if self.rewarding == SCORE:
            for seat in range(self.players):
                self.rewards[first + seat] = encoder.state.score[seat] - encoder.last_scores[seat]
                encoder.last_scores[seat] = encoder.state.score[seat]
        elif self.rewarding == MARGIN and encoder.state.turn >= places.DEALING:
            for seat in range(self.players):
                self.rewards[first + seat] = self._margin(encoder.state, seat)
        elif self.rewarding == RESULT and encoder.state.turn == places.NOBODY:
            self._reward_results(encoder, first)

    def _margin(self, state: TileState, seat: int) -> int:
        """Return by how many points a seat leads the best of the others."""
        best = -1
        for other in range(self.players):
            if other != seat and state.score[other] > best:
                best = state.score[other]
        return state.score[seat] - best

    def _reward_results(self, encoder: GameEncoder, first: int) -> None:
        """Write 1 for winning alone; winners share the reward, and the others pay for it in equal parts."""
        best = winners = 0
        for seat in range(self.players):
            standing = encoder.standing(seat)
            if standing > best or winners == 0:
                best, winners = standing, 0
            winners += standing == best
        for seat in range(self.players):
            share = self.players / winners if encoder.standing(seat) == best else 0.0
            self.rewards[first + seat] = (share - 1.0) / (self.players - 1)
