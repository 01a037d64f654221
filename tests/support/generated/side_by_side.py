"""Documents of chance and of the matrix in all languages, side by side.

Each way to make a call must send the same and come to the same.

These may differ: the spelling of JSON and of its numbers, but not their value or the order of properties; trailing
zeros of a second's fraction, since types have a fixed number of digits; an apostrophe in a URL; and, only in Go, the
range of types (an ``int`` has 64 bits) and the order of a map's keys: maps in the matrix have sorted keys.
"""

from __future__ import annotations

import base64
import enum
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.support.generated import ways
from tests.support.generated.blocks import dumps
from tests.support.generated.chance import Chance
from tests.support.generated.chance_pages import PagesByChance
from tests.support.generated.chance_streams import StreamsByChance
from tests.support.generated.chance_webhooks import WebhooksByChance
from tests.support.generated.matrix import MatrixDocument
from tests.support.generated.matrix_kinds import Kind
from tests.support.generated.ways import Call, Desk, Done, Outcome, Servers, Way
from tests.support.printed import Printed
from tests.support.recorder import Recorded
from tests.support.wire_vectors import MISSING, boundary, load_file, vector


class VectorFile:
    """A document and vectors in a file, as those of tests/wire, and the ways in which they are called."""

    ways: Mapping[str, Way] = ways.LANGUAGES
    ordered = False
    """Whether properties are sent in one order, and errors have the same words; numbers and times count by value then.

    Spelt otherwise, a property may stand elsewhere; where a response says nothing, languages have words of their own.
    """

    def __init__(self, name: str, made: Mapping[str, Any], folder: Path) -> None:
        self.name, self.folder, self.document = name, folder, made["document"]
        self.path = self.write(name, [])
        self.calls = [self._call(item) for item in made["vectors"]]

    def write(self, name: str, vectors: Sequence[Mapping[str, Any]]) -> str:
        path = self.folder / f"{name}.yaml"
        path.write_text(json.dumps({"document": self.document, "vectors": vectors}), "utf-8")
        return str(path)

    def _call(self, item: Mapping[str, Any]) -> Call:
        apart = [self._call({**item, "apart": (), **other}) for other in item.get("apart", ())]
        return Call(vector(self.path, item), item["plain"], apart)

    def sdks(self) -> Iterator[tuple[str, Printed]]:
        for way in (way for way in self.ways if way in ways.PRINTED):
            language = way.partition(" ")[0].replace("pydantic", "python")
            yield language, ways.PRINTED[way](self.path)

    def differences(self, desk: Desk) -> Iterator[str]:
        list(self.sdks())  # printed one after the other, while nothing else runs
        yield from self._compare(self.calls, desk)

    def _compare(self, calls: Sequence[Call], desk: Desk) -> Iterator[str]:
        with ThreadPoolExecutor() as pool:
            done = [*zip(self.ways, pool.map(lambda way: way(calls, desk), self.ways.values()), strict=True)]
        again: list[Call] = []
        for number, call in enumerate(calls):
            each = {name: made[number] for name, made in done}
            if call.apart and any(one.outcome[0] == "raised" for one in each.values()):
                again += call.apart
            else:
                yield from _differences(call, each, self.ordered)
        if again:
            yield from self._compare(again, desk)


def _differences(call: Call, each: Mapping[str, Done], ordered: bool) -> Iterator[str]:
    """What differs among the ways of a call, and from what its vector says."""
    case, first_name = call.vector.case, next(iter(each))
    compare, agree = (comparable_by_value, same) if ordered else (comparable_in_any_order, alike)
    first = list(map(compare, each[first_name].lane.requests))
    told = {name: one.outcome if ordered else one.outcome[:3] for name, one in each.items()}
    yield from _unlike(case, told, _wanted(call), agree)
    for name, one in each.items():
        sent = list(map(compare, one.lane.requests))
        if sent != first:
            yield f"{case}: {first_name} sends {_apart(first, sent)}, {name} {_apart(sent, first)}"
        for request, exchange in zip(one.lane.requests, call.vector.exchanges, strict=False):
            wanted = (exchange.sends or {}).get("json", MISSING)
            said = MISSING if wanted is MISSING or not request.body else _exact(_without_zeros(request).body)
            if said is not MISSING and not alike(said, _exact(_shorten(dumps(wanted)))):
                yield f"{case}: {name} sends {request.body!r}, not {wanted}"


def _wanted(call: Call) -> Outcome | None:
    if call.vector.raises == "api":
        return "api", call.vector.status or 400, call.vector.error
    return None if call.vector.returns is MISSING else ("ok", call.vector.returns)


def _unlike(
    case: str, outcomes: Mapping[str, Outcome], wanted: Outcome | None, agree: Callable[[Any, Any], bool]
) -> Iterator[str]:
    """The outcomes that are not the first one, and the first where it is not as the beginning that is wanted."""
    first_name, first = next(iter(outcomes.items()))
    if wanted is not None and not agree(first[: len(wanted)], wanted):
        yield f"{case}: {first_name} comes to {first}, not {wanted}"
    for name, outcome in outcomes.items():
        if not agree(outcome, first):
            yield f"{case}: {first_name} comes to {first}, {name} to {outcome}"


def _apart(sent: Sequence[tuple[Any, ...]], other: Sequence[tuple[Any, ...]]) -> list[Any]:
    if len(sent) != len(other):
        return [f"{len(sent)} requests"]
    pairs = (pair for one, two in zip(sent, other, strict=True) for pair in zip(one, two, strict=True))
    return [part for part, twin in pairs if part != twin]


# --------------------------------------------------------------------------- what there is of chance, and the matrix


class Matrix(VectorFile):
    """The SDKs of a document of some kinds, and their calls; ``share``: one of so many of its places for each kind."""

    ordered = True

    def __init__(self, name: str, kinds: Sequence[Kind], folder: Path, share: int = 1) -> None:
        self.made = MatrixDocument(kinds, share)
        super().__init__(f"matrix_{name}", {"document": self.made.document, "vectors": self.made.vectors}, folder)


class WholeMatrix(Matrix):
    """The same with models of every kind."""

    ways = ways.LANGUAGES | ways.MODELS


class CallFile(VectorFile):
    ways = ways.LANGUAGES | ways.MODELS | ways.CHECKED | {"async": ways.python_async}

    def __init__(self, seed: int, folder: Path, operations: int = 24, calls: int = 4) -> None:
        self.seed = seed
        super().__init__(f"chance_{seed}", Chance(seed).file(operations, calls), folder)


class StreamFile(VectorFile):
    ways = {**ways.LANGUAGES, "async": ways.python_async, "pydantic": ways.MODELS["pydantic"]}

    def __init__(self, seed: int, folder: Path, operations: int = 24, calls: int = 4) -> None:
        super().__init__(f"streams_{seed}", StreamsByChance(seed).file(operations, calls), folder)


class PageFile:
    """Operations with pages: the requests and the number of pages must be those of the rules (D6).

    Where the rules leave something open, all languages must send the same.
    """

    def __init__(self, seed: int, folder: Path, operations: int = 24, calls: int = 4) -> None:
        path = folder / f"pages_{seed}.yaml"
        path.write_text(json.dumps(PagesByChance(seed).file(operations, calls)), "utf-8")
        self.path = str(path)
        self.calls = load_file(self.path)[1]

    def sdks(self) -> Iterator[tuple[str, Printed]]:
        yield from ((language, ways.PRINTED[language](self.path)) for language in ways.LANGUAGES)

    def differences(self, servers: Servers) -> Iterator[str]:
        for call in self.calls:
            sent = {}
            for name, walk in ways.WALKS.items():
                try:
                    walk(call, servers)
                except (Exception, pytest.fail.Exception) as error:
                    yield f"{call.case}: {name}: {error}"
                sent[name] = [[_unordered(request) for request in server.requests] for server in servers]
            if any(one != sent["python"] for one in sent.values()):
                yield f"{call.case}: not the same is sent: {sent}"


def _unordered(request: Recorded) -> tuple[Any, ...]:
    """A request to compare; of a form the next page's field may stand in any place."""
    *others, body = comparable_in_any_order(request)
    return *others, sorted(body.split(b"&")) if isinstance(body, bytes) else body


class WebhookFile:
    """Webhooks, and what arrives, valid and broken: the handler's arguments, and the reply."""

    def __init__(self, seed: int, events: int = 24, calls: int = 4) -> None:
        self.stem = f"chance_{seed}"
        made = WebhooksByChance(seed).file(events, calls)
        self.calls = made["vectors"]
        ways.add_hooks(self.stem, made)

    def sdks(self) -> Iterator[tuple[str, Printed]]:
        yield from ((language, printed(self.stem)) for language, printed in ways.HOOKS_PRINTED.items())

    def differences(self) -> Iterator[str]:
        for call in self.calls:
            outcomes = {name: deliver(self.stem, call) for name, deliver in ways.DELIVERIES.items()}
            status, payloads = outcomes["python"]
            yield from _unlike(call["case"], outcomes, None, alike)
            if "broken" not in call and (not 200 <= status < 300 or not alike(payloads, [call["payload"]])):
                yield f"{call['case']}: python comes to {status}, {payloads}: {call}"


# --------------------------------------------------------------------------- requests, as they are compared

LIBRARY = frozenset({"accept-encoding", "accept-language", "connection", "content-length", "host"}) | frozenset(
    {"sec-fetch-mode", "transfer-encoding", "user-agent"}
)
"""Headers that the HTTP library writes of its own accord."""
UNIQUE = frozenset({"idempotency-key"})
"""Headers that are new for every call: only that they are there is compared."""


def comparable(request: Recorded) -> tuple[object, ...]:
    """Method, target, headers of the plan by their names, body."""
    return request.method, request.target, _headers(request), _body(request)


def _headers(request: Recorded) -> list[tuple[str, str]]:
    mark = boundary(request)
    found = (
        (name.lower(), value.replace(mark, "{boundary}").replace('"{boundary}"', "{boundary}"))
        for name, value in request.headers
    )
    shown = ((name, "{unique}" if name in UNIQUE else value) for name, value in found if name not in LIBRARY)
    return sorted(item for item in shown if item != ("accept", "*/*"))


def _body(request: Recorded) -> object:
    """JSON as its value, multipart as its parts, whose header lines stand in any order; anything else as its bytes."""
    media_type = (request.header("Content-Type") or "").partition(";")[0]
    if media_type == "application/json" or media_type.endswith("+json"):
        return json.dumps(json.loads(request.body), sort_keys=True)
    if media_type.startswith("multipart/"):
        parts = (part.partition(b"\r\n\r\n") for part in request.body.split(b"--" + boundary(request).encode()))
        return [(sorted(head.split(b"\r\n")), content) for head, _, content in parts]
    return request.body


def comparable_in_any_order(request: Recorded) -> tuple[Any, ...]:
    """The same; URLs of the web platform write an apostrophe as %27, whoever asks them not to."""
    method, target, headers, body = comparable(request)
    return method, str(target).replace("%27", "'"), headers, body


def comparable_by_value(request: Recorded) -> tuple[Any, ...]:
    """The same with numbers and times by their value, and properties in their order."""
    request = _without_zeros(request)
    method, target, headers, body = comparable_in_any_order(request)
    if (request.header("Content-Type") or "").partition(";")[0] == "application/json":
        value = _exact(request.body)
        body = json.dumps(list(value.items()) if isinstance(value, dict) else value, default=str)
    return method, target, headers, body


_FRACTION = r"(:\d\d|%3A\d\d)(?:\.0+|(\.\d*?[1-9])0+)(?=Z|[+-]\d\d:|%2B\d\d%3A|-\d\d%3A)"


def _shorten(text: str) -> str:
    """Text whose times have no zeros at the end of a second: each language writes as many as it has."""
    return re.sub(_FRACTION, r"\1\2", text)


def _without_zeros(request: Recorded) -> Recorded:
    headers = tuple((name, _shorten(value)) for name, value in request.headers)
    body = _shorten(request.body.decode("latin-1")).encode("latin-1")
    return Recorded(request.method, _shorten(request.target), headers, body)


def _exact(text: str | bytes) -> Any:
    """JSON with its numbers as they are: 1 and 1.0 are one number, whichever a language writes."""
    return json.loads(text, parse_float=_number, parse_int=_number)


def _number(text: str) -> Decimal:
    return Decimal(text).normalize() + 0


# --------------------------------------------------------------------------- outcomes, as they are compared


def same(one: Any, other: Any) -> bool:
    """Whether two outcomes are the same: numbers by their value, bytes in any base64."""
    return alike(_plain(one), _plain(other))


def _plain(value: Any) -> Any:
    """A value with the integers that languages write for large floats: those of few digits."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, str):
        return _shorten(value)
    return float(value) if isinstance(value, int) and str(value).endswith("000") else value


def alike(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON; bytes may be told as a token, or in a base64."""
    one, other = (item.value if isinstance(item, enum.Enum) else item for item in (one, other))
    if _is_data(one) or _is_data(other):
        return _data_of(one) == _data_of(other)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(item, other[key]) for key, item in one.items())
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def _is_data(value: Any) -> bool:
    return isinstance(value, dict) and list(value) == ["$bytes"]


def _data_of(value: Any) -> bytes | None:
    if _is_data(value):
        return str(value["$bytes"]).encode("latin-1")
    if not isinstance(value, str):
        return None
    text = value.translate(str.maketrans("+/", "-_")).rstrip("=")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
