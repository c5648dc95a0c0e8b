"""Three Lines, a game of a few hundred lines: all that a third game needs, and the proof that it needs nothing elsewhere.

Six tiles of two colours are dealt onto one display. In turn each player takes one and puts it into one of three lines, which
hold one, two or three tiles of one colour, or drops it. A full line scores 1, 3 or 6 points and is emptied into the box. When
the display is empty the next round is dealt; after the last round, most points wins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from azulejos import (
    CHANCE,
    Bunch,
    Deal,
    Event,
    Gain,
    Game,
    IllegalMove,
    Move,
    NotationError,
    Outcome,
    Refill,
    State,
    game_from_json,
)
from azulejos.core.blocks import ENGLISH, Speech
from azulejos.core.contract import Actor, Generator, Json
from azulejos.core.fields import bunch_json, counted
from azulejos.core.game import number

DEALT, TILES = 6, 15  # tiles of a round, tiles of a colour
POINTS = (0, 1, 3, 6)
LETTERS = "RB"


@dataclass(frozen=True)
class Toy(Game):
    """The game with its options."""

    board: str = "plain"
    rounds: int = number(3, least=1, most=5)

    name = "toy"
    title = "Three Lines"
    colours = ("red", "blue")
    letters = LETTERS
    boards = ("plain",)
    spelling_help = "write R2 (a red tile into line 2; line 0 drops it)"
    moves = tuple(
        Move("toy", id, f"{LETTERS[id // 4]}{id % 4}", {"type": "put", "color": ("red", "blue")[id // 4], "line": id % 4})
        for id in range(8)
    )
    displays = 1

    def start(self) -> ToyState:
        return ToyState(self, 0, 0, (0, 0), (TILES, TILES), (0, 0), (("",) * 3,) * self.players, (0,) * self.players)

    @classmethod
    def of_text(cls, text: str) -> Game:
        spec = re.match(r"toy players=(\d) rounds=(\d) ", text)
        if spec is None:
            raise NotationError("a position of toy begins with `toy players=… rounds=… `", "bad_position")
        return game_from_json({"game": "toy", "players": int(spec[1]), "rounds": int(spec[2])})

    def position(self, text: str) -> ToyState:
        found = re.match(rf"{self._prefix}round=(\d) turn=(\d) display=(\S+) bag=(\S+) box=(\S+) boards=(\S+)$", text)
        if found is None:
            raise NotationError(f"a position of this game is `{self._prefix}round=… turn=… display=… …`", "bad_position")
        boards = [re.fullmatch(r"(\d+):([RB]?),([RB]{0,2}),([RB]{0,3})", one) for one in found[6].split("/")]
        parts = [one for one in boards if one is not None]
        lines, scores = tuple((one[2], one[3], one[4]) for one in parts), tuple(int(one[1]) for one in parts)
        display, bag, box = (_bunch(found[i]) for i in (3, 4, 5))
        state = ToyState(self, int(found[1]), int(found[2]), display, bag, box, lines, scores)
        if len(scores) != self.players or state.turn >= self.players or state.text != text:
            raise NotationError("these are no tiles and boards of toy", "bad_position")
        return state

    @property
    def _prefix(self) -> str:
        return f"toy players={self.players} rounds={self.rounds} "


def _bunch(text: str) -> Bunch:
    return tuple(int("0" + "".join(re.findall(f"{letter}([0-9]+)", text))) for letter in LETTERS)


@dataclass(frozen=True, repr=False)
class ToyState:
    """A position."""

    game: Toy
    dealt: int  # rounds so far
    turn: int
    display: Bunch
    bag: Bunch
    box: Bunch
    lines: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    phase = "take"

    @property
    def round(self) -> int:
        return max(self.dealt, 1)

    @property
    def actor(self) -> Actor:
        return self.turn if any(self.display) else CHANCE if self.dealt < self.game.rounds else None

    @property
    def legal_moves(self) -> list[Move]:
        return [move for move in self.game.moves if self._fits(move)]

    def _fits(self, move: Move) -> bool:
        colour, line = divmod(move.id, 4)
        held = self.lines[self.turn][line - 1] if line else ""
        return self.display[colour] > 0 and held in (LETTERS[colour] * n for n in range(max(line, 1)))

    @property
    def outcome(self) -> Outcome | None:
        ranks = tuple(1 + sum(other > score for other in self.scores) for score in self.scores)
        return Outcome(self.scores, ranks) if self.actor is None else None

    def play(self, event: Event) -> ToyState:
        if isinstance(event, Deal) and self.probability(event):
            return self._dealt(event.displays[0])
        if isinstance(event, Move) and event.game == "toy" and self._fits(event):
            return self._put(*divmod(event.id, 4))
        raise IllegalMove(f"{event!r} is not possible now", "illegal")

    def _dealt(self, tiles: Bunch) -> ToyState:
        bag = tuple(n - m for n, m in zip(self.bag, tiles, strict=True))
        return replace(self, dealt=self.dealt + 1, display=tiles, bag=bag)

    def _put(self, colour: int, line: int) -> ToyState:
        lines, scores, box = list(self.lines[self.turn]), list(self.scores), list(self.box)
        held = len(lines[line - 1]) + 1 if line else 0
        if held == line:  # it is full, or the tile is dropped: everything goes to the box
            scores[self.turn] += POINTS[line]
            box[colour] += max(held, 1)
        if line:
            lines[line - 1] = LETTERS[colour] * (held % line)
        boards = tuple(tuple(lines) if seat == self.turn else one for seat, one in enumerate(self.lines))
        display = tuple(n - (i == colour) for i, n in enumerate(self.display))
        turn = (self.turn + 1) % self.game.players
        return replace(self, turn=turn, display=display, box=tuple(box), lines=boards, scores=tuple(scores))

    def draw(self, rng: Generator) -> Deal:
        if self.actor is not CHANCE:
            raise IllegalMove("nothing is dealt now", "no_chance")
        bag = "".join(letter * n for letter, n in zip(LETTERS, self.bag, strict=True))
        drawn = ""
        for _ in range(DEALT):
            at = rng.getrandbits(32) % len(bag)
            drawn, bag = drawn + bag[at], bag[:at] + bag[at + 1 :]
        return Deal(self.dealt + 1, (tuple(map(drawn.count, LETTERS)),))

    def probability(self, event: Deal | Refill) -> Fraction:
        if self.actor is not CHANCE or not isinstance(event, Deal) or (event.round, len(event.displays)) != (self.dealt + 1, 1):
            return Fraction(0)
        [tiles] = event.displays
        if len(tiles) != 2 or min(tiles) < 0 or sum(tiles) != DEALT:
            return Fraction(0)
        return Fraction(comb(self.bag[0], tiles[0]) * comb(self.bag[1], tiles[1]), comb(sum(self.bag), DEALT))

    def explain(self, event: Event, after: State | None = None) -> list[Gain]:
        gained = [after - before for after, before in zip(self.play(event).scores, self.scores, strict=True)]
        return [Gain(seat, points, "line", {}) for seat, points in enumerate(gained) if points]

    @property
    def text(self) -> str:
        display, bag, box = (counted(bunch, LETTERS) for bunch in (self.display, self.bag, self.box))
        boards = "/".join(f"{score}:{','.join(lines)}" for score, lines in zip(self.scores, self.lines, strict=True))
        return f"{self.game._prefix}round={self.dealt} turn={self.turn} display={display} bag={bag} box={box} boards={boards}"

    @property
    def json(self) -> Json:
        boards = [{"score": score, "lines": list(lines)} for score, lines in zip(self.scores, self.lines, strict=True)]
        piles = {name: bunch_json(getattr(self, name), self.game.colours) for name in ("display", "bag", "box")}
        return {"round": self.round, "turn": self.turn, "boards": boards, **piles}

    def drawing(self, colour: bool = False, tr: Speech = ENGLISH, names: Sequence[str] = ()) -> str:
        rows = [f"{tr('round {n}', n=self.round)}   display {counted(self.display, LETTERS)}"]
        for seat, lines in enumerate(self.lines):
            held = "  ".join(line.ljust(n, ".") for n, line in enumerate(lines, 1))
            who = names[seat] if names else f"seat {seat}"
            rows.append(f"{'>' if seat == self.actor else ' '} {who}   {held}   {self.scores[seat]}")
        return "\n".join(rows)

    def __str__(self) -> str:
        return self.drawing()

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"
