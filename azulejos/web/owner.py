"""Who asks: owners by their tokens, pages by their origin, addresses.

An owner is whoever holds a token: a browser in a cookie, a program in `Authorization: Bearer`. The store sees only its hash.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "azulejos"
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,100}")
YEARS = 5 * 365 * 24 * 3600


def token_of(connection: HTTPConnection) -> str | None:
    """The token that a request carries, if it is one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        token = connection.cookies.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else None


def owner_of(token: str) -> str:
    """The owner that a token makes one."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def new_token() -> str:
    """A token that nobody guesses: 160 bits."""
    return secrets.token_urlsafe(20)


def give_cookie(connection: HTTPConnection, response: Response, token: str) -> None:
    """Lets the browser keep a token."""
    secure = connection.url.scheme in ("https", "wss")
    response.set_cookie(COOKIE, token, max_age=YEARS, httponly=True, samesite="lax", secure=secure)


def is_own_page(connection: HTTPConnection, origins: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of this server (or of an origin that is allowed), or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    return origin in origins or urlsplit(origin).netloc == connection.headers.get("host", "")


def address_of(connection: HTTPConnection) -> str:
    """The address that a request comes from. Of an IPv6 address the network counts: everybody has billions of them."""
    address = connection.client.host if connection.client else ""
    return ":".join(address.split(":")[:4]) if ":" in address else address
