"""Making puzzles: from games of the search against itself, or from records of any games.

A game is searched move by move. Where one move looks clearly better than all others, two searches that are ten times as long
must agree; the second one searches the other moves as hard as the best. Then all levels try it: it is kept if a level below
`master` usually misses it, and its rating follows from who finds it. Finally, a search that is more than a hundred times as
long must find the same move.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from azulejos.bots.analysis import compare, decisions, ranked
from azulejos.bots.base import Bot, Budget
from azulejos.bots.levels import LEVELS
from azulejos.bots.registry import make_bot
from azulejos.bots.thinking import Finding, Thinking
from azulejos.bots.why import outcomes, why_best
from azulejos.core.contract import CHANCE, Move, State
from azulejos.core.game import Game
from azulejos.puzzles.difficulty import BANDS, Tried, band, rate
from azulejos.puzzles.judge import ALLOWED, ROUND_EFFORT, followed
from azulejos.puzzles.puzzle import MOVE, ROUND, Puzzle
from azulejos.record import Record

EFFORT = 1000  # simulations for a move of a game
LONGER = 10  # how much longer the searches are that check a puzzle
PROMISING = 0.06  # of the chance to win: the lead of a move that is worth checking
CLEAR = 0.08  # and the lead that both checks must find
RIVALS = ((1000, 100), (10, 20), (4, 4))
"""How many of the best moves get at least which part of the simulations of a check."""
PROOF = 150  # how much longer the search of the last check is
LAST_ROUND = 4  # and how many times that where the game may end: short searches are often wrong there
PROVEN = 0.06  # the lead that it must find
PROOF_RIVALS = RIVALS[1:]
LEFT_OUT = 250  # simulations for a move that the search usually leaves out
MORE_VISITS = 2  # a move that is clearly best is visited at least this many times as often as the next
MOST_OF_A_GAME = 6  # puzzles: they should come from many games
LEAST_MOVES = 3  # legal moves: otherwise there is nothing to find
TRIES = {"beginner": 8, "apprentice": 8, "craftsman": 8, "expert": 8, "master": 4}
MASTER_EFFORT = 400
MISSED = 0.5  # a level that finds it less often misses it
MOST_OF_A_BAND = 0.4  # of the puzzles of a file have the same difficulty
ROUND_MOVES = (2, 4)  # own choices left in a round
ROUND_TRIES = {"beginner": 3, "apprentice": 3, "craftsman": 3, "expert": 3, "master": 2}


class Moment(NamedTuple):
    """A position of a game, what the search says about it, and where it comes from."""

    state: State
    found: Sequence[Finding]
    played: Move


def self_play(game: Game, seed: int, effort: int = EFFORT) -> Iterator[Moment]:
    """Yield every decision in a game of the search against itself."""
    dice, state = random.Random(seed), game.start()
    while state.outcome is None:
        if state.actor is CHANCE:
            state = state.play(state.draw(dice))
            continue
        if len(state.legal_moves) == 1:
            state = state.play(state.legal_moves[0])
            continue
        found = _search(state, effort, dice.getrandbits(62))
        most = max(found, key=lambda one: one.visits)
        yield Moment(state, found, most.move)
        state = state.play(most.move)


def searched(record: Record, effort: int = EFFORT) -> Iterator[Moment]:
    """Yield every decision of a recorded game."""
    for number, state, move in decisions(record):
        yield Moment(state, _search(state, effort, number), move)


def _search(state: State, effort: int, seed: int) -> list[Finding]:
    thinking = Thinking(state, seed)
    thinking.run(effort=effort)
    first, *others = thinking.findings(3)
    if others and first.visits < MORE_VISITS * others[0].visits:
        return [first]  # no move is clearly best, and there is no need to look closer
    return ranked(thinking, 3)


def gap(found: Sequence[Finding]) -> float:
    """Return by how much the best move leads, in chances to win; 0 if there is no other."""
    return found[0].win - found[1].win if len(found) > 1 else 0.0


def move_puzzle(moment: Moment, effort: int = EFFORT, source: str = "") -> Puzzle | None:
    """Return the puzzle of a position, if it is one."""
    state = moment.state
    if len(state.legal_moves) < LEAST_MOVES or gap(moment.found) < PROMISING:
        return None
    found = _search(state, LONGER * effort, seed=1)
    if gap(found) < CLEAR:
        return None
    found = _contested(state, LONGER * effort, seed=2)
    best, lead = found[0].move, gap(found)
    if lead < CLEAR or not _alone(state, best):
        return None
    tried = [_tried(state, best, level, tries) for level, tries in TRIES.items()]
    if all(one.solved >= MISSED * one.tries for one in tried[:-1]):
        return None
    found = _contested(state, PROOF * effort * (LAST_ROUND if _may_end(state, found[0]) else 1), seed=3, rivals=PROOF_RIVALS)
    if found[0].move is not best or gap(found) < PROVEN:
        return None
    rating, deviation = rate(tried)
    lead = gap(found)
    reasons = tuple(why_best(state, found))
    shares = tuple(one.solved / one.tries for one in tried)
    return Puzzle(MOVE, state.text, best.text, lead, rating, deviation, shares, reasons, source=source)


def _contested(state: State, effort: int, seed: int, rivals: Sequence[tuple[int, int]] = RIVALS) -> list[Finding]:
    """Return the best moves by a search that also tries the others hard: a move that is searched little looks too bad."""
    thinking = Thinking(state, seed)
    thinking.run(effort=effort)
    for number, part in rivals:
        for finding in _by_value(thinking)[:number]:
            missing = effort // part - finding.visits
            if missing > 0:
                thinking.try_out(finding.move, missing)
    found = _by_value(thinking)
    return [*map(thinking.with_lines, found[:2]), *found[2:]]


def _may_end(state: State, best: Finding) -> bool:
    """Return whether the game may end with this round."""
    return any(after.outcome is not None for after, _ in outcomes(state, best, 0, []))


def _by_value(thinking: Thinking) -> list[Finding]:
    found = thinking.findings(len(thinking.state.legal_moves))
    return sorted(found, key=lambda one: (one.win, one.visits), reverse=True)


def _alone(state: State, best: Move) -> bool:
    """Return whether the best move is also better than those that a search leaves out because they rarely make sense."""
    thinking = Thinking(state)
    thinking.run(effort=LEFT_OUT)
    searched = {finding.move for finding in thinking.findings(len(state.legal_moves))}
    for move in state.legal_moves:
        if move not in searched:
            thinking = Thinking(state, also=move, spare=thinking.give_up())
            thinking.run(effort=LEFT_OUT)
            thinking.try_out(move, LEFT_OUT)
            values = {finding.move: finding.win for finding in thinking.findings(len(state.legal_moves))}
            if values[best] - values[move] < CLEAR / 2:
                return False
    return True


def _tried(state: State, best: Move, level: str, tries: int) -> Tried:
    solved = sum(_choice(_bot(level, seed), state) is best for seed in range(tries))
    return Tried(level, tries, solved)


def _bot(level: str, seed: int) -> Bot:
    return make_bot(LEVELS[level].spec, seed)


def _choice(bot: Bot, state: State) -> Move:
    return bot.choose(state, Budget(effort=MASTER_EFFORT))


def round_moments(moments: Sequence[Moment], dice: random.Random) -> list[Moment]:
    """Return a position of each round of a game from which the seat to move has a few choices left."""
    left: Counter[tuple[int, int | None]] = Counter()
    chosen: dict[int, list[Moment]] = {}
    for moment in reversed(moments):
        state = moment.state
        seat = state.actor
        assert isinstance(seat, int)
        left[state.round, seat] += 1
        if ROUND_MOVES[0] <= left[state.round, seat] <= ROUND_MOVES[1]:
            chosen.setdefault(state.round, []).append(moment)
    return [dice.choice(some) for some in chosen.values()]


def round_puzzle(moment: Moment, source: str = "") -> Puzzle | None:
    """Return the puzzle of playing a round to its end, if `master` can and a weaker level can't."""
    state = moment.state
    plain = Puzzle(ROUND, state.text, moment.found[0].move.text, 0.0, 0, 0, ())
    tried, lost, longest = list[Tried](), list[float](), 0
    for level, tries in reversed(ROUND_TRIES.items()):
        solved = 0
        for seed in range(tries):
            found, moves = _played_round(plain, level, seed)
            solved += found <= ALLOWED
            lost.append(found)
            longest = max(longest, moves)
        tried.insert(0, Tried(level, tries, solved))
        if level == "master" and solved < tries:
            return None
    if longest < ROUND_MOVES[0] or all(one.solved >= MISSED * one.tries for one in tried[:-1]):
        return None
    rating, deviation = rate(tried)
    shares = tuple(one.solved / one.tries for one in tried)
    best, lead = moment.found[0].move.text, sum(lost) / len(lost)
    return Puzzle(ROUND, state.text, best, lead, rating, deviation, shares, moves=longest, source=source)


def _played_round(puzzle: Puzzle, level: str, seed: int) -> tuple[float, int]:
    """Return what a level loses in a round, and how many moves it made; it stops when it has lost too much."""
    bot, state, lost, number, over = _bot(level, seed), puzzle.state, 0.0, 0, False
    while not over and lost <= ALLOWED:
        move = bot.choose(state, Budget(effort=ROUND_EFFORT if level == "master" else MASTER_EFFORT))
        lost += compare(state, move, ROUND_EFFORT).lost
        _, state, over = followed(puzzle, state, move, number)
        number += 1
    return lost, number


class Wanted(NamedTuple):
    """How many puzzles of a game are wanted: single moves and rounds."""

    game: Game
    moves: int
    rounds: int


class Harvest:
    """The puzzles found so far for a game, up to the number that is wanted."""

    def __init__(self, wanted: Wanted, found: Iterable[Puzzle] = ()) -> None:
        self.wanted = wanted
        self.ids: set[str] = set()
        self.bands: Counter[tuple[str, str]] = Counter()
        for puzzle in found:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> None:
        self.ids.add(puzzle.id)
        self.bands[puzzle.kind, band(puzzle.rating)] += 1

    def number(self, kind: str) -> int:
        """Return how many puzzles of a kind there are."""
        return sum(self.bands[kind, name] for name in BANDS)

    def limit(self, kind: str) -> int:
        return self.wanted.moves if kind == MOVE else self.wanted.rounds

    def lacks(self, kind: str) -> bool:
        """Return whether more puzzles of a kind are wanted."""
        return self.number(kind) < self.limit(kind)

    @property
    def full(self) -> bool:
        return not (self.lacks(MOVE) or self.lacks(ROUND))

    def accepts(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle is wanted: a new one, of a difficulty of which there are not enough yet."""
        most = max(1.0, MOST_OF_A_BAND * self.limit(puzzle.kind))
        few = self.bands[puzzle.kind, band(puzzle.rating)] < most
        return puzzle.id not in self.ids and few and self.lacks(puzzle.kind)

    def gather(self, moments: Iterable[Moment], effort: int, source: str) -> Iterator[Puzzle]:
        """Yield the new puzzles of a game: at most one move for each round and seat, and one round for the whole game."""
        seen: set[tuple[int, object]] = set()
        all_moments = list(moments)
        for moment in all_moments:
            place = moment.state.round, moment.state.actor
            if len(seen) == MOST_OF_A_GAME or not self.lacks(MOVE):
                break
            if place in seen:
                continue
            puzzle = move_puzzle(moment, effort, source)
            if puzzle is not None and self.accepts(puzzle):
                seen.add(place)
                self.add(puzzle)
                yield puzzle
        if not self.lacks(ROUND):
            return
        for moment in round_moments(all_moments, random.Random(source)):
            puzzle = round_puzzle(moment, source)
            if puzzle is not None and self.accepts(puzzle):
                self.add(puzzle)
                yield puzzle
                return
