"""The language of a browser or program."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from azulejos.language import Language, language_for

COOKIE = "language"


def language_of(connection: HTTPConnection) -> Language:
    """Return the language chosen on our pages (they set the cookie) or, by default, the one the browser prefers."""
    return language_for(connection.cookies.get(COOKIE) or connection.headers.get("accept-language"))
