"""Summer Pavilion in sentences: events, why something scored, and the rows of the scoring sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.contract import Bunch, Deal, Event, Gain, Json, Refill
from azulejos.core.pavilion.board import COLOUR_OF_STAR, COSTS
from azulejos.core.pavilion.moves import COLOURS
from azulejos.language import Language
from azulejos.render.types import Row

if TYPE_CHECKING:
    from azulejos.core.pavilion import Pavilion
    from azulejos.core.pavilion.rules import PavilionState


# -- events


def event(state: PavilionState, event: Event, names: Sequence[str], tr: Language) -> str:
    """What an event does, as seen from the state before it."""
    if isinstance(event, Deal):
        wild = state.game.wild_order[event.round - 1]
        return tr("Round {round} is dealt, and {colour} is wild", round=event.round, colour=colour_name(wild, tr))
    if isinstance(event, Refill):
        return tr("The supply gets {tiles}", tiles=_tiles(event.tiles, tr))
    name, action = names[state.turn], event.action
    kind = action["type"]
    if kind == "take":
        return _take(state, name, action, tr)
    if kind == "place":
        return _place(state, name, action, tr)
    if kind == "bonus":
        return tr("{name} takes {tiles} from the supply", name=name, tiles=_named_tiles(action["tiles"], tr))
    return _pass(state, name, action["keep"], tr)


def _take(state: PavilionState, name: str, take: Json, tr: Language) -> str:
    source, colour = take["source"], COLOURS.index(take["colour"])
    there = state.displays[source - 1] if source else state.centre
    taken = [0] * len(COLOURS)
    if colour != state.wild:
        taken[colour] = there[colour]
    taken[state.wild] += there[state.wild] > 0
    if source:
        return tr("{name} takes {tiles} from display {display}", name=name, tiles=_tiles(tuple(taken), tr), display=source)
    marker = [tr("the first-player marker")] if state.marker == places.IN_CENTRE else []
    return tr("{name} takes {tiles} from the centre", name=name, tiles=_listed(_told(tuple(taken), tr) + marker, tr))


def _place(state: PavilionState, name: str, place: Json, tr: Language) -> str:
    star, space, wilds = place["star"], place["space"], place["wilds"]
    grey = state.game.board == "grey"
    number = COSTS[grey][6 * star + space - 1]
    if grey and star == 0:
        where = tr("a {number} of the star in the middle", number=number)
    else:
        where = tr("the {number} of {star}", number=number, star=_star_name(star, grey, tr))
    colour = colour_name(place["colour"], tr)
    if not wilds:
        return tr("{name} places {colour} on {where}", name=name, colour=colour, where=where)
    return tr.many(
        "{name} places {colour} on {where}, with {n} wild tile", "{name} places {colour} on {where}, with {n} wild tiles",
        wilds, name=name, colour=colour, where=where,
    )  # fmt: skip


def _pass(state: PavilionState, name: str, keep: Json, tr: Language) -> str:
    hand = state.board(state.turn).hand
    lost = sum(hand) - sum(keep.values())
    kept = _named_tiles(keep, tr)
    if keep and lost:
        return tr.many(
            "{name} passes, keeps {kept} and gives up {n} tile", "{name} passes, keeps {kept} and gives up {n} tiles",
            lost, name=name, kept=kept,
        )  # fmt: skip
    if keep:
        return tr("{name} passes and keeps {kept}", name=name, kept=kept)
    if lost:
        return tr.many("{name} passes and gives up {n} tile", "{name} passes and gives up {n} tiles", lost, name=name)
    return tr("{name} passes", name=name)


# -- points


def gain(gain: Gain, names: Sequence[str], tr: Language) -> str:
    """Why something scored."""
    detail = gain.detail
    if gain.reason == "placement":
        return _placement(detail, tr)
    if gain.reason == "stars":
        return _star_complete(detail["colour"], tr)
    if gain.reason == "numbers":
        return tr("every {number} is covered", number=detail["number"])
    if gain.reason == "marker":
        why = tr.many(
            "{n} tile together with the first-player marker", "{n} tiles together with the first-player marker", detail["tiles"]
        )
    else:
        why = tr.many("{n} tile given up", "{n} tiles given up", detail["tiles"])
    if "forgiven" in detail:
        return tr("{why}, and no score falls lower", why=why)
    return why


def _placement(detail: Json, tr: Language) -> str:
    run = tr.many("a tile by itself", "{n} tiles connected", detail["run"])
    if not detail["completed"]:
        return run
    what = some_features([one["feature"] for one in detail["completed"]], tr)
    return tr.many(
        "{run}; {what} surrounded: {n} bonus tile",
        "{run}; {what} surrounded: {n} bonus tiles",
        detail["bonus"],
        run=run,
        what=what,
    )


def sheet(game: Pavilion, breakdown: Sequence[dict[str, int]], tr: Language) -> list[Row]:
    """The scoring sheet, without its total: the points of each seat by reason, or finer, by `row`."""
    labels = {
        "placement": tr("Tiles placed"),
        "marker": tr("First-player marker"),
        "discards": tr("Tiles given up"),
        "stars": tr("Complete stars"),
        **{f"stars.{colour}": _star_row(colour, tr) for colour in (*reversed(COLOURS), "multicoloured")},
        "numbers": tr("Numbers covered"),
        **{f"numbers.{number}": tr("All {number}s", number=number) for number in (1, 2, 3, 4)},
    }
    always = ("placement", "marker", "discards")
    return [
        Row(label, tuple(points.get(reason, 0) for points in breakdown))
        for reason, label in labels.items()
        if reason in always or any(reason in points for points in breakdown)
    ]


def row(gain: Gain) -> str:
    """The row of the scoring sheet that a gain belongs to: its reason, and which star or number it was."""
    which = {"stars": "colour", "numbers": "number"}.get(gain.reason)
    return f"{gain.reason}.{gain.detail[which]}" if which else gain.reason


# -- names of things


def colour_name(colour: str, tr: Language) -> str:
    """A colour."""
    return {
        "purple": tr("purple"), "green": tr("green"), "orange": tr("orange"), "yellow": tr("yellow"), "blue": tr("blue"),
        "red": tr("red"),
    }[colour]  # fmt: skip


def some_features(kinds: Iterable[str], tr: Language) -> str:
    """The features that one tile completes: one, or the two that can lie beside a space."""
    return {
        ("pillar",): tr("a pillar"),
        ("statue",): tr("a statue"),
        ("window",): tr("a window"),
        ("pillar", "pillar"): tr("two pillars"),
        ("pillar", "statue"): tr("a pillar and a statue"),
    }[tuple(sorted(kinds))]


def _tiles(bunch: Bunch, tr: Language) -> str:
    """Some tiles: "2 red and 1 blue"."""
    return _listed(_told(bunch, tr), tr)


def _told(bunch: Bunch, tr: Language) -> list[str]:
    return [_so_many(colour, n, tr) for colour, n in zip(COLOURS, bunch, strict=True) if n]


def _named_tiles(tiles: Json, tr: Language) -> str:
    return _listed([_so_many(colour, n, tr) for colour, n in tiles.items()], tr)


def _listed(told: list[str], tr: Language) -> str:
    if len(told) < 2:
        return "".join(told)
    return tr("{several} and {last}", several=", ".join(told[:-1]), last=told[-1])


def _so_many(colour: str, n: int, tr: Language) -> str:
    """Tiles of a colour; one text for each, since colours have plurals in some languages."""
    return {
        "purple": lambda: tr.many("{n} purple", "{n} purple", n),
        "green": lambda: tr.many("{n} green", "{n} green", n),
        "orange": lambda: tr.many("{n} orange", "{n} orange", n),
        "yellow": lambda: tr.many("{n} yellow", "{n} yellow", n),
        "blue": lambda: tr.many("{n} blue", "{n} blue", n),
        "red": lambda: tr.many("{n} red", "{n} red", n),
    }[colour]()


def _star_name(star: int, grey: bool, tr: Language) -> str:
    """A star of the board: by its colour, or where it lies."""
    if star == 0:
        return tr("the star in the middle")
    if grey:
        return (
            tr("the star on the left"), tr("the star at the top left"), tr("the star at the top right"),
            tr("the star on the right"), tr("the star at the bottom right"), tr("the star at the bottom left"),
        )[star - 1]  # fmt: skip
    return {
        "purple": tr("the purple star"), "green": tr("the green star"), "orange": tr("the orange star"),
        "yellow": tr("the yellow star"), "blue": tr("the blue star"), "red": tr("the red star"),
    }[COLOURS[COLOUR_OF_STAR[star]]]  # fmt: skip


def _star_complete(colour: str, tr: Language) -> str:
    return {
        "purple": tr("a complete purple star"), "green": tr("a complete green star"), "orange": tr("a complete orange star"),
        "yellow": tr("a complete yellow star"), "blue": tr("a complete blue star"), "red": tr("a complete red star"),
        "multicoloured": tr("a complete star of six colours"),
    }[colour]  # fmt: skip


def _star_row(colour: str, tr: Language) -> str:
    return {
        "purple": tr("Purple star"), "green": tr("Green star"), "orange": tr("Orange star"), "yellow": tr("Yellow star"),
        "blue": tr("Blue star"), "red": tr("Red star"), "multicoloured": tr("Star of six colours"),
    }[colour]  # fmt: skip
