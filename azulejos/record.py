"""Game records: the events of a game, as readable text or JSON. Loading a record replays and checks the whole game.

    azulejos-record/1
    game: azul
    board: coloured
    players: 2
    jokers: false
    round_limit: 50
    seat 0: Ana
    seat 1: Rui
    seed: 7
    date: 2026-11-15
    result: 45 38, winner 0

    1. deal 1 BYRW RRRW KWWW BBKK YYYR
    2. seat 0: 3W4
    …
    end

Comments and variations stand between the events: see `azulejos.variations`.

An analysis may start from any position: then the header has it, as `position: azul players=2 …`.

An unfinished game has `result: *` (`null` in JSON). A file with a result that stops before the end of the game is refused, and
so is one without `end`. The seed is only a note: the events have all draws.
"""

from __future__ import annotations

import contextlib
import datetime
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from azulejos.core.contract import Event, Gain, Json, Outcome, Problem, State
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json
from azulejos.core.game_json import position as position_from_text
from azulejos.core.message import Message, quoted
from azulejos.core.registry import GAMES
from azulejos.notation import (
    check_seat,
    event_from_json,
    event_json,
    integer_from_text,
    option_from_text,
    option_text,
    parse_json,
)
from azulejos.variations import (
    Note,
    Path,
    TextReader,
    Variation,
    check_notes,
    line_at,
    note_at,
    notes_from_json,
    notes_json,
    states_of,
    text_lines,
    with_note,
)

FORMAT = "azulejos-record/1"
UNFINISHED = "*"
END = "end"
LONGEST_NAME = 80


class RecordError(Problem):
    """An invalid record; the message names the line and the event, and says why."""

    def __init__(self, reason: str | Problem, line: int | None = None, event: int | None = None) -> None:
        self.reason = reason if isinstance(reason, Problem) else Problem(reason)
        place = {name: number for name, number in (("line", line), ("event", event)) if number is not None}
        super().__init__(_located(self.reason.message, place), "bad_record", **place)

    def with_reason(self, reason: str) -> str:
        """Return the message with the reason in other words, such as a translation."""
        return _located(reason, self.details)


def _located(reason: str, place: Json) -> str:
    if place.keys() == {"line", "event"}:
        return Message("line {line}, event {event}: {reason}", reason=reason, **place)
    if "line" in place:
        return Message("line {line}: {reason}", reason=reason, **place)
    return Message("event {event}: {reason}", reason=reason, **place) if place else reason


@dataclass(frozen=True)
class Record:
    """A game from its start or from a position, finished or not; creating a record replays its events."""

    game: Game
    events: tuple[Event, ...]
    names: tuple[str, ...] = ()
    seed: int | None = None
    date: datetime.date | None = None
    notes: tuple[Note, ...] = ()
    """Comments and variations, by position."""
    position: State | None = None
    """Where it starts, if that is not the start of the game."""
    final: State = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", check_names(self.game, self.names))
        if self.position is not None and self.position.game != self.game:
            raise Problem(Message("the position must be from the record's game"), "bad_position")
        for state in self.states():
            object.__setattr__(self, "final", state)
        if self.notes:
            check_notes(list(self.states()), self.notes)

    @property
    def start(self) -> State:
        """The state before the first event."""
        return self.game.start() if self.position is None else self.position

    def states(self) -> Iterator[State]:
        """All states of the game: the start, and the one after each event."""
        state = self.start
        yield state
        for number, event in enumerate(self.events, 1):
            try:
                state = state.play(event)
            except Problem as problem:
                raise RecordError(problem, event=number) from problem
            yield state

    def steps(self) -> Iterator[tuple[Event, int | None]]:
        """Each event with the seat that made it (`None` for chance)."""
        for event, state in zip(self.events, self.states(), strict=False):
            yield event, state.actor if isinstance(state.actor, int) else None

    @property
    def result(self) -> Outcome | None:
        """How the game ended; `None` if it is unfinished."""
        return self.final.outcome

    def breakdown(self) -> list[dict[str, int]]:
        """Return each seat's points by reason; with the score at the start they add up to the final score."""
        return breakdown(self.start, self.events)

    @property
    def text(self) -> str:
        """The record as a text file."""
        lines = [FORMAT, *(f"{name}: {option_text(value)}" for name, value in self.game.json.items())]
        lines += [f"seat {seat}: {name}" for seat, name in enumerate(self.names)]
        lines += [f"seed: {self.seed}"] if self.seed is not None else []
        lines += [f"date: {self.date.isoformat()}"] if self.date is not None else []
        lines += [f"position: {self.position.text}"] if self.position is not None else []
        lines += [f"result: {_result_text(self.result)}", ""]
        lines += text_lines(self.game, list(self.states()), self.events, self.notes)
        return "\n".join([*lines, END, ""])

    @property
    def json(self) -> Json:
        """The record as a JSON object."""
        return {
            "format": FORMAT,
            **self.game.json,
            "names": list(self.names),
            "seed": self.seed,
            "date": None if self.date is None else self.date.isoformat(),
            "result": result_json(self.result),
            **({"position": self.position.text} if self.position is not None else {}),
            **({"notes": notes_json(self.game, list(self.states()), self.notes)} if self.notes else {}),
            "events": [event_json(self.game, event, seat) for event, seat in self.steps()],
        }

    # -- the tree of variations; a path leads to one of them, and the empty path to the game itself

    def line(self, path: Path = ()) -> Variation:
        """Return the events and notes of a variation."""
        return line_at(self.events, self.notes, path)

    def line_states(self, path: Path = ()) -> list[State]:
        """Return all states of a variation: the one it starts from, and the one after each of its events."""
        states = list(self.states())
        for depth, (at, _) in enumerate(path, 1):
            states = list(states_of(states[at], self.line(path[:depth]).events))
        return states

    def with_comment(self, at: int, comment: str, path: Path = ()) -> Record:
        """Return the record with a comment on a position of a line instead of the one there; an empty one removes it."""
        return self._with_note(replace(note_at(self.line(path), at), comment=comment), path)

    def with_variation(self, at: int, events: Sequence[Event], comment: str = "", path: Path = ()) -> Record:
        """Return the record with one more variation from a position of a line; the comment is on its first event."""
        note = note_at(self.line(path), at)
        added = Variation(tuple(events), (Note(1, comment),) if comment else ())
        return self._with_note(replace(note, variations=(*note.variations, added)), path)

    def without_variation(self, path: Path) -> Record:
        """Return the record without a variation."""
        *before, (at, index) = path
        note = note_at(self.line(tuple(before)), at)
        rest = (*note.variations[:index], *note.variations[index + 1 :])
        return self._with_note(replace(note, variations=rest), tuple(before))

    def _with_note(self, note: Note, path: Path) -> Record:
        return replace(self, notes=with_note(self.line(), note, path).notes)

    @property
    def json_text(self) -> str:
        """The record as a JSON file, one event per line."""
        head = self.json
        events = ",\n".join(json.dumps(event) for event in head.pop("events"))
        return json.dumps(head, indent=0)[:-2] + f',\n"events": [\n{events}\n]\n}}\n'

    def _repr_html_(self) -> str:
        """Return the game for a notebook: a replay with a slider."""
        from azulejos.render import replay_widget

        return replay_widget.notebook(self)

    @classmethod
    def load(cls, data: bytes) -> Record:
        """Parse a record from text or JSON; raise `RecordError` if it is invalid."""
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise RecordError(Message("the file is not UTF-8 text"), line=data.count(b"\n", 0, error.start) + 1) from None
        if text.lstrip()[:1] != "{":
            return cls.from_text(text)
        try:
            value = parse_json(text)
        except Problem as problem:
            raise RecordError(problem, line=problem.details.get("line")) from None
        return cls.from_json(value)

    @classmethod
    def from_json(cls, value: Any) -> Record:
        """Parse a record from a JSON object."""
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise RecordError(f'a record must be an object with "format": "{FORMAT}"')
        spec = {name: part for name, part in value.items() if name not in ("format", "position", "notes")}
        try:
            names, seed, date, claim, events = (spec.pop(name) for name in ("names", "seed", "date", "result", "events"))
        except KeyError as missing:
            raise RecordError(f"the record needs {missing} (null if there is none)") from None
        if not isinstance(names, list) or not isinstance(events, list):
            raise RecordError("`names` and `events` must be lists")
        with _at():
            game = game_from_json(spec)
            names = check_names(game, names)
            seed = None if seed is None else _seed(seed)
            day = None if date is None else _date(date)
            first = _position(game, value["position"]) if "position" in value else None
        states, played = [game.start() if first is None else first], list[Event]()
        for number, one in enumerate(events, 1):
            with _at(event=number):
                event, seat = event_from_json(game, one)
                check_seat(states[-1], seat)
                states.append(states[-1].play(event))
                played.append(event)
        with _at(event=len(events)):
            check_result(states[-1], json.dumps(claim), json.dumps(result_json(states[-1].outcome)))
        with _at():
            notes = notes_from_json(game, states, value["notes"]) if "notes" in value else ()
            return cls(game, tuple(played), names, seed, day, notes, first)

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Parse a record from a text file."""
        lines = [line.rstrip("\r") for line in text.split("\n")]
        header = _read_header(lines)
        game, names, seed, day, start = _read_game(header)
        first = lines.index("") + 1
        if END not in lines[first:]:
            raise RecordError(
                Message("the file is incomplete: its last line must be `{end}`", end=END),
                len(lines),
                max(len(lines) - first - 1, 0),
            )
        last = lines.index(END, first)
        reader = TextReader(game, lines[first:last], first + 1)
        try:
            line, final = reader.line(game.start() if start is None else start)
        except Problem as problem:
            raise RecordError(problem, *reader.place) from None
        if any(lines[last + 1 :]):
            raise RecordError(Message("nothing may follow `{end}`", end=END), last + 2)
        line_of_result, claim = header["result"]
        with _at(line_of_result, len(line.events)):
            check_result(final, claim, _result_text(final.outcome))
        with _at():
            return cls(game, line.events, names, seed, day, line.notes, start)


def by_reason(gain: Gain) -> str:
    """Return the name of the gain's component of the score."""
    return gain.reason


def breakdown(
    start: State, events: Iterable[Event], by: Callable[[Gain], str] = by_reason, after: Iterable[State] | None = None
) -> list[dict[str, int]]:
    """Return each seat's points by reason, or by another name of a gain; `after` are the states after the events, if known."""
    points: list[dict[str, int]] = [{} for _ in start.scores]
    known = None if after is None else iter(after)
    state = start
    for event in events:
        then = state.play(event) if known is None else next(known)
        for gain in state.explain(event, then):
            points[gain.seat][by(gain)] = points[gain.seat].get(by(gain), 0) + gain.points
        state = then
    return points


def result_json(outcome: Outcome | None) -> Json | None:
    """Return the result as JSON; `None` for a game that is not over."""
    return None if outcome is None else {"scores": list(outcome.scores), "winners": list(outcome.winners)}


def check_names(game: Game, names: Iterable[object]) -> tuple[str, ...]:
    """Return the players' names, by default `player 1` …; raise a `Problem` if a name is invalid."""
    given = list(names) or [f"player {seat + 1}" for seat in range(game.players)]
    if len(given) != game.players:
        raise Problem(
            Message("{players} players need {players} names, not {n}", players=game.players, n=len(given)), "bad_names"
        )
    for name in given:
        if not (isinstance(name, str) and name.isprintable() and name == name.strip() and 1 <= len(name) <= LONGEST_NAME):
            message = Message(
                "a name must have 1 to {most} printable characters and no spaces around it, not {text}",
                most=LONGEST_NAME,
                text=quoted(name),
            )
            raise Problem(message, "bad_names")
    return tuple(str(name) for name in given)


@contextlib.contextmanager
def _at(line: int | None = None, event: int | None = None) -> Iterator[None]:
    """Add the place in the record to every problem inside."""
    try:
        yield
    except Problem as problem:
        raise RecordError(problem, line, event) from None


def check_result(state: State, claim: str, right: str) -> None:
    """Raise an error unless the game ended as the record says."""
    if claim == right:
        return
    if state.outcome is None:
        raise Problem(Message("the result is {claim}, but the game is not over here; write {right}", claim=claim, right=right))
    raise Problem(Message("the result is {claim}, but the game ended {right}", claim=claim, right=right))


def _read_header(lines: list[str]) -> dict[str, tuple[int, str]]:
    """Return the fields of the header: for each name its line and value."""
    if lines[0] != FORMAT:
        raise RecordError(Message("a record must begin with the line `{line}`", line=FORMAT), 1)
    fields: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line:
            break
        name, colon, value = line.partition(": ")
        if not colon:
            raise RecordError(Message("a line of the header must be `name: value`, not {text}", text=quoted(line)), number)
        if name in fields:
            raise RecordError(Message("{text} appears twice in the header", text=quoted(name)), number)
        fields[name] = number, value
    else:
        raise RecordError(Message("the file is incomplete: an empty line must end the header"), len(lines))
    for name in ("game", "result"):
        if name not in fields:
            raise RecordError(
                Message("the header needs `{name}` (the result of an unfinished game is `{mark}`)", name=name, mark=UNFINISHED),
                1,
            )
    return fields


def _read_game(
    header: dict[str, tuple[int, str]],
) -> tuple[Game, tuple[str, ...], int | None, datetime.date | None, State | None]:
    """Return the game, the names, the seed, the date and the first position in the header."""
    spec: Json = {}
    names: dict[int, str] = {}
    seed, day = None, None
    kind = GAMES.get(header["game"][1])
    for name, (line, value) in header.items():
        with _at(line):
            if name == "seed":
                seed = integer_from_text(value)
            elif name == "date":
                day = _date(value)
            elif name.startswith("seat "):
                names[integer_from_text(name[5:])] = value
            elif name not in ("result", "position"):
                spec[name] = option_from_text(kind, name, value) if kind else value
    with _at(header["game"][0]):
        game = game_from_json(spec)
        if names and sorted(names) != list(range(game.players)):
            raise Problem(Message("the header must name seats 0 to {last}, or none", last=game.players - 1))
        called = check_names(game, [names[seat] for seat in sorted(names)])
    start = None
    if "position" in header:
        line, text = header["position"]
        with _at(line):
            start = _position(game, text)
    return game, called, seed, day, start


def _position(game: Game, text: object) -> State:
    """Return the position where a record starts."""
    if not isinstance(text, str):
        raise Problem("`position` must be a text")
    state = position_from_text(text)
    if state.game != game:
        raise Problem(Message("the position must be from the record's game"), "bad_position")
    return state


def _result_text(outcome: Outcome | None) -> str:
    if outcome is None:
        return UNFINISHED
    winners = " ".join(map(str, outcome.winners))
    return f"{' '.join(map(str, outcome.scores))}, winner{'s' * (len(outcome.winners) > 1)} {winners}"


def _seed(value: object) -> int:
    if type(value) is not int:
        raise Problem(f"`seed` must be a whole number, not {ascii(value)[:LONGEST_NAME]}")
    return value


def _date(value: object) -> datetime.date:
    with contextlib.suppress(ValueError):
        if isinstance(value, str) and datetime.date.fromisoformat(value).isoformat() == value:
            return datetime.date.fromisoformat(value)
    raise Problem(Message("`date` must be a day such as 2026-11-15, not {text}", text=quoted(value)))
