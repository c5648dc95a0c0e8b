"""State shared by the games of the family: bag, discard, displays and centre, whose turn it is, the scores.

A draw takes tiles one by one. The discard (box lid, tower) is poured back into the bag in `_pour_discard`, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from azulejos.core import bitlanes, memory, places, xorshift
from azulejos.core.blocks import ENGLISH, Speech
from azulejos.core.contract import CHANCE, Actor, Bunch, Event, Gain, IllegalMove, Json, State
from azulejos.core.tile_game import TileGame

COMPILED: bool = not __file__.endswith(".py")
"""Whether the rules are compiled. Uncompiled, they return the same results about a hundred times slower."""


class TileState:
    """The common part of a state."""

    __slots__ = ("bag", "discard", "game", "marker", "players", "rounds", "score", "source", "starter", "turn")

    def __init__(self, game: TileGame) -> None:
        self.game = game
        self.players = game.players
        self.rounds = 0  # rounds dealt so far
        self.turn = places.DEALING
        self.starter = game.starter
        self.marker = places.IN_CENTRE
        self.bag = 0
        self.discard = 0
        self.source = [0] * 11  # bunches
        self.score = [0] * 4

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.game == other.game and memory.key(self) == memory.key(other)

    def __hash__(self) -> int:
        return hash(memory.key(self))

    def __reduce__(self) -> tuple[object, ...]:
        return _position, (self.game, self.text)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"

    def __str__(self) -> str:
        return self.drawing()

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.rounds or 1

    @property
    def actor(self) -> Actor:
        """The seat to move, `CHANCE`, or `None` when the game is over."""
        return self.turn if self.turn < places.DEALING else CHANCE if self.turn < places.NOBODY else None

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple([self.score[seat] for seat in range(self.players)])

    @property
    def centre(self) -> Bunch:
        """The tiles in the centre of the table."""
        return bitlanes.unpack(self.source[places.CENTRE])

    @property
    def displays(self) -> tuple[Bunch, ...]:
        """The tiles on each display."""
        return tuple([bitlanes.unpack(self.source[place]) for place in range(1, 2 * self.players + 2)])

    @property
    def bag_tiles(self) -> Bunch:
        return bitlanes.unpack(self.bag)

    # Everything that is not rules is in other files of the game's folder.

    @property
    def text(self) -> str:
        """The position on one line; `game.position(text)` parses it."""
        return self.game.state_part().text(self)

    @property
    def json(self) -> Json:
        """The position as JSON, as in `docs/format.md` ("After")."""
        return self.game.state_part().json(self)

    def drawing(self, colour: bool = False, tr: Speech = ENGLISH, names: Sequence[str] = ()) -> str:
        """Return a drawing of the table for a terminal, with the players' names if given; with `colour`, using ANSI codes."""
        return self.game.state_part().drawing(self, colour, tr, names)

    def explain(self, event: Event, after: Any = None) -> list[Gain]:
        """Return the points that the event scores or costs, one by one, and why."""
        return self.game.state_part().explain(self, event, after)

    def _refusal(self, event: object) -> IllegalMove:
        return self.game.state_part().refusal(self, event)

    def _repr_svg_(self) -> str | None:
        """The table as a picture, for notebooks; `None` if the game has no scene."""
        from azulejos import render

        return render.svg(cast(State, self)) if self.game.scene() else None

    # -- draws

    def _take_out_displays(self, displays: tuple[Bunch, ...]) -> bool:
        """Draw these tiles onto the displays if that is possible; otherwise return False, with the state undefined."""
        if len(displays) != 2 * self.players + 1:
            return False
        for i in range(2 * self.players + 1):  # noqa: SIM110, a generator would not compile to C
            if not self._take_out(displays[i], places.TO_A_DISPLAY, 1 + i):
                return False
        return True

    def _draw_displays(self, dice: int) -> int:
        """Draw tiles onto all displays at random; return the next dice."""
        for display in range(1, 2 * self.players + 2):
            dice = self._draw_onto(display, places.TO_A_DISPLAY, dice)
        return dice

    def _take_out(self, tiles: Bunch, wanted: int, place: int) -> bool:
        """Draw these tiles onto a place if that is a possible draw of this size; else return False, with the state
        undefined."""
        if not bitlanes.is_bunch(tiles, 6):
            return False
        bunch = bitlanes.pack(tiles)
        if bitlanes.size(bunch) != min(wanted, bitlanes.size(self.bag) + bitlanes.size(self.discard)):
            return False
        if not bitlanes.contains(self.bag, bunch):
            if not bitlanes.contains(bunch, self.bag):  # the bag is emptied before the discard is poured in
                return False
            self.bag += self._pour_discard()
            if not bitlanes.contains(self.bag, bunch):
                return False
        self.bag -= bunch
        self.source[place] += bunch
        return True

    def _pour_discard(self) -> int:
        """Empty the discard and return its tiles, which go into the bag.

        A ruling in all games of the family: this happens when a tile is needed and the bag is empty, never earlier.
        """
        tiles = self.discard
        self.discard = 0
        return tiles

    def _draw_onto(self, place: int, wanted: int, dice: int) -> int:
        """Draw this many tiles onto a place at random; return the next dice."""
        bag, drawn = self.bag, self.source[place]
        left = bitlanes.size(bag)
        while wanted:
            if left == 0:
                bag = self._pour_discard()
                left = bitlanes.size(bag)
                if left == 0:
                    break
            dice = xorshift.roll(dice)
            tile = bitlanes.tiles(1, bitlanes.nth_tile(bag, xorshift.below(dice, left)))
            bag -= tile
            drawn += tile
            left -= 1
            wanted -= 1
        self.bag, self.source[place] = bag, drawn
        return dice


def _position(game: TileGame, text: str) -> State:
    return game.position(text)
