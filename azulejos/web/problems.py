"""Problems as sentences for people, in their language. Problems that only programs cause keep their message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from azulejos.core.contract import Json, Problem
from azulejos.core.game import Game
from azulejos.language import Language
from azulejos.render.why import why
from azulejos.web.names import LONGEST_NAME

SENTENCES: dict[str, Callable[[Language], str]] = {
    "bad_name": lambda tr: tr("Names have 1 to {most} characters.", most=LONGEST_NAME),
    "chance_revealed": lambda tr: tr("New tiles have been drawn since, so the move can't be taken back."),
    "damaged": lambda tr: tr("This table is damaged and can't be opened. The server's owner can find out more."),
    "empty": lambda tr: tr("The message is empty."),
    "full": lambda tr: tr("All seats are taken. You can watch."),
    "internal": lambda tr: tr("Something went wrong on the server."),
    "log_too_long": lambda tr: tr("So much has happened at this table that only moves are possible now."),
    "no_such_page": lambda tr: tr("Page not found."),
    "no_such_puzzle": lambda tr: tr("No puzzle matches, or you have tried them all."),
    "no_mistake": lambda tr: tr("You made no mistakes in this game."),
    "no_such_table": lambda tr: tr("Table not found."),
    "name_taken": lambda tr: tr("A player at this table has a name like that."),
    "not_away": lambda tr: tr("This player is still here."),
    "not_host": lambda tr: tr("Only the host can do that."),
    "not_over": lambda tr: tr("The game isn't over yet."),
    "not_started": lambda tr: tr("Waiting for players."),
    "not_stored": lambda tr: tr("The server can't save anything right now."),
    "not_your_seat": lambda tr: tr("You are only watching this table."),
    "not_your_turn": lambda tr: tr("It is not your turn."),
    "nothing_to_undo": lambda tr: tr("There is no move to take back."),
    "others_moved": lambda tr: tr("Someone else has moved since, so the move can't be taken back."),
    "out_of_time": lambda tr: tr("This player is out of time."),
    "over": lambda tr: tr("The game is over."),
    "rematched": lambda tr: tr("There is already a rematch."),
    "seated": lambda tr: tr("You already have a seat at this table."),
    "slow_down": lambda tr: tr("You're doing that too fast. Please wait a moment."),
    "stale": lambda tr: tr("The game has moved on."),
    "starts_elsewhere": lambda tr: tr("This record starts from a position. Only the analysis board can open it."),
    "taken": lambda tr: tr("This seat is taken."),
    "too_long": lambda tr: tr("The message is too long."),
    "took_too_long": lambda tr: tr("That took too long. The server stopped it."),
    "too_many_seats": lambda tr: tr("You have taken seats at too many public tables. Make a move there first."),
}


WITH_DETAILS: dict[str, Callable[[Language, dict[str, Any]], str]] = {
    "game_too_long": lambda tr, of: tr(
        "This game has {events} events; the server handles at most {most}.", events=of["events"], most=of["most"]
    ),
    "work": lambda tr, of: tr.many(
        "Your computing time on this server is used up. Try again in {n} second.",
        "Your computing time on this server is used up. Try again in {n} seconds.",
        of["wait"],
    ),
    "service": lambda tr, of: tr.many(
        "Too many requests from your network. Try again in {n} second.",
        "Too many requests from your network. Try again in {n} seconds.",
        of["wait"],
    ),
    "tables": lambda tr, of: tr.many(
        "You have opened too many tables. Try again in {n} second.",
        "You have opened too many tables. Try again in {n} seconds.",
        of["wait"],
    ),
    "storage": lambda tr, of: tr.many(
        "You have uploaded too many games. Try again in {n} second.",
        "You have uploaded too many games. Try again in {n} seconds.",
        of["wait"],
    ),
}
"""Sentences with numbers, by the budget that is used up, or by code."""


def _sentence(problem: Problem, tr: Language) -> str:
    if problem.code == "not_away" and (seconds := problem.details.get("seconds")):
        return tr.many("A bot can take over in {n} second.", "A bot can take over in {n} seconds.", seconds)
    if problem.code == "out_of_time" and "cost" in problem.details:
        return tr("That would take more time than you have left.")
    return SENTENCES[problem.code](tr)


def problem_json(problem: Problem, tr: Language, game: Game | None = None) -> Json:
    """Return a problem in a language: its code, the message and, if the rules explain it, their section as `rule`."""
    special = WITH_DETAILS.get(problem.details.get("limit", problem.code))
    if special is not None:
        found = {"code": problem.code, "message": special(tr, problem.details)}
        return {**found, "wait": problem.details["wait"]} if "wait" in problem.details else found
    if problem.code in SENTENCES:
        return {"code": problem.code, "message": _sentence(problem, tr)}
    if game is None:
        return {"code": problem.code, "message": str(problem)}
    text, rule = why(game, problem, tr)
    return {"code": problem.code, "message": text, **({"rule": rule} if rule else {})}
