"""Judging answers: whether a move solves a puzzle, what refutes it, and why the best move is better.

Everything follows from the puzzle and the moves, with a fixed number of simulations, so everyone gets the same answer.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from azulejos.bots.analysis import analyse_move
from azulejos.bots.thinking import Thinking
from azulejos.core.coach import Reason
from azulejos.core.contract import CHANCE, Deal, Event, IllegalMove, Move, State
from azulejos.core.message import Message
from azulejos.puzzles.puzzle import MOVE, Puzzle, parse_puzzle

EFFORT = 4000  # simulations for judging a move
ROUND_EFFORT = 2000  # and for judging a move of a round
REPLY = 1000  # and for a move of the others
AS_GOOD = 0.02  # of the chance to win: a move that loses less also solves a puzzle
ALLOWED = 0.05  # what all moves of a round may lose together
LONGEST_LINE = 8  # events that are shown after a move


class Verdict(NamedTuple):
    """The verdict on an answer."""

    solved: bool | None
    """`None` if there are more moves to find."""
    lost: float
    """What all moves so far lost of the chance to win."""
    before: State
    """The position in which the last move was made."""
    events: tuple[Event, ...]
    """The last move and what followed it: moves of the others, or the refutation of a wrong move."""
    best: Move
    """The best move in that position."""
    line: tuple[Event, ...]
    """The best move, and what is expected after it."""
    reasons: tuple[Reason, ...]
    """Why the best move is better than the last move, or if that is the best one, than the second-best."""


def judge(puzzle: Puzzle, moves: Sequence[Move]) -> Verdict:
    """Judge the player's moves so far; raises an `IllegalMove` if one is not legal or not needed."""
    if not moves:
        raise IllegalMove(Message("an answer needs at least one move"), "no_move")
    return _judge_move(puzzle, moves) if puzzle.kind == MOVE else _judge_round(puzzle, moves)


def judge_line(line: str, moves: Sequence[str]) -> Verdict:
    """Judge moves, with everything as text: for worker processes."""
    puzzle = parse_puzzle(line)
    return judge(puzzle, [puzzle.game.move(text) for text in moves])


def _judge_move(puzzle: Puzzle, moves: Sequence[Move]) -> Verdict:
    state, move, best = puzzle.state, moves[0], puzzle.best
    if len(moves) > 1:
        raise _too_many()
    state.play(move)  # or say why not
    report = analyse_move(0, state, move, EFFORT)
    after = expected(state, report.played.line or (move,))
    if move is best:
        return Verdict(True, 0.0, state, after, best, after, puzzle.reasons)
    agreed = report.best.move is best
    line = expected(state, report.best.line if agreed and report.best.line else (best,))
    reasons = report.reasons if agreed and report.reasons else puzzle.reasons
    return Verdict(agreed and report.lost_chance < AS_GOOD, report.lost_chance, state, after, best, line, reasons)


def _judge_round(puzzle: Puzzle, moves: Sequence[Move]) -> Verdict:
    state, lost = puzzle.state, 0.0
    for number, move in enumerate(moves):
        before = state
        state.play(move)  # or say why not
        report = analyse_move(number, before, move, ROUND_EFFORT)
        lost += report.lost_chance
        events, state, over = followed(puzzle, before, move, number)
        if (over or lost > ALLOWED) and number < len(moves) - 1:
            raise _too_many()
    line = expected(before, report.best.line or (report.best.move,))
    if lost > ALLOWED:
        refuted = expected(before, report.played.line or (moves[-1],))
        return Verdict(False, lost, before, refuted, report.best.move, line, report.reasons)
    return Verdict(True if over else None, lost, before, events, report.best.move, line, report.reasons)


def _too_many() -> IllegalMove:
    return IllegalMove(Message("the puzzle is over"), "over")


def followed(puzzle: Puzzle, state: State, move: Move, number: int) -> tuple[tuple[Event, ...], State, bool]:
    """Play a move of the player and everything up to the player's next choice or the end of the round; return these events,
    the state, and whether the round is over. `number` moves came before it."""
    seat, dice = state.actor, random.Random(f"{puzzle.id} {number}")
    happened: list[Event] = [move]
    state = state.play(move)
    while state.actor is not None:
        event: Event
        if state.actor is CHANCE:
            event = state.draw(dice)
            if isinstance(event, Deal):
                return tuple(happened), state, True
        elif state.actor == seat and len(state.legal_moves) > 1:
            return tuple(happened), state, False
        else:
            event = reply(state, dice)
        happened.append(event)
        state = state.play(event)
    return tuple(happened), state, True


def reply(state: State, dice: random.Random) -> Move:
    """Return the move of another player: the one that a search finds."""
    if len(state.legal_moves) == 1:
        return state.legal_moves[0]
    thinking = Thinking(state, dice.getrandbits(62))
    thinking.run(effort=REPLY)
    return thinking.findings(1)[0].move


def expected(state: State, line: Sequence[Move]) -> tuple[Event, ...]:
    """Return the events of a line of a search, until it is over or chance decides how it goes on."""
    events: list[Event] = []
    for move in line[:LONGEST_LINE]:
        if not isinstance(state.actor, int) or move not in state.legal_moves:
            break
        events.append(move)
        state = state.play(move)
    return tuple(events)
