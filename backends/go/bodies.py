"""Prints how a request body is written: its media type and its parts."""

from __future__ import annotations

import json
from collections.abc import Iterator

from backends.go.text import literal, pairs, string
from backends.records import Table
from backends.writer import Doc
from backends.writer.gofmt import inline, stacked
from compiler.ir.wire import BodyKind, Part, Payload, StreamSwitch
from compiler.plan.plan import BodyFields


def body_fact(payload: Payload, fields: BodyFields | None, union: str | None) -> Doc:
    """Print the facts of a body, and which arguments of the method are its properties; ``union``: what writes its
    tag."""
    head = pairs(_PAYLOAD.facts(payload))
    if fields is not None:
        head += _fields(fields)
    if union is not None:
        head.append(f"union: {union}")
    if payload.switch is not None:
        head += pairs(_SWITCH.facts(payload.switch))
    if payload.rest is not None:
        head.append(f"rest: &part{part_fact(payload.rest)}")
    if not payload.parts:
        return inline("&body", head)
    return [f"&body{{{', '.join(head)}, parts: ", stacked("[]part", map(part_fact, payload.parts)), "}"]


def _fields(fields: BodyFields) -> Iterator[str]:
    yield "fields: true"
    if fields.fixed:
        yield f"fixed: {string(json.dumps(dict(fields.fixed), ensure_ascii=False))}"


def part_fact(part: Part) -> str:
    """Print how one property of a form or multipart body is written."""
    return inline("", pairs(_PART.facts(part)))


_PAYLOAD = Table(
    Payload,
    "kind media_type json json_needs file_needs required nullable types extensions",
    literal,
    camel=True,
    kind=lambda kind: '"text"' if kind is BodyKind.SSE else string(kind.value),
)
_SWITCH = Table(StreamSwitch, "wire:switched value:turns", literal, value=lambda value: f'"{literal(value)}"')
_PART = Table(
    Part,
    "wire:name encode:how repeated style explode allow_reserved:reserved types extensions objects texts json_only"
    " fixed:header needs",
    literal,
    camel=True,
)
