"""Why a move of Summer Pavilion is better: points of the round, bonus tiles, stars, numbers, losses, tiles kept, who starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from azulejos.core.coach import Aspect, Reason
from azulejos.core.contract import Gain
from azulejos.games.pavilion.board import COLOUR_OF_STAR, EMPTY, MULTICOLOURED, NUMBER_POINTS, NUMBER_SPACES, STAR_POINTS
from azulejos.games.pavilion.explain import covered
from azulejos.games.pavilion.moves import COLOURS
from azulejos.games.pavilion.scene.sentences import STAR_AT, THE_STAR

if TYPE_CHECKING:
    from azulejos.core.blocks import Speech
    from azulejos.games.pavilion.rules import PavilionState

AT_ONCE = frozenset({"tiles", "marker", "discards"})
PRICES: Mapping[str, str] = {"start": "marker"}
# On the coloured and on the grey side, by regression of what the search expects after other deals, on ends of rounds of 60
# games: the share of a star's bonus by the number of covered spaces; of a number's, by the number of missing ones; a tile
# placed, for later rounds; and one kept.
STAR = ((0.0, 0.08, 0.2, 0.36, 0.55, 0.78, 1.0), (0.0, 0.03, 0.08, 0.16, 0.3, 0.55, 1.0))
NUMBER = (1.0, 0.25, 0.1, 0.05, 0.02, 0.01)
PLACED = ((0.8, 0.8, 0.8), (2.4, 2.4, 2.4, 2.4))  # after each round
KEPT = (2.0, 1.0)
BONUS = 1.5  # a bonus tile
START = (6.0, 3.5)  # starting the next round: what the search finds if only that is changed

Text = Callable[..., str]


def aspects(after: PavilionState, gains: Sequence[Gain]) -> dict[Aspect, float]:
    """Return what the end of a round is worth, in points."""
    found: dict[Aspect, float] = {}

    def add(kind: str, seat: int, points: float, about: int | str | None = None) -> None:
        found[Aspect(kind, seat, about)] = found.get(Aspect(kind, seat, about), 0.0) + points

    for gain in gains:
        if gain.reason == "placement":
            add("tiles", gain.seat, gain.points)
            add("bonus", gain.seat, BONUS * gain.detail["bonus"])
        elif gain.reason in ("marker", "discards"):
            add(gain.reason, gain.seat, gain.points)
        else:  # a bonus at the end
            star = _named(gain.detail.get("star", 0), after.game.board == "grey")
            add(gain.reason, gain.seat, gain.points, star if gain.reason == "stars" else gain.detail["number"])
    if after.outcome is None:
        for seat in range(after.players):
            for aspect, points in _prospects(after, seat).items():
                found[aspect] = points
        found[Aspect("start", after.starter)] = START[after.game.board == "grey"]
    return found


def _prospects(state: PavilionState, seat: int) -> dict[Aspect, float]:
    """Return what a board between two rounds promises."""
    board, grey = state.board(seat), state.game.board == "grey"
    spaces = covered(board)
    tile = dict(enumerate(PLACED[grey], 1)).get(state.round, 0.0)
    found = {
        Aspect("kept", seat): KEPT[grey] * sum(board.corners),
        Aspect("placed", seat): tile * spaces.bit_count(),
    }
    for star, colours in enumerate(board.stars):
        there = [colour for colour in colours if colour != EMPTY]
        mixed = star == 0 or (grey and len(set(there)) != 1)
        points = STAR_POINTS[MULTICOLOURED if mixed else there[0] if grey else COLOUR_OF_STAR[star]]
        found[Aspect("stars", seat, _named(star, grey))] = points * STAR[grey][len(there)]
    for number, wanted in enumerate(NUMBER_SPACES[grey], 1):
        missing = (wanted & ~spaces).bit_count()
        found[Aspect("numbers", seat, number)] = NUMBER_POINTS[number - 1] * (NUMBER[missing] if missing < len(NUMBER) else 0)
    return found


def _named(star: int, grey: bool) -> int | str:
    """Return the colour of a star if it has one of its own, otherwise its number."""
    return star if grey or star == 0 else COLOURS[COLOUR_OF_STAR[star]]


OWN: dict[str, Text] = {
    "tiles": lambda tr, n: tr.many(
        "It scores about {n} more point for tiles this round.", "It scores about {n} more points for tiles this round.", n
    ),
    "bonus": lambda tr, n: tr.many("It earns about {n} more bonus tile.", "It earns about {n} more bonus tiles.", n),
    "marker": lambda tr, n: tr.many(
        "It saves about {n} point for the starting player marker.",
        "It saves about {n} points for the starting player marker.",
        n,
    ),
    "discards": lambda tr, n: tr.many(
        "It loses about {n} point less for discarded tiles.", "It loses about {n} points less for discarded tiles.", n
    ),
    "placed": lambda tr, n: tr("It places more tiles this round."),
    "kept": lambda tr, n: tr("It keeps more tiles for the next round."),
    "start": lambda tr, n: tr("It makes it more likely to start the next round."),
}
OTHER: dict[str, Text] = {
    "tiles": lambda tr, n, name: tr.many(
        "{name} scores about {n} point less for tiles this round.",
        "{name} scores about {n} points less for tiles this round.",
        n,
        name=name,
    ),
    "bonus": lambda tr, n, name: tr.many(
        "{name} earns about {n} bonus tile less.", "{name} earns about {n} bonus tiles less.", n, name=name
    ),
    "marker": lambda tr, n, name: tr.many(
        "{name} loses about {n} more point for the starting player marker.",
        "{name} loses about {n} more points for the starting player marker.",
        n,
        name=name,
    ),
    "discards": lambda tr, n, name: tr.many(
        "{name} loses about {n} more point for discarded tiles.",
        "{name} loses about {n} more points for discarded tiles.",
        n,
        name=name,
    ),
    "placed": lambda tr, n, name: tr("{name} places fewer tiles this round.", name=name),
    "kept": lambda tr, n, name: tr("{name} keeps fewer tiles for the next round.", name=name),
    "start": lambda tr, n, name: tr("{name} is less likely to start the next round.", name=name),
    "stars": lambda tr, n, name: tr("{name} gets less far with the stars.", name=name),
    "numbers": lambda tr, n, name: tr("{name} gets less far with the numbers.", name=name),
}
OWN_WITHOUT_NUMBER: dict[str, Text] = {
    "tiles": lambda tr: tr("It scores more points for tiles this round."),
    "bonus": lambda tr: tr("It earns more bonus tiles."),
    "marker": lambda tr: tr("It saves points for the starting player marker."),
    "discards": lambda tr: tr("It loses fewer points for discarded tiles."),
}
OTHER_WITHOUT_NUMBER: dict[str, Text] = {
    "tiles": lambda tr, name: tr("{name} scores fewer points for tiles this round.", name=name),
    "bonus": lambda tr, name: tr("{name} earns fewer bonus tiles.", name=name),
    "marker": lambda tr, name: tr("{name} loses more points for the starting player marker.", name=name),
    "discards": lambda tr, name: tr("{name} loses more points for discarded tiles.", name=name),
}
OWN_NUMBER: dict[int, Text] = {
    1: lambda tr: tr("It brings the bonus for all 1s closer."),
    2: lambda tr: tr("It brings the bonus for all 2s closer."),
    3: lambda tr: tr("It brings the bonus for all 3s closer."),
    4: lambda tr: tr("It brings the bonus for all 4s closer."),
}


def themes(tr: Speech) -> dict[str, str]:
    """Return the kinds of reasons with their titles."""
    return {
        "tiles": tr("Points this round"),
        "placed": tr("Tiles placed"),
        "bonus": tr("Bonus tiles"),
        "marker": tr("The starting player marker"),
        "discards": tr("Discarded tiles"),
        "kept": tr("Tiles for the next round"),
        "start": tr("Who starts the next round"),
        "stars": tr("Completed stars"),
        "numbers": tr("Numbers covered"),
    }


def sentence(reason: Reason, name: str, tr: Speech) -> str:
    """Return a sentence about the better move."""
    points = max(1, round(reason.points / (BONUS if reason.kind == "bonus" else 1)))
    if not reason.exact and reason.kind in OWN_WITHOUT_NUMBER:
        return OWN_WITHOUT_NUMBER[reason.kind](tr) if reason.own else OTHER_WITHOUT_NUMBER[reason.kind](tr, name)
    if not reason.own:
        return OTHER[reason.kind](tr, points, name)
    if reason.kind == "stars":
        return tr("It brings the bonus of {star} closer.", star=_star(reason.about, tr))
    if reason.kind == "numbers":
        assert isinstance(reason.about, int), "a number"
        return OWN_NUMBER[reason.about](tr)
    return OWN[reason.kind](tr, points)


def _star(star: int | str | None, tr: Speech) -> str:
    return THE_STAR[star](tr) if isinstance(star, str) else STAR_AT[star or 0](tr)
