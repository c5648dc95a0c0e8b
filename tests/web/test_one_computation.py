"""A move at a web table is parsed once and played once."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

import pytest

from azulejos.core.contract import Event, Gain, State
from azulejos.core.game import Game
from azulejos.web import table as table_module
from azulejos.web.config import Config
from azulejos.web.entries import Seat, Setup
from azulejos.web.hub import Hub
from azulejos.web.store import open_store
from azulejos.web.subscriber import Subscriber
from azulejos.web.table import Table


class Counting:
    """A state that counts how often events are played. Everything else goes to the real state."""

    played: ClassVar[Counter[str]] = Counter()

    def __init__(self, state: State) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def play(self, event: Event) -> Counting:
        self.played[str(event)] += 1
        return Counting(self._state.play(event))

    def explain(self, event: Event, after: Counting | None = None) -> list[Gain]:
        if after is None:
            self.played[str(event)] += 1
        return self._state.explain(event, None if after is None else after._state)


class Ear:
    """A line that is never read."""

    paused = False

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.resumed = lambda: None

    def write(self, frames: bytes) -> None:
        self.frames.append(frames)

    def abort(self) -> None:
        raise AssertionError("no client is disconnected")


@pytest.mark.parametrize("name", ["azul", "pavilion"])
def test_every_move_is_parsed_and_played_once(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: Counter[str] = Counter()
    spelled = Game.move.__func__  # type: ignore[attr-defined]

    def move(cls: type[Game], spelling: Any) -> Any:
        found = spelled(cls, spelling)
        parsed[str(found)] += 1
        return found

    def event_from_json(game: Game, value: Any) -> Any:
        raise AssertionError("what was just decided is not read again")

    async def work() -> int:
        store = open_store(tmp_path / "tables.db")
        hub = Hub(Config(tmp_path / "tables.db", seed=5), store, "test")
        seats = [Seat("person", "Ana", "ana"), Seat("person", "Rui", "rui")]
        id = await hub.create(Setup({"game": name, "players": 2}, seats, True, None, "ana"))
        room = await hub.room(id)
        for owner in ("ana", "rui", None):
            for view in ("scene", "state"):
                room.join(Subscriber(owner, view, "en" if view == "scene" else "de", Ear(), room.welcome))
        moves = 0
        room.table.state = Counting(room.table.state)
        while room.table.outcome is None:
            table: Table = room.table
            owner = ("ana", "rui")[table.to_move or 0]
            chosen = table.state.legal_moves[moves % len(table.state.legal_moves)]
            Counting.played.clear()
            parsed.clear()
            number = table.number
            await room.act(lambda table, at: table.move(owner, chosen.text, number, at))  # noqa: B023
            chance = [str(event) for event in room.table.events[number + 1 :]]
            assert Counting.played == Counter([str(chosen), *chance])
            assert parsed == Counter([str(chosen)])
            moves += 1
        await hub.close()
        await store.close()
        return moves

    monkeypatch.setattr(Game, "move", classmethod(move))
    monkeypatch.setattr(table_module, "event_from_json", event_from_json)
    assert asyncio.run(work()) > 20
