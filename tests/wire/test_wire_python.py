"""The wire vectors against SDKs printed for Python: requests, results, and paging.

Each file of tests/wire is compiled once; every vector is a test. Paged vectors run three times: by ``next()``, by
iteration, and with the asynchronous client.
"""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import decimal
import functools
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest

from compiler.ir.plan import Method
from compiler.ir.types import Ref
from tests.support.printed import Printed, argument_of, print_python
from tests.support.recorder import Recorder
from tests.support.wire_vectors import MISSING, Vector, all_vectors, differences, load_file

VECTORS = all_vectors()
ERRORS = {
    "argument": "InvalidArgumentError",
    "credentials": "MissingCredentialsError",
    "missing-body": "MissingBodyError",
    "api": "APIError",
    "decode": "DecodeError",
    "pagination": "PaginationError",
    "connection": "APIConnectionError",
}


def named(vector: Vector) -> str:
    return f"{vector.file.removesuffix('.yaml')}: {vector.case}"


def only(paged: bool) -> Any:
    return pytest.mark.parametrize("vector", [v for v in VECTORS if v.paged is paged], ids=named)


@functools.cache
def printed(file: str) -> Printed:
    package = "wire_" + Path(file).stem
    return print_python(load_file(file)[0], package, Path(tempfile.mkdtemp(prefix=package)))


def given_body(method: Method, values: dict[str, Any], body: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments and options that give a body: as its properties where they are arguments, else as a whole."""
    assert method.fields is not None
    idents = {item.wire: item.ident for item in method.fields.arguments}
    fixed = method.fields.fixed
    if not isinstance(body, dict) or not all(name in idents or name in fixed for name in body):
        return values, {"body": body}
    given = {idents[name]: item for name, item in body.items() if name in idents}
    return (values | given, {}) if given else (values, {"body": body})


class Run:
    """One vector on its way: a client, the two servers, and what the plan calls things."""

    def __init__(self, vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
        self.vector = vector
        self.here, self.there = servers
        self.sdk = printed(vector.file)
        self.module = self.sdk.module
        origins = {"origin": self.here.origin, "other": self.there.origin}
        self.here.script(*(e.reply(origins) for e in vector.requests if not e.other))
        self.there.script(*(e.reply(origins) for e in vector.requests if e.other))
        self.path, self.method = self.sdk.find(vector.call, vector.variant)

    def client(self, name: str, **more: Any) -> Any:
        schemes = self.sdk.plan.surface.schemes
        credentials = {
            schemes[scheme]: tuple(value) if isinstance(value, list) else value
            for scheme, value in self.vector.credentials.items()
        }
        shared = {snake(wire): value for wire, value in self.vector.shared.items()}
        if self.vector.is_signed_elsewhere:
            more["auth"] = "external"
        return getattr(self.module, name)(base_url=self.here.origin, **credentials, **shared, **more)

    def call(self, client: Any) -> Any:
        function = functools.reduce(getattr, self.path, client)
        values, chosen = self.arguments(), {}
        if self.method.fields is not None and self.vector.body is not MISSING:
            values, chosen = given_body(self.method, values, self.value(self.vector.body))
        if self.vector.key is not None:
            chosen["idempotency_key"] = self.vector.key
        options = {"options": chosen} if chosen else {}
        if self.method.request is None:
            return function(**values, **options)
        if not values and not self.method.request.required:
            return function(**options)
        return function(request=getattr(self.module.models, self.method.request.ident)(**values), **options)

    def arguments(self) -> dict[str, Any]:
        vector = self.vector
        values = {argument_of(self.method, key).ident: self.value(item) for key, item in vector.arguments.items()}
        for argument in self.method.arguments:
            if argument.whole_body:
                if vector.body is not MISSING:
                    values[argument.ident] = self.value(vector.body)
                elif argument.required:
                    values[argument.ident] = None
        return values

    def value(self, value: Any) -> Any:
        """What a caller writes for a value of the vectors."""
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if not isinstance(value, dict):
            return value
        if "$file" in value:
            return self.file(**value["$file"])
        return typed(value) if is_typed(value) else {key: self.value(item) for key, item in value.items()}

    def file(self, bytes: str, name: str | None = None, **more: Any) -> Any:  # noqa: A002
        kind = more.get("type")
        return self.module.File(bytes.encode("latin-1"), name=name, content_type=kind, headers=more.get("headers"))

    def check_requests(self) -> None:
        """Compare what was recorded with what the vector says, and that there was nothing else."""
        here, there, before = list(self.here.requests), list(self.there.requests), None
        found: list[str] = []
        for exchange in self.vector.requests:
            queue = there if exchange.other else here
            assert queue, f"a request was not sent: {exchange.sends}"
            request = queue.pop(0)
            found += differences(exchange.sends, request, before)
            before = request
        assert not found, "\n".join(found)
        assert not here + there, f"sent beyond the vector: {here + there}"


def is_typed(value: dict[str, Any]) -> bool:
    return len(value) == 1 and next(iter(value)).startswith("$")


def typed(value: dict[str, Any]) -> Any:
    ((kind, text),) = value.items()
    makers = {
        "$bytes": lambda text: text.encode("latin-1"),
        "$datetime": datetime.datetime.fromisoformat,
        "$date": datetime.date.fromisoformat,
        "$decimal": decimal.Decimal,
    }
    return makers[kind](text)


def wire_form(value: Any) -> Any:
    """A decoded value as JSON, by wire names; bytes as their token."""
    if isinstance(value, datetime.date | decimal.Decimal):
        return str(value) if isinstance(value, decimal.Decimal) else value.isoformat().replace("+00:00", "Z")
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, list):
        return [wire_form(item) for item in value]
    if isinstance(value, dict):
        return {key: wire_form(item) for key, item in value.items()}
    return {"$bytes": value.decode("latin-1")} if isinstance(value, bytes) else value


def snake(wire: str) -> str:
    """What Python calls a global parameter of the vectors."""
    return wire.lower().replace("-", "_")


def same(left: Any, right: Any) -> bool:
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def check_error(run: Run, error: Any, raises: str, status: int | None) -> None:
    assert isinstance(error, getattr(run.module, ERRORS[raises])), repr(error)
    if status is not None:
        assert error.status == status


def check_result(vector: Vector, result: Any) -> None:
    if vector.returns is not MISSING:
        assert same(wire_form(result), vector.returns), wire_form(result)
    for name, wanted in vector.has.items():
        expected = typed(wanted) if isinstance(wanted, dict) and is_typed(wanted) else wanted
        got = getattr(result, name)
        assert got == expected and type(got) is type(expected), f"{name}: {got!r}"
    if vector.unknown is not None:
        kinds = {kind.__name__ for kind in type(result).__mro__}
        assert ("UnknownMember" in kinds) is vector.unknown, repr(result)


# --------------------------------------------------------------------------- single calls


@only(paged=False)
@pytest.mark.parametrize("client", ["sync", "async"])
def test_call(vector: Vector, client: str, servers: tuple[Recorder, Recorder]) -> None:
    run = Run(vector, servers)
    call = run_call if client == "sync" else await_call
    if vector.style is not None:
        assert (run.method.request is not None) == (vector.style == "request")
    if vector.raises is None:
        check_result(vector, call(run))
    else:
        with pytest.raises(run.module.SDKError) as caught:
            call(run)
        check_error(run, caught.value, vector.raises, vector.status)
        assert vector.error is MISSING or same(wire_form(caught.value.error), vector.error)
        assert vector.message is None or vector.message in str(caught.value)
        assert not [text for text in vector.hides if text in str(caught.value)]
    run.check_requests()


def run_call(run: Run) -> Any:
    with run.client(run.sdk.plan.surface.client) as client:
        result = run.call(client)
        return list(result) if isinstance(result, run.module.Stream) else result


def await_call(run: Run) -> Any:
    async def call() -> Any:
        async with run.client("Async" + run.sdk.plan.surface.client) as client:
            result = await run.call(client)
            return [item async for item in result] if isinstance(result, run.module.AsyncStream) else result

    return asyncio.run(call())


def is_plain(value: Any) -> bool:
    """Whether a body is JSON without tokens."""
    return not any(token in json.dumps(value) for token in ('"$file"', '"$bytes"'))


GOOD = [v for v in VECTORS if v.raises is None and not any(exchange.raises for exchange in v.exchanges)]


@pytest.mark.parametrize("vector", GOOD, ids=named)
def test_what_is_declared_passes_its_checks(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """A client that checks its calls refuses none of them, and sends the same."""
    run = Run(vector, servers)
    with run.client(run.sdk.plan.surface.client, validate=True) as client:
        result = run.call(client)
        if type(result).__name__ in ("Stream", "Page", "PlainPage"):
            list(result if isinstance(result, run.module.Stream) else result.pages())
    run.check_requests()


OBJECTS = [v for v in VECTORS if not v.paged and isinstance(v.body, dict) and is_plain(v.body)]


@pytest.mark.parametrize("vector", OBJECTS, ids=named)
def test_call_with_a_model(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """The same body as a model: what it sends is what the dictionary sends (D7.5)."""
    run = Run(vector, servers)
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


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.metadata], ids=named)
def test_metadata(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    run = Run(vector, servers)
    run.path = (*run.path[:-1], "with_raw_response", run.path[-1])
    with run.client(run.sdk.plan.surface.client) as client:
        response = run.call(client)
    for name, wanted in vector.metadata.items():
        found = response.metadata[name]
        assert (found.to_dict() if hasattr(found, "to_dict") else found) == wanted


def test_a_required_body_of_which_nothing_is_given(servers: tuple[Recorder, Recorder]) -> None:
    """spec 2.6.2, D4.10: whatever its schema requires, and before anything is sent."""
    vector = next(v for v in VECTORS if v.file == "bodies.yaml" and v.call == "create")
    run = Run(vector, servers)
    client = run.client(run.sdk.plan.surface.client)
    with pytest.raises(run.module.MissingBodyError):
        functools.reduce(getattr, run.path, client)()
    assert not run.here.requests


# --------------------------------------------------------------------------- pages


@only(paged=True)
def test_pages_by_next(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    run = Run(vector, servers)
    with run.client(run.sdk.plan.surface.client) as client:
        page = run.call(client)
        for number, exchange in enumerate(vector.exchanges):
            if exchange.raises is not None:
                with pytest.raises(run.module.SDKError) as caught:
                    page.next()
                check_error(run, caught.value, exchange.raises, exchange.status)
                break
            page = page.next() if number else page
            assert page is not None, f"page {number + 1} is missing"
            assert exchange.count is None or len(page.items) == exchange.count
        else:
            assert page.next() is None
    run.check_requests()


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


COUNTED = [v for v in VECTORS if v.paged and all(e.raises is None and e.count is not None for e in v.exchanges)]


@pytest.mark.parametrize("vector", COUNTED, ids=named)
def test_pages_by_iteration(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """D6.10: iterating yields items, and walks all pages that follow."""
    run = Run(vector, servers)
    with run.client(run.sdk.plan.surface.client) as client:
        assert [_id(item) for item in run.call(client)] == whole(vector)
    run.check_requests()


@pytest.mark.parametrize("vector", COUNTED, ids=named)
def test_pages_with_await(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """D6.10: the asynchronous client's call is awaitable, and iterable without awaiting it."""
    run = Run(vector, servers)
    counts, items = asyncio.run(_await_pages(run))
    assert counts == [exchange.count for exchange in vector.exchanges]
    assert items == whole(vector)
    run.check_requests()


async def _await_pages(run: Run) -> tuple[list[int], list[str]]:
    counts = []
    async with run.client("Async" + run.sdk.plan.surface.client) as client:
        page = await run.call(client)
        while page is not None:
            counts.append(len(page.items))
            page = await page.next()
    again = Run(run.vector, (run.here, run.there))
    async with again.client("Async" + run.sdk.plan.surface.client) as client:
        return counts, [_id(item) async for item in again.call(client)]


def test_the_vectors_are_read() -> None:
    """Every file has vectors, their names differ, and each names an operation of its document."""
    names = [named(vector) for vector in VECTORS]
    assert len(names) == len(set(names)) > 200
