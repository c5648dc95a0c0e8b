"""MkDocs hook: adds pages and pictures from outside `docs/`, and refuses pages that load anything from another host."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]
PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
ICON = "azulejos/web/page/icon.svg"
FOREIGN = re.compile(r"""<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?//[^"'\s>]+)""")

log = logging.getLogger("mkdocs.hooks.pages")


def on_files(files: Any, config: Any) -> Any:
    """Add the changelog, the contributor guide and the icon."""
    for source, page in PAGES.items():
        text = (ROOT / source).read_text("utf-8").replace("](docs/", "](")
        for other, target in PAGES.items():
            text = text.replace(f"]({other}", f"]({target}")
        files.append(File.generated(config, page, content=text))
    files.append(File.generated(config, "site/icon.svg", abs_src_path=str(ROOT / ICON)))
    return files


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Warn about requests to other hosts; a strict build fails on warnings."""
    for address in FOREIGN.findall(output):
        log.warning("%s loads %s from another host", page.file.src_path, address)
    return output
