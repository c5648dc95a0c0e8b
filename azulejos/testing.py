"""Check that a game follows the contract; use it when you add a game or an option.

>>> from azulejos import Azul
>>> from azulejos.testing import api_test
>>> api_test(Azul(players=3, board="grey"), games=1)

This works for every game that follows the contract (`azulejos.core.contract`) and writes every tile in a position's text by its
letter, one by one or with a count: `BBY`, `B2Y1`.
"""

from __future__ import annotations

import contextlib
import copy
import json
import pickle
import random
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from azulejos.core.contract import CHANCE, Bunch, Deal, Event, IllegalMove, Move, Outcome, Refill, State
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.notation import event_from_json, event_from_text, event_json, event_text
from azulejos.record import Record, RecordError

REFUSED_MOVES = 5
"""The number of illegal moves to try at each state; at one state of each game all of them are tried."""

THOROUGH = 10
"""At one in this many states, slow copies are compared, too."""

NO_EVENTS: tuple[Any, ...] = (None, 0, "3R", ("deal",), {})


def api_test(game: Game, games: int = 10, seed: int = 0) -> None:
    """Play random games and check every state; raise an `AssertionError` that says what is wrong and where.

    At every state: no tile is lost or made; legal moves are sorted and unique, and exist exactly when a seat is to move;
    everything else is refused; states, moves, events and records can be parsed back from text and JSON; states are values;
    draws have a probability; scores agree with `explain`.
    """
    where = f"{game!r}"
    try:
        check_game(game)
        for number in range(games):
            walk = Walk(game, random.Random(f"{seed} {number}"))
            for done in walk.steps():
                where = f"{game!r}, seed {seed}, game {number}, {done}"
    except Exception as error:  # any exception means that the game broke the contract
        raise AssertionError(f"{where}: {str(error) or type(error).__name__}") from error


def check_game(game: Game) -> None:
    """Check that the game is a value, that its moves are numbered from 0, and that each can be parsed from all its forms."""
    assert game_from_json(json.loads(json.dumps(game.json))) == game, f"the game can't be restored from its JSON {game.json}"
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), _rebuilt(game, game)):
        assert (twin, hash(twin)) == (game, hash(game)), f"{game!r} has a copy that differs: {twin!r}"
    assert len(game.colours) == len(game.letters) == len(set(game.letters)), "a letter for each colour"
    for id, move in enumerate(game.moves):
        assert (move.id, move.game) == (id, game.name), f"move {id} of {game.name} is move {move.id} of {move.game}"
        spelled = json.loads(json.dumps({**move.action, "player": 0}))
        for spelling in (id, move.text, move.action, spelled):
            assert game.move(spelling) is move, f"{spelling!r} is {game.move(spelling)!r}, not {move!r}"
        for twin in (pickle.loads(pickle.dumps(move)), copy.deepcopy(move), _rebuilt(game, move)):
            assert twin is move, f"a copy of {move!r} is not the move itself"


class Walk:
    """One random game, checked at every step."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.state = game.start()
        self.events: list[Event] = []
        self.liking: dict[str, float] = {}  # by the type of a move

    def steps(self) -> Iterator[str]:
        """Play to the end; yield a description of each state before checking it."""
        yield "at the start"
        assert self.state == self.game.start(), "all starts of a game must be equal"
        tiles = tiles_in(self.state)
        try_all_moves = self.rng.randrange(40)  # before this event
        while True:
            state = self.state
            now = tiles_in(state)
            assert now == tiles, f"tiles were lost or created: {now}, but {tiles} at the start, in {state.text}"
            check_turn(state)
            check_value(state)
            if self.rng.randrange(THOROUGH) == 0:
                check_copies(state)
            check_refusals(state, self.rng, len(self.game.moves) if len(self.events) == try_all_moves else REFUSED_MOVES)
            if state.outcome is not None:
                break
            if state.actor is CHANCE:
                event: Event = checked_draw(state, self.rng.getrandbits(32))
            else:
                event = self.some_move()
            self.state = checked_play(state, event)
            self.events.append(event)
            yield f"after event {len(self.events)} ({event_text(self.game, event)})"
        check_outcome(state.outcome, state)
        check_record(self.game, self.events, state)
        check_record(self.game, self.events[: self.rng.randrange(len(self.events))], None)

    def some_move(self) -> Move:
        """Return a legal move. Each game prefers some types of moves, or most games would end in passing."""
        by_type: dict[str, list[Move]] = {}
        for move in self.state.legal_moves:
            by_type.setdefault(move.action["type"], []).append(move)
        for kind in by_type:
            self.liking.setdefault(kind, 4 ** self.rng.uniform(-2, 2))
        [kind] = self.rng.choices(list(by_type), [self.liking[kind] for kind in by_type])
        return self.rng.choice(by_type[kind])


def tiles_in(state: State) -> Bunch:
    """Return how many tiles of each colour the text of a position has."""
    values = " ".join(field.partition("=")[2] for field in state.text.split(" "))
    counts = dict.fromkeys(state.game.letters, 0)
    for letter, count in re.findall(f"([{state.game.letters}])([0-9]*)", values):
        counts[letter] += int(count or 1)
    return tuple(counts.values())


def check_turn(state: State) -> None:
    """Check that a seat is to move and has moves, or chance is next, or the game is over."""
    ids = [move.id for move in state.legal_moves]
    assert ids == sorted(set(ids)), f"the legal moves are not sorted and unique: {ids} in {state.text}"
    seats = range(state.game.players)
    assert state.actor in (*seats, CHANCE, None), f"the actor is {state.actor!r} in {state.text}"
    assert bool(ids) == isinstance(state.actor, int), f"{len(ids)} legal moves for {state.actor!r} in {state.text}"
    assert (state.outcome is None) == (state.actor is not None), f"{state.actor!r} acts, but the outcome is {state.outcome}"
    assert [type(score) for score in state.scores] == [int for _ in seats], f"scores are {state.scores}"
    assert all(state.game.moves[move.id] is move for move in state.legal_moves), f"strange moves in {state.text}"


def check_value(state: State) -> None:
    """Check that the state can be restored from its text and from a pickle."""
    text = state.text
    assert re.fullmatch("[ -~]+", text), f"the text must be one line of ASCII: {text!r}"
    parsed = state.game.position(text)
    assert type(state.game).of_text(text) == state.game, f"{text} does not belong to {state.game!r}"
    for twin in (parsed, pickle.loads(pickle.dumps(state))):
        assert (twin, hash(twin)) == (state, hash(state)), f"a copy differs: {twin.text} is not {text}"
    assert parsed.text == text, f"{text} is parsed as {parsed.text}"
    assert parsed.legal_moves == state.legal_moves, f"the position parsed from {text} has other legal moves"
    assert json.loads(json.dumps(state.json)) == parsed.json, f"the JSON of {text} changes when it is serialised"


def check_copies(state: State) -> None:
    """Check that the state is equal to its copies and to nothing else, and that it can be drawn."""
    for twin in (_rebuilt(state.game, state), copy.copy(state), copy.deepcopy(state)):
        assert (twin, hash(twin)) == (state, hash(state)), f"a copy differs: {twin!r} is not {state!r}"
    others: tuple[object, ...] = (state.text, state.game, None)
    assert all(state != other for other in others), f"{state!r} is equal to something that is no state"
    assert str(state).strip(), f"{state!r} is drawn as nothing"


def check_refusals(state: State, rng: random.Random, moves: int) -> None:
    """Check that illegal events raise `IllegalMove`; try this many moves."""
    legal = {move.id for move in state.legal_moves}
    others = [move for move in state.game.moves if move.id not in legal]
    wrong: list[Any] = [*rng.sample(others, min(moves, len(others))), *NO_EVENTS]
    bunch = (0,) * len(state.game.colours)
    wrong += [Deal(state.round, (bunch,) * state.game.displays), Deal(state.round + 2, ())]
    wrong += [Refill(bunch), Refill((-1, *bunch[1:]))]
    if not isinstance(state.actor, int):
        wrong.append(state.game.moves[0])
    before = state.text
    for event in wrong:
        refusal = _refusal(state, event)
        assert refusal is not None, f"{event!r} is accepted in {before}"
        assert all((str(refusal), refusal.code)), f"{event!r} is refused without a reason in {before}"
        if isinstance(event, Deal | Refill):
            assert state.probability(event) == 0, f"{event!r} can't happen, but has a probability in {before}"
    assert state.text == before, f"a refused event has changed {before} to {state.text}"
    if state.actor is not CHANCE:
        with contextlib.suppress(IllegalMove):
            raise AssertionError(f"{state.actor!r} is to act, but `draw` returns {state.draw(rng)} in {before}")


def _refusal(state: State, event: Event) -> IllegalMove | None:
    try:
        state.play(event)
    except IllegalMove as refusal:
        return refusal
    return None


def checked_draw(state: State, seed: int) -> Deal | Refill:
    """Return a chance event, after checking its probability and that the same dice draw the same event."""
    event = state.draw(random.Random(seed))
    assert event == state.draw(random.Random(seed)), f"the same dice draw differently in {state.text}"
    chance = state.probability(event)
    assert isinstance(chance, Fraction), f"the probability of {event} is {chance!r}, which is not exact"
    assert 0 < chance <= 1, f"the probability of {event} is {chance} in {state.text}"
    return event


def checked_play(state: State, event: Event) -> State:
    """Return the state after an event, after checking that the one before is unchanged, and the scores as explained."""
    game, before = state.game, state.text
    after = state.play(event)
    assert after == state.play(event), f"{event!r} leads to two states from {before}"
    assert after != state, f"{event!r} changes nothing in {before}"
    points = list(state.scores)
    for gain in state.explain(event):
        points[gain.seat] += gain.points
    assert tuple(points) == after.scores, f"scores are {after.scores}, but `explain` says {points}, after {event!r} in {before}"
    assert state.text == before, f"playing {event!r} has changed {before} to {state.text}"
    seat = state.actor if isinstance(state.actor, int) else None
    assert event_from_text(game, event_text(game, event)) == event, f"{event_text(game, event)} is not {event!r}"
    spelled = json.loads(json.dumps(event_json(game, event, seat)))
    assert event_from_json(game, spelled) == (event, seat), f"{spelled} is not {event!r} by {seat}"
    return after


def check_outcome(outcome: Outcome, state: State) -> None:
    """Check that there is a winner, and that fewer points never rank higher."""
    assert outcome.scores == state.scores, f"{outcome} in {state.text}"
    assert outcome.winners, f"no one wins: {outcome}"
    results = sorted(zip(outcome.ranks, outcome.scores, strict=True))
    assert [score for _, score in results] == sorted(outcome.scores, reverse=True), f"more points, worse rank: {outcome}"
    places = sorted(outcome.ranks)
    assert all(rank == 1 + places.index(rank) for rank in places), f"tied players must share the better rank: {outcome}"


def check_record(game: Game, events: Sequence[Event], final: State | None) -> None:
    """Check that the record can be parsed from text and JSON, but not without its last line; `final` is its last state."""
    record = Record(game, tuple(events), seed=7)
    for twin in (Record.from_text(record.text), Record.load(record.json_text.encode()), Record.from_json(record.json)):
        assert (twin, twin.final) == (record, record.final), "the record changes when it is parsed"
    assert final is None or record.final == final, f"the record leads to {record.final.text}"
    with contextlib.suppress(RecordError):
        raise AssertionError(f"a record without its last line is accepted: {Record.from_text(record.text[:-5])}")


def _rebuilt(game: Game, value: object) -> object:
    """Evaluate the `repr` of a value."""
    return eval(repr(value), {type(game).__name__: type(game)})
