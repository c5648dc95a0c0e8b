"""Compile the translations into the files used at run time.

`setup.py` runs this file while azulejos is being built, so it must not import anything from azulejos. Needs Babel.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

PACKAGE = Path(__file__).parents[1]


def compile_all(package: Path = PACKAGE) -> None:
    """Compile each `.po` file: into `azulejos.mo` for Python, or `page.json` for the browser."""
    for path in sorted((package / "locale").glob("*/LC_MESSAGES/*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.parts[-3], domain=path.stem)
        if path.stem == "page":
            texts = dict(_page_entries(catalogue))
            path.with_suffix(".json").write_text(json.dumps(texts, ensure_ascii=False, indent=0), "utf-8")
        else:
            with path.with_suffix(".mo").open("wb") as made:
                write_mo(made, catalogue)


def _page_entries(catalogue: Catalog) -> Iterator[tuple[str, Any]]:
    for message in catalogue:
        texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
        if message.id and all(texts) and not message.fuzzy:
            yield (message.id[0], texts) if message.pluralizable else (str(message.id), message.string)
