"""The texts that present Azul to players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core.game_text import ChoiceText, ColourText, GameText, OptionText

if TYPE_CHECKING:
    from azulejos.core.blocks import Speech
    from azulejos.games.azul import Azul


def description(kind: type[Azul], tr: Speech) -> GameText:
    """Return the game's texts in a language."""
    options = kind.option_types()
    limit = options["round_limit"]
    titles = (tr("blue"), tr("yellow"), tr("red"), tr("black"), tr("white"), tr("joker"))
    return GameText(
        name=kind.name,
        title="Azul",
        about=tr("Take tiles from the factories, fill your pattern lines and tile your wall. Quick to learn."),
        players=kind.player_counts,
        boards=(
            ChoiceText("coloured", tr("Coloured wall"), tr("Every colour has its place.")),
            ChoiceText(
                "grey", tr("Grey wall"), tr("You choose where each colour goes: once per row and column."), tr("grey wall")
            ),
        ),
        options=(
            OptionText(
                "jokers",
                "switch",
                tr("Joker tiles"),
                tr("Some tiles stand for any colour."),
                options["jokers"].default,
                (
                    ChoiceText(False, tr("Standard"), tr("Five colours, a hundred tiles.")),
                    ChoiceText(True, tr("Joker tiles"), tr("Some tiles stand for any colour."), tr("Joker tiles")),
                ),
            ),
            OptionText(
                "round_limit",
                "number",
                tr("round limit"),
                tr("The game ends after this round at the latest."),
                limit.default,
                least=limit.least,
                most=limit.most,
                main=False,
            ),
        ),
        editions=(),
        colours=tuple(map(ColourText, kind.colours, kind.letters, titles)),
        phases={"offer": tr("Factory offer"), "tiling": tr("Wall-tiling")},
    )
