"""A session: chance events happen by themselves, moves can be taken back, and seeds make games reproducible."""

from __future__ import annotations

import datetime
import random

import pytest

from azulejos import Azul, Game, IllegalMove, Move, NotationError, Pavilion, Problem
from azulejos.session import Session

GAMES: list[Game] = [
    Azul(players=2),
    Azul(players=3, board="grey", jokers=True),
    Pavilion(players=2),
    Pavilion(players=4, board="grey"),
]


def play_on(table: Session, dice: random.Random, moves: int = 10_000) -> None:
    """Play random moves until the game is over, or this many."""
    for _ in range(moves):
        if table.state.outcome is not None:
            break
        table.play(dice.choice(table.state.legal_moves))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_there_is_always_a_seat_to_move(game: Game) -> None:
    table = Session(game, seed=1)
    dice = random.Random(1)
    while table.state.outcome is None:
        assert isinstance(table.state.actor, int)
        assert table.state.legal_moves
        play_on(table, dice, 1)
    assert table.state.actor is None
    assert len(table.states) == len(table.events) + 1
    with pytest.raises(IllegalMove, match="the game is over"):
        table.play(game.moves[0])


def test_the_same_seed_gives_the_same_game() -> None:
    one, two, other = (Session(Azul(), seed=seed) for seed in (7, 7, 8))
    assert one.events == two.events != other.events
    for table in (one, two):
        play_on(table, random.Random(3))
    assert one.events == two.events


def test_without_a_seed_games_differ_and_no_seed_is_recorded() -> None:
    assert Session(Azul()).events != Session(Azul()).events
    assert Session(Azul()).record().seed is None


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_undo_takes_back_the_move_and_what_was_drawn(game: Game) -> None:
    table = Session(game, seed=5)
    dice = random.Random(5)
    seen = [(table.state, list(table.events))]
    while table.state.outcome is None:
        play_on(table, dice, 1)
        seen.append((table.state, list(table.events)))
    played = [event for event in table.events if isinstance(event, Move)]
    for state, events in reversed(seen[:-1]):
        assert table.undo() is played.pop()
        assert (table.state, table.events) == (state, events)
    with pytest.raises(IllegalMove, match="no move to take back"):
        table.undo()


def test_undo_reveals_nothing() -> None:
    table = Session(Pavilion(), seed=2)
    play_on(table, random.Random(2))
    events = list(table.events)
    moves = [table.undo() for _ in range(30)]
    for move in reversed(moves):
        table.play(move)
    assert table.events == events


def test_moves_by_their_text() -> None:
    table = Session(Azul(), seed=1)
    text = table.state.legal_moves[0].text
    table.play(text)
    assert str(table.events[-1]) == text
    events = list(table.events)
    with pytest.raises(NotationError):
        table.play("nonsense")
    with pytest.raises(IllegalMove):
        table.play(text)  # that colour has gone from there
    with pytest.raises(IllegalMove):
        table.play(table.events[0])  # type: ignore[arg-type]
    assert table.events == events


def test_names_and_date_go_into_the_record() -> None:
    day = datetime.date(2026, 11, 15)
    record = Session(Azul(), names=["Ana", "Zoë"], seed=4, date=day).record()
    assert (record.names, record.seed, record.date) == (("Ana", "Zoë"), 4, day)
    assert Session(Azul()).names == ("player 1", "player 2")
    for wrong in (["Ana"], ["Ana", ""], ["Ana", "a\nb"], ["Ana", " x"], ["Ana", "x" * 81], ["Ana", "\ud800"], ["Ana", 7]):
        with pytest.raises(Problem) as caught:
            Session(Azul(), names=wrong)  # type: ignore[arg-type]
        assert caught.value.code == "bad_names"


def test_an_interrupted_game_continues() -> None:
    whole = Session(Azul(players=3), seed=6)
    play_on(whole, random.Random(6), 20)
    again = Session.resume(whole.record())
    for table in (whole, again):
        play_on(table, random.Random(9))
    assert again.events == whole.events
    assert again.record() == whole.record()
