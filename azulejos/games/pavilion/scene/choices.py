"""How to choose the moves of Summer Pavilion by clicks, and what they score.

- A take: the tiles of a colour at a place.
- A placement: a space and, before or after it, tiles in hand of the colour to lie there; then the payment, if there are more.
- Bonus tiles: each of them, in any order.
- A pass: the button, then tiles to keep. If all tiles can be kept, the button keeps them, and another one lets you keep fewer.
"""

from __future__ import annotations

from functools import cache, reduce
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.contract import Bunch, Move
from azulejos.games.pavilion.board import (
    COSTS,
    EMPTY,
    MOST_KEPT,
    MULTICOLOURED,
    NUMBER_POINTS,
    NUMBER_SPACES,
    ROUNDS,
    RUN_LENGTH,
    SPACES,
    STAR_POINTS,
    Feature,
)
from azulejos.games.pavilion.explain import completed, cost, covered
from azulejos.games.pavilion.moves import COLOURS, FIRST_BONUS, FIRST_PASS, FIRST_PLACE, KEPT
from azulejos.games.pavilion.position import Board
from azulejos.games.pavilion.scene.pieces import SPACE
from azulejos.games.pavilion.scene.sentences import TILES, some_features
from azulejos.language import ENGLISH, Language
from azulejos.render.types import Button, Choice

if TYPE_CHECKING:
    from azulejos.games.pavilion.rules import PavilionState

PASS, FEWER = "?pass", "?fewer"

Stages = tuple[tuple[str, ...], ...]


def choices(state: PavilionState, tr: Language = ENGLISH) -> list[Choice]:
    """Return every legal move, how to choose it and what it scores."""
    moves = state.legal_moves
    if not moves:
        return []
    if moves[0].id < FIRST_PLACE:
        sources = [state.centre, *state.displays]
        return [_take(state, sources, move, tr) for move in moves]
    if FIRST_BONUS <= moves[0].id < FIRST_PASS:
        return [Choice(move.text, _bonus_stages(move), 0, None) for move in moves]
    first_pass = next(i for i, move in enumerate(moves) if move.id >= FIRST_PASS)
    board = state.board(state.turn)
    return _places(state, board, moves[:first_pass], tr) + _passes(state, board.hand, moves[first_pass:], tr)


def buttons(state: PavilionState, tr: Language = ENGLISH) -> dict[str, Button]:
    """Return the content of each button among the spots of the choices."""
    if state.phase != "play" or state.turn >= places.DEALING:
        return {}
    hand = state.board(state.turn).hand
    found = {PASS: Button(_pass_text(state, sum(hand), tr))}
    if sum(hand) and _all_can_be_kept(state, hand):
        found[FEWER] = Button(tr("Pass, keep fewer"))
    wild, grey = COLOURS[state.wild], state.game.board == "grey"
    for move in state.legal_moves:
        if move.id >= FIRST_PASS:
            break
        spot, own = _payment(grey, move)
        if spot not in found:
            found[spot] = _pay_button(own, move.action["colour"], move.action["wilds"], wild, tr)
    return found


# -- takes


SPOTS = [f"display.{id // 6}/{COLOURS[id % 6]}" if id >= 6 else f"centre/{COLOURS[id]}" for id in range(FIRST_PLACE)]
"""The spot of each take."""


def _take(state: PavilionState, sources: list[Bunch], move: Move, tr: Language) -> Choice:
    source, colour = divmod(move.id, 6)
    there, wild = sources[source], state.wild
    with_wild = colour != wild and there[wild] > 0
    points, note = 0, _plus_wild(wild, tr) if with_wild else None
    if not source and state.marker == places.IN_CENTRE:
        tiles = 1 if colour == wild else there[colour] + with_wild
        points = -cost(state, state.turn, tiles)
        note = _together([*([note] if note else []), tr("plus the starting player marker")], tr)
    return Choice(move.text, ((SPOTS[move.id],),), points, note)


@cache
def _plus_wild(wild: int, tr: Language) -> str:
    return tr("plus {tile} (wild)", tile=TILES[COLOURS[wild]](tr, 1))


# -- placements


def _places(state: PavilionState, board: Board, moves: list[Move], tr: Language) -> list[Choice]:
    seat, before, in_supply, grey = state.turn, covered(board), sum(state.supply), state.game.board == "grey"
    seen: dict[int, tuple[int, list[str], str | None]] = {}
    found = []
    for move in moves:
        colour, here = divmod((move.id - FIRST_PLACE) // 6, 42)
        known = seen.get(here)
        if known is None:
            notes = _place_notes(grey, before, here, in_supply, tr)
            known = seen[here] = _points(before, here), notes, _together(notes, tr)
        points, notes, note = known
        if points == SPACES:
            note = _together([*notes, _star_note(board.stars[here // 6], colour, tr)], tr)
        found.append(Choice(move.text, _place_stages(seat, grey, move), points, note))
    return found


def _points(before: int, here: int) -> int:
    """Return the points for a tile of any colour on this space (0–41)."""
    star, space = divmod(here, SPACES)
    return RUN_LENGTH[before >> SPACES * star & 63][space]


@cache
def _payment(grey: bool, move: Move) -> tuple[str, int]:
    """Return the button for the payment of a placement, and how many tiles of its own colour it costs."""
    action = move.action
    own: int = COSTS[grey][6 * action["star"] + action["space"] - 1] - action["wilds"]
    return f"?pay.{action['colour']}.{own}.{action['wilds']}", own


@cache
def _place_stages(seat: int, grey: bool, move: Move) -> Stages:
    star, space, colour = move.action["star"], move.action["space"], move.action["colour"]
    return (SPACE[seat][star][space - 1], f"hand.{seat}/{colour}"), (_payment(grey, move)[0],)


@cache
def _pay_button(own: int, colour: str, wilds: int, wild: str, tr: Language) -> Button:
    return Button(_pay_text(own, colour, wilds, wild, tr), (colour,) * own + (wild,) * wilds)


def _pay_text(own: int, colour: str, wilds: int, wild: str, tr: Language) -> str:
    tiles = TILES[colour](tr, own)
    return tr("{tiles} and {wilds} as wild", tiles=tiles, wilds=TILES[wild](tr, wilds)) if wilds else tiles


def _place_notes(grey: bool, before: int, here: int, in_supply: int, tr: Language) -> list[str]:
    """Return what a tile on this space (0–41) completes, apart from its star."""
    done = completed(before, here)
    notes = [_bonus_note(done, in_supply, tr)] if done else []
    number = COSTS[grey][here]
    if number <= len(NUMBER_POINTS) and (before | 1 << here) & (spaces := NUMBER_SPACES[grey][number - 1]) == spaces:
        notes.append(tr("covers the last {number}: {points} more at the end", number=number, points=NUMBER_POINTS[number - 1]))
    return notes


def _star_note(star: tuple[int, ...], colour: int, tr: Language) -> str:
    """Return the note for the last tile of a star."""
    points = STAR_POINTS[colour if {*star} <= {colour, EMPTY} else MULTICOLOURED]
    return tr("completes the star: {points} more at the end", points=points)


def _bonus_note(done: list[Feature], in_supply: int, tr: Language) -> str:
    due = min(sum(feature.bonus for feature in done), in_supply)
    what = some_features([feature.kind for feature in done], tr)
    return tr.many("surrounds {what}: take {n} tile", "surrounds {what}: take {n} tiles", due, what=what)


# -- bonus tiles and passes


@cache
def _bonus_stages(move: Move) -> Stages:
    return (tuple(f"supply/{colour}" for colour, n in move.action["tiles"].items() for _ in range(n)),)


@cache
def _kept_stages(seat: int, id: int, button: str) -> Stages:
    kept = tuple(
        f"hand.{seat}/{colour}" for colour, n in zip(COLOURS, KEPT[id - FIRST_PASS], strict=True) for _ in range(n)
    )  # fmt: skip
    return ((button,), kept) if kept else ((button,),)


KEPT_SIZES = [sum(kept) for kept in KEPT]


def _passes(state: PavilionState, hand: Bunch, moves: list[Move], tr: Language) -> list[Choice]:
    seat, tiles = state.turn, sum(hand)
    # The cost of a pass depends only on the number of tiles kept.
    ends = [_pass_end(state, tiles - kept, tr) for kept in range(min(tiles, MOST_KEPT) + 1)]
    everything = tiles if _all_can_be_kept(state, hand) else -1
    found = []
    for move in moves:
        kept = KEPT_SIZES[move.id - FIRST_PASS]
        if kept == everything:
            stages: Stages = ((PASS,),)
        else:
            stages = _kept_stages(seat, move.id, FEWER if everything >= 0 else PASS)
        found.append(Choice(move.text, stages, *ends[kept]))
    return found


def _all_can_be_kept(state: PavilionState, hand: Bunch) -> bool:
    return sum(hand) <= (MOST_KEPT if state.rounds < ROUNDS else 0)


def _pass_end(state: PavilionState, lost: int, tr: Language) -> tuple[int, str | None]:
    """Return the note for a pass that discards this many tiles."""
    note = tr.many("{n} tile is discarded", "{n} tiles are discarded", lost) if lost else None
    return -cost(state, state.turn, lost), note


def _pass_text(state: PavilionState, tiles: int, tr: Language) -> str:
    if not tiles:
        return tr("Pass")
    if state.rounds == ROUNDS:
        return tr.many("Pass, discard {n} tile", "Pass, discard {n} tiles", tiles)
    return tr("Pass, keep all") if tiles <= MOST_KEPT else tr("Pass, choose what to keep")


def _together(notes: list[str], tr: Language) -> str | None:
    return reduce(lambda one, other: tr("{one}; {other}", one=one, other=other), notes) if notes else None
