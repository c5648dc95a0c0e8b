"""Pictures, choices and sentences of Summer Pavilion."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from math import dist, isclose, sqrt
from typing import cast

import pytest

from azulejos import Gain, Pavilion, Refill, position, render
from azulejos.games.pavilion.board import FEATURES
from azulejos.games.pavilion.rules import PavilionState
from azulejos.games.pavilion.scene import geometry
from azulejos.games.pavilion.scene.geometry import OUTER, SPACES, STARS, Point
from azulejos.games.pavilion.scene.sentences import row
from azulejos.language import ENGLISH
from azulejos.render.types import Button, Choice, Place, Row
from tests.core.layout import bunch, lay_pavilion, pavilion_seat
from tests.render.games import steps
from tests.render.make import ACQUIRE, AGAIN, FOLDER, MINI, OVER, PAVILION_PICTURES, lines
from tests.variants import VARIANTS

GAMES = {name: game for name, game in VARIANTS.items() if isinstance(game, Pavilion)}
NAMES = ("Ana", "Rui", "Zoë", "Max")
TWO = Pavilion(players=2)
GREY = Pavilion(players=2, board="grey")
SUPPLY = "PPGGOOYYBB"


def pavilion(text: str) -> PavilionState:
    return cast(PavilionState, position(text))


def chosen(state: PavilionState, move: str) -> Choice:
    return next(choice for choice in render.choices(state) if choice.move == move)


def preview(state: PavilionState, move: str) -> tuple[int | None, str | None]:
    """Return what a choice shows before it is made: its points and its note."""
    choice = chosen(state, move)
    return choice.points, choice.note


# -- the board

Edge = frozenset[tuple[float, float]]


def edges(outline: tuple[Point, ...]) -> set[Edge]:
    """Return the sides of a rhombus."""
    corners = [(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in outline]
    return {frozenset(pair) for pair in zip(corners, corners[1:] + corners[:1], strict=True)}


ALL_SPACES = {(star, space): geometry.outline(star, space) for star in STARS for space in SPACES}


def test_a_board_has_42_equal_spaces_that_do_not_overlap() -> None:
    assert len(ALL_SPACES) == 42
    for outline in ALL_SPACES.values():
        sides = [dist(a, b) for a, b in zip(outline, outline[1:] + outline[:1], strict=True)]
        assert all(isclose(side, 1) for side in sides)
        assert isclose(dist(outline[0], outline[2]), sqrt(3))
    middles = [geometry.middle(star, space) for star, space in ALL_SPACES]
    assert min(dist(a, b) for a, b in combinations(middles, 2)) > 2 * 0.433  # further apart than two circles within rhombi


def test_neighbours_in_the_ring_of_a_star_share_an_edge_and_no_others_do() -> None:
    for (one, outline), (other, outline2) in combinations(ALL_SPACES.items(), 2):
        neighbours = one[0] == other[0] and (other[1] - one[1]) % 6 in (1, 5)
        assert len(edges(outline) & edges(outline2)) == neighbours, (one, other)


@pytest.mark.parametrize("kind", ["pillar", "statue"])
@pytest.mark.parametrize("star", OUTER)
def test_pillars_and_statues_fill_the_gap_between_the_spaces_of_the_rules(kind: str, star: int) -> None:
    feature = next(one for one in FEATURES if (one.kind, one.star) == (kind, star))
    around = edges(geometry.feature_outline(kind, star))
    touching = [6 * s + space - 1 for (s, space), outline in ALL_SPACES.items() if edges(outline) & around]
    assert sum(1 << space for space in touching) == feature.spaces
    assert len(touching) == 4


@pytest.mark.parametrize("star", OUTER)
def test_windows_lie_in_the_notch_of_their_two_spaces(star: int) -> None:
    feature = next(one for one in FEATURES if (one.kind, one.star) == ("window", star))
    notch, _ = geometry.feature("window", star)
    touching = [
        6 * s + space - 1
        for (s, space), outline in ALL_SPACES.items()
        if any(dist(notch, corner) < 0.001 for corner in outline)
    ]
    assert sum(1 << space for space in touching) == feature.spaces


def test_where_space_1_lies() -> None:
    assert [geometry.pointing(star, 1) for star in STARS] == [270, 270, 330, 30, 90, 150, 210]
    assert geometry.star(1) == pytest.approx((-3, 0))
    assert geometry.star(3) == pytest.approx((1.5, -1.5 * sqrt(3)))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", render.FORMS)
def test_tiles_lie_on_the_spaces_that_are_printed_there(name: str, form: str) -> None:
    layout = render.layout(GAMES[name], 1, form)
    spots = dict(re.findall('data-spot="([^"]*)" points="([^"]*)"', layout.spots))
    for seat in range(GAMES[name].players):
        for star, space in ALL_SPACES:
            x, y, size, turn = layout.slots[f"space.{seat}.{star}.{space}"]
            heart, _, tip, _ = [tuple(map(float, point.split(","))) for point in spots[f"space.{seat}.{star}.{space}"].split()]
            assert (x, y) == pytest.approx(((heart[0] + tip[0]) / 2, (heart[1] + tip[1]) / 2), abs=0.02)
            assert size == pytest.approx(dist(heart, tip), abs=0.03)
            assert (turn - geometry.pointing(star, space) - 90) % 180 == 0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", render.FORMS)
def test_no_boards_overlap_and_the_viewers_is_the_largest(name: str, form: str) -> None:
    layout = render.layout(GAMES[name], 1, form)
    corners = [[layout.slots[f"corner.{seat}.{k}"] for k in (0, 2)] for seat in range(GAMES[name].players)]
    for (a, b), (c, d) in combinations(corners, 2):
        assert b.x < c.x or d.x < a.x or b.y < c.y or d.y < a.y
    widths = [b.x - a.x for a, b in corners]
    assert widths.index(max(widths)) == 1
    if form == "tall":
        assert (layout.width, max(widths) > 0.75 * layout.width) == (390, True)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", render.FORMS)
def test_tiles_on_displays_and_supply_do_not_cover_each_other(name: str, form: str) -> None:
    layout = render.layout(GAMES[name], 0, form)
    lying = [place for slot, place in layout.slots.items() if re.match(r"display|supply|corner|centre\.[a-z]+\.0", slot)]
    assert all(_apart(one, other) for one, other in combinations(lying, 2))


def _apart(one: Place, other: Place) -> bool:
    """Return whether two upright rhombi have no point in common."""
    dx, dy = abs(one.x - other.x), abs(one.y - other.y)
    return dx * sqrt(3) + dy > (one.size + other.size) / 2 - 0.01


# -- pictures


@pytest.mark.parametrize("name", PAVILION_PICTURES)
def test_the_picture_matches_the_golden_one(name: str) -> None:
    assert lines(PAVILION_PICTURES[name]()) == (FOLDER / f"{name}.svg").read_text("utf-8"), AGAIN


def test_every_golden_picture_has_a_test() -> None:
    assert {path.stem for path in FOLDER.glob("pavilion-*.svg")} == set(PAVILION_PICTURES), AGAIN


def test_a_scene_has_every_piece_in_its_place() -> None:
    scene = render.scene(pavilion(ACQUIRE))
    assert [scene.pieces[f"display.4.{k}"] for k in range(4)] == ["purple", "green", "yellow", "blue"]
    assert [scene.pieces[f"supply.{k}"] for k in (0, 3, 9)] == ["purple", "green", "red"]
    assert scene.pieces["hand.0.blue.1"] == "blue"
    assert scene.pieces["space.0.4.5"] == "blue"
    assert scene.pieces["centre.red.0"] == "red"
    assert scene.pieces["first.0"] == "first"
    assert "space.0.1.1" not in scene.pieces
    assert (scene.texts["score.0"], scene.texts["round"], scene.texts["bag"], scene.texts["bag.orange"]) == (
        "37",
        "4",
        "38",
        "10",
    )
    assert scene.texts["count.hand.0.blue"] == "2"
    assert "count.hand.0.red" not in scene.texts
    assert "lap.0" not in scene.texts
    marks = {"wild.yellow", "round.4", "past.1", "past.2", "past.3", "turn.1"}
    assert set(scene.marks) == marks | {"feature.0.statue.4", "feature.0.statue.5"}


def test_kept_tiles_of_a_player_who_has_passed_are_in_the_corners() -> None:
    scene = render.scene(pavilion(MINI))
    assert [scene.pieces[f"corner.0.{k}"] for k in range(4)] == ["purple", "orange", "yellow", "blue"]
    assert not [slot for slot in scene.pieces if slot.startswith("hand.0.")]
    assert {mark for mark in scene.marks if mark.startswith(("turn", "passed"))} == {"passed.0", "turn.3"}


def test_the_end_shows_80_tokens_complete_stars_and_the_winner() -> None:
    scene = render.scene(pavilion(OVER))
    assert [scene.texts.get(f"{label}.1") for label in ("score", "lap", "rest")] == ["108", "80", "+28"]
    assert [scene.texts.get(f"{label}.2") for label in ("score", "lap", "rest")] == ["80", "80", "+0"]
    assert [scene.texts.get(f"{label}.0") for label in ("score", "lap", "rest")] == ["61", None, None]
    marks = {mark for mark in scene.marks if mark.split(".")[0] in ("star", "lap", "winner", "passed", "turn")}
    assert marks == {"star.1.0", "lap.1", "lap.2", "winner.1"}


@pytest.mark.parametrize("name", GAMES)
def test_the_marker_is_always_somewhere_and_no_tile_is_lost(name: str) -> None:
    for state, _ in steps(GAMES[name], 5):
        scene = render.scene(state)
        tiles = Counter(scene.pieces.values())
        assert tiles.pop("first") == 1
        hidden = int(scene.texts["bag"]) + int(scene.texts["discard"])
        assert sum(tiles.values()) + hidden == 132


# -- choices


def test_a_take_shows_what_else_is_taken() -> None:
    state = lay_pavilion(TWO, phase="acquire", marker="centre", displays="RRYP GGGG PPPP", centre="YYYP", supply=SUPPLY)
    assert chosen(state, "1R") == Choice("1R", (("display.1/red",),), 0, "plus 1 purple tile (wild)")
    assert chosen(state, "2G") == Choice("2G", (("display.2/green",),), 0, None)
    assert chosen(state, "3P") == Choice("3P", (("display.3/purple",),), 0, None)
    note = "plus 1 purple tile (wild); plus the starting player marker"
    assert chosen(state, "0Y") == Choice("0Y", (("centre/yellow",),), -4, note)
    poor = lay_pavilion(TWO, pavilion_seat(3), phase="acquire", marker="centre", displays="GGGG", centre="YYYP", supply=SUPPLY)
    assert chosen(poor, "0Y").points == -2  # no score falls below 1
    assert render.buttons(state) == {}


def test_a_placement_is_a_space_a_colour_and_how_it_is_paid() -> None:
    state = lay_pavilion(TWO, pavilion_seat(5, "OOGPPP"), supply=SUPPLY)
    assert chosen(state, "2:4O+3").stages == (("space.0.2.4", "hand.0/orange"), ("?pay.orange.1.3",))
    assert chosen(state, "0:2O").stages == (("space.0.0.2", "hand.0/orange"), ("?pay.orange.2.0",))
    buttons = render.buttons(state)
    assert buttons["?pay.orange.1.3"] == Button(
        "1 orange tile and 3 purple tiles as wild", ("orange", "purple", "purple", "purple")
    )
    assert buttons["?pay.orange.2.0"] == Button("2 orange tiles", ("orange", "orange"))


def test_a_placement_shows_its_run_and_what_it_completes() -> None:
    stars = {1: "P.P...", 0: "....GY", 2: "..OO..", 3: "RR..RR", 4: "BBBBB."}
    state = lay_pavilion(TWO, pavilion_seat(5, "PPPPPRRRBBBBBB", stars), supply=SUPPLY)
    assert preview(state, "1:2P") == (3, "surrounds a pillar and a statue: take 3 tiles")
    assert preview(state, "1:5P") == (1, None)
    assert preview(state, "3:3R") == (5, None)  # 5, 6, 1, 2 and 3 are connected
    assert preview(state, "4:6B") == (6, "surrounds a window: take 3 tiles; completes the star: 15 more at the end")


def test_a_short_supply_hands_out_what_it_has() -> None:
    state = lay_pavilion(TWO, pavilion_seat(5, "PPPPPP", {1: "....P."}), supply="R", bag="")
    assert preview(state, "1:6P") == (2, "surrounds a window: take 1 tile")


def test_the_last_space_of_a_number_is_shown() -> None:
    ones = {star: colour + "....." for star, colour in zip(range(6), "RPORBY", strict=True)}
    state = lay_pavilion(TWO, pavilion_seat(5, "GG", ones), supply=SUPPLY)
    assert preview(state, "6:1G") == (1, "covers the last 1: 4 more at the end")


def test_on_the_grey_side_the_last_tile_determines_the_value_of_the_star() -> None:
    state = lay_pavilion(GREY, pavilion_seat(5, "BBBBBB", {1: "BBBBB.", 2: ".PGOYR"}), supply=SUPPLY)
    assert "completes the star: 15 more at the end" in (chosen(state, "1:6B").note or "")
    assert "completes the star: 12 more at the end" in (chosen(state, "2:1B").note or "")


def test_bonus_tiles_are_taken_one_by_one() -> None:
    state = lay_pavilion(TWO, pavilion_seat(5, "", {1: "....PP"}), phase="bonus", owed=3, supply="RBBG")
    assert chosen(state, "+GBB") == Choice("+GBB", (("supply/green", "supply/blue", "supply/blue"),), 0, None)
    assert render.buttons(state) == {}


def test_passing_with_more_than_four_tiles_asks_what_to_keep() -> None:
    state = lay_pavilion(TWO, pavilion_seat(9, "GGGGRR"), supply=SUPPLY)
    assert chosen(state, "pass:GGGG") == Choice("pass:GGGG", (("?pass",), ("hand.0/green",) * 4), -2, "2 tiles are discarded")
    assert chosen(state, "pass:R") == Choice("pass:R", (("?pass",), ("hand.0/red",)), -5, "5 tiles are discarded")
    assert chosen(state, "pass") == Choice("pass", (("?pass",),), -6, "6 tiles are discarded")
    assert render.buttons(state)["?pass"] == Button("Pass, choose what to keep")


def test_passing_with_few_tiles_keeps_them_all_at_once() -> None:
    state = lay_pavilion(TWO, pavilion_seat(9, "GGR"), supply=SUPPLY)
    assert chosen(state, "pass:GGR") == Choice("pass:GGR", (("?pass",),), 0, None)
    assert chosen(state, "pass:G") == Choice("pass:G", (("?fewer",), ("hand.0/green",)), -2, "2 tiles are discarded")
    buttons = render.buttons(state)
    assert (buttons["?pass"], buttons["?fewer"]) == (Button("Pass, keep all"), Button("Pass, keep fewer"))


def test_passing_at_the_end_keeps_nothing_and_with_no_tiles_costs_nothing() -> None:
    last = lay_pavilion(TWO, pavilion_seat(9, "GGR"), round=6, supply=SUPPLY)
    assert chosen(last, "pass") == Choice("pass", (("?pass",),), -3, "3 tiles are discarded")
    assert render.buttons(last)["?pass"] == Button("Pass, discard 3 tiles")
    empty = lay_pavilion(TWO, pavilion_seat(9), supply=SUPPLY)
    assert render.choices(empty) == [Choice("pass", (("?pass",),), 0, None)]
    assert render.buttons(empty) == {"?pass": Button("Pass")}


@pytest.mark.parametrize("name", GAMES)
def test_points_are_what_the_move_scores_before_any_end_scoring(name: str) -> None:
    for before, _ in steps(GAMES[name], 7):
        state = cast(PavilionState, before)
        for move, choice in list(zip(state.legal_moves, render.choices(state), strict=True))[::17]:
            gains = state.explain(move)
            assert choice.points == sum(gain.points for gain in gains if gain.reason not in ("stars", "numbers")), (state, move)


# -- words


def sentence(state: PavilionState, move: str) -> str:
    return render.sentences(state.game).event(state, Pavilion.move(move), NAMES, ENGLISH)


def test_events_are_described() -> None:
    acquire = lay_pavilion(TWO, phase="acquire", marker="centre", displays="RRYP PPPP", centre="YYYP", supply=SUPPLY)
    assert sentence(acquire, "1R") == "Ana takes 1 purple tile and 2 red tiles from factory 1."
    assert sentence(acquire, "2P") == "Ana takes 1 purple tile from factory 2."
    taken = "Ana takes 1 purple tile and 3 yellow tiles from the centre."
    assert sentence(acquire, "0Y") == f"{taken} Ana also takes the starting player marker."
    later = lay_pavilion(TWO, phase="acquire", marker=1, displays="RRYP PPPP", centre="YYYP", supply=SUPPLY)
    assert sentence(later, "0Y") == taken
    play = lay_pavilion(TWO, pavilion_seat(9, "OOGPPPP"), supply=SUPPLY)
    assert sentence(play, "2:2O") == "Ana places an orange tile on the 2 of the orange star."
    assert sentence(play, "2:4O+3") == "Ana places an orange tile on the 4 of the orange star, using 3 wild tiles."
    assert sentence(play, "0:2O+1") == "Ana places an orange tile on the 2 of the central star, using 1 wild tile."
    assert sentence(play, "pass:PPG") == "Ana passes and keeps 2 purple tiles and 1 green tile. 4 tiles are discarded."
    assert sentence(play, "pass") == "Ana passes. 7 tiles are discarded."
    assert sentence(lay_pavilion(TWO, pavilion_seat(9, "R"), supply=SUPPLY), "pass:R") == "Ana passes and keeps 1 red tile."
    assert sentence(lay_pavilion(TWO, supply=SUPPLY), "pass") == "Ana passes."
    grey = lay_pavilion(GREY, pavilion_seat(9, "RRR"), supply=SUPPLY)
    assert sentence(grey, "5:3R") == "Ana places a red tile on the 1 of the bottom right star."
    bonus = lay_pavilion(TWO, pavilion_seat(5, "", {1: "....PP"}), phase="bonus", owed=3, supply="RBBG")
    assert sentence(bonus, "+GBB") == "Ana takes 1 green tile and 2 blue tiles from the supply."


def test_draws_are_described() -> None:
    game = GAMES["pavilion-coloured-2p-wilds"]
    say = render.sentences(game).event
    (start, _), (dealt, deal) = list(steps(game, 1))[:2]
    refill = Refill(bunch(game, "PPPPPPPPPR"))
    assert say(start, refill, NAMES, ENGLISH) == "The supply is refilled with 9 purple tiles and 1 red tile."
    assert say(dealt, deal, NAMES, ENGLISH) == "Round 1 begins. Red is wild."


@pytest.mark.parametrize(
    ("gain", "sentence"),
    [
        (Gain(0, 1, "placement", {"run": 1, "completed": []}), "Ana scores 1 point: a single tile."),
        (Gain(1, 4, "placement", {"run": 4, "completed": []}), "Rui scores 4 points: 4 connected tiles."),
        (
            Gain(0, 2, "placement", {"run": 2, "completed": [{"feature": "window", "star": 1}], "bonus": 3}),
            "Ana scores 2 points: 2 connected tiles. This surrounds a window: 3 bonus tiles.",
        ),
        (
            Gain(0, 6, "placement", {"run": 6, "completed": [{"feature": "pillar", "star": 1}] * 2, "bonus": 1}),
            "Ana scores 6 points: 6 connected tiles. This surrounds two pillars: 1 bonus tile.",
        ),
        (Gain(0, -1, "marker", {"tiles": 1}), "Ana loses 1 point for the starting player marker."),
        (Gain(0, 0, "marker", {"tiles": 3, "forgiven": 3}), "The starting player marker costs Ana nothing."),
        (Gain(0, -4, "discards", {"tiles": 4}), "Ana loses 4 points for discarded tiles."),
        (Gain(0, 0, "discards", {"tiles": 3, "forgiven": 3}), "The discarded tiles cost Ana nothing."),
        (Gain(2, 20, "stars", {"star": 1, "colour": "purple"}), "Zoë scores 20 points for completing a purple star."),
        (
            Gain(2, 12, "stars", {"star": 0, "colour": "multicoloured"}),
            "Zoë scores 12 points for completing a multicoloured star.",
        ),
        (Gain(3, 8, "numbers", {"number": 2}), "Max scores 8 points for covering all 2s."),
    ],
)
def test_scores_are_explained(gain: Gain, sentence: str) -> None:
    assert render.sentences(Pavilion(4)).gain(gain, NAMES, ENGLISH) == sentence


def test_the_scoring_sheet_adds_up() -> None:
    game = Pavilion(3)
    played = list(steps(game, 2))
    rows = render.sheet(game.start(), [event for _, event in played])
    assert [row.text for row in rows][:3] == ["Tiles placed", "Starting player marker", "Discarded tiles"]
    final = played[-1][0].play(played[-1][1])
    assert tuple(5 + sum(row.points[seat] for row in rows) for seat in range(3)) == final.scores


def test_the_scoring_sheet_separates_stars_and_numbers() -> None:
    gains = [
        Gain(0, 14, "stars", {"star": 3, "colour": "red"}),
        Gain(1, 8, "numbers", {"number": 2}),
        Gain(0, 3, "placement", {"run": 3}),
    ]
    points: list[dict[str, int]] = [{}, {}]
    for gain in gains:
        points[gain.seat][row(gain)] = gain.points
    assert render.sentences(TWO).sheet(TWO, points, ENGLISH) == [
        Row("Tiles placed", (3, 0), "scoring"),
        Row("Starting player marker", (0, 0), "marker"),
        Row("Discarded tiles", (0, 0), "passing"),
        Row("Red star", (14, 0), "end"),
        Row("All 2s", (0, 8), "end"),
    ]
