"""Why: a refusal of the rules in the reader's language, and the section of the rules that tells more.

What can be told of a game is in its own module `why`: sentences by code, sections by code and by the reason of a gain, and how
a move is pointed at. Mistakes that only programs make have no sentence there, and keep the message of the core.
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
"""What is told in the same way of every game."""
SHARED_RULES = dict.fromkeys(("no_such_display", "empty_source", "colour_not_there"), "taking")


def reasons(game: Game) -> Reasons:
    """What a game has to say."""
    return part(game).reasons


def why(game: Game, problem: Problem, tr: Language) -> Why:
    """Why something was refused."""
    own = reasons(game)
    sentence = own.SENTENCES.get(problem.code) or SENTENCES.get(problem.code)
    text = problem.in_language(tr) if sentence is None else sentence(tr, problem.details)
    return Why(text, own.RULES.get(problem.code) or SHARED_RULES.get(problem.code))


def why_not(state: State, clicked: Iterable[str], tr: Language) -> Why | None:
    """Why the seat to move can't do what somebody pointed at; `None` if it can, or if that is no move at all."""
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
    """What to say to the player to move who has clicked on these, the last of which was not offered."""
    pointed = [spot for spot in clicked if not spot.startswith("?")]
    reason = why_not(state, pointed, tr) or why_not(state, pointed[-1:], tr)
    if reason is not None:
        return reason
    if any(clicked[-1] in stage for choice in choices(state, tr) for stage in choice.stages):
        return Why(tr("Choose something that is highlighted first, then this."), None)
    return Why(tr("You can't do anything there right now."), None)


def spots(state: State) -> set[str]:
    """All that moves of the seat to move are pointed at by, legal or not, besides buttons."""
    seat, own = state.actor, reasons(state.game)
    return {spot for move in state.game.moves for spot in own.spots(seat, move)} if isinstance(seat, int) else set()


def _problem(state: State, move: Move) -> Problem | None:
    try:
        state.play(move)
    except IllegalMove as problem:
        return problem
    return None


def rule_of(game: Game, gain: Gain) -> str | None:
    """The section of the rules that explains a gain."""
    return reasons(game).RULES.get(gain.reason)


def source_spot(action: Any) -> str:
    """The tiles of a colour at the place that they are taken from."""
    return f"display.{action['source']}/{action['colour']}" if action["source"] else f"centre/{action['colour']}"


__all__: Sequence[str] = ("Reasons", "Why", "rule_of", "spots", "why", "why_not", "why_not_there")
