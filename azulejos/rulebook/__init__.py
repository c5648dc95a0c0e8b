"""The rules for players in four languages: `rulebook/<code>.md` in a game's folder, with drawn examples.

The texts are Markdown with two things of our own: a heading may end in `{#id}`, the same in all languages, and a picture
`![caption](example:azul-lines)` is one of `examples`. The exact rules for programmers are in `docs/rules`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from azulejos.core.contract import Problem
from azulejos.core.message import Message, either, quoted
from azulejos.core.registry import GAMES
from azulejos.language import LANGUAGES
from azulejos.rulebook.examples import example_size

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

SCHEME = "example:"
_ID = re.compile(r" \{#([a-z]+)\}$", re.MULTILINE)


def rules_markdown(game: str, code: str = "en") -> str:
    """Return the Markdown source of a game's rules in a language."""
    if game not in GAMES:
        raise Problem(Message("there is no game {name}; choose {names}", name=quoted(game), names=either(GAMES)), "bad_game")
    if code not in LANGUAGES:
        raise Problem(f"the language must be one of {', '.join(LANGUAGES)}, not {code[:40]!r}", "bad_language")
    for wanted in (code, "en"):
        if (text := _file(game, wanted)) is not None:
            return text.read_text("utf-8")
    raise Problem(Message("{game} has no rulebook", game=Message(GAMES[game].title)), "no_rulebook")


def has_rulebook(game: str) -> bool:
    """Return whether a game has a rulebook, at least in English."""
    return _file(game, "en") is not None


def _file(game: str, code: str) -> Traversable | None:
    folder = GAMES[game].folder()
    file = folder.joinpath("rulebook", f"{code}.md") if folder else None
    return file if file is not None and file.is_file() else None


def rules_text(game: str, code: str = "en") -> str:
    """Return the rules as Markdown for a terminal, with captions instead of pictures."""
    text = _ID.sub("", rules_markdown(game, code))
    return re.sub(rf"^!\[(.*)\]\({SCHEME}.*\)$", r"> *\1*", text, flags=re.MULTILINE)


@cache
def rules_html(game: str, code: str = "en") -> str:
    """Return the rules as HTML without styles; the pictures are at `/example/<name>/<theme>.svg`."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("image", _figure)
    tokens = reader.parse(rules_markdown(game, code))
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if before.type == "heading_open":
            _name(before, token)
        elif [child.type for child in token.children or ()] == ["image"]:
            before.hidden = after.hidden = True  # a figure is not allowed in a paragraph
    html: str = reader.renderer.render(tokens, reader.options, {})
    return html


def sections(game: str, code: str = "en") -> list[tuple[str, str]]:
    """Return id and title of each section, for a table of contents."""
    return [(found[2], found[1]) for found in re.finditer(r"^## (.*) \{#([a-z]+)\}$", rules_markdown(game, code), re.MULTILINE)]


def _name(heading: Token, inline: Token) -> None:
    """Move the id out of the text of a heading."""
    found = _ID.search(inline.content)
    if found and inline.children:
        heading.attrSet("id", found[1])
        inline.children[-1].content = _ID.sub("", inline.children[-1].content)


def _figure(_self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType) -> str:
    """Return an example with its caption. The caption describes everything in the picture, so the picture has no alternative
    text."""
    image = tokens[index]
    name = escape(str(image.attrs["src"]).removeprefix(SCHEME))
    width, height = example_size(name)
    return (
        f'<figure data-example="{name}"><picture>'
        f'<source srcset="/example/{name}/dark.svg" media="(prefers-color-scheme: dark)">'
        f'<img src="/example/{name}/light.svg" width="{width}" height="{height}" alt="" loading="lazy"></picture>'
        f"<figcaption>{escape(image.content)}</figcaption></figure>\n"
    )
