"""Players like people: what they see at a glance, what they overlook, and levels that can be told apart."""

from __future__ import annotations

import itertools

import pytest

from azulejos import Azul, Game, Pavilion
from azulejos.arena import Match, entrants_of, in_process, match_plan
from azulejos.bots import BotError, Budget, make_bot
from azulejos.bots.levels import LEVELS
from azulejos.bots.sight import sight
from azulejos.core.glance import Glance
from tests.bots.test_simple import states

AZUL = Azul().position(
    "azul players=2 board=coloured jokers=no limit=50 round=2 next=0 phase=offer start=0 marker=centre"
    " displays=BBBB,RRKK,YWWW,-,- centre=K2 bag=B15Y19R16K16W17 lid=-"
    " seat0=5;-,-,RR,-,-;-;B..../...../...../...../..... seat1=3;-,-,-,-,-;-;...../...../...../...../....."
)


@pytest.mark.parametrize(
    ("move", "gain", "loss"),
    [
        ("1B4", 4 + 1, 0),  # four tiles complete line 4
        ("1B2", 2 + 1, 2),  # two of them fall
        ("2R3", 1 + 1, 1),  # one completes the line, one falls
        ("2K5", 2, 0),
        ("3Y1", 1 + 2, 0),  # next to the blue tile
        ("0K0", 0, 4),  # with the marker
    ],
)
def test_azul_at_a_glance(move: str, gain: float, loss: float) -> None:
    assert AZUL.game.glance(AZUL, AZUL.game.move(move)) == Glance(gain, loss)


def test_summer_pavilion_at_a_glance() -> None:
    asked = states(Pavilion(), 3)
    kinds = set()
    for state in asked:
        for move in state.legal_moves[:20]:
            seen = state.game.glance(state, move)
            assert seen is not None
            assert min(seen) >= 0
            if seen.gain:
                kinds.add(move.action["type"])
            if move.action["type"] == "pass":
                assert seen.gain == 0
    assert kinds >= {"take", "place"}


def test_one_who_minds_the_floor_line_does_not_fill_it() -> None:
    """Blue on line 2 brings three at once and costs two; only a player who thinks of gain alone may not care."""
    state = AZUL.game.position(
        AZUL.text.replace("BBBB,RRKK,YWWW", "BBBB,-,-").replace("centre=K2 bag=B15Y19R16K16W17", "centre=- bag=B15Y20R18K20W20")
    )
    chosen = {
        minds: make_bot(f"casual:minds={minds}", 1).choose(state, Budget()).text for minds in ("gain", "gain+loss", "loss")
    }
    assert chosen["gain"] == chosen["gain+loss"] == "1B4"
    assert chosen["loss"] in ("1B4", "1B5")


@pytest.mark.parametrize("game", [Azul(), Pavilion()], ids=lambda game: game.name)
def test_one_who_sees_everything_plays_the_best_estimate(game: Game) -> None:
    bot = make_bot("casual", 3)
    for state in states(game, 2)[::4]:
        worth = {move: value for value, move in sight(state)}
        assert worth[bot.choose(state, Budget())] == pytest.approx(max(worth.values()))


@pytest.mark.parametrize(
    "spec", ["casual:sees=0", "casual:sees=0.5", pytest.param("casual:sees=0.5,thinks=20", marks=pytest.mark.compiled)]
)
def test_one_who_overlooks_things_still_plays(spec: str) -> None:
    bot, sharp = make_bot(spec, 3), make_bot(spec.replace("sees=0.5", "sees=1").replace("sees=0", "sees=1"), 3)
    asked = states(Azul(3, "grey"), 2)[::4]
    chosen = [bot.choose(state, Budget()) for state in asked]
    assert all(move in state.legal_moves for move, state in zip(chosen, asked, strict=True))
    assert chosen != [sharp.choose(state, Budget()) for state in asked]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("casual:sees=2", "`sees` must be a number from 0 to 1, not 2"),
        ("casual:minds=nothing", "`minds` must be some of gain, loss and future, with + between them, not 'nothing'"),
        ("casual:thinks=much", "`thinks` must be a number from 0 to 1000000, not 'much'"),
    ],
)
def test_wrong_options_are_refused(spec: str, message: str) -> None:
    with pytest.raises(BotError) as raised:
        make_bot(spec, 0)
    assert message in str(raised.value)


@pytest.mark.compiled
@pytest.mark.parametrize("game", [Azul(2), Azul(4, "grey"), Pavilion(2, "grey"), Pavilion(4)], ids=repr)
def test_each_level_is_ahead_of_the_one_below(game: Game) -> None:
    """The levels that don't search; docs/bots.md has the others. Both levels have half of the seats."""
    levels = [name for name, level in LEVELS.items() if "thinks" not in level.spec and name != "master"]
    assert len(levels) == 3
    for weak, strong in itertools.pairwise(levels):
        bots = entrants_of([weak, strong] * (game.players // 2))
        match = Match(match_plan(game, bots, 1, Budget()), games=16)
        match.play(in_process)
        scores = [one.score.value for one in match.result().standings]
        assert sum(scores[1::2]) > sum(scores[::2]), (weak, strong)
