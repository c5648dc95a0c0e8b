"""Pictures and texts of the games: scenes, layouts, choices and sentences.

`docs/web.md` explains the ideas. Everything here is a pure function. A game has its own drawings in the package `scene` of its
folder; the code here works for every game.

>>> import random
>>> from azulejos import Azul, render
>>> start = Azul(players=2).start()
>>> picture = render.svg(start.play(start.draw(random.Random(7))), names=("Ana", "Rui"))
>>> picture[:4]
'<svg'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from azulejos.core.contract import Event, NotationError, Problem, State
from azulejos.core.game import Game, check
from azulejos.core.message import Message
from azulejos.core.registry import GAMES, game_class
from azulejos.language import ENGLISH, Language
from azulejos.notation import integer_from_text, option_from_text, option_text
from azulejos.record import breakdown
from azulejos.render import picture, prompts, theme
from azulejos.render.plain_scene import PLAIN_SCENE
from azulejos.render.screen import HEIGHTS, VIEWS, WIDTHS, Screen
from azulejos.render.types import Button, Choice, Layout, Row, Scene, ScenePart, Sentences, Vocabulary

THEMES = theme.THEMES
FORMS = ("wide", "tall")
_parts: dict[type[Game], ScenePart] = {}

__all__ = [
    *(
        "FORMS",
        "THEMES",
        "VIEWS",
        "buttons",
        "choices",
        "css",
        "edit",
        "game_from_key",
        "layout",
        "layout_key",
        "png",
        "preview",
        "scene",
        "screen",
        "sheet",
        "svg",
    ),
    *("sentences", "symbols", "vocabulary"),
]


def part(game: Game | type[Game]) -> ScenePart:
    """Return the scene of a game; if it has none, a plain one made from its terminal drawing."""
    kind = game if isinstance(game, type) else type(game)
    found = _parts.get(kind)
    if found is None:
        found = _parts[kind] = kind.scene() or PLAIN_SCENE
    return found


def part_of(name: str) -> ScenePart:
    """Return the scene of the game with this name."""
    return part(game_class(name))


def scene(state: State) -> Scene:
    """Return the pieces on the table, independent of the viewer."""
    return part(state.game).scene(state)


def layout(game: Game, viewer: int = 0, form: str = "wide") -> Layout:
    """Return where things are on the table, with the viewer's board as the large one."""
    check("viewer", viewer, type(viewer) is int and 0 <= viewer < game.players, f"a seat from 0 to {game.players - 1}")
    check("form", form, form in FORMS, " or ".join(map(repr, FORMS)))
    return _layout(game, viewer, form)


@lru_cache(64)  # each takes 200 KB
def _layout(game: Game, viewer: int, form: str) -> Layout:
    return part(game).layout(game, viewer, form)


def screen(game: Game, viewer: int, view: str, width: int, height: int) -> Layout:
    """Return the table made for a screen with this many pixels, and for what its player does: `taking`, `placing` or `looking`
    at a board. A game that has none for screens has the usual layout."""
    check("viewer", viewer, type(viewer) is int and 0 <= viewer < game.players, f"a seat from 0 to {game.players - 1}")
    check("view", view, view in VIEWS, " or ".join(map(repr, VIEWS)))
    for name, value, range in (("width", width, WIDTHS), ("height", height, HEIGHTS)):
        check(name, value, type(value) is int and value in range, f"a number of pixels from {range[0]} to {range[-1]}")
    return _screen(game, viewer, Screen(view, width, height))


@lru_cache(64)
def _screen(game: Game, viewer: int, screen: Screen) -> Layout:
    how = part(game).screen
    return how(game, viewer, screen) if how else layout(game, viewer, "wide" if screen.width > screen.height else "tall")


def choices(state: State, tr: Language = ENGLISH) -> list[Choice]:
    """Return every legal move, how to choose it and what it scores."""
    return part(state.game).choices(state, tr)


def buttons(state: State, tr: Language = ENGLISH) -> dict[str, Button]:
    """Return the content of each button among the spots of the choices."""
    return part(state.game).buttons(state, tr)


def sentences(game: Game) -> Sentences:
    """Return the sentences for events and points of this game."""
    return part(game).sentences


@lru_cache(64)
def vocabulary(game_name: str, tr: Language = ENGLISH) -> Vocabulary:
    """Return the names of a game's parts, and the prompts for players."""
    words = part_of(game_name).vocabulary
    return words(tr) if words else Vocabulary({}, {}, prompts.with_defaults((), tr), {}, ())


def edit(text: str, slot: str, colour: str | None) -> str:
    """Return a position's text with a tile added to a slot, or with its tile removed; tiles come from and go to the bag."""
    game = game_class(text.partition(" ")[0])
    change = part(game).edit
    if change is None:
        raise Problem(f"positions of {game.title} can't be edited tile by tile; change the text", "not_editable")
    return change(text, slot, colour)


def sheet(start: State, events: Iterable[Event], tr: Language = ENGLISH, after: Iterable[State] | None = None) -> list[Row]:
    """Return the scoring sheet of a game, without its total; `after` are the states after the events, if known."""
    how = sentences(start.game)
    return how.sheet(start.game, breakdown(start, events, how.row, after), tr)


@cache
def symbols(game_name: str) -> str:
    """Return a `<symbol>` for each piece of a game: `azul-red`, `azul-first` …"""
    return part_of(game_name).symbols()


def css(name: str) -> str:
    """Return the style sheet of a theme."""
    check("theme", name, name in THEMES, " or ".join(map(repr, THEMES)))
    return theme.css(name)


def svg(state: State, viewer: int = 0, theme: str = "light", form: str = "wide", names: Sequence[str] = ()) -> str:
    """Return the whole table as one standalone picture."""
    game = state.game
    return picture.draw(scene(state), layout(game, viewer, form), game.name, symbols(game.name), css(theme), names)


def preview(game: Game, theme: str = "light") -> str:
    """Return a small picture that shows a game with its options."""
    lying, where = part(game).preview(game)
    return picture.draw(lying, where, game.name, symbols(game.name), css(theme))


def png(svg_text: str, width: int) -> bytes:
    """Convert a picture to PNG, this many pixels wide."""
    check("width", width, type(width) is int and 1 <= width <= 8192, "a number of pixels from 1 to 8192")
    try:
        import resvg_py
    except ImportError:
        raise Problem(
            Message("PNG and GIF need the extra png; run {command}", command="pip install 'azulejos[png]'"), "missing_extra"
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg_text, width=width))


def layout_key(game: Game) -> str:
    """Return a key for URLs: `azul-2-coloured`, plus each option that is not the default, `-jokers.true`."""
    options = [
        f"-{name}.{option_text(getattr(game, name)).replace(' ', '.')}"
        for name, default in game.options().items()
        if getattr(game, name) != default
    ]
    return f"{game.name}-{game.players}-{game.board}{''.join(options)}"


def game_from_key(key: str) -> Game:
    """Parse the game from its key."""
    name, *parts = key.split("-")
    if name not in GAMES or len(parts) < 2:
        raise NotationError(f"a key must be like {next(iter(GAMES))}-2-coloured, not {key[:80]!r}", "bad_key")
    kind = GAMES[name]
    players, board, *options = parts
    given: dict[str, Any] = {"players": integer_from_text(players), "board": board}
    for option in options:
        field, _, value = option.partition(".")
        if field not in kind.options():
            raise NotationError(f"{name} has no option {field[:40]!r}; its options are {', '.join(kind.options())}", "bad_key")
        given[field] = option_from_text(kind, field, value.replace(".", " "))
    game = kind(**given)
    if layout_key(game) != key:
        raise NotationError(f"the key of this game is {layout_key(game)}, not {key[:80]!r}", "bad_key")
    return game
