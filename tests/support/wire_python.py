"""The wire vectors against SDKs printed for Python: a vector on its way, and which vectors each way needs."""

from __future__ import annotations

import asyncio
import datetime
import decimal
import functools
import re
import time
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote

import pytest

from compiler.plan.plan import Method
from tests.support.printed import Printed, argument_of
from tests.support.python_things import package_of
from tests.support.recorder import Recorded, Recorder
from tests.support.wire_run import ERRORS, HOOKS, WireRun, check_heard
from tests.support.wire_vectors import MISSING, Check, Exchange, Vector, load_checks, load_file


def printed(file: str, models: str = "plain") -> Printed:
    """The SDK of a file of vectors."""
    more = {} if models == "plain" else {"models": models}
    return package_of(load_file(file)[0], f"wire_{models}_{Path(file).stem}", **more)


class Run(WireRun):
    """One vector on its way: a client, the two servers, and what the plan calls things."""

    def __init__(self, vector: Vector, servers: tuple[Recorder, Recorder], models: str = "plain") -> None:
        super().__init__(vector, servers, printed(vector.file, models))
        self.module = self.sdk.module
        self.reports: list[Any] = []

    def client(self, name: str, **more: Any) -> Any:
        """A client of that class, with what the vector says of credentials and global parameters."""
        schemes = self.sdk.plan.surface.schemes
        credentials = {
            schemes[scheme]: tuple(value) if isinstance(value, list) else value
            for scheme, value in self.vector.credentials.items()
        }
        shared = {snake(wire): value for wire, value in self.vector.shared.items()}
        if self.vector.is_signed_elsewhere:
            more["auth"] = "external"
        if self.vector.reports is not None:
            more["hooks"] = self.module.Hooks(on_invalid_response=self.reports.append)
        return getattr(self.module, name)(base_url=self.here.origin, **credentials, **shared, **more)

    def threaded(self, **more: Any) -> Any:
        """The client for threads."""
        return self.client(self.sdk.plan.surface.client, **self.reading, **more)

    def awaited(self) -> Any:
        """The client for ``await``."""
        return self.client("Async" + self.sdk.plan.surface.client)

    @property
    def reading(self) -> dict[str, Any]:
        """The options that say how answers are read: this client has them, and a call that is awaited."""
        found = {"validate_responses": self.vector.strict, "max_response_bytes": self.vector.most}
        return {name: value for name, value in found.items() if value}

    def call(self, client: Any) -> Any:
        """Make the call of the vector."""
        function = functools.reduce(getattr, self.path, client)
        values, chosen = self.arguments(), self.reading if type(client).__name__.startswith("Async") else {}
        if self.method.fields is not None and self.vector.body is not MISSING:
            values, chosen = given_body(self.method, values, self.value(self.vector.body))
        if self.vector.key is not None:
            chosen["idempotency_key"] = self.vector.key
        if self.vector.redirects is not None:
            chosen["redirects"] = self.vector.redirects
        options = {"options": chosen} if chosen else {}
        if self.method.request is None:
            return function(**values, **options)
        if not values and not self.method.request.required:
            return function(**options)
        return function(request=getattr(self.module.models, self.method.request.ident)(**values), **options)

    def arguments(self) -> dict[str, Any]:
        """The arguments by their names in Python."""
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
        """A file that a caller gives."""
        kind = more.get("type")
        return self.module.File(bytes.encode("latin-1"), name=name, content_type=kind, headers=more.get("headers"))

    def check_error(self, error: Any, raises: str, status: int | None) -> None:
        """Compare an error with what the vector says."""
        assert isinstance(error, getattr(self.module, ERRORS[raises])), repr(error)
        if status is not None:
            assert error.status == status
        if self.vector.violates is not None:
            assert told(error.violations) == self.vector.violates

    def check_reports(self) -> None:
        """Compare what the hook was told with what the vector says."""
        wanted = self.vector.reports or ()
        assert len(self.reports) == len(wanted)
        for found, report in zip(self.reports, wanted, strict=True):
            violates = tuple(sorted(map(tuple, report["violates"])))
            assert told(found.violations) == violates and found.count == len(violates)
            assert all(getattr(found, name) == value for name, value in report.items() if name != "violates")

    def violations(self) -> list[Any] | None:
        """What the validators of a server say of the request that came; None where they cannot tell its operation."""
        operations = self.sdk.plan.wire.operations.values()
        operation = next(item for item in operations if item.operation_id == self.vector.call)
        if "?" in operation.path or "#" in operation.path or self.here.requests[0].method != operation.method:
            return None
        received = as_received(self.here.requests[0], operation.path)
        return self.module.validate_request(self.vector.call, **received)  # type: ignore[no-any-return]


def told(violations: Collection[Any]) -> tuple[tuple[str, str], ...]:
    """Violations as the vectors have them."""
    return tuple(sorted((one.pointer, one.rule) for one in violations))


def run_call(run: Run) -> Any:
    """Make a call with the client for threads; of a stream, read all of it."""
    with run.threaded() as client:
        result = run.call(client)
        return list(result) if isinstance(result, run.module.Stream) else result


def await_call(run: Run) -> Any:
    """Make a call with the client for ``await``; of a stream, read all of it."""

    async def call() -> Any:
        async with run.awaited() as client:
            result = await run.call(client)
            return [item async for item in result] if isinstance(result, run.module.AsyncStream) else result

    return asyncio.run(call())


def walk_pages(kind: str, vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """Walk the pages of a vector with models of a kind, and fail where they are not as it says."""
    run = Run(vector, servers, kind)
    with run.threaded() as client:
        page = run.call(client)
        for number, exchange in enumerate(vector.exchanges):
            if exchange.raises is not None:
                with pytest.raises(run.module.SDKError) as caught:
                    page.next()
                run.check_error(caught.value, exchange.raises, exchange.status)
                break
            page = page.next() if number else page
            assert page is not None, f"page {number + 1} is missing"
            assert exchange.count is None or len(page.items) == exchange.count
        else:
            assert page.next() is None
    run.check_requests()


def given_body(method: Method, values: dict[str, Any], body: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments and options that give a body: as its properties where they are arguments, else as a whole."""
    assert method.fields is not None
    idents = {item.wire: item.ident for item in method.fields.arguments}
    fixed = method.fields.fixed
    if not isinstance(body, dict) or not all(name in idents or name in fixed for name in body):
        return values, {"body": body}
    given = {idents[name]: item for name, item in body.items() if name in idents}
    return (values | given, {}) if given else (values, {"body": body})


def is_typed(value: dict[str, Any]) -> bool:
    """Whether an object of the vectors stands for a value that JSON has not."""
    return len(value) == 1 and next(iter(value)).startswith("$")


def typed(value: dict[str, Any]) -> Any:
    """The value that it stands for."""
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


def as_received(request: Recorded, template: str) -> dict[str, Any]:
    """A recorded request as a server hands it to the validators."""
    target, _, query = request.target.partition("?")
    parts = re.split(r"\{([^{}]+)\}", template)
    texts = [re.escape(quote(part, safe="/:")) for part in parts[::2]]
    match = re.fullmatch("([^/]*)".join(texts), target) or re.fullmatch("(.*)".join(texts), target)
    assert match, f"{target} is not of {template}"
    cookies: dict[str, list[str]] = {}
    for pair in (request.header("Cookie") or "").split("; "):
        name, _, value = pair.partition("=")
        cookies.setdefault(unquote(name), []).append(unquote(value))
    return {
        "path": dict(zip(parts[1::2], map(unquote, match.groups()), strict=True)),
        "query": parse_qs(query, keep_blank_values=True),
        "headers": dict(request.headers),
        "cookies": cookies,
        "body": request.body,
    }


# --------------------------------------------------------------------------- webhooks and validators


def printed_hooks(stem: str) -> Printed:
    return package_of(HOOKS[stem]["document"], f"hooks_{stem}")


class Heard:
    """A receiver whose handlers do what a vector says and keep what they were given."""

    def __init__(self, stem: str, vector: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch | None = None) -> None:
        self.vector = vector
        self.module = printed_hooks(stem).module
        self.payloads: list[Any] = []
        self.told: Mapping[str, str] = {}
        if "now" in vector:
            assert monkeypatch is not None
            monkeypatch.setattr(time, "time", lambda: float(vector["now"]))
        self.receiver = self.module.WebhookReceiver(
            secrets=vector.get("secrets", []),
            verify=not vector.get("unsigned", False),
            max_body_bytes=vector.get("max", 1 << 20),
            seen=(lambda found: found in vector["seen"]) if "seen" in vector else None,
            event_name=self.name if "named by" in vector else None,
        )
        self.others: list[str] = []
        others = vector.get("otherwise", [])
        for name in printed_hooks(stem).plan.surface.events.values():
            if name.handler not in others:
                getattr(self.receiver, name.handler)(self.handle)
        if others:
            self.receiver.otherwise(self.handle_other)

    @property
    def body(self) -> bytes:
        return bytes.fromhex(self.vector["hex"]) if "hex" in self.vector else self.vector["body"].encode()

    def name(self, _payload: Any, headers: Mapping[str, str]) -> str | None:
        return headers.get(self.vector["named by"].lower())

    def handle_other(self, name: str | None, payload: Any) -> Any:
        self.others.append(name or "")
        return self.handle(payload)

    def handle(self, payload: Any) -> Any:
        self.payloads.append(payload)
        self.told = self.module.event_headers()
        does = self.vector.get("does")
        if does == "fail":
            raise RuntimeError("the handler fails")
        if isinstance(does, dict):
            return self.module.Reply(does["status"]) if "status" in does else does["json"]
        return None

    def check(self, answer: Any) -> None:
        kind, body = answer.headers.get("content-type"), answer.body.decode()
        check_heard(self.vector, answer.status, kind, body, wire_form(self.payloads), self.told, self.others)


def printed_checks(file: str) -> Printed:
    return package_of(load_checks(file)[0], "checks_" + Path(file).stem)


def found_in(check: Check) -> list[Any]:
    return printed_checks(check.file).module.validate_request(  # type: ignore[no-any-return]
        check.operation,
        path=check.path,
        query=parse_qs(check.query, keep_blank_values=True),
        headers=check.headers,
        cookies={name: unquote(value) for name, value in check.cookies.items()},
        body=check.body,
    )


def words(check: Check) -> list[str]:
    """What is said of a request, in every language alike."""
    return sorted(map(str, found_in(check)))


def check_found(check: Check, listed: Collection[Mapping[str, Any]]) -> None:
    """Hold what a language lists against what a request has wrong: each once, in the words of every language."""
    found = [(one["place"], one["pointer"], one["rule"]) for one in listed]
    assert set(found) == check.finds, check.case
    assert len(found) == len(set(found)), "a violation is said twice"
    assert sorted(f"{one['place']}{one['pointer']}: {one['message']}" for one in listed) == words(check)


# --------------------------------------------------------------------------- which vectors a way needs


def first_of_each(vectors: Sequence[Vector], decision: Callable[[Vector], Hashable]) -> list[Vector]:
    """The first vector of each decision.

    The client for threads takes every vector, with plain models. Each other way takes those that differ in what it does
    on its own: the functions below say what that is. The rest is the same code, or printed by the same code.
    """
    return [*{decision(vector): vector for vector in reversed(vectors)}.values()][::-1]


def waits(vector: Vector) -> Hashable:
    """What the client for ``await`` does on its own: it sends, sends again, follows, signs, reads, and raises.

    How parameters are written, and what is read of a JSON answer, it shares with the client for threads.
    """
    given = bool(vector.arguments), vector.body is MISSING, bool(vector.credentials), bool(vector.shared), vector.key
    sources = {token for token in ("$file", "$bytes") if token in repr((vector.arguments, vector.body))}
    exchanges = tuple(map(_course, vector.exchanges))
    return vector.file, vector.variant, vector.style, vector.raises, given, frozenset(sources), exchanges


def models(vector: Vector) -> Hashable:
    """What models of another kind do on their own: they write bodies and read answers, each of its type."""
    answers = tuple((_course(item), _shape(item.answer.get("json"))) for item in vector.exchanges)
    return (
        vector.file,
        vector.call,
        vector.variant,
        vector.raises,
        _shape(vector.body),
        _shape(_objects(vector)),
        answers,
    )


def has_models(vector: Vector) -> bool:
    """Whether there is a body, an answer, an object, or a header that is read: elsewhere no model is at work."""
    answered = any(item.answer.keys() & {"json", "text"} for item in vector.exchanges)
    return vector.body is not MISSING or answered or bool(vector.metadata or _objects(vector))


def _objects(vector: Vector) -> dict[str, Any]:
    return {name: value for name, value in vector.arguments.items() if isinstance(value, dict) and not is_typed(value)}


def values(vector: Vector) -> Hashable:
    """What a client that checks its calls looks at: which arguments and properties there are, and of what types."""
    return vector.file, vector.call, vector.variant, _shape(vector.arguments), _shape(vector.body)


def courses(vector: Vector) -> Hashable:
    """How pages follow one another: how the next one is asked for is the same code in all ways."""
    return tuple(map(_course, vector.exchanges))


def _course(exchange: Exchange) -> Hashable:
    answer = {name: repr(value) for name, value in exchange.answer.items() if name not in ("json", "headers")}
    headers = frozenset(exchange.answer.get("headers", ()))
    return frozenset(answer.items()), headers, exchange.raises, exchange.status, exchange.other, len(exchange.before)


def _shape(value: Any) -> Hashable:
    if isinstance(value, dict):
        return tuple(sorted((key, _shape(item)) for key, item in value.items()))
    if isinstance(value, list):
        return "list", *sorted({repr(_shape(item)) for item in value})
    return repr(type(value))
