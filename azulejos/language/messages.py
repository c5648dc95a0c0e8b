"""Update the catalogues from the texts in the source, and compile the translations.

    python -m azulejos.language.messages        add new texts, remove old ones (`make messages`)

Needs Babel; reading compiled catalogues doesn't.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from azulejos.language.catalogues import compile_all
from azulejos.language.command import OF_CLICK
from azulejos.language.typography import typeset

PACKAGE = Path(__file__).parents[1]
CODES = ("fr", "de", "hu")
KEYWORDS: dict[str, Any] = {"tr": None, "t": None, "many": (1, 2), "Message": None}
METHODS = {
    "azulejos": [
        ("cli/**.py", "azulejos.language.command:extract"),
        ("**.py", "python"),
        ("web/page/**.html", "jinja2.ext:babel_extract"),
    ],
    "page": [("web/page/**.js", "javascript")],
}
"""Domain → which files to search, and how."""
OPTIONS = {"web/page/**.js": {"parse_template_string": "true"}}


def path_of(code: str, domain: str) -> Path:
    """Return the path of a language's catalogue."""
    return PACKAGE / "locale" / code / "LC_MESSAGES" / f"{domain}.po"


def extracted(domain: str) -> Catalog:
    """Return all texts in the source, with the files they are in."""
    catalogue = Catalog(project="azulejos", domain=domain)
    for file, _line, text, _comments, _context in extract_from_dir(PACKAGE, METHODS[domain], OPTIONS, keywords=KEYWORDS):
        catalogue.add(text, locations=[(file, None)], flags=_flags(text))  # type: ignore[list-item]
    for text in OF_CLICK if domain == "azulejos" else ():
        catalogue.add(text, flags=_flags(text))
    return catalogue


def _flags(text: str | tuple[str, ...]) -> list[str]:
    return ["python-brace-format"] if "{" in "".join(text) else []


def read(code: str, domain: str) -> Catalog:
    """Read a catalogue from the source."""
    with path_of(code, domain).open("rb") as file:
        return read_po(file, locale=code, domain=domain)


def update() -> None:
    """Update all catalogues from the source; new texts have no translation yet."""
    for domain in METHODS:
        texts = extracted(domain)
        for code in CODES:
            path = path_of(code, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            catalogue = read(code, domain) if path.exists() else Catalog(locale=code, domain=domain)
            catalogue.update(texts, no_fuzzy_matching=True)
            catalogue.obsolete.clear()
            for message in catalogue:
                message.string = _typeset(message.string, code)
            path.write_bytes(spelled(catalogue))


def _typeset(said: Any, code: str) -> Any:
    """Return the translation of a message, or all its plural forms, with the language's typography."""
    return typeset(said, code) if isinstance(said, str) else tuple(typeset(one, code) for one in said or ())


HEADER = """\
# What azulejos says, in {language}.
msgid ""
msgstr ""
"Language: {code}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def spelled(catalogue: Catalog) -> bytes:
    """Return the catalogue as text without dates and line numbers, so that it changes only when texts do."""
    file = io.BytesIO()
    write_po(file, catalogue, width=128, omit_header=True, include_lineno=False)
    locale = catalogue.locale
    assert locale is not None, "a translation has a language"
    header = HEADER.format(language=locale.english_name, code=locale, plurals=catalogue.plural_forms)
    return header.encode() + file.getvalue()


if __name__ == "__main__":
    update()
    compile_all()
