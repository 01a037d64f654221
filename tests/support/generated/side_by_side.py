"""Random documents (tests/support/generated/chance.py) in all languages, side by side.

A call must send the same bytes and give the same result in every language, with every kind of models and client, and
the validators must accept its request. The validators of all languages must agree on requests that are changed at
random.
"""

from __future__ import annotations

import base64
import copy
import dataclasses
import enum
import functools
import json
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from compiler.ir.plan import Plan
from compiler.ir.types import Model
from tests.support.generated.chance import Chance
from tests.support.printed import Printed, print_sdk
from tests.support.recorder import Recorder
from tests.support.typescript_things import gateway, print_typescript
from tests.support.wire_python import as_received
from tests.support.wire_vectors import MISSING, Vector, load_checks, load_file
from tests.wire import (
    test_drift_wire,
    test_wire_go,
    test_wire_python,
    test_wire_typescript,
    test_wire_validators_go,
    test_wire_validators_python,
)

Servers = tuple[Recorder, Recorder]
Outcome = tuple[Any, ...]
"""``ok`` and the result, ``api`` with status and error, or what was raised instead."""
Call = Callable[[Vector, Servers], Outcome]


class File:
    """A file of vectors made of a seed, and the SDKs printed of it."""

    def __init__(self, seed: int, folder: Path, operations: int = 24, calls: int = 4) -> None:
        self.seed, self.folder = seed, folder
        self.made = Chance(seed).file(operations, calls)
        self.plain = {item["case"]: item.pop("plain") for item in self.made["vectors"]}
        self.path = self._write(f"chance_{seed}", self.made["vectors"])
        self.vectors = load_file(self.path)[1]

    def _write(self, name: str, vectors: Sequence[Mapping[str, Any]]) -> str:
        path = self.folder / f"{name}.yaml"
        path.write_text(json.dumps({"document": self.made["document"], "vectors": vectors}), "utf-8")
        return str(path)

    def sdks(self) -> Iterator[tuple[str, Printed]]:
        """The SDKs by their languages."""
        yield "python", test_wire_python.printed(self.path)
        yield "python", with_pydantic(self.path)
        yield "typescript", test_wire_typescript.printed(self.path)
        yield "typescript", camel_case(self.path)
        yield "go", test_wire_go.driver(self.path).sdk

    # ------------------------------------------------------------------ calls

    def calls(self, servers: Servers) -> Iterator[str]:
        """Make every call in every language; yield what differs."""
        languages: dict[str, Call] = {
            "python": in_python,
            "pydantic": in_pydantic,
            "async": in_async,
            "python, checked": functools.partial(in_python, validate=True),
            "typescript": in_typescript,
            "typescript, checked": functools.partial(in_typescript, validate=True),
            "typescript in camel case": in_camel_case,
            "go": self._in_go,
            "go, checked": functools.partial(self._in_go, Validate=True),
        }
        for vector in self.vectors:
            wanted = ("api", vector.status, vector.error) if vector.raises else ("ok", vector.returns)
            first: list[Any] = []
            for language, call in languages.items():
                result = attempt(call, vector, servers)
                sent = [seen(test_drift_wire.comparable(request)) for request in servers[0].requests]
                if language == "python":
                    first = sent
                if not alike(result, wanted):
                    yield f"{vector.case} in {language} is {result}, not {wanted}: {vector}"
                if sent != first:
                    yield f"{vector.case} in {language} sends {sent}, not {first}"
                yield from self._not_as_given(vector, servers)

    def _not_as_given(self, vector: Vector, servers: Servers) -> Iterator[str]:
        """A JSON body must be the value that was given."""
        wanted = (vector.exchanges[0].sends or {}).get("json", MISSING)
        for request in servers[0].requests:
            if wanted is not MISSING and request.body and not alike(json.loads(request.body), wanted):
                yield f"{vector.case} sends {request.body!r}, not {wanted}"

    def _in_go(self, vector: Vector, servers: Servers, **options: Any) -> Outcome:
        vector = dataclasses.replace(vector, **{"body": undated(vector.body), **self.plain[vector.case]})
        answer = test_wire_go.Run(vector, servers).call("call", **options)
        error = answer["Error"]
        if error is not None:
            return ("api", error["Status"], error["Value"]) if error["Kind"] == "api" else ("raised", error)
        empty = vector.exchanges[0].answer["status"] == 204
        return "ok", None if empty else answer["Result"]  # of no body Go's result is the zero of its type

    # ------------------------------------------------------------------ validators

    def checks(self, servers: Servers, odd: int = 4) -> Iterator[str]:
        """Let the validators judge what is sent, and changes of it; yield what they should not, or do not all, say."""
        chance = random.Random(self.seed)
        items = [item for sent in self._sent(servers) for item in (sent, *changed(sent, chance, odd))]
        file = self._write(f"checks_{self.seed}", items)
        in_go = test_wire_validators_go.answers(file)
        checks = load_checks(file)[1]
        with gateway(print_typescript(self.made["document"], f"judged_{self.seed}")) as ask:
            for check, other in zip(checks, in_go, strict=True):
                said = test_wire_validators_python.words(check)
                if "odd" not in check.case and any("is required" not in line for line in said):
                    yield f"{check.case} is sent and refused: {said}: {check}"
                for language, found in (("go", other["Violations"]), ("typescript", ask(check)[1])):
                    if sorted(f"{one['place']}{one['pointer']}: {one['message']}" for one in found or ()) != said:
                        yield f"{check.case} in {language} is {found}, not {said}: {check}"

    def _sent(self, servers: Servers) -> Iterator[dict[str, Any]]:
        for vector in self.vectors:
            run = test_wire_python.Run(vector, servers)
            attempt(in_python, vector, servers)
            template = next(i.path for i in run.sdk.plan.wire.operations.values() if i.operation_id == vector.call)
            request = servers[0].requests[0]
            received = as_received(request, template)
            item = {
                "case": vector.case,
                "validate": vector.call,
                "path": received["path"],
                "query": request.target.partition("?")[2],
                "headers": {name: text for name, text in request.headers if name.lower() not in _OF_CLIENTS},
                "cookies": {name: quote(texts[0], safe="") for name, texts in received["cookies"].items() if name},
                "finds": [],
            }
            try:
                yield item | ({"text": request.body.decode()} if request.header("Content-Type") else {})
            except UnicodeDecodeError:
                continue  # a file of bytes has no text


_OF_CLIENTS = test_drift_wire.LIBRARY | {"accept", "cookie", "idempotency-key"}


# --------------------------------------------------------------------------- calls of each language


def attempt(call: Call, vector: Vector, servers: Servers) -> Outcome:
    """Make a call; what it raises besides an answer of the API is its outcome."""
    try:
        return call(vector, servers)
    except Exception as error:
        return "raised", type(error).__name__, str(error)[-600:]


def in_python(vector: Vector, servers: Servers, **options: Any) -> Outcome:
    """Call with the client for threads."""
    run = test_wire_python.Run(vector, servers)
    with run.client(run.sdk.plan.surface.client, **options) as client:
        return _python(run, lambda: run.call(client))


def in_async(vector: Vector, servers: Servers) -> Outcome:
    """Call with the client for ``await``."""
    run = test_wire_python.Run(vector, servers)
    return _python(run, lambda: test_wire_python.await_call(run))


def in_pydantic(vector: Vector, servers: Servers) -> Outcome:
    """Call an SDK whose models are pydantic's."""
    run = pydantic_run(vector, servers)
    with run.client(run.sdk.plan.surface.client) as client:
        return _python(run, lambda: run.call(client))


def pydantic_run(vector: Vector, servers: Servers) -> test_wire_python.Run:
    """A vector on its way through an SDK whose models are pydantic's."""
    run = test_wire_python.Run(vector, servers)
    run.sdk = with_pydantic(vector.file)
    run.module = run.sdk.module
    run.path, run.method = run.sdk.find(vector.call, vector.variant)
    return run


def _python(run: test_wire_python.Run, call: Callable[[], Any]) -> Outcome:
    try:
        return "ok", test_wire_python.wire_form(call())
    except run.module.APIError as error:
        return "api", error.status, test_wire_python.wire_form(error.error)


@functools.cache
def with_pydantic(file: str) -> Printed:
    """The SDK of a file whose models are pydantic's."""
    package = f"pydantic_{Path(file).stem}"
    section = {"packageName": package, "models": "pydantic"}
    return print_sdk(load_file(file)[0], "python", Path(tempfile.mkdtemp(prefix=package)), section)


def in_typescript(vector: Vector, servers: Servers, **options: Any) -> Outcome:
    """Call in node."""
    return _typescript(test_wire_typescript.Run(vector, servers), vector, options)


def in_camel_case(vector: Vector, servers: Servers) -> Outcome:
    """Call an SDK whose properties have names of TypeScript's own."""
    run = test_wire_typescript.Run(vector, servers)
    run.sdk = camel_case(vector.file)
    run.path, run.method = run.sdk.find(vector.call, vector.variant)
    return _typescript(run, vector, {})


@functools.cache
def camel_case(file: str) -> Printed:
    """The SDK of a file whose properties are spelt in camel case."""
    return print_typescript(load_file(file)[0], f"camel_{Path(file).stem}", propertyCase="camel")


def _typescript(run: test_wire_typescript.Run, vector: Vector, options: Mapping[str, Any]) -> Outcome:
    names = spelt(run.sdk.plan)
    wires = {name: wire for wire, name in names.items()}
    if vector.body is not MISSING:
        run.vector = dataclasses.replace(vector, body=renamed(vector.body, names))
    answer = run.call("call", **options)
    error = answer.get("error")
    if error is None:
        return "ok", renamed(answer["result"], wires)
    if "APIError" in error["kinds"]:
        return "api", error["status"], renamed(error["error"], wires)
    return "raised", error


def spelt(plan: Plan) -> dict[str, str]:
    """What properties are called, by their names on the wire."""
    models = (at for at, item in plan.wire.types.items() if isinstance(item, Model))
    return {wire: name for at in models for wire, name in plan.surface.types[at].members.items()}


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value with other names of properties."""
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    return value


def undated(value: Any) -> Any:
    """A value whose dates are texts: the driver of Go finds no member of a union for their tokens."""
    if isinstance(value, list):
        return [undated(item) for item in value]
    if not isinstance(value, dict):
        return value
    text = value.get("$date", value.get("$datetime"))
    return {key: undated(item) for key, item in value.items()} if text is None else text


# --------------------------------------------------------------------------- comparison


def seen(request: tuple[Any, ...]) -> tuple[Any, ...]:
    """A request to compare: URLs of the web platform write an apostrophe as %27, whoever asks them not to."""
    method, target, *others = request
    return method, target.replace("%27", "'"), *others


def alike(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON; bytes may be told as a token, or in a base64."""
    one, other = (item.value if isinstance(item, enum.Enum) else item for item in (one, other))
    if is_data(one) or is_data(other):
        return data_of(one) == data_of(other)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(item, other[key]) for key, item in one.items())
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def is_data(value: Any) -> bool:
    """Whether a value is the token of bytes."""
    return isinstance(value, dict) and list(value) == ["$bytes"]


def data_of(value: Any) -> bytes | None:
    """The bytes that a token or a text stands for."""
    if is_data(value):
        return str(value["$bytes"]).encode("latin-1")
    if not isinstance(value, str):
        return None
    text = value.translate(str.maketrans("+/", "-_")).rstrip("=")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# --------------------------------------------------------------------------- changed requests


JUNK: Sequence[Any] = (
    *(None, True, 1, -7, 2.5, 0.3, 10**20, -(10**6), "", "x", "z" * 50, "2024-13-45", "2024-05-06T07:08:09Z"),
    *("AP_-", "!!", "ä", [], [1], [None, "a"], [1, 2, 3, 4, 5], {}, {"kind": "cat"}, {"alpha": 1}),
)
WORDS = ("x", "", "1,2", "2.5", "true", "null", "{}", "[1]", "2024-01-01", "%", ",", "a,b", ".x", ";a=x", "a=1")


def changed(item: Mapping[str, Any], chance: random.Random, times: int) -> Iterator[dict[str, Any]]:
    """Requests with something wrong, or perhaps wrong, in a place each."""
    for number in range(times):
        odd = copy.deepcopy(dict(item)) | {"case": f"{item['case']} odd {number}"}
        if item["headers"].get("Content-Type") == "application/json" and chance.random() < 0.7:
            odd["text"] = json.dumps(mutated(json.loads(item["text"]), chance))
            yield odd
            continue
        place = chance.choice([place for place in ("path", "query", "headers") if item[place]] or ["query"])
        if place != "query":
            odd[place][chance.choice(list(odd[place]))] = chance.choice(WORDS)
        else:
            pairs = [*item["query"].split("&"), "extra=1"]
            at = chance.randrange(len(pairs))
            name = pairs[at].partition("=")[0]
            pairs[at : at + 1] = chance.choice([[], [name], [f"{name}={quote(chance.choice(WORDS))}"]])
            odd["query"] = "&".join(pairs)
        yield odd


def mutated(value: Any, chance: random.Random) -> Any:
    """JSON with some of it taken away, replaced or added."""
    value = copy.deepcopy(value)
    for _ in range(chance.choice([1, 1, 2])):
        holders = [(holder, key) for holder in containers(value) for key in keys(holder)]
        if not holders:
            value = copy.deepcopy(chance.choice(JUNK))
            continue
        holder, key = chance.choice(holders)
        if isinstance(holder, dict) and chance.random() < 0.3:
            del holder[key]
        else:
            more = isinstance(holder, dict) and chance.random() < 0.2
            holder["added" if more else key] = copy.deepcopy(chance.choice(JUNK))
    return value


def containers(value: Any) -> Iterator[Any]:
    """The objects and arrays in a value."""
    if isinstance(value, dict | list):
        yield value
        for key in keys(value):
            yield from containers(value[key])


def keys(holder: Any) -> list[Any]:
    """The keys of an object, or the places of an array."""
    return list(holder if isinstance(holder, dict) else range(len(holder)))
