"""A table: the fold of its log, and the decisions that may be appended to it.

`Table.of(id, entries)` replays a log. Every decision is a method that returns `Step`s: the entries to append, each with the
table after it, so that what was parsed and played to decide is not parsed and played again. The table itself does not change.
A decision that is not allowed raises a `Problem` whose `code` says why. Nothing here reads a clock, rolls dice or waits: times
are arguments. Seats, clocks, undo and takeovers are in `fair_play`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from azulejos.bots.levels import LEVELS
from azulejos.core.contract import CHANCE, Event, Generator, Move, Outcome, Problem, State
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.notation import check_seat, event_from_json, event_json
from azulejos.record import Record
from azulejos.variations import notes_from_json
from azulejos.web.entries import (
    Chat,
    Entry,
    GameEvent,
    Offer,
    Rematch,
    Rename,
    Resume,
    Seat,
    Setup,
    Sit,
    Summary,
    Takeover,
    Undo,
    What,
    game_event,
)
from azulejos.web.fair_play import ABSENCE, Away, FairPlay, SeatNow
from azulejos.web.lengths import MOST_EVENTS, check_length, check_log
from azulejos.web.names import are_alike, clean, clean_name, free_name

LONGEST_CHAT = 200
CHATS_KEPT = 50

Status: TypeAlias = Literal["open", "running", "finished"]
Chance: TypeAlias = Callable[[int], Generator]
"""Returns the random generator for the event of a number."""


class Step(NamedTuple):
    """An entry, the table after it and, if it is an event of the game, that event."""

    entry: Entry
    table: Table
    event: Event | None


class ChatLine(NamedTuple):
    """A chat message and its time."""

    at: float
    chat: Chat


class Table:
    """A table after the entries of its log."""

    def __init__(self, id: str, first: Entry) -> None:
        setup = first.what
        assert isinstance(setup, Setup), "the first entry of a log is the setup"
        self.id = id
        self.length = 1  # entries so far
        self.updated = first.at
        self.setup = setup
        self.game: Game = game_from_json(setup.game)
        self.fair = FairPlay.of(setup, first.at)
        self.started = self.fair.all_taken
        self.number = 0  # game events so far; a move has to name it
        self.state: State = self.game.start()
        # Shared by successive tables: the first `number` events, and the states before and after them.
        self._events: list[Event] = []
        self._states: list[State] = [self.state]
        self.chats: deque[ChatLine] = deque(maxlen=CHATS_KEPT)
        self.rematch_table: str | None = None
        self.fair = self.fair.with_turn(self._turn(), first.at)

    @classmethod
    def of(cls, id: str, entries: Sequence[Entry]) -> Table:
        """Return the table after these entries."""
        table = cls(id, entries[0])
        for entry in entries[1:]:
            table.add(entry)
        return table

    def follow(self, entries: Iterable[Entry]) -> list[Step]:
        """Return the steps that these entries of the log lead through."""
        steps: list[Step] = []
        table = self
        for entry in entries:
            steps.append(table._step(entry))
            table = steps[-1].table
        return steps

    def _step(self, entry: Entry, event: Event | None = None) -> Step:
        """Return the step that an entry leads to; `event` is its event, if it is already parsed."""
        after = Table.__new__(Table)
        after.__dict__.update(self.__dict__)
        if len(self._events) > self.number:  # a step that was not taken, or a later table, has added to the shared lists
            after._events, after._states = self.events, self.states
        return Step(entry, after, after.add(entry, event))

    def _steps(self, at: float, *whats: What) -> list[Step]:
        return self.follow(Entry(at, what) for what in whats)

    # -- the present state

    @property
    def events(self) -> list[Event]:
        """The game so far."""
        return self._events[: self.number]

    @property
    def states(self) -> list[State]:
        """The state at the start, and after each event."""
        return self._states[: self.number + 1]

    @property
    def seats(self) -> tuple[SeatNow, ...]:
        return self.fair.seats

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
        """The seat to move, once all seats are taken."""
        return self.fair.turn

    @property
    def bots_alone(self) -> bool:
        """Whether only bots play; they need someone who watches."""
        return all(seat.kind == "bot" for seat in self.seats)

    @property
    def too_long(self) -> bool:
        """Whether the game has as many events as the server stores."""
        return self.number >= MOST_EVENTS

    @property
    def bot_to_move(self) -> tuple[int, str] | None:
        """The seat and level of the bot to move, if a bot is to move."""
        seat = None if self.too_long else self.to_move
        level = None if seat is None or self.seats[seat].kind != "bot" else self.seats[seat].level
        return None if seat is None or level is None else (seat, level)

    @property
    def time_out(self) -> float | None:
        """When the person to move runs out of time."""
        return None if self.too_long else self.fair.time_out

    @property
    def needs_server(self) -> bool:
        """Whether the server has to act here by itself, even if no one is there: a bot is to move, or a clock runs."""
        return (self.bot_to_move is not None and not self.bots_alone) or self.time_out is not None

    @property
    def undo_seat(self) -> int | None:
        """The seat that may take its last move back."""
        return None if self.outcome is not None else self.fair.undo_seat

    def clocks(self, now: float) -> dict[str, Any] | None:
        """Return the seconds that each seat has left, and whose clock runs."""
        if self.setup.clock is None:
            return None
        left = [round(one, 1) for one in self.fair.left_at(now)]
        return {
            "left": [None if seat.kind == "bot" else left[i] for i, seat in enumerate(self.seats)],
            "running": None if self.time_out is None else self.to_move,
        }

    def owned(self, owner: str | None) -> list[int]:
        """Return the seats that an owner plays."""
        return [i for i in self.belonging(owner) if self.seats[i].kind == "person"]

    def belonging(self, owner: str | None) -> list[int]:
        """Return the seats of an owner, including those that a bot holds for now."""
        return [i for i, seat in enumerate(self.seats) if owner is not None and seat.owner == owner]

    @property
    def owners(self) -> list[str]:
        """The owners of all seats, even if a bot holds one for now; and of an uploaded record."""
        owners = {seat.owner for seat in self.seats if seat.owner is not None}
        return sorted(owners | {self.setup.host} if self.setup.closed else owners)

    def record(self) -> Record:
        """Return the game so far; an uploaded one with its comments and variations."""
        notes = () if self.setup.notes is UNSET else notes_from_json(self.game, self.states, self.setup.notes)
        return Record(self.game, tuple(self.events), self.names, notes=notes)

    def summary(self, key: str) -> Summary:
        """Return the table for a list of tables; `key` is the key of the game."""
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

    def __getstate__(self) -> dict[str, Any]:
        """For another process: without the states, which follow from the events, and without what an undo needs.

        That is a chain as long as the game, and too deep for pickle.
        """
        fair = replace(self.fair, last=None)
        return {**self.__dict__, "_events": self.events, "_states": [], "state": None, "fair": fair}

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self._states = [self.game.start()]
        for event in self._events:
            self._states.append(self._states[-1].play(event))
        self.state = self._states[-1]

    # -- the fold

    def add(self, entry: Entry, event: Event | None = None) -> Event | None:
        """Add the next entry of the log; return its game event, which is parsed unless it is given as `event`."""
        self.length += 1
        self.updated = at = entry.at
        what, fair = entry.what, self.fair
        match what:
            case GameEvent(kind, body):
                if event is None:
                    event, _ = event_from_json(self.game, {kind: body})
                self._play(event, at)
            case Chat() as chat:
                self.chats = deque((*self.chats, ChatLine(at, chat)), CHATS_KEPT)  # earlier tables keep theirs
            case Sit(seat, name, owner):
                self.fair = fair.sat(seat, name, owner, at)
                self.started = self.fair.all_taken
            case Takeover() as takeover:
                self.fair = fair.taken_over(takeover, at)
                self.started = self.fair.all_taken
            case Undo(_, to) as undo:
                self.fair = fair.undone(undo, at)
                self._events, self._states = self._events[:to], self._states[: to + 1]
                self.number, self.state = to, self._states[to]
            case Offer() as offer:
                self.fair = fair.voted(offer, at)
            case Rename(seat, name):
                self.fair = fair.renamed(seat, name)
            case Rematch(_, table):
                self.rematch_table = table
            case Resume():
                self.fair = fair.resumed(at)
            case Setup():
                raise ValueError("only the first entry of a log is a setup")
        if event is None and isinstance(what, Chat | Undo | Offer | Rename | Rematch) and what.seat is not None:
            self.fair = self.fair.acted(what.seat, at)
        self.fair = self.fair.with_turn(self._turn(), at)
        return event

    def _play(self, event: Event, at: float) -> None:
        assert self.to_move is not None or not isinstance(event, Move), "a move needs a seat to move"
        self.fair = self.fair.played(self.number, at)
        self.state = self.state.play(event)
        self.number += 1
        self._states.append(self.state)
        self._events.append(event)

    def _turn(self) -> int | None:
        actor = self.state.actor
        return actor if isinstance(actor, int) and self.started else None

    # -- decisions

    def sit(self, owner: str, name: str, seat: int | None, at: float) -> list[Step]:
        """Let an owner take an open seat (any, if `seat` is `None`), or come back to their own.

        At a public table everyone but the host can have one seat; at a private one, a family may share a screen.
        """
        name = clean_name(name)
        if seat is None:
            mine = [i for i, one in enumerate(self.seats) if one.kind == "bot" and one.owner == owner]
            if not mine and self.owned(owner):
                raise Problem("you already have a seat at this table", "seated", seat=self.owned(owner)[0])
            free = mine or [i for i, one in enumerate(self.seats) if one.kind == "open"]
            if not free:
                raise Problem("all seats are taken; you can watch", "full")
            seat = free[0]
        self._check_seat(seat)
        one = self.seats[seat]
        if one.kind == "bot" and one.owner == owner:
            if one.out_of_time:
                raise Problem(f"seat {seat} is out of time", "out_of_time")
        elif one.kind != "open":
            raise Problem(f"seat {seat} is taken", "taken")
        elif self.setup.public and owner != self.setup.host and self.belonging(owner):
            raise Problem("you already have a seat at this table", "seated", seat=self.belonging(owner)[0])
        return self._steps(at, Sit(seat, free_name(name, self._names_of_others([seat])), owner))

    def fill(self, owner: str, level: str, at: float) -> list[Step]:
        """Let bots take all open seats, as the host asks."""
        check_level(level)
        if owner != self.setup.host:
            raise Problem("only the host can fill the open seats with bots", "not_host")
        found = [Takeover(i, level, "filled") for i, seat in enumerate(self.seats) if seat.kind == "open"]
        if not found:
            raise Problem("no seat is open", "full")
        return self._steps(at, *found)

    def move(self, owner: str | None, move: str | dict[str, Any], number: int, at: float) -> list[Step]:
        """Play a move of the owner's seat, chosen when there had been `number` game events."""
        mine = self._seats_of_player(owner)
        self._check_number(number)
        seat = self.to_move
        if seat is None:
            code = self._why_no_turn()
            raise Problem("the game has not started" if code == "not_started" else "the game is over", code)
        if seat not in mine:
            raise Problem(f"it is {self.names[seat]}'s turn (seat {seat})", "not_your_turn", to_move=seat)
        check_length(self.number + 1)
        self.fair.check_time(at)
        if isinstance(move, dict):
            found, named = event_from_json(self.game, {"action": move})
            check_seat(self.state, named)
        else:
            found = self.game.move(move)
        return [self._event_step(found, at, seat)]

    def bot_move(self, seat: int, move: Move, number: int, at: float) -> list[Step]:
        """Play what a bot chose when there had been `number` game events."""
        self._check_number(number)
        found = self.bot_to_move
        if found is None or found[0] != seat:
            raise Problem(f"no bot is to move at seat {seat} any more", "not_your_turn")
        return [self._event_step(move, at, seat)]

    def undo(self, owner: str | None, number: int, at: float) -> list[Step]:
        """Take the owner's last move back, if nothing random was revealed and no other person has moved since."""
        self._seats_of_player(owner)
        self._check_number(number)
        check_log(self.length)
        if self.outcome is not None:
            raise Problem("the game is over", "over")
        assert owner is not None
        return self._steps(at, self.fair.undo(owner, at))

    def chat(self, owner: str | None, name: str | None, text: str, at: float) -> list[Step]:
        """Add a chat message; `name` is the name of a spectator."""
        check_log(self.length)
        cleaned = clean(text)
        if not cleaned:
            raise Problem("the message is empty", "empty")
        if len(cleaned) > LONGEST_CHAT:
            raise Problem(f"a message may have at most {LONGEST_CHAT} characters, not {len(cleaned)}", "too_long")
        for seat in self.belonging(owner):
            one = self.seats[seat]
            return self._steps(at, Chat(seat, one.replaced or one.name, cleaned))
        return self._steps(at, Chat(None, self.watcher_name(name) if name else "", cleaned))

    def watcher_name(self, name: str) -> str:
        """Return the name of someone who watches; raises a `Problem` if it can be taken for a player's."""
        name = clean_name(name)
        for other in self._names_of_others():
            if are_alike(name, other):
                raise Problem(f"a player at this table is called {other}", "name_taken")
        return name

    def agree_takeover(self, owner: str | None, of: int, away: Away, at: float, absence: float = ABSENCE) -> list[Step]:
        """Let the owner vote for a bot at the seat `of`; it takes over when all persons who are not away agree."""
        mine = self._seats_of_player(owner)
        self._check_seat(of)
        if self.seats[of].kind != "person" or of in mine:
            raise Problem(f"seat {of} is not the seat of another person", "not_a_person")
        if self.status != "running":
            raise Problem("the game is not running", self._why_no_turn())
        assert owner is not None
        return self._steps(at, *self.fair.vote(owner, mine[0], of, away, at, absence))

    def flag(self, at: float) -> list[Step]:
        """Let a bot take the seat of a person who is out of time."""
        return self._steps(at, self.fair.flag(at))

    def resume(self, at: float) -> list[Step]:
        """Restart the clock of the seat to move, after the server was down."""
        return [] if self.setup.clock is None or self.to_move is None else self._steps(at, Resume())

    def rename(self, owner: str | None, name: str, at: float) -> list[Step]:
        """Give all seats of the owner another name."""
        check_log(self.length)
        name = clean_name(name)
        mine = self._seats_of_player(owner)
        names = self._names_of_others(mine)
        found = []
        for seat in mine:
            names.append(free_name(name, names))
            if names[-1] != self.seats[seat].name:
                found.append(Rename(seat, names[-1]))
        return self._steps(at, *found)

    def rematch(self, owner: str | None, table: str, at: float) -> tuple[list[Step], Setup]:
        """Play again at another table, everyone one seat earlier: the next player starts."""
        mine = self.belonging(owner)
        if not mine:
            raise self._why_no_seat(owner)
        if self.outcome is None:
            raise Problem("the game is not over", "not_over")
        if self.rematch_table is not None:
            raise Problem("there is already a rematch", "rematched", table=self.rematch_table)
        assert owner is not None
        seats = [
            Seat("person", seat.replaced or seat.name, seat.owner) if seat.owner else Seat("bot", seat.name, None, seat.level)
            for seat in (*self.seats[1:], self.seats[0])
        ]
        setup = Setup(self.setup.game, seats, self.setup.public, self.setup.clock, owner)
        return self._steps(at, Rematch(mine[0], table)), setup

    def chance(self, dice: Chance, at: float) -> list[Step]:
        """Draw the deals and refills that come next, until a seat is to move."""
        steps: list[Step] = []
        table = self
        while table.started and not self.setup.closed and table.state.actor is CHANCE:
            steps.append(table._event_step(table.state.draw(dice(table.number)), at))
            table = steps[-1].table
        return steps

    # -- parts of decisions

    def _event_step(self, event: Event, at: float, seat: int | None = None) -> Step:
        """Play an event; raises a `Problem` if it is not allowed."""
        return self._step(Entry(at, game_event(event_json(self.game, event, seat))), event)

    def _seats_of_player(self, owner: str | None) -> list[int]:
        mine = self.owned(owner)
        if not mine:
            raise self._why_no_seat(owner)
        return mine

    def check_not_out_of_time(self, owner: str | None) -> None:
        """Raise a `Problem` if the owner has lost their seat by the clock."""
        if not self.owned(owner) and (lost := self._why_no_seat(owner)).code == "out_of_time":
            raise lost

    def _why_no_seat(self, owner: str | None) -> Problem:
        lost = self.belonging(owner)
        if any(self.seats[seat].out_of_time for seat in lost):
            return Problem("you are out of time; a bot plays your seat", "out_of_time", seat=lost[0])
        if lost:
            return Problem("a bot plays your seat; come back to it first", "not_your_seat", seat=lost[0])
        return Problem("you are only watching this table", "not_your_seat")

    def _check_number(self, number: int) -> None:
        if number != self.number:
            raise Problem(
                f"this was chosen after {number} game events, but there are now {self.number}", "stale", number=self.number
            )

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Problem(f"a seat must be a number from 0 to {len(self.seats) - 1}, not {seat}", "no_such_seat")

    def _names_of_others(self, mine: Collection[int] = ()) -> list[str]:
        """Return the names at all other seats, including those of people replaced by bots."""
        return [name for i, seat in enumerate(self.seats) if i not in mine for name in (seat.name, seat.replaced) if name]

    def _why_no_turn(self) -> str:
        return "over" if self.started else "not_started"


def check_level(level: str) -> None:
    """Raise a `Problem` if there is no such level."""
    if level not in LEVELS:
        raise Problem(f"a level must be one of {', '.join(LEVELS)}, not {level[:40]!r}", "bad_level")
