"""Events are values: equal if their content is, and rebuilt by their `repr` and by a pickle."""

from __future__ import annotations

import copy
import pickle

import pytest

from azulejos import Azul, Deal, Event, Move, Pavilion, Refill

BUNCH = (1, 0, 0, 2, 0, 1)
EVENTS: list[Event] = [Deal(1, (BUNCH,) * 5), Deal(2, (BUNCH,) * 5), Deal(1, (BUNCH,) * 7), Refill(BUNCH), Refill((0,) * 6)]


@pytest.mark.parametrize("event", [*EVENTS, Azul.move("3R2"), Pavilion.move("pass:GG")], ids=str)
def test_an_event_round_trips(event: Event) -> None:
    names = {"Deal": Deal, "Refill": Refill, "Azul": Azul, "Pavilion": Pavilion}
    for twin in (pickle.loads(pickle.dumps(event)), copy.copy(event), copy.deepcopy(event), eval(repr(event), names)):
        assert (twin, hash(twin)) == (event, hash(event))
    assert event != BUNCH


def test_different_events_are_unequal() -> None:
    assert len(set(EVENTS)) == len(EVENTS)
    assert Deal(1, ()) != Refill(())
    assert Azul.move("3R2") != Azul.move("3R3")


def test_a_move_is_made_once() -> None:
    move = Azul.move("3R2")
    assert pickle.loads(pickle.dumps(move)) is copy.deepcopy(move) is move
    assert str(move) == "3R2"
    assert move != Move("azul", move.id, "3R2", move.action), "a copy made by hand is no move of the game"
