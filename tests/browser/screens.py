"""Screenshots of every phase on every screen: `python -m tests.browser.screens` writes `build/screens/*.png`.

Each picture shows a phase of a game on the screens of `SIZES`, side by side; those named `words` show a page in every language
on phones. With words as arguments, only the pictures whose name contains one of them: `python -m tests.browser.screens azul-4
lesson`.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from azulejos import GAMES, Game
from azulejos.language.messages import CODES
from tests.browser.driver import SETTLED, Server, chromium, serving
from tests.browser.fingers import SIZED, SIZES, Fingers, game_until, game_until_the_end

FOLDER = Path(__file__).parents[2] / "build" / "screens"
PHASES = {
    "azul": {"taking": ("coloured", "offer"), "placing": ("grey", "tiling")},
    "pavilion": {"taking": ("coloured", "acquire"), "placing": ("coloured", "play"), "bonus": ("coloured", "bonus")},
}
GAP = 12


class Photographer:
    """Takes pictures of one server in one browser."""

    def __init__(self, browser: Browser, server: Server, words: list[str]) -> None:
        self.browser = browser
        self.server = server
        self.words = words

    @contextmanager
    def players(self, *names: str, locale: str = "en-US") -> Iterator[list[Fingers]]:
        players = [Fingers(self.browser, self.server.url, name, locale=locale) for name in names]
        for player in players:
            player.prefer(speed="off", forced=False, warn=False)
        yield players
        for player in players:
            player.close()

    def wanted(self, name: str) -> bool:
        return not self.words or any(word in name for word in self.words)

    def save(self, ana: Fingers, name: str) -> None:
        """Write what a player sees on each screen, side by side."""
        shots = []
        for size in SIZES:
            ana.page.set_viewport_size(size)
            ana.page.wait_for_load_state("networkidle")
            ana.wait(SIZED, [""])
            ana.wait(SETTLED)
            shots.append(shot(ana))
        write(name, shots)

    # -- tables

    def decision(self, name: str, game: Game, phase: str) -> None:
        """The player's own turn, before and after the first choice."""
        if not self.wanted(name):
            return
        with self.players("Ana") as (ana,):
            decide(game, phase, ana)
            self.save(ana, name)
            small = ana.glance()["spots"][0]
            if phase in ("offer", "play"):
                ana.page.set_viewport_size(SIZES[0])
                ana.wait(SETTLED)
                ana.click(small["spot"])
                self.save(ana, f"{name}-chosen")

    def others_turn(self, name: str, game: str, players: int, phase: str) -> None:
        """Another player's turn, and that player's board enlarged."""
        if not self.wanted(name):
            return
        with self.players("Rui", "Ana") as (rui, ana):
            table = rui.create({"game": game}, "open", *["beginner"] * (players - 2))
            ana.visit(table)
            ana.page.tap("[data-do=sit]")
            ana.page.locator("[data-do=sit]").wait_for(state="detached")
            play_until(table, phase, rui, ana)
            ana.page.reload()
            ana.wait("() => document.body.dataset.number")
            self.save(ana, name)
            ana.page.evaluate("document.querySelector('#players li.turn .player').click()")
            self.save(ana, f"{name}-looking")

    def end(self, name: str, game: Game) -> None:
        """The scoring sheet, and the table behind it."""
        if not self.wanted(name):
            return
        with self.players("Ana") as (ana,):
            finish(game, ana)
            self.save(ana, f"{name}-sheet")
            ana.page.keyboard.press("Escape")
            self.save(ana, name)

    # -- other pages

    def lesson(self, name: str, game: str) -> None:
        """The first step, one that asks for a move, and a late one."""
        if not self.wanted(name):
            return
        with self.players("Ana") as (ana,):
            ana.page.goto(f"/learn/{game}")
            for step in range(9):
                ana.wait("n => document.body.dataset.number === n && !document.body.classList.contains('showing')", str(step))
                if step in (0, 2, 8):
                    self.save(ana, f"{name}-{step}")
                if ana.page.locator("#next:visible").count():
                    ana.page.tap("#next")
                while ana.page.evaluate(
                    "n => document.body.dataset.number === n && document.querySelector('.offered')", str(step)
                ):
                    seen = ana.glance()
                    ana.click(seen["spots"][0]["spot"], seen)
                    ana.wait("step => document.querySelector('#ask').dataset.step !== step", seen["step"])

    def replay(self, name: str, game: Game, phase: str) -> None:
        if not self.wanted(name):
            return
        with self.players("Ana") as (ana,):
            table = ana.upload(game_until(game, phase))
            ana.page.goto(f"/r/{table}")
            ana.wait("() => document.body.dataset.number")
            self.save(ana, name)

    def in_every_language(self, name: str, open_page: Callable[[Fingers], None], whole: bool = False) -> None:
        """What a page looks like on phones: what is on the screen, or the whole page."""
        if not self.wanted(name):
            return
        shots = []
        for code in CODES:
            with self.players("Ana", locale=code) as (ana,):
                open_page(ana)
                for size in SIZES[:2]:
                    ana.page.set_viewport_size(size)
                    ana.page.wait_for_load_state("networkidle")
                    if ana.page.locator("#stage").count():
                        ana.wait("() => document.body.dataset.number")
                        ana.wait(SIZED, [""])
                        ana.wait(SETTLED)
                    shots.append(shot(ana, whole))
        write(name, shots)


def shot(ana: Fingers, whole: bool = False) -> Image.Image:
    """Return what a player sees, or the whole page."""
    return Image.open(io.BytesIO(ana.page.screenshot(animations="disabled", full_page=whole))).convert("RGB")


def write(name: str, shots: list[Image.Image]) -> None:
    """Write pictures side by side."""
    sheet = Image.new("RGB", (sum(shot.width + GAP for shot in shots) - GAP, max(shot.height for shot in shots)), "white")
    left = 0
    for shot in shots:
        sheet.paste(shot, (left, 0))
        left += shot.width + GAP
    FOLDER.mkdir(parents=True, exist_ok=True)
    sheet.save(FOLDER / f"{name}.png")
    print(name, flush=True)


def go(address: str, ana: Fingers) -> None:
    ana.page.goto(address)


def decide(game: Game, phase: str, ana: Fingers) -> None:
    ana.continue_game(game_until(game, phase))
    ana.glance()


def finish(game: Game, ana: Fingers) -> None:
    ana.continue_game(game_until_the_end(game))
    ana.play()


def play_until(table: str, phase: str, *players: Fingers) -> None:
    """Play at random until the first of these players is to move in that phase of the second round."""
    while True:
        info = players[0].context.request.get(f"/api/tables/{table}").json()
        if info["actor"] == 0 and (info["state"]["round"], info["state"]["phase"]) == (2, phase) and len(info["legal"]) > 1:
            return
        for seat, player in enumerate(players):
            if info["actor"] == seat:
                move = {"move": player.dice.choice(info["legal"]), "number": info["number"]}
                player.context.request.post(f"/api/tables/{table}/moves", data=move, headers={"Origin": player.url})


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="azulejos-") as folder, serving(Path(folder)) as server, chromium() as browser:
        take = Photographer(browser, server, sys.argv[1:])
        for game, phases in PHASES.items():
            for players in (2, 4):
                for name, (board, phase) in phases.items():
                    take.decision(f"{game}-{players}-{name}", GAMES[game](players, board), phase)
                board, phase = phases["taking"]
                take.others_turn(f"{game}-{players}-other", game, players, phase)
                take.end(f"{game}-{players}-end", GAMES[game](players))
                for name, (board, phase) in phases.items():
                    take.replay(f"{game}-{players}-replay-{name}", GAMES[game](players, board), phase)
            take.lesson(f"{game}-lesson", game)
            board, phase = phases["placing"]
            take.in_every_language(f"words-{game}-table", partial(decide, GAMES[game](4, board), phase))
            take.in_every_language(f"words-{game}-end", partial(finish, GAMES[game](4)))
            take.in_every_language(f"words-{game}-lesson", partial(go, f"/learn/{game}"))
        take.in_every_language("words-start", partial(go, "/"), whole=True)


if __name__ == "__main__":
    main()
