"""Catalogues and rulebooks use the words of the glossary, and each language's typography."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from azulejos import GAMES
from azulejos.language import LANGUAGES
from azulejos.language.messages import CODES, METHODS, read
from azulejos.language.messages import extracted as messages_of
from azulejos.language.typography import typeset
from azulejos.rulebook import rules_markdown

GLOSSARY = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text("utf-8")
TERMS = (
    *("edition", "Mini edition", "big box", "player board", "factory", "factory offer", "centre of the table", "bag"),
    *("starting player marker", "starting player", "marker", "phase", "last round", "end of the game", "final scoring"),
    *("score track", "scoring sheet", "tie", "shared victory", "single tile", "ruling", "random seed"),
    *("pattern line", "floor line", "column", "lid", "wall-tiling", "coloured wall", "grey wall", "Joker tile"),
    *("tower", "depot", "supply", "central star", "multicoloured star", "completed star", "pillar", "statue", "window"),
    *("wild colour", "wild tile", "wild", "bonus tile", "numbers covered", "coloured side", "grey side"),
    *("beginner", "apprentice", "craftsman", "expert"),
)
"""English terms whose translation has to be that of the glossary."""
CLICK = "click"
"""The texts of click that we translate; they are in none of our files."""

extracted = cache(messages_of)  # it reads the whole source


class Text(NamedTuple):
    """A text of a language, what it is a translation of, and the files that it comes from."""

    text: str
    english: str
    files: tuple[str, ...]


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the table under a heading of the glossary."""
    section = GLOSSARY.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in section.splitlines() if line.startswith("|")]
    return cells[2:]


BANNED = [(code, re.compile(word.strip("`").replace(r"\|", "|")), better) for code, word, better in rows("Words we don't use")]


@cache
def catalogue(code: str) -> list[Text]:
    """Return all texts of a language's catalogues; the English ones are the keys."""
    found: list[Text] = []
    for domain in METHODS:
        files = {message.id: tuple(file for file, _ in message.locations) for message in extracted(domain) if message.id}
        if code == "en":
            found += [Text(one, one, where) for texts, where in files.items() for one in several(texts)]
            continue
        for message in read(code, domain):
            if message.id:
                found += [Text(one, several(message.id)[0], files.get(message.id, ())) for one in several(message.string)]
    return found


def several(texts: str | Iterable[str] | None) -> list[str]:
    return [texts] if isinstance(texts, str) else [*(texts or ())]


def sources() -> list[str]:
    return [CLICK, *sorted({file for domain in METHODS for message in extracted(domain) for file, _ in message.locations})]


def texts_of(code: str, source: str) -> list[Text]:
    return [one for one in catalogue(code) if source in (one.files or (CLICK,))]


def prose(text: str) -> str:
    """Return the text without code and placeholders."""
    return re.sub(r"`[^`]*`|\{[^{}]*\}", "0", text)


def wrong_words(text: str, code: str) -> Iterator[str]:
    for language, word, better in BANNED:
        if language == code and (found := word.search(prose(text))):
            yield f"{found[0]!r}, better {better}: {text}"


def wrong_signs(text: str, code: str) -> Iterator[str]:
    """Yield what breaks a language's typography."""
    said = prose(text)
    if typeset(text, code) != text:
        yield f"spaces or apostrophes (run `make messages`): {text}"
    if code == "fr" and re.search(r"(?<=\w)[;!](?:\s|$)", said):
        yield f"no space before ; or !: {text}"
    if code in ("fr", "de") and re.search(r"(?<![\w.-])\d{1,2}-\d{1,2}(?![\w-])", said):
        yield f"a hyphen in a range: {text}"
    wrong = {"fr": "„“”", "de": "”«»", "hu": "“«»"}.get(code, "„«»")
    if any(sign in said for sign in wrong) or re.search(r'(?<!\S)"\w+"(?!\S)', said):
        yield f"quotation marks: {text}"
    if code == "hu" and re.search(r"\b[Aa] (?=[aáeéiíoóöőuúüű]\w|1\. |5)|\b[Aa]z (?=[2346789]\d*\. )", said):
        yield f"a or az: {text}"


@pytest.mark.parametrize("source", sources())
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_catalogue_uses_the_words_of_the_glossary(code: str, source: str) -> None:
    wrong = [what for one in texts_of(code, source) for what in wrong_words(one.text, code)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("source", sources())
@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_is_printed_as_its_language_is(code: str, source: str) -> None:
    wrong = [what for one in texts_of(code, source) for what in wrong_signs(one.text, code)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_rulebook_uses_the_words_of_the_glossary(game: str, code: str) -> None:
    lines = rules_markdown(game, code).splitlines()
    wrong = [what for line in lines for what in (*wrong_words(line, code), *wrong_signs(line, code))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("term", TERMS)
@pytest.mark.parametrize("code", CODES)
def test_a_term_is_translated_as_in_the_glossary(term: str, code: str) -> None:
    headings = ("Both games", "Azul", "Summer Pavilion", "The program")
    words = [word for heading in headings for word in row_of(heading, term, code)]
    assert words, "the glossary has the term"
    longer = "|".join(re.escape(one) for one in TERMS if term in one and term != one) or "(?!)"
    for text, english, _ in catalogue(code):
        alone = re.sub(rf"(?i)(?:{longer})", "", prose(english))
        if re.search(rf"\b{term}", alone, re.IGNORECASE):
            assert any(re.search(pattern(word), text) for word in words), f"{words}: {text}"


def row_of(heading: str, term: str, code: str) -> list[str]:
    """Return a language's words for a term: those in its cell of the glossary."""
    column = 1 + CODES.index(code)
    cells = [row for row in rows(heading) if term in re.split(r"(?:, | \()", row[0].replace("*", "").replace("tiles", "tile"))]
    return [word.strip("* ") for row in cells for word in re.split("[,;]", row[column])]


def pattern(term: str) -> str:
    """Return a pattern for a term of the glossary with any endings."""
    return "(?i)" + " ".join(rf"{re.escape(word[: max(3, len(word) - 2)])}[\w-]*" for word in term.split())


def test_the_glossary_is_complete() -> None:
    for heading in ("Both games", "Azul", "Summer Pavilion", "The program", "Colours"):
        assert len(rows(heading)) >= 8
        assert all(len(row) == 4 and all(cell.strip() for cell in row) for row in rows(heading))
    assert {code for code, _, _ in BANNED} == {*LANGUAGES}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "the first-player marker"),
        ("fr", "La tuile Premier joueur"),
        ("de", "Dein Tableau"),
        ("hu", "A kezdőjátékos-jelölő"),
    ],
)
def test_a_wrong_word_is_found(code: str, text: str) -> None:
    assert [*wrong_words(text, code)]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("fr", "Vraiment ?"),
        ("fr", "l'étoile"),
        ("fr", "Oui!"),
        ("de", "die ”1”"),
        ("de", "1-6"),
        ("hu", "a 5. sor"),
        ("hu", "az 3. sor"),
    ],
)
def test_a_wrong_sign_is_found(code: str, text: str) -> None:
    assert [*wrong_signs(text, code)]
