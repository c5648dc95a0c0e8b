"""What browsers get apart from the API: the pages and their files, layouts, symbols, themes, pictures.

Everything is kept in memory, compressed, with an ETag: a browser asks whether it has changed or, if the URL contains the
version of this server (`?v=`), not at all.
"""

from __future__ import annotations

import hashlib
import inspect
import mimetypes
import os
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from azulejos import render
from azulejos.core.contract import Problem
from azulejos.core.registry import GAMES
from azulejos.language import ENGLISH, LANGUAGES, language, page_catalogue
from azulejos.rulebook import rules_html, sections
from azulejos.rulebook.examples import example_svg
from azulejos.web.assets import ASK_AGAIN, CSS, FOR_EVER, HTML, JAVASCRIPT, JSON, SVG, Asset
from azulejos.web.bundle import bundle, modules
from azulejos.web.endpoint import check, refusal
from azulejos.web.games import games, games_file
from azulejos.web.hub import Hub
from azulejos.web.locale import language_of
from azulejos.web.scheduler import Urgency

PAGE = Path(__file__).parent / "page"
PACKAGE = Path(__file__).parents[1]
KEPT_KINDS = (".py", ".js", ".css", ".html", ".json", ".mo", ".md", ".svg", ".toml", ".jsonl")
"""Of files that make what browsers keep."""
MOST_MADE = 400  # pages and files in memory
NOT_NOW = ("slow_down", "took_too_long", "internal")
"""Problems of the server, not of a name."""
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@cache
def version() -> str:
    """Return the version, which changes when anything does that browsers keep: all of this package, and the games of others."""
    own = [path for path in PACKAGE.rglob("*") if path.suffix in KEPT_KINDS]
    others = [Path(inspect.getfile(kind)) for kind in GAMES.values()]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted({*own, *others}))).hexdigest()[:12]


def page_file(name: str) -> Asset:
    """Return a file of the page."""
    path = PAGE / name
    if "/" in name or "\\" in name or name.startswith(".") or path.suffix == ".html" or not os.path.isfile(path):
        raise Problem(f"the page has no file {name[:80]!r}", "no_such_page")
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(path.read_bytes(), f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)


def scripts(name: str) -> Asset:
    """Return a script of a page with everything that it imports."""
    if not re.fullmatch(r"[a-z-]+\.js", name) or not os.path.isfile(PAGE / name):
        raise Problem(f"the page has no script {name[:80]!r}", "no_such_page")
    return Asset(bundle(PAGE, name).encode(), JAVASCRIPT)


def page(name: str, code: str, game: str | None = None) -> Asset:
    """Return a page in a language; `game` is the game it is about."""
    return _rendered(name, code, game)


def changed() -> int:
    """Return when the files of the page have last changed; looked at once a second."""
    return _changed(int(time.monotonic()))


@lru_cache(1)
def _changed(_second: int) -> int:
    with os.scandir(PAGE) as files:
        return max(file.stat().st_mtime_ns for file in files)


def _rendered(name: str, code: str, game: str | None, **values: Any) -> Asset:
    tr = language(code)
    known = games(tr)
    about = None if game is None else next((one for one in known.games if one.name == game), None)
    if game is not None and about is None:
        raise Problem(f"the game must be one of {', '.join(GAMES)}, not {game[:40]!r}", "no_such_page")
    template = templates().get_template(name)
    return Asset(template.render(tr=tr, games=known.games, first=known.first, game=about, **values).encode(), HTML)


@cache
def templates() -> Environment:
    """Return the pages, read again when they have changed."""
    found = Environment(
        loader=FileSystemLoader(PAGE), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    found.globals["fetched"] = lru_cache(100)(fetched)
    found.globals["version"] = version()
    return found


def fetched(script: str, code: str) -> list[str]:
    """Return what the scripts of a page fetch as soon as they run, so that the browser can do it at once."""
    used = modules(PAGE, script)
    texts = [f"/language/{code}.json"] if "i18n.js" in used and code != ENGLISH.code else []
    return [*texts, f"/games/{code}.json"] if "games.js" in used else texts


def rules(game: str, code: str) -> Asset:
    """Return the page with the rules of a game."""
    return _rendered("rules.html", code, game, rules=rules_html(game, code), sections=sections(game, code))


def example(name: str, theme: str) -> Asset:
    """Return a picture in the rules."""
    return Asset(example_svg(name, theme).encode(), SVG)


def check_language(code: str) -> None:
    if code not in LANGUAGES:
        raise Problem(f"the language must be one of {', '.join(LANGUAGES)}, not {code[:40]!r}", "no_such_page")


def games_in(code: str) -> Asset:
    """Return the games and bots in a language."""
    check_language(code)
    return games_file(code)


def catalogue(code: str) -> Asset:
    """Return the translated texts of the page scripts."""
    check_language(code)
    return Asset(msgspec.json.encode(page_catalogue(code)), JSON)


def seat(text: str) -> int:
    """Return the seat that a part of a URL names."""
    if not re.fullmatch("[0-9]", text):
        raise Problem(f"a seat is a digit, not {text[:40]!r}", "no_such_page")
    return int(text)


def layout(key: str, viewer: str, form: str) -> Asset:
    """Return the layout of a game, for the page: in a form, or for a screen (`taking-360x540`)."""
    game, viewer_seat = render.game_from_key(key), seat(viewer)
    made_for = re.fullmatch("([a-z]+)-([0-9]{1,4})x([0-9]{1,4})", form)
    if made_for:
        found_layout = render.screen(game, viewer_seat, made_for[1], int(made_for[2]), int(made_for[3]))
    else:
        found_layout = render.layout(game, viewer_seat, form)
    width, height, fixtures, slots, spots = found_layout
    # The protocol calls the fixtures `furniture`.
    found = {"width": width, "height": height, "furniture": fixtures, "slots": slots, "spots": spots}
    return Asset(msgspec.json.encode(found), JSON)


def picture(key: str) -> Asset:
    """Return a small picture of a game."""
    return Asset(render.preview(render.game_from_key(key)).encode(), SVG)


def symbols(game: str) -> Asset:
    """Return the tiles of a game."""
    if game not in GAMES:
        raise Problem(f"the game must be one of {', '.join(GAMES)}, not {game[:40]!r}", "no_such_page")
    return Asset(f'<svg xmlns="http://www.w3.org/2000/svg">{render.symbols(game)}</svg>'.encode(), SVG)


def theme(name: str) -> Asset:
    """Return a style sheet."""
    if name not in render.THEMES:
        raise Problem(f"the theme must be one of {', '.join(render.THEMES)}, not {name[:40]!r}", "no_such_page")
    return Asset(render.css(name).encode(), CSS)


def routes(hub: Hub) -> list[Route]:
    """Return the routes of the pages and their files."""
    made: OrderedDict[tuple[object, ...], Asset] = OrderedDict()

    async def asset_of(make: Callable[..., Asset], **about: str) -> Asset:
        """Return a page or file, made again when the files of the page have changed."""
        key = (make, *about.values(), changed())
        found = made.get(key)
        if found is None:
            found = made[key] = await hub.budgets.in_thread(partial(make, **about))
            if len(made) > MOST_MADE:
                made.popitem(last=False)
        made.move_to_end(key)
        return found

    async def drawn(make: Callable[..., Asset], **about: str) -> Asset:
        """Return a drawing of a game, of which there are any number; made in a worker, before the rest: someone may play."""
        key = (make, *about.values())
        return await hub.kept.get(key, make, *about.values(), urgency=Urgency.TABLE, admitted=True)

    def route(path: str, make: Callable[..., Asset], get: Callable[..., Awaitable[Asset]] = asset_of) -> Route:
        async def endpoint(request: Request) -> Response:
            try:
                check(request, hub)
            except Problem as problem:
                return refusal(problem)
            try:
                asset = await get(make, **request.path_params)
            except Problem as problem:
                if problem.code in NOT_NOW:
                    return refusal(problem)
                return refusal(Problem(str(problem), "no_such_page"))  # any invalid name is simply not found
            return asset.answer(request, FOR_EVER if request.query_params.get("v") == hub.version else ASK_AGAIN)

        return Route(path, endpoint)

    def spoken(path: str, make: Callable[..., Asset]) -> Route:
        """Return the endpoint of a page, in the reader's language."""

        async def endpoint(request: Request) -> Response:
            tr = language_of(request)
            try:
                check(request, hub)
            except Problem as problem:
                return refusal(problem, tr=tr)
            try:
                asset = await asset_of(make, code=tr.code, **request.path_params)
            except Problem as problem:
                return refusal(Problem(str(problem), "no_such_page"), tr=tr)
            answer = asset.answer(request, ASK_AGAIN)
            answer.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
            answer.headers["Content-Language"] = tr.code
            return answer

        return Route(path, endpoint)

    return [
        spoken("/", lambda code: page("index.html", code)),
        spoken("/t/{table}", lambda table, code: page("table.html", code)),
        spoken("/rules/{game}", rules),
        spoken("/learn/{game}", lambda game, code: page("learn.html", code, game)),
        spoken("/learn/{game}/{lesson}", lambda game, lesson, code: page("learn.html", code, game)),
        spoken("/offline", lambda code: page("offline.html", code)),
        route("/worker.js", lambda: page_file("worker.js")),
        route("/app.webmanifest", lambda: page_file("app.webmanifest")),
        route("/example/{name}/{theme}.svg", example),
        route("/language/{code}.json", catalogue),
        route("/games/{code}.json", games_in),
        route("/bundle/{name}", scripts),
        spoken("/r/{table}", lambda table, code: page("replay.html", code)),
        spoken("/analyse", lambda code: page("analyse.html", code)),
        spoken("/puzzles", lambda code: page("puzzles.html", code)),
        spoken("/statistics", lambda code: page("statistics.html", code)),
        route("/page/{name}", page_file),
        route("/layout/{key}/{viewer}/{form}", layout, drawn),
        route("/picture/{key}.svg", picture, drawn),
        route("/symbols/{game}.svg", symbols),
        route("/theme/{name}.css", theme),
    ]
