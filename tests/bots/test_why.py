"""Why a move is better: the reasons are the differences that carry most of the value, in four languages."""

from __future__ import annotations

import itertools
import random

import pytest

from azulejos import CHANCE, Azul, Game, Move, Pavilion, State, position
from azulejos.bots.advice import advise
from azulejos.bots.thinking import Finding
from azulejos.bots.why import reason_from_json, reason_json, why
from azulejos.core.coach import END, LATER, Reason
from azulejos.language import LANGUAGES, language
from azulejos.render.reasons import because

NAMES = ("Ana", "Rui")
WALL = "...../...../...../...../....."


def finding(move: Move, lines: tuple[tuple[Move, ...], ...] = ()) -> Finding:
    return Finding(move, 1, 0.5, 0.0, (move,), lines=lines)


def reasons(state: State, better: str, worse: str, points: float = 1.0) -> list[Reason]:
    return why(state, finding(state.game.move(better)), finding(state.game.move(worse)), points)


def test_tiles_that_fall_cost_points() -> None:
    # The last tiles of the round: five reds fit into line 5, or all of them fall.
    state = position(
        "azul players=2 board=coloured jokers=no limit=50 round=1 next=0 phase=offer start=0 marker=1 displays=-,-,-,-,-"
        f" centre=R5 bag=B20Y20R15K20W20 lid=- seat0=30;-,-,-,-,-;-;{WALL} seat1=30;-,-,-,-,-;*;{WALL}"
    )
    first, *_ = reasons(state, "0R5", "0R0", 10)
    assert (first.kind, first.seat, first.own, round(first.points)) == ("floor", 0, True, 8)
    assert because(state.game, [first], NAMES, language("en")) == "It saves about 8 points on the floor line."


def test_what_is_taken_away_from_the_other_player_is_named() -> None:
    # Rui needs the last two blue tiles for line 5, where they score 6 points.
    state = position(
        "azul players=2 board=coloured jokers=no limit=50 round=2 next=0 phase=offer start=0 marker=0 displays=-,-,-,-,-"
        f" centre=B2W2 bag=B15Y18R19K19W17 lid=- seat0=30;-,-,-,-,-;*;{WALL}"
        " seat1=30;-,Y,-,-,BBB;-;...../...../....R/....Y/..KW."
    )
    found = reasons(state, "0B2", "0W2", 3)
    assert (found[0].kind, found[0].seat, found[0].own, found[0].about) == ("tiles", 1, False, 5)
    text = because(state.game, found[:1], NAMES, language("en"))
    assert text == f"Rui scores about {found[0].points:.0f} points less this round, mostly in row 5."
    assert 4.5 < found[0].points < 7


@pytest.mark.parametrize(("often", "kind"), [(4, "tiles"), (1, END)])
def test_what_happens_in_few_of_the_lines_may_be_chance(often: int, kind: str) -> None:
    # After the same move, Rui completes line 5 with the blue tiles, or drops them.
    state = position(
        "azul players=2 board=coloured jokers=no limit=50 round=2 next=0 phase=offer start=0 marker=0 displays=-,-,-,-,-"
        f" centre=B2W2 bag=B15Y19R19K19W17 lid=- seat0=30;-,-,-,-,-;*;{WALL}"
        " seat1=30;-,-,-,-,BBB;-;...../...../....R/....Y/..KW."
    )
    white, completed, dropped = (state.game.move(text) for text in ("0W2", "0B5", "0B0"))
    better = finding(white, ((white, dropped),) * often + ((white, completed),) * (4 - often))
    assert why(state, better, finding(white, ((white, completed),)), 3.0)[0].kind == kind


@pytest.mark.parametrize(("tiles", "named"), [(1, True), (7, False)])
def test_to_start_is_no_reason_if_the_marker_costs_more(tiles: int, named: bool) -> None:
    # Whoever takes the yellow tiles also gets the starting player marker, and loses a point for each of them.
    state = position(
        "pavilion players=2 board=coloured floor=1 wild=PGOYBR round=3 next=0 phase=acquire owed=0 start=0 marker=centre"
        f" displays=GGGG,-,-,-,- centre=Y{tiles} supply=P2O2Y2B2R2 bag=P16G16O18Y{18 - tiles}B18R16 tower=-"
        " seat0=30;playing;-;PR..../P...../O...../R...../B...../Y...../G....."
        " seat1=30;playing;-;PR..../P...../O...../R...../B...../Y...../G....."
    )
    assert ("start" in {reason.kind for reason in reasons(state, "0Y", "1G", 1)}) == named


def test_in_the_last_round_what_counts_is_the_end() -> None:
    # Row 1 will be complete, so there are no later rounds.
    state = position(
        "azul players=2 board=coloured jokers=no limit=50 round=5 next=0 phase=offer start=0 marker=0 displays=-,-,-,-,-"
        f" centre=K1 bag=B19Y19R19K18W19 lid=- seat0=30;B,-,-,-,-;*;.YRKW/...../...../...../..... seat1=30;-,-,-,-,-;-;{WALL}"
    )
    move = state.game.move("0K5")
    (reason,) = why(state, finding(move), finding(move), 4.0)
    assert reason.kind == END
    assert because(state.game, [reason], NAMES, language("en")) == "It is worth about 4 points at the end of the game."


def test_what_this_round_does_not_explain_pays_off_later() -> None:
    state = Azul(2).start()
    state = state.play(state.draw(random.Random(1)))
    move = state.legal_moves[0]
    (reason,) = why(state, finding(move), finding(move), 5.0)
    assert (reason.kind, reason.points) == (LATER, 5.0)
    assert because(state.game, [reason], NAMES, language("en")) == "It is worth about 5 points, most of them in later rounds."


@pytest.mark.compiled
@pytest.mark.parametrize("game", [Azul(2), Azul(3, "grey", jokers=True), Pavilion(2), Pavilion(4, "grey")], ids=str)
def test_any_two_moves_can_be_compared_in_four_languages(game: Game) -> None:
    dice, state = random.Random(3), game.start()
    names = ("Ana", "Rui", "Eva", "Leo")[: game.players]
    said: dict[str, set[str]] = {code: set() for code in LANGUAGES}
    for number in itertools.count():
        if state.outcome is not None:
            break
        legal = state.legal_moves
        if len(legal) > 1 and number % 12 == 0:
            better, worse = dice.sample(legal, 2)
            for reason in why(state, finding(better), finding(worse), 0.0):
                assert reason_from_json(reason_json(reason)).kind == reason.kind
                for code in LANGUAGES:
                    said[code].add(because(game, [reason], names, language(code)))
        state = state.play(state.draw(dice) if state.actor is CHANCE else dice.choice(legal))
    assert said["en"]
    assert all(text.endswith(".") and "{" not in text for texts in said.values() for text in texts)
    assert len({frozenset(texts) for texts in said.values()}) == len(LANGUAGES), "each language says it in its own words"


def all_reasons(game: Game) -> list[Reason]:
    """Return a reason for every aspect that the end of a round can have."""
    dice, state, gains = random.Random(1), game.start(), []
    coach = game.coach()
    assert coach is not None
    found = set()
    while state.outcome is None:
        event = state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves)
        gains += state.explain(event)
        state = state.play(event)
        found |= {*coach.aspects(state, gains)}
    return [
        Reason(kind, seat, about, 2.0, own, share, exact)
        for kind, seat, about in found
        for own in (True, False)
        for share in (0.3, 1.0)
        for exact in (True, False)
    ]


@pytest.mark.parametrize("game", [Azul(2), Pavilion(2), Pavilion(2, "grey")], ids=str)
def test_there_is_a_sentence_for_every_aspect(game: Game) -> None:
    for code in LANGUAGES:
        for reason in all_reasons(game):
            text = because(game, [reason], NAMES, language(code))
            assert text.endswith(".")
            assert reason.own or NAMES[reason.seat] in text


@pytest.mark.compiled
def test_a_hint_is_a_legal_move_with_a_reason() -> None:
    state = Azul(2).start()
    state = state.play(state.draw(random.Random(1)))
    advice = advise(state, seconds=0.05)
    assert isinstance(advice.move, Move)
    assert advice.move in state.legal_moves
    assert because(state.game, advice.reasons, NAMES, language("hu")) == "" or advice.reasons


@pytest.mark.parametrize(
    ("game", "kind", "text"),
    [
        (Azul(2), "floor", "It saves points on the floor line."),
        (Azul(2), "tiles", "It scores more points this round, mostly in row 3."),
        (Pavilion(2), "bonus", "It earns more bonus tiles."),
        (Pavilion(2), LATER, "Most of its advantage comes in later rounds."),
        (Azul(2), END, "It gives a better chance to win."),
    ],
    ids=str,
)
def test_an_uncertain_number_is_not_said(game: Game, kind: str, text: str) -> None:
    reason = Reason(kind, 0, 3, 4.0, True, exact=False)
    assert because(game, [reason], NAMES, language("en")) == text
    assert reason_from_json(reason_json(reason)) == reason
