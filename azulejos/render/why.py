"""Refusals in the reader's language, and the section of the rules that explains them.

Each game has a module `why`: sentences by code, sections by code and by the reason of a gain, and the clicks that choose a
move. Mistakes that only programs make have no sentence there, and keep the message of the core.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from azulejos.core.contract import Gain, IllegalMove, Move, Problem, State
from azulejos.core.game import Game
from azulejos.language import Language
from azulejos.render import choices, part
from azulejos.render.types import Reasons, Sentence


class Why(NamedTuple):
    """A sentence for people, and the section of the rules (`azulejos.rulebook`) that explains it."""

    text: str
    rule: str | None


SENTENCES: dict[str, Sentence] = {
    "game_over": lambda tr, _: tr("The game is over."),
    "over": lambda tr, _: tr("The game is over."),
    "no_move": lambda tr, _: tr("There is no move to take back."),
    "chance_due": lambda tr, _: tr("New tiles are drawn first."),
    "wrong_seat": lambda tr, _: tr("It is not your turn."),
    "no_such_display": lambda tr, details: tr("There is no factory {number}.", number=details["source"]),
    "empty_source": lambda tr, details: (
        tr("Factory {number} is empty.", number=details["source"]) if details["source"] else tr("The centre is empty.")
    ),
    "colour_not_there": lambda tr, _: tr("There are no tiles of this colour there."),
}
"""Sentences that are the same for every game."""
SHARED_RULES = dict.fromkeys(("no_such_display", "empty_source", "colour_not_there"), "taking")


def reasons(game: Game) -> Reasons:
    """Return a game's module `why`."""
    return part(game).reasons


def why(game: Game, problem: Problem, tr: Language) -> Why:
    """Return why something was refused."""
    own = reasons(game)
    sentence = own.SENTENCES.get(problem.code) or SENTENCES.get(problem.code)
    text = problem.in_language(tr) if sentence is None else sentence(tr, problem.details)
    return Why(text, own.RULES.get(problem.code) or SHARED_RULES.get(problem.code))


def why_not(state: State, clicked: Iterable[str], tr: Language) -> Why | None:
    """Return why the seat to move can't make the move these clicks choose; `None` if it can, or if they choose no move."""
    seat, spots = state.actor, {*clicked}
    if not isinstance(seat, int) or not spots:
        return None
    own = reasons(state.game)
    problems: dict[str, Problem] = {}
    for move in state.game.moves:
        if spots <= own.spots(seat, move):
            problem = _problem(state, move)
            if problem is None:
                return None
            problems.setdefault(problem.code, problem)
    known = [code for code in (*SENTENCES, *own.SENTENCES) if code in problems]
    return why(state.game, problems[known[0]], tr) if known else None


def why_not_there(state: State, clicked: Sequence[str], tr: Language) -> Why:
    """Return the answer to these clicks of the player to move, the last of which was not offered."""
    pointed = [spot for spot in clicked if not spot.startswith("?")]
    reason = why_not(state, pointed, tr) or why_not(state, pointed[-1:], tr)
    if reason is not None:
        return reason
    if any(clicked[-1] in stage for choice in choices(state, tr) for stage in choice.stages):
        return Why(tr("Choose a highlighted tile first."), None)
    return Why(tr("You can't do anything there right now."), None)


def spots(state: State) -> set[str]:
    """Return all spots that choose moves of the seat to move, legal or not, apart from buttons."""
    seat, own = state.actor, reasons(state.game)
    return {spot for move in state.game.moves for spot in own.spots(seat, move)} if isinstance(seat, int) else set()


def _problem(state: State, move: Move) -> Problem | None:
    try:
        state.play(move)
    except IllegalMove as problem:
        return problem
    return None


def rule_of(game: Game, gain: Gain) -> str | None:
    """Return the section of the rules that explains a gain."""
    return reasons(game).RULES.get(gain.reason)


def source_spot(action: Any) -> str:
    """Return the spot for the tiles of a colour at a place."""
    return f"display.{action['source']}/{action['colour']}" if action["source"] else f"centre/{action['colour']}"


__all__: Sequence[str] = ("Reasons", "Why", "rule_of", "spots", "why", "why_not", "why_not_there")
