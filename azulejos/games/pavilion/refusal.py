"""Why an event is refused in a position of Summer Pavilion, and what would be legal.

This module only writes the message: `rules` decides what is legal. Each kind of mistake has its own code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.contract import Deal, IllegalMove, Json, Move, Refill
from azulejos.core.refusals import (
    Reason,
    count,
    either,
    example,
    in_words,
    out_of_place,
    reason,
    refuse,
    undealable,
    undrawable,
    untakable,
)
from azulejos.games.pavilion.board import COLOUR_OF_STAR, COSTS, EMPTY, ROUNDS, SUPPLY_SPACES
from azulejos.games.pavilion.moves import COLOURS

if TYPE_CHECKING:
    from azulejos.games.pavilion.rules import PavilionState

PHASE_OF = {"take": "acquire", "place": "play", "pass": "play", "bonus": "bonus"}


def refusal(state: PavilionState, event: object) -> IllegalMove:
    """Return the error that says why this event is refused."""
    return refuse(state, event, _reason(state, event) or reason("illegal", f"play, for example, {example(state)}"))


def _reason(state: PavilionState, event: object) -> Reason | None:
    to_fill = SUPPLY_SPACES - sum(state.supply)
    deal_due = state.turn == places.DEALING
    due = f"the deal of round {state.rounds + 1}" if deal_due else f"the refill of {count(to_fill, 'space')} of the supply"
    found = out_of_place(state, event, due)
    if found is not None:
        return found
    if type(event) is Deal:
        if not deal_due:
            return reason("refill_due", f"{due} comes first")
        return undealable(state, event, state.bag_tiles, state.discard_tiles)
    if type(event) is Refill:
        if deal_due:
            return reason("deal_due", f"{due} comes first")
        return undrawable(state.bag_tiles, state.discard_tiles, {"the supply": event.tiles}, to_fill, COLOURS)
    if type(event) is not Move:  # impossible: see `out_of_place`
        return None
    action = state.game.moves[event.id].action
    if PHASE_OF[action["type"]] != state.phase:
        return _out_of_phase(state)
    if action["type"] == "take":
        return _take(state, action)
    if action["type"] == "place":
        return _place(state, action)
    return _bonus(state, action["tiles"]) if action["type"] == "bonus" else _pass(state, action["keep"])


def _out_of_phase(state: PavilionState) -> Reason:
    """Return what to do in this phase."""
    if state.phase == "acquire":
        return reason("take_due", f"take tiles first, for example {example(state)}")
    if state.phase == "bonus":
        why = f"first take your bonus of {count(state.owed, 'tile')} from the supply, for example {example(state)}"
        return reason("bonus_due", why, due=state.owed)
    return reason("play_due", f"place a tile or pass, for example {example(state)}")


def _take(state: PavilionState, take: Json) -> Reason | None:
    number, colour = take["source"], COLOURS.index(take["colour"])
    found = untakable(state, number, [colour])
    if found is None and colour == state.wild:
        source = (state.centre, *state.displays)[number]
        place = f"factory {number}" if number else "the centre"
        why = f"{COLOURS[colour]} is wild; name another colour, as {place} has {in_words(source, COLOURS)}"
        return reason("wild_not_alone", why, source=number, colour=COLOURS[colour])
    return found


def _place(state: PavilionState, place: Json) -> Reason | None:
    star, space, name, wilds = place["star"], place["space"], place["colour"], place["wilds"]
    colour, wild = COLOURS.index(name), COLOURS[state.wild]
    there = state.board(state.turn).stars[star][space - 1]
    if there != EMPTY:
        why = f"space {space} of star {star} is already covered ({COLOURS[there]})"
        return reason("space_covered", why, star=star, space=space)
    found = _star(state, star, colour)
    if found is not None:
        return found
    cost = COSTS[state.game.board == "grey"][6 * star + space - 1]
    hand = state.board(state.turn).hand
    holds = f"you have {in_words(hand, COLOURS)}"
    price = f"space {space} of star {star} costs {count(cost, 'tile')}"
    if colour == state.wild and wilds:
        why = f"{name} is the wild colour, so pay with {name} tiles only: {_place_text(state, place, 0)}"
        return reason("wilds_for_wild", why, colour=name)
    if not hand[colour]:
        return reason("none_of_colour", f"at least one tile must be {name} itself; {holds}", colour=name)
    if wilds >= cost:
        most = "which" if cost == 1 else f"of which at most {cost - 1} can be wild: at least one"
        return reason("too_many_wilds", f"{price}, {most} must be {name} itself", cost=cost)
    if hand[colour] < cost - wilds or (wilds and hand[state.wild] < wilds):
        needs = f"{cost - wilds} {name}" + (f" and {wilds} {wild} (wild)" if wilds else "")
        return reason("too_few_tiles", f"{price} ({needs}), but {holds}{_payments(state, place)}", cost=cost)
    return None


def _place_text(state: PavilionState, place: Json, wilds: int) -> str:
    """Return the text of a placement, paid with this number of wild tiles."""
    return state.game.move({**place, "wilds": wilds}).text


def _payments(state: PavilionState, place: Json) -> str:
    """Return the legal ways to pay for this placement."""
    ways = [move.text for move in state.legal_moves if {**move.action, "wilds": place["wilds"]} == place]
    return f"; play {either(ways)}" if ways else ""


def _star(state: PavilionState, star: int, colour: int) -> Reason | None:
    """Return why a star does not accept a colour; `None` if it does."""
    laid = [there for there in state.board(state.turn).stars[star] if there != EMPTY]
    if state.game.board == "coloured" and star:
        own = COLOUR_OF_STAR[star]
        if colour == own:
            return None
        home = COLOUR_OF_STAR.index(colour)
        why = f"star {star} takes {COLOURS[own]} only; place {COLOURS[colour]} in star {home} or in star 0"
    elif state.game.board == "grey" and len(laid) == 1:
        return None  # the second tile settles the star's colours
    elif state.game.board == "grey" and len(set(laid)) == 1:
        if colour == laid[0]:
            return None
        why = f"star {star} takes {COLOURS[laid[0]]} only, like its first two tiles"
    elif colour in laid:
        why = f"star {star} takes six different colours and already has {COLOURS[colour]}"
    else:
        return None
    return reason("star_of_other_colour", why, star=star, colour=COLOURS[colour])


def _bonus(state: PavilionState, tiles: Json) -> Reason | None:
    if sum(tiles.values()) != state.owed:
        bonus = count(state.owed, "tile")
        why = f"your bonus is {bonus} from the supply, not {sum(tiles.values())}; play, for example, {example(state)}"
        return reason("wrong_bonus", why, due=state.owed)
    for name, n in tiles.items():
        if n > state.supply[COLOURS.index(name)]:
            why = f"the supply has {in_words(state.supply, COLOURS)}, not {n} {name}"
            return reason("not_in_supply", why, colour=name)
    return None


def _pass(state: PavilionState, keep: Json) -> Reason | None:
    hand = state.board(state.turn).hand
    if state.rounds == ROUNDS and keep:
        return reason("nothing_kept", "no tile is kept after round 6; play pass")
    for name, n in keep.items():
        if n > hand[COLOURS.index(name)]:
            return reason("not_in_hand", f"you have {in_words(hand, COLOURS)}, not {n} {name}", colour=name)
    return None
