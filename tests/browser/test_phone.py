"""Phones and tablets: what is offered is on the screen, large enough for a finger; whole games by taps and by drags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ViewportSize

from azulejos import GAMES
from tests.browser.driver import ASKED, LARGEST, PHONE, SETTLED, STEP, Player, Server
from tests.browser.fingers import SIZED, SIZES, Fingers, game_until, game_until_the_end

pytestmark = pytest.mark.compiled

PHASES = (
    ("azul", "coloured", "offer", "taking"),
    ("azul", "grey", "tiling", "placing"),
    ("pavilion", "coloured", "acquire", "taking"),
    ("pavilion", "coloured", "play", "placing"),
    ("pavilion", "coloured", "bonus", "placing"),
)
FINGER = 43.5
LIFT = 34  # dragged tiles are this far above the finger


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Callable[..., Fingers]]:
    players: list[Fingers] = []

    def phone(**how: Any) -> Fingers:
        players.append(Fingers(browser, server.url, **how))
        return players[-1]

    yield phone
    troubles = [trouble for player in players for trouble in player.troubles]
    for player in players:
        player.close()
    assert not troubles


LOOK = """() => {
    const box = node => { const { x, y, width, height } = node.getBoundingClientRect(); return [x, y, width, height]; };
    const seat = document.querySelector('.z-turn.on[data-mark^="turn."]')?.dataset.mark.slice(5);
    return {
        view: box(document.querySelector('#stage')),
        targets: [...document.querySelectorAll('.offered')].map(node => ({
            spot: node.dataset.spot, kind: node.tagName.toLowerCase(), box: box(node),
            parts: [...node.children].filter(part => part.matches('.around:not(.covered)')).map(box),
        })),
        own: [...document.querySelectorAll('.z-piece')].filter(node => node.dataset.slot.split('.')[1] === seat
            && ['hand', 'line', 'floor'].includes(node.dataset.slot.split('.')[0])).map(box),
        panels: [...document.querySelectorAll('[data-mark^="turn."]')].map(box),
        displays: [...document.querySelectorAll('.z-plate')].map(box),
        bars: ['.bar .brand', '#round', '#status .says', '#menu', '#ask .buttons button'].flatMap(
            name => [...document.querySelectorAll(name)]).map(box),
        cut: [...document.querySelectorAll('#round, .prompt, #ask .buttons button')]
            .filter(node => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
            .map(node => node.textContent),
        scroll: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
    };
}"""
"""Return where everything is that matters for the decision at hand."""

Box = list[float]


def inside(box: Box, view: Box) -> bool:
    return all(
        low >= start - 1 and low + size <= start + room + 1
        for low, size, start, room in zip(box, box[2:], view, view[2:], strict=False)
    )


def overlap(one: Box, other: Box) -> bool:
    return all(a + size > b + 2 and b + room > a + 2 for a, size, b, room in zip(one, one[2:], other, other[2:], strict=False))


def middles(target: dict[str, Any]) -> list[tuple[float, float]]:
    return [(x + width / 2, y + height / 2) for x, y, width, height in target["parts"] or [target["box"]]]


def too_small(targets: list[dict[str, Any]]) -> set[str]:
    """Return the targets that a finger could confuse: their middles are less than a finger apart, or their sides shorter."""
    found = {one["spot"] for one in targets if one["kind"] in ("rect", "button") and min(one["box"][2:]) < FINGER}
    for one, other in combinations(targets, 2):
        nearest = min(abs(complex(a - c, b - d)) for a, b in middles(one) for c, d in middles(other))
        if nearest < FINGER:
            found |= {one["spot"], other["spot"]}
    return found


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("game", "board", "phase", "view"), PHASES, ids=[f"{game}-{phase}" for game, _, phase, _ in PHASES])
def test_all_that_is_needed_is_on_the_screen(
    phone: Callable[..., Fingers], game: str, players: int, board: str, phase: str, view: str
) -> None:
    """Before and after the first choice. All numbers of players and more screens are in `tests/render/test_screens.py`."""
    ana = phone()
    ana.prefer(speed="off", forced=False, warn=False)
    ana.continue_game(game_until(GAMES[game](players, board), phase))
    spots = ana.glance()["spots"]
    look_at_it_on_every_screen(ana, view, f"{game}, {phase}, {players} players")
    if phase in ("offer", "play"):  # otherwise the first choice is a whole move
        ana.page.set_viewport_size(PHONE)
        ana.wait(SIZED, [view])
        ana.wait(SETTLED)
        ana.click(spots[0]["spot"])
        ana.wait("() => document.querySelector('#stage .chosen')")
        look_at_it_on_every_screen(ana, view, f"{game}, {phase}, {players} players, chosen")


def look_at_it_on_every_screen(ana: Fingers, view: str, what: str) -> None:
    for size in SIZES:
        ana.page.set_viewport_size(size)
        ana.wait(SIZED, [view])
        seen = ana.page.evaluate(LOOK)
        where = f"{what}, {size}"
        assert_it_fits(seen, size, where)
        for spot in sorted(too_small(seen["targets"]))[::5]:
            assert_it_is_enlarged(ana, spot, where)


def assert_it_fits(seen: dict[str, Any], size: ViewportSize, where: str) -> None:
    """All that is offered and the player's own tiles are on the screen, and nothing overlaps or is cut off."""
    assert max(seen["scroll"]) <= 0, where
    assert seen["targets"], where
    screen: Box = [0.0, 0.0, float(size["width"]), float(size["height"])]
    assert inside(seen["view"], screen), where
    for one in seen["targets"]:
        assert inside(one["box"], screen if one["kind"] == "button" else seen["view"]), (where, one)
    for things in ("own", "panels", "displays"):
        assert not [box for box in seen[things] if not inside(box, seen["view"])], (where, things)
    assert not [box for box in seen["bars"] if not inside(box, screen)], where
    assert not [pair for pair in combinations([*seen["panels"], *seen["displays"]], 2) if overlap(*pair)], where
    assert not [pair for pair in combinations([seen["view"], *seen["bars"]], 2) if overlap(*pair)], where
    assert not seen["cut"], where


@pytest.mark.parametrize(
    "style",
    [
        "#stage { translate: 0 30px; }",  # a part of the picture is below the buttons
        ".offers { translate: -60px; }",  # some tiles are beside the screen
        "[data-mark='turn.1'] { scale: 3; transform-box: fill-box; transform-origin: center; }",  # boards cover displays
        ".phone .bar nav { display: flex; position: static; } .phone .bar { height: 44px; flex-wrap: wrap; }",
        ".says .prompt { max-height: 8px; }",
        "#ask .buttons button { margin-bottom: -40px; }",
    ],
)
def test_what_does_not_fit_is_noticed(phone: Callable[..., Fingers], style: str) -> None:
    ana = phone()
    ana.prefer(speed="off", forced=False)
    ana.continue_game(game_until(GAMES["azul"](4), "offer"))
    ana.glance()
    ana.wait(SIZED, ["taking"])
    assert_it_fits(ana.page.evaluate(LOOK), PHONE, "as it is")
    ana.page.evaluate(
        """style => { for (const rule of style.match(/[^}]+}/g)) document.styleSheets[0].insertRule(
            rule.replaceAll(';', ' !important;'), document.styleSheets[0].cssRules.length); }""",
        style,
    )
    with pytest.raises(AssertionError):
        assert_it_fits(ana.page.evaluate(LOOK), PHONE, style)


def assert_it_is_enlarged(ana: Fingers, spot: str, where: str) -> None:
    """The first tap on something small enlarges it, and chooses nothing."""
    ana.wait(SETTLED)
    before = ana.glance()
    one = next(one for one in before["spots"] if one["spot"] == spot)
    ana.page.touchscreen.tap(one["x"], one["y"])
    ana.wait("() => document.querySelector('#stage.zoomed')")
    assert ana.page.get_attribute("#ask", "data-step") == before["step"], where
    seen = ana.page.evaluate(LOOK)
    large = next(one for one in seen["targets"] if one["spot"] == spot)
    assert spot not in too_small(seen["targets"]), (where, spot)
    assert inside(large["parts"][0] if large["parts"] else large["box"], seen["view"]), (where, spot)
    far_away = "new MouseEvent('click', {clientX: -9999, clientY: -9999})"
    ana.page.evaluate(f"() => document.querySelector('.scene').dispatchEvent({far_away})")
    ana.wait("() => !document.querySelector('#stage.zoomed')")
    ana.wait(SETTLED)


@pytest.mark.parametrize(("game", "players"), [("azul", 4), ("pavilion", 2)])
def test_a_whole_game_by_taps(phone: Callable[..., Fingers], game: str, players: int) -> None:
    ana = phone(size=SIZES[0], seed=players)
    ana.create({"game": game}, *["beginner"] * (players - 1))
    ana.play()
    assert ana.over
    assert ana.enlarged > 0, "on a small phone some things are"


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_whole_game_by_drags(phone: Callable[..., Fingers], game: str) -> None:
    ana = phone(seed=1)
    ana.create({"game": game}, "beginner")
    drags = 0
    while not ana.over:
        seen = ana.glance()
        tiles = [one for one in seen["spots"] if "/" in one["spot"]]
        if not tiles or seen["sure"] or seen["over"]:
            ana.move()
            continue
        drags += drag_somewhere(ana, seen, ana.dice.choice(tiles))
    assert drags > 12, "most moves are drags"


def drag_somewhere(ana: Fingers, seen: dict[str, Any], start: dict[str, Any]) -> bool:
    """Drag tiles to an offered place, else onto the own board; return whether a place took them."""
    x, y = start["x"], start["y"]
    ana.finger("touchStart", x, y)
    ana.finger("touchMove", x, y + 12)
    ana.wait("() => document.querySelector('.scene.dragging')")
    now = ana.page.evaluate(LOOK)
    places = [one for one in now["targets"] if one["kind"] in ("rect", "polygon")]
    goal = ana.dice.choice(places)["box"] if places else max(now["panels"], key=lambda box: box[2])
    end = goal[0] + goal[2] / 2, goal[1] + goal[3] / 2 + LIFT
    ana.finger("touchMove", *end)
    ana.finger("touchEnd")
    ana.wait("() => !document.querySelector('.scene.dragging')")
    ana.wait(f"step => ({STEP})(step) || document.querySelector('#stage.zoomed')", seen["step"])
    while ana.page.evaluate(ASKED, seen["number"]):  # a payment, or which space
        after = ana.glance()
        if after["sure"]:
            ana.page.click("dialog[open] footer .main")
        elif after["done"]:
            ana.page.click("#ask [data-do=done]")
        else:
            ana.click(seen=after)
        ana.wait(STEP, after["step"])
    return bool(places)


def test_axe_on_a_phone(phone: Callable[..., Fingers]) -> None:
    axe = Axe()
    for size in (SIZES[0], SIZES[2]):
        ana = phone(size=size)
        ana.create({"game": "pavilion"}, "beginner")
        ana.glance()
        for click in (None, "#menu", "#more"):
            if click:
                ana.page.tap(click)
                ana.page.evaluate("() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)))")
            found = axe.run(ana.page).response["violations"]
            assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")], click


def middle_of_board(ana: Fingers, seat: int) -> tuple[float, float]:
    x, y, width, height = ana.page.evaluate(BOARD, seat)
    return x + width / 2, y + height / 2


BOARD = """seat => {
    const { x, y, width, height } = document.querySelector(`[data-mark="turn.${seat}"]`).getBoundingClientRect();
    return [x, y, width, height];
}"""


IN_THE_WAY = """
window.frames_covered = 0;
(function look() {
  const panel = document.getElementById('panel');
  const folded = document.body?.classList.contains('phone') && !document.body.classList.contains('unfolded');
  if (panel && folded && getComputedStyle(panel).visibility !== 'hidden') window.frames_covered++;
  requestAnimationFrame(look);
})();
"""


def test_a_new_page_is_not_covered_by_its_panel(phone: Callable[..., Fingers]) -> None:
    ana = phone()
    ana.context.add_init_script(IN_THE_WAY)
    ana.create({"game": "azul"}, "beginner")
    ana.glance()
    assert ana.page.evaluate("window.frames_covered") == 0


@pytest.mark.parametrize("speed", ["off", "normal"])
def test_another_board_is_enlarged_by_a_tap(phone: Callable[..., Fingers], speed: str) -> None:
    ana = phone(speed=speed)
    ana.create({"game": "pavilion"}, "beginner", "beginner")
    ana.glance()
    ana.wait(SETTLED)
    ana.page.touchscreen.tap(*middle_of_board(ana, 1))
    ana.wait(LARGEST, 1)
    ana.wait(SETTLED)
    x, y = middle_of_board(ana, 1)
    for seat, way in ((2, -1), (1, 1), (2, -1)):
        ana.finger("touchStart", x - 90 * way, y)
        for step in (-30, 30, 90):
            ana.finger("touchMove", x + step * way, y)
        ana.finger("touchEnd")
        ana.wait(LARGEST, seat)
    ana.page.touchscreen.tap(x, y)  # at once: whatever still moves, it means to return
    ana.wait(LARGEST, 0)
    assert not ana.page.evaluate("document.body.classList.contains('looking')")


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_lessons_and_replays_fit_the_screen(phone: Callable[..., Fingers], game: str) -> None:
    ana = phone()
    table = ana.upload(game_until(GAMES[game](4), "offer" if game == "azul" else "play"))
    for path in (f"/learn/{game}", f"/r/{table}"):
        ana.page.goto(path)
        ana.wait("() => document.querySelector('.z-piece')")
        for size in SIZES:
            ana.page.set_viewport_size(size)
            ana.wait(SIZED, [""])
            seen = ana.page.evaluate(LOOK)
            screen: Box = [0.0, 0.0, float(size["width"]), float(size["height"])]
            assert inside(seen["view"], screen), (path, size)
            assert seen["scroll"][0] <= 0, (path, size)
            assert not [box for box in [*seen["panels"], *seen["displays"]] if not inside(box, seen["view"])], (path, size)
            assert not [pair for pair in combinations(seen["panels"], 2) if overlap(*pair)], (path, size)


def test_two_fingers_zoom_the_page(phone: Callable[..., Fingers]) -> None:
    """Also on tiles, where one finger drags; nothing is chosen by it."""
    ana = phone()
    ana.create({"game": "azul"}, "beginner")
    seen = ana.glance()
    one = next(one for one in seen["spots"] if one["spot"].startswith("display."))
    ana.finger("touchStart", one["x"], one["y"])
    for spread in range(10, 110, 10):
        kind = "touchStart" if spread == 10 else "touchMove"
        points = [{"x": one["x"] - spread + 10, "y": one["y"], "id": 0}, {"x": one["x"] + spread, "y": one["y"], "id": 1}]
        ana.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    ana.finger("touchEnd")
    ana.wait("() => visualViewport.scale > 1.5")
    after = ana.glance()
    assert (after["step"], after["number"]) == (seen["step"], seen["number"])
    assert not ana.page.locator(".dragging, #stage .chosen").count()


def test_turning_the_phone_keeps_everything(phone: Callable[..., Fingers]) -> None:
    ana = phone()
    ana.create({"game": "azul"}, "beginner")
    ana.click()
    ana.wait("() => document.querySelector('#stage .chosen')")
    chosen = ana.page.get_attribute("#stage .chosen", "data-spot")
    ana.page.set_viewport_size(SIZES[2])
    ana.wait(SIZED, ["taking"])
    assert ana.page.get_attribute("#stage .chosen", "data-spot") == chosen


def test_turning_the_phone_keeps_a_hint(phone: Callable[..., Fingers]) -> None:
    hinted = "() => document.querySelectorAll('#stage .hinted').length > 0"
    ana = phone()
    ana.create({"game": "azul"}, "beginner")
    ana.glance()
    ana.page.tap("#menu")
    ana.page.tap("#hint")
    ana.wait(hinted)
    ana.page.set_viewport_size(SIZES[2])
    ana.wait(SIZED, ["taking"])
    ana.wait(hinted)
    ana.page.goto("/learn/azul")  # the first step highlights the pattern lines
    ana.wait(hinted)
    ana.page.set_viewport_size(SIZES[1])
    ana.wait(SIZED, ["taking"])
    ana.wait(hinted)


def test_the_table_never_changes_under_a_finger(phone: Callable[..., Fingers]) -> None:
    ana = phone()
    ana.create({"game": "azul"}, "beginner")
    ana.glance()
    before = ana.page.get_attribute(".scene", "data-layout")
    ana.finger("touchStart", 195, 100)
    ana.page.set_viewport_size(SIZES[2])
    ana.wait("() => document.body.classList.contains('flat')")
    ana.page.evaluate("path => fetch(path)", before)  # time enough to load another one
    assert ana.page.get_attribute(".scene", "data-layout") == before
    ana.finger("touchEnd")
    ana.wait(SIZED, ["taking"])


def test_a_mouse_can_drag(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.create({"game": "azul"}, "beginner")
    seen = ana.glance()
    start = next(one for one in seen["spots"] if one["spot"].startswith("display."))
    ana.page.mouse.move(start["x"], start["y"])
    ana.page.mouse.down()
    ana.page.mouse.move(start["x"] + 20, start["y"])
    ana.wait("() => document.querySelector('.scene.dragging')")
    line = next(one for one in ana.glance()["spots"] if one["spot"] == "line.0.5")
    ana.page.mouse.move(line["x"], line["y"])
    ana.wait("() => document.querySelector('.hover[data-spot=\"line.0.5\"]')")
    ana.page.mouse.up()
    ana.wait("number => document.body.dataset.number !== number", seen["number"])
    assert any("pattern line 5" in line for line in ana.log)


def test_a_line_of_the_log_shows_its_move_again(phone: Callable[..., Fingers]) -> None:
    ana = phone()
    ana.create({"game": "azul"}, "beginner")
    ana.move()
    ana.glance()
    ana.page.reload()  # what happened before comes from the replay
    ana.wait("() => document.body.dataset.number")
    ana.glance()
    now = ana.scene
    ana.page.tap("#menu")
    ana.page.tap("#more")
    line = ana.page.locator("#log li", has_text="Ana takes").first
    line.locator(".again").tap()
    ana.wait("() => document.querySelector('.showing-again')")
    assert ana.scene != now, "an earlier position"
    ana.wait("() => !document.querySelector('.showing-again')")
    assert ana.scene == now


DEVICE = """
window.device = {locks: 0, released: 0, pulses: [], shared: []};
const lock = () => ({ released: false, release: async function () { this.released = true; window.device.released += 1; } });
const fakes = {
    wakeLock: { request: async () => { window.device.locks += 1; return lock(); } },
    vibrate: time => window.device.pulses.push(time),
    share: async what => { window.device.shared.push(what.url); },
};
for (const [name, value] of Object.entries(fakes)) Object.defineProperty(navigator, name, { value, configurable: true });
"""
"""A device with a screen that sleeps, a motor, and a share sheet, which write down what is asked of them."""


def test_the_screen_stays_awake_until_the_game_is_over(phone: Callable[..., Fingers]) -> None:
    ana = phone()
    ana.context.add_init_script(DEVICE)
    ana.continue_game(game_until_the_end(GAMES["azul"](2)))
    ana.wait("() => window.device.locks === 1 && window.device.released === 0")
    ana.play()
    ana.wait("() => window.device.released === 1")


def test_a_choice_can_be_felt(phone: Callable[..., Fingers]) -> None:
    ana = phone()
    ana.context.add_init_script(DEVICE)
    ana.create({"game": "azul"}, "beginner")
    ana.glance()
    assert ana.page.evaluate("window.device.pulses") == []
    ana.click()
    ana.wait("() => document.querySelector('#stage .chosen')")
    assert len(ana.page.evaluate("window.device.pulses")) == 1


def test_an_invitation_is_shared_by_the_system(phone: Callable[..., Fingers]) -> None:
    ana = phone()
    ana.context.add_init_script(DEVICE)
    table = ana.create({"game": "azul"}, "beginner")
    ana.page.tap("#menu")
    ana.page.tap("#invite")
    ana.page.tap("dialog [data-do=share]")
    ana.wait("() => window.device.shared.length === 1")
    assert ana.page.evaluate("window.device.shared") == [f"{ana.url}/t/{table}"]


def test_the_result_is_on_the_screen_at_once(phone: Callable[..., Fingers]) -> None:
    """Also where the totals of the sheet are further down; and nothing shows below the buttons."""
    ana = phone(size=SIZES[2])
    ana.continue_game(game_until_the_end(GAMES["azul"](4)))
    ana.play()
    assert ana.page.locator(".standing").is_visible()
    scores = [str(score) for score in ana.sheet[-1]]
    shown = ana.page.inner_text(".standing").split("\u00a0· ")
    assert sorted(one.split()[-1] for one in shown) == sorted(scores)
    edges = "() => ['dialog .content', 'dialog footer'].map(one => document.querySelector(one).getBoundingClientRect().bottom)"
    content, footer = ana.page.evaluate(edges)
    assert abs(content - footer) < 1


def test_the_menu_has_names_and_a_way_home(phone: Callable[..., Fingers]) -> None:
    ana = phone(size=SIZES[0])
    ana.create({"game": "azul"}, "beginner")
    ana.glance()
    assert ana.page.inner_text("#round") == "Round 1"
    ana.page.tap("#menu")
    assert all(ana.page.locator("#actions button, #actions a").all_inner_texts())
    ana.page.tap("#actions .home")
    ana.page.wait_for_url("**/")
