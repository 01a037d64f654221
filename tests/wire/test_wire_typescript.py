"""The wire vectors against SDKs printed for TypeScript, run by node: the same as for every other language.

Each file of tests/wire is compiled once; every vector is a test. Paged vectors run by ``next()`` and by iteration.
"""

from __future__ import annotations

import pytest

from tests.support.recorder import Recorder
from tests.support.typescript_tools import require_node
from tests.support.wire_run import COUNTED, VECTORS, each, only
from tests.support.wire_typescript import Run, check_error, violated, walk_pages, wire_form
from tests.support.wire_vectors import MISSING, Vector, same


@pytest.fixture(scope="module", autouse=True)
def node() -> str:
    return require_node()


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
        assert vector.violates is None or violated(answer["error"]["violations"]) == vector.violates
        assert not [text for text in vector.hides if text in answer["error"]["message"]]
    run.check_reports(answer["reports"])
    run.check_requests()


@each([v for v in VECTORS if v.metadata])
def test_metadata(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    found = Run(vector, servers).call("metadata")["result"]
    assert {name: found[name] for name in vector.metadata} == vector.metadata


@only(paged=True)
def test_pages_by_next(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    walk_pages(vector, servers)


@each(COUNTED)
def test_pages_by_iteration(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """D6.10: iterating yields items, and walks all pages that follow."""
    run = Run(vector, servers)
    items = run.call("items")["result"]
    assert len(items) == sum(exchange.count or 0 for exchange in vector.exchanges)
    run.check_requests()
