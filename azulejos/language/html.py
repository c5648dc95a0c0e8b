"""Pages in the reader's language: which texts of an HTML page are translated, and the page with them translated.

An element marked `data-t` has a text to translate; `data-t="title aria-label"` names attributes instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape, unescape
from html.parser import HTMLParser
from typing import IO, Any

from azulejos.language import Language

MARK = "data-t"


class _Reader(HTMLParser):
    """Reads a page piece by piece; `translate` is asked for every text that is marked."""

    def __init__(self, language: Language | None) -> None:
        super().__init__(convert_charrefs=False)
        self.language = language
        self.texts: list[tuple[int, str]] = []
        self.pieces: list[str] = []
        self.marked: list[str] | None = None

    def said(self, text: str) -> str:
        text = " ".join(text.split())
        self.texts.append((self.getpos()[0], text))
        return text if self.language is None else self.language(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        written = self.get_starttag_text() or ""
        if tag == "html" and self.language is not None:
            written = written.replace('lang="en"', f'lang="{self.language.code}"')
        if MARK in given:
            names = (given[MARK] or "").split()
            for name in names:
                value = given[name] or ""
                written = written.replace(f'{name}="{escape(value)}"', f'{name}="{escape(self.said(value))}"')
            self.marked = None if names else []
        self.pieces.append(written)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self.marked is not None:
            self.pieces.append(escape(self.said(unescape("".join(self.marked))), quote=False))
            self.marked = None
        self.pieces.append(f"</{tag}>")

    def written(self, text: str) -> None:
        (self.pieces if self.marked is None else self.marked).append(text)

    def handle_data(self, data: str) -> None:
        self.written(data)

    def handle_entityref(self, name: str) -> None:
        self.written(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.written(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.pieces.append(f"<!{decl}>")

    def handle_comment(self, data: str) -> None:
        self.pieces.append(f"<!--{data}-->")


def _read(page: str, language: Language | None) -> _Reader:
    reader = _Reader(language)
    reader.feed(page)
    reader.close()
    return reader


def translated(page: str, language: Language) -> str:
    """The page in a language; its `<html lang>` says which."""
    return "".join(_read(page, language).pieces)


def extract(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[tuple[int, str, str, list[str]]]:
    """The texts of a page, for Babel."""
    for line, text in _read(file.read().decode("utf-8"), None).texts:
        yield line, "tr", text, []
