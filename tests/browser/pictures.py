"""The pictures of the README: `make pictures` plays some games and writes `docs/pictures/*.png`."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from azulejos.bots.base import Budget
from azulejos.bots.registry import make_bot
from azulejos.core.contract import State
from azulejos.record import Record
from tests.browser.driver import PHONE, Player, Server, chromium, serving

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
BOTS = ("craftsman", "apprentice", "beginner")


class Painter:
    """Make pictures of one server in one browser."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server

    def player(self, **how: Any) -> Player:
        player = Player(self.browser, self.server.url, "Ana", **how)
        player.prefer(speed="off", forced=False)
        return player

    def save(self, player: Player, name: str) -> None:
        """Write a screenshot with a palette: the files are a third of the size, with no visible difference."""
        player.page.wait_for_load_state("networkidle")
        path = FOLDER / f"{name}.png"
        shot = Image.open(io.BytesIO(player.page.screenshot(animations="disabled"))).convert("RGB")
        shot.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=3).save(path, optimize=True)
        print(f"{path.name}: {path.stat().st_size // 1000} kB")
        player.close()

    def table(
        self, name: str, game: dict[str, Any], others: int, until: Callable[[State], bool], click: str = "", **how: Any
    ) -> None:
        """Take a picture of a game once it is that far and Ana's turn; with `click`, after a click on a spot of that kind."""
        ana = self.player(**how)
        play(ana, ana.create(game, *BOTS[:others]), until)
        if click:
            ana.click(
                max((one["spot"] for one in ana.glance()["spots"] if one["spot"].startswith(click)), key=choices_after(ana))
            )
        self.save(ana, name)


def play(player: Player, table: str, until: Callable[[State], bool]) -> None:
    """Play like a craftsman until the game is that far; the bots answer as always."""
    bot = make_bot("planner", 1)
    while True:
        info = player.context.request.get(f"/api/tables/{table}").json()
        if info["result"]:
            break
        if info["actor"] != 0:
            continue
        *_, state = Record.from_text(player.context.request.get(f"/api/tables/{table}/record").text()).states()
        if until(state):
            break
        move = {"move": bot.choose(state, Budget()).text, "number": info["number"]}
        player.context.request.post(f"/api/tables/{table}/moves", data=move, headers={"Origin": player.url})
    player.wait("number => Number(document.body.dataset.number) >= number", info["number"])


def choices_after(player: Player) -> Callable[[str], int]:
    """Return how many spots are offered after a click on one."""

    def count(spot: str) -> int:
        player.click(spot)
        offered = len(player.glance()["spots"])
        player.page.keyboard.press("Escape")
        return offered

    return count


def so_far(round: int, phase: str, taken: int = 0) -> Callable[[State], bool]:
    """Return whether it is that round and phase, with at least this many empty displays."""

    def reached(state: State) -> bool:
        info = state.json
        empty = sum(not display for display in info["factories"])
        return ((info["round"], info["phase"]) == (round, phase) and empty >= taken) or info["round"] > round

    return reached


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    azul, pavilion = {"game": "azul"}, {"game": "pavilion"}
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder, serving(Path(folder)) as server, chromium() as browser:
        painter = Painter(browser, server)
        painter.table("azul-2", azul, 1, so_far(4, "offer", 2), "display.")
        painter.table("azul-4", {**azul, "board": "grey"}, 3, so_far(3, "offer", 3))
        start = painter.player(size={"width": 1280, "height": 1000})
        start.page.goto("/")
        painter.save(start, "start")
        phone = painter.player(size=PHONE)
        phone.page.goto("/")
        painter.save(phone, "start-phone")
        painter.table("pavilion-2", pavilion, 1, so_far(4, "play"))
        painter.table("pavilion-4", pavilion, 3, so_far(4, "acquire", 3), size={"width": 1440, "height": 860})
        painter.table("azul-phone", azul, 1, so_far(3, "offer", 2), "display.", size=PHONE)
        painter.table("pavilion-phone", pavilion, 1, so_far(3, "play"), size=PHONE)
        painter.table("azul-dark", {**azul, "jokers": True}, 2, so_far(3, "offer", 2), color_scheme="dark")
        painter.table("scoring", pavilion, 2, lambda state: False)


if __name__ == "__main__":
    main()
