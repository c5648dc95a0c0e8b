"""Puzzles: those of the package, how answers are judged, and how new ones are made."""

from __future__ import annotations

import dataclasses
import datetime
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from azulejos.bots.levels import LEVELS
from azulejos.core.contract import IllegalMove, Move, Problem
from azulejos.core.registry import GAMES
from azulejos.language import LANGUAGES, language
from azulejos.puzzles import MOVE, ROUND, Puzzle, Wish, daily, judge, next_puzzle, puzzle_of, puzzles
from azulejos.puzzles.__main__ import main
from azulejos.puzzles.difficulty import BANDS, FIRST, Tried, band, rate
from azulejos.puzzles.folder import PuzzleFile, path_in, read
from azulejos.puzzles.judge import ALLOWED
from azulejos.puzzles.make import PROVEN, Harvest, Wanted, move_puzzle, round_moments, searched, self_play
from azulejos.puzzles.progress import load_progress
from azulejos.puzzles.puzzle import parse_puzzle
from azulejos.puzzles.themes import theme_titles
from azulejos.render.reasons import because
from azulejos.session import Session

pytestmark = pytest.mark.compiled

BOARDS = [(name, board) for name, kind in GAMES.items() for board in kind.boards if name in ("azul", "pavilion")]
NAMES = ("Ana", "Rui", "Eva", "Leo")


@pytest.fixture(scope="module", params=BOARDS, ids=lambda one: "-".join(one))
def some(request: pytest.FixtureRequest) -> list[Puzzle]:
    """The puzzles of a board."""
    game, board = request.param
    return puzzles(game=game, board=board)


def test_there_are_puzzles_for_every_board(some: list[Puzzle]) -> None:
    assert len(some) >= 300
    assert {puzzle.game.players for puzzle in some} == {2, 3, 4}
    assert {puzzle.kind for puzzle in some} == {MOVE, ROUND}
    assert Counter(puzzle.game.players for puzzle in some)[2] > len(some) / 2
    assert min(Counter(band(puzzle.rating) for puzzle in some)[name] for name in BANDS) >= 10, "of all difficulties"
    assert len({puzzle.id for puzzle in some}) == len(some)


def test_stronger_levels_solve_more(some: list[Puzzle]) -> None:
    shares = [sum(puzzle.levels[level] for puzzle in some) / len(some) for level in range(len(LEVELS))]
    assert shares == sorted(shares)
    assert all(min(puzzle.levels[:-1]) < 0.5 for puzzle in some), "a weaker level misses each"


def test_every_puzzle_is_a_position_with_its_solution(some: list[Puzzle]) -> None:
    for puzzle in some:
        state = puzzle.state
        assert state.text == puzzle.position
        assert puzzle.best in state.legal_moves
        assert parse_puzzle(puzzle.line) == puzzle
        assert puzzle_of(puzzle.id) is puzzle
        assert puzzle.theme in theme_titles(type(puzzle.game)) or not puzzle.reasons


def test_reasons_can_be_said_in_every_language(some: list[Puzzle]) -> None:
    for puzzle in some[::20]:
        for code in LANGUAGES:
            assert because(puzzle.game, puzzle.reasons, NAMES, language(code)) or not puzzle.reasons


def one(kind: str, game: str = "azul") -> Puzzle:
    return next(puzzle for puzzle in puzzles(game, players=2) if puzzle.kind == kind)


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_the_solution_is_right_and_others_are_not(game: str) -> None:
    puzzle = one(MOVE, game)
    verdict = judge(puzzle, [puzzle.best])
    assert (verdict.solved, verdict.lost) == (True, 0.0)
    assert verdict.events[0] is verdict.line[0] is verdict.best is puzzle.best
    assert verdict.reasons == puzzle.reasons
    others = [move for move in puzzle.state.legal_moves if move is not puzzle.best]
    for move in random.Random(1).sample(others, min(3, len(others))):
        wrong = judge(puzzle, [move])
        assert not wrong.solved
        assert wrong.lost > 0.02
        assert wrong.events[0] is move, "the refutation starts with the wrong move"
        assert wrong.line[0] is puzzle.best
        assert wrong == judge(puzzle, [move]), "always the same answer"


def test_answers_that_are_not_possible() -> None:
    puzzle = one(MOVE)
    with pytest.raises(IllegalMove, match="over"):
        judge(puzzle, [puzzle.best, puzzle.best])
    with pytest.raises(IllegalMove, match="needs at least one move"):
        judge(puzzle, [])
    illegal = next(move for move in puzzle.game.moves if move not in puzzle.state.legal_moves)
    with pytest.raises(IllegalMove):
        judge(puzzle, [illegal])


def test_a_round_is_played_to_its_end() -> None:
    puzzle = one(ROUND)
    verdict = judge(puzzle, moves := [puzzle.best])
    while verdict.solved is None:
        state = verdict.before
        for event in verdict.events:
            state = state.play(event)
        assert state.actor == puzzle.state.actor
        moves.append(_best(puzzle, moves, state.legal_moves))
        verdict = judge(puzzle, moves)
    assert verdict.solved
    assert verdict.lost <= ALLOWED
    assert 2 <= len(moves) <= puzzle.moves + 1
    with pytest.raises(IllegalMove, match="over"):
        judge(puzzle, [*moves, moves[-1]])


def _best(puzzle: Puzzle, moves: list[Move], legal: Sequence[Move]) -> Move:
    """Return the move that the judge itself would play."""
    return judge(puzzle, [*moves, legal[0]]).best


def test_a_round_is_lost_by_a_bad_move() -> None:
    puzzle = one(ROUND)
    lost = [judge(puzzle, [move]) for move in puzzle.state.legal_moves[:12]]
    assert any(verdict.solved is False and verdict.lost > ALLOWED for verdict in lost)


def test_the_next_puzzle_fits_the_rating() -> None:
    every = puzzles()
    for rating in (1200, 1600, 2000):
        found = [next_puzzle(rating, dice=random.Random(seed)) for seed in range(20)]
        assert len({puzzle.id for puzzle in found if puzzle}) > 3, "not always the same"
        far = sorted(abs(puzzle.rating - rating) for puzzle in every)
        assert all(puzzle and abs(puzzle.rating - rating) <= far[11] for puzzle in found)
    wish = Wish(game="azul", board="grey", difficulty="easy")
    easy = next_puzzle(2000, wish)
    assert easy is not None
    assert wish.fits(easy)
    assert band(easy.rating) == "easy"
    assert next_puzzle(1500, Wish(game="azul", board="nothing")) is None
    assert next_puzzle(1500, done=[puzzle.id for puzzle in every]) is None


def test_every_day_has_its_puzzle() -> None:
    first = datetime.date(2026, 11, 17)
    month = [daily(first + datetime.timedelta(days)) for days in range(30)]
    assert len({puzzle.id for puzzle in month if puzzle}) == 30
    assert month[0] is daily(first)
    assert all(puzzle and band(puzzle.rating) != "very-hard" for puzzle in month)
    assert daily(first, Wish(theme="nothing")) is None


def test_an_unknown_puzzle() -> None:
    with pytest.raises(Problem, match="no puzzle"):
        puzzle_of("nothing")


def test_ratings_follow_from_who_finds_it() -> None:
    def tried(*solved: int) -> list[Tried]:
        return [Tried(level, 8, n) for level, n in zip(LEVELS, solved, strict=True)]

    easy, medium, hard = (rate(tried(*some))[0] for some in ((4, 8, 8, 8, 8), (0, 1, 4, 7, 8), (0, 0, 0, 1, 4)))
    assert easy < 1300 < medium < 1800 < 2000 < hard
    assert medium == pytest.approx(LEVELS["craftsman"].rating, abs=60), "craftsmen find half of them"
    assert rate([Tried("craftsman", 2, 1)])[1] > rate([Tried("craftsman", 20, 10)])[1]


# -- making puzzles


def test_puzzles_are_made_from_games_of_the_search(tmp_path: Path) -> None:
    game = GAMES["azul"](2)
    wanted = Wanted(game, 4, 1)
    file = PuzzleFile(tmp_path, wanted, seed=1)
    for _ in range(6):
        file.play(effort=200)
    found = read(file.path)
    assert found
    for puzzle in found:
        assert puzzle.source.startswith("seed ")
        assert puzzle.best in puzzle.state.legal_moves
        assert min(puzzle.levels[:-1]) < 0.5
        assert puzzle.kind == ROUND or puzzle.gap >= PROVEN
    resumed = PuzzleFile(tmp_path, wanted, seed=1)
    assert resumed.harvest.ids == {puzzle.id for puzzle in found}
    assert resumed.seed > 1, "games are not played again"
    with file.path.open("a") as out:
        out.write('{"position":"azul pl')  # interrupted while writing
    assert read(file.path) == found
    assert PuzzleFile(tmp_path, wanted, seed=1).path.read_text().endswith("}\n")


def test_no_puzzle_where_all_moves_are_equal() -> None:
    first, *_ = self_play(GAMES["azul"](2), seed=3, effort=100)
    best = first.found[0]
    assert move_puzzle(first._replace(found=[best]), 100) is None, "no move is clearly best"
    equal = [best._replace(win=0.6), best._replace(move=first.state.legal_moves[0], win=0.4)]
    assert move_puzzle(first._replace(found=equal), 100) is None, "a longer search does not agree"


def test_records_have_puzzles_too(tmp_path: Path) -> None:
    session = Session(GAMES["azul"](2), seed=5)
    for moment in self_play(GAMES["azul"](2), seed=5, effort=50):
        if moment.state != session.state:
            break
        session.play(moment.played)
    while session.state.outcome is None:
        session.play(session.state.legal_moves[-1])
    record = session.record()
    moments = list(searched(record, effort=50))
    steps = zip(record.states(), record.events, strict=False)
    chosen = [move for state, move in steps if isinstance(move, Move) and len(state.legal_moves) > 1]
    assert [moment.played for moment in moments] == chosen
    rounds = [moment.state.round for moment in round_moments(moments, random.Random(1))]
    assert len({*rounds}) == len(rounds) > 0, "one for each round"
    path = tmp_path / "game.txt"
    path.write_text(record.text, encoding="utf-8")
    arguments = ["make", "azul", "--board", "coloured", "--players", "2", "--moves", "1", "--rounds", "0", "--effort", "100"]
    result = CliRunner().invoke(main, [*arguments, "--records", str(path), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert "1 of 1" in result.output
    path.write_text("nonsense", encoding="utf-8")
    result = CliRunner().invoke(main, [*arguments, "--records", str(path), "--out", str(tmp_path / "out")])
    assert result.exit_code == 1
    assert "a record must begin" in result.output


def test_the_command_that_makes_and_checks(tmp_path: Path) -> None:
    arguments = ["make", "azul", "--board", "grey", "--players", "2", "--moves", "1", "--rounds", "0", "--effort", "200"]
    result = CliRunner().invoke(main, [*arguments, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "1 of 1 moves" in result.output
    assert len(read(path_in(tmp_path, GAMES["azul"](2, "grey")))) == 1
    result = CliRunner().invoke(main, ["report", "--folder", str(tmp_path)])
    assert "| azul grey | 1 |" in result.output
    result = CliRunner().invoke(main, ["check", "--folder", str(tmp_path), "--seconds", "0.05"])
    assert "of 1 confirmed" in result.output
    path = path_in(tmp_path, GAMES["azul"](2, "grey"))
    (puzzle,) = read(path)
    wrong = next(move.text for move in puzzle.state.legal_moves if move is not puzzle.best)
    path.write_text(dataclasses.replace(puzzle, solution=wrong).line + "\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "--folder", str(tmp_path), "--seconds", "0.2", "--drop"])
    assert "not confirmed" in result.output
    assert read(path) == []
    assert CliRunner().invoke(main, ["check", "--drop"]).exit_code == 2


def test_no_difficulty_gets_too_many() -> None:
    game = GAMES["azul"](2)
    puzzle = puzzles("azul", "coloured", 2)[0]
    harvest = Harvest(Wanted(game, 5, 0))
    copies = [parse_puzzle(puzzle.line.replace("round=", f"round={n}")) for n in range(3)]
    for copy in copies[:2]:
        assert harvest.accepts(copy)
        harvest.add(copy)
    assert not harvest.accepts(copies[2]), "two of five are enough"
    assert not harvest.accepts(copies[0]), "it is there already"
    assert not harvest.full


# -- progress in a file


def test_progress_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "puzzles.json"
    progress = load_progress(file)
    assert progress.rating == FIRST
    puzzle, other = puzzles()[:2]
    assert progress.attempt(puzzle, True)
    assert not progress.attempt(puzzle, False), "only the first answer counts"
    assert progress.attempt(other, False)
    progress.save(file)
    again = load_progress(file)
    assert again == progress
    assert (again.solved, len(again.tried)) == (1, 2)
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(Problem, match="not a puzzle progress file"):
        load_progress(file)
