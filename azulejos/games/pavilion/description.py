"""What people are shown of Summer Pavilion before they play it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core.game_text import ChoiceText, ColourText, EditionText, GameText, OptionText

if TYPE_CHECKING:
    from azulejos.core.blocks import Speech
    from azulejos.games.pavilion import Pavilion


def description(kind: type[Pavilion], tr: Speech) -> GameText:
    """The game's texts in a language."""
    titles = (tr("purple"), tr("green"), tr("orange"), tr("yellow"), tr("blue"), tr("red"))
    editions = {
        "big-box": (tr("Big box"), tr("Your score never falls below 1.")),
        "mini-fr": (tr("Mini, French"), tr("The travel edition: your score may fall to 0.")),
        "mini-hu": (tr("Mini, Hungarian"), tr("The travel edition: your score never falls below 1.")),
    }
    return GameText(
        name=kind.name,
        title=tr("Summer Pavilion"),
        about=tr("Gather tiles, and pay with them for the stars of your pavilion. Six rounds, six wild colours."),
        players=kind.player_counts,
        boards=(
            ChoiceText(
                "coloured", tr("Coloured stars"), tr("Every star has its colour, the middle one takes six different ones.")
            ),
            ChoiceText(
                "grey",
                tr("Grey stars"),
                tr("A star is of one colour or of six different ones: you decide."),
                tr("grey board"),
            ),
        ),
        options=(
            OptionText(
                "score_floor",
                "choice",
                tr("lowest score"),
                tr("Losses take no score below this."),
                kind.options()["score_floor"],
                (
                    ChoiceText(1, tr("As usual"), tr("Your score never falls below 1.")),
                    ChoiceText(0, tr("Mini"), tr("The travel edition: your score may fall to 0."), tr("Mini")),
                ),
            ),
            OptionText(
                "wild_order",
                "order",
                tr("Wild colours, round by round"),
                tr("Which colour is wild in each round."),
                kind.options()["wild_order"],
                tuple(ChoiceText(colour, title) for colour, title in zip(kind.colours, titles, strict=True)),
            ),
        ),
        editions=tuple(EditionText(name, *editions[name], options) for name, options in kind.editions.items()),
        colours=tuple(map(ColourText, kind.colours, kind.letters, titles)),
        phases={"acquire": tr("Taking tiles"), "play": tr("Placing tiles"), "bonus": tr("Bonus tiles")},
    )
