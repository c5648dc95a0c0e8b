"""Pictures, choices and sentences of Azul."""

from __future__ import annotations

import re
from itertools import combinations
from typing import cast

import pytest

from azulejos import CHANCE, Azul, Gain, position, render
from azulejos.games.azul.rules import AzulState
from azulejos.games.azul.scene.take_preview import TakePreview
from azulejos.language import ENGLISH
from azulejos.record import breakdown
from azulejos.render.types import Button, Choice, Layout, Row
from tests.render.games import steps
from tests.render.make import AGAIN, FOLDER, MIDDLE, PICTURES, lines
from tests.variants import VARIANTS

GAMES = {name: game for name, game in VARIANTS.items() if isinstance(game, Azul)}
NAMES = ("Ana", "Rui", "Zoë", "Max")


def azul(text: str) -> AzulState:
    return cast(AzulState, position(text))


def of_two(board: str = "coloured", jokers: str = "no", **fields: str) -> AzulState:
    """Return a position of two players with some of its fields as given; tiles that are not on the table are in the lid."""
    defaults = {"displays": "-,-,-,-,-", "centre": "-", "seat0": ";-,-,-,-,-;-;" + "/".join(["....."] * 5), "marker": "centre"}
    values = {**defaults, "seat1": defaults["seat0"], **fields}
    letters = values["displays"] + values["seat0"] + values["seat1"]
    most = dict.fromkeys("BYRKW", 20 - (jokers == "yes")) | {"J": 5 * (jokers == "yes")}
    for letter, n in re.findall("([A-Z])([0-9]+)", values["centre"]):
        most[letter] -= int(n)
    lid = "".join(f"{letter}{n - letters.count(letter)}" for letter, n in most.items() if n > letters.count(letter))
    seats = " ".join(
        f"seat{seat}={values[f'seat{seat}'] if values[f'seat{seat}'][0] != ';' else '0' + values[f'seat{seat}']}"
        for seat in (0, 1)
    )
    return azul(
        f"azul players=2 board={board} jokers={jokers} limit=50 round=2 next=0 phase={values.get('phase', 'offer')} start=0"
        f" marker={values['marker']} displays={values['displays']} centre={values['centre']} bag=- lid={lid} {seats}"
    )


def chosen(state: AzulState, move: str) -> Choice:
    return next(choice for choice in render.choices(state) if choice.move == move)


def preview(state: AzulState, move: str) -> tuple[int | None, str | None]:
    """Return what a choice shows before it is made: its points and its note."""
    choice = chosen(state, move)
    return choice.points, choice.note


# -- pictures


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_matches_the_golden_one(name: str) -> None:
    assert lines(PICTURES[name]()) == (FOLDER / f"{name}.svg").read_text("utf-8"), AGAIN


def test_every_golden_picture_has_a_test() -> None:
    assert {path.stem for path in FOLDER.glob("azul-*.svg")} == set(PICTURES), AGAIN


def test_a_scene_has_every_piece_in_its_place() -> None:
    scene = render.scene(azul(MIDDLE))
    assert [scene.pieces[f"display.1.{k}"] for k in range(4)] == ["blue", "yellow", "black", "white"]
    assert scene.pieces["line.0.4.3"] == "yellow"
    assert scene.pieces["wall.0.1.5"] == "white"
    assert scene.pieces["floor.1.0"] == "first"
    assert scene.pieces["centre.red.0"] == "red"
    assert "line.1.2.2" not in scene.pieces
    assert (scene.texts["score.1"], scene.texts["loss.1"], scene.texts["loss.0"]) == ("20", "−1", "")
    assert (scene.texts["round"], scene.texts["bag"], scene.texts["bag.blue"], scene.texts["discard"]) == ("4", "20", "5", "34")
    assert "count.centre.red" not in scene.texts
    assert scene.marks == ["turn.0"]


def test_the_marker_is_always_somewhere() -> None:
    for game in GAMES.values():
        for state, _ in steps(game, 5):
            assert list(render.scene(state).pieces.values()).count("first") == 1


def test_finished_tilers_and_winners_are_marked() -> None:
    tiling = of_two("grey", phase="tiling", marker="1", seat0="0;B,-,-,-,-;-;...../...../...../...../.....")
    assert render.scene(tiling).marks == ["ready.1", "turn.0"]
    over = azul(
        "azul players=2 board=coloured jokers=no limit=50 round=5 next=over phase=over start=0 marker=0 displays=-,-,-,-,-"
        " centre=- bag=B15Y19R19K19W18 lid=- seat0=9;-,-,-,-,-;-;BYRKW/WB.../..B../...B./....B"
        " seat1=0;-,-,-,-,-;-;...../...../...../...../....."
    )
    scene = render.scene(over)
    assert scene.marks == ["row.0.1", "colour.0.blue", "winner.0"]
    assert scene.pieces["first.0"] == "first"


def places(layout: Layout) -> dict[str, tuple[float, float, float]]:
    """Return where pieces are that can't be stacked."""
    stacked = re.compile(r"centre\.[a-z]+\.[1-9]|bag|discard|first")
    return {slot: (x, y, size) for slot, (x, y, size, _) in layout.slots.items() if not stacked.match(slot)}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", render.FORMS)
def test_no_place_covers_another(name: str, form: str) -> None:
    where = places(render.layout(GAMES[name], 0, form))
    for (one, (x, y, size)), (other, (x2, y2, size2)) in combinations(where.items(), 2):
        apart = (size + size2) / 2 - 0.01
        assert abs(x - x2) >= apart or abs(y - y2) >= apart, (one, other)


@pytest.mark.parametrize("name", GAMES)
def test_on_a_phone_spots_are_large_enough(name: str) -> None:
    layout = render.layout(GAMES[name], 1, "tall")
    assert (layout.width, layout.height <= 844) == (390, True)
    own = re.findall(
        r'data-spot="((?:wall|line|floor)\.1[^"]*)" x="[^"]*" y="[^"]*" width="([^"]*)" height="([^"]*)"', layout.spots
    )
    assert len(own) == 25 + 5 + 1
    for spot, width, height in own:
        assert float(height) >= 44, spot
        assert float(width) >= 44, spot


# -- choices


def test_a_take_is_the_tiles_and_where_they_go() -> None:
    state = of_two(displays="BRRW,-,-,-,-", centre="R3")
    assert chosen(state, "1R2").stages == (("display.1/red",), ("line.0.2",))
    assert chosen(state, "0R0").stages == (("centre/red",), ("floor.0",))
    assert chosen(state, "1R2") == Choice("1R2", (("display.1/red",), ("line.0.2",)), 1, "completes pattern line 2")
    assert preview(state, "1R3") == (0, None)
    assert preview(state, "0R2") == (0, "completes pattern line 2, 1 tile falls, you start the next round")
    assert render.buttons(state) == {}


def test_points_are_those_of_the_round_if_it_ended_now() -> None:
    wall = ".Y.../.B.../...../...../....."
    state = of_two(displays="BRRW,-,-,-,-", seat0=f"9;-,-,BB,-,-;K;{wall}")
    assert preview(state, "1B3") == (1, "completes pattern line 3")  # alone in row 3: its column 3 is empty
    assert preview(state, "1R1") == (
        1,
        "completes pattern line 1, 1 tile falls",
    )  # a run of 2, and 1 lost for the second on the floor
    assert preview(state, "1R0") == (-3, "2 tiles fall")
    broke = of_two(displays="BRRW,-,-,-,-", seat0=f"0;-,-,-,-,-;-;{wall}")
    assert preview(broke, "1R0") == (0, "2 tiles fall")  # no score falls below 0


def test_bonuses_in_reach_are_shown() -> None:
    state = of_two(displays="BBWW,-,-,-,-", seat0="20;-,-,-,-,-;-;BYRK./...RK/...YR/...BY/...W.")
    assert chosen(state, "1W1").note == "completes pattern line 1, completes row 1: last round, 1 tile falls"
    column = of_two(displays="BBWW,-,-,-,-", seat0="20;-,-,-,-,-;-;B..../...../K..../R..../Y....")
    assert chosen(column, "1W2").note == "completes pattern line 2, completes column 1"
    colour = of_two(displays="BBWW,-,-,-,-", seat0="20;-,-,-,-,-;-;B..../...../..B../...B./....B")
    assert chosen(colour, "1B2").note == "completes pattern line 2, completes blue"


def test_jokers_are_chosen_at_their_display() -> None:
    state = of_two(jokers="yes", displays="RRWJ,BBWW,-,-,-")
    assert chosen(state, "1R3").stages == (("display.1/red",), ("?jokers.no",), ("line.0.3",))
    assert chosen(state, "1RJ3").stages == (("display.1/red",), ("?jokers.yes",), ("line.0.3",))
    assert chosen(state, "1J3").stages == (("display.1/joker",), ("line.0.3",))
    assert chosen(state, "2B3").stages == (("display.2/blue",), ("line.0.3",))
    assert preview(state, "1RJ3") == (1, "completes pattern line 3")
    assert preview(state, "1RJ2") == (0, "completes pattern line 2, 1 tile falls")
    assert render.buttons(state) == {
        "?jokers.yes": Button("Take the jokers too", ("joker",)),
        "?jokers.no": Button("Leave the jokers"),
    }


def test_tiling_is_a_space_of_the_wall_or_the_floor() -> None:
    state = of_two("grey", phase="tiling", marker="0", seat0="5;-,RR,-,-,-;-;.B.../...../...../...../.....")
    assert chosen(state, "r2c2") == Choice("r2c2", (("wall.0.2.2",),), 2, None)
    assert chosen(state, "r2c1").points == 1
    stuck = of_two("grey", phase="tiling", marker="0", seat0="9;-,-,-,-,WWWWW;-;..W../...../...../...../BY.RK")
    assert render.choices(stuck) == [Choice("r5c0", (("floor.0",),), -8, "5 tiles fall")]
    last = of_two("grey", phase="tiling", marker="0", seat0="9;-,RR,-,-,-;-;B..../.BYKW/Y..../K..../W....")
    assert chosen(last, "r2c1") == Choice("r2c1", (("wall.0.2.1",),), 10, "completes row 2: last round, completes column 1")


@pytest.mark.parametrize("name", GAMES)
def test_when_the_round_ends_the_forecast_comes_true(name: str) -> None:
    game = GAMES[name]
    compared = 0
    for before, event in steps(game, 11):
        state, after = cast(AzulState, before), cast(AzulState, before.play(event))
        # With choices left in the tiling, or bonuses at the end, the score will differ.
        if state.phase == "offer" and isinstance(state.actor, int) and after.actor is CHANCE:
            board = state.board(state.actor)
            now = TakePreview(board, game.board == "grey", ENGLISH).before
            assert now + (chosen(state, str(event)).points or 0) == after.scores[state.actor]
            compared += 1
    assert compared or game.board == "grey"


# -- words


def sentence(state: AzulState, move: str) -> str:
    return render.sentences(state.game).event(state, Azul.move(move), NAMES, ENGLISH)


def test_events_are_described() -> None:
    state = of_two(jokers="yes", displays="RRWJ,-,-,-,-", centre="K3")
    assert sentence(state, "1R2") == "Ana takes 2 red tiles from factory 1 into pattern line 2."
    assert sentence(state, "1RJ2") == "Ana takes 2 red tiles and 1 joker from factory 1 into pattern line 2. 1 tile falls."
    assert sentence(state, "1W0") == "Ana takes 1 white tile from factory 1 onto the floor line."
    assert sentence(state, "0K1") == (
        "Ana takes 3 black tiles from the centre into pattern line 1. Ana also takes the starting player marker. 2 tiles fall."
    )
    assert (
        sentence(state, "0K0")
        == "Ana takes 3 black tiles from the centre onto the floor line. Ana also takes the starting player marker."
    )
    tiling = of_two("grey", phase="tiling", marker="0", seat0="5;-,RR,-,-,-;-;.B.../...../...../...../.....")
    assert sentence(tiling, "r2c4") == "Ana places a red tile in row 2, column 4."
    stuck = of_two("grey", phase="tiling", marker="0", seat0="9;-,-,-,-,WWWWW;-;..W../...../...../...../BY.RK")
    assert sentence(stuck, "r5c0") == "Ana has no legal space for pattern line 5: its tiles fall."
    start = Azul().start()
    deal = next(event for _, event in steps(Azul(), 1))
    assert render.sentences(Azul()).event(start, deal, NAMES, ENGLISH) == "Round 1 begins."


@pytest.mark.parametrize(
    ("gain", "sentence"),
    [
        (Gain(0, 1, "placement", {"across": 1, "down": 1}), "Ana scores 1 point: a single tile."),
        (Gain(0, 3, "placement", {"across": 3, "down": 1}), "Ana scores 3 points: 3 in a row."),
        (Gain(1, 2, "placement", {"across": 1, "down": 2}), "Rui scores 2 points: 2 in a column."),
        (Gain(1, 5, "placement", {"across": 3, "down": 2}), "Rui scores 5 points: 3 in a row and 2 in a column."),
        (Gain(0, -1, "marker", {"space": 1}), "Ana loses 1 point for the starting player marker."),
        (Gain(0, 0, "marker", {"space": 1, "forgiven": 1}), "The starting player marker costs Ana nothing."),
        (Gain(0, -4, "floor", {"tiles": 3}), "Ana loses 4 points for the floor line."),
        (Gain(0, 0, "floor", {"tiles": 3, "forgiven": 4}), "The floor line costs Ana nothing."),
        (Gain(2, 2, "rows", {"row": 4}), "Zoë scores 2 points for completing row 4."),
        (Gain(2, 7, "columns", {"column": 1}), "Zoë scores 7 points for completing column 1."),
        (Gain(2, 10, "colours", {"colour": "red"}), "Zoë scores 10 points for all five red tiles."),
    ],
)
def test_scores_are_explained(gain: Gain, sentence: str) -> None:
    assert render.sentences(Azul(3)).gain(gain, NAMES, ENGLISH) == sentence


def test_the_scoring_sheet_adds_up() -> None:
    game = Azul(3)
    played = list(steps(game, 2))
    rows = render.sentences(game).sheet(game, breakdown(game.start(), [event for _, event in played]), ENGLISH)
    assert [row.text for row in rows] == [
        *("Tiles placed", "Floor line", "Starting player marker", "Completed rows", "Completed columns", "Completed colours")
    ]
    assert rows[0] == Row("Tiles placed", rows[0].points, "scoring")
    final = played[-1][0].play(played[-1][1])
    assert tuple(sum(row.points[seat] for row in rows) for seat in range(3)) == final.scores
