"""Identifying the sender of a request: owners by their tokens, pages by their origin, addresses.

The owner is the holder of a token: a browser in a cookie, a program in `Authorization: Bearer`. The store has only its hash.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from azulejos.core.contract import Problem

COOKIE = "azulejos"
HOST = re.compile(r"([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
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
    """Return whether a request comes from a page of this server (or of an allowed origin), or from no page at all.

    A page that came without encryption is not one of an encrypted server: it may have been changed on its way.
    """
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    scheme, _, host = origin.partition("://")
    schemes = ("https",) if connection.url.scheme in ("https", "wss") else ("http", "https")
    return scheme in schemes and bool(host) and host.lower() == connection.headers.get("host", "").lower()


def check_host(connection: HTTPConnection, names: tuple[str, ...]) -> None:
    """Raise a `Problem` if a request is not for a host, or not for one of these names of the server (if there are any)."""
    host = connection.headers.get("host")
    if host is None and not names:  # HTTP/1.0
        return
    found = HOST.fullmatch(host or "")
    if found is None:
        raise Problem(f"`Host` must be a host name or address, not {(host or '')[:40]!r}", "bad_request")
    if names and found[1].lower().rstrip(".") not in names:
        raise Problem(f"this server is not {found[1][:80]!r}; use one of its own names", "wrong_host")


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
