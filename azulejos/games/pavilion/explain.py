"""Explain the score of an event of Summer Pavilion: one `Gain` for everything that scores or costs points.

| reason | points | detail |
| --- | --- | --- |
| `marker` | the first to take from the centre loses 1 for each tile taken | `tiles` |
| `placement` | the tile and those connected to it | `star`, `space`, `colour`, `run`; features `completed`, `bonus` tiles due |
| `discards` | 1 lost for each tile not kept | `tiles` |
| `stars` | at the end, one gain for each complete star | `star`, `colour` (a colour or `multicoloured`) |
| `numbers` | at the end, for all spaces of a number | `number` |

A score never falls below the game's floor: losses beyond it are `forgiven`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.contract import Event, Gain, Json, Move
from azulejos.games.pavilion.board import EMPTY, FEATURES, MULTICOLOURED, NUMBER_POINTS, NUMBER_SPACES, STAR_POINTS, Feature
from azulejos.games.pavilion.moves import COLOURS
from azulejos.games.pavilion.position import Board

if TYPE_CHECKING:
    from azulejos.games.pavilion.rules import PavilionState


def explain(state: PavilionState, event: Event, after: PavilionState | None = None) -> list[Gain]:
    """Return the points that the event scores or costs, one by one, and why; `after` is the state after it, if known."""
    if after is None:
        after = state.play(event)
    if not isinstance(event, Move):
        return []
    seat, kind = state.turn, event.action["type"]
    before, now = state.board(seat), after.board(seat)
    gains: list[Gain] = []
    if kind == "take" and event.action["source"] == places.CENTRE and state.marker == places.IN_CENTRE:
        gains = [_loss(state, seat, "marker", sum(now.hand) - sum(before.hand))]
    elif kind == "place":
        gains = [_placement(seat, event.action, before, now, after.owed)]
    elif kind == "pass" and sum(before.hand) > sum(now.corners):
        gains = [_loss(state, seat, "discards", sum(before.hand) - sum(now.corners))]
    if after.outcome is not None:
        for each in range(state.players):
            gains += _stars(each, after.board(each))
            gains += _numbers(each, after.board(each), after.game.board == "grey")
    return gains


def _loss(state: PavilionState, seat: int, why: str, tiles: int) -> Gain:
    lost = cost(state, seat, tiles)
    return Gain(seat, -lost, why, {"tiles": tiles, **({"forgiven": tiles - lost} if lost < tiles else {})})


def cost(state: PavilionState, seat: int, tiles: int) -> int:
    """Return the loss for this many tiles: a point each, down to the score floor."""
    return min(tiles, state.scores[seat] - state.game.score_floor)


def _placement(seat: int, place: Json, before: Board, now: Board, bonus: int) -> Gain:
    star, space = place["star"], place["space"]
    run = connected(now.stars[star], space - 1)
    detail = {
        "star": star,
        "space": space,
        "colour": place["colour"],
        "run": run,
        "completed": [{"feature": one.kind, "star": one.star} for one in completed(covered(before), 6 * star + space - 1)],
        "bonus": bonus,
    }
    return Gain(seat, run, "placement", detail)


def connected(star: tuple[int, ...], place: int) -> int:
    """Return how many tiles of a star's ring are connected to the one on this space, itself included."""
    if EMPTY not in star:
        return len(star)
    onward = next(n for n in range(6) if star[(place + n) % 6] == EMPTY)
    backward = next(n for n in range(6) if star[(place - n) % 6] == EMPTY)
    return onward + backward - 1


def features(board: Board) -> list[Feature]:
    """Return the pillars, statues and windows of a board that are surrounded by tiles."""
    spaces = covered(board)
    return [feature for feature in FEATURES if spaces & feature.spaces == feature.spaces]


_FEATURES_BESIDE = [[one for one in FEATURES if one.spaces >> space & 1] for space in range(42)]


def completed(before: int, space: int) -> list[Feature]:
    """Return the features that a tile on this space (0–41) completes, given the spaces covered before."""
    now = before | 1 << space
    return [one for one in _FEATURES_BESIDE[space] if now & one.spaces == one.spaces]


def covered(board: Board) -> int:
    """Return the covered spaces, as a word with a bit for each."""
    return sum(1 << 6 * star + i for star, spaces in enumerate(board.stars) for i in range(6) if spaces[i] != EMPTY)


def _stars(seat: int, board: Board) -> Iterator[Gain]:
    for star, colours in enumerate(board.stars):
        if EMPTY not in colours:
            colour = colours[0] if len(set(colours)) == 1 else MULTICOLOURED
            yield Gain(seat, STAR_POINTS[colour], "stars", {"star": star, "colour": (*COLOURS, "multicoloured")[colour]})


def _numbers(seat: int, board: Board, grey: bool) -> Iterator[Gain]:
    there = covered(board)
    for number, (spaces, points) in enumerate(zip(NUMBER_SPACES[grey], NUMBER_POINTS, strict=True), 1):
        if there & spaces == spaces:
            yield Gain(seat, points, "numbers", {"number": number})
