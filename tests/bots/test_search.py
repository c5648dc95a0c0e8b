"""The search and the heuristics behind `master`: they consider only legal moves, and equal seeds find the same."""

from __future__ import annotations

import random

import pytest

from azulejos import CHANCE, Azul, Game, Move, Pavilion, Refill, State
from azulejos.bots.thinking import Thinking
from azulejos.bots.weights import load_net, untrained
from azulejos.core import COMPILED
from azulejos.core.heuristic import Heuristic
from azulejos.core.net import Net
from azulejos.core.search import Search

GAMES: list[Game] = [
    Azul(2),
    Azul(4),
    Azul(3, "grey"),
    Azul(2, jokers=True),
    Azul(2, "grey", jokers=True),
    Pavilion(2),
    Pavilion(4),
    Pavilion(3, "grey"),
    Pavilion(2, wild_order=("red", "blue", "green", "purple", "orange", "yellow")),
]

EFFORT = 50 if COMPILED else 5  # uncompiled, a simulation takes milliseconds


def heuristic(state: State) -> Heuristic:
    found = state.game.heuristic(state)
    assert found is not None
    return found


def blank_net(game: Game) -> Net:
    return load_net(untrained(game))


def positions(game: Game, seed: int, every: int = 7) -> list[State]:
    """Some positions with a decision, of a game whose moves are drawn by heuristic values."""
    dice = random.Random(seed)
    state, found, decisions = game.start(), [], 0
    while state.outcome is None:
        if state.actor is CHANCE:
            state = state.play(state.draw(dice))
            continue
        decisions += 1
        if decisions % every == 0:
            found.append(state)
        state = state.play(game.moves[dice.choice(heuristic(state).move_values())[0]])
    return found


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_heuristic_evaluates_each_legal_move_once(game: Game) -> None:
    for state in positions(game, 1, every=3):
        weighed = [move for move, _ in heuristic(state).move_values()]
        assert weighed
        assert len(weighed) == len(set(weighed))
        assert set(weighed) <= {move.id for move in state.legal_moves}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_patterns_between_rounds_fit_the_network(game: Game) -> None:
    dice = random.Random(2)
    state = game.start()
    while state.outcome is None:
        if state.actor is not CHANCE:
            state = state.play(game.moves[dice.choice(heuristic(state).move_values())[0]])
            continue
        judge = heuristic(state)
        state = state.play(state.draw(dice))
        for seat in range(game.players):
            patterns = judge.patterns(seat)
            assert all(0 <= pattern < judge.patterns_known for pattern in patterns)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_search_visits_what_it_simulates_and_leaves_the_state_alone(game: Game) -> None:
    short, varied = False, not COMPILED  # otherwise the search is so short that there may be one reply only
    for state in positions(game, 3, every=20 if COMPILED else 60):
        text = state.text
        search = Search(heuristic(state), blank_net(game), seed=5)
        search.run(2 * EFFORT)
        search.run(EFFORT)
        found = search.findings()
        assert sum(visits for _, visits, _, _ in found) == search.simulations == 3 * EFFORT
        assert all(0 <= win <= 1 for _, visits, win, _ in found if visits)
        assert {move for move, _, _, _ in found} <= {move.id for move in state.legal_moves}
        assert state.text == text
        line = search.line(found[0][0])
        assert line[0] == found[0][0]
        drawn = [search.line(found[0][0], 2, random.Random(number)) for number in range(20)]
        assert all(one[0] == line[0] for one in drawn)
        varied = varied or len({*map(tuple, drawn)}) > 1
        short = short or len(search.line(found[0][0], search.simulations + 1, random.Random(1))) == 1
        again = Search(heuristic(state), blank_net(game), seed=5)
        again.run(3 * EFFORT)
        assert again.findings() == found
    assert varied, "other replies are drawn, too"
    assert short, "others had fewer visits, and are not certain"


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_search_that_starts_again_finds_what_a_new_one_finds(game: Game) -> None:
    used = None
    for state in positions(game, 3, every=20 if COMPILED else 60):
        new = Search(heuristic(state), blank_net(game), seed=9)
        new.run(6 * EFFORT)  # enough to need more memory
        if used is None:
            used = Search(heuristic(state), blank_net(game), seed=2)
            used.run(20 * EFFORT)
        used.restart(heuristic(state), blank_net(game), seed=9)
        used.run(2 * EFFORT)
        used.run(4 * EFFORT)
        assert used.findings() == new.findings()


def value(state: State, move: Move, net: Net) -> float:
    """Return the first player's chance to win after a move, if both go on as well as they can, by trying everything."""
    after = state.play(move)
    if isinstance(after.actor, int):
        choose = min if after.actor else max
        return choose(value(after, after.game.moves[reply], net) for reply, _ in heuristic(after).move_values())
    search = Search(heuristic(state), net, also=move.id)
    search.focus(move.id)
    search.run(1)
    return search.by_seat()[move.id][0][0]


def endings(state: State, most: int) -> int:
    """Return in how many ways the round can end, up to about this many; more than that if tiles may be drawn before."""
    if not isinstance(state.actor, int):
        return most + 1 if isinstance(state.draw(random.Random(0)), Refill) else 1
    found = 0
    for move, _ in heuristic(state).move_values():
        after = state.play(state.game.moves[move])
        found += 1 if after.outcome else endings(after, most)
        if found > most:
            break
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("game", [game for game in GAMES if game.players == 2], ids=str)
def test_the_last_moves_of_a_round_are_searched_exactly(game: Game) -> None:
    net = blank_net(game)
    found = [state for seed in range(4) for state in positions(game, seed, every=1) if 2 <= endings(state, 200) <= 200]
    for state in random.Random(7).sample(found, 12):
        search = Search(heuristic(state), net, seed=3)
        for move in state.legal_moves:
            search.focus(move.id)
            search.run(400)
        search.focus(-1)
        search.run(400)
        assert search.lead() > search.simulations, "everything is certain"
        values = search.by_seat()
        for number, wins in values.items():
            assert wins[0][0] == pytest.approx(value(state, game.moves[number], net), abs=1e-5)
        best = search.findings()[0][0]
        seat = state.actor
        assert isinstance(seat, int)
        assert values[best][seat][0] == pytest.approx(max(wins[seat][0] for wins in values.values()))


def test_a_search_expects_no_particular_draw() -> None:
    drawn = 0
    for state in positions(Pavilion(2), 4, every=2):
        search = Search(heuristic(state), blank_net(state.game), 3)
        search.run(8 * EFFORT)
        for move, visits, _, _ in search.findings()[:3]:
            after = state
            for step in search.line(move) if visits else ():
                assert after.actor is not CHANCE, "a line ends where tiles are drawn"
                after = after.play(state.game.moves[step])
            drawn += after.actor is CHANCE and isinstance(after.draw(random.Random(1)), Refill)
    assert drawn, "some lines have come to a refill"


def test_a_search_can_include_a_move_that_the_heuristic_skipped() -> None:
    game: Game = Pavilion(2)
    state = next(state for state in positions(game, 4, every=1) if len(state.legal_moves) > len(heuristic(state).move_values()))
    weighed = {move for move, _ in heuristic(state).move_values()}
    passed_over = next(move for move in state.legal_moves if move.id not in weighed)
    thinking = Thinking(state, also=passed_over)
    thinking.try_out(passed_over, 20)
    assert {finding.move: finding.visits for finding in thinking.findings(100)}[passed_over] >= 20


def test_threads_share_the_work() -> None:
    state = positions(Azul(2), 5)[0]
    thinking = Thinking(state, seed=1, threads=2)
    thinking.run(effort=2 * EFFORT)
    assert EFFORT < thinking.simulations <= 2 * EFFORT
    assert sum(finding.visits for finding in thinking.findings(1000)) == thinking.simulations


def test_findings_are_available_at_any_time() -> None:
    state = positions(Azul(2), 6)[0]
    thinking = Thinking(state)
    assert thinking.findings() == []
    thinking.run(seconds=0.02)
    first = thinking.findings(3)
    thinking.run(seconds=0.02)
    assert thinking.simulations > sum(finding.visits for finding in first)


def test_a_search_without_a_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="limit"):
        Thinking(positions(Azul(2), 6)[0]).run()


def test_master_takes_an_immediate_win() -> None:
    """The row is complete with the last tile, and the game is won by it; any other move loses points on the floor."""
    text = (
        "azul players=2 board=coloured jokers=no limit=50 round=5 next=0 phase=offer start=0 marker=1 "
        "displays=-,-,-,-,- centre=W1 bag=B19Y19R19K19W15 lid=W3 "
        "seat0=10;-,-,-,-,-;-;BYRK./...../...../...../..... seat1=10;-,-,-,-,-;-;....W/...../...../...../....."
    )
    state = Azul(2).position(text)
    thinking = Thinking(state)
    thinking.run(effort=200)
    assert thinking.findings()[0].move.text == "0W1"
