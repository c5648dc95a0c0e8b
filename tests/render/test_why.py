"""Why something can't be: a sentence for every refusal that players can meet, and the section of the rules that tells more."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from azulejos import GAMES, Azul, Game, IllegalMove, NotationError, Pavilion, position
from azulejos.language import ENGLISH
from azulejos.render.why import SENTENCES, reasons, rule_of, why, why_not
from azulejos.rulebook import rules_markdown
from azulejos.rulebook.examples import examples
from tests.render.games import steps

TWO = Azul(players=2)
PROGRAMS = {
    *("illegal", "not_an_event", "other_game", "unknown_move", "move_due", "no_refills"),
    *("wrong_round", "wrong_displays", "not_a_bunch", "wrong_size", "bag_first", "not_in_bag", "deal_due", "refill_due"),
}
"""Codes of mistakes that only programs make."""


def codes(game: str) -> set[str]:
    """All codes that refusals of a game can have, read from the source."""
    core = files("azulejos").joinpath("core")
    folder = GAMES[game].folder()
    assert folder is not None
    texts = [core.joinpath("refusals.py").read_text("utf-8"), folder.joinpath("refusal.py").read_text("utf-8")]
    return {code for text in texts for code in re.findall(r'(?:reason\(\s*|code, why = \(?\s*)"([a-z_]+)"', text)}


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_a_sentence_and_its_rule(game: str) -> None:
    own = reasons(GAMES[game]())
    assert len(codes(game)) > 15
    assert codes(game) - PROGRAMS == {*own.SENTENCES, *SENTENCES} - {"over", "wrong_seat", "no_move"}
    sections = re.findall(r"\{#([a-z]+)\}", rules_markdown(game))
    assert {*own.RULES.values()} <= {*sections}
    assert {*own.SENTENCES} <= {*own.RULES}


@pytest.mark.parametrize("game", [Azul(players=2), Pavilion(players=2)], ids=lambda game: game.name)
def test_every_gain_has_its_rule(game: Game) -> None:
    rules = rules_markdown(game.name)
    seen = set()
    for state, event in steps(game, 5):
        for gain in state.explain(event):
            seen.add(gain.reason)
            assert f"{{#{rule_of(game, gain)}}}" in rules
    assert len(seen) >= 3


def clicked(example: str, *spots: str) -> tuple[str, str | None] | None:
    return why_not(position(examples()[example]["position"]), spots, ENGLISH)


def test_a_click_on_a_line_of_azul() -> None:
    assert clicked("azul-lines", "display.1/yellow", "line.0.2") == (
        "Line 2 holds another colour: a line takes tiles of one colour only.", "lines"
    )  # fmt: skip
    assert clicked("azul-lines", "display.1/yellow", "line.0.3") == (
        "Row 3 of your wall shows this colour already, so line 3 takes no more of it.", "lines"
    )  # fmt: skip
    assert clicked("azul-lines", "display.1/yellow", "line.0.5") is None, "that is a move"
    assert clicked("azul-lines", "display.1/yellow", "line.1.5") is None, "that is somebody else's board"
    assert clicked("azul-lines", "display.2/yellow") == ("Display 2 is empty.", "taking")
    assert clicked("azul-lines", "centre/yellow") == ("The centre is empty.", "taking")
    assert clicked("azul-lines", "display.1/blue") == ("There are no tiles of this colour there.", "taking")
    assert clicked("azul-lines") is None


def test_a_click_on_the_grey_wall() -> None:
    assert clicked("azul-grey", "wall.0.3.2") == (
        "Column 2 shows this colour already: each colour may be there only once.", "grey"
    )  # fmt: skip
    assert clicked("azul-grey", "wall.0.3.3") == ("A tile lies on this space already.", "grey")
    assert clicked("azul-grey", "wall.0.5.1") == ("Lines are tiled from the top: line 3 comes first.", "tiling")
    assert clicked("azul-grey", "floor.0") == (
        "Tiles of a full line fall only when there is no space for them on the wall.", "grey"
    )  # fmt: skip


def test_a_click_in_summer_pavilion() -> None:
    wild = "This colour is wild: it is taken alone only where nothing else lies. One wild tile comes along with another colour."
    assert clicked("pavilion-taking", "display.2/purple") == (wild, "taking")
    assert clicked("pavilion-taking", "display.3/purple") is None
    assert clicked("pavilion-run", "space.0.4.6") == ("This space is covered already.", "placing")
    few = "This space costs 3 tiles of its colour (some of them may be wild), and yours do not suffice."
    assert clicked("pavilion-run", "space.0.3.3") == (few, "placing")
    assert clicked("pavilion-run", "space.0.3.3", "hand.0/red") == (few, "placing")
    none = "You have no tile of this colour. Wild ones alone are not enough: at least one is the colour itself."
    assert clicked("pavilion-run", "space.0.1.3") == (none, "placing")
    other = "This star does not take that colour. In a star all tiles are of one colour, or all are different."
    assert clicked("pavilion-run", "space.0.4.1", "hand.0/red") == (other, "board")
    assert clicked("pavilion-run", "display.1/red") == ("All tiles are taken: now place a tile, or pass.", "placing")
    assert clicked("pavilion-run", "supply/red") == ("All tiles are taken: now place a tile, or pass.", "placing")


def test_nobody_can_do_anything_when_the_game_is_over() -> None:
    assert clicked("azul-end", "centre/red") is None


def test_what_only_programs_do_wrong_stays_as_it_is_told() -> None:
    with pytest.raises(NotationError) as caught:
        TWO.move("xyz")
    assert why(TWO, caught.value, ENGLISH) == (str(caught.value), None)


def test_sentences_with_numbers() -> None:
    game = Pavilion(players=2)
    assert why(game, IllegalMove("…", "bonus_due", due=1), ENGLISH).text == "First take your bonus, 1 tile from the supply."
    assert why(game, IllegalMove("…", "bonus_due", due=3), ENGLISH).text == "First take your bonus, 3 tiles from the supply."
    for own in (reasons(game), reasons(TWO)):
        for code, sentence in {**SENTENCES, **own.SENTENCES}.items():
            values = {"line": 2, "row": 2, "column": 3, "source": 0, "due": 2, "cost": 4}
            assert sentence(ENGLISH, values).endswith("."), code
