"""Many games of one kind, stepped together without Python's lock; what comes out is written into arrays that it is given.

A game that ends begins anew at once: its last rewards and scores are told with the observation of the next game. All seats are
the caller's (self-play), or one is, and the others move by lot.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping

from azulejos.core import batch_nogil, memory, places, xorshift
from azulejos.core.contract import Problem, State
from azulejos.core.encoder import Buffers, GameEncoder
from azulejos.core.game import Game
from azulejos.core.rows import Row
from azulejos.core.tiles import TileState

RESULT, MARGIN, SCORE = 0, 1, 2
REWARDS = ("result", "margin", "score")


class Batch:
    """The games; `seats` tells who is to move in each, `actions` is where the caller writes the moves."""

    __slots__ = (
        "actions", "cut", "ended", "fresh", "games", "learner", "learners", "marking", "most_rounds", "numbers",
        "observing", "players", "reward", "rewarding", "rewards", "scores", "seats", "seed", "views",
    )  # fmt: skip

    def __init__(self, game: Game, games: int, rewarding: int, most_rounds: int, learner: int) -> None:
        self.views: list[GameEncoder] = []
        for _ in range(games):
            view = game.encoder()
            if view is None:
                raise Problem(f"{game.name} has no encoder, which many games at once need; play one at a time", "no_encoder")
            self.views.append(view)
        self.games = games
        self.fresh: TileState = game.start()  # type: ignore[assignment]
        self.players = game.players
        self.rewarding = rewarding
        self.most_rounds = most_rounds
        self.learner = learner
        self.learners = array("i", bytes(4 * self.games))  # whose moves are the caller's in each game
        self.numbers = array("i", bytes(4 * self.games))  # games begun in each place
        self.observing = True
        self.marking = True
        self.seed = 0

    def aim(self, out: Mapping[str, Row]) -> None:
        """Says where to write, and where the actions are read: flat arrays by name, see `azulejos.env.vector.buffers`."""
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
        sheet = Buffers(out["observations"], out["masks"])
        for i in range(n):
            self.views[i].aim(sheet, i)

    def begin(self, seed: int) -> None:
        """Begins all games; equal seeds give equal games."""
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
        """Plays the actions in all games.

        A game whose action is illegal stays as it is. Gives the number of such a game; -1 if all is well.
        """
        return batch_nogil.step(self)

    def sample(self) -> None:
        """Writes an action for each game, all legal moves equally likely."""
        batch_nogil.sample(self)

    def state(self, i: int) -> State:
        """The state of a game, as a value."""
        return self.views[i].position()

    # -- one game

    def _begin(self, view: GameEncoder, i: int) -> None:
        """Begins the next game in a place."""
        memory.assign(view.table, self.fresh)
        dice = xorshift.stir(xorshift.stir(self.seed, i), self.numbers[i])
        view.dice = xorshift.stir(dice, 0)
        view.lots = xorshift.stir(dice, 1)
        self.learners[i] = (i + self.numbers[i]) % self.players if self.learner == places.ROTATING else self.learner
        self.numbers[i] += 1
        for seat in range(self.players):
            view.known[seat] = view.table.score[seat]
        self._go_on(view, self.learners[i])
        self._show(view, i)

    def _step(self, view: GameEncoder, i: int) -> bool:
        move = self.actions[i]
        mover = view.table.turn
        if not (0 <= move < view.moves and view.play(move)):
            return False
        self._go_on(view, self.learners[i])
        self.ended[i] = view.table.turn == places.NOBODY
        self.cut[i] = view.table.turn == places.DEALING
        self._reward(view, i * self.players)
        self.reward[i] = self.rewards[i * self.players + mover]
        if view.table.turn >= places.DEALING:
            self._begin(view, i)
        else:
            self._show(view, i)
        return True

    def _go_on(self, view: GameEncoder, learner: int) -> None:
        """Lets chance and the others act until it is the caller's turn, or the game is over, or cut off before a deal."""
        while view.table.turn != places.NOBODY:
            if view.table.turn == places.DEALING and view.table.rounds >= self.most_rounds:
                return
            if view.table.turn >= places.DEALING:
                view.draw()
            elif learner == places.EVERY_SEAT or view.table.turn == learner:
                return
            else:
                view.play_by_lot()

    def _show(self, view: GameEncoder, i: int) -> None:
        self.seats[i] = view.table.turn
        view.show(view.table.turn, self.observing, self.marking)

    def _reward(self, view: GameEncoder, first: int) -> None:
        """Writes scores and rewards of all seats; `first` is where those of the game begin."""
        for seat in range(self.players):
            self.scores[first + seat] = view.table.score[seat]
            self.rewards[first + seat] = 0.0
        if self.rewarding == SCORE:
            for seat in range(self.players):
                self.rewards[first + seat] = view.table.score[seat] - view.known[seat]
                view.known[seat] = view.table.score[seat]
        elif self.rewarding == MARGIN and view.table.turn >= places.DEALING:
            for seat in range(self.players):
                self.rewards[first + seat] = self._margin(view.table, seat)
        elif self.rewarding == RESULT and view.table.turn == places.NOBODY:
            self._reward_results(view, first)

    def _margin(self, table: TileState, seat: int) -> int:
        """By how many points a seat leads the best of the others."""
        best = -1
        for other in range(self.players):
            if other != seat and table.score[other] > best:
                best = table.score[other]
        return table.score[seat] - best

    def _reward_results(self, view: GameEncoder, first: int) -> None:
        """1 for winning alone; what the winners get is divided among them, and paid by the others in equal parts."""
        best = winners = 0
        for seat in range(self.players):
            standing = view.standing(seat)
            if standing > best or winners == 0:
                best, winners = standing, 0
            winners += standing == best
        for seat in range(self.players):
            share = self.players / winners if view.standing(seat) == best else 0.0
            self.rewards[first + seat] = (share - 1.0) / (self.players - 1)
