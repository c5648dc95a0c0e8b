"""Comments and variations of a game record, as text and JSON.

A variation is another way to go on from a position of the game, or of another variation. Comments and variations belong to a
position: the number of events before it. In a text record they follow the event that leads there, and variations are indented:

    2. seat 0: 3W4
    ; Black would have been better for the floor line.
      3. seat 1: 2K3
      ; Takes what Ana needs.
      4. seat 0: 0R1
      3. seat 1: 1Y5
    3. seat 1: 4B2

Here the game has one comment after event 2, and two variations for event 3.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from azulejos.core.contract import Event, Json, Move, Problem, State
from azulejos.core.game import Game
from azulejos.core.message import Message, quoted
from azulejos.notation import check_seat, event_from_json, event_from_text, event_json, event_text

INDENT = "  "
COMMENT = ";"
LONGEST_COMMENT = 4000
DEEPEST = 50  # variations in variations
_STEP = re.compile(r"([0-9]{1,9})\. (?:seat ([0-9]): )?(.+)")


@dataclass(frozen=True)
class Variation:
    """Events that could have been played, with comments and variations of their own."""

    events: tuple[Event, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Note:
    """A comment on a position, and variations from there; `at` is the number of events of the line before it."""

    at: int
    comment: str = ""
    variations: tuple[Variation, ...] = ()


Path = tuple[tuple[int, int], ...]
"""The way to a variation: at a position of the line, the variation with this index there; and so on from that line."""


def check_notes(states: Sequence[State], notes: Sequence[Note], least: int = 0, depth: int = 0) -> None:
    """Raise a `Problem` unless the notes belong to a line with these states, and every variation can be played."""
    last = least - 1
    for note in notes:
        if not last < note.at < len(states):
            raise Problem(f"notes must be sorted, at positions {least} to {len(states) - 1}, not at {note.at}", "bad_notes")
        if not note.comment and not note.variations:
            raise Problem(f"the note at {note.at} needs a comment or variations", "bad_notes")
        check_comment(note.comment)
        for variation in note.variations:
            if depth >= DEEPEST:
                raise Problem(Message("variations can be nested {most} deep", most=DEEPEST), "bad_notes")
            if not variation.events:
                raise Problem("a variation needs events", "bad_notes")
            check_notes(list(states_of(states[note.at], variation.events)), variation.notes, 1, depth + 1)
        last = note.at


def check_comment(comment: str) -> str:
    """Return a comment; raise a `Problem` if it can't be written in a record."""
    if not isinstance(comment, str) or comment != comment.strip() or len(comment) > LONGEST_COMMENT:
        message = Message("a comment must have at most {most} characters, and no spaces around it", most=LONGEST_COMMENT)
        raise Problem(message, "bad_notes")
    if not all(char.isprintable() or char == "\n" or unicodedata.category(char) == "Zs" for char in comment):
        raise Problem(Message("a comment must be printable text"), "bad_notes")
    return comment


def states_of(state: State, events: Sequence[Event]) -> Iterator[State]:
    """All states of a line: its first, and the one after each event."""
    yield state
    for event in events:
        state = state.play(event)
        yield state


# -- the tree


def line_at(events: tuple[Event, ...], notes: tuple[Note, ...], path: Path) -> Variation:
    """Return the line at the end of a path; the empty path is the game itself."""
    line = Variation(events, notes)
    for at, index in path:
        line = _note(line.notes, at).variations[index]
    return line


def with_note(line: Variation, note: Note, path: Path = ()) -> Variation:
    """Return a line with a note at a position of the line at the end of a path, instead of the one there.

    An empty note removes it.
    """
    if path:
        (at, index), *rest = path
        there = _note(line.notes, at)
        changed = with_note(there.variations[index], note, tuple(rest))
        note = replace(there, variations=(*there.variations[:index], changed, *there.variations[index + 1 :]))
    others = [one for one in line.notes if one.at != note.at]
    kept = [note] if note.comment or note.variations else []
    return replace(line, notes=tuple(sorted([*others, *kept], key=lambda one: one.at)))


def note_at(line: Variation, at: int) -> Note:
    """Return the note at a position; an empty one if there is none."""
    return next((note for note in line.notes if note.at == at), Note(at))


def _note(notes: Sequence[Note], at: int) -> Note:
    found = next((note for note in notes if note.at == at), None)
    if found is None:
        raise Problem(f"there are no variations at {at}", "no_such_variation")
    return found


# -- text


def text_lines(game: Game, states: Sequence[State], events: Sequence[Event], notes: Sequence[Note]) -> list[str]:
    """Return a line of events as text, with its comments and variations."""
    return list(_written(game, list(states), events, {note.at: note for note in notes}, 0, 0))


def _written(
    game: Game, states: Sequence[State], events: Sequence[Event], notes: dict[int, Note], first: int, depth: int
) -> Iterator[str]:
    indent = INDENT * depth
    for at, state in enumerate(states):
        if at:
            seat = states[at - 1].actor
            by = f"seat {seat}: " if isinstance(seat, int) else ""
            yield f"{indent}{first + at}. {by}{event_text(game, events[at - 1])}"
        note = notes.get(at)
        if note is None:
            continue
        for line in note.comment.split("\n") if note.comment else ():
            yield f"{indent}{COMMENT} {line}".rstrip(" ") if not line else f"{indent}{COMMENT} {line}"
        for variation in note.variations:
            inner = {one.at: one for one in variation.notes}
            yield from _written(game, list(states_of(state, variation.events)), variation.events, inner, first + at, depth + 1)


class TextReader:
    """Reads the lines of a text record, from the line number `first` of the file on; knows its place for messages."""

    def __init__(self, game: Game, lines: Sequence[str], first: int) -> None:
        self.game = game
        self.lines = lines
        self.first = first
        self.read = 0  # lines
        self.number = 0  # of the event

    @property
    def place(self) -> tuple[int, int]:
        """The line of the file and the number of the event that are being read."""
        return self.first + min(self.read, max(len(self.lines) - 1, 0)), self.number

    def line(self, state: State, number: int = 0, depth: int = 0) -> tuple[Variation, State]:
        """Read the events of a line, which has `number` events before it; return them and the last state."""
        if depth > DEEPEST:
            raise Problem(Message("variations can be nested {most} deep", most=DEEPEST))
        events: list[Event] = []
        notes: list[Note] = []
        while True:
            at = number + len(events)
            if events or not depth:  # what is said about the first position of a variation belongs to the line it leaves
                note = self._note(state, len(events), at, depth)
                notes += [note] if note.comment or note.variations else []
            text = self._next(depth)
            if text is None:
                return Variation(tuple(events), tuple(notes)), state
            if depth and events and text.startswith(f"{number + 1}. "):
                return Variation(tuple(events), tuple(notes)), state  # the next variation from there
            self.number = at + 1
            event, seat = read_step(self.game, text, at + 1)
            check_seat(state, seat)
            state = state.play(event)
            events.append(event)
            self.read += 1

    def _note(self, state: State, at: int, number: int, depth: int) -> Note:
        said: list[str] = []
        while (text := self._next(depth)) is not None and text.startswith(COMMENT):
            said.append(text[len(COMMENT) :].removeprefix(" "))
            self.read += 1
        comment = check_comment("\n".join(said)) if said else ""
        variations = []
        while self._next(depth + 1) is not None:
            variations.append(self.line(state, number, depth + 1)[0])
        return Note(at, comment, tuple(variations))

    def _next(self, depth: int) -> str | None:
        """Return the next line without its indentation; `None` if there is none of this depth or deeper."""
        if self.read == len(self.lines):
            return None
        line, indent = self.lines[self.read], INDENT * depth
        return line.removeprefix(indent) if line.startswith(indent) else None


def read_step(game: Game, line: str, number: int) -> tuple[Event, int | None]:
    """Return the event on a line, and the seat that made it."""
    parts = _STEP.fullmatch(line)
    if parts is None:
        message = Message(
            "an event must be a line like `{n}. seat 0: …` or `{n}. deal …`, not {text}", n=number, text=quoted(line)
        )
        raise Problem(message)
    if parts[1] != str(number):
        raise Problem(Message("this must be event {n}, not {number}", n=number, number=parts[1]))
    event = event_from_text(game, parts[3])
    if isinstance(event, Move) and parts[2] is None:
        raise Problem(Message("a move needs its seat: `{line}`", line=f"{number}. seat 0: {event}"))
    if not isinstance(event, Move) and parts[2] is not None:
        raise Problem(Message("a chance event has no seat: {line}", line=quoted(f"{number}. {parts[3]}")))
    return event, None if parts[2] is None else int(parts[2])


# -- JSON


def notes_json(game: Game, states: Sequence[State], notes: Sequence[Note]) -> list[Json]:
    """Return the notes of a line with these states as JSON."""
    found = []
    for note in notes:
        spelled: Json = {"at": note.at}
        if note.comment:
            spelled["comment"] = note.comment
        if note.variations:
            spelled["variations"] = [_variation_json(game, states[note.at], one) for one in note.variations]
        found.append(spelled)
    return found


def _variation_json(game: Game, state: State, variation: Variation) -> Json:
    states = list(states_of(state, variation.events))
    seats = [one.actor if isinstance(one.actor, int) else None for one in states]
    events = [event_json(game, event, seat) for event, seat in zip(variation.events, seats, strict=False)]
    return {"events": events, **({"notes": notes_json(game, states, variation.notes)} if variation.notes else {})}


def notes_from_json(game: Game, states: Sequence[State], value: Any, depth: int = 0) -> tuple[Note, ...]:
    """Read the notes of a line with these states; `check_notes` checks the rest."""
    if not isinstance(value, list) or depth > DEEPEST:
        raise Problem(f"`notes` must be a list, in variations at most {DEEPEST} deep", "bad_notes")
    return tuple(_note_from_json(game, states, one, depth) for one in value)


def _note_from_json(game: Game, states: Sequence[State], value: Any, depth: int) -> Note:
    if not isinstance(value, dict) or value.keys() - {"at", "comment", "variations"}:
        raise Problem("a note must be an object with `at`, `comment` and `variations`", "bad_notes")
    at, comment, variations = value.get("at"), value.get("comment", ""), value.get("variations", [])
    if type(at) is not int or not 0 <= at < len(states):
        raise Problem(f"`at` must be a whole number from 0 to {len(states) - 1}", "bad_notes")
    if not isinstance(variations, list):
        raise Problem("`variations` must be a list", "bad_notes")
    return Note(at, check_comment(comment), tuple(_variation_from_json(game, states[at], one, depth) for one in variations))


def _variation_from_json(game: Game, state: State, value: Any, depth: int) -> Variation:
    if not isinstance(value, dict) or not isinstance(value.get("events"), list) or value.keys() - {"events", "notes"}:
        raise Problem("a variation must be an object with a list `events`, and `notes` if there are any", "bad_notes")
    states, events = [state], list[Event]()
    for one in value["events"]:
        event, seat = event_from_json(game, one)
        check_seat(states[-1], seat)
        states.append(states[-1].play(event))
        events.append(event)
    return Variation(tuple(events), notes_from_json(game, states, value.get("notes", []), depth + 1))
