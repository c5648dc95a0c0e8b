"""A table: the fold of its log, and what may be added to it.

`Table.of(entries)` is where things stand; times come with the entries. Everything that somebody may want to do is a method that
gives the entries to append, or raises a `Problem` whose `code` says why not. Nothing here reads a clock, throws dice or waits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from azulejos.bots.levels import LEVELS
from azulejos.core.contract import CHANCE, Event, Generator, Move, Outcome, Problem, State
from azulejos.core.game import Game, game_from_json
from azulejos.notation import check_seat, event_from_json, event_json
from azulejos.record import Record
from azulejos.web.entries import (
    Chat,
    Entry,
    Kind,
    Offer,
    Rematch,
    Rename,
    Seat,
    SeatSummary,
    Setup,
    Sit,
    Summary,
    Takeover,
    Undo,
)
from azulejos.web.names import clean, clean_name, free_name

LONGEST_CHAT = 200
CHATS_KEPT = 50
TAKEOVER_LEVEL = "craftsman"

Status: TypeAlias = Literal["open", "running", "finished"]
Chance: TypeAlias = Callable[[int], Generator]
"""Dice for the event of a number."""


@dataclass
class SeatNow:
    """Who sits at a seat. Where a bot has taken over, `owner` is still the person, who `was` there and may come back."""

    kind: Kind
    name: str
    owner: str | None
    level: str | None
    was: str | None = None
    votes: set[int] = field(default_factory=set)

    @property
    def summary(self) -> SeatSummary:
        """What everybody may know who is not at the table."""
        return SeatSummary(self.kind, self.name, self.level, self.was)


class Table:
    """A table as its log tells it."""

    def __init__(self, id: str, first: Entry) -> None:
        setup = first.setup
        assert setup is not None, "the first entry of a log is the setup"
        self.id = id
        self.length = 1  # entries so far
        self.updated = first.at
        self.setup = setup
        self.game: Game = game_from_json(setup.game)
        self.seats = [SeatNow(seat.kind, seat.name, seat.owner, seat.level) for seat in setup.seats]
        self.events: list[Event] = []
        self.states: list[State] = [self.game.start()]
        self.chats: deque[Entry] = deque(maxlen=CHATS_KEPT)
        self.rematch_table: str | None = None
        self.left: list[float] = [float(setup.clock.seconds) if setup.clock else 0.0] * self.game.players
        self.since = first.at  # the clock of the seat to move counts from here

    @classmethod
    def of(cls, id: str, entries: Sequence[Entry]) -> Table:
        """The table after these entries."""
        table = cls(id, entries[0])
        for entry in entries[1:]:
            table.add(entry)
        return table

    def after(self, entries: Iterable[Entry]) -> Table:
        """The table as it would be after these entries too."""
        table = copy(self)
        table.seats = [replace(seat, votes=set(seat.votes)) for seat in self.seats]
        table.events, table.states, table.left = self.events.copy(), self.states.copy(), self.left.copy()
        table.chats = self.chats.copy()
        for entry in entries:
            table.add(entry)
        return table

    # -- where things stand

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def number(self) -> int:
        """How many game events there were: what a move has to name."""
        return len(self.events)

    @property
    def started(self) -> bool:
        return "open" not in [seat.kind for seat in self.seats]

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def status(self) -> Status:
        return "finished" if self.outcome or self.setup.closed else "running" if self.started else "open"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name or "?" for seat in self.seats)

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide now."""
        actor = self.state.actor
        return actor if isinstance(actor, int) and self.started else None

    @property
    def bot_to_move(self) -> tuple[int, str] | None:
        """The seat and level of the bot that has to decide now."""
        seat = self.to_move
        level = None if seat is None or self.seats[seat].kind != "bot" else self.seats[seat].level
        return None if seat is None or level is None else (seat, level)

    @property
    def time_out(self) -> float | None:
        """When the person to move runs out of time, if nothing happens."""
        if self.setup.clock is None:
            return None
        seat = self.to_move
        if seat is None or self.seats[seat].kind != "person":
            return None
        return self.since + self.left[seat]

    @property
    def due(self) -> bool:
        """Whether the server has something to do here without being asked."""
        return self.bot_to_move is not None or self.time_out is not None

    @property
    def back(self) -> int | None:
        """The seat that may take its last move back."""
        found = self._last_move_of_a_person()
        return None if isinstance(found, Problem) else found[0]

    def clocks(self, now: float) -> dict[str, Any] | None:
        """What everybody has left, and whose clock runs."""
        if self.setup.clock is None:
            return None
        running = None if self.time_out is None else self.to_move
        left = [round(max(left - (now - self.since if seat == running else 0), 0), 1) for seat, left in enumerate(self.left)]
        return {
            "left": [None if self.seats[seat].kind == "bot" else left[seat] for seat in range(self.game.players)],
            "running": running,
        }

    def owned(self, owner: str | None) -> list[int]:
        """The seats that an owner plays."""
        return [i for i in self.belonging(owner) if self.seats[i].kind == "person"]

    def belonging(self, owner: str | None) -> list[int]:
        """The seats of an owner, also those that a bot holds meanwhile."""
        return [i for i, seat in enumerate(self.seats) if owner is not None and seat.owner == owner]

    @property
    def owners(self) -> list[str]:
        """Everybody who has a seat, also if a bot holds it meanwhile, or who has handed in the record."""
        owners = {seat.owner for seat in self.seats if seat.owner is not None}
        return sorted(owners | {self.setup.host} if self.setup.closed else owners)

    def record(self) -> Record:
        """The game so far."""
        return Record(self.game, tuple(self.events), self.names)

    def summary(self, key: str) -> Summary:
        """The table in short; `key` spells the game."""
        return Summary(
            table=self.id,
            status=self.status,
            key=key,
            game=self.setup.game,
            public=self.setup.public,
            seats=[seat.summary for seat in self.seats],
            scores=list(self.state.scores),
            round=self.state.round,
            updated=self.updated,
            winners=list(self.outcome.winners) if self.outcome else [],
        )

    # -- the fold

    def add(self, entry: Entry, event: Event | None = None) -> None:
        """Takes in the next entry of the log; `event` is what it tells, if that is known already."""
        self.length += 1
        self.updated = entry.at
        if entry.action is not None or entry.deal is not None or entry.refill is not None:
            self._happen(event or self.event_of(entry), entry.at)
        elif entry.chat is not None:
            self.chats.append(entry)
        elif entry.sit is not None:
            seat = self.seats[entry.sit.seat]
            seat.kind, seat.name, seat.owner, seat.level, seat.was = "person", entry.sit.name, entry.sit.owner, None, None
            seat.votes.clear()
            self.since = entry.at if self.to_move == entry.sit.seat else self.since
        elif entry.takeover is not None:
            self._spend(entry.at)
            seat = self.seats[entry.takeover.seat]
            seat.was = seat.name if seat.kind == "person" else None
            seat.kind, seat.level = "bot", entry.takeover.level
            seat.name = f"{seat.was} (bot)" if seat.was else self._bot_name(entry.takeover.level)
            seat.votes.clear()
        elif entry.undo is not None:
            self._spend(entry.at)
            del self.events[entry.undo.to :]
            del self.states[entry.undo.to + 1 :]
        elif entry.offer is not None:
            self.seats[entry.offer.of].votes.add(entry.offer.seat)
        elif entry.rename is not None:
            self.seats[entry.rename.seat].name = entry.rename.name
        elif entry.rematch is not None:
            self.rematch_table = entry.rematch.table
        elif entry.resume is not None:
            self.since = entry.at

    def _happen(self, event: Event, at: float) -> None:
        if isinstance(event, Move):
            seat = self.to_move
            assert seat is not None, "only who is to move moves"
            self._spend(at)
            if self.setup.clock is not None and self.seats[seat].kind == "person":
                self.left[seat] += self.setup.clock.increment
            self.seats[seat].votes.clear()  # whoever moves is not away
        self.since = at
        self.states.append(self.state.play(event))
        self.events.append(event)

    def event_of(self, entry: Entry) -> Event:
        """The game event that an entry tells."""
        for name in ("action", "deal", "refill"):
            body = getattr(entry, name)
            if body is not None:
                return event_from_json(self.game, {name: body})[0]
        raise AssertionError("no game event")

    def _spend(self, at: float) -> None:
        if self.time_out is not None and self.to_move is not None:
            self.left[self.to_move] = max(self.left[self.to_move] - (at - self.since), 0)
            self.since = at

    def _bot_name(self, level: str) -> str:
        return free_name(level.capitalize(), [seat.name for seat in self.seats])

    # -- what may be added

    def sit(self, owner: str, name: str, seat: int | None, at: float) -> list[Entry]:
        """An owner takes an open seat (any, if none is named), or comes back to his own."""
        name = clean_name(name)
        if seat is None:
            mine = [i for i, one in enumerate(self.seats) if one.kind == "bot" and one.owner == owner]
            if not mine and self.owned(owner):
                raise Problem("you have a seat at this table already", "seated", seat=self.owned(owner)[0])
            free = mine or [i for i, one in enumerate(self.seats) if one.kind == "open"]
            if not free:
                raise Problem("all seats are taken; you may watch", "full")
            seat = free[0]
        self._check_seat(seat)
        one = self.seats[seat]
        if one.kind == "bot" and one.owner == owner:
            if self.setup.clock and self.left[seat] <= 0:
                raise Problem(f"the time of seat {seat} is over", "out_of_time")
        elif one.kind != "open":
            raise Problem(f"seat {seat} is taken", "taken")
        others = [other.name for i, other in enumerate(self.seats) if i != seat]
        return [Entry(at, sit=Sit(seat, free_name(name, others), owner))]

    def fill(self, owner: str, level: str, at: float) -> list[Entry]:
        """The host lets bots take all open seats."""
        check_level(level)
        if owner != self.setup.host:
            raise Problem("only who made the table may let bots take the open seats", "not_host")
        found = [Entry(at, takeover=Takeover(i, level, "filled")) for i, seat in enumerate(self.seats) if seat.kind == "open"]
        if not found:
            raise Problem("no seat is open", "full")
        return found

    def move(self, owner: str | None, move: str | dict[str, Any], number: int, at: float) -> list[Entry]:
        """A move of the owner's seat, chosen when there had been `number` game events."""
        mine = self.owned(owner)
        if not mine:
            raise Problem("you have no seat at this table: you watch", "not_your_seat")
        self._check_number(number)
        seat = self.to_move
        if seat is None:
            raise Problem("the game waits for players" if not self.started else "the game is over", self._why_nobody_moves())
        if seat not in mine:
            raise Problem(f"it is the turn of {self.names[seat]} (seat {seat})", "not_your_turn", to_move=seat)
        if isinstance(move, dict):
            found, named = event_from_json(self.game, {"action": move})
            check_seat(self.state, named)
        else:
            found = self.game.move(move)
        return [self._action(seat, found, at)]

    def bot_move(self, seat: int, move: Move, number: int, at: float) -> list[Entry]:
        """What a bot has chosen when there had been `number` game events."""
        self._check_number(number)
        found = self.bot_to_move
        if found is None or found[0] != seat:
            raise Problem(f"seat {seat} is not a bot's turn any more", "not_your_turn")
        return [self._action(seat, move, at)]

    def undo(self, owner: str | None, number: int, at: float) -> list[Entry]:
        """Takes the owner's last move back, if nothing random was revealed and no other person has moved since."""
        if not self.owned(owner):
            raise Problem("you have no seat at this table: you watch", "not_your_seat")
        self._check_number(number)
        found = self._last_move_of_a_person()
        if isinstance(found, Problem):
            raise found
        seat, to = found
        if self.seats[seat].owner != owner:
            raise Problem(f"{self.names[seat]} has moved since", "others_moved", seat=seat)
        return [Entry(at, undo=Undo(seat, to))]

    def chat(self, owner: str | None, name: str | None, text: str, at: float) -> list[Entry]:
        """Something said at the table; `name` is that of somebody who watches."""
        said = clean(text)
        if not said:
            raise Problem("there is nothing in the message", "empty")
        if len(said) > LONGEST_CHAT:
            raise Problem(f"a message has at most {LONGEST_CHAT} characters, not {len(said)}", "too_long")
        seat = next(iter(self.owned(owner)), None)
        who = clean_name(name) if name else "" if seat is None else self.names[seat]
        return [Entry(at, chat=Chat(seat, who if seat is None else self.names[seat], said))]

    def agree_takeover(self, owner: str | None, of: int, online: Collection[str], at: float) -> list[Entry]:
        """The owner agrees that a bot takes the seat `of`; it does when all persons who are there agree."""
        mine = self.owned(owner)
        if not mine:
            raise Problem("you have no seat at this table: you watch", "not_your_seat")
        self._check_seat(of)
        seat = self.seats[of]
        if seat.kind != "person" or of in mine:
            raise Problem(f"seat {of} is not the seat of another person", "not_a_person")
        if self.status != "running":
            raise Problem("the game is not running", self._why_nobody_moves())
        if seat.owner in online:
            raise Problem(f"{seat.name} is here", "not_away")
        entries = [Entry(at, offer=Offer(mine[0], "takeover", of))] if mine[0] not in seat.votes else []
        agreed = {self.seats[i].owner for i in seat.votes} | {owner}
        there = {one.owner for one in self.seats if one.kind == "person" and one.owner in online and one.owner != seat.owner}
        if there <= agreed:
            entries.append(Entry(at, takeover=Takeover(of, TAKEOVER_LEVEL, "left")))
        return entries

    def flag(self, at: float) -> list[Entry]:
        """A bot takes the seat of a person whose time is over."""
        if self.time_out is None or self.to_move is None or at < self.time_out:
            raise Problem("nobody's time is over", "in_time")
        return [Entry(at, takeover=Takeover(self.to_move, TAKEOVER_LEVEL, "clock"))]

    def rename(self, owner: str | None, name: str, at: float) -> list[Entry]:
        """Another name for all seats of the owner."""
        name = clean_name(name)
        mine = self.owned(owner)
        if not mine:
            raise Problem("you have no seat at this table: you watch", "not_your_seat")
        names = [seat.name for i, seat in enumerate(self.seats) if i not in mine]
        entries = []
        for seat in mine:
            names.append(free_name(name, names))
            entries.append(Entry(at, rename=Rename(seat, names[-1])))
        return entries

    def rematch(self, owner: str | None, table: str, at: float) -> tuple[list[Entry], Setup]:
        """The same again as another table, seats moved by one."""
        mine = self.owned(owner)
        if not mine:
            raise Problem("you have no seat at this table: you watch", "not_your_seat")
        if self.outcome is None:
            raise Problem("the game is not over", "not_over")
        if self.rematch_table is not None:
            raise Problem("there is a rematch already", "rematched", table=self.rematch_table)
        assert owner is not None
        now = [self.seats[i - 1] for i in range(len(self.seats))]
        seats = [
            Seat("person", seat.was or seat.name, seat.owner) if seat.owner else Seat("bot", seat.name, None, seat.level)
            for seat in now
        ]
        setup = Setup(self.setup.game, seats, self.setup.public, self.setup.clock, owner)
        return [Entry(at, rematch=Rematch(mine[0], table))], setup

    def chance(self, entries: Sequence[Entry], dice: Chance, at: float) -> list[Entry]:
        """What chance brings after these entries (which are not yet added): deals and refills, until somebody decides."""
        state, number = self.state, self.number
        open_seats = {i for i, seat in enumerate(self.seats) if seat.kind == "open"}
        for entry in entries:
            if entry.sit is not None or entry.takeover is not None:
                open_seats.discard(entry.sit.seat if entry.sit else entry.takeover.seat if entry.takeover else -1)
            elif entry.action is not None:
                state, number = state.play(self.event_of(entry)), number + 1
            elif entry.undo is not None:
                state, number = self.states[entry.undo.to], entry.undo.to
        drawn: list[Entry] = []
        while not open_seats and not self.setup.closed and state.actor is CHANCE:
            event = state.draw(dice(number))
            drawn.append(Entry(at, **event_json(self.game, event)))
            state, number = state.play(event), number + 1
        return drawn

    # -- parts of decisions

    def _action(self, seat: int, move: Event, at: float) -> Entry:
        self.state.play(move)  # raises what is wrong with it
        return Entry(at, action=event_json(self.game, move, seat)["action"])

    def _check_number(self, number: int) -> None:
        if number != self.number:
            raise Problem(
                f"that was chosen after {number} game events, and now there are {self.number}", "stale", number=self.number
            )

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Problem(f"a seat is a number from 0 to {len(self.seats) - 1}, not {seat}", "no_such_seat")

    def _why_nobody_moves(self) -> str:
        return "over" if self.started else "not_started"

    def _last_move_of_a_person(self) -> tuple[int, int] | Problem:
        """The seat whose last move may be taken back, and how many events remain then; or why there is none."""
        if self.outcome is not None:
            return Problem("the game is over", "over")
        for i in reversed(range(self.setup.begun, len(self.events))):
            seat = self.states[i].actor
            if not isinstance(seat, int):
                if not any(isinstance(event, Move) for event in self.events[:i]):
                    break
                return Problem("new tiles have been drawn since", "chance_revealed")
            if self.seats[seat].kind == "person":
                return seat, i
        return Problem("there is no move to take back", "nothing_to_undo")


def check_level(level: str) -> None:
    """Raises the `Problem` that there is no such level."""
    if level not in LEVELS:
        raise Problem(f"a level is one of {', '.join(LEVELS)}, not {level[:40]!r}", "bad_level")
