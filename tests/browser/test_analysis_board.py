"""The analysis board: live results, moves played from the list and on the picture, variations, comments, draws, and files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from azulejos import Azul
from azulejos.core.game_json import position
from azulejos.record import Record
from tests.browser.driver import DESK, PHONE, Player
from tests.browser.test_replay import POSITION, visit
from tests.web.records import played

pytestmark = pytest.mark.compiled

Arrive = Callable[..., Player]

PERCENTS = "() => [...document.querySelectorAll('#moves .n')].map((node) => parseFloat(node.textContent))"
CHOOSE = """but => {
    const row = [...document.querySelectorAll('#moves [data-move]')].find((row) => !but.includes(row.dataset.move));
    row.querySelector('button').click();
    return row.dataset.move;
}"""
LOOKS: dict[str, Any] = {"desk": {"size": DESK}, "phone": {"size": PHONE, "has_touch": True, "is_mobile": True}}


def thinks_about(player: Player, name: str) -> None:
    """Wait for moves of a player in the list."""
    player.wait("name => document.querySelector('#moves li')?.textContent.includes(name)", name)


def at_event(player: Player, event: str) -> None:
    """Wait until the board shows the position after an event."""
    player.wait("event => document.body.dataset.node === event", event)
    player.wait(
        "event => document.querySelector('#tree [aria-current] .step').dataset.event === event",
        event,
    )


def chosen(player: Player, *but: str) -> str:
    """Click the best move of the list except these, and return it. In one go: the list may change at any time.

    Except moves that were played before, even by others: `at_event` would not see the difference.
    """
    return str(player.page.evaluate(CHOOSE, list(but)))


def saved(player: Player, file: Path) -> Record:
    with player.page.expect_download() as coming:
        player.page.click("#save")
    coming.value.save_as(file)
    return Record.load(file.read_bytes())


def test_a_tree_that_is_not_saved_survives_a_reload(arrive: Arrive, tmp_path: Path) -> None:
    ana = arrive("Ana", speed="off")
    ana.page.goto(f"/analyse?position={quote(POSITION)}")
    thinks_about(ana, "Player 1")
    first = chosen(ana)
    at_event(ana, first)
    thinks_about(ana, "Player 2")
    reply = chosen(ana, first)
    at_event(ana, reply)
    ana.page.fill("#comment", "Perhaps this?")
    ana.page.click("#back")
    at_event(ana, first)
    ana.page.reload()
    at_event(ana, first)
    assert "Perhaps this?" in ana.page.inner_text("#tree .comment")
    record = saved(ana, tmp_path / "analysis.txt")
    assert [str(event) for event in record.events] == [first, reply]
    ana.page.reload()
    at_event(ana, "")
    assert ana.page.locator("#tree .step").count() == 1, "a saved tree is not kept"


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_variations_are_played_commented_saved_and_opened_again(arrive: Arrive, look: Any, tmp_path: Path) -> None:
    ana = arrive("Ana", speed="off", **look)
    ana.page.goto(f"/analyse?position={quote(POSITION)}")
    thinks_about(ana, "Player 1")
    found = ana.page.evaluate(PERCENTS)
    assert found == sorted(found, reverse=True), "best first"
    ana.wait("() => document.querySelectorAll('g.better > .rank-0, g.better > .rank-2').length === 2")
    ana.wait("() => document.querySelector('.effort').textContent.includes('simulations in')")
    if look["size"] == DESK:
        ana.page.locator("#moves [data-move] button").first.hover()
        ana.wait("() => document.querySelectorAll('g.better > g').length === 1")
    best = chosen(ana)
    at_event(ana, best)
    thinks_about(ana, "Player 2")
    ana.page.click("#back")
    at_event(ana, "")
    thinks_about(ana, "Player 1")
    other = chosen(ana, best)
    at_event(ana, other)
    assert ana.page.locator("#tree .variation").count() == 1
    thinks_about(ana, "Player 2")
    reply = chosen(ana, best, other)
    at_event(ana, reply)
    ana.page.fill("#comment", "Perhaps this?")
    record = saved(ana, tmp_path / "analysis.txt")
    assert record.start == position(POSITION)
    assert [str(event) for event in record.events] == [best]
    (variation,) = record.notes[0].variations
    assert [str(event) for event in variation.events] == [other, reply]
    assert variation.notes[0].comment == "Perhaps this?"
    ana.page.goto("/analyse")
    ana.page.set_input_files("#file", str(tmp_path / "analysis.txt"))
    at_event(ana, best)
    assert "Perhaps this?" in ana.page.inner_text("#tree .variation .comment")
    ana.page.click(f"#tree .variation [data-event='{reply}']")
    at_event(ana, reply)
    assert ana.page.input_value("#comment") == "Perhaps this?"
    ana.page.click("#remove")
    at_event(ana, other)
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_draws_moves_on_the_picture_and_the_switch(arrive: Arrive) -> None:
    ana = arrive("Ana", speed="off")
    ana.page.goto(f"/analyse?position={quote(Azul(2).start().text)}")
    ana.page.click("#draw")
    ana.wait("() => document.body.dataset.node?.startsWith('deal 1 ')")
    assert ana.page.is_hidden("#chance")
    ana.page.click("#back")
    at_event(ana, "")
    deal = "deal 1 BBBB YYYY RRRR KKKK WWWW"
    ana.page.fill("#deal", deal)
    ana.page.click("#set")
    at_event(ana, deal)
    thinks_about(ana, "Player 1")
    ana.page.click("#think")
    assert ana.page.get_attribute("#think", "aria-checked") == "false"
    assert ana.page.locator("#moves li").count() == 0
    ana.page.locator(".offers [data-spot='display.1/blue']").click(force=True)
    ana.page.locator("[data-spot='line.0.4']").click(force=True)
    at_event(ana, "1B4")
    ana.wait("() => document.querySelector('#tree .variation')")
    ana.page.click("#back")
    at_event(ana, deal)
    assert ana.page.locator("#moves li").count() == 0, "still off"
    ana.page.click("#think")
    thinks_about(ana, "Player 1")


def test_from_a_replay_to_the_board(arrive: Arrive) -> None:
    ana = arrive("Ana", speed="off")
    record = played(moves=6)
    table = ana.upload(record)
    visit(ana, table, "#4")
    ana.page.click("#tab-analysis")
    ana.page.click("#think")
    ana.page.locator("#moves [data-move]").first.wait_for()
    played_there = str(record.events[4])
    wanted = chosen(ana, played_there)
    ana.page.wait_for_url("**/analyse?*")
    at_event(ana, wanted)
    assert ana.page.locator(f"#tree [data-event='{played_there}']").count() >= 1
    assert ana.page.locator("#tree .variation").count() == 1
    ana.page.click("#replay")
    ana.page.wait_for_url("**/r/*")
    ana.wait("() => document.body.dataset.number")
    kept = ana.context.request.get(f"/api/tables/{ana.page.url.split('/r/')[1].split('#')[0]}/record").text()
    assert [str(one.variations[0].events[0]) for one in Record.from_text(kept).notes] == [wanted]
