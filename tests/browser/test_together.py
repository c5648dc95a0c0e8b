"""Several browsers at one table: playing, watching, chatting, taking over, playing again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, expect

from azulejos.web.config import Config
from tests.browser.driver import LARGEST, PHONE, SETTLED, WAIT_SECONDS, Player
from tests.web.live import running

pytestmark = pytest.mark.compiled

SHORT = {"game": "azul", "round_limit": 1}
EVIL = "<script>alert(1)</script>"


def finish(*players: Player) -> None:
    """All of them play, each in turn, to the end."""
    until = time.monotonic() + 2 * WAIT_SECONDS
    while not players[0].over:
        assert time.monotonic() < until, "it continues to its end"
        for player in players:
            if player.my_turn:
                player.move()


def test_two_play_and_a_third_watches(arrive: Callable[..., Player]) -> None:
    ana, rui, eva = arrive("Ana"), arrive("Rui", size=PHONE, seed=1), arrive("Eva")
    table = ana.create(SHORT, "open")
    assert ana.page.input_value(".card .link") == f"{ana.url}/t/{table}"
    expect(ana.page.locator(".card .qr")).to_be_visible()
    rui.visit(table)
    rui.sit()
    eva.visit(table)
    expect(eva.page.locator("#card")).to_have_text("You are watching.")
    expect(ana.page.locator("#players")).to_contain_text("Rui")
    finish(ana, rui)

    for player in (rui, eva):
        player.page.locator("dialog .sheet").wait_for()
    assert ana.sheet == rui.sheet == eva.sheet
    assert ana.log == rui.log == eva.log
    assert eva.page.locator(".offered").count() == 0, "spectators are offered nothing"


def test_a_guest_takes_an_open_seat_from_the_lobby(arrive: Callable[..., Player]) -> None:
    ana, rui = arrive("Ana"), arrive("Rui")
    table = ana.create({"game": "pavilion"}, "open")
    rui.page.goto("/")
    rui.page.click(f"#open a[href='/t/{table}']")
    rui.sit()
    for player in (ana, rui):
        expect(player.page.locator("#players .who b")).to_have_text(["Ana", "Rui"])
    ana.page.goto("/")
    expect(ana.page.locator(f"#mine a[href='/t/{table}']")).to_contain_text("Ana, Rui")


def test_chat_and_names_are_only_text(arrive: Callable[..., Player]) -> None:
    ana, rui = arrive("<b>Ana</b>"), arrive(EVIL[:24])
    alarms: list[str] = []

    def alarm(dialog: Dialog) -> None:
        alarms.append(dialog.message)
        dialog.dismiss()

    for player in (ana, rui):
        player.page.on("dialog", alarm)
    table = ana.create(SHORT, "open")
    rui.visit(table)
    rui.sit()
    rui.page.fill("#chat input", EVIL)
    rui.page.click("#chat button")
    expect(ana.page.locator("#talk")).to_contain_text(EVIL)
    expect(ana.page.locator("#players")).to_contain_text(EVIL[:24])
    expect(rui.page.locator("#players")).to_contain_text("<b>Ana</b>")
    assert ana.page.locator("main script, aside script, aside b > b").count() == 0
    assert not alarms


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[str]:
    """The address of a server where players may be away for six seconds."""
    with running(Config(tmp_path / "tables.db", absence=6.0)) as server:
        yield server.url


def test_a_bot_takes_the_seat_of_a_player_who_left(impatient: str, arrive: Callable[..., Player]) -> None:
    ana, rui = arrive("Ana", url=impatient), arrive("Rui", url=impatient)
    table = ana.create(SHORT, "open")
    rui.visit(table)
    rui.sit()
    rui.page.goto("/")
    button = ana.page.locator("[data-do=takeover]")
    expect(button).to_contain_text("A bot can take over in")
    expect(button).to_be_disabled()
    button.click()  # as soon as it is enabled
    expect(ana.page.locator("#players")).to_contain_text("Rui (bot)")
    ana.play(2)

    rui.visit(table)
    rui.page.click("[data-do=return]")
    expect(ana.page.locator("#players li").nth(1)).not_to_contain_text("bot")
    finish(ana, rui)


def test_a_rematch_rotates_the_seats(arrive: Callable[..., Player]) -> None:
    ana, rui = arrive("Ana"), arrive("Rui")
    table = ana.create(SHORT, "open")
    rui.visit(table)
    rui.sit()
    finish(ana, rui)
    ana.page.click("dialog [data-do=rematch]")
    for player in (ana, rui):
        expect(player.page).not_to_have_url(f"**/t/{table}")
        expect(player.page.locator("#players .who b")).to_have_text(["Rui", "Ana"])
    rui.move()
    ana.move()


def test_boards_of_others_can_be_enlarged(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana")
    ana.create({"game": "azul"}, "beginner", "beginner")
    ana.glance()
    ana.wait(LARGEST, 0)
    ana.page.click("#players li:nth-child(3) .player")
    ana.wait(LARGEST, 2)
    ana.wait(SETTLED)
    ana.page.locator("[data-label='name.0']").click()
    ana.wait(LARGEST, 0)
    ana.wait(SETTLED)
    ana.page.locator("[data-label='name.1']").click()
    ana.wait(LARGEST, 1)
    ana.move()
    ana.glance()
    ana.wait(LARGEST, 0)  # back to the player's own board when it is their turn again


def test_two_people_on_one_device(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana")
    ana.page.goto("/")
    ana.page.check("#seat-1-me", force=True)
    ana.page.fill("#seats li:nth-child(2) input:not([type])", "Rui")
    ana.page.select_option("#starter", "0")
    ana.page.click("#start")
    expect(ana.page.locator("#ask .prompt")).to_have_text("Ana: Your turn: take tiles")
    ana.wait(LARGEST, 0)
    ana.move()
    expect(ana.page.locator("#ask .prompt")).to_have_text("Rui: Your turn: take tiles")
    ana.wait(LARGEST, 1)  # the table turns to the player to move
    ana.play(6)
