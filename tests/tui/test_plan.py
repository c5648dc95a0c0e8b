"""The table in character cells: everything has its place, and no two things share one."""

from __future__ import annotations

import pytest

from azulejos import Game, render
from azulejos.bots import Budget, make_bot
from azulejos.session import Session
from azulejos.tui.plan import plan
from tests.variants import VARIANTS

COUNTED = ("centre.", "hand.")  # shown once for each colour, with a number


@pytest.mark.parametrize("game", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("size", [(78, 20), (80, 36), (120, 60)], ids=str)
def test_no_two_pieces_share_a_cell(game: Game, size: tuple[int, int]) -> None:
    made = plan(game, 0, *size)
    taken = [(x, box.y) for box in made.slots.values() for x in range(box.x, box.x + box.width)]
    assert len(taken) == len(set(taken))
    assert max(x for x, _ in taken) < made.width
    assert max(y for _, y in taken) < made.height
    assert made.width <= size[0]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["azul-grey-{}p-jokers", "azul-coloured-{}p", "pavilion-grey-{}p", "pavilion-coloured-{}p"])
def test_every_piece_and_spot_has_a_place(name: str, players: int) -> None:
    game = VARIANTS[name.format(players)]
    made = plan(game, 1, 100, 40)
    table = Session(game, seed=4)
    bot = make_bot("greedy", 4)
    for _ in range(60):
        scene = render.scene(table.state)
        for slot in scene.pieces:
            assert slot in made.slots or (slot.startswith(COUNTED) and not slot.endswith(".0"))
        for choice in render.choices(table.state):
            for spot in (spot for stage in choice.stages for spot in stage if not spot.startswith("?")):
                place, slash, colour = spot.partition("/")
                shown = [slot for slot, piece in scene.pieces.items() if piece == colour and slot.startswith(f"{place}.")]
                assert any(slot in made.slots for slot in shown) if slash else spot in made.spots
        table.play(bot.choose(table.state, Budget()))
        if table.state.outcome is not None:
            break


def test_a_small_screen_gets_a_compact_table() -> None:
    game = VARIANTS["pavilion-coloured-2p"]
    assert plan(game, 0, 78, 20).height <= 20 < plan(game, 0, 78, 40).height
