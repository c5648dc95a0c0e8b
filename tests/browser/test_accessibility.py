"""Accessibility: axe finds nothing serious, whole games by keyboard, the app without a connection."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.driver import ASKED, DESK, PHONE, UNFOLD, WAIT_SECONDS, WORKER, Player, Server

pytestmark = pytest.mark.compiled

BAD = ("serious", "critical")
AXE = Axe()


SETTLED = """() => Promise.all(document.getAnimations()
    .filter(one => Number.isFinite(one.effect.getComputedTiming().endTime))
    .map(one => one.finished.catch(() => null)))
    .then(() => null)"""


def faults(ana: Player, **options: Any) -> list[str]:
    """Return the serious findings of axe, once nothing fades in any more."""
    ana.page.evaluate(SETTLED)
    found = AXE.run(ana.page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node['html'][:80]}" for one in found if one["impact"] in BAD for node in one["nodes"]
    ]


# -- axe


CONTRAST = "color-contrast"
LOOKS: dict[str, Any] = {
    "light": ("light", DESK, {}),
    "dark": ("dark", DESK, {"runOnly": [CONTRAST]}),  # only the colours differ
    "phone": ("light", PHONE, {"rules": {CONTRAST: {"enabled": False}}}),  # and here only they do not
}


@pytest.mark.parametrize(("look", "size", "options"), LOOKS.values(), ids=LOOKS)
def test_axe_finds_nothing_serious(arrive: Callable[..., Player], look: str, size: Any, options: Any) -> None:
    ana = arrive("Ana", color_scheme=look, size=size, speed="off")
    over = ana.create({"game": "azul", "round_limit": 1}, "beginner")
    ana.hurry(over)
    found = {"the end of a game": faults(ana, **options)}
    tables = [ana.create({"game": game}, "beginner") for game in ("azul", "pavilion")]
    pages = {
        **{f"/t/{table}": ".offered" for table in tables},
        f"/r/{tables[0]}": ".scene .z-piece",
        f"/r/{over}#12": ".scene .z-piece",
        f"/r/{over}?analyse": "#analysis .plot",
        "/": "#games .option",
        "/rules/azul": "figure",
        "/rules/pavilion": "figure",
        "/offline": "#again",
        **{f"/learn/{game}": ".scene .z-piece" for game in ("azul", "pavilion")},
        "/puzzles?daily": "#difficulty option:nth-child(2)",
        "/statistics": "#found .card",
        "/statistics?name=Ana": "#found .card",
        "/analyse": ".scene .z-piece",
    }
    for path, part in pages.items():
        ana.page.goto(path)
        ana.page.locator(part).first.wait_for(state="attached")
        ana.page.evaluate(UNFOLD)
        found[path] = faults(ana, **options)
    ana.page.locator("#moves li").first.wait_for()
    ana.page.click("#moves li button")
    ana.page.locator("#tree li [data-event]").first.wait_for()
    ana.page.fill("#comment", "Why not?")
    ana.page.click("#think")  # nothing changes under the eyes of axe
    found["the best moves"] = faults(ana, **options)
    assert not {path: problems for path, problems in found.items() if problems}


def test_axe_finds_nothing_serious_in_dialogs(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.create({"game": "azul"}, "open")
    assert not faults(ana), "waiting for players"
    for button in ("#prefs", "#invite"):
        ana.page.click(button)
        ana.page.locator("dialog[open]").wait_for()
        assert not faults(ana), button
        ana.page.keyboard.press("Escape")
    ana.page.keyboard.press("?")
    ana.page.locator("dialog .keys").wait_for()
    assert not faults(ana), "the list of keys"


# -- keyboard


def spot(ana: Player) -> str | None:
    """Return what has the focus: a spot, or a button below the table."""
    found: str | None = ana.page.evaluate("document.activeElement?.dataset.spot ?? document.activeElement?.dataset.do ?? null")
    return found


def move(ana: Player) -> bool:
    """Make a move with arrows and Enter; return false if the game is over."""
    for _ in range(20):
        seen = ana.glance()
        if seen["over"]:
            return False
        if seen["sure"]:
            ana.page.keyboard.press("Enter")  # the answer that has the focus
        else:
            if spot(ana) is None:
                ana.page.keyboard.press("ArrowDown")
            assert spot(ana) is not None, "the focus is where something can be chosen"
            assert ana.page.evaluate(VISIBLE), f"and it is visible there: {spot(ana)}"
            if spot(ana) == "cancel":
                ana.page.keyboard.press("ArrowUp")
            ana.page.keyboard.press("Enter")
        ana.wait(CHANGED, [seen["number"], seen["step"]])
        if not ana.page.evaluate(ASKED, seen["number"]):
            return True
    raise AssertionError(f"no move in twenty keys: {ana.page.inner_text('#ask')}")


VISIBLE = """() => {
    const node = document.activeElement;
    if (!node.matches(':focus-visible')) return false;
    const drawn = getComputedStyle(node.matches('.tiles') ? node.querySelector('.around') : node);
    return drawn.outlineStyle !== 'none' && parseFloat(drawn.outlineWidth) >= 3 || parseFloat(drawn.strokeWidth) >= 4;
}"""
"""Return whether the focused element shows it: by an outline, or on the picture by a stroke."""

CHANGED = """([number, step]) => document.body.dataset.number !== number
    || document.querySelector('#ask').dataset.step !== step || document.querySelector('dialog[open]')"""


def test_a_whole_game_by_keyboard(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana")
    ana.prefer(speed="off", warn=False)
    ana.create({"game": "azul", "round_limit": 1}, "beginner")
    while move(ana):
        pass
    assert ana.sheet[-1][0] == int(ana.scene["score.0"])
    assert re.search("win|share the victory", ana.page.inner_text("dialog h2"))
    reasons = ana.page.eval_on_selector_all("#log small a", "links => links.map(link => link.getAttribute('href'))")
    assert "/rules/azul#scoring" in reasons, "every score has a way to its rule"


def test_a_whole_game_of_summer_pavilion_by_keyboard(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana")
    ana.prefer(speed="off", warn=False)
    ana.create({"game": "pavilion"}, "beginner")
    for _ in range(10):
        assert move(ana)
    ana.page.focus("#text-view summary")
    ana.page.keyboard.press("Enter")
    ana.wait("() => document.querySelector('#text-view .words')")
    assert "Ana" in ana.page.inner_text("#text-view .words")
    ana.page.focus("#stage")
    while move(ana):
        pass
    assert any(text.startswith("Round 6 begins.") for text in ana.log)
    assert ana.sheet[-1][0] == int(ana.scene["score.0"])


def test_moves_of_others_leave_the_focus_alone(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ben = arrive("Ben", speed="off")
    table = ana.create({"game": "azul"}, "open")
    ben.visit(table)
    ben.sit()
    assert move(ana)
    ana.page.focus("#text-view summary")
    ben.move()
    ana.glance()
    assert ana.page.evaluate("document.activeElement.matches('#text-view summary')"), "Ben's move leaves Ana where she reads"
    ana.page.keyboard.press("ArrowUp")
    assert spot(ana) is not None, "and with an arrow she is back at the table"


@pytest.mark.parametrize("page", ["replay", "lesson"])
def test_other_tables_have_a_text_view_too(arrive: Callable[..., Player], page: str) -> None:
    ana = arrive("Ana", speed="off")
    if page == "replay":
        table = ana.create({"game": "azul", "round_limit": 1}, "beginner")
        ana.hurry(table)
        ana.page.goto(f"/r/{table}#1")
    else:
        ana.page.goto("/learn/azul")
    ana.page.locator(".scene .z-piece").first.wait_for(state="attached")
    ana.page.click("#text-view summary")
    ana.wait("() => document.querySelector('#text-view .words')")
    before = ana.page.inner_text("#text-view .words")
    assert "Factory 1" in before
    if page == "replay":
        ana.page.click("#last")
        ana.wait("text => document.querySelector('#text-view .words').innerText !== text", before)
        after = ana.page.inner_text("#text-view .words")
        assert re.search("(Ana|Beginner), ", after)
        assert "Factory" not in after, "the round is over"


def test_the_log_of_a_replay_leads_to_the_rules(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    table = ana.create({"game": "azul", "round_limit": 1}, "beginner")
    ana.hurry(table)
    ana.page.goto(f"/r/{table}")
    ana.page.locator("#log small a").first.wait_for()
    texts = ana.page.locator("#log small").all_inner_texts()
    assert texts
    assert all(text.endswith("Why?") for text in texts)
    assert (ana.page.get_attribute("#log small a", "href") or "").startswith("/rules/azul#")


def test_arrows_go_where_they_point(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.create({"game": "azul"}, "beginner")
    ana.glance()
    ana.page.keyboard.press("ArrowRight")
    seen = [spot(ana)]
    places = [ana.page.evaluate(MIDDLE)]
    for key, axis, sign in (("ArrowRight", "x", 1), ("ArrowDown", "y", 1), ("ArrowLeft", "x", -1), ("ArrowUp", "y", -1)):
        ana.page.keyboard.press(key)
        places.append(ana.page.evaluate(MIDDLE))
        seen.append(spot(ana))
        if seen[-1] != seen[-2]:
            assert (places[-1][axis] - places[-2][axis]) * sign > 0, key
    assert len({*seen}) > 2
    assert ana.page.evaluate("document.activeElement.matches(':focus-visible')")
    label = ana.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert "tile" in label, "with its number of tiles"
    ana.page.keyboard.press("Enter")
    ana.wait("() => document.querySelector('#ask [data-do=cancel]')")
    ana.page.keyboard.press("Escape")
    ana.wait("() => !document.querySelector('#ask [data-do=cancel]')")


MIDDLE = """() => {
    const node = document.activeElement;
    const box = (node.classList.contains('tiles') ? node.children[0] : node).getBoundingClientRect();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
}"""


def test_a_click_against_the_rules_is_explained(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.create({"game": "pavilion"}, "beginner")
    ana.glance()
    ana.page.locator("[data-spot='space.0.4.1']").click(force=True)
    ana.page.get_by_text("Tiles are placed once the factories and the centre are empty.").wait_for()
    assert ana.page.get_attribute("#toast a", "href") == "/rules/pavilion#taking"
    ana.page.evaluate(SETTLED)
    toast, bar = (ana.page.locator(part).bounding_box() for part in ("#toast", "#ask"))
    assert toast is not None
    assert bar is not None
    assert toast["y"] + toast["height"] <= bar["y"], "buttons stay free"
    ana.move()
    ana.wait("() => !document.querySelector('#toast.shown')")


def test_an_explanation_keeps_the_choice(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.create({"game": "azul", "round_limit": 1}, "beginner")
    seen = ana.glance()
    ana.click(seen=seen)
    ana.wait("() => document.querySelector('#ask [data-do=cancel]')")
    chosen = ana.page.get_attribute("#stage .chosen", "data-spot")
    ana.page.locator("[data-spot='wall.0.3.3']").click(force=True)
    ana.page.get_by_text("Walls are tiled once the factories and the centre are empty.").wait_for()
    assert ana.page.get_attribute("#toast a", "href") == "/rules/azul#tiling"
    assert ana.page.get_attribute("#stage .chosen", "data-spot") == chosen
    ana.click("line.0.5")
    ana.wait("number => document.body.dataset.number !== number", seen["number"])
    ana.play()
    assert (ana.page.get_attribute("#log small a", "href") or "").startswith("/rules/azul#")
    assert ana.page.get_attribute(".sheet .why >> nth=1", "href") == "/rules/azul#floor"


def test_moves_are_announced(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    ana.create({"game": "azul"}, "beginner")
    ana.move()
    ana.wait("() => document.querySelector('#live').textContent.includes('takes')")
    assert ana.page.get_attribute("#live", "aria-live") == "polite"


# -- large text, and the app


def test_text_twice_as_large(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off")
    table = ana.create({"game": "azul"}, "beginner")
    parts = {"/": "#start", f"/t/{table}": "#ask", "/rules/azul": "h1", "/learn/azul": "#next", "/puzzles": "#next"}
    parts |= {f"/r/{table}": "#reel", "/statistics": "#wish", "/analyse": "#think"}
    for path, part in parts.items():
        ana.page.goto(path)
        ana.page.evaluate("document.documentElement.style.fontSize = '200%'")
        ana.page.locator(part).scroll_into_view_if_needed()
        assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        if path == f"/t/{table}":
            stage = ana.page.locator("#stage").bounding_box()
            assert stage is not None
            assert stage["width"] > 0.6 * DESK["width"], "the table keeps its place"


PATIENT = "() => { for (let timer = setInterval(() => {}, 1e6); timer; timer--) clearInterval(timer); }"
"""Stop the page from checking by itself whether the server is back."""


def test_without_a_connection(arrive: Callable[..., Player], own_server: Server) -> None:
    ana = arrive("Ana", url=own_server.url, speed="off", **WORKER)
    ana.page.goto("/")
    assert ana.page.evaluate("navigator.serviceWorker.ready.then(ready => ready.active !== null)")
    own_server.kill()
    ana.page.goto("/rules/azul")
    ana.page.get_by_text("No connection").wait_for()
    ana.page.evaluate(PATIENT)
    own_server.start()
    ana.page.click("#again")
    ana.page.locator("figure").first.wait_for(timeout=WAIT_SECONDS * 1000)
    ana.troubles.clear()  # the browser itself logs that the server was gone


def test_caches_of_older_versions_are_dropped(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", **WORKER)
    ana.page.goto("/")
    ana.page.evaluate("caches.open('azulejos-of-yesterday').then(cache => cache.put('/page/page.css', new Response('old')))")
    ana.page.evaluate("navigator.serviceWorker.ready.then(ready => ready.unregister())")
    ana.page.reload()
    ana.page.evaluate("navigator.serviceWorker.ready")
    ana.wait("async () => !(await caches.has('azulejos-of-yesterday'))")


def test_what_an_app_needs(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana")
    manifest = ana.context.request.get("/app.webmanifest").json()
    for icon in manifest["icons"]:
        answer = ana.context.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]


def test_sounds_and_notifications_are_optional(arrive: Callable[..., Player]) -> None:
    ana = arrive("Ana", speed="off", permissions=["notifications"])
    ana.context.add_init_script(
        "window.tones = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (...at) { window.tones++; return start.apply(this, at); };"
    )
    ana.create({"game": "azul"}, "beginner")
    ana.move()
    assert ana.page.evaluate("tones") == 0, "silent by default"
    ana.page.click("#prefs")
    ana.page.check("[name=pref-sound]")
    ana.page.check("[name=pref-notify]")
    ana.wait("() => JSON.parse(localStorage.getItem('azulejos')).notify")
    ana.page.keyboard.press("Escape")
    ana.move()
    ana.wait("() => tones > 0")
