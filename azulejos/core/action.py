"""Actions, the JSON of moves: how they are looked up, and what is wrong with one that is no move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azulejos.core.contract import Json
from azulejos.core.message import as_json

if TYPE_CHECKING:
    from azulejos.core.game import Game


def action_key(action: Json) -> tuple[Any, ...]:
    # 1 == True == 1.0 in Python, but not in JSON: the type is part of the key.
    return tuple(
        (name, frozenset((c, n, type(n)) for c, n in value.items()) if isinstance(value, dict) else (value, type(value)))
        for name, value in sorted(action.items())
    )


def what_is_wrong(game: type[Game], action: Json) -> str:
    """Return the first wrong field of an action, and its allowed values."""
    kinds: dict[str, list[Json]] = {}
    for move in game.moves:
        kinds.setdefault(move.action["type"], []).append(move.action)
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in kinds:
        return f"`type` of an action of {game.title} must be {_either(kinds)}, not {as_json(kind)}"
    known = kinds[kind]
    fields = list(dict.fromkeys(name for one in known for name in one))
    for name in fields:
        if name not in action and all(name in one for one in known):
            return f"a {kind!r} action needs `{name}`; this one has {_either(action)}"
    for name in action:
        if name not in fields:
            return f"a {kind!r} action has no `{name}`; its fields are {_either(fields)}"
    for name in fields:
        values = [one[name] for one in known if name in one]
        if name in action and action[name] not in values:
            if isinstance(values[0], dict):
                most = max(sum(bunch.values()) for bunch in values)
                return (
                    f"`{name}` of a {kind!r} action must be at most {most} tiles by colour"
                    f" ({', '.join(game.colours)}), without zeros, not {as_json(action[name])}"
                )
            return f"`{name}` of a {kind!r} action must be {_either(dict.fromkeys(values))}, not {as_json(action[name])}"
    return f"{as_json(action)} is not a {kind!r} action of {game.title}"


def _either(values: Any) -> str:
    names = [repr(value) for value in values]
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names) or "nothing"
