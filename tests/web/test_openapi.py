"""The HTTP interface is what `/openapi.json` says, tried by schemathesis with requests of all kinds."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from azulejos.web import api
from azulejos.web.operation import Operation
from tests.web.live import BOT, ME, Running

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]


@pytest.fixture(scope="module")
def described(server: Running) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/openapi.json")


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_every_operation_keeps_to_its_description(case: schemathesis.Case[Any], server: Running) -> None:
    # A table that is there, so that what comes after it in the path is reached too.
    if "table" in case.path_parameters and len(case.path_parameters["table"]) % 2:
        case.path_parameters["table"] = server.player().create(ME, BOT)
    case.call_and_validate(base_url=server.url, checks=CHECKS)


def test_the_document_is_served_and_names_every_operation(server: Running) -> None:
    found = httpx.get(f"{server.url}/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    named = {(method.upper(), path) for path, methods in found["paths"].items() for method in methods}
    assert named >= {(one.method, one.path) for one in api.OPERATIONS}
    for methods in found["paths"].values():
        for operation in methods.values():
            assert {"429", "500"} <= operation["responses"].keys()
            assert operation["summary"].endswith(".")


@pytest.mark.parametrize("one", api.OPERATIONS, ids=lambda one: f"{one.method} {one.path}")
def test_operations_on_a_table_say_that_there_may_be_none(one: Operation) -> None:
    assert ("{table}" in one.path) == (404 in one.errors)
