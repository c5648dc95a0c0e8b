"""`azulejos serve`: the table in the browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from azulejos.cli.help import examples
from azulejos.cli.i18n import tr
from azulejos.core.contract import Problem
from azulejos.core.message import Message

USUAL_PORT = 8000


@click.command("serve", epilog=examples("azulejos serve --open", "azulejos serve --host 0.0.0.0 --port 8000"))
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 allows other devices.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port. Default: the first free port from 8000.",
)
@click.option(
    "--db", help="Database: an SQLite file or a PostgreSQL address (postgresql://…). Default: a file in your user data folder."
)
@click.option("--workers", type=click.IntRange(1), help="Number of bot processes. Default: processors minus one.")
@click.option("--proxies", default="127.0.0.1", show_default=True, help="Trusted proxies, comma-separated.")
@click.option(
    "--names",
    "hosts",
    metavar="HOSTS",
    help="Host names people use for this server, comma-separated. Default: any name is accepted.",
)
@click.option("--open/--no-open", "open_browser", default=False, show_default=True, help="Open the page in a browser.")
def command(
    host: str, port: int | None, db: str | None, workers: int | None, proxies: str, hosts: str | None, open_browser: bool
) -> None:
    """Play in the browser: against bots, with friends, or watch."""
    from azulejos.web.config import Config
    from azulejos.web.scheduler import usual_workers
    from azulejos.web.server import listen, make_server

    where = database(db)
    ours = accepted(hosts)
    socket = listen(host, USUAL_PORT if port is None else port, search=port is None)
    here = ours[0] if ours else "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else f"[{host}]" if ":" in host else host
    address = f"http://{here}:{socket.getsockname()[1]}/"

    def ready() -> None:
        click.echo(tr("Open {address} in your browser. Ctrl-C stops the server; all games are saved.", address=address))
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    with socket:
        config = Config(where, workers or usual_workers(), proxies=proxies, names=ours)
        make_server(config, ready).run([socket])


def accepted(names: str | None) -> tuple[str, ...]:
    """Return the names in a comma-separated list, without ports."""
    from azulejos.web.owner import HOST

    found = []
    for name in (names or "").split(","):
        if name := name.strip():
            host = HOST.fullmatch(f"[{name}]" if name.count(":") > 1 and not name.startswith("[") else name)
            if host is None:
                raise Problem(Message("{name} is not a host name", name=repr(name)), "bad_name")
            found.append(host[1].lower().rstrip("."))
    return tuple(found)


def database(db: str | None) -> str:
    """Return the database to use; create the folder of a file."""
    from azulejos.web.store import POSTGRES

    if db is not None and db.startswith(POSTGRES):
        return db
    path = Path(db) if db else data_folder() / "tables.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    return str(path)


def data_folder() -> Path:
    """Return the system's folder for user data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "azulejos"
