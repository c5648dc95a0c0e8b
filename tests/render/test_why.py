"""Explanations: a sentence for every refusal that players can meet, and the section of the rules about it."""

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
    """Return all codes that refusals of a game can have, read from the source."""
    source = files("azulejos")
    paths = source.joinpath("core", "refusals.py"), source.joinpath("games", game, "refusal.py")
    texts = [path.read_text("utf-8") for path in paths]
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
    assert clicked("azul-lines", "display.1/red", "line.0.3") == (
        "Pattern line 3 holds another colour. A pattern line takes only one colour.", "lines"
    )  # fmt: skip
    assert clicked("azul-lines", "display.1/red", "line.0.4") == (
        "Row 4 of your wall already has this colour, so pattern line 4 can't take it.", "lines"
    )  # fmt: skip
    assert clicked("azul-lines", "display.1/red", "line.0.5") is None, "that is a move"
    assert clicked("azul-lines", "display.1/red", "line.1.5") is None, "that is another player's board"
    empty, centre = clicked("azul-lines", "display.2/red"), clicked("azul-lines", "centre/red")
    for said in (empty, centre):
        assert said is not None
        assert "empty" in said[0]
        assert said[1] == "taking"
    assert clicked("azul-lines", "display.1/blue") == ("There are no tiles of this colour there.", "taking")
    assert clicked("azul-lines") is None


def test_a_click_on_a_line_that_a_joker_bars() -> None:
    """The colour by itself is the reason, though taking it with jokers fails for another reason."""
    assert clicked("azul-jokers", "display.1/yellow", "line.0.2") == (
        "Row 2 of your wall already has this colour, so pattern line 2 can't take it.", "lines"
    )  # fmt: skip


def test_a_click_on_the_grey_wall() -> None:
    assert clicked("azul-grey", "wall.0.4.5") == (
        "Column 5 already has this colour, and a column takes each colour only once.", "grey"
    )  # fmt: skip
    assert clicked("azul-grey", "wall.0.4.3") == ("This space already has a tile.", "grey")
    assert clicked("azul-grey", "wall.0.5.1") == ("Tile from the top: pattern line 4 is next.", "tiling")
    assert clicked("azul-grey", "floor.0") == (
        "A complete pattern line falls only if its row has no legal space.", "grey"
    )  # fmt: skip


def test_a_click_in_summer_pavilion() -> None:
    wild = (
        "This colour is wild. You can take it by itself only where nothing else is left."
        " Otherwise choose another colour, and one wild tile comes with it."
    )
    assert clicked("pavilion-taking", "display.2/purple") == (wild, "taking")
    assert clicked("pavilion-taking", "display.3/purple") is None
    assert clicked("pavilion-run", "space.0.6.4") == ("This space is already covered.", "placing")
    few = "This space costs 3 tiles of its colour (some may be wild), and you don't have enough."
    assert clicked("pavilion-run", "space.0.3.3") == (few, "placing")
    assert clicked("pavilion-run", "space.0.3.3", "hand.0/red") == (few, "placing")
    none = "You have no tile of this colour. At least one tile must be of the colour itself; the others may be wild."
    assert clicked("pavilion-run", "space.0.1.3") == (none, "placing")
    other = "This star can't take that colour. Its tiles must be all of one colour or all different."
    assert clicked("pavilion-run", "space.0.4.1", "hand.0/red") == (other, "board")
    assert clicked("pavilion-run", "display.1/red") == ("All tiles have been taken. Place a tile or pass.", "placing")
    assert clicked("pavilion-run", "supply/red") == ("All tiles have been taken. Place a tile or pass.", "placing")


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    assert clicked("azul-end", "centre/red") is None


def test_mistakes_of_programs_keep_their_message() -> None:
    with pytest.raises(NotationError) as caught:
        TWO.move("xyz")
    assert why(TWO, caught.value, ENGLISH) == (str(caught.value), None)


def test_sentences_with_numbers() -> None:
    game = Pavilion(players=2)
    assert why(game, IllegalMove("…", "bonus_due", due=1), ENGLISH).text == "Take your bonus first: 1 tile from the supply."
    assert why(game, IllegalMove("…", "bonus_due", due=3), ENGLISH).text == "Take your bonus first: 3 tiles from the supply."
    for own in (reasons(game), reasons(TWO)):
        for code, sentence in {**SENTENCES, **own.SENTENCES}.items():
            values = {"line": 2, "row": 2, "column": 3, "source": 0, "due": 2, "cost": 4}
            assert sentence(ENGLISH, values).endswith("."), code
