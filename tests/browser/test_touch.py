"""Touch: whatever can be tapped is at least 44 pixels wide and high, or can be chosen from a list that is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.driver import ASKED, PHONE, UNFOLD, Player

pytestmark = pytest.mark.compiled

SMALL = """() => {
  const found = [];
  for (const node of document.querySelectorAll('button, a[href], select, input, summary, textarea, [role=tab]')) {
    const style = getComputedStyle(node);
    if (style.visibility === 'hidden' || node.classList.contains('unseen')) continue; // a button stands for a field for files
    if (node.closest('p, .rules main') && style.display === 'inline') continue; // a link in a sentence
    const part = node.matches('input[type=radio], input[type=checkbox]') ? node.closest('label') : node;
    const { width, height } = part.getBoundingClientRect();
    if (!width || !height) continue;
    if (Math.min(width, height) < 43.5) found.push(`${node.outerHTML.slice(0, 80)} ${width} × ${height}`);
  }
  return found;
}"""
"""Return what is too small, of everything visible that can be tapped, except the picture's spots."""


@pytest.fixture
def ana(arrive: Callable[..., Player]) -> Player:
    return arrive("Ana", size=PHONE, speed="off", has_touch=True, is_mobile=True)


def test_everything_is_large_enough_to_tap(ana: Player) -> None:
    table = ana.create({"game": "azul", "round_limit": 1}, "beginner")
    ana.hurry(table)
    assert ana.page.evaluate(SMALL) == [], "the scoring sheet"
    ana.page.keyboard.press("Escape")
    ana.page.click("#menu")
    assert ana.page.evaluate(SMALL) == [], "the menu"
    ana.page.click("#more")
    ana.page.locator("#log small a").first.wait_for()
    assert ana.page.evaluate(SMALL) == [], "players, log and chat"
    found: dict[str, list[str]] = {}
    for path, part in {
        "/": "#games .option",
        f"/r/{table}": ".scene .z-piece",
        "/learn/azul": ".scene .z-piece",
        "/learn/pavilion": ".scene .z-piece",
        "/puzzles": "#difficulty option:nth-child(2)",
        "/rules/azul": "figure",
        "/rules/pavilion": "figure",
        "/statistics": "#found .card",
        "/analyse": "#moves, textarea",
        "/offline": "#again",
    }.items():
        ana.page.goto(path)
        ana.page.locator(part).first.wait_for(state="attached")
        ana.page.evaluate(UNFOLD)
        found[path] = ana.page.evaluate(SMALL)
    ana.page.goto(f"/r/{table}?analyse")
    ana.page.locator("#analysis .verdicts, #analysis .figures, #analysis table").first.wait_for()
    found["analysis"] = ana.page.evaluate(SMALL)
    ana.page.click("#tab-files")
    found["files"] = ana.page.evaluate(SMALL)
    ana.page.goto("/")
    ana.page.click("#prefs")
    found["preferences"] = ana.page.evaluate(SMALL)
    assert not {where: small for where, small in found.items() if small}


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_move_from_the_list(ana: Player, game: str) -> None:
    """Spots on the picture are as small as tiles; the list has the same ones, large."""
    ana.create({"game": game}, "beginner", "beginner", "beginner")
    number = ana.glance()["number"]
    while ana.page.evaluate(ASKED, number):  # until the move is sent
        seen = ana.glance()
        ana.page.click("#ask [data-do=list]")
        choices = ana.page.locator("dialog [data-choose]")
        choices.first.wait_for()
        spots = {one["spot"] for one in seen["spots"] if not one["spot"].startswith("?")}
        assert {one.get_attribute("data-choose") for one in choices.all()} == spots
        assert all(choices.all_inner_texts()), "described in words"
        assert ana.page.evaluate(SMALL) == []
        choices.first.click()
        ana.wait("step => document.querySelector('#ask').dataset.step !== step", seen["step"])


def test_a_finger_may_miss_by_some_pixels(ana: Player) -> None:
    """The nearest of the spots near a finger is meant."""
    ana.create({"game": "azul"}, "beginner")
    spot = ana.glance()["spots"][0]["spot"]
    x, y = ana.page.evaluate(BESIDE, spot)
    ana.page.touchscreen.tap(x, y)
    ana.wait("() => document.querySelector('#stage .chosen')")
    assert ana.page.get_attribute("#stage .chosen", "data-spot") == spot


BESIDE = """spot => {
    const boxes = node => [...node.children].map(part => part.getBoundingClientRect());
    const far = (box, x, y) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    const nodes = [...document.querySelectorAll('#stage .offered')];
    const node = nodes.find(one => one.dataset.spot === spot);
    const others = nodes.filter(one => one !== node).flatMap(boxes);
    for (let angle = 0; angle < 360; angle += 5) {
        const [{ x: left, y: top, width, height }] = boxes(node);
        const x = left + width / 2 + (width / 2 + 12) * Math.cos(angle);
        const y = top + height / 2 + (height / 2 + 12) * Math.sin(angle);
        const mine = Math.min(...boxes(node).map(one => far(one, x, y)));
        const alone = others.every(one => far(one, x, y) > mine + 4);
        if (alone && mine > 3 && document.elementFromPoint(x, y)?.closest('#stage')) return [x, y];
    }
}"""
"""Return a point some pixels beside a spot, where no other one is nearer."""
