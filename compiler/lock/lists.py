"""The lists of a document, with the known facts of their items (D10.1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from compiler.base.memory import NONE, Memory
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id
from compiler.ir.nodes import Body, Event, Header, Operation, Parameter, Response, Schema, Sdk
from compiler.ir.text import format_id
from compiler.lock.labels import Lists, Seat, within

_ODD = lazy_pattern(r"[^\w.\[\]$]+")


def lists_of(sdk: Sdk, memory: Memory = NONE) -> Lists:
    """Return the items in the lists of a document as lowered."""
    callers: dict[Id, Operation | Event] = {**sdk.operations, **sdk.events}
    parts = (
        *memory.each("lists of schemas", sdk.schemas, lambda schema: lists_in([schema])).values(),
        *memory.each("lists of callers", callers, _of_caller).values(),
        _of_shared(sdk),
    )
    found: dict[Id, Mapping[str, Seat]] = {}
    for part in parts:
        for owner, seats in part.items():
            found[owner] = {**found[owner], **seats} if owner in found else seats
    return found


def lists_in(schemas: Iterable[Schema]) -> Lists:
    """Return the items in the lists of schemas that a pass made."""
    found: dict[Id, dict[str, Seat]] = {}
    _walk([*schemas], found)
    return found


def _walk(waiting: list[Schema], found: dict[Id, dict[str, Seat]]) -> None:
    while waiting:
        schema = waiting.pop()
        if schema.one_of or schema.any_of or schema.all_of:
            for member in (*schema.one_of, *schema.any_of):
                kind = _label(_member_label(member))
                label = _label(member.title) if member.title and not member.ref else kind
                _seat(found, member.id, Seat(label, _parts(member), kind))
            for part in schema.all_of:
                _seat(found, part.id, Seat(_label(part.ref.rpartition("/")[2] if part.ref else "part"), _parts(part)))
            waiting += (*schema.one_of, *schema.any_of, *schema.all_of)
        if schema.properties:
            waiting += [item.schema for item in schema.properties]
        if schema.patterns or schema.prefix_items:
            waiting += (*(item.schema for item in schema.patterns), *schema.prefix_items)
        if schema.items is not None:
            waiting.append(schema.items)
        if schema.additional is not None:
            waiting.append(schema.additional)


def _seat(found: dict[Id, dict[str, Seat]], at: Id, seat: Seat) -> None:
    owner, _, number = at.rpartition("/")
    if number.isdecimal():
        found.setdefault(owner, {})[number] = seat


def _of_caller(caller: Operation | Event) -> Lists:
    """Return the items in the lists of an operation or an event, its parameters among them."""
    found: dict[Id, dict[str, Seat]] = {}
    for parameter in caller.parameters:
        parts = within("schema", _parts(parameter.schema)) if parameter.schema is not None else frozenset[str]()
        _seat(
            found, parameter.id, Seat(_label(f"{parameter.place.value}-{parameter.wire}"), parts, wire=parameter.wire)
        )
    bodies = [caller.body] if caller.body is not None else []
    _walk([*_schemas(caller.parameters, [*bodies, *caller.responses])], found)
    return found


def _of_shared(sdk: Sdk) -> Lists:
    """Return the items in the lists of what operations refer to, schemas excepted."""
    headers: list[Parameter | Header] = [*sdk.parameters.values(), *sdk.global_parameters, *sdk.headers.values()]
    return lists_in(_schemas(headers, [*sdk.bodies.values(), *sdk.responses.values()]))


def _schemas(headers: Iterable[Parameter | Header], holders: Iterable[Body | Response]) -> Iterator[Schema]:
    for header in headers:
        yield from _of_header(header)
    for holder in holders:
        yield from _of_contents(holder)


def _of_header(item: Parameter | Header) -> Iterator[Schema]:
    if item.schema is not None:
        yield item.schema


def _of_contents(item: Body | Response) -> Iterator[Schema]:
    headers = list(item.headers) if isinstance(item, Response) else []
    for content in item.contents:
        if content.schema is not None:
            yield content.schema
        headers += [header for encoding in content.encodings for header in encoding.headers]
    for header in headers:
        yield from _of_header(header)


def _member_label(schema: Schema) -> str:
    """Return what a union's member without a title is called by: its reference, constant or parts, else its kind."""
    if schema.ref is not None:
        return schema.ref.rpartition("/")[2]
    values = [schema, *(item.schema for item in schema.properties if item.wire in schema.required)]
    constant = next((text for value in values if (text := _constant(value)) is not None), None)
    kinds = [kind for kind in schema.types if kind != "null"]
    kind = "enum" if schema.enum else "object" if schema.properties else kinds[0] if kinds else "any"
    return constant or "-".join(_bases(schema)) or kind


def _bases(schema: Schema) -> list[str]:
    return [part.ref.rpartition("/")[2] for part in schema.all_of if part.ref is not None]


def _constant(schema: Schema) -> str | None:
    one = schema.const or (schema.enum[0] if len(schema.enum) == 1 else None)
    return None if one is None else str(one.json)


def _parts(schema: Schema, depth: int = 3) -> frozenset[str]:
    """Return what codegen.lock lists of the type that a schema becomes, else of what it holds."""
    own = [item.wire for item in schema.properties] or [_json(value.json) for value in schema.enum]
    if own or not depth:
        return frozenset(own)
    there = [member for member in (*schema.one_of, *schema.any_of) if member.types != ("null",)]
    if len(there) == 1:  # it stands for the union
        return _parts(there[0], depth - 1)
    if there:
        return frozenset(format_id(member.ref) for member in there if member.ref)
    held = (("items", schema.items), ("additionalProperties", schema.additional))
    found = ((step, _parts(inner, depth - 1)) for step, inner in held if inner is not None)
    return next((within(step, parts) for step, parts in found if parts), frozenset())


_json = json.JSONEncoder().encode


def _label(text: str) -> str:
    """Return a text as a token without what separates tokens; numbers alone are those of earlier locks."""
    made = _ODD.sub("-", text) or "-"
    return f"-{made}" if made.isdecimal() else made
