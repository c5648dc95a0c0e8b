"""Records: they round-trip, and every kind of damage is found and named."""

from __future__ import annotations

import datetime
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import Azul, Deal, Game, Move, Pavilion, Refill
from azulejos.record import Record, RecordError
from azulejos.session import Session

GAMES: list[Game] = [
    Azul(players=2),
    Azul(players=3, jokers=True, round_limit=7),
    Azul(players=4, board="grey"),
    Azul(players=2, board="grey", jokers=True),
    Pavilion(players=2),
    Pavilion(players=3, board="grey", score_floor=0, wild_order=("red", "blue", "yellow", "orange", "green", "purple")),
    Azul(players=3, starter=2),
    Pavilion(players=2, starter=1),
]
DAY = datetime.date(2026, 11, 15)


def played(game: Game, moves: int = 10_000, seed: int = 7) -> Record:
    """Return a random game, or its first moves."""
    table = Session(game, seed=seed, date=DAY)
    dice = random.Random(seed)
    for _ in range(moves):
        if table.state.outcome is None:
            table.play(dice.choice(table.state.legal_moves))
    return table.record()


WHOLE = played(Azul())
INTERRUPTED = played(Azul(), moves=12)


@pytest.mark.parametrize("moves", [10_000, 15, 0], ids=["whole", "interrupted", "only dealt"])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_records_round_trip(game: Game, moves: int) -> None:
    record = played(game, moves)
    for again in (
        Record.from_text(record.text),
        Record.load(record.text.encode()),
        Record.load(record.text.replace("\n", "\r\n").encode()),
        Record.from_json(record.json),
        Record.load(record.json_text.encode()),
        Record.load(json.dumps(record.json).encode()),
    ):
        assert again == record
        assert again.text == record.text
        assert again.final == record.final
    names: dict[str, Any] = {
        "Record": Record,
        "Azul": Azul,
        "Pavilion": Pavilion,
        "Deal": Deal,
        "Refill": Refill,
        "datetime": datetime,
    }
    assert eval(repr(record), names) == record
    assert (record.result is None) == (moves < 10_000)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_breakdown_adds_up(game: Game) -> None:
    for seed in range(5):
        record = played(game, seed=seed)
        for seat, points in enumerate(record.breakdown()):
            assert game.start().scores[seat] + sum(points.values()) == record.final.scores[seat], (seed, seat)


def test_states_are_all_of_them() -> None:
    states = list(WHOLE.states())
    assert len(states) == len(WHOLE.events) + 1
    assert states[0] == WHOLE.game.start()
    assert states[-1] == WHOLE.final


def test_a_record_is_readable() -> None:
    lines = INTERRUPTED.text.splitlines()
    assert lines[:12] == [
        "azulejos-record/1",
        "game: azul",
        "board: coloured",
        "players: 2",
        "jokers: false",
        "round_limit: 50",
        "seat 0: player 1",
        "seat 1: player 2",
        "seed: 7",
        "date: 2026-11-15",
        "result: *",
        "",
    ]
    assert lines[12].startswith("1. deal 1 ")
    assert lines[13].startswith("2. seat 0: ")
    assert lines[14].startswith("3. seat 1: ")
    assert lines[-1] == "end"


def test_seed_date_and_names_may_be_missing() -> None:
    bare = Record(WHOLE.game, WHOLE.events)
    assert Record.from_text(bare.text) == bare
    assert Record.load(bare.json_text.encode()) == bare
    unnamed = "".join(line for line in bare.text.splitlines(keepends=True) if not line.startswith("seat "))
    assert Record.from_text(unnamed) == bare


def test_events_that_do_not_form_a_game() -> None:
    with pytest.raises(RecordError, match=r"^event 3: "):
        Record(WHOLE.game, (*WHOLE.events[:2], WHOLE.events[1]))


def edited(old: str, new: str, text: str = WHOLE.text) -> str:
    assert old in text
    return text.replace(old, new, 1)


def numbered(number: int) -> str:
    """Return the line of an event of the whole game."""
    return WHOLE.text.splitlines()[11 + number]


LAST = len(WHOLE.events)
RESULT = WHOLE.text.splitlines()[10]
OTHER = next(move for move in WHOLE.game.moves if move.text == "5J5")  # never legal here: there are no jokers


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: a record must begin with"),
        ("azulejos-record/2\n", "line 1: a record must begin with"),
        ("azulejos-record/1", "line 1: the file is incomplete"),
        (edited("game: azul\n", ""), "line 1: the header needs `game`"),
        (edited("game: azul", "game: chess"), "line 2: there is no game 'chess'; choose azul or pavilion"),
        (edited("players: 2", "players: 5"), "line 2: `players` must be 2, 3 or 4, not 5"),
        (edited("players: 2", "players: two"), "line 4: 'two' is not a whole number"),
        (edited("jokers: false", "jokers: no"), "line 5: `jokers` must be true or false"),
        (edited("jokers: false", "yokers: false"), "line 2: Azul has no option 'yokers'"),
        (edited("board: coloured", "board coloured"), "line 3: a line of the header must be `name: value`"),
        (edited("board: coloured", "game: azul"), "line 3: 'game' appears twice in the header"),
        (edited("seat 1: player 2\n", ""), "line 2: the header must name seats 0 to 1, or none"),
        (edited("seat 1: player 2", "seat 2: Ana"), "line 2: the header must name seats 0 to 1, or none"),
        (edited("seat 1: player 2", "seat 1: A\tna"), "line 2: a name must have 1 to 80 printable characters"),
        (edited("seed: 7", "seed: 7.5"), "line 9: '7.5' is not a whole number"),
        (edited("date: 2026-11-15", "date: 20261115"), "line 10: `date` must be a day such as 2026-11-15"),
        (edited("date: 2026-11-15", "date: 2026-02-30"), "line 10: `date` must be a day such as 2026-11-15"),
        (edited(RESULT, "result: *"), f"line 11, event {LAST}: the result is *, but the game ended"),
        (edited(RESULT, RESULT.replace("result: ", "result: 1")), f"line 11, event {LAST}: the result is 1"),
        (edited(RESULT + "\n", ""), "line 1: the header needs `result`"),
        (edited(numbered(LAST) + "\n", ""), f"line 11, event {LAST - 1}: the result is"),
        (edited("1. deal 1 ", "1. deal 2 "), "line 13, event 1: "),
        (edited("1. deal 1 ", "1. deal 1 - "), "line 13, event 1: a deal for 2 players must be"),
        (edited("2. seat 0: ", "2. seat 1: "), "line 14, event 2: it is the turn of seat 0, not of seat 1"),
        (edited("2. seat 0: ", "2. "), "line 14, event 2: a move needs its seat"),
        (edited("1. deal", "1. seat 0: deal"), "line 13, event 1: a chance event has no seat"),
        (edited("3. seat 1: ", "4. seat 1: "), "line 15, event 3: this must be event 3, not 4"),
        (edited("3. seat 1: ", "3 seat 1: "), "line 15, event 3: an event must be a line like"),
        (edited(numbered(3) + "\n", ""), "line 15, event 3: this must be event 3, not 4"),
        (edited(numbered(3), f"3. seat 1: {OTHER}"), "line 15, event 3: "),
        (edited(numbered(3), numbered(3) + "x"), "line 15, event 3: "),
        (edited(numbered(3), ""), "line 15, event 3: an event must be a line like"),
        (edited("\nend\n", f"\n{LAST + 1}. seat 0: {OTHER}\nend\n"), f"line {13 + LAST}, event {LAST + 1}: "),
        (WHOLE.text + "more\n", f"line {14 + LAST}: nothing may follow `end`"),
        (edited("\nend\n", "\n"), "the file is incomplete"),
    ],
)
def test_damage_is_found_and_named(text: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.from_text(text)
    assert str(caught.value).startswith(says) or says in str(caught.value)
    assert caught.value.details.get("line") is not None


@pytest.mark.parametrize("record", [WHOLE, INTERRUPTED], ids=["whole", "interrupted"])
def test_a_file_cut_anywhere_is_refused(record: Record) -> None:
    for text in (record.text, record.json_text):
        data = text.encode()
        for length in range(0, len(data) - 1, 7):  # all but the last line feed
            with pytest.raises(RecordError):
                Record.load(data[:length])
        assert Record.load(data[:-1]) == record


def test_a_file_that_is_not_text() -> None:
    with pytest.raises(RecordError, match=r"^line 3: the file is not UTF-8 text"):
        Record.load(b"azulejos-record/1\ngame: azul\n\xff")
    with pytest.raises(RecordError, match=r"^line 2: not JSON"):
        Record.load(b'{"format":\n')


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "azulejos-record/9"}, "a record must be an object with"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"speed": 7}, "no option 'speed'"),
        ({"names": "ab"}, "`names` and `events` must be lists"),
        ({"names": ["a"]}, "2 players need 2 names, not 1"),
        ({"names": ["a", 7]}, "no spaces around it, not 7"),
        ({"seed": "7"}, "`seed` must be a whole number"),
        ({"seed": True}, "`seed` must be a whole number"),
        ({"date": 20261115}, "`date` must be a day"),
        ({"events": {}}, "`names` and `events` must be lists"),
        ({"events": [7]}, "event 1: an event must be an object"),
        ({"events": WHOLE.json["events"][:-1]}, f"event {LAST - 1}: the result is"),
        (
            {"events": [WHOLE.json["events"][0], {"action": {**WHOLE.json["events"][1]["action"], "player": 1}}]},
            "event 2: it is the turn of seat 0",
        ),
        ({"result": None}, f"event {LAST}: the result is null, but the game ended"),
        ({"result": {"scores": [True, False], "winners": [0]}}, "the result is"),
        ({"result": 7}, "the result is 7"),
    ],
)
def test_damage_in_json_is_found_and_named(change: dict[str, Any], says: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.from_json({**WHOLE.json, **change})
    assert says in str(caught.value)


@pytest.mark.parametrize("field", ["format", "game", "names", "seed", "date", "result", "events"])
def test_json_without_a_field(field: str) -> None:
    value = WHOLE.json
    del value[field]
    with pytest.raises(RecordError, match=field):
        Record.from_json(value)
    with pytest.raises(RecordError):
        Record.from_json([value])


def refusal(text: str) -> RecordError | None:
    """Return what is wrong with a record; `None` if nothing is."""
    try:
        Record.from_text(text)
    except RecordError as error:
        return error
    return None


def test_every_single_move_is_checked() -> None:
    """If a move is changed, that event is refused, or a later one that no longer fits."""
    lines = WHOLE.text.splitlines()
    refused = 0
    moves = [number for number, event in enumerate(WHOLE.events, 1) if isinstance(event, Move)]
    for number in moves[::5]:
        seat = lines[11 + number].split(": ")[0]
        for other in ("0B0", "9W5", "r1c1"):
            changed = [*lines[: 11 + number], f"{seat}: {other}", *lines[12 + number :], ""]
            error = refusal("\n".join(changed))
            assert error is None or error.details["event"] >= number
            refused += error is not None
    assert refused > 10


@given(place=st.integers(0, len(WHOLE.text) - 1), what=st.characters(codec="utf-8"))
def test_hostile_text_raises_only_record_errors(place: int, what: str) -> None:
    text = WHOLE.text[:place] + what + WHOLE.text[place + 1 :]
    try:
        again = Record.load(text.encode())
    except RecordError:
        return
    assert again.result == WHOLE.result


@given(st.binary())
def test_hostile_bytes_raise_only_record_errors(data: bytes) -> None:
    with pytest.raises(RecordError):
        Record.load(data)
