"""Fair play: who holds each seat, who made each move, and how much time everyone has left.

A small state machine beside the game: it knows no rules, only seats, turns and times. `FairPlay` is a value; every entry of
a log that concerns it leads to another one. `undo`, `vote` and `flag` decide: they return the entries to append, or raise
a `Problem`. Nothing here reads a clock: times are arguments, in seconds.

These invariants hold after every entry (`tests/web/test_fairness_machine.py` checks them):

1. **Time is conserved.** Each second is charged to the person to move and to nobody else; the time of bots and of servers
   that are down is charged to nobody. A move earns its increment once. An undo restores all clocks as they were before the
   move, and charges the time since to the player who takes it back; a player who does not have that much time can't take
   it back. So no undo ever takes time from an opponent, or gives the player more than they had.
2. **Only the person who made a move can take it back.** A move that a bot made at another person's seat
   stays, too: it was made for that person.
3. **What chance has revealed stays**: no undo goes back beyond a deal or a refill.
4. **A seat is lost only** by its clock, or by a vote after real absence: of all other persons who are not really absent, and
   only while the owner has had no connection for `ABSENCE` seconds and has done nothing meanwhile. A seat lost by a vote is
   its owner's again whenever they come back; one lost by the clock stays lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from azulejos.core.contract import Problem
from azulejos.web.entries import Clock, Kind, Offer, SeatSummary, Setup, Takeover, Undo
from azulejos.web.names import free_name

ABSENCE = 45.0  # seconds without a connection until others can vote for a bot
TAKEOVER_LEVEL = "craftsman"

T = TypeVar("T")
Away: TypeAlias = Mapping[str, float]
"""Since when each owner who is not here has been away."""


class SeatNow(Struct, frozen=True):
    """A seat as it is now. If a bot has taken over, `owner` is still the person it `replaced`, who may come back."""

    kind: Kind
    name: str
    owner: str | None
    level: str | None
    replaced: str | None = None
    votes: Mapping[int, float] = {}
    """The seats that agreed that a bot takes this one, and when."""
    acted: float = 0.0
    """When the owner last did something at the table."""
    out_of_time: bool = False
    """Whether the person has lost the seat by the clock."""

    @property
    def summary(self) -> SeatSummary:
        """The public part."""
        return SeatSummary(self.kind, self.name, self.level, self.replaced)

    def away_since(self, away: Away) -> float | None:
        """Return since when the person of this seat has been away; `None` if they are here or if it is not a person's."""
        since = None if self.kind != "person" or self.owner is None else away.get(self.owner)
        return None if since is None else max(since, self.acted)

    def current_votes(self, away: Away) -> list[int]:
        """Return the seats that have voted since the person went away: earlier votes do not count."""
        since = self.away_since(away)
        return [] if since is None else sorted(seat for seat, at in self.votes.items() if at >= since)


class Made(NamedTuple):
    """A game event, who made it, and the clocks right before it: the time for the move is spent, its increment not added."""

    number: int
    """The number of game events before it."""
    seat: int | None
    """`None` for chance."""
    maker: str | None
    """The owner who moved; `None` for a bot or chance."""
    left: tuple[float, ...]
    at: float
    paused: float
    before: Made | None
    """The event before it."""


class FairPlay(Struct, frozen=True):
    """The seats, the clocks, and the makers of the events so far."""

    clock: Clock | None
    seats: tuple[SeatNow, ...]
    left: tuple[float, ...]
    """The seconds that each seat has left, without the turn that runs."""
    since: float
    """When the clock of the seat to move started."""
    turn: int | None = None
    """The seat to move, once all seats are taken."""
    paused: float = 0.0
    """How many seconds have been charged to nobody because the server was down."""
    begun: int = 0
    """The number of events that came with the table: they can't be taken back."""
    last: Made | None = None

    @classmethod
    def of(cls, setup: Setup, at: float) -> FairPlay:
        """Return the start."""
        seats = tuple(SeatNow(seat.kind, seat.name, seat.owner, seat.level, acted=at) for seat in setup.seats)
        left = (float(setup.clock.seconds) if setup.clock else 0.0,) * len(seats)
        return cls(setup.clock, seats, left, at, begun=setup.begun)

    # -- the present state

    @property
    def all_taken(self) -> bool:
        """Whether no seat is open."""
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def time_out(self) -> float | None:
        """When the person to move runs out of time."""
        if self.clock is None or self.turn is None or self.seats[self.turn].kind != "person":
            return None
        return self.since + self.left[self.turn]

    def left_at(self, at: float) -> list[float]:
        """Return the seconds that each seat has left."""
        return list(self._spend(at).left)

    @property
    def undo_seat(self) -> int | None:
        """The seat that may take its last move back."""
        found = self._last_move_of_a_person()
        return None if isinstance(found, Problem) else found.seat

    def takeover_in(self, away: Away, absence: float, at: float) -> list[float | None]:
        """Return for each seat in how many seconds others can vote for a bot; `None` if the person is here."""
        since = [seat.away_since(away) for seat in self.seats]
        return [None if one is None else round(max(one + absence - at, 0.0), 1) for one in since]

    # -- what can happen

    def with_turn(self, turn: int | None, at: float) -> FairPlay:
        """Whose turn it is now; a clock starts with the turn."""
        return self if turn == self.turn else replace(self, turn=turn, since=at)

    def played(self, number: int, at: float) -> FairPlay:
        """The seat to move has moved or, if there is none, chance: the event after `number` others."""
        spent = self._spend(at)
        seat, maker, left, seats = self.turn, None, spent.left, self.seats
        if seat is not None and seats[seat].kind == "person":
            maker = seats[seat].owner
            if self.clock is not None:
                left = _with(left, seat, left[seat] + self.clock.increment)
            seats = self._with_owner_here(maker, at)
        made = Made(number, seat, maker, spent.left, at, self.paused, self.last) if number >= self.begun else None
        return replace(spent, seats=seats, left=left, since=at, last=made)

    def undone(self, undo: Undo, at: float) -> FairPlay:
        """A move was taken back."""
        last = self.last
        while last is not None and last.number >= undo.to:
            last = last.before
        spent = self._spend(at)
        # Undo entries before version 1.1 do not say what the clocks are, and changed none.
        left = spent.left if undo.left is None else tuple(undo.left)
        if len(left) != len(self.seats):
            raise ValueError(f"there are {len(self.seats)} clocks, not {len(left)}")
        return replace(spent, left=left, since=at, last=last)

    def sat(self, seat: int, name: str, owner: str, at: float) -> FairPlay:
        """A person has taken an open seat, or come back to their own."""
        since = at if self.turn == seat else self.since
        sat = self._with_seat(seat, SeatNow("person", name, owner, None, acted=at))
        return replace(sat, seats=sat._with_owner_here(owner, at), since=since)

    def taken_over(self, entry: Takeover, at: float) -> FairPlay:
        """A bot has taken a seat."""
        seat, before = entry.seat, self.seats[entry.seat]
        replaced = before.name if before.kind == "person" else None
        names = [one.name for one in self.seats]  # compared exactly: old logs must always lead to the same names
        name = f"{replaced} (bot)" if replaced else free_name(entry.level.capitalize(), names, str)
        bot = SeatNow("bot", name, before.owner, entry.level, replaced, {}, before.acted, entry.why == "clock")
        return self._spend(at)._with_seat(seat, bot)

    def voted(self, offer: Offer, at: float) -> FairPlay:
        """A seat has agreed that a bot takes another."""
        of = self.seats[offer.of]
        return self._with_seat(offer.of, replace(of, votes={**of.votes, offer.seat: at}))

    def renamed(self, seat: int, name: str) -> FairPlay:
        """A player has another name."""
        return self._with_seat(seat, replace(self.seats[seat], name=name))

    def acted(self, seat: int, at: float) -> FairPlay:
        """The owner of a seat did something."""
        return replace(self, seats=self._with_owner_here(self.seats[seat].owner, at))

    def resumed(self, at: float) -> FairPlay:
        """The server was down: the time since the turn started is charged to nobody."""
        return replace(self, since=at, paused=self.paused + at - self.since)

    # -- decisions

    def check_time(self, at: float) -> None:
        """Raise a `Problem` if the person to move is out of time, even if the server has not yet noticed."""
        if self.time_out is not None and at >= self.time_out:
            assert self.turn is not None
            raise Problem(f"{self.seats[self.turn].name} is out of time", "out_of_time", seat=self.turn)

    def flag(self, at: float) -> Takeover:
        """Let a bot take the seat of the person who is out of time."""
        if self.time_out is None or self.turn is None or at < self.time_out:
            raise Problem("no player is out of time", "in_time")
        return Takeover(self.turn, TAKEOVER_LEVEL, "clock")

    def undo(self, owner: str, at: float) -> Undo:
        """Take the owner's last move back: nothing random was revealed since, and no other person has moved."""
        self.check_time(at)
        made = self._last_move_of_a_person()
        if isinstance(made, Problem):
            raise made
        assert made.seat is not None
        if made.maker != owner:
            raise Problem(f"{self.seats[made.seat].name} has moved since", "others_moved", seat=made.seat)
        return Undo(made.seat, made.number, None if self.clock is None else self._clocks_without(made, made.seat, at))

    def vote(self, owner: str, seat: int, of: int, away: Away, at: float, absence: float) -> list[Offer | Takeover]:
        """Let the owner of `seat` vote for a bot at the seat `of`; it takes over when everyone who is not away agrees."""
        self.check_time(at)
        one = self.seats[of]
        wait = self.takeover_in(away, absence, at)
        if (missing := wait[of]) is None:
            raise Problem(f"{one.name} is here", "not_away")
        if missing > 0:
            seconds = int(-(-missing // 1))
            raise Problem(f"{one.name} was here just now; you can vote in {seconds} s", "not_away", seconds=seconds)
        votes = one.current_votes(away)
        found: list[Offer | Takeover] = [] if seat in votes else [Offer(seat, "takeover", of)]
        agreed = {self.seats[vote].owner for vote in votes} | {owner, one.owner}
        asked = {other.owner for i, other in enumerate(self.seats) if other.kind == "person" and wait[i] != 0}
        if asked <= agreed:
            found.append(Takeover(of, TAKEOVER_LEVEL, "left"))
        return found

    # -- parts

    def _spend(self, at: float) -> FairPlay:
        """Charge the time since the turn started to the person to move."""
        if self.time_out is None or self.turn is None:
            return self
        rest = max(self.left[self.turn] - (at - self.since), 0.0)
        return replace(self, left=_with(self.left, self.turn, rest), since=at)

    def _with_seat(self, number: int, seat: SeatNow) -> FairPlay:
        return replace(self, seats=_with(self.seats, number, seat))

    def _with_owner_here(self, owner: str | None, at: float) -> tuple[SeatNow, ...]:
        """Return the seats after their owner did something: the owner is not away, at none of their seats."""
        return tuple(replace(one, votes={}, acted=at) if one.owner == owner else one for one in self.seats)

    def _clocks_without(self, made: Made, seat: int, at: float) -> list[float]:
        """Return all clocks as they were before a move, with the time since then charged to its seat."""
        charge = at - made.at - (self.paused - made.paused)
        left = [0.0 if one.out_of_time else made.left[i] for i, one in enumerate(self.seats)]
        left[seat] -= charge
        if left[seat] <= 0:
            raise Problem(
                f"taking this move back would cost {charge:.0f} s, more than you have left", "out_of_time", cost=charge
            )
        return left

    def _last_move_of_a_person(self) -> Made | Problem:
        """Return the move that its maker may take back; or why there is none."""
        made = self.last
        through: list[int] = []
        while made is not None:
            if made.seat is None:
                before = made.before
                while before is not None and before.seat is None:
                    before = before.before
                if before is None:
                    break
                return Problem("new tiles have been drawn since", "chance_revealed")
            if made.maker is not None:
                holder = self.seats[made.seat]
                mine = holder.kind == "person" and holder.owner == made.maker
                if mine and all(self._bots_are_transparent(seat, made.maker) for seat in through):
                    return made
                return Problem(f"{holder.name} has moved since", "others_moved", seat=made.seat)
            through.append(made.seat)
            made = made.before
        return Problem("there is no move to take back", "nothing_to_undo")

    def _bots_are_transparent(self, seat: int, owner: str) -> bool:
        """Return whether an owner may go back over the moves of bots at a seat: not at the seat of another person."""
        return self.seats[seat].owner in (None, owner) or self.seats[seat].out_of_time


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    if not 0 <= index < len(values):
        raise IndexError(f"there is no seat {index}")
    return (*values[:index], value, *values[index + 1 :])
