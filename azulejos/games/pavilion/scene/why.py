"""Why something can't be in Summer Pavilion, and where the rules tell more."""

from __future__ import annotations

from azulejos.core.contract import Move
from azulejos.render.types import Sentence
from azulejos.render.why import source_spot

SENTENCES: dict[str, Sentence] = {
    "wild_not_alone": lambda tr, _: tr(
        "This colour is wild: it is taken alone only where nothing else lies. One wild tile comes along with another colour."
    ),
    "space_covered": lambda tr, _: tr("This space is covered already."),
    "take_due": lambda tr, _: tr("Tiles are placed once displays and centre are empty. Take tiles first."),
    "bonus_due": lambda tr, details: tr.many(
        "First take your bonus, {n} tile from the supply.", "First take your bonus, {n} tiles from the supply.", details["due"]
    ),
    "play_due": lambda tr, _: tr("All tiles are taken: now place a tile, or pass."),
    "too_few_tiles": lambda tr, details: tr.many(
        "This space costs {n} tile of its colour, and your tiles do not suffice.",
        "This space costs {n} tiles of its colour (some of them may be wild), and yours do not suffice.",
        details["cost"],
    ),
    "none_of_colour": lambda tr, _: tr(
        "You have no tile of this colour. Wild ones alone are not enough: at least one is the colour itself."
    ),
    "too_many_wilds": lambda tr, _: tr("Not all tiles that you pay with may be wild: one at least is of the colour itself."),
    "wilds_for_wild": lambda tr, _: tr("The wild colour itself is paid for with its own tiles only."),
    "star_of_other_colour": lambda tr, _: tr(
        "This star does not take that colour. In a star all tiles are of one colour, or all are different."
    ),
    "wrong_bonus": lambda tr, details: tr.many(
        "Your bonus is {n} tile from the supply.", "Your bonus is {n} tiles from the supply.", details["due"]
    ),
    "not_in_supply": lambda tr, _: tr("The supply does not have so many tiles of this colour."),
    "nothing_kept": lambda tr, _: tr("This is the last round: no tile is kept."),
    "not_in_hand": lambda tr, _: tr("You do not have so many tiles of this colour."),
}
RULES = {
    **dict.fromkeys(("wild_not_alone", "take_due"), "taking"),
    **dict.fromkeys(
        ("space_covered", "play_due", "too_few_tiles", "too_many_wilds", "wilds_for_wild", "none_of_colour"), "placing"
    ),
    "star_of_other_colour": "board",
    **dict.fromkeys(("bonus_due", "wrong_bonus", "not_in_supply"), "bonus"),
    **dict.fromkeys(("nothing_kept", "not_in_hand", "discards"), "passing"),
    "placement": "scoring",
    "marker": "marker",
    **dict.fromkeys(("stars", "numbers"), "end"),
}


def spots(seat: int, move: Move) -> set[str]:
    """What is clicked to point at a move, legal or not; a pass is a button."""
    action = move.action
    if action["type"] == "take":
        return {source_spot(action)}
    if action["type"] == "place":
        return {f"space.{seat}.{action['star']}.{action['space']}", f"hand.{seat}/{action['colour']}"}
    return {f"supply/{colour}" for colour in action["tiles"]} if action["type"] == "bonus" else set()
