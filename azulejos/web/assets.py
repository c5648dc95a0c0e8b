"""Static content: kept in memory, compressed, with an ETag."""

from __future__ import annotations

import gzip
import hashlib

from starlette.requests import Request
from starlette.responses import Response

WORTH_COMPRESSING = 1000  # bytes
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A standalone picture contains its style sheet; opened as a document, it may do nothing else."""

SVG, CSS, JSON, HTML = "image/svg+xml", "text/css; charset=utf-8", "application/json", "text/html; charset=utf-8"
JAVASCRIPT = "text/javascript; charset=utf-8"
PNG, GIF = "image/png", "image/gif"
COMPRESSED = (PNG, GIF, "image/jpeg", "font/woff2")


class Asset:
    """A body with its content type."""

    def __init__(self, body: bytes, kind: str) -> None:
        self.body = body
        self.kind = kind
        self.packed = gzip.compress(body, 9, mtime=0) if len(body) > WORTH_COMPRESSING and kind not in COMPRESSED else None
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'

    @property
    def size(self) -> int:
        """The bytes that it occupies in memory."""
        return len(self.body) + len(self.packed or b"")

    def answer(self, request: Request, keep: str) -> Response:
        """Return the asset, compressed if the browser supports it, or 304 if it has not changed."""
        headers = {"ETag": self.etag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
        if self.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = self.packed, "gzip"
        if self.kind == SVG:
            headers["Content-Security-Policy"] = PICTURE_POLICY
        return Response(body, headers=headers, media_type=self.kind)
