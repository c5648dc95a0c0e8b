"""A player with a phone: taps and drags with a finger on what is offered, as the browser gets them from a touch screen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, CDPSession, ViewportSize

from azulejos import Event, Game
from azulejos.record import Record
from tests.browser.driver import PHONE, STEP, Player
from tests.render.games import steps

SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 820, "height": 1180},
)
SIZED = """([view]) => {
    const { clientWidth, clientHeight } = document.querySelector('#stage');
    const down = (side, least) => Math.max(side - side % 10, least);
    const wanted = `${view}-${down(clientWidth, 280)}x${down(clientHeight, 240)}`;
    return document.querySelector('.scene').dataset.layout.includes(wanted) && !document.querySelector('.settling, .waiting');
}"""
"""Return whether the layout is made for this view (or any, if it is empty) and size."""


class Fingers(Player):
    """A player who taps; where something is too small, the first tap enlarges it."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        name: str = "Ana",
        size: ViewportSize = PHONE,
        speed: str = "off",
        seed: int = 0,
        locale: str = "en-US",
    ) -> None:
        phone = {"has_touch": True, "is_mobile": True, "service_workers": "block", "locale": locale}
        super().__init__(browser, url, name, size=size, speed=speed, seed=seed, **phone)
        self.touch: CDPSession = self.context.new_cdp_session(self.page)
        self.enlarged = 0

    def click(self, spot: str | None = None, seen: dict[str, Any] | None = None) -> None:
        """Tap on an offered spot, twice if it is enlarged first."""
        seen = seen or self.glance()
        one = self._wish(spot, seen)
        enlarged = self.page.locator("#stage.zoomed").count() > 0  # by a drag that ended there: this tap chooses
        self.tap(one["x"], one["y"])
        if enlarged:
            return
        self.wait(TOUCHED, seen["step"])
        if self.page.locator("#stage.zoomed").count():
            self.enlarged += 1
            again = next(now for now in self.glance()["spots"] if now["spot"] == one["spot"])
            self.tap(again["x"], again["y"])

    def press(self, button: str) -> None:
        box = self.page.locator(button).bounding_box()
        assert box is not None
        self.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def tap(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def finger(self, kind: str, x: float | None = None, y: float | None = None) -> None:
        """Put a finger down (`touchStart`), move it, or lift it (`touchEnd`)."""
        points = [] if x is None or y is None else [{"x": x, "y": y}]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _wish(self, spot: str | None, seen: dict[str, Any]) -> dict[str, Any]:
        spots: list[dict[str, Any]] = seen["spots"]
        if spot is not None:
            return next(one for one in spots if one["spot"] == spot)
        here = [one for one in spots if one["seen"]]  # while a part is enlarged, others are outside the screen
        free = [one for one in here if not one["covered"]] or here
        return self.dice.choice([one for one in free if not one["loses"]] or free)


TOUCHED = f"step => ({STEP})(step) || document.querySelector('#stage.zoomed:not(:has(.settling))')"


def game_until(game: Game, phase: str, round: int = 2) -> Record:
    """Play at random until that phase, from this round on, when somebody has a choice there."""
    for seed in range(100):
        events: list[Event] = []
        for state, event in steps(game, seed):
            if state.round >= round and state.phase == phase and isinstance(state.actor, int) and len(state.legal_moves) > 1:
                return Record(game, tuple(events))
            events.append(event)
    raise AssertionError(f"no game has a choice in the phase {phase}")


def game_until_the_end(game: Game) -> Record:
    """Play at random until the last decision."""
    events: list[Event] = []
    decisions: list[int] = []
    for state, event in steps(game, 1):
        if isinstance(state.actor, int):
            decisions.append(len(events))
        events.append(event)
    return Record(game, tuple(events[: decisions[-1]]))
