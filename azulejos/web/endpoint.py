"""Endpoints of the HTTP API, each with its input, its output and its errors.

The routes of the server and its OpenAPI document are generated from the same list.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from azulejos.core.contract import Problem
from azulejos.language import ENGLISH, Language
from azulejos.web.budgets import Asker, asking
from azulejos.web.hub import Hub
from azulejos.web.locale import language_of
from azulejos.web.log import log
from azulejos.web.owner import address_of, give_cookie, is_own_page, new_token, owner_of, token_of
from azulejos.web.problems import problem_json
from azulejos.web.wire import Error, ErrorDetail

JSON = "application/json"
SAFE = ("GET", "HEAD")

STATUS = {
    "no_such_table": 404,
    "no_such_page": 404,
    "no_such_puzzle": 404,
    "no_mistake": 404,
    "damaged": 410,
    "wrong_host": 421,
    "wrong_method": 405,
    "other_origin": 403,
    "not_your_seat": 403,
    "not_host": 403,
    "too_large": 413,
    "no_json": 415,
    "slow_down": 429,
    "not_stored": 503,
    "took_too_long": 503,
    "internal": 500,
    **dict.fromkeys(("not_json", "bad_request"), 400),
    **dict.fromkeys(
        (
            "stale",
            "taken",
            "full",
            "seated",
            "not_your_turn",
            "over",
            "not_started",
            "out_of_time",
            "wrong_seat",
            "too_many_seats",
        ),
        409,
    ),
}
"""HTTP statuses of problem codes; all others are 422: understood, but not possible."""
IMPOSSIBLE = 422

Body = TypeVar("Body")
Made = TypeVar("Made")
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Call:
    """A request, and its sender."""

    request: Request
    hub: Hub
    token: str | None

    @property
    def owner(self) -> str | None:
        return None if self.token is None else owner_of(self.token)

    @property
    def address(self) -> str:
        return address_of(self.request)

    async def while_connected(self, work: Coroutine[Any, Any, Made]) -> Made:
        """Do some work, and cancel it if the sender disconnects."""
        task, gone = asyncio.ensure_future(work), asyncio.ensure_future(self._gone())
        try:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Problem("the connection was closed", "bad_request")
            return task.result()
        finally:
            gone.cancel()
            task.cancel()

    async def _gone(self) -> None:
        while (await self.request.receive())["type"] != "http.disconnect":
            pass

    @property
    def table(self) -> str:
        return str(self.request.path_params["table"])

    @property
    def tr(self) -> Language:
        """The language of the sender: that of the page, or what the browser prefers."""
        return language_of(self.request)


def whole(call: Call, name: str, low: int, high: int, default: int) -> int:
    """Return an integer parameter of the URL."""
    text = call.request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise Problem(f"`{name}` must be a whole number from {low} to {high}, not {text[:40]!r}", "bad_request")
    return int(text)


def one_of(call: Call, name: str, values: Sequence[str]) -> str:
    """Return a parameter of the URL that is one of these words; the first is the default."""
    text = call.request.query_params.get(name, values[0])
    if text not in values:
        raise Problem(f"`{name}` must be one of {', '.join(filter(None, values))}, not {text[:40]!r}", "bad_request")
    return text


@dataclass(frozen=True)
class Query:
    """A parameter of a request's URL."""

    about: str
    schema: Mapping[str, Any]
    required: bool = False


@dataclass(frozen=True)
class Operation:
    """An endpoint; `work` gets the call, and the body if there is one."""

    method: str
    path: str
    about: str
    work: Callable[..., Awaitable[Any]]
    answer: Any
    """The type of the JSON response, or the content type of another response."""
    body: type | None = None
    """The type of the JSON body; `bytes` for any content."""
    errors: Sequence[int] = ()
    status: int = 200
    query: Mapping[str, Query] = field(default_factory=dict)
    makes_owner: bool = False
    """Whether a sender without a token gets one."""


def routes(operations: Sequence[Operation], hub: Hub) -> list[Route]:
    """Return the routes of the endpoints: one per path, so that a 405 response names all its methods."""
    paths: dict[str, dict[str, Endpoint]] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method] = _endpoint(one, hub)
    return [Route(path, _dispatch(methods), methods=list(methods)) for path, methods in paths.items()]


def _dispatch(methods: Mapping[str, Endpoint]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        return await methods["GET" if request.method == "HEAD" else request.method](request)

    return endpoint


def _endpoint(operation: Operation, hub: Hub) -> Endpoint:
    decoder: Any = None if operation.body in (None, bytes) else msgspec.json.Decoder(operation.body)

    async def endpoint(request: Request) -> Response:
        try:
            check(request, hub)
            token = token_of(request)
            fresh = token is None and operation.makes_owner
            call = Call(request, hub, new_token() if fresh else token)
            asking.set(Asker(call.address, call.owner))
            if operation.body is None:
                answer = await operation.work(call)
            elif operation.body is bytes:
                answer = await operation.work(call, await _receive(request, hub, hub.config.limits.record))
            else:
                answer = await operation.work(call, await _read(request, hub, decoder))
        except Problem as problem:
            return refusal(problem, tr=language_of(request))
        if not isinstance(answer, Response):
            answer = Response(msgspec.json.encode(answer), operation.status, media_type=JSON)
        answer.headers.setdefault("Cache-Control", "no-store")
        if fresh and call.token is not None:
            give_cookie(request, answer, call.token)
        return answer

    return endpoint


def check(request: Request, hub: Hub) -> None:
    """Raise a `Problem` if the request may not be answered."""
    if not hub.guard.requests.take(address_of(request)):
        raise Problem("too many requests; wait a moment", "slow_down")
    if request.method not in SAFE and not is_own_page(request, hub.config.origins):
        raise Problem("pages of other origins may not do that", "other_origin")


async def _read(request: Request, hub: Hub, decoder: msgspec.json.Decoder[Body]) -> Body:
    """Return the body of a request; raises a `Problem` if it is not valid."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Problem(f"the body must be {JSON}, not {request.headers.get('content-type', 'of no type')!r}", "no_json")
    data = await _receive(request, hub, hub.config.limits.body)
    try:
        data.decode()  # msgspec checks only the strings that it keeps
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise Problem(str(error), "bad_request") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(f"the body is not valid JSON: {error}", "not_json") from None


async def _receive(request: Request, hub: Hub, most: int) -> bytes:
    """Return a body of at most this many bytes; those of an address that are not yet complete have a limit, too."""
    data, address, receiving = b"", address_of(request), hub.guard.receiving
    try:
        async for piece in request.stream():
            data += piece
            receiving[address] += len(piece)
            if len(data) > most:
                raise Problem(f"a body may have at most {most} bytes", "too_large")
            if receiving[address] > hub.config.limits.receiving:
                raise Problem("your address is sending too much at once; wait a moment", "slow_down")
    except ClientDisconnect:  # there is nobody to answer
        raise Problem("the body is incomplete", "bad_request") from None
    finally:
        receiving[address] -= len(data)
        if not receiving[address]:
            del receiving[address]
    return data


def refusal(problem: Problem, headers: Mapping[str, str] | None = None, tr: Language = ENGLISH) -> Response:
    """Return the response for a problem; for programs in English, with all its details."""
    status = STATUS.get(problem.code, IMPOSSIBLE)
    message = str(problem) if tr is ENGLISH else problem_json(problem, tr)["message"]
    body = msgspec.json.encode(Error(ErrorDetail(problem.code, message, problem.details)))
    more = {"Retry-After": str(problem.details.get("wait", 1))} if status == 429 else {}
    return Response(body, status, {"Cache-Control": "no-store", **more, **(headers or {})}, JSON)


async def refuse_http(request: Request, error: Exception) -> Response:
    """Return the response for an error of Starlette, in the form of all others."""
    assert isinstance(error, HTTPException)
    code = {404: "no_such_page", 405: "wrong_method", 413: "too_large"}.get(error.status_code, "bad_request")
    message = f"{request.method} {request.url.path[:200]}: {error.detail}"
    return refusal(Problem(message, code), error.headers, language_of(request))


async def refuse_bug(request: Request, error: Exception) -> Response:
    """Return the response for a bug."""
    log("bug", path=request.url.path[:200], error=f"{type(error).__name__}: {error}")
    return refusal(Problem("a bug in azulejos; see the server's log", "internal"), tr=language_of(request))
