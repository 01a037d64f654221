"""Reads the vectors of tests/wire and compares recorded requests with them. Independent of the language."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import yaml

from tests.support.places import ROOT
from tests.support.recorder import Recorded, Recorder, Reply
from tests.support.suggesting import with_suggestions

FOLDER = ROOT / "tests" / "wire"
MISSING: Any = object()


@dataclass(frozen=True)
class Exchange:
    """One request and its answer; ``other`` says that it goes to the other origin, ``before`` are answers that make
    it be sent again."""

    sends: Mapping[str, Any] | None
    answer: Mapping[str, Any]
    raises: str | None = None
    status: int | None = None
    count: int | None = None
    other: bool = False
    before: tuple[Mapping[str, Any], ...] = ()

    def attempts(self) -> Iterator[Exchange]:
        """The attempts that fail, then the one that counts."""
        for answer in self.before:
            yield Exchange(self.sends, answer, other=self.other)
        yield self

    def reply(self, origins: Mapping[str, str]) -> Reply:
        """The answer as bytes, with the origins filled in."""
        status = self.answer.get("status", 200 if self.answer else 204)
        if self.answer.get("drop"):
            return Reply(drop=True)
        headers = {
            name: _bytes(_fill(value, origins)).decode("latin-1")  # a character for each byte
            for name, value in self.answer.get("headers", {}).items()
        }
        more = {name: self.answer[name] for name in ("delay", "cut") if name in self.answer}
        if "json" not in self.answer:
            body = _bytes(_fill(self.answer.get("text", ""), origins))
            return Reply(status, headers, body, **more)
        text = _fill(json.dumps(self.answer["json"]), origins)
        headers = {"Content-Type": "application/json", **headers}
        return Reply(status, headers, text.encode(), **more)


@dataclass(frozen=True)
class Vector:
    """A vector (README.md), its values expanded; ``exchanges`` holds single exchanges and pages alike."""

    file: str
    case: str
    call: str
    variant: str | None
    style: str | None
    arguments: Mapping[str, Any]
    body: Any
    credentials: Mapping[str, Any]
    shared: Mapping[str, Any]
    exchanges: tuple[Exchange, ...]
    paged: bool
    returns: Any
    has: Mapping[str, Any]
    unknown: bool | None
    metadata: Mapping[str, Any]
    raises: str | None
    status: int | None
    error: Any
    message: str | None
    hides: tuple[str, ...] = ()
    key: str | None = None
    redirects: str | None = None
    together: int = 1
    wait: float = 0
    strict: bool | str = False
    most: int | None = None
    violates: tuple[tuple[str, str], ...] | None = None
    reports: tuple[Mapping[str, Any], ...] | None = None
    later: tuple[str, ...] = ()
    """The languages that do not keep it yet."""

    @property
    def is_signed_elsewhere(self) -> bool:
        """Whether the client is told that others add the credentials: most vectors are not about them (D16.1)."""
        return not self.credentials and self.raises != "credentials"

    @property
    def requests(self) -> tuple[Exchange, ...]:
        """The exchanges that put something on the wire."""
        sent = [e for e in self.exchanges if e.raises in (None, "api", "decode", "not-modified")]
        sent += sent[-1:] * (self.together - 1)
        return tuple(attempt for exchange in sent for attempt in exchange.attempts())


@dataclass(frozen=True)
class Session:
    """Calls that one client makes, one after the other (README); ``base`` is the path of its base URL,
    ``environment`` holds variables by security scheme and by what follows the name of its option."""

    file: str
    case: str
    base: str
    credentials: Mapping[str, Any]
    environment: Mapping[str, Mapping[str, str]]
    calls: tuple[Vector, ...]

    @property
    def requests(self) -> tuple[Exchange, ...]:
        """The exchanges of all calls."""
        return tuple(exchange for call in self.calls for exchange in call.requests)

    def check_requests(self, servers: tuple[Recorder, Recorder]) -> None:
        """Compare what the two servers received with what the session sends."""
        check_requests(servers, self.requests)

    def given(self, origins: Mapping[str, str]) -> dict[str, Any]:
        """The credentials, with the origins filled in."""
        filled: dict[str, Any] = json.loads(_fill(json.dumps(self.credentials), origins))
        return filled


@functools.cache
def load_file(name: str) -> tuple[Mapping[str, Any], tuple[Vector, ...]]:
    """The document and the vectors of a file of tests/wire; with `suggest`, what is suggested stands in it."""
    data = read_yaml(FOLDER / name)
    document = with_suggestions(data["document"]) if data.get("suggest") else data["document"]
    later = tuple(data.get("later", ()))
    return document, tuple(vector(name, item, later) for item in data["vectors"] if "call" in item)


@functools.cache
def load_sessions(name: str) -> tuple[Mapping[str, Any], tuple[Session, ...]]:
    """The document and the sessions of a file of tests/wire."""
    data = read_yaml(FOLDER / name)
    return data["document"], tuple(_session(name, item) for item in data["vectors"] if "calls" in item)


@functools.cache
def read_yaml(path: Path) -> Any:
    """A file of vectors as it stands, which is for reading: whoever asks gets the same."""
    return yaml.load(path.read_bytes(), Loader=_Loader)


def all_vectors() -> list[Vector]:
    """The vectors of all files."""
    return [vector for path in sorted(FOLDER.glob("*.yaml")) for vector in load_file(path.name)[1]]


@dataclass(frozen=True)
class Check:
    """A request as a server has it, and all that is wrong with it: place, pointer and rule (README)."""

    file: str
    case: str
    operation: str
    path: Mapping[str, str]
    query: str
    headers: Mapping[str, str]
    cookies: Mapping[str, str]
    body: bytes | None
    finds: frozenset[tuple[str, str, str]]

    @property
    def status(self) -> int:
        """204 where all is well; else 415, 400 where something is missing or unreadable, 422 for what a body holds."""
        root = {rule for place, pointer, rule in self.finds if (place, pointer) == ("body", "")}
        if not self.finds:
            return 204
        if "contentMediaType" in root:
            return 415
        bad = {"content", "required"} & root or any(place != "body" for place, _, _ in self.finds)
        return 400 if bad else 422


def all_checks() -> list[Check]:
    """The requests that validators look at, of all files."""
    return [check for path in sorted(FOLDER.glob("*.yaml")) for check in load_checks(path.name)[1]]


@functools.cache
def load_checks(name: str) -> tuple[Mapping[str, Any], tuple[Check, ...]]:
    """The document of a file of tests/wire, and its requests to validate."""
    data = read_yaml(FOLDER / name)
    return data["document"], tuple(_check(name, item) for item in data["vectors"] if "validate" in item)


def _check(file: str, item: Mapping[str, Any]) -> Check:
    body = None
    if "json" in item:
        body = json.dumps(item["json"]).encode()
    elif "text" in item:
        body = item["text"].encode()
    elif "multipart" in item:
        body = item["multipart"].replace("\n", "\r\n").encode()
    return Check(
        file=file,
        case=item["case"],
        operation=item["validate"],
        path=item.get("path", {}),
        query=item.get("query", ""),
        headers=item.get("headers", {}),
        cookies=item.get("cookies", {}),
        body=body,
        finds=frozenset((place, pointer, rule) for place, pointer, rule in item["finds"]),
    )


def all_sessions() -> list[Session]:
    """The sessions of all files."""
    return [session for path in sorted(FOLDER.glob("*.yaml")) for session in load_sessions(path.name)[1]]


class _Loader(yaml.CSafeLoader):
    """YAML without dates and without yes and no (D1.2)."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(("timestamp", "bool"))]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("true|false"), list("tf"))


def vector(file: str, item: Mapping[str, Any], later: tuple[str, ...] = ()) -> Vector:
    """A vector as it stands in a file."""
    item = _expand(item)
    paged = "pages" in item
    exchanges = tuple(map(_exchange, item["pages"] if paged else item.get("exchanges") or _single(item)))
    return Vector(
        file=file,
        case=item["case"],
        call=item["call"],
        variant=item.get("variant"),
        style=item.get("style"),
        arguments=item.get("with", {}),
        body=item.get("body", MISSING),
        credentials=item.get("credentials", {}),
        shared=item.get("globals", {}),
        exchanges=exchanges,
        paged=paged,
        returns=item.get("returns", MISSING),
        has=item.get("has", {}),
        unknown=item.get("unknown"),
        metadata=item.get("metadata", {}),
        raises=item.get("raises"),
        status=item.get("status"),
        error=item.get("error", MISSING),
        message=item.get("message"),
        hides=tuple(item.get("hides", ())),
        key=item.get("key"),
        redirects=item.get("redirects"),
        together=item.get("together", 1),
        wait=item.get("wait", 0),
        strict=item.get("strict", False),
        most=item.get("most"),
        violates=None if "violates" not in item else tuple(sorted(map(tuple, item["violates"]))),
        reports=None if "reports" not in item else tuple(item["reports"]),
        later=later,
    )


def _session(file: str, item: Mapping[str, Any]) -> Session:
    calls = tuple(vector(file, {**call, "case": item["case"]}) for call in item["calls"])
    return Session(
        file=file,
        case=item["case"],
        base=item.get("base", ""),
        credentials=item.get("credentials", {}),
        environment=item.get("environment", {}),
        calls=calls,
    )


def _single(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The one exchange of a plain vector; none where an error comes before any I/O."""
    before = item.get("raises") in ("argument", "missing-body", "credentials")
    return [] if before else [{"sends": item.get("sends"), "answer": item.get("answer", {})}]


def _exchange(item: Mapping[str, Any]) -> Exchange:
    known = {key: item[key] for key in ("raises", "status", "count", "other") if key in item}
    return Exchange(item.get("sends"), item.get("answer", {}), before=tuple(item.get("before", ())), **known)


def _expand(value: Any) -> Any:
    """Replace ``{$items: [first, last]}``; the other tokens are for the runner."""
    if isinstance(value, list):
        return [_expand(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$items" in value:
        first, last = value["$items"]
        return [{"id": f"i{n}"} for n in range(first, last + 1)]
    return {key: _expand(item) for key, item in value.items()}


def _fill(text: str, origins: Mapping[str, str]) -> str:
    for name, origin in origins.items():
        text = text.replace("{" + name + "}", origin)
    return text


# --------------------------------------------------------------------------- comparison


def script_servers(servers: tuple[Recorder, Recorder], exchanges: Iterable[Exchange]) -> dict[str, str]:
    """Have each of the two servers answer its part of the requests; returns what the vectors call their origins."""
    origins = {"origin": servers[0].origin, "other": servers[1].origin}
    exchanges = list(exchanges)
    for server, other in zip(servers, (False, True), strict=True):
        server.script(*(exchange.reply(origins) for exchange in exchanges if exchange.other is other))
    return origins


def check_requests(servers: tuple[Recorder, Recorder], exchanges: Iterable[Exchange]) -> None:
    """Compare what the two servers received with what was to be sent, and that there was nothing else."""
    left = [list(server.requests) for server in servers]
    found: list[str] = []
    before = None
    for exchange in exchanges:
        assert left[exchange.other], f"a request was not sent: {exchange.sends}"
        request = left[exchange.other].pop(0)
        found += differences(exchange.sends, request, before)
        before = request
    assert not found, "\n".join(found)
    assert not any(left), f"sent beyond the vector: {left}"


def differences(sends: Mapping[str, Any] | None, got: Recorded, before: Recorded | None) -> list[str]:
    """What of a recorded request is not as a vector says; empty where all is well."""
    wanted = sends or {}
    found = []
    if wanted.get("method", got.method) != got.method:
        found.append(f"method: {got.method}, not {wanted['method']}")
    if wanted.get("target", got.target) != got.target:
        found.append(f"target: {got.target}\n     not {wanted['target']}")
    for name, value in wanted.get("headers", {}).items():
        if not _fits(value, name, got, before):
            found.append(f"header {name}: {got.header(name)!r}, not {value!r}")
    return found + _body_differences(wanted, got)


def _fits(wanted: str | None, name: str, got: Recorded, before: Recorded | None) -> bool:
    value = got.header(name)
    if wanted is None or value is None:
        return wanted is value
    if wanted in ("=", "!"):
        return before is not None and (value == before.header(name)) is (wanted == "=")
    if wanted.endswith("*"):
        return value.startswith(wanted[:-1])
    return value == wanted.replace("{boundary}", boundary(got))


def _body_differences(wanted: Mapping[str, Any], got: Recorded) -> list[str]:
    if "json" in wanted:
        return [] if same(json.loads(got.body or b'"no body"'), wanted["json"]) else [f"body: {got.body!r}"]
    if "form" in wanted:
        fields = parse_qsl(got.body.decode(), keep_blank_values=True, strict_parsing=bool(got.body))
        return [] if sorted(fields) == sorted(wanted["form"].items()) else [f"form: {got.body!r}"]
    if "text" in wanted:
        expected = wanted["text"].encode()
    elif "multipart" in wanted:
        expected = _multipart(wanted["multipart"], boundary(got))
        if _sorted_heads(got.body, boundary(got)) == _sorted_heads(expected, boundary(got)):
            return []
    else:
        return []
    return [] if got.body == expected else [f"body: {got.body!r}\n not {expected!r}"]


def boundary(request: Recorded) -> str:
    """The boundary that a multipart request names."""
    match = re.search(r'boundary="?([^";]+)', request.header("Content-Type") or "")
    return match[1] if match else "no boundary"


def _multipart(text: str, mark: str) -> bytes:
    return _bytes(text.replace("\n", "\r\n").replace("{boundary}", mark))


def _bytes(text: str) -> bytes:
    return re.sub(rb"\{bytes:([0-9a-f]+)\}", lambda match: bytes.fromhex(match[1].decode()), text.encode())


def _sorted_heads(body: bytes, mark: str) -> list[list[bytes]]:
    """The parts with their header lines sorted: their order means nothing."""
    parts = [part.partition(b"\r\n\r\n") for part in body.split(b"--" + mark.encode())]
    return [[*sorted(head.split(b"\r\n")), between, content] for head, between, content in parts]


def same(left: Any, right: Any) -> bool:
    """Whether two JSON values are the same, True and 1 kept apart."""
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)
