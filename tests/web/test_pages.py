"""Content for browsers: pages, layouts, symbols, themes and pictures, with their headers."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from azulejos import Azul, Pavilion, render
from azulejos.web import assets
from tests.web.live import Running

PATHS = [
    "/",
    "/t/anything",
    "/theme/light.css",
    "/symbols/azul.svg",
    "/layout/azul-2-coloured/0/wide",
    "/picture/pavilion-2-grey.svg",
]


@pytest.mark.parametrize("path", PATHS)
def test_everything_is_compressed_and_revalidated_by_its_etag(server: Running, path: str) -> None:
    answer = server.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"
    again = server.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = server.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content


def test_urls_with_a_version_are_cached_for_ever(server: Running) -> None:
    version = server.player().get("/api/bots")["version"]
    assert "immutable" in server.get(f"/theme/dark.css?v={version}").headers["cache-control"]
    assert server.get("/theme/dark.css?v=old").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/api/bots", "/nothing", "/page/api.js"])
def test_security_headers(server: Running, path: str) -> None:
    headers = server.get(path).headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_the_pages_have_no_script_or_style_of_their_own_and_all_that_they_name_is_there(server: Running) -> None:
    for path in ("/", "/t/anything"):
        text = server.get(path).text
        assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=", text)
        for name in re.findall(r'(?:src|href)="(/(?:page|theme|bundle|language|games)/[^"]+)"', text):
            found = server.get(name)
            assert found.status_code == 200, name
            assert ("immutable" in found.headers["cache-control"]) == ("?v=" in name)
            assert found.headers["content-type"].split(";")[0] in (
                "text/javascript",
                "text/css",
                "image/svg+xml",
                "application/json",
            )


def test_a_layout_is_that_of_the_pictures(server: Running) -> None:
    for game in (Azul(3, "grey"), Pavilion(4, wild_order=("red", "yellow", "purple", "blue", "green", "orange"))):
        key = render.layout_key(game)
        found = json.loads(server.get(f"/layout/{key}/1/tall").content)
        expected = render.layout(game, 1, "tall")
        assert found["furniture"] == expected.fixtures
        assert found["slots"] == {slot: list(place) for slot, place in expected.slots.items()}


def test_pictures_are_svg_without_permissions(server: Running) -> None:
    answer = server.get("/picture/azul-2-coloured.svg")
    ElementTree.fromstring(answer.text)
    assert answer.headers["content-security-policy"] == assets.PICTURE_POLICY


@pytest.mark.parametrize(
    "path",
    [
        "/page/nothing.js",
        "/page/..%2Fapp.py",
        "/page/%2e%2e%5capp.py",
        "/page/.hidden",
        "/page/page",
        "/layout/chess-2/0/wide",
        "/layout/azul-2-coloured/2/wide",
        "/layout/azul-2-coloured/0/round",
        "/layout/azul-2-coloured/x/wide",
        "/layout/azul-99999999999999999999-coloured/0/wide",
        "/picture/azul-2-coloured-jokers.svg",
        "/symbols/chess.svg",
        "/theme/../../etc.css",
        "/theme/purple.css",
        "/bundle/nothing.js",
        "/bundle/..%2Fapp.py",
        "/bundle/page.css",
        "/games/xx.json",
        "/page/%00",
        "/page/%ff",
    ],
)
def test_not_found(server: Running, path: str) -> None:
    answer = server.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_page")
