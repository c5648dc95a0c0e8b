"""Why a move is not possible in Summer Pavilion, and which section of the rules explains it."""

from __future__ import annotations

from azulejos.core.contract import Move
from azulejos.render.types import Sentence
from azulejos.render.why import source_spot

SENTENCES: dict[str, Sentence] = {
    "wild_not_alone": lambda tr, _: tr(
        "This colour is wild. You can take it by itself only where nothing else is left."
        " Otherwise choose another colour, and one wild tile comes with it."
    ),
    "space_covered": lambda tr, _: tr("This space is already covered."),
    "take_due": lambda tr, _: tr("Tiles are placed once the factories and the centre are empty. Take tiles first."),
    "bonus_due": lambda tr, details: tr.many(
        "Take your bonus first: {n} tile from the supply.", "Take your bonus first: {n} tiles from the supply.", details["due"]
    ),
    "play_due": lambda tr, _: tr("All tiles have been taken. Place a tile or pass."),
    "too_few_tiles": lambda tr, details: tr.many(
        "This space costs {n} tile of its colour, and you don't have one.",
        "This space costs {n} tiles of its colour (some may be wild), and you don't have enough.",
        details["cost"],
    ),
    "none_of_colour": lambda tr, _: tr(
        "You have no tile of this colour. At least one tile must be of the colour itself; the others may be wild."
    ),
    "too_many_wilds": lambda tr, _: tr("You can't pay with wild tiles only: at least one tile must be of the colour itself."),
    "wilds_for_wild": lambda tr, _: tr("The wild colour itself is paid for with its own tiles only."),
    "star_of_other_colour": lambda tr, _: tr(
        "This star can't take that colour. Its tiles must be all of one colour or all different."
    ),
    "wrong_bonus": lambda tr, details: tr.many(
        "Your bonus is {n} tile from the supply.", "Your bonus is {n} tiles from the supply.", details["due"]
    ),
    "not_in_supply": lambda tr, _: tr("The supply doesn't have that many tiles of this colour."),
    "nothing_kept": lambda tr, _: tr("This is the last round: no tiles can be kept."),
    "not_in_hand": lambda tr, _: tr("You don't have that many tiles of this colour."),
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
    """Return the spots that are clicked to choose a move, legal or not; passing is a button."""
    action = move.action
    if action["type"] == "take":
        return {source_spot(action)}
    if action["type"] == "place":
        return {f"space.{seat}.{action['star']}.{action['space']}", f"hand.{seat}/{action['colour']}"}
    return {f"supply/{colour}" for colour in action["tiles"]} if action["type"] == "bonus" else set()
