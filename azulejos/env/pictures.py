"""Rendering of states in environments: a drawing for a terminal, SVG, or an array of pixels."""

from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt

from azulejos.core.contract import Problem, State

MODES = ["human", "ansi", "rgb_array", "svg"]
WIDTH = 960  # pixels of an `rgb_array`


def check_mode(mode: str | None) -> str | None:
    """Return the name of a mode, if it is valid; `None` shows nothing."""
    if mode is not None and mode not in MODES:
        raise Problem(
            f"`render_mode` must be {', '.join(MODES[:-1])} or {MODES[-1]}, not {mode!r}", "bad_option", option="render_mode"
        )
    return mode


def show(state: State, mode: str | None, viewer: int = 0) -> str | npt.NDArray[np.uint8] | None:
    """Return the state in a mode; `human` prints it."""
    if mode == "ansi":
        return state.drawing()
    if mode == "human":
        print(state.drawing())
    if mode not in ("rgb_array", "svg"):
        return None
    from azulejos import render

    picture = render.svg(state, viewer)
    return picture if mode == "svg" else pixels(render.png(picture, WIDTH))


def pixels(png: bytes) -> npt.NDArray[np.uint8]:
    """Return the pixels of a picture, row by row: red, green, blue."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
