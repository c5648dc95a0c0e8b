"""Tables made for screens: in every phase everything that is needed is inside, and nothing overlaps.

`tests/browser/test_phone.py` checks the same in a browser.
"""

from __future__ import annotations

import cmath
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from math import inf, radians
from typing import NamedTuple

import pytest

from azulejos import GAMES, Game, State, render
from azulejos.render.screen import TARGET
from azulejos.render.types import Layout, Place
from tests.render.games import states

STAGES = {
    "360x640": (360, 540),
    "390x844": (390, 750),
    "430x932": (430, 830),
    "844x390": (660, 390),
    "768x1024": (760, 930),
    "820x1180": (820, 1080),
    "1024x768": (700, 640),
}
"""The sizes of screens, and of the picture there: the page has a bar above and one below, or everything else beside it."""

PHASES = {
    "azul": (("coloured", "offer", "taking"), ("grey", "offer", "taking"), ("grey", "tiling", "placing")),
    "pavilion": (("coloured", "acquire", "taking"), ("coloured", "play", "placing"), ("coloured", "bonus", "placing")),
}
CASES = [(game, *phase) for game, phases in PHASES.items() for phase in phases]
LEAST = 22
"""What is smaller than a finger is enlarged first. The tap for that has to hit what it is meant for, or its neighbour, which is
enlarged, too."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> complex:
        return complex(self.left + self.right, self.top + self.bottom) / 2

    def inside(self, width: float, height: float) -> bool:
        return self.left >= -1 and self.top >= -1 and self.right <= width + 1 and self.bottom <= height + 1

    def overlaps(self, other: Box) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 2 and down > 2


@cache
def outlines(game: str) -> dict[str, list[complex]]:
    """Return the corners of the pieces of a game that are not squares, a little larger than they are drawn."""
    found = re.findall(r'data-outline="([^"]*)" id="[a-z]+-([a-z]+)"', render.symbols(game))
    return {
        piece: [complex(float(x), float(y)) for x, y in re.findall(r"[ML] (-?[0-9.]+) (-?[0-9.]+)", path)]
        for path, piece in found
    }


def around(game: Game, piece: str, place: Place) -> Box:
    corners = outlines(game.name).get(piece, [complex(x, y) for x in (-50, 50) for y in (-50, 50)])
    turned = [complex(place.x, place.y) + place.size / 100 * cmath.rect(1, radians(place.turn)) * corner for corner in corners]
    across, down = [corner.real for corner in turned], [corner.imag for corner in turned]
    return Box(min(across), min(down), max(across), max(down))


def shapes(svg: str, pattern: str) -> Iterator[tuple[str, Box]]:
    """Return the rectangles and polygons with an attribute, by its value."""
    for tag, value in re.findall(rf'(<[^<>]*{pattern}"[^<>]*>)', svg):
        if points := re.search(r' points="([^"]*)"', tag):
            across, down = zip(*(map(float, point.split(",")) for point in points[1].split()), strict=True)
            yield value, Box(min(across), min(down), max(across), max(down))
        elif " width=" in tag:
            x, y, width, height = (
                float(found[1]) for name in ("x", "y", "width", "height") if (found := re.search(rf' {name}="([^"]*)"', tag))
            )
            yield value, Box(x, y, x + width, y + height)


@cache
def deciding(game: Game, phase: str) -> State:
    """Return a state in the middle of a random game in which somebody has a choice in that phase."""
    for seed in range(100):
        found = [
            state
            for state in states(game, seed)
            if state.round >= 2 and state.phase == phase and isinstance(state.actor, int) and len(state.legal_moves) > 1
        ]
        if found:
            return found[len(found) // 2]
    raise AssertionError(f"no game has a choice in the phase {phase}")


def targets(state: State, layout: Layout) -> dict[str, list[Box]]:
    """Return the boxes of everything on the table that can be chosen, now or after the first click; not what a pile covers."""
    spots = {spot for choice in render.choices(state) for stage in choice.stages for spot in stage if not spot.startswith("?")}
    drawn = dict(shapes(layout.spots, 'data-spot="([^"]*)'))
    pieces = render.scene(state).pieces
    found: dict[str, list[Box]] = {}
    for spot in spots:
        place, _, colour = spot.partition("/")
        if not colour:
            found[spot] = [drawn[spot]]
            continue
        slots = [slot for slot, piece in pieces.items() if piece == colour and slot.startswith(f"{place}.")]
        assert slots, spot
        places = [layout.slots[slot] for slot in slots]
        covered = [abs(complex(a.x - b.x, a.y - b.y)) < 0.6 * a.size for a, b in pairwise(places)]
        found[spot] = [
            around(state.game, colour, one) for one, hidden in zip(places, [*covered, False], strict=True) if not hidden
        ]
    return found


def rooms(offered: dict[str, list[Box]]) -> dict[str, float]:
    """Return how far each target is from the nearest other one, middle to middle."""
    found = dict.fromkeys(offered, inf)
    for (spot, some), (other, others) in combinations(offered.items(), 2):
        room = min(abs(one.middle - two.middle) for one in some for two in others)
        found[spot], found[other] = min(found[spot], room), min(found[other], room)
    return found


def screens() -> Iterator[tuple[str, int, int]]:
    for name, (width, height) in STAGES.items():
        yield name, width, height


def check_places(layout: Layout, players: int, where: str) -> None:
    """Boards and displays are inside, and none is over another."""
    boards = dict(shapes(layout.fixtures, 'data-mark="turn[.]([0-9])'))
    displays = [box for _, box in shapes(layout.fixtures, 'class="(z-plate)')]
    assert len(boards) == players, where
    for box in [*boards.values(), *displays]:
        assert box.inside(layout.width, layout.height), (where, box)
    for one, other in combinations([*boards.values(), *displays], 2):
        assert not one.overlaps(other), (where, one, other)
    for seat, board in boards.items():
        if marker := layout.slots.get(f"first.{seat}"):  # in Azul it lies on the floor line
            assert board.left <= marker.x - marker.size / 2, (where, seat)
            assert marker.x + marker.size / 2 <= board.right, (where, seat)


def check_own(state: State, layout: Layout, seat: int, where: str) -> None:
    """The player's own tiles are inside."""
    for slot, piece in render.scene(state).pieces.items():
        names = slot.split(".")
        if names[1:2] == [str(seat)] and names[0] in ("hand", "line", "floor", "wall", "space"):
            assert around(state.game, piece, layout.slots[slot]).inside(layout.width, layout.height), (where, slot)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("name", "board", "phase", "view"), CASES, ids=["-".join(case[:3]) for case in CASES])
def test_a_decision_on_every_screen(name: str, board: str, phase: str, view: str, players: int) -> None:
    state = deciding(GAMES[name](players, board), phase)
    seat = state.actor
    assert isinstance(seat, int)
    assert render.scene(state).texts["view"] == view
    for screen, width, height in screens():
        where = f"{name}, {phase}, {players} players, {screen}"
        layout = render.screen(state.game, seat, view, width, height)
        scale = width / layout.width
        check_places(layout, players, where)
        check_own(state, layout, seat, where)
        offered = targets(state, layout)
        for spot, boxes in offered.items():
            assert all(box.inside(layout.width, layout.height) for box in boxes), (where, spot)
        narrow = {spot: scale * room for spot, room in rooms(offered).items() if scale * room < TARGET - 0.5}
        assert all(room >= LEAST for room in narrow.values()), (where, narrow)
        if screen == "390x844":
            assert {spot.split(".")[0] for spot in narrow} <= {"space"}, f"{where}: only the spaces of a star are enlarged"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", PHASES)
def test_looking_and_the_end_on_every_screen(name: str, players: int) -> None:
    """While another player moves every board can be enlarged; at the end the own board is the large one."""
    game = GAMES[name](players)
    end = states(game, 1)[-1]
    for screen, width, height in screens():
        for seat in range(players):
            layout = render.screen(game, seat, "looking", width, height)
            boards = dict(shapes(layout.fixtures, 'data-mark="turn[.]([0-9])'))
            widest = max(boards, key=lambda board: boards[board].right - boards[board].left)
            assert widest == str(seat), (screen, seat)
            check_places(layout, players, f"{name}, looking, {players} players, {screen}")
        layout = render.screen(game, 0, render.scene(end).texts.get("view", "taking"), width, height)
        check_places(layout, players, f"{name}, the end, {players} players, {screen}")
        check_own(end, layout, 0, f"{name}, the end, {players} players, {screen}")
