"""A puzzle as a value and as a line of JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from azulejos.bots.why import reason_from_json, reason_json
from azulejos.core.coach import Reason
from azulejos.core.contract import Move, State
from azulejos.core.game import Game
from azulejos.core.registry import GAMES
from azulejos.glicko import Rating

MOVE = "move"
"""The kind of puzzle that is one move."""
ROUND = "round"
"""The kind of puzzle that is the rest of a round."""
OTHERS = "others"
"""The theme of moves that are good because of what they take away from other players."""
ID_LENGTH = 10


@dataclass(frozen=True)
class Puzzle:
    """A position to find the best move in, or to play to the end of the round."""

    kind: str
    position: str
    solution: str
    """The best move, as text."""
    gap: float
    """What the second-best move loses of the chance to win; for a round, what an average move of weak players loses."""
    rating: int
    deviation: int
    levels: tuple[float, ...]
    """How often each level finds it, the weakest first."""
    reasons: tuple[Reason, ...] = ()
    """Why the best move is better than the second-best one."""
    moves: int = 1
    """How many moves there are to find."""
    source: str = ""
    """The game that it comes from."""

    @cached_property
    def id(self) -> str:
        """A short name, the same for the same position and kind."""
        return hashlib.sha256(f"{self.kind} {self.position}".encode()).hexdigest()[:ID_LENGTH]

    @property
    def game_name(self) -> str:
        """The name of its game."""
        return self.position.partition(" ")[0]

    @cached_property
    def game(self) -> Game:
        """The game with its options."""
        return GAMES[self.game_name].of_text(self.position)

    @property
    def state(self) -> State:
        """The position."""
        return self.game.position(self.position)

    @property
    def best(self) -> Move:
        """The best move."""
        return self.game.move(self.solution)

    @property
    def theme(self) -> str:
        """What it is about: the kind of the strongest reason, `OTHERS`, or `ROUND`; empty if there is no reason."""
        if self.kind == ROUND:
            return ROUND
        if not self.reasons:
            return ""
        return self.reasons[0].kind if self.reasons[0].own else OTHERS

    @property
    def glicko(self) -> Rating:
        """Its rating, as that of an opponent."""
        return Rating(self.rating, self.deviation)

    @property
    def line(self) -> str:
        """The puzzle as a line of JSON."""
        found: dict[str, Any] = {
            "position": self.position,
            "best": self.solution,
            "gap": round(self.gap, 3),
            "rating": self.rating,
            "deviation": self.deviation,
            "levels": [round(share, 2) for share in self.levels],
            "from": self.source,
        }
        if self.reasons:
            found["why"] = [reason_json(reason) for reason in self.reasons]
        if self.kind == ROUND:
            found["moves"] = self.moves
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def parse_puzzle(line: str) -> Puzzle:
    """Return the puzzle in a line of JSON."""
    value = json.loads(line)
    return Puzzle(
        ROUND if "moves" in value else MOVE,
        value["position"],
        value["best"],
        value["gap"],
        value["rating"],
        value["deviation"],
        tuple(value["levels"]),
        tuple(reason_from_json(reason) for reason in value.get("why", ())),
        value.get("moves", 1),
        value["from"],
    )
