"""Refusals, shared by all games: their wording, events out of turn, and impossible draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from azulejos.core.bitlanes import is_bunch
from azulejos.core.contract import CHANCE, Bunch, Deal, IllegalMove, Move, Refill, State
from azulejos.core.message import either as either
from azulejos.core.message import listed, shown
from azulejos.core.places import TO_A_DISPLAY
from azulejos.core.tiles import TileState


class Reason(NamedTuple):
    """Why an event is refused: a code and details for programs, and a sentence for people that says what would be right."""

    code: str
    why: str
    details: dict[str, Any]


def reason(code: str, why: str, **details: Any) -> Reason:
    return Reason(code, why, details)


def refuse(state: State, event: object, why: Reason) -> IllegalMove:
    """Return the error that names the event, the position and the reason."""
    verdict = "legal" if type(event) is Move else "possible"
    message = f"{name_of(state, event)} is not {verdict} in round {state.round}: {why.why}"
    error = IllegalMove(message, why.code, **why.details)
    error.game = state.game
    return error


def out_of_place(state: State, event: object, due: str) -> Reason | None:
    """Return why no event of this kind is possible now; `None` if one is. `due` names the next chance event."""
    game = state.game
    if not isinstance(event, Move | Deal | Refill) or type(event) not in (Move, Deal, Refill):
        return reason(
            "not_an_event",
            f"an event must be a Deal, a Refill or a Move, such as {type(game).__name__}.move({example(state)!r})",
        )
    if isinstance(event, Move):
        if event.game != game.name:
            return reason("other_game", f"it is a move of the game {shown(event.game)}, not of {game.name!r}")
        if not _is_known(state, event):
            return reason("unknown_move", f"{game.title} has no move with the id {shown(event.id)}. {game.spelling_help}")
    if state.outcome is not None:
        scores = ", ".join(map(str, state.outcome.scores))
        return reason("game_over", f"the game is over (scores: {scores})", scores=list(state.outcome.scores))
    if isinstance(event, Move) and state.actor is CHANCE:
        return reason("chance_due", f"{due} comes first; `state.draw(rng)` draws it")
    if not isinstance(event, Move) and state.actor is not CHANCE:
        return reason("move_due", f"a move comes first, such as {example(state)}", seat=state.actor)
    return None


def undealable(state: TileState, deal: Deal, bag: Bunch, discard: Bunch) -> Reason | None:
    """Return why the next deal can't be this one; `None` if it can."""
    due, displays = state.rounds + 1, state.game.displays
    if deal.round != due:
        return reason("wrong_round", f"round {due} comes next", round=due)
    if type(deal.displays) is not tuple or len(deal.displays) != displays:
        given = f"{len(deal.displays)}" if type(deal.displays) is tuple else shown(deal.displays)
        why = f"with {state.players} players it must be a tuple of {displays} factories, not {given}"
        return reason("wrong_displays", why, displays=displays)
    dealt = {f"display {number}": bunch for number, bunch in enumerate(deal.displays, 1)}
    return undrawable(bag, discard, dealt, TO_A_DISPLAY, state.game.colours)


def undrawable(bag: Bunch, discard: Bunch, drawn: dict[str, Bunch], wanted: int, colours: Sequence[str]) -> Reason | None:
    """Return why these bunches, each for a place of that name, can't be drawn one after another; `None` if they can.

    Each place needs `wanted` tiles. The discard is poured into the bag when a tile is needed and the bag is empty.
    """
    for place, bunch in drawn.items():
        where = place.replace("display", "factory")  # in the details, for programs, places keep their old name
        if not is_bunch(bunch, len(bag)):
            right = f"a tuple of {len(bag)} counts ({', '.join(colours)})"
            return reason("not_a_bunch", f"{where} must get {right}, not {shown(bunch)}", place=place)
        left = sum(bag) + sum(discard)
        if sum(bunch) != min(wanted, left):
            right = count(wanted, "tile") if left >= wanted else f"all {left} that are left"
            return reason("wrong_size", f"{where} must get {right}, not {sum(bunch)}", place=place)
        rest, holds = bunch, "the bag has"
        if sum(bag) < sum(bunch):
            if not _within(bag, bunch):
                return reason(
                    "bag_first", f"{where} must first get what is left in the bag: {in_words(bag, colours)}", place=place
                )
            rest, holds = _without(bunch, bag), f"{'after the bag,' if any(bag) else 'the bag is empty and'} the discard has"
            bag, discard = discard, (0,) * len(bag)
        for colour, n, there in zip(colours, rest, bag, strict=True):
            if n > there:
                why = f"{where} gets {n} {colour}, but {holds} {there or 'none'}"
                return reason("not_in_bag", why, place=place, colour=colour, wanted=n, there=there)
        bag = _without(bag, rest)
    return None


def untakable(state: TileState, number: int, colours: Sequence[int]) -> Reason | None:
    """Return why these colours can't be taken from a display, or from the centre (0); `None` if they are all there."""
    displays, names = state.displays, state.game.colours
    if number > len(displays):
        return reason("no_such_display", f"there are factories 1 to {len(displays)}, and 0 is the centre", source=number)
    source = (state.centre, *displays)[number]
    place = f"factory {number}" if number else "the centre"
    if not any(source):
        others = [f"factory {other}" for other, bunch in enumerate(displays, 1) if any(bunch)]
        elsewhere = listed(["the centre"] * any(state.centre) + others)
        return reason("empty_source", f"{place} is empty; you can take tiles from {elsewhere}", source=number)
    for colour in colours:
        if not source[colour]:
            why = f"{place} has no {names[colour]}; it has {in_words(source, names)}"
            return reason("colour_not_there", why, source=number, colour=names[colour])
    return None


def _within(part: Bunch, bunch: Bunch) -> bool:
    return all(n <= there for n, there in zip(part, bunch, strict=True))


def _without(bunch: Bunch, part: Bunch) -> Bunch:
    return tuple(there - n for n, there in zip(part, bunch, strict=True))


# -- wording


def name_of(state: State, event: object) -> str:
    """Return the name of an event in a message."""
    if type(event) is Move:
        return state.game.moves[event.id].text if _is_known(state, event) else _plain(event.text)
    if type(event) is Deal:
        return f"the deal of round {shown(event.round)}"
    if type(event) is Refill:
        return "the refill"
    return shown(event)


def _plain(text: object) -> str:
    return text if isinstance(text, str) and text.isprintable() and 0 < len(text) <= 60 else shown(text)


def _is_known(state: State, move: Move) -> bool:
    return move.game == state.game.name and type(move.id) is int and 0 <= move.id < len(state.game.moves)


def example(state: State) -> str:
    """Return the text of a move, a legal one if there is any."""
    return (state.legal_moves or state.game.moves)[0].text


def in_words(bunch: Bunch, colours: Sequence[str]) -> str:
    """Return a bunch in words: `2 blue, 1 yellow`, or `nothing`."""
    return ", ".join(count(n, colour) for colour, n in zip(colours, bunch, strict=True) if n) or "nothing"


def count(n: int, what: str) -> str:
    """Return a number of something: `2 red`, `1 joker`, `3 tiles`."""
    plural = n != 1 and what in ("joker", "tile", "point", "space")
    return f"{n} {what}{'s' * plural}"
