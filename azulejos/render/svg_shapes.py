"""SVG markup in small pieces: elements with short numbers, escaped texts, and attributes in a fixed order.

Attributes are keywords: `cls` is `class`, and an underscore stands for a hyphen (`data_spot="floor.0"`). `class` always comes
first and `data-…` next, so that `picture` finds marks and labels with regular expressions.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape as _escape

Value = str | int | float | None


def number(value: float) -> str:
    """Format a number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Escape a text for markup and attributes; characters not allowed in XML become �."""
    return _escape("".join(c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff" else "�" for c in text))


def element(tag: str, content: str = "", /, **attributes: Value) -> str:
    """Return an element around markup; attributes that are `None` are left out."""
    named = {_name(name): value for name, value in attributes.items() if value is not None}
    order = sorted(named, key=lambda name: 0 if name == "class" else 1 if name.startswith("data-") else 2)
    spelled = "".join(f' {name}="{_value(named[name])}"' for name in order)
    return f"<{tag}{spelled}>{content}</{tag}>" if content or tag == "text" else f"<{tag}{spelled}/>"


def _name(keyword: str) -> str:
    return "class" if keyword == "cls" else keyword.strip("_").replace("_", "-")


def _value(value: Value) -> str:
    return escape(value) if isinstance(value, str) else number(value or 0)


def group(*content: str, **attributes: Value) -> str:
    """Return a `<g>` around the content."""
    return element("g", "".join(content), **attributes)


def box(x: float, y: float, width: float, height: float, round: float = 0, **attributes: Value) -> str:
    """Return a rectangle with rounded corners, given its top left corner."""
    return element("rect", x=x, y=y, width=width, height=height, rx=round or None, **attributes)


def square(x: float, y: float, size: float, round: float = 0, **attributes: Value) -> str:
    """Return a square around its centre."""
    return box(x - size / 2, y - size / 2, size, size, round, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Value) -> str:
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def path(*steps: str | float, **attributes: Value) -> str:
    """Return a path from its steps, `path("M", 0, 0, "L", 10, 5.5, cls="z-line")`."""
    return element("path", d=" ".join(step if isinstance(step, str) else number(step) for step in steps), **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: Value) -> str:
    """Return a closed shape through these points."""
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


def text(x: float, y: float, size: float, content: str = "", anchor: str = "middle", **attributes: Value) -> str:
    """Return a line of text on its baseline; with `data_label` and no content, a label to be filled in."""
    return element("text", escape(content), x=x, y=y, font_size=size, text_anchor=anchor, **attributes)


def symbol(name: str, *content: str, outline: str | None = None) -> str:
    """Return the symbol of a piece, drawn around (0, 0) in 100 × 100; its outline is a slightly larger path, if it is not
    square."""
    return element("symbol", "".join(content), id=name, viewBox="-50 -50 100 100", data_outline=outline)
