"""A running server: uvicorn with our settings, on a socket that is already open."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn

from azulejos.core.contract import Problem
from azulejos.web.app import make_app
from azulejos.web.config import Config
from azulejos.web.intake import Intake
from azulejos.web.links import Links
from azulejos.web.log import Lines, log
from azulejos.web.protocol import HttpProtocol, Protocol, State
from azulejos.web.store import POSTGRES

BACKLOG = 2048
UNSENT = 64 * 1024  # bytes that the system buffers for a client that does not read (it doubles this)
UNPARSED = 64 * 1024  # bytes that the system receives while the server does not read a connection (it doubles this)
GRACE = 3  # seconds for pending requests when the server stops
PORTS_TRIED = 50
FILES_KEPT = 200  # for the database, the workers and so on
MANY_FILES = 10_240
GARBAGE = (100_000, 50, 50)  # a server allocates thousands of objects a second, hardly any of them in cycles


class Server(uvicorn.Server):
    """A server that reports when it is ready."""

    def __init__(self, config: uvicorn.Config, links: Links, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.server_state = State(links)
        self.links = links
        self.ready = ready
        self._looking_after: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        if self.started:
            self._looking_after = asyncio.create_task(self.links.look_after())
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # A client that does not read would keep the server from stopping.
        cut = asyncio.get_running_loop().call_later(GRACE, self.links.cut)
        try:
            await super().shutdown(sockets)
        finally:
            cut.cancel()
            if self._looking_after is not None:
                self._looking_after.cancel()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at Ctrl-C and SIGTERM, without raising them again afterwards as uvicorn would."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()


def make_server(config: Config, ready: Callable[[], None] = lambda: None) -> Server:
    """Return a server that is not yet running: `server.run([listen(…)])`."""
    # On Windows, uvicorn's default event loop does not work with psycopg.
    if sys.platform == "win32" and str(config.db).startswith(POSTGRES):
        raise Problem(
            "on Windows, the server can store its games in SQLite only; for PostgreSQL, run it on Linux", "no_postgres"
        )
    for name in ("asyncio", "uvicorn", "uvicorn.error", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [Lines()], False
        logger.setLevel(logging.WARNING)
    files = raise_file_limit()
    limits = config.limits
    most = limits.links_altogether if files is None else min(limits.links_altogether, files - min(FILES_KEPT, files // 2))
    app = make_app(config)
    links = Links(limits, config.patience, config.proxies, most, Intake(app.state.budgets, limits.receiving))
    log(
        "limits", files=files, links=most, links_per_address=limits.links, sockets_per_address=limits.sockets,
        request_seconds=limits.request_seconds, unread_seconds=config.patience, unread_bytes=limits.unread_altogether,
        unread_bytes_per_address=limits.unread, trusted_proxies=config.proxies, names=config.names or "any",
    )  # fmt: skip
    settings = uvicorn.Config(
        app,
        http=HttpProtocol,
        ws=Protocol,
        ws_max_size=config.limits.message,
        ws_per_message_deflate=False,  # costs more than it saves: a scene has a few kilobytes
        access_log=False,
        log_config=None,
        backlog=BACKLOG,
        timeout_keep_alive=limits.idle_seconds,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        forwarded_allow_ips=config.proxies,
    )
    return Server(settings, links, ready)


def raise_file_limit() -> int | None:
    """Allow as many open files as the system lets us, because every connection is one; return how many, if there is a limit."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, MANY_FILES):  # macOS refuses its own hard limit if that is "unlimited"
        if soft == resource.RLIM_INFINITY or soft >= wanted >= 0:
            break
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return None if soft == resource.RLIM_INFINITY else soft


def listen(host: str, port: int, search: bool) -> socket.socket:
    """Return a listening socket; with `search`, on the next free port if that one is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for attempt in range(PORTS_TRIED if search else 1):
        # TCP is explicit, or asyncio does not switch Nagle's algorithm off, and answers wait 40 ms for an acknowledgement.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # on Windows, SO_REUSEADDR would let two servers share a port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNPARSED)
        try:
            found.bind((host, port + attempt if port else 0))
            found.listen(BACKLOG)
            return found
        except OSError as error:
            found.close()
            if attempt == (PORTS_TRIED - 1 if search else 0) or not search:
                raise Problem(f"{host}:{port + attempt} can't be used: {error.strerror}", "port_in_use") from None
    raise AssertionError("unreachable")
