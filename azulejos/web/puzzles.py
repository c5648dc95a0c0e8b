"""The endpoints for puzzles: the next one, that of the day, answers to them, and the biggest mistake of a game as a puzzle."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta, Struct

from azulejos import render
from azulejos.bots.analysis import GOOD
from azulejos.bots.why import reason_from_json
from azulejos.core.contract import Json, Problem, State
from azulejos.core.registry import GAMES
from azulejos.language import Language
from azulejos.puzzles.collection import Wish, daily, fitting, next_puzzle, puzzle_of
from azulejos.puzzles.difficulty import BANDS, band, band_titles
from azulejos.puzzles.judge import ALLOWED, Verdict, judge_line
from azulejos.puzzles.puzzle import MOVE, Puzzle
from azulejos.puzzles.themes import theme_titles
from azulejos.render.reasons import because
from azulejos.render.types import Button, Choice
from azulejos.web.analyses import in_words, pointed_at
from azulejos.web.budgets import asking
from azulejos.web.clock import now
from azulejos.web.endpoint import Call, Operation, Query, one_of, whole
from azulejos.web.messages import key_of
from azulejos.web.ratings import NEW, PUZZLES, Rated
from azulejos.web.shown import Update, scene_of, updates
from azulejos.web.table import Table
from azulejos.web.wire import SceneInfo

MOST_MOVES = 12  # of an answer
ATTEMPT = 200  # bytes of a stored answer


class RatingInfo(Struct, frozen=True):
    """A rating, how uncertain it is, and the number of results it comes from."""

    rating: int
    deviation: int
    n: int


class ThemeInfo(Struct, frozen=True):
    """A theme, its title, and the number of puzzles."""

    name: str
    title: str
    n: int


class PuzzleBoard(Struct, frozen=True):
    """A game and a board with puzzles."""

    game: str
    board: str
    title: str
    n: int
    themes: list[ThemeInfo]


class PuzzleOverview(Struct, frozen=True):
    """All puzzles by board, theme and difficulty, and your progress."""

    rating: RatingInfo
    tried: int
    solved: int
    total: int
    boards: list[PuzzleBoard]
    difficulties: list[ThemeInfo]


class PuzzleInfo(Struct, frozen=True):
    """A puzzle: what it is about, what is on the table, and what can be chosen."""

    id: str
    kind: str
    theme: str
    difficulty: str
    rating: int
    moves: int
    allowed: float
    """What all moves together may lose of the chance to win; 0 if there is one right move."""
    task: str
    day: str | None
    done: bool | None
    """Whether you solved it at your first try; `None` if you have not tried."""
    position: str
    game: dict[str, Any]
    key: str
    version: str
    names: list[str]
    seat: int
    scene: SceneInfo
    choices: list[Choice]
    buttons: dict[str, Button]


class PuzzleMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """All your moves so far."""

    moves: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=1, max_length=MOST_MOVES)]


class PuzzleAnswer(Struct, frozen=True):
    """The verdict on an answer: `solved` is null if there are more moves to find."""

    solved: bool | None
    lost: float
    best: str
    stages: list[list[str]]
    """The spots of the best move."""
    scene: SceneInfo
    """The table before your last move."""
    updates: list[Update]
    """Your last move and what followed: moves of the others, or the refutation of a wrong move."""
    line: list[Update]
    """The best move, and what is expected after it."""
    why: str
    choices: list[Choice]
    buttons: dict[str, Button]
    before: RatingInfo | None
    """Your rating before this answer, if it counts: your first one to this puzzle."""
    after: RatingInfo | None


class MistakeNumber(Struct, frozen=True):
    """The number of events before the biggest mistake of a seat."""

    number: int


async def overview(call: Call) -> PuzzleOverview:
    rated, tried = await _progress(call)
    everything = fitting(Wish())
    counts = Counter(band(puzzle.rating) for puzzle in everything)
    return PuzzleOverview(
        _rating(rated),
        len(tried),
        sum(tried.values()),
        len(everything),
        [_board(name, board, call.tr) for name, kind in GAMES.items() for board in kind.boards],
        [ThemeInfo(name, title, counts[name]) for name, title in band_titles(call.tr).items()],
    )


@lru_cache(100)
def _board(name: str, board: str, tr: Language) -> PuzzleBoard:
    kind = GAMES[name]
    found = fitting(Wish(name, board))
    text = kind.description(tr)
    side = next((one.title for one in text.boards if one.value == board), board)
    counts = Counter(puzzle.theme for puzzle in found)
    themes = [ThemeInfo(theme, title, counts[theme]) for theme, title in theme_titles(kind, tr).items() if counts[theme]]
    return PuzzleBoard(name, board, f"{text.title}: {side}", len(found), themes)


async def following(call: Call) -> PuzzleInfo:
    rated, tried = await _progress(call)
    game = one_of(call, "game", ("", *GAMES))
    boards = GAMES[game].boards if game else sorted({board for kind in GAMES.values() for board in kind.boards})
    wish = Wish(
        game,
        one_of(call, "board", ("", *boards)),
        whole(call, "players", 0, 4, 0),
        call.request.query_params.get("theme", "")[:40],
        one_of(call, "difficulty", ("", *BANDS)),
    )
    found = next_puzzle(rated.rating.rating, wish, tried)
    if found is None:
        raise Problem("you have tried all of these puzzles, or there are none", "no_such_puzzle")
    return _info(call, found, tried)


async def of_the_day(call: Call) -> PuzzleInfo:
    today = datetime.datetime.fromtimestamp(now(), datetime.UTC).date()
    found = daily(today)
    if found is None:
        raise Problem("there is no puzzle of the day", "no_such_puzzle")
    return _info(call, found, (await _progress(call))[1], today)


async def show(call: Call) -> PuzzleInfo:
    puzzle = puzzle_of(str(call.request.path_params["puzzle"]))
    return _info(call, puzzle, (await _progress(call))[1])


async def answer(call: Call, body: PuzzleMoves) -> PuzzleAnswer:
    puzzle = puzzle_of(str(call.request.path_params["puzzle"]))
    call.hub.budgets.check("storage", asking.get())
    verdict = await _judged(call, puzzle, body.moves)
    before = after = None
    if verdict.solved is not None and call.owner is not None:
        store, owner = call.hub.store, call.owner
        call.hub.budgets.spend("storage", asking.get(), ATTEMPT)
        rated = await store.rating(owner, PUZZLES)
        if await store.keep_attempt(owner, puzzle.id, puzzle.glicko, verdict.solved, now()):
            before, after = _rating(rated), _rating(await store.rating(owner, PUZZLES))
    return _answer(puzzle, verdict, call.tr, before, after)


async def _progress(call: Call) -> tuple[Rated, dict[str, bool]]:
    """Return the rating of the sender against the puzzles, and the puzzles they have tried."""
    if call.owner is None:
        return NEW, {}
    return await call.hub.store.rating(call.owner, PUZZLES), await call.hub.store.attempts(call.owner)


def _rating(rated: Rated) -> RatingInfo:
    return RatingInfo(round(rated.rating.rating), round(rated.rating.deviation), rated.n)


async def _judged(call: Call, puzzle: Puzzle, moves: Sequence[str]) -> Verdict:
    for text in moves:
        puzzle.game.move(text)  # refuse nonsense before a worker has to
    key = ("puzzle", puzzle.kind, puzzle.position, *moves)
    return await call.while_connected(call.hub.scheduler.run(judge_line, puzzle.line, list(moves), key=key))


def _names(state: State, tr: Language) -> tuple[str, ...]:
    return tuple(tr("Player {n}", n=seat + 1) for seat in range(state.game.players))


def _task(puzzle: Puzzle, name: str, tr: Language) -> str:
    if puzzle.kind == MOVE:
        return tr("{name} to move. Find the best move.", name=name)
    return tr(
        "{name} to move. Play the rest of the round, losing at most {share} of the chance to win.",
        name=name,
        share=tr.percent(ALLOWED),
    )


def _info(call: Call, puzzle: Puzzle, tried: dict[str, bool], day: datetime.date | None = None) -> PuzzleInfo:
    state, tr = puzzle.state, call.tr
    seat, names = state.actor, _names(state, tr)
    assert isinstance(seat, int)
    return PuzzleInfo(
        id=puzzle.id,
        kind=puzzle.kind,
        theme=theme_titles(type(puzzle.game), tr).get(puzzle.theme, ""),
        difficulty=band_titles(tr)[band(puzzle.rating)],
        rating=puzzle.rating,
        moves=puzzle.moves,
        allowed=0.0 if puzzle.kind == MOVE else ALLOWED,
        task=_task(puzzle, names[seat], tr),
        day=None if day is None else day.isoformat(),
        done=tried.get(puzzle.id),
        position=puzzle.position,
        game=puzzle.game.json,
        key=key_of(puzzle.game),
        version=call.hub.version,
        names=list(names),
        seat=seat,
        scene=scene_of(state),
        choices=render.choices(state, tr),
        buttons=render.buttons(state, tr),
    )


def _answer(
    puzzle: Puzzle, verdict: Verdict, tr: Language, before: RatingInfo | None = None, after: RatingInfo | None = None
) -> PuzzleAnswer:
    state, names = verdict.before, _names(verdict.before, tr)
    then = state
    for event in verdict.events:
        then = then.play(event)
    goes_on = verdict.solved is None
    return PuzzleAnswer(
        solved=verdict.solved,
        lost=round(verdict.lost, 4),
        best=in_words(state, [verdict.best], names, tr)[0],
        stages=pointed_at(state, verdict.best, tr),
        scene=scene_of(state),
        updates=updates(state, verdict.events, names, tr),
        line=updates(state, verdict.line, names, tr) if not goes_on else [],
        why=because(puzzle.game, verdict.reasons, names, tr),
        choices=render.choices(then, tr) if goes_on else [],
        buttons=render.buttons(then, tr) if goes_on else {},
        before=before,
        after=after,
    )


# -- the biggest mistake of a game


async def mistake(call: Call) -> MistakeNumber:
    table = (await call.hub.room(call.table)).table
    mine = table.owned(call.owner)
    found = [one for one in await _mistakes(call, table) if one["player"] in mine]
    if not found:
        raise Problem("there is no mistake of yours in this game, or it has not been analysed", "no_mistake")
    return MistakeNumber(max(found, key=lambda one: float(one["lost_chance"]))["event"])


async def show_mistake(call: Call) -> PuzzleInfo:
    return _info(call, await _mistake_puzzle(call), {})


async def answer_mistake(call: Call, body: PuzzleMoves) -> PuzzleAnswer:
    puzzle = await _mistake_puzzle(call)
    return _answer(puzzle, await _judged(call, puzzle, body.moves), call.tr)


async def _mistakes(call: Call, table: Table) -> list[Json]:
    """Return the mistakes in a game that was analysed."""
    found = await call.hub.store.analysis(table.id)
    moves: list[Json] = [] if found is None or table.status != "finished" else found["moves"]
    return [one for one in moves if one["judgement"] != GOOD]


async def _mistake_puzzle(call: Call) -> Puzzle:
    table = (await call.hub.room(call.table)).table
    number = str(call.request.path_params["number"])
    for one in await _mistakes(call, table):
        if str(one["event"]) == number:
            reasons = tuple(reason_from_json(reason) for reason in one.get("reasons", ()))
            state, best = table.states[one["event"]], one["best"]["move"]
            return Puzzle(MOVE, state.text, best, one["lost_chance"], 1500, 350, (), reasons, source=table.id)
    raise Problem("there is no mistake at this move of the game, or it has not been analysed", "no_mistake")


_FILTERS = {
    "game": Query("Which game; default: any.", {"enum": ["", *GAMES]}),
    "board": Query("Which board; default: any.", {"type": "string"}),
    "players": Query("The number of players; 0 for any.", {"type": "integer", "minimum": 0, "maximum": 4, "default": 0}),
    "theme": Query("A theme, as in the overview; default: any.", {"type": "string"}),
    "difficulty": Query("How hard; default: any.", {"enum": ["", *BANDS]}),
}
_TABLE = "/api/tables/{table}"
_ANSWER = (400, 403, 404, 409, 413, 415, 422)

OPERATIONS = [
    Operation("GET", "/api/puzzles", "All puzzles, and your progress.", overview, PuzzleOverview),
    Operation(
        "GET", "/api/puzzles/next", "A puzzle that fits your rating.", following, PuzzleInfo, None, (400, 404), 200, _FILTERS
    ),
    Operation("GET", "/api/puzzles/daily", "The puzzle of the day.", of_the_day, PuzzleInfo, None, (404,)),
    Operation("GET", "/api/puzzles/{puzzle}", "A puzzle.", show, PuzzleInfo, None, (404,)),
    Operation(
        "POST",
        "/api/puzzles/{puzzle}/answer",
        "Answer a puzzle. Your first answer changes your rating.",
        answer,
        PuzzleAnswer,
        PuzzleMoves,
        _ANSWER,
        makes_owner=True,
    ),
    Operation(
        "GET", f"{_TABLE}/mistake", "Your biggest mistake in a game that was analysed.", mistake, MistakeNumber, None, (404,)
    ),
    Operation(
        "GET", f"{_TABLE}/mistakes/{{number}}", "A mistake in a game as a puzzle.", show_mistake, PuzzleInfo, None, (404,)
    ),
    Operation(
        "POST",
        f"{_TABLE}/mistakes/{{number}}/answer",
        "Answer the puzzle of a mistake; that is not rated.",
        answer_mistake,
        PuzzleAnswer,
        PuzzleMoves,
        _ANSWER,
    ),
]
"""The endpoints for puzzles."""
