"""Our bots as a program for others: the engine's side of the protocol in `program`. One line in, one line out.

    {"id": 1, "game": {…}, "position": "azul …"}                                → {"id": 1, "move": "3R2"}
    {"id": 2, "game": {…}, "events": [{"deal": …}, …], "budget": {"effort": 500}}    → {"id": 2, "move": "0B5"}

The answer to an invalid request is `{"id": …, "error": {"code", "message", "field"}}`.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from azulejos.bots.base import Bot, Budget
from azulejos.bots.registry import check_spec, make_bot
from azulejos.core.contract import Json, NotationError, Problem, State
from azulejos.core.game_json import game_from_json
from azulejos.notation import check_seat, event_from_json, parse_json

FIELDS = ("id", "game", "position", "events", "state", "seat", "legal", "budget", "seed")
LONGEST_LINE = 10_000_000
LONGEST_ID = 100
LONGEST_MESSAGE = 500


class Engine:
    """A bot that answers lines."""

    def __init__(self, spec: str, budget: Budget) -> None:
        check_spec(spec)
        self.spec = spec
        self.budget = budget
        self.bot: Bot = make_bot(spec, 0)

    def answer(self, line: bytes) -> Json:
        """Return the answer to a line; never raises."""
        id: Any = None
        try:
            request = _read(line)
            id = _id(request)
            return {"id": id, "move": self._move(request)}
        except Problem as problem:
            where = {"field": problem.details["field"]} if "field" in problem.details else {}
            return {"id": id, "error": {"code": problem.code, "message": str(problem)[:LONGEST_MESSAGE], **where}}
        except Exception as error:  # a bug of a bot must not end the engine
            message = f"a bug in {self.spec}: {type(error).__name__}: {error}"
            return {"id": id, "error": {"code": "internal", "message": message[:LONGEST_MESSAGE]}}

    def _move(self, request: Json) -> str:
        state = _state(request)
        budget = Budget.from_json(request["budget"]) if request.get("budget") is not None else Budget()
        if budget.seconds is None and budget.effort is None:
            budget = self.budget
        seed = request.get("seed", 0)
        if type(seed) is not int:
            raise NotationError("`seed` must be a whole number", field="seed")
        if seed != self.bot.seed:
            self.bot.close()
            self.bot = make_bot(self.spec, seed)
        return self.bot.choose(state, budget).text


def serve(engine: Engine, lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the input ends."""
    while line := lines.readline(LONGEST_LINE):
        if not line.strip():
            continue
        answers.write(json.dumps(engine.answer(line)).encode() + b"\n")
        answers.flush()


def _read(line: bytes) -> Json:
    try:
        value = parse_json(line.decode())
    except UnicodeDecodeError as error:
        raise NotationError(f"a line must be UTF-8; byte {error.start + 1} is not", "not_utf8") from None
    if not isinstance(value, dict):
        raise NotationError("a line must be a JSON object", "not_json")
    return value


def _id(request: Json) -> int | str:
    if "id" not in request:
        raise NotationError("a request needs `id`, a number or a short text to match the answer by", field="id")
    id: Any = request["id"]
    if type(id) is int or (isinstance(id, str) and len(id) <= LONGEST_ID):
        return id
    raise NotationError(f"`id` must be a whole number or a text of at most {LONGEST_ID} characters", field="id")


def _state(request: Json) -> State:
    """Return the state that a request asks about: one in which a seat is to move."""
    for name in request:
        if name not in FIELDS:
            raise NotationError(f"a request has no field {ascii(name)[:80]}; its fields are {', '.join(FIELDS)}", field=name)
    if "game" not in request:
        raise NotationError('a request needs `game`, an object like {"game": NAME, "players": 2}', field="game")
    with _field("game"):
        game = game_from_json(request["game"])
    if ("position" in request) == ("events" in request):
        raise NotationError("a request must have either `position` or `events`", field="position")
    if "position" in request:
        with _field("position"):
            if not isinstance(request["position"], str):
                raise NotationError("`position` must be a text like `state.text`")
            state = game.position(request["position"])
    else:
        state = game.start()
        if not isinstance(request["events"], list):
            raise NotationError("`events` must be a list", field="events")
        for number, value in enumerate(request["events"]):
            with _field(f"events[{number}]"):
                event, seat = event_from_json(game, value)
                check_seat(state, seat)
                state = state.play(event)
    if not isinstance(state.actor, int):
        why = "the game is over" if state.actor is None else "tiles are drawn next"
        raise Problem(f"no seat is to move: {why}", "no_move", field="position" if "position" in request else "events")
    with _field("seat"):
        seat = request.get("seat")
        if seat is not None and type(seat) is not int:
            raise NotationError("`seat` must be a whole number or null")
        check_seat(state, seat)
    return state


@contextlib.contextmanager
def _field(name: str) -> Iterator[None]:
    """Add the field of the request to every problem inside."""
    try:
        yield
    except Problem as problem:
        raise Problem(f"{name}: {problem}", problem.code, **{**problem.details, "field": name}) from None
