"""The full-screen game, played by keys and mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from azulejos import Azul, Game, Move, Pavilion, Problem, State
from azulejos.bots import Bot, Budget, make_bot
from azulejos.bots.advice import Advice
from azulejos.language import ENGLISH, LANGUAGES, Language, language
from azulejos.session import Session
from azulejos.tui import app as app_module
from azulejos.tui import play
from azulejos.tui.app import GameApp
from azulejos.tui.board_widget import View
from azulejos.tui.pages import Help, Leave, Sheet
from azulejos.tui.plan import plan

Script = Callable[[GameApp, Pilot[None]], Awaitable[None]]


def on_screen(
    game: Game, script: Script, size: tuple[int, int] = (80, 24), hot_seat: bool = False, tr: Language = ENGLISH
) -> GameApp:
    """Return the game after a player has followed a script at a screen of this size."""
    table = Session(game, seed=5, names=["Ana", "Rui", "Eva", "Tom"][: game.players])
    bots = {} if hot_seat else {seat: make_bot("beginner", seat) for seat in range(1, game.players)}
    app = GameApp(table, bots, tr, pause=0)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await script(app, pilot)

    asyncio.run(run())
    return app


async def settle(app: GameApp, pilot: Pilot[None]) -> None:
    """Wait until all bots have moved."""
    await pilot.pause()
    while app.workers:
        await app.workers.wait_for_complete()
        await pilot.pause()


def shown(app: GameApp, name: str) -> str:
    return str(app.query_one(name, Static).render())


@pytest.mark.parametrize(
    ("game", "size"),
    [
        (Azul(round_limit=2), (80, 24)),
        (Azul(3, "grey", jokers=True, round_limit=1), (120, 40)),
        (Pavilion(), (80, 24)),
    ],
    ids=repr,
)
def test_a_whole_game_by_keys(game: Game, size: tuple[int, int]) -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        while app.state.outcome is None:
            assert app.state.actor == 0
            before = app.state
            while app.state is before:
                await pilot.press("enter")
                await pilot.pause()
            await settle(app, pilot)
        assert isinstance(app.screen, Sheet)
        await pilot.press("escape")
        await pilot.pause()
        assert "The game is over" in shown(app, "#says")
        await pilot.press("q")

    app = on_screen(game, script, size)
    record = app.table.record()
    assert record.result is not None
    assert all(isinstance(event, Move) for event, seat in record.steps() if seat == 0)


def test_a_move_by_mouse_and_its_preview() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        view = app.view
        assert "Your turn: take tiles" in shown(app, "#says")
        spot = next(spot for spot in view.choosing.offered if spot.startswith("display.2/"))
        box = view.boxes[spot][0]
        await pilot.hover(View, offset=(box.x + 1, box.y))
        assert view.cursor == spot
        await pilot.click(View, offset=(box.x + 1, box.y))
        assert "Where do you want to put them?" in shown(app, "#says")
        floor = view.boxes["floor.0"][0]
        await pilot.hover(View, offset=(floor.x + 3, floor.y))
        assert "fall" in shown(app, "#says")
        await pilot.click(View, offset=(0, 0))  # outside everything: nothing happens
        assert app.choosing.clicks == (spot,)
        await pilot.click(View, offset=(floor.x + 3, floor.y))
        await settle(app, pilot)

    app = on_screen(Azul(), script)
    move = next(event for event in app.table.events if isinstance(event, Move))
    assert (move.action["source"], move.action["line"]) == (2, 0)
    assert app.state.actor == 0


def test_buttons_by_mouse() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        while app.state.phase != "play":
            await pilot.press("enter")
            await settle(app, pilot)
        spots = {spot: box for spot, _, box in app.bar.arranged(app.bar.size.width)}
        passing = next(spot for spot in spots if spot.startswith("?pass"))
        await pilot.hover(type(app.bar), offset=(spots[passing].x + 1, spots[passing].y))
        assert app.view.cursor == passing
        await pilot.click(type(app.bar), offset=(spots[passing].x + 1, spots[passing].y))
        await settle(app, pilot)
        if app.choosing.clicks:  # what to keep is still to be chosen
            back = next(box for spot, _, box in app.bar.arranged(app.bar.size.width) if spot == "!back")
            await pilot.click(type(app.bar), offset=(back.x + 1, back.y))
            assert not app.choosing.clicks
            await pilot.click(type(app.bar), offset=(spots[passing].x + 1, spots[passing].y))
            await pilot.press("d")
            await settle(app, pilot)

    app = on_screen(Pavilion(), script)
    mine = [event for event, seat in app.table.record().steps() if seat == 0]
    assert str(mine[-1]).startswith("pass") or app.state.phase == "acquire"


def test_the_cursor_goes_where_the_arrows_point() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        view = app.view
        seen = {view.cursor}
        for key in ("right", "right", "down", "left", "up", "down", "down"):
            x, y = view.middle(view.cursor)
            await pilot.press(key)
            new_x, new_y = view.middle(view.cursor)
            assert {"right": new_x >= x, "left": new_x <= x, "down": new_y >= y, "up": new_y <= y}[key]
            seen.add(view.cursor)
        assert len(seen) > 3
        first = view.cursor
        await pilot.press("tab")
        assert view.cursor != first
        await pilot.press("shift+tab")
        assert view.cursor == first

    on_screen(Azul(), script)


def test_a_click_on_something_that_is_not_offered_is_explained() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        async def click(spot: str) -> str:
            box = app.view.boxes_of(spot)[0]
            await pilot.click(View, offset=(box.x, box.y))
            await pilot.pause()
            return shown(app, "#says")

        assert "Fliesen" in await click("wall.0.1.1")
        assert app.note == "Gefliest wird, wenn Manufakturen und Tischmitte leer sind. Nimm zuerst Fliesen."
        assert "Nimm" not in await click(app.choosing.offered[0]), "what is offered is chosen, and says what is next"
        assert app.choosing.clicks
        clicks = app.choosing.clicks
        await pilot.click(View, offset=(0, 0))
        assert app.choosing.clicks == clicks

    on_screen(Azul(), script, tr=language("de"))


def test_back_undo_log_help_scores_and_leaving() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("u")
        assert "There is no move to take back." in shown(app, "#says")
        await pilot.press("enter")
        assert app.choosing.clicks
        await pilot.press("escape")
        assert not app.choosing.clicks
        before = app.state
        await pilot.press("enter", "enter")
        await settle(app, pilot)
        assert len(app.table.events) == 3
        assert len(app.events.lines) >= 3
        await pilot.press("u")
        assert app.state is before
        assert len(app.events.lines) == 1
        for key, page in (("question_mark", Help), ("s", Sheet), ("q", Leave)):
            await pilot.press(key)
            assert isinstance(app.screen, page)
            await pilot.press("escape")
        await pilot.press("s")
        await pilot.click()
        assert not isinstance(app.screen, Sheet)
        visible = app.events.display
        await pilot.press("l")
        assert app.events.display != visible
        await pilot.press("d")  # nothing can be done with it
        await pilot.press("q", "y")

    assert on_screen(Azul(), script).table.state.outcome is None


def test_the_log_stands_beside_a_wide_table_and_below_a_narrow_one() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        table = app.query_one("#table")
        assert app.events.region.x >= table.region.right
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.events.region.y >= table.region.bottom

    on_screen(Azul(), script, (130, 40))


def test_a_table_larger_than_the_screen_scrolls_to_the_cursor() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        frame = app.query_one("#table")
        assert app.view.plan.height > frame.size.height
        while not app.choosing.clicks:
            await pilot.press("enter")
        for _ in range(6):
            await pilot.press("down")
        _, y = app.view.middle(app.view.cursor)
        assert frame.scroll_y <= y < frame.scroll_y + frame.size.height

    on_screen(Azul(4), script, (60, 16))


def test_persons_share_the_screen() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        assert shown(app, "#says").startswith("Ana: ")
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert shown(app, "#says").startswith("Rui: ")

    on_screen(Azul(), script, hot_seat=True)


@pytest.mark.compiled
def test_a_hint_is_shown_and_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "HINT_SECONDS", 0.05)

    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        await pilot.press("h")
        await settle(app, pilot)
        assert shown(app, "#says").startswith("Hint: Ana takes")
        assert app.view.cursor in app.hints
        hinted = app.hints
        while app.choosing.choices and not isinstance(app.table.events[-1], Move):
            app.choose(next(spot for spot in hinted if spot in app.choosing.offered))
        await settle(app, pilot)
        late = app.table.states[0]
        app.show_hint(late, Advice(Azul.moves[0]))  # for a position that is gone
        app.bot_moves(late, Azul.moves[0])
        assert not app.hints

    app = on_screen(Azul(), script)
    assert sum(isinstance(event, Move) for event in app.table.events) == 2


class Broken(Bot):
    """A bot that fails."""

    def choose(self, state: State, budget: Budget) -> Move:
        raise ZeroDivisionError("oops")


def test_a_bot_that_fails_ends_the_game_in_a_sentence() -> None:
    app = GameApp(Session(Azul(), seed=5), {0: Broken(seed=0)}, pause=0)

    async def run() -> None:
        async with app.run_test() as pilot:
            await settle(app, pilot)

    asyncio.run(run())
    assert str(app.failure) == "the bot failed: ZeroDivisionError: oops"


def test_play_says_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(app: Any) -> None:
        app.failure = Problem("the bot failed")

    monkeypatch.setattr(GameApp, "run", run)
    with pytest.raises(Problem, match="the bot failed"):
        play(Session(Azul(), seed=1), {})


def test_the_screen_in_another_language() -> None:
    async def script(app: GameApp, pilot: Pilot[None]) -> None:
        words = {one.text for one in app.view.plan.furniture}
        assert {"az asztal közepe", "készlet", "dzsóker", "csempék", "sarokmezők"} <= words
        assert not words & {"centre", "supply", "wild", "tiles", "kept"}
        assert shown(app, "#headline").startswith("Királyi pavilon")
        named = {active.binding.description for active in app.active_bindings.values() if active.binding.show}
        assert {"választ", "vissza", "tipp", "súgó", "kilép"} <= named
        assert not named & {"choose", "back", "hint", "help", "quit"}

    on_screen(Pavilion(), script, tr=language("hu"))


def test_no_word_covers_a_tile_in_any_language() -> None:
    for code in LANGUAGES:
        made = plan(Pavilion(), 0, 80, 40, language(code))
        tiles = {(x, box.y) for box in made.slots.values() for x in range(box.x, box.x + box.width)}
        for one in made.furniture:
            if len(one.text) > 2 and one.text.isalpha():
                written = {(x, one.y) for x in range(one.x, one.x + len(one.text))}
                assert len(written & tiles) <= 1, one.text  # a tile begins with a blank
