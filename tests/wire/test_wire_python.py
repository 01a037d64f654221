"""The wire vectors against SDKs printed for Python: requests, results, and paging.

Each file of tests/wire is compiled once; every vector is a test. Other ways than that of the client for threads are
gone with those vectors that differ in them (tests/support/wire_python.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import json
from typing import Any

import pytest

from compiler.ir.types import Ref
from tests.support.recorder import Recorder
from tests.support.wire_python import (
    Run,
    await_call,
    courses,
    first_of_each,
    has_models,
    is_typed,
    models,
    run_call,
    typed,
    values,
    waits,
    walk_pages,
    wire_form,
)
from tests.support.wire_run import COUNTED, VECTORS, each, named
from tests.support.wire_vectors import MISSING, Vector, same, script_servers

SINGLE = [vector for vector in VECTORS if not vector.paged]
PAGED = [vector for vector in VECTORS if vector.paged]
CALLS = [
    *(("sync", vector) for vector in SINGLE),
    *(("async", vector) for vector in first_of_each(SINGLE, waits)),
    *(("pydantic", vector) for vector in first_of_each(list(filter(has_models, SINGLE)), models)),
]
WILD = "D8.3 a wildcard alone falls back to an octet stream"
"""Here the client has nothing better to send than a media type that the part does not declare."""


def equal(kind: str, left: Any, right: Any) -> bool:
    """Whether two values are the same JSON; a property of type number of pydantic's holds 1.0 where the text said 1."""
    return same(left, right) or (kind == "pydantic" and bool(json.loads(json.dumps(left)) == right))


def check_result(vector: Vector, result: Any, kind: str) -> None:
    if vector.returns is not MISSING:
        assert equal(kind, wire_form(result), vector.returns), wire_form(result)
    for name, wanted in vector.has.items():
        expected = typed(wanted) if isinstance(wanted, dict) and is_typed(wanted) else wanted
        got = getattr(result, name)
        assert got == expected and type(got) is type(expected), f"{name}: {got!r}"
    if vector.unknown is not None:
        kinds = {kind.__name__ for kind in type(result).__mro__}
        assert ("UnknownMember" in kinds) is vector.unknown, repr(result)


# --------------------------------------------------------------------------- single calls


@pytest.mark.parametrize(("kind", "vector"), CALLS, ids=[f"{kind}-{named(vector)}" for kind, vector in CALLS])
def test_call(kind: str, vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """What is sent, what comes of it, and that a server's validators find nothing wrong with it."""
    run = Run(vector, servers, "pydantic" if kind == "pydantic" else "plain")
    call = await_call if kind == "async" else run_call
    if vector.style is not None:
        assert (run.method.request is not None) == (vector.style == "request")
    if vector.raises is None:
        check_result(vector, call(run), kind)
        assert kind != "sync" or vector.case == WILD or not run.violations()
    else:
        with pytest.raises(run.module.SDKError) as caught:
            call(run)
        run.check_error(caught.value, vector.raises, vector.status)
        assert vector.error is MISSING or equal(kind, wire_form(caught.value.error), vector.error)
        assert vector.message is None or vector.message in str(caught.value)
        assert not [text for text in vector.hides if text in str(caught.value)]
    run.check_reports()
    run.check_requests()


def is_plain(value: Any) -> bool:
    """Whether a body is JSON without tokens."""
    return not any(token in json.dumps(value) for token in ('"$file"', '"$bytes"'))


GOOD = [v for v in VECTORS if v.raises is None and not any(exchange.raises for exchange in v.exchanges)]


@each(first_of_each(GOOD, values))
def test_what_is_declared_passes_its_checks(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """A client that checks its calls refuses none of them, and sends the same."""
    run = Run(vector, servers)
    with run.threaded(validate=True) as client:
        result = run.call(client)
        if type(result).__name__ in ("Stream", "Page", "PlainPage"):
            list(result if isinstance(result, run.module.Stream) else result.pages())
    run.check_requests()


OBJECTS = [v for v in SINGLE if isinstance(v.body, dict) and is_plain(v.body)]


@pytest.mark.parametrize("kind", ["plain", "pydantic"])
@each(first_of_each(OBJECTS, values))
def test_call_with_a_model(kind: str, vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """The same body as a model: what it sends is what the dictionary sends (D7.5)."""
    run = Run(vector, servers, kind)
    body = run.method.whole_body
    assert body is not None
    if not isinstance(body.type, Ref):
        pytest.skip("the body is no model")
    model = getattr(run.module.models, run.sdk.plan.surface.types[body.type.target].ident)
    if not hasattr(model, "from_dict"):
        pytest.skip("the body is a name for any object")
    run.vector = dataclasses.replace(vector, body=model.from_dict(vector.body))
    if vector.raises is None:
        run_call(run)
    else:
        with pytest.raises(run.module.SDKError):
            run_call(run)
    run.check_requests()


@each([v for v in VECTORS if v.metadata])
def test_metadata(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    run = Run(vector, servers)
    run.path = (*run.path[:-1], "with_raw_response", run.path[-1])
    with run.threaded() as client:
        response = run.call(client)
    for name, wanted in vector.metadata.items():
        found = response.metadata[name]
        assert (found.to_dict() if hasattr(found, "to_dict") else found) == wanted


@each([v for v in SINGLE if v.violates])
def test_a_raw_answer_is_checked_when_it_is_parsed(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """D16.7: and so is one that is read in pieces until then."""
    run = Run(vector, servers)
    for way in ("with_raw_response", "with_streaming_response"):
        script_servers(servers, vector.requests)
        run.path = (*run.path[:-1], way, run.path[-1])
        with run.threaded() as client, contextlib.ExitStack() as stack:
            response = run.call(client)
            if way == "with_streaming_response":
                response = stack.enter_context(response)
            with pytest.raises(run.module.DecodeError) as caught:
                found = response.parse()
                list(found if isinstance(found, run.module.Stream) else [])
        run.check_error(caught.value, "decode", vector.status)
        run.path = (*run.path[:-2], run.path[-1])


def test_a_required_body_of_which_nothing_is_given(servers: tuple[Recorder, Recorder]) -> None:
    """spec 2.6.2, D4.10: whatever its schema requires, and before anything is sent."""
    vector = next(v for v in VECTORS if v.file == "bodies.yaml" and v.call == "create")
    run = Run(vector, servers)
    with pytest.raises(run.module.MissingBodyError):
        functools.reduce(getattr, run.path, run.threaded())()
    assert not run.here.requests


# --------------------------------------------------------------------------- pages


WALKS = [
    *(("plain", vector) for vector in PAGED),
    *(("pydantic", vector) for vector in first_of_each(PAGED, courses)),
]


@pytest.mark.parametrize(("kind", "vector"), WALKS, ids=[f"{kind}-{named(vector)}" for kind, vector in WALKS])
def test_pages_by_next(kind: str, vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    walk_pages(kind, vector, servers)


def whole(vector: Vector) -> list[str]:
    """The ids of all items of a vector's pages."""
    pages = (e.answer.get("json") for e in vector.exchanges if e.raises is None)
    return [item["id"] for page in pages for item in _items(page)]


def _id(item: Any) -> Any:
    return item["id"] if isinstance(item, dict) else item.id


def _items(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value if all(isinstance(item, dict) and "id" in item for item in value) else []
    return [item for inner in value.values() for item in _items(inner)] if isinstance(value, dict) else []


WALKED = first_of_each(COUNTED, lambda vector: (vector.file, courses(vector)))


@each(WALKED)
def test_pages_by_iteration(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """D6.10: iterating yields items, and walks all pages that follow."""
    run = Run(vector, servers)
    with run.threaded() as client:
        assert [_id(item) for item in run.call(client)] == whole(vector)
    run.check_requests()


@each(WALKED)
def test_pages_with_await(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """D6.10: the asynchronous client's call is awaitable, and iterable without awaiting it."""
    run = Run(vector, servers)
    counts, items = asyncio.run(_await_pages(run))
    run.check_counts(counts)
    assert items == whole(vector)
    run.check_requests()


async def _await_pages(run: Run) -> tuple[list[int], list[str]]:
    counts = []
    async with run.awaited() as client:
        page = await run.call(client)
        while page is not None:
            counts.append(len(page.items))
            page = await page.next()
    again = Run(run.vector, run.servers)
    async with again.awaited() as client:
        return counts, [_id(item) async for item in again.call(client)]


def test_the_vectors_are_read() -> None:
    """Every file has vectors, their names differ, and each names an operation of its document."""
    names = [named(vector) for vector in VECTORS]
    assert len(names) == len(set(names)) > 200
    assert sum(kind == "sync" for kind, _ in CALLS) > 2 * sum(kind == "async" for kind, _ in CALLS) > 200
