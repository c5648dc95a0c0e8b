"""Records with comments and variations: they round-trip as text and JSON, and what is wrong with them is named."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos import CHANCE, Azul, Event, Game, Pavilion, State
from azulejos.core.contract import Problem
from azulejos.record import Record, RecordError
from azulejos.variations import LONGEST_COMMENT, Note, Variation, states_of

GAMES: list[Game] = [Azul(2), Azul(3, "grey", jokers=True), Pavilion(2), Pavilion(4, "grey", score_floor=0)]
COMMENTS = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")) | st.just("\n"), max_size=60).map(str.strip)


def some_events(state: State, dice: random.Random, most: int) -> tuple[Event, ...]:
    """Return a few random events from a state on."""
    events: list[Event] = []
    while state.outcome is None and len(events) < most:
        events.append(state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves))
        state = state.play(events[-1])
    return tuple(events)


@st.composite
def records(draw: Any) -> Record:
    """Games with random comments, and variations up to three deep."""
    game = draw(st.sampled_from(GAMES))
    dice = random.Random(draw(st.integers(0, 1000)))
    start = None
    if draw(st.booleans()):
        *_, start = states_of(game.start(), some_events(game.start(), dice, 10))
    first = game.start() if start is None else start
    record = Record(game, some_events(first, dice, draw(st.integers(0, 40))), position=start)
    lines: list[tuple[tuple[int, int], ...]] = [()]
    for _ in range(draw(st.integers(0, 8))):
        path = draw(st.sampled_from(lines))
        states = record.line_states(path)
        at = draw(st.integers(1 if path else 0, len(states) - 1))
        if draw(st.booleans()):
            record = record.with_comment(at, draw(COMMENTS), path)
        elif (events := some_events(states[at], dice, draw(st.integers(1, 4)))) and len(path) < 3:
            record = record.with_variation(at, events, draw(COMMENTS), path)
            lines.append((*path, (at, len(next(one for one in record.line(path).notes if one.at == at).variations) - 1)))
    return record


@settings(max_examples=150, deadline=None)
@given(records())
def test_records_with_variations_round_trip(record: Record) -> None:
    for again in (
        Record.from_text(record.text),
        Record.load(record.text.encode()),
        Record.load(record.text.replace("\n", "\r\n").encode()),
        Record.from_json(record.json),
        Record.load(record.json_text.encode()),
    ):
        assert again == record
        assert (again.text, again.json_text) == (record.text, record.json_text)
    bare = Record(record.game, record.events, record.names, position=record.position)
    assert (bare.text == record.text) == (not record.notes), "without notes, a record looks as it always did"


def game_with(seed: int = 1, most: int = 6) -> Record:
    game = Azul(2)
    return Record(game, some_events(game.start(), random.Random(seed), most))


def test_how_it_is_written() -> None:
    record = game_with(most=3)
    states = list(record.states())
    first, second = states[2].legal_moves[:2]
    record = (
        record.with_comment(2, "A question.\n\nAnd an answer.").with_variation(2, [first], "Here!").with_variation(2, [second])
    )
    reply = record.line_states(((2, 0),))[1].legal_moves[0]
    record = record.with_variation(1, [reply], path=((2, 0),))
    written = record.text.split("\n\n", 1)[1].split("\n")
    seat = states[2].actor
    assert written[2:] == [
        "; A question.",
        ";",
        "; And an answer.",
        f"  3. seat {seat}: {first}",
        "  ; Here!",
        f"    4. seat {1 - int(str(seat))}: {reply}",
        f"  3. seat {seat}: {second}",
        f"3. seat {seat}: {record.events[2]}",
        "end",
        "",
    ]


def test_the_tree_can_be_walked_and_changed() -> None:
    record = game_with()
    move = next(one for one in list(record.states())[1].legal_moves if one is not record.events[1])
    found = record.with_variation(1, [move], "better")
    path = ((1, 0),)
    assert found.line(path) == Variation((move,), (Note(1, "better"),))
    assert found.line_states(path)[-1] == list(record.states())[1].play(move)
    assert found.with_comment(1, "", path).line(path).notes == ()
    assert found.without_variation(path) == record
    with pytest.raises(Problem, match="no variations at 4"):
        found.line(((4, 0),))


@pytest.mark.parametrize(
    ("note", "message"),
    [
        (Note(99, "x"), "positions 0 to 6"),
        (Note(1), "needs a comment"),
        (Note(1, " x"), "no spaces around"),
        (Note(1, "x" * (LONGEST_COMMENT + 1)), "at most"),
        (Note(1, "a\x07"), "printable"),
        (Note(1, "", (Variation(()),)), "needs events"),
        (Note(0, "", (Variation((Azul.move("1B1"),)),)), "deal"),
    ],
)
def test_notes_that_do_not_fit_are_refused(note: Note, message: str) -> None:
    record = game_with()
    with pytest.raises(Problem, match=message):
        Record(record.game, record.events, notes=(note,))


def test_damage_is_found_and_named() -> None:
    record = game_with()
    move = list(record.states())[1].legal_moves[0]
    text = record.with_variation(1, [move], "why").text
    line = next(number for number, one in enumerate(text.split("\n"), 1) if one.startswith("  2."))
    for wrong, message in (
        (text.replace("  2. seat", "  5. seat"), f"line {line}, event 2: this must be event 2, not 5"),
        (text.replace("  2. seat", "    2. seat"), f"line {line}"),
        (text.replace(f"  2. seat 0: {move}", "  2. seat 0: 9B9"), f"line {line}, event 2: "),
        (text.replace("  2. seat 0", "  2. seat 1"), f"line {line}, event 2: "),
    ):
        with pytest.raises(RecordError, match=message):
            Record.from_text(wrong)
    spelled = record.with_variation(1, [move]).json
    for notes in (1, [1], [{"at": "1"}], [{"at": 1, "variations": [{}]}], [{"at": 1, "comment": 3}], [{"at": 1, "x": 1}]):
        with pytest.raises(RecordError):
            Record.from_json({**spelled, "notes": notes})


def test_a_record_may_start_from_a_position() -> None:
    dice, game = random.Random(2), Azul(2)
    *_, start = states_of(game.start(), some_events(game.start(), dice, 4))
    record = Record(game, some_events(start, dice, 3), position=start)
    assert f"\nposition: {start.text}\n" in record.text
    assert next(record.states()) == record.start == start
    assert "position" not in Record(game, ()).json
    wrong = record.text.replace("players: 2", "players: 3").replace("seat 1: player 2", "seat 1: player 2\nseat 2: player 3")
    with pytest.raises(RecordError, match="must be from the record's game"):
        Record.from_text(wrong)
    with pytest.raises(RecordError, match=r"line \d+: .*begin with"):
        Record.from_text(record.text.replace("position: azul", "position: chess"))
    with pytest.raises(RecordError, match="must be a text"):
        Record.from_json({**record.json, "position": 1})
