"""The screen around the table: whose turn it is, what to do, what happened. Bots and hints run in threads."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ScrollableContainer
from textual.geometry import Size
from textual.widgets import Footer, RichLog, Static

from azulejos import render
from azulejos.bots import Bot, Budget
from azulejos.bots.advice import Advice, advise
from azulejos.core.contract import Move, Problem, State
from azulejos.core.message import Message
from azulejos.language import ENGLISH, Language
from azulejos.render.reasons import because
from azulejos.render.types import Button
from azulejos.render.why import spots, why, why_not_there
from azulejos.session import Session
from azulejos.tui import colours
from azulejos.tui.bar import BACK, DONE, Bar
from azulejos.tui.board_widget import View
from azulejos.tui.narrow import Choosing
from azulejos.tui.pages import Help, Leave, Sheet
from azulejos.tui.prompts import worth

HINT_SECONDS = 1.0
PAUSE = 0.6  # minimum seconds per bot move, so that people can follow
LOG_WIDTH, WIDE = 38, 118  # columns of the log, and of a screen wide enough to show it next to the table
AROUND = 4  # lines of the screen above and below the table


class GameApp(App[None]):
    """A game on one screen."""

    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    #headline {{ height: 1; background: $primary-background; padding: 0 1; }}
    #middle {{ height: 1fr; layout: horizontal; }}
    #table {{ width: 1fr; height: 1fr; padding: 0 1; }}
    RichLog {{ width: {LOG_WIDTH}; height: 1fr; padding: 0 1; background: $surface; scrollbar-size: 1 1; }}
    .narrow #middle {{ layout: vertical; }}
    .narrow #table {{ height: auto; max-height: 100%; }}
    .narrow RichLog {{ width: 1fr; }}
    #bottom {{ height: auto; }}
    #says {{ height: 1; padding: 0 1; }}
    Bar {{ margin: 0 1; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"step('{key}')", show=False) for key in ("left", "right", "up", "down")),
        Binding("tab", "turn(1)", show=False, priority=True),
        Binding("shift+tab", "turn(-1)", show=False, priority=True),
    ]

    def __init__(self, table: Session, bots: Mapping[int, Bot], tr: Language = ENGLISH, pause: float = PAUSE) -> None:
        super().__init__()
        self.table = table
        self.bots = bots
        self.tr = tr
        self.pause = pause
        self.failure: Problem | None = None
        self.persons = [seat for seat in range(table.game.players) if seat not in bots]
        self.view = View(table.names, self.persons[0] if self.persons else 0, tr)
        self.bar = Bar(table.game, self.view.point)
        self.events = RichLog(wrap=True, min_width=20)
        self.events.can_focus = False
        self.choosing = Choosing()
        self.buttons: dict[str, Button] = {}
        self.hints: tuple[str, ...] = ()
        self.note = ""  # the text instead of a prompt
        self.logged = 0  # events already in the log
        for keys, action, description in (
            ("enter,space", "pick", tr("choose")),
            ("escape", "reconsider", tr("back")),
            ("d", "done", tr("done")),
            ("u", "undo", tr("undo")),
            ("h", "hint", tr("hint")),
            ("s", "sheet", tr("scores")),
            ("l", "log", tr("log")),
            ("question_mark", "help", tr("help")),
            ("q", "leave", tr("quit")),
        ):
            self.bind(keys, action, description=description)

    def compose(self) -> ComposeResult:
        yield Static(id="headline")
        with Container(id="middle"):
            yield ScrollableContainer(self.view, id="table", can_focus=False)
            yield self.events
        with Container(id="bottom"):
            yield Static(id="says")
            yield self.bar
            yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.go_on()

    def on_resize(self, event: events.Resize) -> None:
        self.fit(event.size)

    def fit(self, size: Size) -> None:
        """Adapt to the size of the screen: put the log next to the table, or below it."""
        wide = size.width >= WIDE
        self.screen_stack[0].set_class(not wide, "narrow")
        beside = LOG_WIDTH if wide and self.events.display else 0
        self.view.room = size.width - 2 - beside, size.height - AROUND
        self.view.settle()

    # -- the game

    @property
    def state(self) -> State:
        return self.table.state

    def go_on(self) -> None:
        """Let the next player move."""
        state = self.state
        self.write_log()
        self.choosing, self.buttons, self.hints, self.note = Choosing(), {}, (), ""
        if state.outcome is not None:
            self.note = self.tr("The game is over. s: scoring sheet, u: undo, q: quit")
            self.push_screen(Sheet(self.table.record(), self.tr))
        elif isinstance(state.actor, int) and state.actor in self.bots:
            self.note = self.tr("{name} is thinking…", name=self.table.names[state.actor])
            self.think(state, self.bots[state.actor])
        else:
            self.choosing = Choosing(render.choices(state, self.tr))
            self.buttons = render.buttons(state, self.tr)
        self.show()

    def play(self, move: Move | str) -> None:
        """Play a move and continue."""
        self.table.play(move)
        self.go_on()

    @work(thread=True, group="bot")
    def think(self, state: State, bot: Bot) -> None:
        """Let a bot choose a move, in its own thread."""
        begin = time.monotonic()
        try:
            move = bot.choose(state, Budget())
        except Exception as error:  # a failing bot must not break the screen
            problem = (
                error
                if isinstance(error, Problem)
                else Problem(Message("the bot failed: {cause}", cause=f"{type(error).__name__}: {error}"))
            )
            self.call_from_thread(self.fail, problem)
            return
        time.sleep(max(0.0, self.pause - (time.monotonic() - begin)))
        self.call_from_thread(self.bot_moves, state, move)

    def bot_moves(self, state: State, move: Move) -> None:
        """Play a bot's move, unless the game has changed in the meantime."""
        if state is self.state:
            self.play(move)

    def fail(self, problem: Problem) -> None:
        """End the app; the caller prints the reason."""
        self.failure = problem
        self.exit()

    # -- the screen

    def show(self) -> None:
        """Update the whole screen."""
        self.view.show(self.state, self.choosing, self.hints)
        self.show_bar()
        self.show_headline()
        self.show_prompt()

    def show_bar(self) -> None:
        """Show the buttons."""
        extra = {DONE: self.tr("Done")} if self.choosing.done is not None else {}
        extra |= {BACK: self.tr("Back")} if self.choosing.clicks else {}
        self.bar.show(self.choosing, self.buttons, self.view.cursor, self.hints, extra)

    def show_headline(self) -> None:
        """Show the game and its status in the headline."""
        texts, game = self.view.scene.texts, self.table.game
        title = game.description(self.tr).title
        numbers = [self.tr("round {n}", n=self.state.round)]
        numbers += [self.tr("bag {n}", n=texts["bag"])] if "bag" in texts else []
        numbers += [self.tr("discard {n}", n=texts["discard"])] if "discard" in texts else []
        self.query_one("#headline", Static).update(Text.assemble((title, "bold"), *(f"   {text}" for text in numbers)))

    def show_prompt(self) -> None:
        """Show what to do, and what the spot under the cursor would score."""
        text = Text(self.note, "italic")
        if self.choosing.offered:
            actor = self.state.actor
            assert isinstance(actor, int)
            if not self.note:
                name = f"{self.table.names[actor]}: " if len(self.persons) > 1 else ""
                prompts = render.vocabulary(self.table.game.name, self.tr).prompts
                text.append(name + self.choosing.prompt(prompts), "not italic bold")
            made = None if self.view.cursor is None else self.choosing.outcome(self.view.cursor)
            style = colours.LOSS if made and (made.points or 0) < 0 else colours.GAIN
            text.append(f"   {worth(made, self.tr)}", Style(italic=False) + style)
        self.query_one("#says", Static).update(text)

    def write_log(self) -> None:
        """Write new events to the log."""
        say, names, table = render.sentences(self.table.game), self.table.names, self.table
        if self.logged > len(table.events):
            self.events.clear()
            self.logged = 0
        for state, event in zip(table.states[self.logged :], table.events[self.logged :], strict=False):
            mine = state.actor in self.persons
            self.events.write(Text(say.event(state, event, names, self.tr), "bold" if mine else ""))
            for gain in state.explain(event):
                style = "#7fe3a0" if gain.points > 0 else "#ff9a86"
                self.events.write(Text(f"  {say.gain(gain, names, self.tr)}", style))
        self.logged = len(table.events)

    # -- user actions

    def on_view_picked(self, message: View.Picked) -> None:
        self.choose(message.spot)

    def on_view_missed(self, message: View.Missed) -> None:
        """Explain why a click does nothing, if it could be part of a move."""
        spot = self.view.spot_at(message.x, message.y, spots(self.state)) if self.choosing.choices else None
        if spot is not None and spot not in self.choosing.clicks:
            self.note = why_not_there(self.state, (*self.choosing.clicks, spot), self.tr).text
            self.show_prompt()

    def on_view_pointed(self, _message: View.Pointed) -> None:
        self.show_bar()
        self.show_prompt()

    def choose(self, spot: str) -> None:
        """Narrow the choices by a spot; the last one plays the move."""
        if spot == DONE:
            self.action_done()
        elif spot == BACK:
            self.action_reconsider()
        elif spot in self.choosing.offered:
            self.choosing, self.note, self.hints = self.choosing.click(spot), "", ()
            if self.choosing.complete:
                assert self.choosing.done is not None
                self.play(self.choosing.done.move)
            else:
                self.show()

    def action_step(self, direction: str) -> None:
        self.view.step(direction)

    def action_turn(self, step: int) -> None:
        self.view.turn(step)

    def action_pick(self) -> None:
        if self.view.cursor is not None:
            self.choose(self.view.cursor)

    def action_done(self) -> None:
        if self.choosing.done is not None:
            self.play(self.choosing.done.move)

    def action_reconsider(self) -> None:
        if self.choosing.clicks:
            self.choosing = self.choosing.back()
            self.show()

    def action_undo(self) -> None:
        try:
            self.table.undo(self.persons)
        except Problem as problem:
            self.note = why(self.table.game, problem, self.tr).text
            self.show_prompt()
        else:
            self.go_on()

    def action_hint(self) -> None:
        if self.choosing.choices:
            self.note = self.tr("{name} is thinking…", name=self.tr("master"))
            self.show_prompt()
            self.find_hint(self.state)

    @work(thread=True, group="hint", exclusive=True)
    def find_hint(self, state: State) -> None:
        """Ask the strongest bot for a hint, in its own thread."""
        self.call_from_thread(self.show_hint, state, advise(state, seconds=HINT_SECONDS))

    def show_hint(self, state: State, advice: Advice) -> None:
        """Show a hint, unless the game has changed in the meantime."""
        if state is not self.state:
            return
        move = advice.move
        choices = self.choosing.choices
        stages = next(choice.stages for choice in choices if choice.move == move.text)
        self.choosing = Choosing(choices)
        self.hints = tuple(spot for stage in stages for spot in stage)
        self.view.cursor = next(spot for spot in self.hints if spot in self.choosing.offered)
        sentence = render.sentences(self.table.game).event(state, move, self.table.names, self.tr)
        reason = because(self.table.game, advice.reasons, self.table.names, self.tr)
        self.note = self.tr("Hint: {what}", what=f"{sentence} {reason}".rstrip())
        self.show()

    def action_sheet(self) -> None:
        self.push_screen(Sheet(self.table.record(), self.tr))

    def action_help(self) -> None:
        self.push_screen(Help(self.tr))

    def action_log(self) -> None:
        self.events.display = not self.events.display
        self.fit(self.size)

    def action_leave(self) -> None:
        if self.state.outcome is not None:
            self.exit()
        else:
            self.push_screen(Leave(self.tr), lambda leave: self.exit() if leave else None)
