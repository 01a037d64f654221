"""The wire vectors against SDKs printed for TypeScript: a vector on its way through node."""

from __future__ import annotations

import base64
import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.support.printed import Printed, argument_of
from tests.support.recorder import Recorder
from tests.support.typescript_things import call_of, drive, print_typescript
from tests.support.wire_run import ERRORS, HOOK_ERRORS, HOOKS, WireRun
from tests.support.wire_vectors import Vector, load_file


@functools.cache
def printed(file: str) -> Printed:
    return print_typescript(load_file(file)[0], "wire_" + Path(file).stem)


class Run(WireRun):
    """One vector on its way through node."""

    language = "typescript"

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
        reading = {"validateResponses": self.vector.strict, "maxResponseBytes": self.vector.most}
        given = {name: value for name, value in reading.items() if value}
        return {"baseUrl": self.here.origin, **given, **external, **credentials, **shared}

    def check_reports(self, reports: Sequence[Mapping[str, Any]]) -> None:
        """Hold what a hook was told to what the vector says."""
        keys = {"operation": "operationId", "request_id": "requestId"}
        assert len(reports) == len(self.vector.reports or ())
        for found, report in zip(reports, self.vector.reports or (), strict=True):
            violates = tuple(sorted(map(tuple, report["violates"])))
            assert violated(found["violations"]) == violates and found["count"] == len(violates)
            assert all(found[keys.get(name, name)] == item for name, item in report.items() if name != "violates")

    def arguments(self) -> list[Any]:
        values = {argument_of(self.method, key).ident: item for key, item in self.vector.arguments.items()}
        said = {"idempotencyKey": self.vector.key, "redirects": self.vector.redirects}
        options = {name: value for name, value in said.items() if value is not None}
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


def violated(found: Sequence[Mapping[str, str]]) -> tuple[tuple[str, str], ...]:
    """Violations as the vectors have them."""
    return tuple(sorted((item["pointer"], item["rule"]) for item in found))


def check_error(error: Any, raises: str, status: int | None) -> None:
    assert ERRORS[raises] in error["kinds"], error
    assert status is None or error["status"] == status


def walk_pages(vector: Vector, servers: tuple[Recorder, Recorder]) -> None:
    """Walk the pages of a vector, and fail where they are not as it says."""
    run = Run(vector, servers)
    answer = run.call("pages")
    last = vector.exchanges[-1]
    if last.raises is not None:
        check_error(answer["error"], last.raises, last.status)
    else:
        assert "error" not in answer, answer
    run.check_counts(answer["counts"])
    run.check_requests()


@functools.cache
def printed_hooks(stem: str) -> Printed:
    return print_typescript(HOOKS[stem]["document"], f"hooks_{stem}")


def receive(sdk: Printed, vector: Mapping[str, Any]) -> dict[str, Any]:
    """What comes of an event: what is answered, what the handler is given, and what reading alone throws."""
    options: dict[str, Any] = {"verify": not vector.get("unsigned", False)}
    words = {"secrets": "secrets", "max": "maxBodyBytes", "seen": "seen"}
    options |= {name: vector[word] for word, name in words.items() if word in vector}
    handlers = [name.handler for name in sdk.plan.surface.events.values()]
    found: dict[str, Any] = drive(sdk, mode="webhook", vector=vector, handlers=handlers, options=options)
    return found


def check_rejection(vector: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    assert ("error" in found) == ("rejects" in vector), found
    if "rejects" in vector:
        assert HOOK_ERRORS[vector["rejects"]] in found["error"]["kinds"]
