"""The matrix (tests/support/generated/matrix.py) in all languages, side by side.

A call must send the same bytes and have the same outcome in every language: a value that can be sent back unchanged, an
error with its text, metadata, or a refusal. Values of one call are sent separately if some language refuses them.

These may differ: the spelling of JSON and of its numbers, but not their value or the order of properties; trailing
zeros of a second's fraction, since types have a fixed number of digits; an apostrophe in a URL; and, only in Go, the
range of types (an ``int`` has 64 bits) and the order of a map's keys: maps in the matrix have sorted keys.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.support.generated.matrix import Document, Kind, dumps
from tests.support.generated.side_by_side import alike, camel_case, pydantic_run, renamed, spelt, undated, with_pydantic
from tests.support.recorder import Recorded, Recorder, Reply
from tests.support.wire_vectors import MISSING, Vector, vector
from tests.wire import test_drift_wire, test_wire_go, test_wire_python, test_wire_typescript

Outcome = tuple[Any, ...]
"""``ok`` and the result, ``api`` with error and words, ``metadata`` and what is in it, or ``raised`` and what."""


class Desk(Recorder):
    """A recorder with a lane for each call: the first part of the path says which it is."""

    def __init__(self) -> None:
        super().__init__()
        self.lanes: dict[str, Lane] = {}
        self._numbers = itertools.count()

    def lane(self) -> Lane:
        """A new lane."""
        made = Lane(self, f"n{next(self._numbers)}")
        self.lanes[made.name] = made
        return made

    def take(self, request: Recorded) -> Reply:
        """Record a request in its lane and hand out its next reply."""
        _, name, target = request.target.split("/", 2)
        return self.lanes[name].take(dataclasses.replace(request, target=f"/{target}"))


class Lane:
    """The requests of one call, and the replies to them."""

    def __init__(self, desk: Desk, name: str) -> None:
        self.name, self.origin = name, f"{desk.origin}/{name}"
        self.requests: list[Recorded] = []
        self._replies: deque[Reply] = deque()

    def script(self, *replies: Reply) -> None:
        """Answer the next requests with these replies."""
        self._replies.extend(replies)

    def take(self, request: Recorded) -> Reply:
        """Record a request and hand out the next reply."""
        self.requests.append(request)
        return self._replies.popleft() if self._replies else Reply(599)


@dataclasses.dataclass(frozen=True)
class Call:
    """A call, and what is given apart where it is refused; ``plain``: what Go is given."""

    vector: Vector
    plain: Mapping[str, Any]
    apart: Sequence[Call] = ()

    @property
    def case(self) -> str:
        """What it is."""
        return self.vector.case


class Matrix:
    """The SDKs of a document of some kinds, and their calls."""

    def __init__(self, name: str, kinds: Sequence[Kind], folder: Path) -> None:
        self.made = Document(kinds)
        self.path = str(folder / f"matrix_{name}.yaml")
        Path(self.path).write_text(json.dumps({"document": self.made.document, "vectors": []}), "utf-8")
        self.calls = [self._call(item) for item in self.made.items]

    def _call(self, item: Mapping[str, Any]) -> Call:
        apart = [self._call({**item, "apart": (), **other}) for other in item.get("apart", ())]
        return Call(vector(self.path, item), item["plain"], apart)

    def differences(self, desk: Desk, languages: Mapping[str, Language]) -> Iterator[str]:
        """Make every call in every language; yield what differs."""
        for name in languages:
            if name in PRINTED:
                PRINTED[name](self.path)
        yield from self._compare(self.calls, desk, languages)

    def _compare(self, calls: Sequence[Call], desk: Desk, languages: Mapping[str, Language]) -> Iterator[str]:
        with ThreadPoolExecutor() as pool:
            made = pool.map(lambda language: language(calls, desk), languages.values())
            done = dict(zip(languages, made, strict=True))
        again: list[Call] = []
        for number, call in enumerate(calls):
            outcomes = {name: made[number] for name, made in done.items()}
            if call.apart and any(one.result[0] == "raised" for one in outcomes.values()):
                again += call.apart
                continue
            yield from _said(call, outcomes)
        if again:
            yield from self._compare(again, desk, languages)


@dataclasses.dataclass(frozen=True)
class Done:
    """What came of a call, and what was sent."""

    result: Outcome
    lane: Lane

    @property
    def sent(self) -> list[tuple[Any, ...]]:
        """The requests, as they are compared."""
        return [comparable(request) for request in self.lane.requests]


Language = Callable[[Sequence[Call], Desk], list[Done]]


def _said(call: Call, outcomes: Mapping[str, Done]) -> Iterator[str]:
    first_name, first = next(iter(outcomes.items()))
    for name, one in outcomes.items():
        if one.sent != first.sent:
            ours, theirs = _apart(first.sent, one.sent), _apart(one.sent, first.sent)
            yield f"{call.case}: {first_name} sends {ours}, {name} {theirs}"
        if not same(one.result, first.result):
            yield f"{call.case}: {first_name} comes to {first.result}, {name} to {one.result}"
        for request, exchange in zip(one.lane.requests, call.vector.exchanges, strict=False):
            wanted = (exchange.sends or {}).get("json", MISSING)
            if (
                wanted is not MISSING
                and request.body
                and not alike(_exact(_without_zeros(request).body), _exact(_short(dumps(wanted))))
            ):
                yield f"{call.case}: {name} sends {request.body!r}, not {wanted}"
    wanted = ("ok", call.vector.returns)
    if call.vector.returns is not MISSING and not same(first.result, wanted):
        yield f"{call.case}: {first_name} comes to {first.result}, not {wanted}"


def _apart(sent: Sequence[tuple[Any, ...]], other: Sequence[tuple[Any, ...]]) -> list[Any]:
    """What differs of requests from others."""
    if len(sent) != len(other):
        return [f"{len(sent)} requests"]
    return [
        part for one, two in zip(sent, other, strict=True) for part, twin in zip(one, two, strict=True) if part != twin
    ]


# --------------------------------------------------------------------------- comparison


def comparable(request: Recorded) -> tuple[Any, ...]:
    """A request to compare; URLs of the web platform write an apostrophe as %27, whoever asks them not to."""
    kind = (request.header("Content-Type") or "").partition(";")[0]
    request = _without_zeros(request)
    method, target, headers, body = test_drift_wire.comparable(request)
    if kind == "application/json":
        body = json.dumps(_ordered(_exact(request.body)), default=str)
    return method, str(target).replace("%27", "'"), headers, body


_FRACTION = r"(:\d\d|%3A\d\d)(?:\.0+|(\.\d*?[1-9])0+)(?=Z|[+-]\d\d:|%2B\d\d%3A|-\d\d%3A)"


def _short(text: str) -> str:
    """Text whose times have no zeros at the end of a second: each language writes as many as it has."""
    return re.sub(_FRACTION, r"\1\2", text)


def _without_zeros(request: Recorded) -> Recorded:
    headers = tuple((name, _short(value)) for name, value in request.headers)
    body = _short(request.body.decode("latin-1")).encode("latin-1")
    return Recorded(request.method, _short(request.target), headers, body)


def _exact(text: str | bytes) -> Any:
    """JSON with its numbers as they are: 1 and 1.0 are one number, whichever a language writes."""
    return json.loads(text, parse_float=_number, parse_int=_number)


def _number(text: str) -> Decimal:
    return Decimal(text).normalize() + 0


def _ordered(value: Any) -> Any:
    return list(value.items()) if isinstance(value, dict) else value


def same(one: Any, other: Any) -> bool:
    """Whether two outcomes are the same: numbers by their value, bytes in any base64."""
    return alike(_floats(one), _floats(other))


def _floats(value: Any) -> Any:
    """A value with the integers that languages write for large floats: those of few digits."""
    if isinstance(value, list | tuple):
        return [_floats(item) for item in value]
    if isinstance(value, dict):
        return {key: _floats(item) for key, item in value.items()}
    if isinstance(value, str):
        return _short(value)
    return float(value) if isinstance(value, int) and str(value).endswith("000") else value


# --------------------------------------------------------------------------- languages


def python(calls: Sequence[Call], desk: Desk, run_of: Any = test_wire_python.Run, name: str = "") -> list[Done]:
    """The client for threads."""
    return [_python(run_of(call.vector, (lane, lane)), lane) for call in calls for lane in [desk.lane()]]


def pydantic(calls: Sequence[Call], desk: Desk) -> list[Done]:
    """An SDK whose models are pydantic's."""
    return python(calls, desk, pydantic_run)


def _python(run: test_wire_python.Run, lane: Lane) -> Done:
    with run.client(run.sdk.plan.surface.client) as client:
        try:
            return Done(_in_python(run, client), lane)
        except run.module.APIError as error:
            told = error.body if error.error is None else error.error
            return Done(("api", test_wire_python.wire_form(told), _words(error)), lane)
        except run.module.SDKError as error:
            kinds = [kind for kind, name in test_wire_python.ERRORS.items() if name in _classes(error)]
            return Done(("raised", kinds[0] if kinds else repr(error)), lane)
        except Exception as error:
            return Done(("raised", repr(error)), lane)


def _in_python(run: test_wire_python.Run, client: Any) -> Outcome:
    if run.vector.metadata:
        run.path = (*run.path[:-1], "with_raw_response", run.path[-1])
        found = run.call(client).metadata
        return "metadata", {name: test_wire_python.wire_form(found.get(name)) for name in run.vector.metadata}
    result = run.call(client)
    if len(run.vector.exchanges) > 1:
        run.vector = dataclasses.replace(run.vector, body=result)
        result = run.call(client)
    if type(result).__name__ == "Stream":
        result = list(result)
    return "ok", test_wire_python.wire_form(result)


def _classes(error: Exception) -> list[str]:
    return [kind.__name__ for kind in type(error).__mro__]


def _words(message: object) -> str:
    """The words of an error: what stands behind its status, and behind the method and path that Go tells."""
    return re.sub(r"^\d{3}( [A-Z]+ \S+)?: ", "", str(message))


def typescript(
    calls: Sequence[Call],
    desk: Desk,
    run_of: Callable[..., test_wire_typescript.Run] = test_wire_typescript.Run,
) -> list[Done]:
    """Node."""
    return [_typescript(run_of(call.vector, (lane, lane)), lane) for call in calls for lane in [desk.lane()]]


def camel(calls: Sequence[Call], desk: Desk) -> list[Done]:
    """Node, with properties in names of TypeScript's own."""
    return typescript(calls, desk, _camel_run)


def _camel_run(vector: Vector, servers: Any) -> test_wire_typescript.Run:
    run = test_wire_typescript.Run(vector, servers)
    run.sdk = camel_case(vector.file)
    run.path, run.method = run.sdk.find(vector.call, vector.variant)
    return run


_NODE = threading.Lock()


def _in_node(run: test_wire_typescript.Run, mode: str, **more: Any) -> Any:
    with _NODE:  # there is one process
        return run.call(mode, **more)


def _typescript(run: test_wire_typescript.Run, lane: Lane) -> Done:
    names = spelt(run.sdk.plan)
    wires = {name: wire for wire, name in names.items()}
    given = run.vector
    if given.body is not MISSING:
        run.vector = dataclasses.replace(given, body=renamed(given.body, names))
    if given.metadata:
        answer = _in_node(run, "metadata")
        if "error" not in answer:
            found = answer["result"]
            return Done(("metadata", {name: found.get(name) for name in given.metadata}), lane)
    else:
        way = "option" if run.method.fields else "member" if run.method.request else "argument"
        answer = _in_node(run, "call", **({"again": way} if len(given.exchanges) > 1 else {}))
    error = answer.get("error")
    if error is None:
        return Done(("ok", renamed(answer["result"], wires)), lane)
    if "APIError" in error["kinds"]:
        return Done(("api", renamed(error["error"], wires), _words(error["message"])), lane)
    kinds = [kind for kind, name in test_wire_typescript.ERRORS.items() if name in error["kinds"]]
    return Done(("raised", kinds[0] if kinds else answer), lane)


def go(calls: Sequence[Call], desk: Desk) -> list[Done]:
    """One program that makes all calls."""
    lanes, orders = [], []
    for call in calls:
        lane = desk.lane()
        given = dataclasses.replace(call.vector, body=undated(call.vector.body))
        if "$file" not in str(given.body) and not _held(call, "$bytes"):
            given = dataclasses.replace(given, **call.plain)
        run = test_wire_go.Run(given, (lane, lane))  # type: ignore[arg-type]
        again = 1 if len(given.exchanges) > 1 else 0
        lanes.append(lane)
        orders.append(run.order("call", Again=again))
    answers = test_wire_go.driver(calls[0].vector.file).run({"Each": orders})["Calls"]
    return [_go(call, answer, lane) for call, answer, lane in zip(calls, answers, lanes, strict=True)]


def _held(call: Call, token: str) -> bool:
    """Whether a value of anything holds a token, which is bytes in Go, too."""
    return "typed_anything" in call.vector.call and token in str((call.vector.body, call.vector.arguments))


def _go(call: Call, answer: Mapping[str, Any], lane: Lane) -> Done:
    error = answer["Error"]
    if error is None:
        if call.vector.metadata:
            return Done(("metadata", answer["Metadata"]), lane)
        empty = call.vector.exchanges[0].reply({}).status == 204
        return Done(("ok", None if empty else answer["Result"]), lane)
    if error["Kind"] == "api":
        return Done(("api", error["Value"], _words(error["Message"])), lane)
    known = error["Kind"] in test_wire_python.ERRORS
    return Done(("raised", error["Kind"] if known else error), lane)


PRINTED: Mapping[str, Callable[[str], object]] = {
    "python": test_wire_python.printed,
    "pydantic": with_pydantic,
    "typescript": test_wire_typescript.printed,
    "typescript in camel case": camel_case,
}
"""What prints an SDK: one after the other, while nothing else runs. Go's is compiled beside the first calls."""
LANGUAGES: Mapping[str, Language] = {"python": python, "typescript": typescript, "go": go}
ALL: Mapping[str, Language] = {**LANGUAGES, "pydantic": pydantic, "typescript in camel case": camel}
