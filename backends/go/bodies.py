"""Prints how a request body is written: its media type and its parts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import assert_never

from backends.go.text import string, string_map, strings
from backends.writer import Doc
from backends.writer.gofmt import stacked
from compiler.ir.wire import BodyKind, Encode, Part, Payload, Style
from compiler.plan.plan import BodyFields


def body_fact(payload: Payload, fields: BodyFields | None, union: str | None) -> Doc:
    """Print the facts of a body, and which arguments of the method are its properties; ``union``: what writes its
    tag."""
    head = f"kind: {string(_kind(payload.kind))}, mediaType: {string(payload.media_type)}"
    if payload.json is not None:
        head += f", json: {string(payload.json)}"
    if payload.json_needs:
        head += f", jsonNeeds: {strings(payload.json_needs)}"
    if payload.file_needs:
        head += f", fileNeeds: {strings(payload.file_needs)}"
    if payload.required:
        head += ", required: true"
    if payload.nullable:
        head += ", nullable: true"
    if payload.types:
        head += f", types: {strings(payload.types)}"
    if payload.extensions:
        head += f", extensions: {string_map(dict(payload.extensions))}"
    if fields is not None:
        head += ", ".join(["", *_fields(payload, fields)])
    if union is not None:
        head += f", union: {union}"
    if payload.switch is not None:
        head += f", switched: {string(payload.switch.wire)}"
        head += f', turns: "{str(payload.switch.value).lower()}"' if payload.switch.value is not None else ""
    if payload.rest is not None:
        head += f", rest: &part{part_fact(payload.rest)}"
    if not payload.parts:
        return f"&body{{{head}}}"
    return [f"&body{{{head}, parts: ", stacked("[]part", map(part_fact, payload.parts)), "}"]


def _fields(payload: Payload, fields: BodyFields) -> Iterator[str]:
    yield "fields: true"
    if fields.needs and not payload.required:
        yield f"needs: {strings(fields.needs)}"
    if fields.fixed:
        yield f"fixed: {string(json.dumps(dict(fields.fixed), ensure_ascii=False))}"


def _kind(kind: BodyKind) -> str:
    match kind:
        case BodyKind.JSON | BodyKind.FORM | BodyKind.MULTIPART | BodyKind.TEXT | BodyKind.BYTES | BodyKind.JSONL:
            return kind.value
        case BodyKind.SSE:
            return "text"
    assert_never(kind)


def part_fact(part: Part) -> str:
    """Print how one property of a form or multipart body is written."""
    parts = [f"name: {string(part.wire)}"] if part.wire else []
    parts.append(f"how: {string(part.encode.value)}")
    if part.repeated:
        parts.append("repeated: true")
    if part.encode is Encode.STYLE:
        parts += _style(part)
    if part.types:
        parts.append(f"types: {strings(part.types)}")
    if part.extensions:
        parts.append(f"extensions: {string_map(dict(part.extensions))}")
    parts += [f"{name}: {string(kind)}" for name, kind in (("objects", part.objects), ("texts", part.texts)) if kind]
    if part.json_only:
        parts.append(f"jsonOnly: {strings(part.json_only)}")
    if part.fixed:
        parts.append(f"header: {string_map(dict(part.fixed))}")
    if part.needs:
        parts.append(f"needs: {strings(part.needs)}")
    return f"{{{', '.join(parts)}}}"


def _style(part: Part) -> Iterator[str]:
    if part.style is not Style.FORM:
        yield f"style: {string(part.style.value)}"
    if part.explode:
        yield "explode: true"
    if part.allow_reserved:
        yield "reserved: true"
