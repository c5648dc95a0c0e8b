"""The server as an ASGI application, made from a `Config`."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from azulejos.core.contract import Problem
from azulejos.web import (
    api,
    assets,
    endpoint,
    games,
    learn,
    openapi,
    opponents,
    pages,
    positions,
    puzzles,
    review,
    statistics,
    trees,
)
from azulejos.web.budgets import HANDSHAKE, REFUSED_AFTER, REQUEST, Asker, Budgets
from azulejos.web.config import Config
from azulejos.web.hub import Hub
from azulejos.web.live_analysis import serve_board
from azulejos.web.locale import language_of
from azulejos.web.log import log
from azulejos.web.metrics import Metrics
from azulejos.web.owner import address_of, check_host, owner_of, token_of
from azulejos.web.socket import serve_socket
from azulejos.web.store import open_store

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self';"
    " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# There is no Cross-Origin-Opener-Policy: WebKit moves each page with it into a new process, and on a busy machine one in a
# hundred pages then stays empty.
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


TOO_MANY = 429


class Careful:
    """Add the security headers to every response, and count the responses."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.metrics.requests.labels(message["status"]).inc()
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, careful if scope["type"] == "http" else send)


class InTurn:
    """Charge the server's processor time to the address that asks for it; one that has used up its share waits."""

    def __init__(self, app: ASGIApp, budgets: Budgets) -> None:
        self.app = app
        self.budgets = budgets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        token = token_of(connection)
        who = Asker(address_of(connection), None if token is None else owner_of(token))

        async def in_time(message: Message) -> None:
            if message.get("status") == TOO_MANY:
                await asyncio.sleep(REFUSED_AFTER)
            await send(message)

        self.budgets.spend("service", who, REQUEST if scope["type"] == "http" else HANDSHAKE)
        try:
            await self.budgets.turn(who)
        except Problem as problem:
            await endpoint.refusal(problem, tr=language_of(connection))(scope, receive, in_time)
            return
        await self.budgets.metered(self.app(scope, receive, in_time), who)


class OnlyNames:
    """Refuse requests for other hosts."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...]) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if scope["type"] != "lifespan":
                check_host(HTTPConnection(scope), self.names)
        except Problem as problem:
            await endpoint.refusal(problem)(scope, receive, send)
            return
        await self.app(scope, receive, send)


def make_app(config: Config) -> Starlette:
    """Return the application; it opens its database now, and starts its work when it is started."""
    store = open_store(config.db, serving=True)
    hub = Hub(config, store, pages.version())

    @contextlib.asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        await hub.start()
        log("started", db=store.name, workers=config.workers)
        try:
            yield
        finally:
            await hub.close()
            await store.close()
            log("stopped")

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(websocket, hub)

    async def board(websocket: WebSocket) -> None:
        await serve_board(websocket, hub)

    parts = (api, games, review, learn, positions, trees, puzzles, opponents, statistics)
    operations = [operation for part in parts for operation in part.OPERATIONS]
    document = assets.Asset(openapi.document(operations), assets.JSON)

    async def described(request: Request) -> Response:
        return document.answer(request, assets.ASK_AGAIN)

    app = Starlette(
        routes=[
            *endpoint.routes(operations, hub),
            Route("/openapi.json", described),
            WebSocketRoute("/api/tables/{table}/socket", socket),
            WebSocketRoute("/api/positions/socket", board),
            *pages.routes(hub),
        ],
        middleware=[
            Middleware(Careful, metrics=hub.metrics),
            Middleware(InTurn, budgets=hub.budgets),
            Middleware(OnlyNames, names=config.names),
        ],
        exception_handlers={HTTPException: endpoint.refuse_http, Exception: endpoint.refuse_bug},
        lifespan=life,
    )
    app.state.budgets = hub.budgets  # for the connections, which are not part of the application
    return app
