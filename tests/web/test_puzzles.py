"""Puzzles and ratings on the server: the next one, that of the day, answers, mistakes of a game, the right opponent."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from azulejos.bench.games import finished
from azulejos.bots.levels import LEVELS
from azulejos.core.registry import GAMES
from azulejos.glicko import Rating
from azulejos.puzzles import MOVE, ROUND, Puzzle, puzzle_of, puzzles
from azulejos.puzzles.difficulty import BANDS, FIRST
from azulejos.web.entries import Result
from azulejos.web.opponents import level_for
from azulejos.web.ratings import NEW, PUZZLES, Rated, against_bots
from azulejos.web.store import Store, open_store
from azulejos.web.transfer import batch_of, move, pack, unpack
from tests.web.live import AZUL, ME, PATIENCE, Player, Running
from tests.web.test_store import run

pytestmark = pytest.mark.compiled

BEGINNER = {"kind": "bot", "level": "beginner"}


def one(kind: str = MOVE, number: int = 0) -> Puzzle:
    return [puzzle for puzzle in puzzles("azul", players=2) if puzzle.kind == kind][number]


def wrong_move(puzzle: Puzzle) -> str:
    """Return a move that loses much."""
    return next(move.text for move in puzzle.state.legal_moves if move is not puzzle.best)


def answer(player: Player, puzzle: Puzzle, *moves: str) -> Any:
    found = player.ask("POST", f"/api/puzzles/{puzzle.id}/answer", {"moves": moves})
    assert found.status_code == 200, found.text
    return found.json()


def test_the_page_and_its_overview(server: Running) -> None:
    assert server.get("/puzzles").status_code == 200
    found = server.player().get("/api/puzzles")
    assert found["total"] == len(puzzles())
    assert [(one["game"], one["board"]) for one in found["boards"]] == [
        (n, b) for n, kind in GAMES.items() for b in kind.boards
    ]
    assert [one["name"] for one in found["difficulties"]] == list(BANDS)
    assert sum(one["n"] for one in found["difficulties"]) == found["total"]
    assert (found["tried"], found["rating"]["rating"], found["rating"]["n"]) == (0, round(FIRST.rating), 0)


def test_a_right_answer_raises_the_rating_once(server: Running) -> None:
    ana, puzzle = server.player(), one()
    found = answer(ana, puzzle, puzzle.solution)
    assert found["solved"] is True
    assert found["after"]["rating"] > found["before"]["rating"]
    assert found["updates"][0]["scene"] == found["line"][0]["scene"], "the best move was played"
    again = answer(ana, puzzle, puzzle.solution)
    assert (again["solved"], again["before"], again["after"]) == (True, None, None), "the first answer counts"
    progress = ana.get("/api/puzzles")
    assert (progress["tried"], progress["solved"], progress["rating"]) == (1, 1, found["after"])
    assert ana.get(f"/api/puzzles/{puzzle.id}")["done"] is True
    assert server.player().get(f"/api/puzzles/{puzzle.id}")["done"] is None, "others have not tried it"


def test_a_wrong_answer_is_refuted_and_explained(server: Running) -> None:
    ana, puzzle = server.player(), one(number=1)
    found = answer(ana, puzzle, wrong_move(puzzle))
    assert found["solved"] is False
    assert found["after"]["rating"] < found["before"]["rating"]
    assert found["lost"] > 0.02
    assert found["why"]
    assert found["best"].startswith("Player ")
    assert found["stages"], "the best move can be drawn"
    assert len(found["updates"]) > 1 or not puzzle.state.play(puzzle.best).legal_moves
    assert ana.get(f"/api/puzzles/{puzzle.id}")["done"] is False
    german = ana.ask(
        "POST", f"/api/puzzles/{puzzle.id}/answer", {"moves": [wrong_move(puzzle)]}, headers={"Accept-Language": "de"}
    )
    assert german.json()["why"] != found["why"]


def test_the_rest_of_a_round(sqlite_server: Running) -> None:
    ana, puzzle = sqlite_server.player(), one(ROUND)
    info = ana.get(f"/api/puzzles/{puzzle.id}")
    assert (info["kind"], info["allowed"]) == ("round", 0.05)
    assert "rest of the round" in info["task"]
    found = answer(ana, puzzle, puzzle.solution)
    assert found["solved"] is None
    assert found["after"] is None, "it is not over yet"
    assert found["choices"]
    moves = [puzzle.solution]
    while found["solved"] is None:
        worst = min(found["choices"], key=lambda choice: choice["points"] or 0)["move"]
        moves.append(worst)
        found = answer(ana, puzzle, *moves)
    assert found["after"] is not None


def test_the_next_puzzle_is_a_new_one(sqlite_server: Running) -> None:
    ana = sqlite_server.player()
    path = "/api/puzzles/next?game=pavilion&board=grey&players=2&difficulty=hard"
    first = ana.get(path)
    assert first["game"] == {**first["game"], "game": "pavilion", "board": "grey", "players": 2}
    assert first["difficulty"] == "hard"
    answer(ana, puzzle_of(first["id"]), puzzle_of(first["id"]).solution)
    assert all(ana.get(path)["id"] != first["id"] for _ in range(10))
    theme = puzzles("azul")[0].theme
    assert puzzle_of(ana.get(f"/api/puzzles/next?game=azul&theme={theme}")["id"]).theme == theme


def test_the_puzzle_of_the_day_is_the_same_for_all(server: Running) -> None:
    first, second = (server.player().get("/api/puzzles/daily") for _ in range(2))
    assert first["id"] == second["id"]
    assert first["day"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/puzzles/nothing", None, 404),
        ("GET", "/api/puzzles/next?theme=nothing", None, 404),
        ("GET", "/api/puzzles/next?game=chess", None, 400),
        ("GET", "/api/puzzles/next?players=7", None, 400),
        ("GET", "/api/puzzles/next?difficulty=none", None, 400),
        ("GET", "/api/opponent?game=chess", None, 400),
        ("GET", "/api/tables/nothing/next", None, 404),
        ("GET", "/api/tables/nothing/mistake", None, 404),
        ("POST", "/api/puzzles/nothing/answer", {"moves": ["1R1"]}, 404),
        ("POST", "/api/puzzles/{id}/answer", {"moves": []}, 400),
        ("POST", "/api/puzzles/{id}/answer", {"moves": ["1R1"] * 13}, 400),
        ("POST", "/api/puzzles/{id}/answer", {"moves": ["nonsense"]}, 422),
        ("POST", "/api/puzzles/{id}/answer", {"move": "1R1"}, 400),
    ],
)
def test_bad_requests(sqlite_server: Running, method: str, path: str, body: Any, status: int) -> None:
    found = sqlite_server.player().ask(method, path.replace("{id}", one().id), body)
    assert found.status_code == status, found.text
    assert found.json()["error"]["message"]


def test_an_illegal_move_is_refused(sqlite_server: Running) -> None:
    puzzle = one()
    illegal = next(move.text for move in puzzle.game.moves if move not in puzzle.state.legal_moves)
    found = sqlite_server.player().ask("POST", f"/api/puzzles/{puzzle.id}/answer", {"moves": [illegal]})
    assert found.status_code == 422
    found = sqlite_server.player().ask("POST", f"/api/puzzles/{puzzle.id}/answer", {"moves": [puzzle.solution] * 2})
    assert found.status_code == 409


# -- the right opponent


def play(player: Player, table: str, pick: int) -> None:
    """Play a game to its end, always with the first or the last move."""
    with player.socket(table) as line:
        while line.my_turn() is not None:
            line.play(pick)


def test_the_weakest_bot_first_and_then_who_fits(server: Running) -> None:
    ana = server.player()
    first = ana.get("/api/opponent?game=azul")
    assert (first["level"], first["games"]) == ("beginner", 0)
    assert first["text"] == "Azul against a beginner"
    table = ana.create(ME, BEGINNER, game=AZUL)
    assert ana.ask("GET", f"/api/tables/{table}/next").status_code == 422, "it is not over"
    play(ana, table, 0)
    steps = ana.get(f"/api/tables/{table}/next")
    assert steps["opponent"]["games"] == 1
    assert steps["opponent"]["rating"] != round(FIRST.rating)
    assert steps["opponent"] == ana.get("/api/opponent?game=azul")
    assert steps["seats"] == [{"kind": "me"}, {"kind": "bot", "level": steps["opponent"]["level"]}]
    if steps["opponent"]["level"] == "beginner":
        assert steps["lesson"]["href"] == "/learn/azul/first"
    assert ana.get("/api/opponent?game=pavilion")["games"] == 0, "each game has its own rating"
    watched = server.player().get(f"/api/tables/{table}/next")
    assert (watched["opponent"], watched["seats"], watched["lesson"]) == (None, [], None)


def test_levels_for_ratings() -> None:
    assert level_for(NEW) == "beginner"
    assert [level_for(Rated(Rating(rating), 9)) for rating in (900, 1400, 1700, 1900, 2500)] == list(LEVELS)


def test_the_biggest_mistake_as_a_puzzle(sqlite_server: Running) -> None:
    ana = sqlite_server.player()
    table = ana.create(ME, BEGINNER, game={**AZUL, "round_limit": 1})
    play(ana, table, -1)
    assert ana.ask("GET", f"/api/tables/{table}/mistake").status_code == 404, "it has not been analysed"
    assert ana.ask("POST", f"/api/tables/{table}/analysis", {}).status_code == 200
    until = time.monotonic() + PATIENCE
    while (analysis := ana.get(f"/api/tables/{table}/analysis"))["status"] != "done":
        assert time.monotonic() < until
        time.sleep(0.1)
    worst = max((one for one in analysis["report"]["verdicts"] if one["seat"] == 0), key=lambda one: one["lost_chance"])
    number = ana.get(f"/api/tables/{table}/mistake")["number"]
    assert number == worst["number"] - 1
    info = ana.get(f"/api/tables/{table}/mistakes/{number}")
    assert info["seat"] == 0
    played = ana.look(table)
    path = f"/api/tables/{table}/mistakes/{number}/answer"
    moves = [choice["move"] for choice in info["choices"]]
    solved = [ana.ask("POST", path, {"moves": [move]}).json() for move in moves[:4]]
    assert any(one["solved"] is False for one in solved)
    assert all(one["after"] is None for one in solved), "it is not rated"
    assert played["result"] is not None
    assert ana.ask("GET", f"/api/tables/{table}/mistakes/999").status_code == 404
    assert sqlite_server.player("Rui").ask("GET", f"/api/tables/{table}/mistake").status_code == 404, "he did not play"


# -- the store


def test_attempts_and_ratings_in_the_store(db: Path | str) -> None:
    async def write(store: Store) -> None:
        assert await store.rating("ana", PUZZLES) == NEW
        assert await store.keep_attempt("ana", "a", Rating(1500, 80), True, 1.0)
        first = await store.rating("ana", PUZZLES)
        assert first.n == 1
        assert first.rating.rating > FIRST.rating
        assert not await store.keep_attempt("ana", "a", Rating(1500, 80), False, 2.0), "it was tried before"
        assert await store.rating("ana", PUZZLES) == first
        both = await asyncio.gather(*(store.keep_attempt("ana", name, Rating(1500, 80), False, 3.0) for name in "bc"))
        assert both == [True, True]
        assert await store.attempts("rui") == {}

    run(db, write)
    assert run(db, lambda store: store.attempts("ana")) == {"a": True, "b": False, "c": False}
    assert run(db, lambda store: store.rating("ana", PUZZLES)).n == 3


def test_progress_is_copied_with_a_database(db: Path | str, tmp_path: Path) -> None:
    async def tried(store: Store) -> None:
        for name in "ab":
            await store.keep_attempt("ana", name, Rating(1500, 80), name == "a", 1.0)
        await store.keep_attempt("rui", "a", Rating(1500, 80), False, 2.0)

    run(db, tried)
    lines: list[bytes] = []
    copy, read = tmp_path / "copy.db", tmp_path / "read.db"
    run(db, lambda store: pack(store, lines.append, lambda _: None))
    assert run(read, lambda store: unpack(lines, store, lambda _: None)) == (0, 0), "no tables"
    assert run(read, lambda store: unpack(lines, store, lambda _: None)) == (0, 0), "twice does no harm"

    async def moved(store: Store) -> None:
        target = open_store(copy)
        await move(store, target, lambda _: None)
        await target.close()

    run(db, moved)
    for name in ("ana", "rui"):
        there = run(db, lambda store, name=name: store.attempts(name))  # type: ignore[misc]
        rating = run(db, lambda store, name=name: store.rating(name, PUZZLES))  # type: ignore[misc]
        for other in (copy, read):
            assert run(other, lambda store, name=name: store.attempts(name)) == there  # type: ignore[misc]
            assert run(other, lambda store, name=name: store.rating(name, PUZZLES)) == rating  # type: ignore[misc]


def test_a_damaged_rating_is_a_new_one(file: Path) -> None:
    run(file, lambda store: store.keep_attempt("ana", "a", Rating(1500, 80), True, 1.0))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE ratings SET rating = 'x'")
    connection.close()
    assert run(file, lambda store: store.rating("ana", PUZZLES)) == NEW


def test_a_database_before_ratings_is_upgraded(file: Path) -> None:
    async def nothing(_store: Store) -> None:
        pass

    run(file, nothing)
    with sqlite3.connect(file) as connection:
        for table in ("ratings", "attempts"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("UPDATE about SET value = '2' WHERE name = 'schema'")
    connection.close()
    assert run(file, lambda store: store.keep_attempt("ana", "a", Rating(1500, 80), True, 1.0))


def test_seats_of_one_owner_are_not_rated(file: Path) -> None:
    batch = batch_of(finished(1))
    counts = {"above.master": 1}
    alone = [Result(0, "Ana", None, 50, 1, counts, "ana"), Result(1, None, "master", 20, 2, {})]
    shared = [Result(0, "Ana", None, 50, 1, counts, "rui"), Result(1, "Eva", None, 20, 2, {}, "rui")]
    game = batch.summary.game["game"]

    async def work(store: Store) -> tuple[Rated, Rated]:
        await store.count(batch.summary, alone)
        await store.count(msgspec.structs.replace(batch.summary, table="other"), shared)
        return await store.rating("ana", against_bots(game)), await store.rating("rui", against_bots(game))

    ana, rui = run(file, work)
    assert ana.n == 1
    assert ana.rating.rating > 1500, "she beat a master"
    assert rui == NEW
