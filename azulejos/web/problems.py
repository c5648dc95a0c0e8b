"""Problems as sentences for people, in their language. Problems that only programs cause keep their message."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.core.contract import Json, Problem
from azulejos.core.game import Game
from azulejos.language import Language
from azulejos.render.why import why
from azulejos.web.names import LONGEST_NAME

SENTENCES: dict[str, Callable[[Language], str]] = {
    "bad_name": lambda tr: tr("A name has 1 to {most} characters.", most=LONGEST_NAME),
    "chance_revealed": lambda tr: tr("New tiles have been drawn since: the move can't be taken back."),
    "empty": lambda tr: tr("There is nothing in the message."),
    "full": lambda tr: tr("No seat is free. You may watch."),
    "internal": lambda tr: tr("Something went wrong on the server."),
    "no_such_page": lambda tr: tr("There is no such page."),
    "no_such_table": lambda tr: tr("There is no such table."),
    "not_away": lambda tr: tr("This player is here."),
    "not_host": lambda tr: tr("Only the one who set the table may do that."),
    "not_over": lambda tr: tr("The game is not over yet."),
    "not_started": lambda tr: tr("The game waits for players."),
    "not_stored": lambda tr: tr("The server can't store anything at the moment."),
    "not_your_seat": lambda tr: tr("You have no seat at this table: you are watching."),
    "not_your_turn": lambda tr: tr("It is not your turn."),
    "nothing_to_undo": lambda tr: tr("There is no move to take back."),
    "others_moved": lambda tr: tr("Somebody else has moved since: the move can't be taken back."),
    "out_of_time": lambda tr: tr("The time of this seat is over."),
    "over": lambda tr: tr("The game is over."),
    "rematched": lambda tr: tr("There is a rematch already."),
    "seated": lambda tr: tr("You have a seat at this table already."),
    "slow_down": lambda tr: tr("That was too quick. Please wait a little."),
    "stale": lambda tr: tr("The game has gone on meanwhile."),
    "taken": lambda tr: tr("This seat is taken."),
    "too_long": lambda tr: tr("The message is too long."),
}


def problem_json(problem: Problem, tr: Language, game: Game | None = None) -> Json:
    """Return a problem in a language: its code, the message and, if the rules explain it, their section as `rule`."""
    if problem.code in SENTENCES:
        return {"code": problem.code, "message": SENTENCES[problem.code](tr)}
    if game is None:
        return {"code": problem.code, "message": str(problem)}
    text, rule = why(game, problem, tr)
    return {"code": problem.code, "message": text, **({"rule": rule} if rule else {})}
