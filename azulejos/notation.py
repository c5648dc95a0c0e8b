"""Events as text and as JSON, for any game; both can be parsed back.

Text is used by people and in records: `deal 1 BYRW RRRW KWWW - -`, `refill PGOO`, and moves by their own text (`3R2`). JSON is
the vocabulary of `docs/format.md`: `{"deal": …}`, `{"refill": …}`, `{"action": …}`. Reading is strict: unknown keys, a `true`
for a 1, zero counts (the format leaves them out) and the wrong number of displays are errors, which name the field and say what
would be right. Whether an event is *legal* is decided in the core, not here.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any, NoReturn

from azulejos.core import fields
from azulejos.core.contract import Bunch, Deal, Event, IllegalMove, Json, Move, NotationError, Refill, State
from azulejos.core.game import Game
from azulejos.core.game_json import RANDOM
from azulejos.core.message import Message, as_json, quoted

MOST_TILES = 99
"""The largest count of tiles: all games have fewer tiles of a colour, and the core may keep counts in small integers."""

MOST_ROUNDS = 1_000_000_000
"""The highest number of a round: the core keeps it in a C integer."""

DEEPEST = 20
"""The deepest nesting of JSON; deeper values are not in our format, and could exhaust the stack when printed."""

LONGEST_INTEGER = 100
"""The most digits of a number in a text; a seed may be long, but parsing it must be fast."""

EVENTS = ("deal", "refill", "action")


def bunch_text(game: Game, bunch: Bunch) -> str:
    """Return a bunch as letters, `BBR`; `-` for no tile."""
    return fields.spelled(bunch, game.letters)


def bunch_from_text(game: Game, text: str) -> Bunch:
    """Parse a bunch from letters in any order."""
    if text == "-":
        return (0,) * len(game.colours)
    for letter in text:
        if letter not in game.letters:
            raise NotationError(
                Message(
                    "{text} are not tiles of {game}; use the letters {letters}, or - for no tiles",
                    text=quoted(text),
                    game=Message(game.title),
                    letters=_letters(game),
                )
            )
    bunch = tuple(text.count(letter) for letter in game.letters)
    if not text or max(bunch) > MOST_TILES:
        raise NotationError(
            Message("write 1 to {most} letters of a colour, or - for no tiles, not {text}", most=MOST_TILES, text=quoted(text))
        )
    return bunch


def bunch_json(game: Game, bunch: Bunch) -> dict[str, int]:
    """Return a bunch as an object from colour to count, zero counts left out."""
    return fields.bunch_json(bunch, game.colours)


def bunch_from_json(game: Game, value: Any, field: str) -> Bunch:
    """Parse a bunch from a JSON object; `field` is its name in messages."""
    if not isinstance(value, dict):
        raise NotationError(f'`{field}` must be a bunch like {{"{game.colours[0]}": 2}}, not {as_json(value)}', field=field)
    for colour, count in value.items():
        if colour not in game.colours:
            known = ", ".join(game.colours)
            raise NotationError(
                f"`{field}` has an unknown colour, {as_json(colour)}; the colours of {game.title} are {known}", field=field
            )
        if type(count) is not int or not 1 <= count <= MOST_TILES:
            raise NotationError(
                f"`{field}`: the count of {colour} must be a whole number from 1 to {MOST_TILES} (leave out zeros),"
                f" not {as_json(count)}",
                field=field,
            )
    return tuple(value.get(colour, 0) for colour in game.colours)


def event_text(game: Game, event: Event) -> str:
    """Return the event on one line, without the seat that made it."""
    if isinstance(event, Deal):
        return " ".join(["deal", str(event.round), *(bunch_text(game, display) for display in event.displays)])
    if isinstance(event, Refill):
        return f"refill {bunch_text(game, event.tiles)}"
    return event.text


def event_from_text(game: Game, text: str) -> Event:
    """Parse an event from a line."""
    kind, *words = text.split(" ")
    if kind == "deal":
        if len(words) != game.displays + 1:
            raise NotationError(
                Message(
                    "a deal for {players} players must be `deal`, the round and the tiles of {n} factories, not {text}",
                    players=game.players,
                    n=game.displays,
                    text=quoted(text),
                )
            )
        number, *displays = words
        if not 1 <= integer_from_text(number) <= MOST_ROUNDS:
            raise NotationError(Message("the round of a deal must be a whole number from 1, not {text}", text=number))
        return Deal(int(number), tuple(bunch_from_text(game, display) for display in displays))
    if kind == "refill":
        if len(words) != 1:
            raise NotationError(Message("a refill must be `refill` and letters of tiles, not {text}", text=quoted(text)))
        return Refill(bunch_from_text(game, words[0]))
    if len(text) > len(game.spelling_help) + MOST_TILES:  # no move is that long, and messages quote the text
        raise game.unknown_move(text)
    return game.move(text)


def event_json(game: Game, event: Event, seat: int | None = None) -> Json:
    """Return the event as a JSON object; `seat` is the seat that made a move."""
    if isinstance(event, Deal):
        return {"deal": {"round": event.round, "factories": [bunch_json(game, display) for display in event.displays]}}
    if isinstance(event, Refill):
        return {"refill": {"tiles": bunch_json(game, event.tiles)}}
    return {"action": dict(event.action) if seat is None else {"player": seat, **event.action}}


def event_from_json(game: Game, value: Any) -> tuple[Event, int | None]:
    """Parse an event and its seat from a JSON object (`None` for chance, or if an action has no `player`)."""
    if not isinstance(value, dict) or len(value) != 1 or not value.keys() <= set(EVENTS):
        given = ", ".join(as_json(key) for key in value) or "nothing" if isinstance(value, dict) else as_json(value)
        raise NotationError(f"an event must be an object with one of `deal`, `refill` and `action`, not with {given}")
    [(kind, body)] = value.items()
    if kind == "action":
        return _move_from_json(game, body)
    if kind == "refill":
        _exactly(body, kind, ("tiles",))
        return Refill(bunch_from_json(game, body["tiles"], "tiles")), None
    _exactly(body, kind, ("round", "factories"))
    number, displays = body["round"], body["factories"]
    if type(number) is not int or not 1 <= number <= MOST_ROUNDS:
        raise NotationError(f"`round` must be a whole number from 1, not {as_json(number)}", field="round")
    if not isinstance(displays, list) or len(displays) != game.displays:
        given = f"a list of {len(displays)}" if isinstance(displays, list) else as_json(displays)
        raise NotationError(f"`factories` must be a list of {game.displays} bunches, not {given}", field="factories")
    bunches = (bunch_from_json(game, display, f"factories[{i}]") for i, display in enumerate(displays))
    return Deal(number, tuple(bunches)), None


def _move_from_json(game: Game, action: Any) -> tuple[Move, int | None]:
    if not isinstance(action, dict):
        raise NotationError(
            f'`action` must be an object like {{"player": 0, "type": …}}, not {as_json(action)}', field="action"
        )
    seat = action.get("player", 0)
    if type(seat) is not int or not 0 <= seat < game.players:
        raise NotationError(f"`player` must be a seat from 0 to {game.players - 1}, not {as_json(seat)}", field="player")
    return game.move(action), action.get("player")


def check_seat(state: State, seat: int | None) -> None:
    """Raise `IllegalMove` if a seat moves out of turn; `None` is the seat to move."""
    if seat is not None and type(state.actor) is int and seat != state.actor:
        message = Message("it is the turn of seat {right}, not of seat {wrong}", right=state.actor, wrong=seat)
        raise IllegalMove(message, "wrong_seat", seat=seat, to_move=state.actor)


def option_text(value: object) -> str:
    """Return the value of a game's option as text: `true`, `50`, `red blue …`."""
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def option_from_text(kind: type[Game], name: str, text: str) -> object:
    """The value that the text spells, of the type that this option of the game has; the text itself where there is no such."""
    default = {"players": kind.players, "board": kind.board, "starter": kind.starter, **kind.options()}.get(name)
    if text == RANDOM and (name == "starter" or isinstance(default, tuple)):
        return RANDOM
    if isinstance(default, bool):
        if text not in ("true", "false"):
            message = Message(
                "`{option}` must be {right}, not {value}", option=name, right=Message("true or false"), value=quoted(text)
            )
            raise NotationError(message, "bad_option", option=name)
        return text == "true"
    if isinstance(default, int):
        return integer_from_text(text)
    return tuple(text.split(" ")) if isinstance(default, tuple) else text


def integer_from_text(text: str) -> int:
    """Parse a whole number."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_INTEGER):
        raise NotationError(Message("{text} is not a whole number", text=quoted(text)))
    return int(text)


def parse_json(text: str) -> Any:
    """Parse JSON strictly: no NaN, no duplicate keys, no lone surrogates."""
    try:
        value = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_key_twice)
    except RecursionError:
        raise NotationError(f"JSON nested deeper than {DEEPEST} levels", "not_json") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise NotationError(f"not JSON: {error.msg} at {where}", "not_json", line=error.lineno, column=error.colno) from None
    except NotationError:
        raise
    except ValueError as error:  # an integer with more digits than Python converts
        raise NotationError(f"unsupported JSON: {error}", "not_json") from None
    _check_strings_and_depth(value)
    return value


def _no_constant(name: str) -> NoReturn:
    raise NotationError(f"not JSON: {name} is not a JSON number", "not_json")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Json:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = sorted(key for key, _ in pairs)
        twice = next(key for key, other in pairwise(keys) if key == other)
        raise NotationError(f"the key {as_json(twice)} appears twice in one object", "not_json")
    return value


def _check_strings_and_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST + 1):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.keys()
                inner += item.values()
            elif isinstance(item, list):
                inner += item
            elif isinstance(item, str) and not _encodes(item):
                raise NotationError(f"the string {as_json(item)} contains half of a surrogate pair", "not_json")
        if not inner:
            return
        level = inner
    raise NotationError(f"JSON nested deeper than {DEEPEST} levels", "not_json")


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _exactly(body: Any, kind: str, fields: tuple[str, ...]) -> None:
    """Raise an error unless the body is an object with exactly these fields."""
    right = " and ".join(f"`{field}`" for field in fields)
    if not isinstance(body, dict):
        raise NotationError(f"`{kind}` must be an object with {right}, not {as_json(body)}", field=kind)
    for field in fields:
        if field not in body:
            raise NotationError(f"`{kind}` needs `{field}`", field=field)
    for key in body:
        if key not in fields:
            raise NotationError(f"`{kind}` has no {as_json(key)}; its fields are {right}", field=kind)


def _letters(game: Game) -> str:
    return ", ".join(f"{letter} {colour}" for letter, colour in zip(game.letters, game.colours, strict=False))
