"""The HTTP API matches `/openapi.json`, tested by schemathesis with requests of all kinds."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from azulejos.web import api
from azulejos.web.endpoint import Operation
from tests.web.live import BOT, ME, PATIENCE, Running

EXAMPLES = 8
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
def test_every_endpoint_matches_its_description(sqlite_server: Running, mode: GenerationMode) -> None:
    """With valid requests, and with invalid ones."""
    server = sqlite_server
    table = server.player().create(ME, BOT)
    for found in schemathesis.openapi.from_url(f"{server.url}/openapi.json").get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()

        @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode), there=st.booleans())
        def ask(case: schemathesis.Case[Any], there: bool) -> None:
            if there and "table" in case.path_parameters:  # so that the rest of the path is reached too
                case.path_parameters["table"] = table
            case.call_and_validate(base_url=server.url, checks=CHECKS, timeout=PATIENCE)

        with contextlib.suppress(Unsatisfiable):  # where nothing can go wrong
            ask()


def test_the_document_is_served_and_lists_every_endpoint(server: Running) -> None:
    found = server.get("/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    named = {(method.upper(), path) for path, methods in found["paths"].items() for method in methods}
    assert named >= {(one.method, one.path) for one in api.OPERATIONS}
    for methods in found["paths"].values():
        for operation in methods.values():
            assert {"429", "500"} <= operation["responses"].keys()
            assert operation["summary"].endswith(".")


@pytest.mark.parametrize("one", api.OPERATIONS, ids=lambda one: f"{one.method} {one.path}")
def test_endpoints_of_a_table_document_that_it_may_not_exist(one: Operation) -> None:
    assert ("{table}" in one.path) == (404 in one.errors)
