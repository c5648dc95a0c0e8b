"""The files of the page, checked without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import azulejos
from azulejos.web import pages
from azulejos.web.bundle import bundle, modules

PAGE = Path(azulejos.__file__).parent / "web" / "page"
IMPORT = re.compile(r'^import .* from "\./(.+)";$', re.MULTILINE)
SCRIPT = re.compile(r'<script type="module" src="/bundle/(.+?)\?v=')


def main_script(page: str) -> str:
    (found,) = SCRIPT.findall(pages.page(f"{page}.html", "hu").body.decode())
    return str(found)


@pytest.mark.parametrize("page", ["analyse", "index", "replay", "statistics", "table"])
def test_a_bundle_has_every_script_after_those_that_it_imports(page: str) -> None:
    names = modules(PAGE, main_script(page))
    assert names[-1] == main_script(page)
    for index, name in enumerate(names):
        assert {*IMPORT.findall((PAGE / name).read_text("utf-8"))} <= {*names[:index]}, name


@pytest.mark.parametrize("page", ["index", "table"])
def test_a_page_announces_what_its_scripts_fetch_first(page: str) -> None:
    html = pages.page(f"{page}.html", "hu").body.decode()
    announced = re.findall(r'<link rel="preload" as="fetch" crossorigin href="(.+?)\?v=', html)
    assert announced == ["/language/hu.json", "/games/hu.json"]


def test_imports_and_exports_in_a_bundle(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        '// about a\nimport { two as three, Four } from "./b.js";\n\n/** @type {number} */\nnew Four(three);\n', "utf-8"
    )
    (tmp_path / "b.js").write_text("export const { one: two } = {one: 1};\nexport class Four {}\nexport {};\n", "utf-8")
    text = bundle(tmp_path, "a.js")
    assert re.sub(r"\s+", " ", text) == (
        'const $ = {}; { const { one: two } = {one: 1}; class Four {} $["b.js"] = { two, Four }; }'
        ' { const { two: three, Four } = $["b.js"]; new Four(three); $["a.js"] = { }; } '
    )


@pytest.mark.parametrize(
    "line", ["export let number = 1;", 'export { one } from "./b.js";', 'import "./b.js";', "export default 1;"]
)
def test_a_bundle_refuses_what_it_would_break(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.js").write_text(line + "\n", "utf-8")
    with pytest.raises(ValueError, match=r"a\.js: a bundle can't have"):
        bundle(tmp_path, "a.js")


def test_scripts_that_import_each_other_are_refused(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}.js").write_text(f'import {{ {other} }} from "./{other}.js";\nexport const {one} = 1;\n', "utf-8")
    with pytest.raises(ValueError, match=r"a\.js imports itself"):
        bundle(tmp_path, "a.js")


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.html")), ids=lambda path: path.name)
def test_no_script_or_style_in_the_html(path: Path) -> None:
    html = path.read_text("utf-8")
    assert not re.search(r"<style| style=| on[a-z]+=|javascript:", html)
    assert all(tag.endswith("></script>") for tag in re.findall(r"<script[^>]*>[^<]*</script>", html))
