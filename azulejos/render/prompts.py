"""What a player is asked to do next: used by the terminal as it is, and by the page with the same rule (`prompts.js`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from azulejos.language import Language
from azulejos.render.types import Prompt

BUTTON = "?"
"""What spots begin with that are no places of the table, but buttons."""
ANY = "*"


def with_defaults(prompts: Iterable[Prompt], tr: Language) -> tuple[Prompt, ...]:
    """The prompts of a game, with those for buttons alone and for what no other prompt is about."""
    return (
        Prompt((), tr("Your turn"), tr("How do you want to pay?")),
        *prompts,
        Prompt((ANY,), tr("Your turn"), tr("What next?")),
    )


def prompt(prompts: Iterable[Prompt], offered: Iterable[str], clicks: Collection[str], may_stop: bool) -> str:
    """What to do now, in a few words: the first prompt for what is offered after these clicks."""
    kinds = {kind_of(spot) for spot in offered if not spot.startswith(BUTTON)}
    for one in prompts:
        fits = ANY in one.kinds or kinds <= {*one.kinds}
        if fits and (not one.after or any(spot in clicks for spot in one.after)):
            if may_stop and one.done is not None:
                return one.done
            return one.then if clicks else one.first
    return ""


def kind_of(spot: str) -> str:
    """The kind of place that a spot or slot is on."""
    return spot.partition("/")[0].partition(".")[0]
