"""Compares the outcome of a call with the expected one; returns the differences as text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.support.faults.run import SECRET, Ended
from tests.support.faults.server import Asked


def differences(ended: Ended) -> list[str]:
    """Everything that is not as the case says; empty where all is well."""
    return [*_ending(ended), *_requests(ended), *_secrets(ended)]


def leaks(ended: Mapping[str, Ended]) -> list[str]:
    """What is wrong with the log of all calls: it shows no request, or a secret."""
    log = next(iter(ended.values())).log
    found = [line for line in log.splitlines() if SECRET in line]
    return found if "/things/t1" in log else ["the log shows no request", *found]


def _ending(ended: Ended) -> Iterator[str]:
    case, told = ended.case, ended.told
    choices = [list(_outcome(one, told)) for one in case.get("either", [case])]
    if all(choices):
        yield from (text for choice in choices for text in choice)
    least, most = case.get("seconds", 0), case.get("within", 600)
    if not least <= told["seconds"] <= most:
        yield f"it took {told['seconds']} s, not {least} to {most}"


def _outcome(wanted: Mapping[str, Any], told: Mapping[str, Any]) -> Iterator[str]:
    error = told.get("error")
    if wanted.get("raises"):
        yield from _error(wanted["raises"], error, told["number"]) if error else ["it does not fail"]
    elif error:
        yield f"it fails: {error}"
    if "returns" in wanted and not error and not same(told.get("value"), wanted["returns"]):
        yield f"the value is {told.get('value')}"
    if "items" in wanted and told.get("items") != wanted["items"]:
        yield f"the items are {told.get('items')}"
    if "count" in wanted and told.get("items") != [str(number) for number in range(wanted["count"])]:
        yield f"there are {len(told.get('items') or [])} items, or they are out of order"
    if wanted.get("raises") and told.get("value") is not None:
        yield f"it gives {told['value']} and fails"


def same(one: Any, other: Any) -> bool:
    """Equal as JSON values: true is not 1, and 1.0 is 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def filled(text: str, case: int) -> str:
    """A text with the number of its case, which paths begin with."""
    return text.replace("{case}", str(case))


def _error(wanted: Mapping[str, Any], error: Mapping[str, Any], case: int) -> Iterator[str]:
    kinds = wanted["kind"] if isinstance(wanted["kind"], list) else [wanted["kind"]]
    if not set(kinds) & set(error["kinds"]):
        yield f"the error is {error['kinds']} ({error['text']}), not {kinds}"
    if "class" in wanted and wanted["class"] not in error["classes"]:
        yield f"the error's classes are {error['classes']}"
    if filled(wanted.get("says", ""), case) not in error["text"]:
        yield f"the error says {error['text']}"
    if "line" in wanted and error["line"] != filled(wanted["line"], case):
        yield f"the error's line is {error['line']!r}"
    for key in ("status", "body", "error"):
        if key in wanted and not same(error.get(key), json.loads(filled(json.dumps(wanted[key]), case))):
            yield f"the error's {key} is {error.get(key)!r}"
    if "retry_after" in wanted and not 0 <= wanted["retry_after"] - (error.get("retryAfter") or 0) < 5:
        yield f"the error says to come back in {error.get('retryAfter')}"


def _requests(ended: Ended) -> Iterator[str]:
    case, asked = ended.case, ended.asked
    if "requests" in case and len(asked) != case["requests"]:
        yield f"{len(asked)} requests were sent"
    for number, wanted in enumerate(case.get("sends", ())):
        if number < len(asked):
            yield from _sent(wanted, asked[number], asked[number - 1] if number else None)


def _sent(wanted: Mapping[str, Any], request: Asked, before: Asked | None) -> Iterator[str]:
    for name, value in wanted.items():
        if name == "other":
            sent, expected = request.other, value
        elif name == "body":
            sent, expected = json.loads(request.body or b"null"), value
        elif name == "text":
            sent, expected = request.body.decode(), value
        else:
            sent = request.headers.get(name)
            expected = {"=": before and before.headers.get(name), "*": sent or "something"}.get(str(value), value)
        if sent != expected:
            yield f"{name} is {sent!r} in {request.method} {request.target}"


def _secrets(ended: Ended) -> Iterator[str]:
    for request in ended.asked:
        if request.other and SECRET in f"{request.target} {request.headers} {request.body!r}":
            yield f"a secret went to the other origin: {request}"
    error = ended.told.get("error") or {}
    shown = {key: value for key, value in error.items() if key not in ("body", "error")}  # these stay as sent
    if SECRET in str({**ended.told, "error": shown}):
        yield f"a secret stands in {ended.told}"
