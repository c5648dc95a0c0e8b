"""A game from its start, step by step, as the replay page shows it: what changes on the table, and the sentence for it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct

from azulejos import render
from azulejos.language import Language
from azulejos.web import messages
from azulejos.web.entries import SeatSummary
from azulejos.web.table import Table
from azulejos.web.wire import SceneInfo


class GainInfo(Struct, frozen=True):
    seat: int
    points: int
    reason: str
    text: str
    rule: str | None = None


class Step(Struct, frozen=True):
    """An event as a sentence, and the changes to the scene after it: `null` means removed."""

    number: int
    seat: int | None
    round: int
    text: str
    gains: list[GainInfo]
    pieces: dict[str, str | None]
    texts: dict[str, str | None]
    marks: list[str]
    comment: str
    """What an uploaded record says about the position after it."""


class Replay(Struct, frozen=True):
    """A game so far: the scene before the first event, and all steps."""

    table: str
    status: Literal["open", "running", "finished"]
    game: dict[str, Any]
    key: str
    title: str
    version: str
    seats: list[SeatSummary]
    you: list[int]
    begun: int
    closed: bool
    start: SceneInfo
    steps: list[Step]
    result: dict[str, Any] | None


def replay(table: Table, you: list[int], version: str, tr: Language) -> Replay:
    """Return the whole game in a language, for the owner of the seats `you`."""
    scenes = [render.scene(state) for state in table.states]
    comments = {} if table.setup.notes is UNSET else {note.at: note.comment for note in table.record().notes}
    steps = []
    for line, before, after, state in zip(messages.lines(table, tr), scenes[:-1], scenes[1:], table.states[1:], strict=True):
        gains = [GainInfo(**gain) for gain in line.pop("gains")]
        pieces = _changes(before.pieces, after.pieces)
        texts = _changes(before.texts, after.texts)
        comment = comments.get(line["number"], "")
        steps.append(
            Step(**line, round=state.round, gains=gains, pieces=pieces, texts=texts, marks=after.marks, comment=comment)
        )
    return Replay(
        table=table.id,
        status=table.status,
        game=table.game.json,
        key=messages.key_of(table.game),
        title=messages.title_of(table.game, tr),
        version=version,
        seats=[seat.summary for seat in table.seats],
        you=you,
        begun=table.setup.begun,
        closed=table.setup.closed,
        start=SceneInfo(**scenes[0]._asdict()),
        steps=steps,
        result=messages.result(table, tr),
    )


def _changes(before: dict[str, str], after: dict[str, str]) -> dict[str, str | None]:
    gone: dict[str, str | None] = {name: None for name in before if name not in after}
    return gone | {name: value for name, value in after.items() if before.get(name) != value}
