"""Replay, analysis and statistics of a recorded game, edited positions, and games continued from a move."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from azulejos import Azul, Pavilion
from azulejos.core.game import Game
from azulejos.record import Record
from azulejos.render import scene
from tests.browser.driver import PHONE, Player
from tests.web.records import played

pytestmark = pytest.mark.compiled

Arrive = Callable[..., Player]

WALL = "...../...../...../...../....."
POSITION = (
    "azul players=2 board=coloured jokers=no limit=50 round=1 next=0 phase=offer start=0 marker=centre"
    " displays=BRRK,YYYW,BBRW,BYRK,YWWW centre=- bag=B16Y15R16K18W15 lid=-"
    f" seat0=0;-,-,-,-,-;-;{WALL} seat1=0;-,-,-,-,-;-;{WALL}"
)


def visit(player: Player, table: str, more: str = "") -> None:
    player.page.goto(f"/r/{table}{more}")
    player.wait("() => document.body.dataset.number")


def shows(player: Player, record: Record, number: int) -> None:
    """Check that the picture is that of the game after this many events, and so is everything around it."""
    player.wait("number => document.body.dataset.number === number", str(number))
    state = list(record.states())[number]
    there = player.scene
    assert {slot: what for slot, what in there.items() if slot in scene(state).pieces} == scene(state).pieces
    assert [there[f"score.{seat}"] for seat in range(2)] == [str(score) for score in state.scores]
    assert player.page.input_value("#slider") == str(number)
    assert player.page.url.endswith(f"#{number}")
    current = player.page.locator("#log [aria-current]")
    assert current.count() == (1 if number else 0)
    assert not number or current.get_attribute("data-number") == str(number)


@pytest.mark.parametrize("game", [Azul(2), Pavilion(2)], ids=str)
def test_through_a_game_by_keys_slider_log_and_link(arrive: Arrive, game: Game) -> None:
    ana = arrive("Ana", speed="off")
    record = played(game)
    table, end = ana.upload(record), len(record.events)
    visit(ana, table)
    shows(ana, record, end)
    press = ana.page.keyboard.press
    press("Home")
    shows(ana, record, 0)
    for number in (1, 2, 3):
        press("ArrowRight")
        shows(ana, record, number)
    press("ArrowLeft")
    shows(ana, record, 2)
    press("PageDown")
    second = next(n for n, state in enumerate(record.states()) if state.round == 2)
    shows(ana, record, second)
    press("PageUp")
    shows(ana, record, 1)
    ana.page.click("#log [data-number='7'] button")
    shows(ana, record, 7)
    ana.page.fill("#slider", "12")
    shows(ana, record, 12)
    ana.page.select_option("#rounds", label="Round 2")
    shows(ana, record, second)
    ana.page.evaluate("location.hash = '#5'")
    shows(ana, record, 5)
    visit(ana, table, "#9")
    ana.page.reload()
    ana.wait("() => document.body.dataset.number")
    shows(ana, record, 9)
    assert ana.page.inner_text("#said").startswith(
        ana.page.inner_text("#log [aria-current] .step > span:last-child").split("\n")[0]
    )


def test_a_game_runs_by_itself_and_stops(arrive: Arrive) -> None:
    ana = arrive("Ana")
    record = played()
    visit(ana, ana.upload(record), "#0")
    ana.page.click("#play")
    ana.wait("() => Number(document.body.dataset.number) >= 2")
    ana.page.click("#play")
    assert ana.page.get_attribute("#play", "aria-pressed") == "false"
    assert ana.page.url.endswith(f"#{ana.number}")
    ana.page.select_option("#speed", "4")
    ana.page.focus("#stage >> xpath=..")
    ana.page.keyboard.press(" ")
    ana.wait("end => document.body.dataset.number === end", str(len(record.events)))
    ana.wait("() => document.querySelector('#play').getAttribute('aria-pressed') === 'false'")


def test_analysis_with_graph_and_better_moves(arrive: Arrive) -> None:
    ana = arrive("Ana", speed="off")
    record = played()
    visit(ana, ana.upload(record))
    ana.page.click("#tab-analysis")
    ana.page.click("[data-do=analyse]")
    ana.page.locator("#analysis[data-done]").wait_for()
    assert ana.page.locator("#analysis .plot").count() == 4
    rows = ana.page.locator("#analysis .sums tbody tr")
    assert rows.first.inner_text().startswith("Expected at the start")
    shown = [
        [int(re.findall("[−+]?[0-9]+", cell)[0].replace("−", "-")) for cell in row.split("\t")[1:]]
        for row in rows.all_inner_texts()
    ]
    assert [sum(terms) for terms in zip(*shown[:-1], strict=True)] == shown[-1], "what is shown adds up to the result"
    assert "Accuracy" in ana.page.inner_text("#analysis .sheet")
    ana.page.locator("#analysis .plot").first.locator("[data-step='4']").first.click(force=True)
    shows(ana, record, 4)
    assert ana.page.locator(".p-step.on").count() == 4
    verdict = ana.page.locator("[data-verdict]").first
    number = int(verdict.get_attribute("data-verdict") or 0)
    verdict.locator("[data-do=better]").click()
    shows(ana, record, number - 1)
    assert ana.page.inner_text("#said").startswith("Better: ")
    assert ana.page.locator("g.better .ring").count() >= 2
    assert ana.page.locator("g.better .head").count() == 1
    ana.page.keyboard.press("ArrowRight")
    assert ana.page.locator("g.better .ring").count() == 0
    assert ana.page.locator("#log .n[data-sign]").count() == ana.page.locator("[data-verdict]").count()


def test_downloads(arrive: Arrive) -> None:
    ana = arrive("Ana", speed="off")
    record = played(moves=3)
    visit(ana, ana.upload(record), "#2")
    ana.page.click("#tab-files")
    for kind, begins in {"txt": b"azulejos-record/1", "json": b"{", "svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF8"}.items():
        with ana.page.expect_download() as coming:
            ana.page.click(f"[data-file={kind}]")
        assert coming.value.suggested_filename.endswith(f".{kind}")
        assert Path(coming.value.path()).read_bytes().startswith(begins)


def test_play_from_here(arrive: Arrive) -> None:
    ana = arrive("Ana", speed="off")
    record = played(Azul(2))
    visit(ana, ana.upload(record), "#6")
    ana.page.click("#tab-files")
    ana.page.select_option("[name=seat]", "1")
    ana.page.select_option("[name=level]", "beginner")
    ana.page.click("[data-do=branch]")
    ana.page.wait_for_url("**/t/*")
    ana.wait("() => document.body.dataset.number")
    assert len(ana.log) >= 6
    ana.play(2)
    assert "Ana" in " ".join(ana.log[6:])


def test_a_bad_record_and_a_good_one(arrive: Arrive, tmp_path: Path) -> None:
    ana = arrive("Ana", speed="off")
    record = played()
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_text(re.sub(r"^5\. .*$", "5. seat 1: 1X9", record.text, flags=re.MULTILINE), "utf-8")
    good.write_text(record.text, "utf-8")
    ana.page.goto("/analyse")
    ana.page.set_input_files("#file", str(bad))
    ana.wait("() => document.querySelector('#trouble').textContent")
    assert "line 17, event 5" in ana.page.inner_text("#trouble")
    assert len(ana.troubles) == 1, "the browser logs the refusal, too"
    ana.troubles.clear()
    ana.page.set_input_files("#file", str(good))
    ana.wait("() => document.querySelector('#tree [data-event]')")
    ana.wait("move => document.body.dataset.node === move", str(record.events[-1]))
    ana.page.click("#replay")
    ana.page.wait_for_url("**/r/*")
    ana.wait("() => document.body.dataset.number")
    shows(ana, record, len(record.events))


def test_a_position_is_edited_by_clicks_and_in_its_fields(arrive: Arrive) -> None:
    ana = arrive("Ana", speed="off")
    ana.page.goto(f"/analyse?position={quote(POSITION)}")
    ana.wait("() => document.querySelector('.z-piece')")
    ana.page.click("[data-brush='']")
    where = ana.page.locator(".z-piece[data-slot='display.1.0']").bounding_box()
    assert where is not None
    ana.page.mouse.click(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    ana.wait("() => document.querySelector('#text').value.includes('displays=RRK,')")
    ana.wait("() => !document.querySelector('.z-piece[data-slot=\"display.1.3\"]:not(.gone)')")
    assert "bag=B17Y15" in ana.page.input_value("#text"), "the tile is in the bag again"
    ana.page.click("[data-brush='black']")
    spot = ana.page.locator("[data-spot='line.0.2']").bounding_box()
    assert spot is not None
    ana.page.mouse.click(spot["x"] + spot["width"] - 8, spot["y"] + spot["height"] / 2)
    ana.wait("() => document.querySelector('#text').value.includes('seat0=0;-,K,-')")
    ana.page.click("#edit summary")
    ana.page.fill("[data-field='round']", "nine")
    ana.wait("() => document.querySelector('#trouble').textContent.includes('round')")
    assert ana.page.is_disabled("#think")
    ana.page.fill("[data-field='round']", "2")
    ana.wait("() => !document.querySelector('#trouble').textContent")
    ana.page.locator("#moves [data-move]").first.wait_for()
    ana.wait("() => document.querySelectorAll('g.better .ring').length >= 2")
    assert "422" in " ".join(ana.troubles)
    ana.troubles.clear()


def test_statistics_after_a_game_and_the_way_there(arrive: Arrive) -> None:
    ana = arrive("Bela", speed="off")
    table = ana.create({"game": "azul", "round_limit": 1}, "beginner")
    ana.play()
    ana.page.locator("dialog .sheet").wait_for()
    assert ana.page.get_attribute("dialog [data-do=analyse]", "href") == f"/r/{table}?analyse"
    ana.page.click("dialog [data-do=replay]")
    ana.page.wait_for_url("**/r/*")
    ana.wait("() => document.body.dataset.number")
    ana.page.click("#statistics")
    ana.page.wait_for_url("**/statistics*")
    ana.wait("() => Number(document.querySelector('#found')?.dataset.games) >= 1")
    ana.page.click("#mine")
    ana.wait("() => document.querySelector('#found').dataset.games === '1'")
    assert ana.page.locator("#found .plot").count() == 3
    assert "beginner" in ana.page.inner_text("#found")
    ana.page.check("[name=players][value='3']", force=True)
    ana.wait("() => document.querySelector('#found').dataset.games === '0'")
    assert "Bela hasn't finished a game like this yet." in ana.page.inner_text("#found")
    ana.page.goto("/")
    ana.page.locator(f"#mine a[href='/r/{table}']").wait_for()


def test_on_a_phone(arrive: Arrive) -> None:
    ana = arrive("Ana", size=PHONE, has_touch=True, is_mobile=True, speed="off")
    table = ana.upload(played(Pavilion(2)))
    for address in (f"/r/{table}#20", "/analyse", "/statistics"):
        ana.page.goto(address)
        ana.page.wait_for_load_state("networkidle")
        assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], f"nothing overflows of {address}"
        for button in ana.page.locator("button:visible:not(.step), select:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] > 43, f"large enough for a finger: {button}"
