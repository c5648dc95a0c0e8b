"""The files of the page, looked at without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import azulejos
from azulejos.web import pages

PAGE = Path(azulejos.__file__).parent / "web" / "page"
IMPORT = re.compile(r'^import .* from "\./(.+)";$', re.MULTILINE)


def needed(module: str, found: set[str]) -> set[str]:
    """All modules that a module needs, directly or not."""
    for other in IMPORT.findall((PAGE / module).read_text("utf-8")):
        if other not in found:
            found.add(other)
            needed(other, found)
    return found


@pytest.mark.parametrize("page", ["analyse", "index", "replay", "statistics", "table"])
def test_a_page_announces_all_its_modules_so_that_they_come_at_once(page: str) -> None:
    html = pages.page(f"{page}.html", "en").body.decode()
    (main,) = re.findall(r'<script type="module" src="/page/(.+?)">', html)
    announced = re.findall(r'<link rel="modulepreload" href="/page/(.+?)">', html)
    assert announced == sorted(needed(main, set()))


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.html")), ids=lambda path: path.name)
def test_no_script_or_style_in_the_html(path: Path) -> None:
    html = path.read_text("utf-8")
    assert not re.search(r"<style| style=| on[a-z]+=|javascript:", html)
    assert all(tag.endswith("></script>") for tag in re.findall(r"<script[^>]*>[^<]*</script>", html))
