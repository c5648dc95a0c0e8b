"""One game: played to its end and recorded, or forfeited by the player that fails."""

from __future__ import annotations

from typing import Any

import pytest

from azulejos import Azul, Deal, Game, Move, Pavilion, Problem, State
from azulejos.arena import Plan, Played, entrants_of, game, match_plan, play
from azulejos.bots import Bot, BotFailed, Budget
from azulejos.record import Record


def plan(rules: Game, *specs: str) -> Plan:
    return match_plan(rules, entrants_of(specs or ["greedy"] * rules.players), 1, Budget())


@pytest.mark.parametrize("rules", [Azul(), Azul(3, "grey", jokers=True), Pavilion(2), Pavilion(4, "grey")], ids=repr)
def test_a_game_is_played_to_its_end_and_recorded(rules: Game) -> None:
    played = play(plan(rules).task(0))
    record = Record.load(played.record.encode())
    assert record.result is not None
    assert (record.result.scores, record.result.ranks) == (played.scores, played.ranks)
    assert played.forfeit is None
    assert sum(played.decisions) == sum(isinstance(event, Move) for event in record.events)
    assert sum(played.points) == pytest.approx(1)
    assert record.names[0] == "greedy"


def test_the_line_of_a_journal_reads_back() -> None:
    played = play(plan(Azul()).task(1))
    line = played.json
    assert Played.from_json(line).json == line
    assert all(used is not None and used > 0 for used in played.cpu)


def test_a_journal_of_version_0_1_has_no_processor_times() -> None:
    line = {name: value for name, value in play(plan(Azul()).task(1)).json.items() if name != "cpu"}
    assert Played.from_json(line).cpu == ()


def test_rotated_games_are_dealt_the_same_tiles() -> None:
    """In Azul only the bag is drawn from for five rounds, whatever happens on the boards."""
    one, other = (Record.load(play(plan(Azul(), "greedy", "planner").task(number)).record.encode()) for number in (0, 1))
    deals = [[event for event in record.events if isinstance(event, Deal)] for record in (one, other)]
    assert one.names == other.names[::-1]
    assert min(map(len, deals)) >= 5
    assert deals[0][:5] == deals[1][:5]
    assert Record.load(play(plan(Azul(), "greedy", "planner").task(2)).record.encode()).events[0] != deals[0][0]


def test_equal_players_share_the_point() -> None:
    played = play(plan(Azul(3)).task(0))
    assert Played(**{**vars(played), "ranks": (1, 3, 1)}).points == (0.5, 0.0, 0.5)


class Failing(Bot):
    """Plays a few moves, and then fails."""

    def __init__(self, how: Any) -> None:
        super().__init__(seed=0)
        self.how = how
        self.left = 3
        self.closed = False

    def choose(self, state: State, budget: Budget) -> Move:
        self.left -= 1
        if self.left > 0:
            return state.legal_moves[0]
        answer: Move = self.how(state)
        return answer

    def close(self) -> None:
        self.closed = True


def _raise(error: Exception) -> Move:
    raise error


@pytest.mark.parametrize(
    ("how", "code", "reason"),
    [
        (lambda _: _raise(ZeroDivisionError("oops")), "crashed", "ZeroDivisionError: oops"),
        (lambda _: _raise(BotFailed("no answer", "timeout")), "timeout", "no answer"),
        (lambda _: None, "nonsense", "returned None, which is not a move"),
        (lambda state: state.game.moves[-1], "not_tiling", "r5c5"),
        (lambda _: Pavilion.moves[0], "wrong_game", "0P"),
    ],
    ids=["an exception", "no answer", "no move", "an illegal move", "a move of another game"],
)
def test_any_failure_of_a_bot_is_a_forfeit(monkeypatch: pytest.MonkeyPatch, how: Any, code: str, reason: str) -> None:
    made: list[Failing] = []

    def make(spec: str, seed: int) -> Bot:
        made.append(Failing(how if spec == "failing" else lambda state: state.legal_moves[0]))
        return made[-1]

    monkeypatch.setattr(game, "make_bot", make)
    played = play(plan(Azul(3), "good", "failing", "good").task(0))
    assert played.forfeit is not None
    assert played.forfeit.seat == 1
    assert reason in played.forfeit.reason
    assert played.forfeit.code == code or code in ("not_tiling", "wrong_game")  # refusals have codes of the core
    assert played.ranks == (1, 3, 1)
    assert all(bot.closed for bot in made)
    assert Record.load(played.record.encode()).result is None


def test_a_game_needs_as_many_bots_as_players() -> None:
    with pytest.raises(Problem, match="3 players needs 3 bots, not 2"):
        match_plan(Azul(3), entrants_of(["greedy", "random"]), 1, Budget())
