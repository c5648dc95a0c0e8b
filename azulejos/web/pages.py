"""What browsers get besides answers: the pages and what they are made of, layouts, symbols, themes, pictures.

Everything is kept in memory, compressed, with an ETag: a browser asks whether it has changed, or, where the address has the
version of this server (`?v=`), not at all.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from azulejos import render
from azulejos.core.contract import Problem
from azulejos.core.game import GAMES
from azulejos.language import LANGUAGES, language, page_catalogue
from azulejos.language.html import translated
from azulejos.rulebook import rules_html, sections
from azulejos.rulebook.examples import example_svg
from azulejos.web.endpoint import check, refusal
from azulejos.web.hub import Hub
from azulejos.web.locale import language_of

PAGE = Path(__file__).parent / "page"
RENDER = Path(render.__file__).parent
WORTH_COMPRESSING = 1000  # bytes
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A standalone picture has its style sheet in itself; as a document of its own it may do nothing else."""

SVG, CSS, JSON, HTML = "image/svg+xml", "text/css; charset=utf-8", "application/json", "text/html; charset=utf-8"
JAVASCRIPT = "text/javascript; charset=utf-8"
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Asset:
    """Something that is sent as it is."""

    def __init__(self, body: bytes, kind: str) -> None:
        self.body = body
        self.kind = kind
        self.packed = gzip.compress(body, 9, mtime=0) if len(body) > WORTH_COMPRESSING else None
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'

    def answer(self, request: Request, keep: str) -> Response:
        """The asset, packed if the browser likes that, or the news that it has not changed."""
        headers = {"ETag": self.etag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
        if self.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = self.packed, "gzip"
        if self.kind == SVG:
            headers["Content-Security-Policy"] = PICTURE_POLICY
        return Response(body, headers=headers, media_type=self.kind)


@cache
def version() -> str:
    """What changes when pictures or pages do."""
    files = [
        path
        for folder in (PAGE, RENDER)
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".js", ".css", ".html")
    ]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def page_file(name: str) -> Asset:
    """A file of the page, read again when it has changed."""
    path = PAGE / name
    if "/" in name or "\\" in name or name.startswith(".") or not path.is_file():
        raise Problem(f"the page has no file {name[:80]!r}", "no_such_page")
    return _file(path, path.stat().st_mtime_ns)


@lru_cache(200)
def _file(path: Path, _changed: int) -> Asset:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(path.read_bytes(), f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)


@cache
def worker() -> Asset:
    """What runs beside the pages in a browser; that of another version throws away what the old one kept."""
    return Asset((PAGE / "worker.js").read_bytes().replace(b"VERSION", version().encode(), 1), JAVASCRIPT)


def page(name: str, code: str) -> Asset:
    """A page in a language."""
    return Asset(_translated(PAGE / name, (PAGE / name).stat().st_mtime_ns, code).encode(), HTML)


@lru_cache(100)
def _translated(path: Path, _changed: int, code: str) -> str:
    return translated(path.read_text("utf-8"), language(code))


@lru_cache(20)
def rules(game: str, code: str) -> Asset:
    """The page with the rules of a game."""
    text = rules_html(game, code)
    contents = "".join(f'<li><a href="#{id}">{title}</a></li>' for id, title in sections(game, code))
    whole = _translated(PAGE / "rules.html", 0, code).replace("<!--contents-->", contents).replace("<!--rules-->", text)
    return Asset(whole.encode(), HTML)


@lru_cache(100)
def example(name: str, theme: str) -> Asset:
    """A picture in the rules."""
    return Asset(example_svg(name, theme).encode(), SVG)


@cache
def catalogue(code: str) -> Asset:
    """What the scripts of the pages say in a language."""
    if code not in LANGUAGES:
        raise Problem(f"a language is one of {', '.join(LANGUAGES)}, not {code[:40]!r}", "no_such_page")
    return Asset(msgspec.json.encode(page_catalogue(code)), JSON)


@lru_cache(300)
def layout(key: str, viewer: int, form: str) -> Asset:
    """Where things are, for the page."""
    found = render.layout(render.game_from_key(key), viewer, form)
    return Asset(msgspec.json.encode(found._asdict()), JSON)


@lru_cache(300)
def picture(key: str) -> Asset:
    """A small picture of a game."""
    return Asset(render.preview(render.game_from_key(key)).encode(), SVG)


@cache
def symbols(game: str) -> Asset:
    """The tiles of a game."""
    if game not in GAMES:
        raise Problem(f"a game is one of {', '.join(GAMES)}, not {game[:40]!r}", "no_such_page")
    return Asset(f'<svg xmlns="http://www.w3.org/2000/svg">{render.symbols(game)}</svg>'.encode(), SVG)


@cache
def theme(name: str) -> Asset:
    """A style sheet."""
    if name not in render.THEMES:
        raise Problem(f"a theme is one of {', '.join(render.THEMES)}, not {name[:40]!r}", "no_such_page")
    return Asset(render.css(name).encode(), CSS)


def routes(hub: Hub) -> list[Route]:
    """Where all this is found."""

    def route(path: str, make: Callable[..., Asset]) -> Route:
        async def endpoint(request: Request) -> Response:
            try:
                check(request, hub)
            except Problem as problem:
                return refusal(problem)
            try:
                asset = await asyncio.to_thread(make, **request.path_params)
            except Problem as problem:  # whatever is wrong with a name, under it there is nothing
                return refusal(Problem(str(problem), "no_such_page"))
            return asset.answer(request, FOR_EVER if request.query_params.get("v") == hub.version else ASK_AGAIN)

        return Route(path, endpoint)

    def spoken(path: str, make: Callable[..., Asset]) -> Route:
        """A page, in the language of whoever reads it."""

        async def endpoint(request: Request) -> Response:
            tr = language_of(request)
            try:
                check(request, hub)
            except Problem as problem:
                return refusal(problem, tr=tr)
            try:
                asset = await asyncio.to_thread(make, code=tr.code, **request.path_params)
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
        spoken("/learn/{game}", lambda game, code: page("learn.html", code)),
        spoken("/learn/{game}/{lesson}", lambda game, lesson, code: page("learn.html", code)),
        spoken("/offline", lambda code: page("offline.html", code)),
        route("/worker.js", worker),
        route("/app.webmanifest", lambda: page_file("app.webmanifest")),
        route("/example/{name}/{theme}.svg", example),
        route("/language/{code}.json", catalogue),
        spoken("/r/{table}", lambda table, code: page("replay.html", code)),
        spoken("/analyse", lambda code: page("analyse.html", code)),
        spoken("/statistics", lambda code: page("statistics.html", code)),
        route("/page/{name}", page_file),
        route("/layout/{key}/{viewer:int}/{form}", layout),
        route("/picture/{key}.svg", picture),
        route("/symbols/{game}.svg", symbols),
        route("/theme/{name}.css", theme),
    ]
