"""The fold of a log, and the decisions: without server, clock or random numbers."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from azulejos.core.contract import Problem
from azulejos.web import lengths
from azulejos.web.entries import Chat, Clock, Entry, Kind, Seat, Setup, decode, encode
from azulejos.web.fair_play import ABSENCE, Made
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
    assert table.clocks(50) == {"left": [50, 100], "running": 0}, "as before the move, and she pays for the time since"
    assert refused(lambda: table.flag(99.9)) == "in_time"
    assert refused(lambda: table.move("ana", first(table), 1, 100)) == "out_of_time", "even before the server has noticed"
    table = do(table, table.flag(100))
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
    away = {"ana": 5.0}
    table = do(table, table.agree_takeover("rui", 0, away, 50))
    assert table.agree_takeover("rui", 0, away, 51) == []
    assert table.seats[0].current_votes(away) == [1]
    assert refused(lambda: table.agree_takeover("rui", 0, {}, 52)) == "not_away"
    moved = do(table, table.move("ana", first(table), 1, 53))
    assert moved.seats[0].current_votes(away) == []
    assert refused(lambda: moved.agree_takeover("rui", 0, away, 97)) == "not_away", "she has moved 44 s ago"
    table = do(table, table.agree_takeover("eva", 0, away, 54))
    assert table.seats[0].kind == "bot"
    back = do(table, table.sit("ana", "Ana", None, 55))
    assert (back.seats[0].kind, back.seats[0].level, back.seats[0].replaced) == ("person", None, None)


def test_a_vote_needs_absence_that_lasts() -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"), seat("person", "eva"))
    with pytest.raises(Problem, match="you can vote in 2 s") as found:
        table.agree_takeover("rui", 0, {"ana": 10}, 10 + ABSENCE - 1.5)
    assert found.value.details == {"seconds": 2}
    at = 10 + ABSENCE
    voted = do(table, table.agree_takeover("rui", 0, {"ana": 10}, at))
    assert voted.seats[0].kind == "person", "eva is here, and has not agreed"
    assert voted.agree_takeover("eva", 0, {"ana": at + 1}, at + 1 + ABSENCE)[-1].table.seats[0].kind == "person", (
        "she has been here since, so the vote before that does not count"
    )
    lonely = table.agree_takeover("rui", 0, {"ana": 10, "eva": at - 1}, at)
    assert lonely[-1].table.seats[0].kind == "person", "eva's line has dropped just now: she is asked, too"
    assert table.agree_takeover("rui", 0, {"ana": 10, "eva": 10}, at)[-1].table.seats[0].kind == "bot"


def test_only_its_maker_takes_a_move_back_whoever_holds_the_seat() -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"), seat("person", "eva"))
    table = do(table, table.move("ana", first(table), 1, 1))
    table = do(table, table.move("rui", first(table), 2, 2))
    away = {"rui": 2.0, "eva": 2.0}
    over = do(table, table.agree_takeover("ana", 1, away, 50))
    assert (over.seats[1].kind, over.undo_seat) == ("bot", None)
    assert refused(lambda: over.undo("ana", 3, 51)) == "others_moved"
    back = do(over, over.sit("rui", "Rui", None, 52))
    assert back.undo_seat == 1
    assert do(back, back.undo("rui", 3, 53)).number == 2


def test_a_bots_move_at_the_seat_of_another_person_stays() -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"))
    table = do(table, table.move("ana", first(table), 1, 1))
    table = do(table, table.agree_takeover("ana", 1, {"rui": 1.0}, 50))
    assert table.undo_seat == 0
    table = do(table, table.bot_move(1, table.state.legal_moves[0], 2, 51))
    assert refused(lambda: table.undo("ana", 3, 52)) == "others_moved"


def test_an_undo_that_costs_more_time_than_is_left_is_refused() -> None:
    table = set_up(seat("person", "ana"), seat("bot", "Max"), clock=Clock(10, 30))
    table = do(table, table.move("ana", first(table), 1, 4))
    assert table.clocks(4) == {"left": [36, None], "running": None}
    assert refused(lambda: table.undo("ana", 2, 10)) == "out_of_time"
    assert do(table, table.undo("ana", 2, 9)).clocks(9) == {"left": [1, None], "running": 0}
    down = do(table, table.resume(9))
    assert do(down, down.undo("ana", 2, 10)).clocks(10) == {"left": [5, None], "running": 0}, "server was down for 5 s"


def test_a_seat_lost_by_the_clock_stays_lost_after_an_undo() -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"), clock=Clock(100, 0))
    table = do(table, table.move("rui" if table.to_move else "ana", first(table), 1, 10))
    table = do(table, table.flag(110))
    assert refused(lambda: table.undo("ana", 2, 111)) == "out_of_time", "it would cost 101 s of 90"
    table = set_up(seat("person", "ana"), seat("person", "rui"), clock=Clock(100, 50))
    for who, at in (("ana", 0), ("rui", 90), ("ana", 90)):
        table = do(table, table.move(who, first(table), table.number, at))
    table = do(table, table.flag(150))
    back = do(table, table.undo("ana", 4, 160))
    assert back.fair.left == (80, 0)
    assert refused(lambda: back.sit("rui", "Rui", None, 161)) == "out_of_time"
    assert refused(lambda: back.move("rui", first(back), 3, 161)) == "out_of_time"


def test_undo_entries_of_old_versions_change_no_clock() -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"), clock=Clock(100, 5))
    table = do(table, table.move("ana", first(table), 1, 30))
    text = b'{"at":50.0,"undo":{"seat":0,"to":1}}'
    assert encode(decode(text)) == text
    assert table.follow([decode(text)])[-1].table.clocks(50) == {"left": [75, 80], "running": 0}


def test_names_that_look_alike_get_numbers() -> None:
    table = set_up(seat("person", "Ana"), seat("open"), seat("open"))
    table = do(table, table.sit("rui", "\u0410na", None, 1))
    assert table.names == ("Ana", "\u0410na 2", "?")
    assert table.rename("rui", "\u0410na 2", 2) == [], "an equal name is not stored"
    for name in (
        "Ana",
        "ANA",
        "A na",
        "An\u0430",
        "Ana.",
        "A\u200dna",
        "\uff21na",
        "Ána",
        "\u3164Ana",
        "A\u039dA",
        "Ana\u02bc",
    ):
        with pytest.raises(Problem) as found:
            table.chat("eve", name, "hello", 2)
        assert found.value.code == "name_taken"
    assert refused(lambda: table.chat(None, "Ana", "hello", 2)) == "name_taken"
    said = table.chat(None, "Anabel", "hello", 2)[0].entry.what
    assert said == Chat(None, "Anabel", "hello")


def test_a_long_game_can_be_sent_to_another_process() -> None:
    table = set_up(seat("person", "ana"), seat("bot"))
    for number in range(2, 1500):
        made = Made(number, number % 2, "ana", (), 0.0, 0.0, table.fair.last)
        table.fair = replace(table.fair, last=made)
    sent = pickle.loads(pickle.dumps(table))
    assert (sent.seats, sent.events, sent.state) == (table.seats, table.events, table.state)


def test_a_log_has_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"))
    table = do(table, table.chat("ana", None, "hello", 1))
    table = do(table, table.move("ana", first(table), table.number, 2))
    monkeypatch.setattr(lengths, "MOST_ENTRIES", table.length)
    assert refused(lambda: table.chat("ana", None, "hello", 3)) == "log_too_long"
    assert refused(lambda: table.chat("eve", "Eve", "hello", 3)) == "log_too_long"
    assert refused(lambda: table.rename("ana", "Ann", 3)) == "log_too_long"
    assert refused(lambda: table.undo("ana", table.number, 3)) == "log_too_long"
    assert do(table, table.move("rui", first(table), table.number, 3)).number == table.number + 1, "the game goes on"


def test_a_player_whose_seat_a_bot_holds_chats_from_it_and_keeps_the_name() -> None:
    table = set_up(seat("person", "ana"), seat("person", "rui"), clock=Clock(10, 0))
    table = do(table, table.flag(10))
    assert do(table, table.rename("rui", "ANA", 10)).names == ("ana (bot)", "ANA 2")
    assert table.chat("ana", "ana", "oh", 11)[0].entry.what == Chat(0, "ana", "oh")


def test_at_a_public_table_of_others_you_have_one_seat() -> None:
    table = set_up(seat("person", "ana"), seat("open"), seat("open"))
    table = do(table, table.sit("eve", "Eve", 1, 1))
    assert refused(lambda: table.sit("eve", "Eve", 2, 2)) == "seated"


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


@pytest.mark.parametrize("given", ["", " ", "\u200d", "\n\t", "x" * 31, "\u3164", "\u2800 \u2800"])
def test_some_texts_are_no_names(given: str) -> None:
    assert refused(lambda: clean_name(given)) == "bad_name"
