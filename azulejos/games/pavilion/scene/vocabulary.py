"""The names of the parts of Summer Pavilion."""

from __future__ import annotations

from azulejos.games.pavilion import Pavilion
from azulejos.games.pavilion.scene.choices import FEWER, PASS
from azulejos.language import Language
from azulejos.render import shared_vocabulary as shared
from azulejos.render.prompts import with_defaults
from azulejos.render.types import PlaceWords, Prompt, Vocabulary

COLOUR, PLAYER = "{colour}", "{name}"


def vocabulary(tr: Language) -> Vocabulary:
    """Return the names of pieces, places and fields, and the prompts for players."""
    return Vocabulary(
        pieces=shared.pieces(Pavilion, tr),
        places={
            **shared.sources(tr),
            "supply": PlaceWords(tr("{colour} in the supply", colour=COLOUR), tr("Supply"), 1, by_colour=True),
            "hand": PlaceWords(
                tr("{colour} from your tiles", colour=COLOUR),
                tr("{name}, beside the board", name=PLAYER),
                2,
                by_colour=True,
                owned=True,
            ),
            "corner": PlaceWords(tr("{colour} you kept", colour=COLOUR), tr("{name}, kept", name=PLAYER), 3, owned=True),
            "space": PlaceWords(
                tr("star {star}, space {space}", space="{3}", star="{2}"),
                tr("{name}, star {n}", name=PLAYER, n="{2}"),
                4,
                owned=True,
                exact=True,
            ),
        },
        prompts=with_defaults(_prompts(tr), tr),
        fields={
            **shared.fields(tr),
            "floor": tr("score floor"),
            "wild": tr("order of the wild colours"),
            "owed": tr("bonus tiles to take"),
            "supply": tr("supply"),
            "tower": tr("discarded tiles"),
        },
        seat_fields=(tr("score"), tr("playing or passed"), tr("tiles"), tr("stars")),
    )


def _prompts(tr: Language) -> list[Prompt]:
    place = tr("Your turn: place a tile, or pass")
    bonus = tr("Take bonus tiles from the supply")
    keep = tr("Which tiles do you keep?")
    return [
        Prompt(("display", "centre"), tr("Your turn: take tiles"), tr("Which tiles?")),
        Prompt(("supply",), bonus, bonus, tr("Take more from the supply, or finish")),
        Prompt(("hand",), keep, keep, tr("Keep more tiles, or finish"), after=(PASS, FEWER)),
        Prompt(("space",), place, tr("Which space?")),
        Prompt(("hand",), tr("Which colour?"), tr("Which colour?")),
        Prompt(("hand", "space"), place, tr("Which space?")),
    ]
