"""Summer Pavilion in sentences: what happens, why it scores, and the scoring sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.blocks import Speech
from azulejos.core.contract import Bunch, Deal, Event, Gain, Json, Refill
from azulejos.games.pavilion.board import COLOUR_OF_STAR, COSTS
from azulejos.games.pavilion.moves import COLOURS
from azulejos.games.pavilion.scene.why import RULES
from azulejos.language import Language
from azulejos.render.types import Row

if TYPE_CHECKING:
    from azulejos.core.game import Game
    from azulejos.games.pavilion.rules import PavilionState

Name = Callable[[Speech], str]

# One text for each colour, because other languages inflect the words for colours.
TILES: dict[str, Callable[[Language, int], str]] = {
    "purple": lambda tr, n: tr.many("{n} purple tile", "{n} purple tiles", n),
    "green": lambda tr, n: tr.many("{n} green tile", "{n} green tiles", n),
    "orange": lambda tr, n: tr.many("{n} orange tile", "{n} orange tiles", n),
    "yellow": lambda tr, n: tr.many("{n} yellow tile", "{n} yellow tiles", n),
    "blue": lambda tr, n: tr.many("{n} blue tile", "{n} blue tiles", n),
    "red": lambda tr, n: tr.many("{n} red tile", "{n} red tiles", n),
}
A_TILE: dict[str, Name] = {
    "purple": lambda tr: tr("a purple tile"),
    "green": lambda tr: tr("a green tile"),
    "orange": lambda tr: tr("an orange tile"),
    "yellow": lambda tr: tr("a yellow tile"),
    "blue": lambda tr: tr("a blue tile"),
    "red": lambda tr: tr("a red tile"),
}
WILD: dict[str, Name] = {
    "purple": lambda tr: tr("Purple is wild."),
    "green": lambda tr: tr("Green is wild."),
    "orange": lambda tr: tr("Orange is wild."),
    "yellow": lambda tr: tr("Yellow is wild."),
    "blue": lambda tr: tr("Blue is wild."),
    "red": lambda tr: tr("Red is wild."),
}
THE_STAR: dict[str, Name] = {
    "purple": lambda tr: tr("the purple star"),
    "green": lambda tr: tr("the green star"),
    "orange": lambda tr: tr("the orange star"),
    "yellow": lambda tr: tr("the yellow star"),
    "blue": lambda tr: tr("the blue star"),
    "red": lambda tr: tr("the red star"),
}
# On the grey side, stars 0 to 6 are named by where they are.
STAR_AT: tuple[Name, ...] = (
    lambda tr: tr("the central star"),
    lambda tr: tr("the left star"),
    lambda tr: tr("the top left star"),
    lambda tr: tr("the top right star"),
    lambda tr: tr("the right star"),
    lambda tr: tr("the bottom right star"),
    lambda tr: tr("the bottom left star"),
)
FOR_A_STAR: dict[str, Callable[..., str]] = {
    "purple": lambda tr, name, n: tr("{name} scores {n} points for completing a purple star.", name=name, n=n),
    "green": lambda tr, name, n: tr("{name} scores {n} points for completing a green star.", name=name, n=n),
    "orange": lambda tr, name, n: tr("{name} scores {n} points for completing an orange star.", name=name, n=n),
    "yellow": lambda tr, name, n: tr("{name} scores {n} points for completing a yellow star.", name=name, n=n),
    "blue": lambda tr, name, n: tr("{name} scores {n} points for completing a blue star.", name=name, n=n),
    "red": lambda tr, name, n: tr("{name} scores {n} points for completing a red star.", name=name, n=n),
    "multicoloured": lambda tr, name, n: tr("{name} scores {n} points for completing a multicoloured star.", name=name, n=n),
}
FOR_A_NUMBER: dict[int, Callable[..., str]] = {
    1: lambda tr, name, n: tr("{name} scores {n} points for covering all 1s.", name=name, n=n),
    2: lambda tr, name, n: tr("{name} scores {n} points for covering all 2s.", name=name, n=n),
    3: lambda tr, name, n: tr("{name} scores {n} points for covering all 3s.", name=name, n=n),
    4: lambda tr, name, n: tr("{name} scores {n} points for covering all 4s.", name=name, n=n),
}


def event(state: PavilionState, event: Event, names: Sequence[str], tr: Language) -> str:
    """Return what an event does, given the state before it."""
    if isinstance(event, Deal):
        return tr("Round {n} begins.", n=event.round) + " " + WILD[state.game.wild_order[event.round - 1]](tr)
    if isinstance(event, Refill):
        return tr("The supply is refilled with {tiles}.", tiles=_listed(_phrases(event.tiles, tr), tr))
    name, action = names[state.turn], event.action
    kind = action["type"]
    if kind == "take":
        return _take(state, name, action, tr)
    if kind == "place":
        return _place(state, name, action, tr)
    if kind == "bonus":
        return tr("{name} takes {tiles} from the supply.", name=name, tiles=some_tiles(action["tiles"], tr))
    return _pass(state, name, action["keep"], tr)


def _take(state: PavilionState, name: str, take: Json, tr: Language) -> str:
    source, colour = take["source"], COLOURS.index(take["colour"])
    there = state.displays[source - 1] if source else state.centre
    taken = [there[c] if c == colour else 0 for c in range(len(COLOURS))]
    taken[state.wild] = int(there[state.wild] > 0)
    tiles = _listed(_phrases(tuple(taken), tr), tr)
    if source:
        return tr("{name} takes {tiles} from factory {display}.", name=name, tiles=tiles, display=source)
    said = tr("{name} takes {tiles} from the centre.", name=name, tiles=tiles)
    if state.marker != places.IN_CENTRE:
        return said
    return said + " " + tr("{name} also takes the starting player marker.", name=name)


def _place(state: PavilionState, name: str, place: Json, tr: Language) -> str:
    star, wilds, grey = place["star"], place["wilds"], state.game.board == "grey"
    number = COSTS[grey][6 * star + place["space"] - 1]
    where = (STAR_AT[star] if grey or star == 0 else THE_STAR[COLOURS[COLOUR_OF_STAR[star]]])(tr)
    values = {"name": name, "tile": A_TILE[place["colour"]](tr), "number": number, "star": where}
    if not wilds:
        return tr("{name} places {tile} on the {number} of {star}.", **values)
    return tr.many(
        "{name} places {tile} on the {number} of {star}, using {n} wild tile.",
        "{name} places {tile} on the {number} of {star}, using {n} wild tiles.",
        wilds,
        **values,
    )


def _pass(state: PavilionState, name: str, keep: Json, tr: Language) -> str:
    lost = sum(state.board(state.turn).hand) - sum(keep.values())
    if keep:
        said = tr("{name} passes and keeps {tiles}.", name=name, tiles=some_tiles(keep, tr))
    else:
        said = tr("{name} passes.", name=name)
    return said + " " + tr.many("{n} tile is discarded.", "{n} tiles are discarded.", lost) if lost else said


def gain(gain: Gain, names: Sequence[str], tr: Language) -> str:
    """Return why something scored."""
    name, points, detail = names[gain.seat], gain.points, gain.detail
    if gain.reason == "placement":
        return _placement(name, points, detail, tr)
    if gain.reason == "stars":
        return FOR_A_STAR[detail["colour"]](tr, name, points)
    if gain.reason == "numbers":
        return FOR_A_NUMBER[detail["number"]](tr, name, points)
    if gain.reason == "marker":
        if not points:
            return tr("The starting player marker costs {name} nothing.", name=name)
        return tr.many(
            "{name} loses {n} point for the starting player marker.",
            "{name} loses {n} points for the starting player marker.",
            -points,
            name=name,
        )
    if not points:
        return tr("The discarded tiles cost {name} nothing.", name=name)
    return tr.many(
        "{name} loses {n} point for discarded tiles.", "{name} loses {n} points for discarded tiles.", -points, name=name
    )


def _placement(name: str, points: int, detail: Json, tr: Language) -> str:
    run = detail["run"]
    why = tr("{run} connected tiles", run=run) if run > 1 else tr("a single tile")
    said = tr.many("{name} scores {n} point: {why}.", "{name} scores {n} points: {why}.", points, name=name, why=why)
    if not detail["completed"]:
        return said
    what = some_features([one["feature"] for one in detail["completed"]], tr)
    due = detail["bonus"]
    bonus = tr.many("This surrounds {what}: {n} bonus tile.", "This surrounds {what}: {n} bonus tiles.", due, what=what)
    return f"{said} {bonus}"


def sheet(game: Game, breakdown: Sequence[dict[str, int]], tr: Language) -> list[Row]:
    """Return the scoring sheet, without its total: the points of each seat by reason, or in more detail by `row`."""
    texts = {
        "placement": tr("Tiles placed"),
        "marker": tr("Starting player marker"),
        "discards": tr("Discarded tiles"),
        "stars": tr("Completed stars"),
        "stars.red": tr("Red star"),
        "stars.blue": tr("Blue star"),
        "stars.yellow": tr("Yellow star"),
        "stars.orange": tr("Orange star"),
        "stars.green": tr("Green star"),
        "stars.purple": tr("Purple star"),
        "stars.multicoloured": tr("Multicoloured star"),
        "numbers": tr("Numbers covered"),
        "numbers.1": tr("All 1s"),
        "numbers.2": tr("All 2s"),
        "numbers.3": tr("All 3s"),
        "numbers.4": tr("All 4s"),
    }
    always = ("placement", "marker", "discards")
    return [
        Row(text, tuple(points.get(reason, 0) for points in breakdown), RULES[reason.partition(".")[0]])
        for reason, text in texts.items()
        if reason in always or any(reason in points for points in breakdown)
    ]


def row(gain: Gain) -> str:
    """Return the row of the scoring sheet that a gain belongs to: its reason, and the star or number."""
    which = {"stars": "colour", "numbers": "number"}.get(gain.reason)
    return f"{gain.reason}.{gain.detail[which]}" if which else gain.reason


def some_tiles(tiles: dict[str, int], tr: Language) -> str:
    """Return tiles in words: "2 red tiles and 1 blue tile"."""
    return _listed([TILES[colour](tr, n) for colour, n in tiles.items()], tr)


def some_features(kinds: Iterable[str], tr: Language) -> str:
    """Return the features that one tile completes: one, or the two next to a space."""
    return {
        ("pillar",): tr("a pillar"),
        ("statue",): tr("a statue"),
        ("window",): tr("a window"),
        ("pillar", "pillar"): tr("two pillars"),
        ("pillar", "statue"): tr("a pillar and a statue"),
    }[tuple(sorted(kinds))]


def _phrases(bunch: Bunch, tr: Language) -> list[str]:
    return [TILES[colour](tr, n) for colour, n in zip(COLOURS, bunch, strict=True) if n]


def _listed(phrases: list[str], tr: Language) -> str:
    if len(phrases) < 2:
        return "".join(phrases)
    return tr("{several} and {last}", several=", ".join(phrases[:-1]), last=phrases[-1])
