"""Prompts that say what to do next. The terminal uses this module; the page has the same rule in `prompts.js`."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from azulejos.language import Language
from azulejos.render.types import Prompt

BUTTON = "?"
"""The prefixes of spots that are buttons, not places on the table."""
ANY = "*"


def with_defaults(prompts: Iterable[Prompt], tr: Language) -> tuple[Prompt, ...]:
    """Return the prompts of a game, followed by those for buttons and the default ones."""
    return (
        Prompt((), tr("Your turn"), tr("Which one?")),
        *prompts,
        Prompt((ANY,), tr("Your turn"), tr("What next?")),
    )


def prompt(prompts: Iterable[Prompt], offered: Iterable[str], clicks: Collection[str], may_stop: bool) -> str:
    """Return the first prompt that fits the spots offered after these clicks."""
    kinds = {kind_of(spot) for spot in offered if not spot.startswith(BUTTON)}
    for one in prompts:
        fits = ANY in one.kinds or kinds <= {*one.kinds}
        if fits and (not one.after or any(spot in clicks for spot in one.after)):
            if may_stop and one.done is not None:
                return one.done
            return one.then if clicks else one.first
    return ""


def kind_of(spot: str) -> str:
    """Return the kind of place of a spot or slot."""
    return spot.partition("/")[0].partition(".")[0]
