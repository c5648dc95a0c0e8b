"""The texts that present Summer Pavilion to players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core.game_text import ChoiceText, ColourText, EditionText, GameText, OptionText

if TYPE_CHECKING:
    from azulejos.core.blocks import Speech
    from azulejos.games.pavilion import Pavilion


def description(kind: type[Pavilion], tr: Speech) -> GameText:
    """Return the game's texts in a language."""
    titles = (tr("purple"), tr("green"), tr("orange"), tr("yellow"), tr("blue"), tr("red"))
    editions = {
        "big-box": (tr("Summer Pavilion"), tr("No score drops below 1. Discarded tiles go into the tower.")),
        "mini-fr": (tr("Mini (French edition)"), tr("No score drops below 0. Discarded tiles go into the depot.")),
        "mini-hu": (
            tr("Mini (Hungarian edition)"),
            tr("As in the big box, no score drops below 1. Discarded tiles go into the depot."),
        ),
    }
    return GameText(
        name=kind.name,
        title=tr("Summer Pavilion"),
        about=tr("Collect tiles and pay with them to build the stars of your pavilion. Six rounds, six wild colours."),
        players=kind.player_counts,
        boards=(
            ChoiceText(
                "coloured",
                tr("Coloured side"),
                tr("Each star has its own colour; the central one takes six different colours."),
            ),
            ChoiceText(
                "grey",
                tr("Grey side"),
                tr("A star is all one colour or six different colours: you decide."),
                tr("grey side"),
            ),
        ),
        options=(
            OptionText(
                "score_floor",
                "choice",
                tr("score floor"),
                tr("No score can drop below this."),
                kind.options()["score_floor"],
                (
                    ChoiceText(1, "1"),
                    ChoiceText(0, "0", short=tr("Mini (French edition)")),
                ),
                main=False,  # people choose an edition
            ),
            OptionText(
                "wild_order",
                "order",
                tr("Wild colour in each round"),
                tr("Which colour is wild in each round."),
                kind.options()["wild_order"],
                tuple(ChoiceText(colour, title) for colour, title in zip(kind.colours, titles, strict=True)),
            ),
        ),
        editions=tuple(EditionText(name, *editions[name], options) for name, options in kind.editions.items()),
        colours=tuple(map(ColourText, kind.colours, kind.letters, titles)),
        phases={"acquire": tr("Acquire tiles"), "play": tr("Play tiles"), "bonus": tr("Bonus tiles")},
    )
