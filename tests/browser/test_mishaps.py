"""Everyday mishaps: players reload, change their minds, use two tabs, lose the connection, and servers die."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from azulejos import GAMES
from tests.browser.driver import PHONE, STEP, Player, Server
from tests.browser.fingers import game_until

pytestmark = pytest.mark.compiled

AZUL = {"game": "azul"}


def test_a_reload_loses_nothing(arrive: Callable[..., Player]) -> None:
    ana = arrive()
    ana.create({"game": "pavilion"}, "beginner")
    ana.play(5)
    ana.glance()
    before = (ana.number, ana.scene, ana.log)
    ana.page.reload()
    ana.glance()
    assert (ana.number, ana.scene, ana.log) == before
    ana.play(2)


@pytest.mark.parametrize("button", ["#now", "#start"])
def test_a_button_pressed_before_the_scripts_run_counts(arrive: Callable[..., Player], button: str) -> None:
    ana = arrive("Ana", locale="hu")
    held: list[Route] = []
    late = True
    # The scripts wait for their texts.
    ana.page.route("**/language/hu.json*", lambda route: held.append(route) if late else route.continue_())
    ana.page.goto("/")
    ana.page.click(button)
    assert ana.page.url == f"{ana.url}/", "no form was sent"
    while not held:
        ana.page.wait_for_timeout(20)
    late = False
    held[0].continue_()
    ana.page.wait_for_url("**/t/*")
    ana.glance()


def test_play_continues_after_a_server_restart(arrive: Callable[..., Player], own_server: Server) -> None:
    ana, eva = arrive("Ana", url=own_server.url), arrive("Eva", url=own_server.url)
    table = ana.create(AZUL, "beginner")
    eva.visit(table)
    ana.play(4)
    ana.glance()
    eva.wait("number => Number(document.body.dataset.number) === number", ana.number)
    before = (ana.number, ana.scene, ana.log)
    own_server.kill()
    expect(ana.page.locator("#offline")).to_be_visible()
    own_server.start()
    expect(ana.page.locator("#offline")).to_be_hidden()
    ana.glance()
    assert (ana.number, ana.scene, ana.log) == before, "nothing is lost"
    ana.play(3)
    ana.glance()
    eva.wait("number => Number(document.body.dataset.number) === number", ana.number)
    assert eva.scene == ana.scene
    for player in (ana, eva):
        assert all("ERR_CONNECTION_REFUSED" in trouble for trouble in player.troubles), player.troubles
        player.troubles.clear()


@pytest.mark.parametrize("failure", ["busy", "offline"])
def test_a_picture_that_fails_to_load_is_loaded_again(arrive: Callable[..., Player], failure: str) -> None:
    ana = arrive()
    table = ana.create(AZUL, "beginner")
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        if route.request.url in failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.fulfill(status=503) if failure == "busy" else route.abort()

    ana.page.route(re.compile("/(layout|symbols)/"), fail_once)
    ana.visit(table)
    ana.play(1)
    assert len(failed) >= 2
    assert all("503" in trouble or "ERR_FAILED" in trouble for trouble in ana.troubles), ana.troubles
    ana.troubles.clear()


def test_a_move_is_taken_back(arrive: Callable[..., Player]) -> None:
    ana = arrive()
    ana.create(AZUL, "beginner")
    ana.glance()
    before = (ana.number, ana.scene, ana.log)
    ana.move()
    ana.glance()
    assert ana.scene != before[1]
    ana.page.click("#back")
    ana.wait("number => Number(document.body.dataset.number) === number", before[0])
    assert (ana.number, ana.scene, ana.log) == before
    ana.play(2)


def test_a_click_can_be_cancelled_and_another_chosen(arrive: Callable[..., Player]) -> None:
    ana = arrive()
    ana.create(AZUL, "beginner")
    seen = ana.glance()
    spots = [one["spot"] for one in seen["spots"] if one["spot"].startswith("display.")]
    ana.click(spots[0])
    expect(ana.page.locator(".tiles.chosen")).to_have_attribute("data-spot", spots[0])
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(".chosen")).to_have_count(0)
    ana.click(spots[0])
    ana.page.locator(f".spot[data-spot='{spots[-1]}'] .around").first.click()
    expect(ana.page.locator(".tiles.chosen")).to_have_attribute("data-spot", spots[-1])
    assert ana.number == int(seen["number"]), "nothing was played"


def test_clicks_stay_when_the_device_is_rotated(arrive: Callable[..., Player]) -> None:
    ana = arrive(speed="off")
    ana.create(AZUL, "beginner")
    spot = ana.glance()["spots"][0]["spot"]
    ana.click(spot)
    expect(ana.page.locator(".tiles.chosen")).to_have_attribute("data-spot", spot)
    wide = ana.page.locator("svg.scene").get_attribute("viewBox")
    ana.page.set_viewport_size(PHONE)
    ana.wait("wide => document.querySelector('svg.scene').getAttribute('viewBox') !== wide", wide)
    expect(ana.page.locator(".tiles.chosen")).to_have_attribute("data-spot", spot)


def test_a_stale_second_tab_is_refused_and_catches_up(arrive: Callable[..., Player]) -> None:
    ana, rui = arrive("Ana"), arrive("Rui")
    table = ana.create(AZUL, "open")
    rui.visit(table)
    rui.sit()
    ana.glance()
    number, scene = ana.number, ana.scene
    answer = ana.context.request.post(
        f"/api/tables/{table}/moves", data={"move": "1B1", "number": number - 1}, headers={"Origin": ana.url}
    )
    assert (answer.status, answer.json()["error"]["code"]) == (409, "stale")

    first, second, late = ana.page, ana.new_page(), False
    missed: list[str] = []

    def slow(socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(lambda message: missed.append(str(message)) if late else socket.send(message))

    second.route_web_socket(re.compile("socket"), slow)
    ana.page = second
    ana.visit(table)
    ana.glance()
    late = True
    ana.page = first
    ana.move()
    rui.glance()
    after = rui.scene
    while not any('"type":"update"' in message for message in missed):
        second.wait_for_timeout(20)
    late = False
    ana.page = second
    ana.move()
    expect(second.locator("#toast")).to_contain_text("The game has moved on.")
    ana.wait("number => Number(document.body.dataset.number) === number", number + 1)
    assert ana.scene == after != scene, "the late tab shows what really happened"
    rui.move()


def test_a_hint_points_at_a_move(arrive: Callable[..., Player]) -> None:
    ana = arrive()
    ana.create(AZUL, "beginner")
    ana.glance()
    ana.page.click("#hint")
    ana.page.locator(".hinted").first.wait_for()
    expect(ana.page.locator("#toast")).to_contain_text("Ana takes")


def test_a_player_out_of_time_is_replaced(arrive: Callable[..., Player]) -> None:
    ana = arrive()
    ana.create({"game": "azul", "round_limit": 1}, "open", clock={"seconds": 6, "increment": 0})
    ana.page.click("[data-do=fill]")  # from now on it runs
    ana.wait("() => /0:0[1-5]/.test(document.querySelector('[data-clock=\"0\"]').textContent)")
    expect(ana.page.locator("#players")).to_contain_text("Ana (bot)")
    ana.page.locator("dialog .sheet").wait_for()


def test_a_long_note_moves_no_button_away_from_the_mouse(arrive: Callable[..., Player]) -> None:
    """It used to make the bar higher, so that the click fell beside the button."""
    ana = arrive()
    note = "surrounds a pillar: take 1 tile; covers the last of the spaces with this number: 8 more at the end, " * 3

    def annotate(socket: WebSocketRoute) -> None:
        def send(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "choices":
                moves = [choice["move"] for choice in told["choices"][:2]]
                told["choices"] = [{"move": move, "stages": [[f"?{move}"]], "points": 3, "note": note} for move in moves]
                told["buttons"] = {f"?{move}": {"text": "2 green tiles", "pieces": ["green", "green"]} for move in moves}
            socket.send(json.dumps(told))

        socket.connect_to_server().on_message(send)

    ana.page.route_web_socket(re.compile("socket"), annotate)
    ana.continue_game(game_until(GAMES["pavilion"](2), "play"))
    ana.glance()
    button, stage = ana.page.locator("#ask .offered").first, ana.page.locator("svg.scene")
    before = (button.bounding_box(), stage.bounding_box())
    button.hover()
    expect(ana.page.locator("#ask .preview")).to_contain_text("8 more at the end")
    assert (button.bounding_box(), stage.bounding_box()) == before
    number = ana.number
    ana.page.mouse.down()
    ana.page.mouse.up()
    ana.wait("number => Number(document.body.dataset.number) > number", number)


def test_a_button_is_not_replaced_under_the_mouse(arrive: Callable[..., Player]) -> None:
    """When somebody else comes or goes, the same choices are offered again; a click on a replaced button would be lost."""
    ana = arrive()
    ana.continue_game(game_until(GAMES["pavilion"](2), "play"))
    step = ana.glance()["step"]
    ana.page.locator("#ask .offered").first.hover()
    ana.page.mouse.down()
    ana.page.evaluate("document.querySelector('#ask .offered').dataset.seen = 'yes'")
    ana.page.set_viewport_size({"width": 700, "height": 1000})  # another layout, and the choices once more
    ana.wait(STEP, step)
    assert ana.page.locator("#ask .offered").first.get_attribute("data-seen") == "yes"
