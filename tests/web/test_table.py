"""The fold of a log, and the decisions: without server, clock or random numbers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from azulejos.core.contract import Problem
from azulejos.web.entries import Clock, Entry, Kind, Seat, Setup, decode, encode
from azulejos.web.names import clean, clean_name
from azulejos.web.table import Step, Table


def seat(kind: Kind, who: str = "") -> Seat:
    return Seat(kind, who, who or None, "apprentice" if kind == "bot" else None)


def set_up(*seats: Seat, clock: Clock | None = None) -> Table:
    """Return a table at second 0, dealt if all seats are taken."""
    game = {"game": "azul", "players": len(seats)}
    table = Table.of("t", [Entry(0, Setup(game, list(seats), True, clock, "ana"))])
    return table.chance(dice, 0)[-1].table if table.started else table


def dice(number: int) -> random.Random:
    return random.Random(number)


def do(table: Table, steps: list[Step]) -> Table:
    """Return the table after a decision and the chance events that follow, which is also the one read back from the store."""
    steps = steps + steps[-1].table.chance(dice, steps[-1].entry.at)
    stored = table.follow(decode(encode(step.entry)) for step in steps)
    assert [(step.entry, step.event) for step in stored] == [(step.entry, step.event) for step in steps]
    assert vars(stored[-1].table) == vars(steps[-1].table)
    return stored[-1].table


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Problem) as found:
        call()
    return found.value.code


def first(table: Table) -> str:
    return table.state.legal_moves[0].text


def test_a_log_read_again_is_the_same_table() -> None:
    table = start = set_up(seat("person", "ana"), seat("person", "rui"))
    bare = Table.of("t", [Entry(0, table.setup)])
    log = [Entry(0, table.setup), *(step.entry for step in bare.chance(dice, 0))]
    while table.outcome is None:
        assert table.to_move is not None
        at = float(table.number)
        steps = table.move(["ana", "rui"][table.to_move], first(table), table.number, at)
        steps += steps[-1].table.chance(dice, at)
        log += [step.entry for step in steps]
        table = steps[-1].table
    again = Table.of("t", [decode(encode(entry)) for entry in log])
    assert again.summary("azul") == table.summary("azul")
    assert again.record() == table.record()
    assert (again.status, again.length) == ("finished", len(log))
    assert start.number == 1, "a decision leaves the table as it was"


def test_moves_are_checked() -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"))
    assert refused(lambda: table.move("eve", first(table), 1, 1)) == "not_your_seat"
    assert refused(lambda: table.move(None, first(table), 1, 1)) == "not_your_seat"
    assert refused(lambda: table.move("rui", first(table), 1, 1)) == "not_your_turn"
    assert refused(lambda: table.move("ana", first(table), 0, 1)) == "stale"
    assert refused(lambda: table.move("ana", "0R1", 1, 1)) == "empty_source"
    assert refused(lambda: table.bot_move(0, table.state.legal_moves[0], 1, 1)) == "not_your_turn"


def test_seats_are_taken_in_order_or_by_number() -> None:
    table = set_up(seat("person", "ana"), seat("open"), seat("open"))
    assert table.status == "open"
    assert refused(lambda: table.sit("rui", "Rui", 0, 1)) == "taken"
    assert refused(lambda: table.sit("rui", "Rui", 3, 1)) == "no_such_seat"
    assert refused(lambda: table.sit("ana", "Ana", None, 1)) == "seated"
    table = do(table, table.sit("rui", "ana", 2, 1))
    assert table.names == ("ana", "?", "ana 2")
    table = do(table, table.sit("ana", "Bea", 1, 2))
    assert table.owned("ana") == [0, 1]
    assert (table.status, table.number) == ("running", 1)
    assert refused(lambda: table.sit("eve", "Eve", None, 3)) == "full"


def test_the_last_move_of_a_person_is_taken_back_through_those_of_bots() -> None:
    table = set_up(seat("person", "ana"), seat("bot", ""), seat("person", "rui"))
    table = do(table, table.move("ana", first(table), 1, 1))
    table = do(table, table.bot_move(1, table.state.legal_moves[0], 2, 2))
    assert table.undo_seat == 0
    assert refused(lambda: table.undo("rui", 3, 3)) == "others_moved"
    assert refused(lambda: table.undo("ana", 2, 3)) == "stale"
    back = do(table, table.undo("ana", 3, 3))
    assert (back.number, back.to_move, back.undo_seat) == (1, 0, None)
    assert refused(lambda: back.undo("ana", 1, 4)) == "nothing_to_undo"
    table = do(table, table.move("rui", first(table), 3, 3))
    assert (table.undo_seat, refused(lambda: table.undo("ana", 4, 4))) == (2, "others_moved")


def test_clocks_count_only_the_time_of_the_seat_to_move() -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"), clock=Clock(100, 5))
    assert table.time_out == 100
    table = do(table, table.move("ana", first(table), 1, 30))
    assert table.clocks(40) == {"left": [75, 90], "running": 1}
    assert table.time_out == 130
    table = do(table, table.undo("ana", 2, 50))
    assert table.clocks(50) == {"left": [75, 80], "running": 0}
    assert refused(lambda: table.flag(124.9)) == "in_time"
    table = do(table, table.flag(125))
    assert (table.seats[0].kind, table.seats[0].replaced) == ("bot", "ana")
    assert table.bot_to_move == (0, "craftsman")
    assert table.time_out is None
    assert refused(lambda: table.sit("ana", "Ana", None, 130)) == "out_of_time"
    assert table.belonging("ana") == [0]
    assert table.owned("ana") == []


def test_downtime_of_a_server_costs_no_time() -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"), clock=Clock(100, 5))
    table = do(table, table.follow([decode(b'{"at": 5000, "resume": {}}')]))
    assert table.time_out == 5100


def test_votes_are_reset_when_the_player_moves() -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"), seat("person", "eva"))
    everybody = {"rui", "eva"}
    table = do(table, table.agree_takeover("rui", 0, everybody, 1))
    assert table.agree_takeover("rui", 0, everybody, 2) == []
    assert table.seats[0].votes == {1}
    assert refused(lambda: table.agree_takeover("rui", 0, {"ana", "rui"}, 2)) == "not_away"
    moved = do(table, table.move("ana", first(table), 1, 3))
    assert moved.seats[0].votes == set()
    table = do(table, table.agree_takeover("eva", 0, everybody, 4))
    assert table.seats[0].kind == "bot"
    back = do(table, table.sit("ana", "Ana", None, 5))
    assert (back.seats[0].kind, back.seats[0].level, back.seats[0].replaced) == ("person", None, None)


def test_a_summary_describes_a_table() -> None:
    table = set_up(seat("person", "ana"), seat("bot", "Max"))
    short = table.summary("azul-2-coloured")
    assert (short.status, short.round, short.scores, short.winners) == ("running", 1, [0, 0], [])
    assert [one.name for one in short.seats] == ["ana", "Max"]
    assert table.needs_server is False
    assert do(table, table.move("ana", first(table), 1, 1)).needs_server is True


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("  Ana \t Maria ", "Ana Maria"),
        ("A\u0000n\u202ea", "Ana"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("👩‍👧", "👩‍👧"),
        ("\ud800Ana", "Ana"),
        ("Zoe\u0308", "Zoë"),
    ],
)
def test_names_are_one_line_without_invisible_characters(given: str, name: str) -> None:
    assert clean(given) == name
    assert clean_name(given) == name


@pytest.mark.parametrize("given", ["", " ", "\u200d", "\n\t", "x" * 31])
def test_some_texts_are_no_names(given: str) -> None:
    assert refused(lambda: clean_name(given)) == "bad_name"
