"""A third game works everywhere, though only `toy.py` knows it; `test_installed.py` has the command and the server."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from azulejos import CHANCE, GAMES, Game, State, game_from_json, position, render
from azulejos.arena import Match, entrants_of, in_process, match_plan
from azulejos.bots import Budget, make_bot
from azulejos.bots.analysis import analyse_game, analyse_position
from azulejos.bots.levels import LEVELS
from azulejos.bots.live import improving
from azulejos.language import LANGUAGES, language
from azulejos.perft import perft
from azulejos.record import Record
from azulejos.referee import Referee
from azulejos.render.score_text import sheet_lines
from azulejos.report import page
from azulejos.session import Session
from azulejos.testing import api_test


def toy(players: int = 2, **options: Any) -> Game:
    """Return the game, found through the registry."""
    return game_from_json({"game": "toy", "players": players, **options})


def dealt(game: Game, seed: int = 1) -> State:
    state = game.start()
    return state.play(state.draw(random.Random(seed)))


def played(game: Game, bot: str = "random") -> Record:
    session, player = Session(game, seed=3, names=["Ana", "Rui", "Eva", "Tom"][: game.players]), make_bot(bot, 1)
    while session.state.outcome is None:
        session.play(player.choose(session.state, Budget(effort=20)))
    return session.record()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_contract(players: int) -> None:
    api_test(toy(players, rounds=players + 1), games=10)


def test_it_is_in_the_registry_and_describes_itself() -> None:
    assert list(GAMES)[-1] == "toy"
    text = GAMES["toy"].description(language("de"))
    assert (text.title, text.players, [board.value for board in text.boards]) == ("Three Lines", (2, 3, 4), ["plain"])
    assert [(one.name, one.kind, one.default, one.least, one.most) for one in text.options] == [("rounds", "number", 3, 1, 5)]
    assert toy(rounds=4).summary() == ("Three Lines", "rounds: 4")
    assert position(dealt(toy(3)).text) == dealt(toy(3))


def test_the_referee_plays_it() -> None:
    referee, dice = Referee(), random.Random(5)
    answer = referee.answer(json.dumps({"game": "toy", "players": 3}))
    while "error" not in answer and referee.answer('{"ask": "result"}')["result"] is None:
        legal = referee.answer('{"ask": "legal"}')["legal"]
        event = {"action": dice.choice(legal)} if legal else referee.answer('{"ask": "draw", "seed": 1}')
        answer = referee.answer(json.dumps(event))
    assert "error" not in answer
    assert [gain["reason"] for gain in referee.answer('{"ask": "explain"}')["explain"]] in ([], ["line"])
    assert "display" in referee.answer('{"ask": "board"}')["board"]


def test_a_record_of_it_is_written_and_read() -> None:
    record = played(toy())
    assert record.result is not None
    assert Record.from_text(record.text) == Record.from_json(record.json) == record
    assert "game: toy\nboard: plain\nplayers: 2\nrounds: 3\n" in record.text
    assert "srcdoc" in record._repr_html_()


def test_greedy_beats_random_in_a_match() -> None:
    plan = match_plan(toy(), entrants_of(["greedy", "random"]), seed=7, budget=Budget())
    match = Match(plan, games=60)
    match.play(in_process)
    assert {one.name: one.score.value > 0.7 for one in match.result().standings} == {"greedy": True, "random": False}


def test_every_level_plays_it() -> None:
    for level in LEVELS:
        assert played(toy(), level).result is not None


def test_without_a_network_master_searches_with_playouts() -> None:
    """It finishes the line that wins the game in the second to last turn."""
    state = toy(rounds=1).position("toy players=2 rounds=1 round=1 turn=0 display=R1B1 bag=R12B12 box=R1B1 boards=0:,,RR/0:,,")
    assert make_bot("master", 1).choose(state, Budget(effort=200)).text == "R3"
    best, *_ = analyse_position(state, effort=200)
    *_, live = improving(state, seconds=0.1)
    assert live.done
    assert live.moves[0].move.text == "R3"
    assert (best.move.text, best.win) == ("R3", 1.0)


def test_an_analysis_of_a_game() -> None:
    record = played(toy())
    report = analyse_game(record, effort=30)
    assert len(report.moves) > 5
    assert "Three Lines, 2 players" in page(record, report, 30)


def test_it_counts_positions() -> None:
    assert perft(dealt(toy()), 1) == [8]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_plain_scene_shows_the_drawing_and_offers_all_moves(code: str) -> None:
    tr, game = language(code), toy(4)
    state, dice = game.start(), random.Random(2)
    while state.outcome is None:
        scene, layout = render.scene(state), render.layout(game)
        drawing = state.drawing().splitlines()
        assert [scene.texts[f"line.{n}"].replace("\N{NO-BREAK SPACE}", " ") for n in range(len(drawing))] == drawing
        assert all(f'data-label="line.{n}"' in layout[2] for n in range(len(drawing)))
        assert [choice.move for choice in render.choices(state, tr)] == [move.text for move in state.legal_moves]
        assert {choice.stages[0][0] for choice in render.choices(state, tr)} == render.buttons(state, tr).keys()
        event = state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves)
        assert render.sentences(game).event(state, event, ("a", "b", "c", "d"), tr)
        state = state.play(event)
    assert render.svg(state).startswith("<svg")
    assert render.preview(game).startswith("<svg")


def test_the_scoring_sheet() -> None:
    lines = sheet_lines(played(toy(), "greedy"))
    assert [line.split()[0] for line in lines] == ["Ana", "line", "Total"]


@pytest.mark.filterwarnings("ignore::UserWarning")  # a dictionary with the mask is unusual, but documented
def test_pettingzoo_and_gymnasium() -> None:
    pytest.importorskip("pettingzoo")
    import gymnasium
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test as pettingzoo_test

    from azulejos.env import gymnasium as ours
    from azulejos.env import pettingzoo
    from azulejos.env.observation import Encoder

    pettingzoo_test(pettingzoo.toy(players=3), num_cycles=300)
    ours.register()
    env = gymnasium.make("azulejos/ThreeLines-v0", opponents="greedy")
    check_env(env.unwrapped, skip_render_check=True)
    numbers, mask = Encoder(toy()).encode(dealt(toy()), 0)
    assert (numbers[:2].tolist(), mask.tolist()) == ([1.0, 0.0], [1] * 8)
    assert numbers[:2].tolist() != Encoder(toy()).observe(dealt(toy()), 1)[:2].tolist()


def test_the_full_screen_terminal() -> None:
    pytest.importorskip("textual")
    from azulejos.tui.app import GameApp

    session = Session(toy(), seed=5, names=["Ana", "Rui"])
    app = GameApp(session, {1: make_bot("beginner", 1)}, language("en"), pause=0)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            while app.state.outcome is None:
                await pilot.pause()
                if app.state.actor == 0:
                    await pilot.press("enter")
                elif app.workers:
                    await app.workers.wait_for_complete()

    asyncio.run(run())
    assert session.state.outcome is not None
