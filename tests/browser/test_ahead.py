"""A move is visible before the server answers, and taken back if it is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.driver import Player

pytestmark = pytest.mark.compiled

WHERE = """() => [...document.querySelectorAll('.z-piece.sent')].map(node => {
    const box = node.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const inside = spot => {
        const frame = spot.getBoundingClientRect();
        return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    };
    return [...document.querySelectorAll('.spots [data-spot]')].filter(inside).map(spot => spot.dataset.spot);
})"""
"""Return for each piece that was sent ahead the spots of the layout where it is now."""

PLACES = """() => Object.fromEntries([...document.querySelectorAll('.z-piece')].map(node => {
    const {x, y} = node.getBoundingClientRect();
    return [node.dataset.slot, [Math.round(x), Math.round(y)]];
}))"""


class Slow:
    """A network whose messages wait, in both directions, while `waits` is true; `refuse` answers the last move itself."""

    def __init__(self, ana: Player) -> None:
        self.waits = False
        self.sent: list[str] = []
        self.page: WebSocketRoute | None = None
        ana.page.route_web_socket(re.compile("socket"), self.connect)

    def connect(self, page: WebSocketRoute) -> None:
        self.page = page
        self.server = page.connect_to_server()
        page.on_message(lambda message: self.sent.append(str(message)) if self.waits else self.server.send(message))

    def go_on(self) -> None:
        self.waits = False
        for message in self.sent:
            self.server.send(message)

    def refuse(self) -> None:
        self.waits = False
        assert self.page is not None
        (move,) = (json.loads(message) for message in self.sent if "move" in json.loads(message))
        self.page.send(json.dumps({"type": "error", "code": "illegal", "message": "No such luck.", "re": move["id"]}))


@pytest.fixture
def ana(arrive: Callable[..., Player]) -> Player:
    return arrive("Ana", speed="off")


def take(ana: Player, network: Slow) -> str:
    """Choose tiles of a factory for the third line, while the network is slow; return where they are from."""
    spot: str = next(one["spot"] for one in ana.glance()["spots"] if one["spot"].startswith("display."))
    ana.click(spot)
    ana.wait("() => document.querySelector('.offered[data-spot=\"line.0.3\"]')")
    network.waits = True
    ana.click("line.0.3")
    ana.wait("() => document.querySelector('.z-piece.sent')")
    return spot


def test_tiles_are_where_they_go_before_the_server_answers(ana: Player) -> None:
    network = Slow(ana)
    ana.create({"game": "azul"}, "beginner")
    take(ana, network)
    number = ana.number
    places = ana.page.evaluate(WHERE)
    assert places
    assert all("line.0.3" in place for place in places)
    assert not ana.my_turn, "nothing can be chosen twice"
    network.go_on()
    ana.wait("number => Number(document.body.dataset.number) > number", number)
    ana.glance()
    assert ana.page.locator(".sent").count() == 0
    assert ana.scene["line.0.3.0"]


def test_a_refused_move_goes_back(ana: Player) -> None:
    network = Slow(ana)
    ana.create({"game": "azul"}, "beginner")
    ana.glance()
    before = ana.page.evaluate(PLACES)
    spot = take(ana, network)
    expect(ana.page.locator(".spots [data-spot='line.0.3'].sent")).to_have_count(1)
    assert ana.page.evaluate(PLACES) != before
    network.refuse()
    expect(ana.page.locator("#toast")).to_contain_text("No such luck.")
    assert ana.page.locator(".sent").count() == 0
    assert ana.page.evaluate(PLACES) == before
    assert spot in {one["spot"] for one in ana.glance()["spots"]}, "the same decision again"
    ana.move()


def test_taken_tiles_go_to_the_players_own(ana: Player) -> None:
    network = Slow(ana)
    ana.create({"game": "pavilion"}, "beginner")
    seen = ana.glance()
    before = ana.page.evaluate(PLACES)
    network.waits = True
    ana.click(next(one["spot"] for one in seen["spots"] if one["spot"].startswith("display.")), seen)
    ana.wait("() => document.querySelector('.z-piece.sent')")
    moved = {slot for slot, place in ana.page.evaluate(PLACES).items() if before[slot] != place}
    assert moved
    network.go_on()
    ana.wait("number => document.body.dataset.number !== number", seen["number"])
    ana.glance()
    assert ana.page.locator(".sent").count() == 0
    after = ana.page.evaluate(PLACES)
    assert any(slot.startswith("hand.0.") for slot in after)
