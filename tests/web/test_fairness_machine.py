"""The invariants of `azulejos.web.fair_play`, for any order of moves, undos, votes, absences, time-outs and restarts.

Hypothesis plays at a real `Table` with invented times. Beside it runs a model of its own: live clocks that count down, a stack
of who made what, and when each person was last seen. Only the start of the turn at a restart comes from the table.
`AZULEJOS_EXAMPLES` sets the number of examples (default 50), each of up to 80 steps.
"""

from __future__ import annotations

import os
import random
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from azulejos.core.contract import Move, Problem
from azulejos.web.entries import Clock, Entry, Seat, Setup, Takeover, Undo, decode, encode
from azulejos.web.fair_play import ABSENCE
from azulejos.web.table import Step, Table

PEOPLE = ("ana", "rui", "eva")
TABLES = (("ana", "rui", "eva", None), ("rui", "eva", "ana"), ("ana", "ana", "rui", None), ("ana", None, "rui"), ("ana", "rui"))
CLOCKS = (None, Clock(100, 0), Clock(60, 30), Clock(4000, 5))

people = st.sampled_from(PEOPLE)
eighths = st.integers(0, 60 * 8).map(lambda n: n / 8)  # exact as floating-point numbers, so sums are exact, too


class Happened(NamedTuple):
    """A game event in the model: who made it, and all clocks at that moment."""

    seat: int | None
    maker: str | None
    left: list[float]
    at: float
    down: float


class FairTable(RuleBasedStateMachine):
    """A table, and what must be true of it."""

    @initialize(owners=st.sampled_from(TABLES), clock=st.sampled_from(CLOCKS), seed=st.integers(0, 9))
    def start(self, owners: tuple[str | None, ...], clock: Clock | None, seed: int) -> None:
        self.seed, self.clock, self.owners, self.now = seed, clock, owners, 1000.0
        seats = [Seat("person", who, who) if who else Seat("bot", "Max", None, "apprentice") for who in owners]
        self.log = [Entry(self.now, Setup({"game": "azul", "players": len(owners)}, seats, False, clock, "ana"))]
        self.table = Table.of("t", self.log)
        self.left = [float(clock.seconds) if clock else 0.0] * len(owners)
        self.made: list[Happened] = []
        self.down = 0.0
        self.held = [who is not None for who in owners]  # by the person
        self.flagged: set[int] = set()
        self.present = {*PEOPLE}
        self.absent_from = dict.fromkeys(PEOPLE, self.now)  # the last moment when a person is known to have been here
        self.went = dict(self.absent_from)  # when their last connection ended
        self.votes: list[tuple[str, int, float]] = []
        self.append(self.table.chance(self.dice, self.now))

    def dice(self, number: int) -> random.Random:
        return random.Random(f"{self.seed} {number}")

    # -- what the server does

    def append(self, steps: list[Step]) -> None:
        """Store a decision; the model follows the game events."""
        before = list(self.held)
        steps = steps + (steps[-1].table if steps else self.table).chance(self.dice, self.now)
        for step in steps:
            if step.event is not None:
                moved = isinstance(step.event, Move)
                seat = self.table.state.actor if moved else None
                maker = self.owners[seat] if isinstance(seat, int) and self.held[seat] else None
                self.made.append(Happened(seat if isinstance(seat, int) else None, maker, list(self.left), self.now, self.down))
                if maker is not None and isinstance(seat, int):
                    self.absent_from[maker] = self.now
                    self.left[seat] += self.clock.increment if self.clock else 0
            elif isinstance(step.entry.what, Takeover):
                self.held[step.entry.what.seat] = False
            self.log.append(step.entry)
            self.table = step.table
        assert before == self.held or any(isinstance(step.entry.what, Takeover) for step in steps)

    def attempt(self, steps: list[Step] | Problem) -> str:
        """Append what was decided; return the code of the refusal, if it was one."""
        if isinstance(steps, Problem):
            return steps.code
        self.append(steps)
        return "ok"

    @property
    def turn(self) -> int | None:
        actor = self.table.state.actor
        return actor if isinstance(actor, int) else None

    @property
    def late(self) -> bool:
        """Whether the person to move is out of time, and the server has not acted yet."""
        return self.clock is not None and self.turn is not None and self.held[self.turn] and self.left[self.turn] <= 0

    # -- time

    @rule(seconds=eighths)
    def time_passes(self, seconds: float) -> None:
        """Bots and the server do not act meanwhile, which is possible if they are slow."""
        if self.clock is not None and self.turn is not None and self.held[self.turn]:
            self.left[self.turn] = max(self.left[self.turn] - seconds, 0.0)
        self.now += seconds

    @rule(seconds=eighths)
    def the_server_is_down(self, seconds: float) -> None:
        """The turn that runs is charged only from the restart on."""
        if self.clock is not None and self.turn is not None:
            self.left = list(self.table.fair.left)
            self.down += self.now + seconds - self.table.fair.since
        self.now += seconds
        self.present.clear()
        self.absent_from = dict.fromkeys(PEOPLE, self.now)
        self.went = dict(self.absent_from)
        self.append(self.table.resume(self.now))

    @rule()
    def the_server_calls_time(self) -> None:
        late, seat = self.late, self.turn
        code = self.attempt(decision(lambda: self.table.flag(self.now)))
        assert code == ("ok" if late else "in_time")
        if late and seat is not None:
            assert not self.held[seat]
            self.flagged.add(seat)

    # -- players

    @rule(who=people, pick=st.integers(0, 50))
    def move(self, who: str, pick: int) -> None:
        seat, late, legal = self.turn, self.late, self.table.state.legal_moves
        if not legal or seat is None:
            return
        code = self.attempt(decision(lambda: self.table.move(who, legal[pick % len(legal)].text, self.table.number, self.now)))
        mine = [i for i, owner in enumerate(self.owners) if owner == who]
        if not any(self.held[i] for i in mine):
            assert code == ("out_of_time" if self.flagged & {*mine} else "not_your_seat")
        elif seat not in mine or not self.held[seat]:
            assert code == "not_your_turn"
        else:
            assert code == ("out_of_time" if late else "ok")

    @rule(pick=st.integers(0, 50))
    def the_seat_to_move_moves(self, pick: int) -> None:
        if self.turn is not None and self.held[self.turn]:
            self.move(str(self.owners[self.turn]), pick)
        elif self.turn is not None:
            self.a_bot_moves(pick)

    @precondition(lambda self: self.table.bot_to_move is not None)
    @rule(pick=st.integers(0, 50))
    def a_bot_moves(self, pick: int) -> None:
        seat, legal = self.turn, self.table.state.legal_moves
        assert seat is not None
        assert not self.held[seat]
        self.append(self.table.bot_move(seat, legal[pick % len(legal)], self.table.number, self.now))

    @rule()
    def everyone_moves_until_new_tiles_are_drawn(self) -> None:
        number = len([one for one in self.made if one.seat is None])
        while len([one for one in self.made if one.seat is None]) == number and self.turn is not None and not self.late:
            seat, move = self.turn, self.table.state.legal_moves[0]
            if self.held[seat]:
                self.append(self.table.move(self.owners[seat], move.text, self.table.number, self.now))
            else:
                self.append(self.table.bot_move(seat, move, self.table.number, self.now))

    @rule(who=people)
    def undo(self, who: str) -> None:
        shown, clocks, events, late = self.table.undo_seat, list(self.left), self.table.events, self.late
        answer = decision(lambda: self.table.undo(who, self.table.number, self.now))
        if isinstance(answer, Problem):
            if shown is not None and self.owners[shown] == who and not late:
                assert answer.code == "out_of_time", "the table says that it can be taken back"
                to = max(i for i, one in enumerate(self.made) if one.maker is not None)
                assert self.cost(to) >= self.made[to].left[shown]
            return
        [undo] = [step.entry.what for step in answer]
        assert isinstance(undo, Undo)
        first, *rest = self.made[undo.to :]
        assert first.maker == who == self.owners[undo.seat], "nobody but its maker takes a move back"
        assert (first.seat, shown, late) == (undo.seat, undo.seat, False)
        for one in rest:
            assert one.seat is not None, "what chance has revealed stays"
            assert one.maker is None, "the moves of other persons stay"
            assert self.owners[one.seat] in (None, who) or one.seat in self.flagged, "also if a bot made them for someone"
        self.left = [0.0 if seat in self.flagged else left for seat, left in enumerate(first.left)]
        if self.clock is not None:
            self.left[undo.seat] -= self.cost(undo.to)
            assert 0 < self.left[undo.seat] <= clocks[undo.seat], "nobody gains time by an undo"
            assert all(new >= old for seat, (new, old) in enumerate(zip(self.left, clocks, strict=True)) if seat != undo.seat)
        del self.made[undo.to :]
        self.absent_from[who] = self.now
        self.append(answer)
        assert self.table.events == events[: undo.to]
        assert self.turn == undo.seat

    @rule(seconds=st.integers(0, 80).map(lambda n: n / 8))
    def the_last_to_move_hesitates_and_undoes(self, seconds: float) -> None:
        self.time_passes(seconds)
        makers = [one.maker for one in self.made if one.maker is not None]
        if makers:
            self.undo(makers[-1])

    def cost(self, to: int) -> float:
        """What it costs now to go back to an event: all time since, except without a server."""
        return self.now - self.made[to].at - (self.down - self.made[to].down)

    @rule(who=people)
    def connect(self, who: str) -> None:
        self.present.add(who)

    @rule(who=people)
    def disconnect(self, who: str) -> None:
        if who in self.present:
            self.present.remove(who)
            self.absent_from[who] = self.went[who] = self.now

    @rule(who=people, seconds=eighths)
    def be_away_for_a_while(self, who: str, seconds: float) -> None:
        self.disconnect(who)
        self.time_passes(seconds)

    @rule(who=people, of=st.integers(0, 3))
    def vote(self, who: str, of: int) -> None:
        if of >= len(self.owners):
            return
        away = {one: self.went[one] for one in PEOPLE if one not in self.present}
        owner, held = self.owners[of], self.held[of]
        answer = decision(lambda: self.table.agree_takeover(who, of, away, self.now))
        if isinstance(answer, Problem):
            return
        assert owner is not None
        assert held
        assert owner != who
        assert self.really_absent(owner), "a vote counts only after real absence"
        self.absent_from[who] = self.now if answer else self.absent_from[who]
        self.votes.append((who, of, self.now))
        self.append(answer)
        if not self.held[of]:
            agreed = {one for one, seat, at in self.votes if seat == of and at >= self.absent_from[owner]}
            others = {self.owners[i] for i in range(len(self.owners)) if self.held[i]} - {owner}
            assert {one for one in others if one is not None and not self.really_absent(one)} <= agreed

    @rule(of=st.integers(0, 3), voters=st.lists(people, max_size=3), more=st.sampled_from((0.0, 10.0)))
    def some_vote_after_real_absence(self, of: int, voters: list[str], more: float) -> None:
        owner = self.owners[of] if of < len(self.owners) else None
        if owner is not None:
            self.be_away_for_a_while(owner, ABSENCE + more)
            for who in voters:
                self.vote(who, of)

    @rule(who=people)
    def reconnect_for_a_moment(self, who: str) -> None:
        self.connect(who)
        self.disconnect(who)

    @rule()
    def everyone_connects(self) -> None:
        self.present = {*PEOPLE}

    # Combinations that are rare by chance, and what cheaters try.

    @rule(people=st.permutations(PEOPLE))
    def a_vote_before_the_player_came_back(self, people: list[str]) -> None:
        away, first, second = people
        if away in self.owners:
            self.come_back(away)
            self.everyone_connects()
            self.some_vote_after_real_absence(self.owners.index(away), [first], 0.0)
            self.time_passes(1.0)
            self.reconnect_for_a_moment(away)
            self.some_vote_after_real_absence(self.owners.index(away), [second], 0.0)

    @rule(people=st.permutations(PEOPLE))
    def a_voter_drops_before_the_vote(self, people: list[str]) -> None:
        away, dropped, voter = people
        if away in self.owners:
            self.come_back(away)
            self.some_vote_after_real_absence(self.owners.index(away), [], 0.0)
            self.reconnect_for_a_moment(dropped)
            self.vote(voter, self.owners.index(away))

    @rule(voter=people)
    def a_player_without_connection_moves_before_the_vote(self, voter: str) -> None:
        seat = self.turn
        if seat is not None and (owner := self.owners[seat]) is not None:
            self.be_away_for_a_while(owner, ABSENCE)
            self.move(owner, 0)
            self.vote(voter, seat)

    @rule(pick=st.integers(0, 50))
    def an_opponent_times_out_before_the_undo(self, pick: int) -> None:
        self.the_seat_to_move_moves(pick)
        if self.turn is not None and self.held[self.turn]:
            self.time_passes(self.left[self.turn])
            self.the_server_calls_time()
            self.the_last_to_move_hesitates_and_undoes(0.0)

    def really_absent(self, who: str) -> bool:
        return who not in self.present and self.now - self.absent_from[who] >= ABSENCE

    @rule(who=people)
    def come_back(self, who: str) -> None:
        lost = [i for i, owner in enumerate(self.owners) if owner == who and not self.held[i]]
        answer = decision(lambda: self.table.sit(who, who, None, self.now))
        if isinstance(answer, Problem):
            assert not lost or lost[0] in self.flagged, "a seat that a bot took after a vote is its owner's"
            return
        self.held[lost[0]] = True
        self.absent_from[who] = self.now
        self.log += [step.entry for step in answer]
        self.table = answer[-1].table

    # -- what is always true

    @invariant()
    def time_is_conserved(self) -> None:
        if not hasattr(self, "table"):
            return
        if self.clock is not None:
            assert self.table.fair.left_at(self.now) == self.left
            for seat, left in enumerate(self.left):
                moves = sum(one.seat == seat and one.maker is not None for one in self.made)
                assert 0 <= left <= self.clock.seconds + moves * self.clock.increment, "an increment for each move that stands"

    @invariant()
    def seats_are_held_as_expected(self) -> None:
        if hasattr(self, "table"):
            assert [seat.kind == "person" for seat in self.table.seats] == self.held
            assert len(self.made) == self.table.number
            assert {i for i, seat in enumerate(self.table.seats) if seat.out_of_time} == self.flagged
            assert self.table.undo_seat is None or self.held[self.table.undo_seat]

    @invariant()
    def the_log_leads_to_the_same_table(self) -> None:
        if hasattr(self, "table") and len(self.log) % 7 == 0:
            again = Table.of("t", [decode(encode(entry)) for entry in self.log])
            assert again.fair == self.table.fair
            assert again.state == self.table.state


def decision(decide: object) -> list[Step] | Problem:
    """Return what a table decides, or why it refuses."""
    assert callable(decide)
    try:
        found: list[Step] = decide()
    except Problem as problem:
        return problem
    return found


FairTable.TestCase.settings = settings(
    max_examples=int(os.environ.get("AZULEJOS_EXAMPLES", "50")), stateful_step_count=80, deadline=None
)
test_a_table_is_fair = FairTable.TestCase
