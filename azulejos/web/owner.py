"""Identifying the sender of a request: owners by their tokens, pages by their origin, addresses.

The owner is the holder of a token: a browser in a cookie, a program in `Authorization: Bearer`. The store has only its hash.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "azulejos"
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,100}")
YEARS = 5 * 365 * 24 * 3600
NETWORK = 64  # bits of an IPv6 address that belong to one household
LONGEST_ADDRESS = 50


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token of a request, if it has a valid one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        token = connection.cookies.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else None


def owner_of(token: str) -> str:
    """Return the owner that a token identifies."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def new_token() -> str:
    """Return a new token that can't be guessed: 160 bits."""
    return secrets.token_urlsafe(20)


def give_cookie(connection: HTTPConnection, response: Response, token: str) -> None:
    """Store a token in the browser."""
    secure = connection.url.scheme in ("https", "wss")
    response.set_cookie(COOKIE, token, max_age=YEARS, httponly=True, samesite="lax", secure=secure)


def is_own_page(connection: HTTPConnection, origins: tuple[str, ...]) -> bool:
    """Return whether a request comes from a page of this server (or of an allowed origin), or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    return origin in origins or urlsplit(origin).netloc == connection.headers.get("host", "")


def address_of(connection: HTTPConnection) -> str:
    """Return the address of the sender. For IPv6 it is the network, because everyone has billions of addresses."""
    return network_of(connection.client.host) if connection.client else ""


def network_of(address: str) -> str:
    """Return an address, or the network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:LONGEST_ADDRESS]  # whatever a trusted proxy sent
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, NETWORK), strict=False))
