"""Problems as sentences for people, in their language. Problems that only programs cause keep their message."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.core.contract import Json, Problem
from azulejos.core.game import Game
from azulejos.language import Language
from azulejos.render.why import why
from azulejos.web.names import LONGEST_NAME

SENTENCES: dict[str, Callable[[Language, Json], str]] = {
    "bad_name": lambda tr, _: tr("Names have 1 to {most} characters.", most=LONGEST_NAME),
    "chance_revealed": lambda tr, _: tr("New tiles have been drawn since, so the move can't be taken back."),
    "empty": lambda tr, _: tr("The message is empty."),
    "full": lambda tr, _: tr("All seats are taken. You can watch."),
    "internal": lambda tr, _: tr("Something went wrong on the server."),
    "no_such_page": lambda tr, _: tr("Page not found."),
    "no_such_table": lambda tr, _: tr("Table not found."),
    "name_taken": lambda tr, _: tr("A player at this table has a name like that."),
    "not_away": lambda tr, more: _not_away(tr, more.get("seconds")),
    "not_host": lambda tr, _: tr("Only the host can do that."),
    "not_over": lambda tr, _: tr("The game isn't over yet."),
    "not_started": lambda tr, _: tr("Waiting for players."),
    "not_stored": lambda tr, _: tr("The server can't save anything right now."),
    "not_your_seat": lambda tr, _: tr("You are only watching this table."),
    "not_your_turn": lambda tr, _: tr("It is not your turn."),
    "nothing_to_undo": lambda tr, _: tr("There is no move to take back."),
    "others_moved": lambda tr, _: tr("Someone else has moved since, so the move can't be taken back."),
    "out_of_time": lambda tr, more: _out_of_time(tr, "cost" in more),
    "over": lambda tr, _: tr("The game is over."),
    "rematched": lambda tr, _: tr("There is already a rematch."),
    "seated": lambda tr, _: tr("You already have a seat at this table."),
    "slow_down": lambda tr, _: tr("You're doing that too fast. Please wait a moment."),
    "stale": lambda tr, _: tr("The game has moved on."),
    "taken": lambda tr, _: tr("This seat is taken."),
    "too_long": lambda tr, _: tr("The message is too long."),
    "too_many_seats": lambda tr, _: tr("You have taken seats at too many public tables. Make a move there first."),
}


def _not_away(tr: Language, seconds: int | None) -> str:
    if seconds is None:
        return tr("This player is here.")
    return tr.many("A bot can take over in {n} second.", "A bot can take over in {n} seconds.", seconds)


def _out_of_time(tr: Language, undo: bool) -> str:
    return tr("That would take more time than you have left.") if undo else tr("This player is out of time.")


def problem_json(problem: Problem, tr: Language, game: Game | None = None) -> Json:
    """Return a problem in a language: its code, the message and, if the rules explain it, their section as `rule`."""
    if problem.code in SENTENCES:
        return {"code": problem.code, "message": SENTENCES[problem.code](tr, problem.details)}
    if game is None:
        return {"code": problem.code, "message": str(problem)}
    text, rule = why(game, problem, tr)
    return {"code": problem.code, "message": text, **({"rule": rule} if rule else {})}
