"""Puzzles in the browser: solving, failing, the daily one, on a phone; and the opponent that fits."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from azulejos.language import language
from azulejos.puzzles import MOVE, Puzzle, puzzles
from azulejos.render import choices
from azulejos.render.reasons import because
from tests.browser.driver import PHONE, Player
from tests.browser.fingers import SIZES

pytestmark = pytest.mark.compiled


def one(game: str = "azul", number: int = 0) -> Puzzle:
    return [puzzle for puzzle in puzzles(game, players=2) if puzzle.kind == MOVE][number]


def opened(ana: Player, puzzle: Puzzle) -> None:
    ana.page.goto(f"/puzzles?id={puzzle.id}")
    ana.wait("id => document.body.dataset.puzzle === id && document.querySelector('#ask.asking')", puzzle.id)


def choose(ana: Player, puzzle: Puzzle, move: str) -> None:
    """Click on the spots of a move, as far as they are offered."""
    stages = next(choice.stages for choice in choices(puzzle.state) if choice.move == move)
    for spot in [spot for stage in stages for spot in stage]:
        seen = ana.glance()
        if spot in [each["spot"] for each in seen["spots"]]:
            ana.click(spot, seen)
            ana.wait("step => document.querySelector('#ask').dataset.step !== step", seen["step"])
    done = ana.page.locator("[data-do=done]")
    if done.is_visible():
        done.click()


ABOVE_BUTTONS = """() => {
  const [says, buttons] = ["why", "turn"].map((id) => document.getElementById(id).getBoundingClientRect());
  return says.bottom <= buttons.top;
}"""


def verdict(ana: Player, *expected: str) -> None:
    ana.wait("some => some.includes(document.body.dataset.verdict)", list(expected))


@pytest.mark.parametrize("size", [None, PHONE], ids=["wide", "phone"])
def test_a_puzzle_is_solved(arrive: Callable[..., Player], size: object) -> None:
    ana, puzzle = arrive("Ana", speed="off", **({"size": size} if size else {})), one()
    ana.prefer(speed="off", warn=False)
    opened(ana, puzzle)
    choose(ana, puzzle, puzzle.solution)
    verdict(ana, "right")
    assert ana.page.inner_text("#why b") == "Right!"
    ana.wait("() => document.querySelector('#progress').textContent.includes('1 of 1 puzzles solved')")
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing overflows"
    ana.page.click("#next")
    ana.wait("id => document.body.dataset.puzzle !== id", puzzle.id)


@pytest.mark.parametrize("size", SIZES[:2], ids=["small", "phone"])
@pytest.mark.parametrize("name", ["azul", "pavilion"])
def test_the_longest_verdict_is_all_on_the_screen(arrive: Callable[..., Player], name: str, size: object) -> None:
    in_french = language("fr")
    some = [puzzle for puzzle in puzzles(name) if puzzle.kind == MOVE]
    puzzle = max(some, key=lambda one: len(because(one.game, one.reasons, ["Player 1"] * one.game.players, in_french)))
    ana = arrive("Ana", locale="fr", speed="off", size=size)
    ana.prefer(speed="off", warn=False)
    opened(ana, puzzle)
    choose(ana, puzzle, next(move.text for move in puzzle.state.legal_moves if move is not puzzle.best))
    verdict(ana, "wrong")
    assert ana.page.evaluate(ABOVE_BUTTONS)


@pytest.mark.parametrize("size", [None, PHONE], ids=["wide", "phone"])
def test_a_wrong_answer_is_refuted_and_the_solution_shown(arrive: Callable[..., Player], size: object) -> None:
    ana, puzzle = arrive("Ana", speed="off", **({"size": size} if size else {})), one(number=1)
    ana.prefer(speed="off", warn=False)
    opened(ana, puzzle)
    choose(ana, puzzle, next(move.text for move in puzzle.state.legal_moves if move is not puzzle.best))
    verdict(ana, "wrong")
    assert "of the chance to win" in ana.page.inner_text("#why")
    assert ana.page.evaluate(ABOVE_BUTTONS), "no need to scroll"
    assert ana.page.locator("#log li").count() > 1, "the refutation was played out"
    ana.page.click("#solution")
    verdict(ana, "shown")
    ana.page.click("#again")
    choose(ana, puzzle, puzzle.solution)
    verdict(ana, "right")
    ana.wait("() => document.querySelector('#progress').textContent.includes('0 of 1 puzzles solved')")


def test_the_puzzle_of_the_day_and_a_choice(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.page.goto("/")
    ana.page.click("a[href='/puzzles?daily']")
    ana.wait("() => document.body.dataset.puzzle")
    assert ana.page.inner_text("#what") == "Puzzle of the day"
    ana.page.click("#choice summary")
    ana.wait("() => document.querySelector('#difficulty').options.length > 1")
    ana.page.select_option("#board", "pavilion grey")
    ana.wait("() => document.querySelector('#what').textContent === 'Puzzles'")
    ana.page.select_option("#difficulty", "easy")
    ana.wait("() => document.querySelector('#about').textContent.startsWith('easy')")


def test_play_now_chooses_the_opponent(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.page.goto("/")
    ana.wait("() => document.querySelector('#now').dataset.level === 'beginner'")
    assert "against the weakest bot" in ana.page.inner_text("#opponent")
    with ana.page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/tables")) as asked:
        ana.page.click("#now")
    assert json.loads(asked.value.post_data or "")["seats"][1]["level"] == "beginner"
