"""The wire vectors against SDKs printed for TypeScript, run by node: the same as for every other language.

Each file of tests/wire is compiled once; every vector is a test. Paged vectors run by ``next()`` and by iteration.
"""

from __future__ import annotations

import base64
import functools
from pathlib import Path
from typing import Any

import pytest

from tests.support.printed import Printed, argument_of
from tests.support.recorder import Recorder
from tests.support.typescript_things import call_of, drive, print_typescript
from tests.support.typescript_tools import require_node
from tests.support.wire_run import COUNTED, ERRORS, VECTORS, WireRun, each, only
from tests.support.wire_vectors import MISSING, Vector, load_file, same


@pytest.fixture(scope="module", autouse=True)
def node() -> str:
    return require_node()


@functools.cache
def printed(file: str) -> Printed:
    return print_typescript(load_file(file)[0], "wire_" + Path(file).stem)


class Run(WireRun):
    """One vector on its way through node."""

    def __init__(self, vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
        super().__init__(vector, servers, printed(vector.file))

    def call(self, mode: str = "call", **more: Any) -> Any:
        """Make the call in node."""
        return drive(
            self.sdk,
            mode=mode,
            path=self.path,
            args=self.arguments(),
            options=self.options(),
            take=len(self.vector.exchanges),
            **more,
        )

    def options(self) -> dict[str, Any]:
        surface = self.sdk.plan.surface
        credentials = {surface.schemes[scheme]: value for scheme, value in self.vector.credentials.items()}
        shared = {surface.global_parameters[wire]: value for wire, value in self.vector.shared.items()}
        external = {"auth": "external"} if self.vector.is_signed_elsewhere else {}
        return {"baseUrl": self.here.origin, **external, **credentials, **shared}

    def arguments(self) -> list[Any]:
        values = {argument_of(self.method, key).ident: item for key, item in self.vector.arguments.items()}
        options = {} if self.vector.key is None else {"idempotencyKey": self.vector.key}
        return call_of(self.sdk.plan, self.method, values, self.vector.body, **options)


def wire_form(value: Any, wanted: Any) -> Any:
    """A value as JSON: bytes that JSON holds as base64 are that again."""
    if isinstance(value, dict) and "$bytes" in value and isinstance(wanted, str):
        data = value["$bytes"].encode("latin-1")
        forms = [base64.b64encode(data).decode(), base64.urlsafe_b64encode(data).decode().rstrip("=")]
        return wanted if wanted in forms else forms[0]
    if isinstance(value, dict) and isinstance(wanted, dict):
        return {key: wire_form(item, wanted.get(key)) for key, item in value.items()}
    if isinstance(value, list) and isinstance(wanted, list):
        return [wire_form(*pair) for pair in zip(value, wanted, strict=True)]
    return value


def check_error(error: Any, raises: str, status: int | None) -> None:
    assert ERRORS[raises] in error["kinds"], error
    assert status is None or error["status"] == status


@only(paged=False)
def test_call(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    run = Run(vector, servers)
    if vector.style is not None:
        request = run.method.request
        assert (request is not None and request.argument == "request") == (vector.style == "request")
    answer = run.call()
    if vector.raises is None:
        assert "error" not in answer, answer
        if vector.returns is not MISSING:
            assert same(wire_form(answer["result"], vector.returns), vector.returns), answer
        if vector.unknown is not None:
            assert isinstance(answer["result"]["data"], str) is vector.unknown, answer
    else:
        assert "error" in answer, answer
        check_error(answer["error"], vector.raises, vector.status)
        assert vector.error is MISSING or same(answer["error"]["error"], vector.error)
        assert vector.message is None or vector.message in answer["error"]["message"]
        assert not [text for text in vector.hides if text in answer["error"]["message"]]
    run.check_requests()


@each([v for v in VECTORS if v.metadata])
def test_metadata(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    found = Run(vector, servers).call("metadata")["result"]
    assert {name: found[name] for name in vector.metadata} == vector.metadata


@only(paged=True)
def test_pages_by_next(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    run = Run(vector, servers)
    answer = run.call("pages")
    last = vector.exchanges[-1]
    if last.raises is not None:
        check_error(answer["error"], last.raises, last.status)
    else:
        assert "error" not in answer, answer
    run.check_counts(answer["counts"])
    run.check_requests()


@each(COUNTED)
def test_pages_by_iteration(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """D6.10: iterating yields items, and walks all pages that follow."""
    run = Run(vector, servers)
    items = run.call("items")["result"]
    assert len(items) == sum(exchange.count or 0 for exchange in vector.exchanges)
    run.check_requests()
