"""Languages: which one a reader gets, plural forms, and catalogues in which nothing is missing, fuzzy or obsolete."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir

from azulejos.language import ENGLISH, LANGUAGES, LOCALE, Language, language, language_for, language_of, page_catalogue
from azulejos.language.command import OF_CLICK
from azulejos.language.hungarian import HungarianFormatter, article, with_suffix
from azulejos.language.messages import CODES, METHODS, PACKAGE, path_of, read, spelled
from azulejos.language.messages import extracted as messages_of
from azulejos.language.typography import typeset

extracted = cache(messages_of)  # it reads the whole source
CATALOGUES = [(code, domain) for code in CODES for domain in METHODS]
PAGES = sorted((PACKAGE / "web" / "page").glob("*.html"))


# -- which language


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        (None, "en"),
        ("", "en"),
        ("fr", "fr"),
        ("de-AT", "de"),
        ("hu_HU.UTF-8", "hu"),
        ("C", "en"),
        ("nl-NL,nl;q=0.9,de;q=0.8,en;q=0.7", "de"),
        ("en-GB,en;q=0.9,fr;q=0.8", "en"),
        ("fr;q=0.3, hu;q=0.9", "hu"),
        ("fr;q=0, *;q=0.1", "en"),
        ("fr;q=nonsense, de;q=0.1", "de"),
        ("nl:hu:en", "hu"),
        ("x" * 100_000, "en"),
    ],
)
def test_a_requested_language_is_found(wishes: str | None, code: str) -> None:
    assert language_for(wishes).code == code


def test_the_language_of_a_terminal() -> None:
    assert language_of({}).code == "en"
    assert language_of({"LANG": "de_DE.UTF-8"}).code == "de"
    assert language_of({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"}).code == "fr"
    assert language_of({"LANG": "de_DE.UTF-8", "AZULEJOS_LANGUAGE": "hu"}).code == "hu"


def test_an_unsupported_language() -> None:
    with pytest.raises(ValueError, match="the language must be one of en, fr, de, hu, not 'xx'"):
        Language("xx")


def test_a_source_tree_that_was_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("azulejos.language.LOCALE", tmp_path)
    with pytest.raises(FileNotFoundError, match="the translations into Deutsch are not compiled; run `make build`"):
        Language("de")


# -- texts


def test_texts_with_values_and_numbers() -> None:
    assert language("de")("{name} passes.", name="Ana") == "Ana passt."
    assert ENGLISH.many("{n} tile falls.", "{n} tiles fall.", 1) == "1 tile falls."
    fr, de, hu = map(language, CODES)
    assert [fr.many("{n} tile falls.", "{n} tiles fall.", n) for n in (0, 1, 2)] == [
        *("0\u00a0tuile tombe.", "1\u00a0tuile tombe.", "2\u00a0tuiles tombent.")
    ]
    assert [de.many("{n} tile falls.", "{n} tiles fall.", n) for n in (0, 1)] == [
        "0\u00a0Fliesen fallen.",
        "1\u00a0Fliese fällt.",
    ]
    assert [hu.many("{n} tile falls.", "{n} tiles fall.", n) for n in (1, 2)] == ["1 csempe leesik.", "2 csempe leesik."]
    full = "Pattern line {line} is full."
    assert [hu(full, line=n) for n in (1, 2, 5)] == [
        *("Az 1. mintasor megtelt.", "A 2. mintasor megtelt.", "Az 5. mintasor megtelt.")
    ]
    assert de("a text that is in no catalogue") == "a text that is in no catalogue"
    assert repr(de) == "Language('de')"


def test_numbers_as_each_language_writes_them() -> None:
    decimals = {code: language(code).decimal(-1234.56) for code in LANGUAGES}
    assert decimals == {"en": "−1234.6", "fr": "−1234,6", "de": "−1234,6", "hu": "−1234,6"}
    percents = {code: language(code).percent(0.125, 1, "+") for code in LANGUAGES}
    space = "\N{NO-BREAK SPACE}"
    assert percents == {"en": "+12.5%", "fr": f"+12,5{space}%", "de": f"+12,5{space}%", "hu": "+12,5%"}


def test_hungarian_articles_and_suffixes() -> None:
    assert [article(n) for n in (1, 2, 5, 10, 15, 50, 100, 1000, 10_000, "Ana", "Rui", "Édouard", "")] == [
        *("az", "a", "az", "a", "a", "az", "a", "az", "a", "az", "a", "az", "a")
    ]
    assert [with_suffix(n) for n in (1, 2, 3, 4, 5, 6, 8, 10, 20)] == [
        *("1-es", "2-es", "3-as", "4-es", "5-ös", "6-os", "8-as", "10-es", "20-as")
    ]
    assert HungarianFormatter().format("{a:Az}. és {b:az}. sor, {c:-es} mező, {d:02}", a=5, b=3, c=6, d=7) == (
        "Az 5. és a 3. sor, 6-os mező, 07"
    )


@pytest.mark.parametrize(
    ("code", "typed", "printed"),
    [
        ("fr", "l'étoile : 3 points ; « oui » !", "l’étoile\u00a0: 3\u00a0points\u202f; «\u00a0oui\u00a0»\u202f!"),
        ("fr", "Un instant …", "Un instant…"),
        ("fr", "pip install 'azulejos[tui]' ou `a : b`", "pip install 'azulejos[tui]' ou `a : b`"),
        ("fr", 'comme dans "program:python3 bot.py"', 'comme dans "program:python3 bot.py"'),
        ("fr", "{points} points en {seconds} s", "{points}\u00a0points en {seconds}\u00a0s"),
        ("de", "{n} Punkte, 5 Fliesen und 3 Sterne", "{n}\u00a0Punkte, 5\u00a0Fliesen und 3 Sterne"),
        ("hu", "Egy pillanat …", "Egy pillanat…"),
    ],
)
def test_typography(code: str, typed: str, printed: str) -> None:
    assert typeset(typed, code) == printed
    assert typeset(printed, code) == printed


def test_what_the_scripts_of_the_page_say() -> None:
    assert page_catalogue("en") == {}
    for code in CODES:
        texts = page_catalogue(code)
        ids = {message.id[0] if message.pluralizable else message.id for message in messages(extracted("page"))}
        assert texts.keys() == ids, "run `make build`"
        forms = 1 if code == "hu" else 2
        assert len(texts["{n} player"]) == forms
        assert isinstance(texts["Rematch"], str)


def test_the_texts_of_click_are_those_of_click() -> None:
    folder = Path(click.__file__).parent
    source = extract_from_dir(folder, [("**.py", "python")], keywords={"_": None, "ngettext": (1, 2)})
    assert {*OF_CLICK} <= {text for _, _, text, _, _ in source}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_text_of_python_is_found(path: Path) -> None:
    """Babel reads tokens, so texts inside an f-string are found only by some Pythons."""
    found = {text for message in messages(extracted("azulejos")) for text in texts_of(message.id)}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in ("tr", "many", "Message"):
            texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            assert {*texts} <= found, f"line {node.lineno}"


def test_help_is_a_message_for_each_paragraph() -> None:
    texts = {message.id for message in messages(extracted("azulejos"))}
    assert "Play against bots or friends." in texts, "the first paragraph of a docstring"
    assert "Random seed, for reproducible games." in texts, "the help of an option"
    assert not [text for text in texts if '{"' in text], "what shows JSON is data"


# -- catalogues


def messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def texts_of(texts: str | Iterable[str] | None) -> list[str]:
    return [texts or ""] if isinstance(texts, str | None) else list(texts)


@pytest.mark.parametrize(("code", "domain"), CATALOGUES)
def test_no_message_is_missing_or_left_over(code: str, domain: str) -> None:
    source = {message.id for message in messages(extracted(domain))}
    found = {message.id for message in messages(read(code, domain))}
    assert found == source, "run `make messages` and translate what is new"
    assert not read(code, domain).obsolete


@pytest.mark.parametrize(("code", "domain"), CATALOGUES)
def test_every_message_is_translated(code: str, domain: str) -> None:
    for message in messages(read(code, domain)):
        assert all(texts_of(message.string)), f"{code} has no translation of {message.id!r}"
        assert not message.fuzzy, f"{code} is not sure of {message.id!r}"


@pytest.mark.parametrize(("code", "domain"), CATALOGUES)
def test_translations_have_the_same_places_for_values(code: str, domain: str) -> None:
    def holes(text: str) -> set[str]:
        return set(re.findall(r"\{(\w*)(?:!r)?(?::(?:[aA]z|-es))?\}", text))  # other languages have their own quotes

    for message in messages(read(code, domain)):
        wanted = {frozenset(holes(text)) for text in texts_of(message.id)}
        for text in texts_of(message.string):
            assert holes(text) in wanted, f"{code}: {text!r}"
            assert text.count("{") == text.count("}") == len(re.findall(r"\{\w+(?:!r)?(?::(?:[aA]z|-es))?\}", text)), (
                f"{code}: {text!r}"
            )


@pytest.mark.parametrize(("code", "domain"), CATALOGUES)
def test_translations_begin_and_end_as_the_text_does(code: str, domain: str) -> None:
    """A sentence stays a sentence; spaces at the ends would be a mistake, and a hyphen is no minus sign."""
    for message in messages(read(code, domain)):
        for text in texts_of(message.string):
            original = texts_of(message.id)[0]
            assert text == text.strip()
            if len(original) > 3:
                assert text.endswith(".") == original.endswith("."), f"{code}: {text!r}"
                assert text.endswith("…") == original.endswith("…"), f"{code}: {text!r}"


@pytest.mark.parametrize(("code", "domain"), CATALOGUES)
def test_catalogues_are_written_in_one_way(code: str, domain: str) -> None:
    """So that a diff shows only what changed."""
    assert path_of(code, domain).read_bytes() == spelled(read(code, domain))


@pytest.mark.parametrize("code", CODES)
def test_compiled_catalogues_are_up_to_date(code: str) -> None:
    tr = language(code)
    for message in messages(read(code, "azulejos")):
        if message.pluralizable:
            one, more = texts_of(message.id)
            assert tr._texts.ngettext(one, more, 1) == texts_of(message.string)[0], "run `make build`"
        else:
            assert tr(str(message.id)) == message.string, "run `make build`"


def test_no_language_is_forgotten() -> None:
    assert {path.name for path in LOCALE.iterdir()} == {*CODES} == {*LANGUAGES} - {"en"}


# -- pages


class Unmarked(HTMLParser):
    """Return texts of a page that would stay English."""

    NAMES = frozenset({"Azulejos"})
    SPOKEN = frozenset({"title", "aria-label", "placeholder", "alt"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []
        self.feed(re.sub(r"\{[{%].*?[%}]\}", "", text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        spoken = self.SPOKEN | ({"content"} if given.get("name") == "description" else set())
        self.found += [value for name, value in attrs if name in spoken and value and any(c.isalpha() for c in value)]
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if any(c.isalpha() for c in data) and data.strip() not in self.NAMES and self.open[-1] not in ("script", "style"):
            self.found.append(data.strip())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_text_of_a_page_is_left_out(page: Path) -> None:
    assert Unmarked(page.read_text("utf-8")).found == []


def test_a_missing_text_is_found() -> None:
    page = (
        """<p title="a">b</p><p>{{ tr("c") }}</p><p title="{{ tr('d') }}">e</p><i>Azulejos</i><script>f</script><br><b>½×</b>"""
    )
    assert Unmarked(page).found == ["a", "b", "e"]


@pytest.mark.parametrize("script", sorted((PACKAGE / "web" / "page").glob("*.js")), ids=lambda path: path.name)
def test_scripts_translate_texts_and_not_variables(script: Path) -> None:
    """Only literals can be extracted."""
    if script.name != "i18n.js":
        assert re.findall(r"\b(?:t|many)\((?![\"])[^)]*\)", script.read_text("utf-8")) == []
