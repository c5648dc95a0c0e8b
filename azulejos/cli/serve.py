"""`azulejos serve`: the table in the browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

USUAL_PORT = 8000


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0 lets other devices in.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Port; usually {USUAL_PORT}, or the next one that is free.")
@click.option("--db", type=click.Path(dir_okay=False, path_type=Path), help="File of the tables; usually in your user data.")
@click.option("--workers", type=click.IntRange(1), help="Processes in which bots think; usually one less than processors.")
@click.option("--open/--no-open", "open_browser", default=False, show_default=True, help="Open the page in a browser.")
def command(host: str, port: int | None, db: Path | None, workers: int | None, open_browser: bool) -> None:
    """Play in the browser: against bots, with friends, or watching."""
    from azulejos.web.bots import usual_workers
    from azulejos.web.config import Config
    from azulejos.web.server import listen, make_server

    path = db or data_folder() / "tables.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    socket = listen(host, USUAL_PORT if port is None else port, search=port is None)
    here = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else f"[{host}]" if ":" in host else host
    address = f"http://{here}:{socket.getsockname()[1]}/"

    def ready() -> None:
        click.echo(f"The table is at {address} (Ctrl-C ends the server; all games are kept)")
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    with socket:
        make_server(Config(path, workers or usual_workers()), ready).run([socket])


def data_folder() -> Path:
    """Where this system keeps the data of a user's programs."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "azulejos"
