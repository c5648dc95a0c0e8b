"""A whole recorded game as an animated GIF. Needs the extra `png`: resvg-py draws the frames, Pillow combines them."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Generator

from azulejos import render
from azulejos.core.contract import Problem
from azulejos.core.message import Message
from azulejos.record import Record

PAUSE, LAST_PAUSE = 900, 5000  # milliseconds
COLOURS = 256


def gif(
    record: Record,
    viewer: int = 0,
    theme: str = "light",
    width: int = 800,
    progress: Callable[[int, int], None] | None = None,
) -> bytes:
    """Return the game from its first deal to its end, this many pixels wide; calls `progress` after each frame."""
    made = film(record, viewer, theme, width)
    while True:
        try:
            done = next(made)
        except StopIteration as end:
            return bytes(end.value)
        if progress is not None:
            progress(*done)


def film(record: Record, viewer: int = 0, theme: str = "light", width: int = 800) -> Generator[tuple[int, int], None, bytes]:
    """Make the film frame by frame: yield how many are done, of how many, and return the film."""
    try:
        from PIL import Image
    except ImportError:
        raise Problem(
            Message("PNG and GIF need the extra png; run {command}", command="pip install 'azulejos[png]'"), "missing_extra"
        ) from None
    states = list(record.states())[1:] or [record.start]

    def picture(number: int) -> Image.Image:
        drawn = render.svg(states[number], viewer, theme, names=record.names)
        return Image.open(io.BytesIO(render.png(drawn, width))).convert("RGB")

    # One palette for all frames, or colours would flicker; the first and the last position together have every colour.
    first, last = picture(0), picture(len(states) - 1)
    both = Image.new("RGB", (width, first.height * 2))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    palette = both.quantize(COLOURS, dither=Image.Dither.NONE)
    frames: list[bytes] = []  # packed: a film of hundreds of frames would need hundreds of megabytes
    for number in range(len(states)):
        frames.append(zlib.compress(picture(number).quantize(palette=palette, dither=Image.Dither.NONE).tobytes(), 1))
        yield number + 1, len(states)
    file = io.BytesIO()
    pauses = [PAUSE] * (len(frames) - 1) + [LAST_PAUSE]

    def unpacked(frame: bytes) -> Image.Image:
        image = Image.frombytes("P", first.size, zlib.decompress(frame))
        image.putpalette(palette.getpalette() or [])
        return image

    others = map(unpacked, frames[1:])
    unpacked(frames[0]).save(file, "GIF", save_all=True, append_images=others, duration=pauses, loop=0, optimize=True)
    return file.getvalue()
