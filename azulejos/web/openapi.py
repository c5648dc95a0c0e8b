"""The OpenAPI 3.1 document of the HTTP API, generated from its endpoints and their types."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from azulejos import GAMES, __version__
from azulejos.web.endpoint import JSON, Operation
from azulejos.web.wire import Error

ALWAYS = (400, 421, 429, 500)  # 400 and 421: the `Host` is no host, or not one of the server's
DAMAGED = (410,)
REF = "#/components/schemas/{name}"
TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}, "description": "The id of a table."}
RECORD = {"text/plain": {"schema": {"type": "string"}}, JSON: {"schema": {"type": "object"}}}
"""A body in either format of a record."""
SECURITY = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": "azulejos", "description": "What a browser gets with its first seat."},
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "For programs: any random token of 20 to 100 letters, digits, - and _ that you keep to yourself.",
    },
}


def document(operations: Sequence[Operation]) -> bytes:
    """Return the document as JSON."""
    types = [
        Error,
        *(one.body for one in operations if _is_type(one.body)),
        *(one.answer for one in operations if _is_type(one.answer)),
    ]
    _, components = msgspec.json.schema_components(types, ref_template=REF)
    paths: dict[str, dict[str, Any]] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "azulejos",
                "version": __version__,
                "description": f"Tables of {_titles()}. For live play: docs/protocol.md.",
            },
            "paths": paths,
            "components": {"schemas": components, "securitySchemes": SECURITY},
            "security": [{}, {"cookie": []}, {"bearer": []}],
        }
    )


def _operation(one: Operation) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": one.work.__name__,
        "summary": one.about,
        "responses": {
            str(one.status): {"description": HTTPStatus(one.status).phrase, "content": _content(one.answer)},
            **{
                str(status): {"description": HTTPStatus(status).phrase, "content": _content(Error)}
                for status in sorted({*one.errors, *ALWAYS, *(DAMAGED if "{table}" in one.path else ())})
            },
        },
    }
    parameters: list[dict[str, Any]] = [TABLE] if "{table}" in one.path else []
    for name, query in one.query.items():
        parameters.append({"name": name, "in": "query", "description": query.about, "schema": query.schema})
    if parameters:
        found["parameters"] = parameters
    if one.body is not None:
        found["requestBody"] = {"required": True, "content": RECORD if one.body is bytes else _content(one.body)}
    return found


def _content(answer: Any) -> dict[str, Any]:
    if isinstance(answer, str):
        return {answer: {"schema": {"type": "string"}}}
    if _is_type(answer):
        return {JSON: {"schema": {"$ref": REF.format(name=answer.__name__)}}}
    return {JSON: {"schema": {"type": "object"}}}


def _is_type(answer: Any) -> bool:
    return isinstance(answer, type) and issubclass(answer, msgspec.Struct)


__all__ = ["document"]


def _titles() -> str:
    return ", ".join(kind.title for kind in GAMES.values())
