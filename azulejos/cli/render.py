"""`azulejos render`: a position or a game as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from azulejos.cli.files import read_record, state_after
from azulejos.cli.help import examples
from azulejos.cli.i18n import tr
from azulejos.cli.options import seat_number
from azulejos.cli.terminal import progress

if TYPE_CHECKING:
    from azulejos.record import Record

FORMS = (".svg", ".png", ".gif")
USUAL_WIDTH = 1200
THEMES = ("light", "dark", "light-strong", "dark-strong")  # those of `azulejos.render`, which is not loaded for the help


@click.command(
    "render",
    epilog=examples(
        "azulejos render game.txt --out game.gif",
        "azulejos render game.txt --move 40 --theme dark --out position.png",
        'azulejos render --text "azul players=2 …" > position.svg',
    ),
)
@click.argument("file", type=click.File("rb"), required=False)
@click.option("-t", "--text", help="Position as printed by `state.text`, instead of FILE.")
@click.option("--move", metavar="N", type=click.IntRange(0), help="Draw the position after this event. Default: the last one.")
@click.option("--theme", type=click.Choice(THEMES), default="light", show_default=True, help="Colour theme.")
@click.option("--viewer", metavar="SEAT", type=int, default=1, help="Seat whose board is drawn large.")
@click.option(
    "--width",
    metavar="PIXELS",
    type=click.IntRange(16, 8192),
    show_default=str(USUAL_WIDTH),
    help="Width in pixels (PNG and GIF).",
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Output file (.svg, .png or .gif). Default: print SVG."
)
def command(
    file: BinaryIO | None, text: str | None, move: int | None, theme: str, viewer: int, width: int | None, out: Path | None
) -> None:
    """Draw a position of FILE, a game record, or all of it as GIF.

    PNG and GIF need an extra: pip install 'azulejos[png]'.
    """
    from azulejos import position, render

    if (file is None) == (text is None):
        raise click.UsageError(tr("give the position either as FILE or with --text"))
    if file is None and move is not None:
        raise click.UsageError(tr("--move only works with a record in FILE"))
    form = ".svg" if out is None else out.suffix.lower()
    if form not in FORMS:
        raise click.UsageError(tr("--out: pictures are {kinds} files, not {text}", kinds=", ".join(FORMS), text=repr(str(out))))
    if form == ".svg" and width is not None:
        raise click.UsageError(tr("--width is for PNG and GIF; SVG has no fixed width"))
    record = None if file is None else read_record(file)
    state = position(text or "") if record is None else state_after(record, len(record.events) if move is None else move)
    seat = seat_number(viewer, state.game.players)
    if form == ".gif":
        if record is None or move is not None:
            raise click.UsageError(tr("a GIF shows a whole game: give a FILE and no --move"))
        picture = _film(record, seat, theme, width or USUAL_WIDTH)
    else:
        svg = render.svg(state, seat, theme, names=() if record is None else record.names)
        picture = svg.encode() if form == ".svg" else render.png(svg, width or USUAL_WIDTH)
    if out is None:
        click.echo(picture)
    else:
        out.write_bytes(picture)


def _film(record: Record, viewer: int, theme: str, width: int) -> bytes:
    from azulejos.render.gif import gif

    with progress(tr("pictures")) as watch:
        return gif(record, viewer, theme, width, watch)
