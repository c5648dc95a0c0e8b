"""The names of the parts of Azul."""

from __future__ import annotations

from azulejos.games.azul import Azul
from azulejos.language import Language
from azulejos.render import shared_vocabulary as shared
from azulejos.render.prompts import with_defaults
from azulejos.render.types import PlaceWords, Prompt, Vocabulary

PLAYER, COLUMN = "{name}", "{3}"


def vocabulary(tr: Language) -> Vocabulary:
    """Return the names of pieces, places and fields, and the prompts for players."""
    return Vocabulary(
        pieces={**shared.pieces(Azul, tr), "joker": tr("joker")},
        places={
            **shared.sources(tr),
            "line": PlaceWords(
                tr("pattern line {n}", n="{2}"), tr("{name}, pattern line {n}", name=PLAYER, n="{2}"), 3, owned=True
            ),
            "wall": PlaceWords(
                tr("wall, row {row}, column {column}", row="{2}", column=COLUMN),
                tr("{name}, row {n} of the wall", name=PLAYER, n="{2}"),
                4,
                owned=True,
                exact=True,
            ),
            "floor": PlaceWords(tr("the floor line"), tr("{name}, floor line", name=PLAYER), 2, owned=True),
        },
        prompts=with_defaults(
            [
                Prompt(("display", "centre"), tr("Your turn: take tiles"), tr("Which tiles?")),
                Prompt(("line", "floor"), tr("Where do you want to put them?"), tr("Where do you want to put them?")),
                Prompt(("wall", "floor"), tr("Where on the wall?"), tr("Where on the wall?")),
            ],
            tr,
        ),
        fields={**shared.fields(tr), "jokers": tr("joker tiles"), "limit": tr("round limit"), "lid": tr("lid")},
        seat_fields=(tr("score"), tr("pattern lines"), tr("floor line"), tr("wall")),
    )
