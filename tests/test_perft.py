"""Counting sequences of moves, in positions where they can be counted by hand."""

from __future__ import annotations

from azulejos import Azul, Deal, State
from azulejos.notation import event_from_text
from azulejos.perft import perft

GAME = Azul(players=2)


def dealt() -> State:
    return GAME.start().play(event_from_text(GAME, "deal 1 WWWW WWWW WWWW WWWW WWWW"))


def test_before_the_deal_there_is_no_decision() -> None:
    assert perft(GAME.start(), 3) == [0, 0, 0]


def test_depth_zero_has_no_counts() -> None:
    assert perft(dealt(), 0) == []


def test_each_display_goes_to_each_line_or_the_floor() -> None:
    # Seat 0 has 5 displays × 6 lines, seat 1 then 4 × 6; white in line 1–4 fills it, in line 5 leaves room for more white.
    counts = perft(dealt(), 3)
    assert counts[:2] == [30, 30 * 24]
    assert counts[2] == 5 * 4 * 3 * 6 * (4 * 5 + 2 * 6)  # a full line (1–4) is closed to its owner's second take


def test_a_sequence_stops_where_the_round_ends() -> None:
    state = dealt()
    for text in ("1W0", "2W0", "3W0", "4W0"):
        state = state.play(GAME.move(text))
    assert perft(state, 2) == [6, 0]


def test_progress_is_reported_after_every_first_move() -> None:
    calls: list[tuple[int, int]] = []
    perft(dealt(), 2, lambda done, of: calls.append((done, of)))
    assert calls == [(done, 30) for done in range(1, 31)]


def test_the_deal_matches_its_text() -> None:
    assert event_from_text(GAME, "deal 1 WWWW WWWW WWWW WWWW WWWW") == Deal(1, ((0, 0, 0, 0, 4, 0),) * 5)
