"""The referee: a game over JSON Lines, for programs in any language. Every line is answered with one line.

    {"game": "pavilion", "board": "grey", "players": 3}     starts a game      {"state": …}
    {"game": "pavilion", "edition": "mini-fr"}              the same, with the options of a published edition
    {"game": "azul", "starter": "random", "seed": 7}        draws who starts; the answer has the game: {"game": …, "state": …}
    {"deal": …}, {"refill": …}, {"action": …}               an event           {"state": …}
    {"ask": "legal"}                                        the legal actions  {"legal": [action, …]}
    {"ask": "draw", "seed": 7}                              a possible chance event; it is not applied
    {"ask": "explain"}                                      what the last event scored, and at the end of the game every
                                                            seat's points by reason: {"explain": [gain, …], "breakdown": […]}
    {"ask": "state"}                                        the state again    {"state": …}
    {"ask": "result"}                                       {"result": {"scores", "winners"}}, or null before the end
    {"ask": "text"}, {"ask": "board"}                       the position on one line; as a drawing

States, events and actions are those of `docs/format.md`. An action's `player` is optional; the default is the seat to move. The
answer to an invalid line is `{"error": {"code": …, "message": …}}`; the game stays as it was.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable
from typing import Any, BinaryIO

from azulejos.core.contract import CHANCE, Event, Json, NotationError, Problem, State
from azulejos.core.game_json import RANDOM, game_from_json
from azulejos.notation import EVENTS, check_seat, event_from_json, event_json, parse_json
from azulejos.record import breakdown, result_json

LONGEST_LINE = 1_000_000
"""Maximum length of a line in bytes; valid lines are far shorter."""

LONGEST_MESSAGE = 500


class Referee:
    """A game (or none yet) that answers lines."""

    def __init__(self) -> None:
        self.states: list[State] = []
        self.events: list[Event] = []

    def answer(self, line: str | bytes) -> Json:
        """Return the answer to a line. Never raises; errors leave the game unchanged."""
        try:
            return self._answer(_read(line))
        except Problem as problem:
            return _error(problem.code, str(problem), problem.details)
        except Exception as error:  # a bug of ours must not end the caller's game
            return _error("internal", f"a bug in azulejos: {type(error).__name__}: {error}", {})

    def _answer(self, message: Json) -> Json:
        if "game" in message:
            return self._started(message)
        if "ask" in message:
            return self._asked(message)
        if not message.keys() & set(EVENTS):
            kinds = ", ".join(f"`{kind}`" for kind in ("game", *EVENTS))
            raise NotationError(f"a line must have {kinds} or `ask`; this one has {_names(message)}", "unknown_line")
        state = self._state()
        event, seat = event_from_json(state.game, message)
        check_seat(state, seat)
        after = state.play(event)
        answer = {"state": after.json}
        self.states.append(after)
        self.events.append(event)
        return answer

    def _started(self, message: Json) -> Json:
        drawing = RANDOM in [value for value in message.values() if isinstance(value, str)]
        spec = {name: value for name, value in message.items() if not (drawing and name == "seed")}
        game = game_from_json(spec, _dice(message.get("seed"))) if drawing else game_from_json(spec)
        start = game.start()
        self.states, self.events = [start], []
        # A program that left something to us learns what is played.
        return {"game": game.json, "state": start.json} if drawing or "edition" in spec else {"state": start.json}

    def _asked(self, message: Json) -> Json:
        questions: dict[str, Callable[[State], Json]] = {
            "legal": lambda state: {"legal": [move.action for move in state.legal_moves]},
            "draw": lambda state: _draw(state, message.get("seed")),
            "explain": self._explain,
            "state": lambda state: {"state": state.json},
            "result": lambda state: {"result": result_json(state.outcome)},
            "text": lambda state: {"text": state.text},
            "board": lambda state: {"board": str(state)},
        }
        asked = message["ask"]
        question = questions.get(asked) if isinstance(asked, str) else None
        if question is None:
            raise NotationError(f"`ask` must be one of {', '.join(questions)}, not {asked!r}", "unknown_question")
        known = {"ask", "seed"} if asked == "draw" else {"ask"}
        if message.keys() - known:
            raise NotationError(f"asking for {asked!r} takes only {_names(known)}, not {_names(message)}", "unknown_question")
        return question(self._state())

    def _explain(self, state: State) -> Json:
        if not self.events:
            raise Problem("there is no event to explain yet", "no_event")
        gains = self.states[-2].explain(self.events[-1])
        answer: Json = {"explain": [gain._asdict() for gain in gains]}
        if state.outcome is not None:
            answer["breakdown"] = breakdown(self.states[0], self.events)
        return answer

    def _state(self) -> State:
        if not self.states:
            raise Problem('there is no game yet; start one with a line like {"game": NAME, "players": 2}', "no_game")
        return self.states[-1]


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the input ends."""
    referee = Referee()
    while line := lines.readline(LONGEST_LINE + 2):
        if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):  # the rest of it
                line = lines.readline(LONGEST_LINE)
            answer = _error("too_long", f"a line must have at most {LONGEST_LINE} bytes", {})
        else:
            answer = referee.answer(line)
        answers.write(json.dumps(answer, default=str).encode() + b"\n")
        answers.flush()


def _read(line: str | bytes) -> Json:
    """Parse the object on a line."""
    if len(line) > LONGEST_LINE + 2:
        raise NotationError(f"a line must have at most {LONGEST_LINE} bytes", "too_long")
    if isinstance(line, bytes):
        try:
            line = line.decode()
        except UnicodeDecodeError as error:
            raise NotationError(f"a line must be UTF-8; byte {error.start + 1} is not", "not_utf8") from None
    if not line.strip():
        raise NotationError("the line is empty", "empty")
    value = parse_json(line)
    if not isinstance(value, dict):
        raise NotationError("a line must be a JSON object", "not_json")
    return value


def _draw(state: State, seed: Any) -> Json:
    dice = _dice(seed)
    if state.actor is not CHANCE:
        why = "the game is over" if state.actor is None else f"seat {state.actor} is to move"
        raise Problem(f"nothing is drawn now: {why}", "no_chance")
    return event_json(state.game, state.draw(dice))


def _dice(seed: Any) -> random.Random:
    if seed is not None and type(seed) is not int:
        raise NotationError("`seed` must be a whole number", field="seed")
    return random.Random(secrets.randbits(64) if seed is None else seed)


def _error(code: str, message: str, details: Json) -> Json:
    if len(message) > LONGEST_MESSAGE:
        message = message[: LONGEST_MESSAGE - 1] + "…"
    short = {name: value for name, value in details.items() if len(repr(value)) <= LONGEST_MESSAGE}
    return {"error": {"code": code, "message": message, **short}}


def _names(keys: Any) -> str:
    return ", ".join(f"`{key}`" for key in sorted(keys)) or "nothing"
