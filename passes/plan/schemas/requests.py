"""The schemas of requests for validators, and the document's schemas as the plan provides them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence

from compiler.ir.node import Id, escape, frozen, replace
from compiler.ir.wire import (
    BodyKind,
    Encode,
    JsonField,
    Part,
    PartHeader,
    Payload,
    Place,
    Style,
    Wire,
    WireOperation,
    WireParameter,
)
from compiler.plan.per_plan import per_plan
from compiler.plan.schemas import Refer, Schema, compact
from passes.plan.schemas.answers import answer_schemas
from passes.plan.schemas.type_schemas import Side, Writer, facts_of

_MARK = os.urandom(8).hex()
"""Stands around what ``$ref`` holds while a schema is of no language yet: what no document can know."""


class DocumentSchemas:
    """The schemas of a document (:class:`compiler.plan.schemas.Schemas`)."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def over(self, wire: Wire) -> DocumentSchemas:
        """Return the schemas of the same document, made of a wire half that takes note of what is read."""
        return DocumentSchemas(wire)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DocumentSchemas) and self._wire == other._wire

    def __hash__(self) -> int:
        return hash(self._wire.title)

    @property
    def unnamed(self) -> Sequence[Id]:
        """The contracts without a type that other contracts refer to."""
        return facts_of(self._wire).unnamed

    def of_type(self, at: Id, refer: Refer) -> Schema:
        """Return the schema of a declared type, or of a contract without a type."""
        return _refer_again(describe_type(self._wire, at, refer), refer)

    def text(self, at: Id, refer: Refer) -> str:
        """Return the same as JSON."""
        pieces = split_type(self._wire, at)
        text = list(pieces)
        text[1::2] = [compact(refer(target))[1:-1] for target in pieces[1::2]]
        return "".join(text)

    def requests(self, refer: Refer) -> dict[str, Schema]:
        """Describe the requests of each operation of the document, all its variants together."""
        return {
            name: _refer_again(describe_request(self._wire, name, variants, refer), refer)
            for name, variants in self._variants()
        }

    def answers(self, refer: Refer) -> dict[str, Schema]:
        """Describe the JSON that each operation's successes hold, of all its variants together."""
        found = {
            name: _refer_again(describe_answer(self._wire, name, variants, refer), refer)
            for name, variants in self._variants()
        }
        return {name: schema for name, schema in found.items() if schema}

    def _variants(self) -> Iterator[tuple[str, tuple[WireOperation, ...]]]:
        found: dict[str, list[WireOperation]] = {}
        for operation in self._wire.operation_shapes.values():
            found.setdefault(operation.label, []).append(operation)
        return ((name, tuple(variants)) for name, variants in found.items())


_Described = tuple[Schema, tuple[Id, ...]]
"""A schema with all that it refers to: whoever takes a kept one has to hear of that, too."""


def _refer_again(described: _Described, refer: Refer) -> Schema:
    for target in described[1]:
        refer(target)
    return described[0]


def _describe(wire: Wire, refer: Refer, make: Callable[[Writer], Schema]) -> _Described:
    found: dict[Id, str] = {}

    def note_reference(target: Id) -> str:
        found[target] = refer(target)
        return found[target]

    return make(Writer(facts_of(wire), note_reference)), tuple(found)


def describe_type(wire: Wire, at: Id, refer: Refer) -> _Described:
    """Make the schema of a type."""
    return _describe(wire, refer, lambda writer: writer.of_type(at))


def describe_request(wire: Wire, name: str, variants: Sequence[WireOperation], refer: Refer) -> _Described:
    """Make what an operation's requests are."""
    return _describe(wire, refer, lambda writer: _Requests(writer).operation(variants))


def describe_answer(wire: Wire, name: str, variants: Sequence[WireOperation], refer: Refer) -> _Described:
    """Make what an operation's successes are."""
    return _describe(wire, refer, lambda writer: answer_schemas(writer, variants))


@per_plan
def _known_pieces(wire: Wire) -> dict[Id, list[str]]:
    """Return the JSON of types in pieces, which languages share."""
    return {}


def split_type(wire: Wire, at: Id) -> list[str]:
    """Make the JSON of a type in pieces: each second one is what a ``$ref`` leads to."""
    known = _known_pieces(wire)
    if at not in known:
        schema = Writer(facts_of(wire), lambda target: f"{_MARK}{target}{_MARK}").of_type(at)
        pieces = compact(schema).split(_MARK)
        pieces[1::2] = [json.loads(f'"{one}"') if "\\" in one else one for one in pieces[1::2]]
        known[at] = pieces
    return known[at]


@frozen
class _Requests:
    """Describes requests; ``writer`` makes the schemas of their types."""

    writer: Writer

    def operation(self, variants: Sequence[WireOperation]) -> Schema:
        """Describe requests: ``params`` in order; ``body`` by media type; whether one is ``required``."""
        found: Schema = {}
        parameters = [self._parameter(item) for item in variants[0].parameters if item.fixed is None]
        if parameters:
            found["params"] = parameters
        payloads = [variant.body for variant in variants if variant.body is not None]
        if payloads:
            payloads += [_without_files(item) for item in payloads if item.json is not None]
            payloads += [other for item in payloads for other in item.others]
            found["body"] = {name.lower(): self._payload(item) for item in payloads for name in _names(item)}
        if any(item.required for item in payloads):
            found["required"] = True
        return found

    def _parameter(self, parameter: WireParameter) -> Schema:
        """Describe a parameter: ``media`` where it is described by ``content``, else ``style`` and ``explode``."""
        found = _write_parameter(parameter, parameter.place, parameter.style)
        inner = f"/content/{escape(parameter.media_type)}" if parameter.media_type is not None else ""
        schema = self.writer.decided(
            f"{parameter.id}{inner}/schema", self.writer.expression(parameter.type), Side.WRITE
        )
        return {**found, "schema": schema} if schema else found

    def _payload(self, payload: Payload) -> Schema:
        """Describe a body: its ``kind``, its ``schema``; of forms how their ``parts`` are read."""
        found: Schema = {"kind": payload.kind.value}
        if payload.kind is BodyKind.BYTES:
            return found
        media_type = escape(payload.declared or payload.media_type)
        of_type = self.writer.expression(payload.type)
        text = payload.kind in (BodyKind.FORM, BodyKind.MULTIPART, BodyKind.TEXT)
        schema = self.writer.decided(f"{payload.id}/content/{media_type}/schema", of_type, Side.WRITE, text=text)
        schema = self._alone(payload, schema) if schema is of_type else schema
        if schema:
            found["schema"] = schema
        if payload.kind in (BodyKind.FORM, BodyKind.MULTIPART):
            unnamed = payload.kind is BodyKind.MULTIPART and payload.media_type.lower() != "multipart/form-data"
            found["parts"] = {part.wire: self._part(part, typed=unnamed or part.declared) for part in payload.parts}
            if unnamed:
                found["order"] = list(found["parts"])
        return found

    def _alone(self, payload: Payload, schema: Schema) -> Schema:
        """Say what holds of JSON alone, where it shares its type with multipart (D7.3).

        Clients check any body by the schema of multipart, which takes both; it is held to the rest when it is written.
        """
        more: Schema = {}
        if payload.json_fields:
            more["properties"] = {item.wire: self._json_field(item) for item in payload.json_fields}
        if payload.json_needs:
            more["required"] = list(payload.json_needs)
        return {"allOf": [schema], **more} if more and payload.kind is BodyKind.JSON else schema

    def _json_field(self, item: JsonField) -> Schema:
        listed = [self.writer.expression(type_) for type_ in item.types]
        listed += [{"type": ["null"]}] if item.nullable else []
        return listed[0] if len(listed) == 1 else {"anyOf": listed}

    def _part(self, part: Part, *, typed: bool) -> Schema:
        """Describe a property of a form.

        ``types`` are its media types, ``headers`` those that its parts carry; a part of the type ``objects`` is JSON.
        """
        found: Schema = {"encode": part.encode.value}
        if part.encode is Encode.STYLE:
            found["style"] = part.style.value
            if part.explode:
                found["explode"] = True
        elif part.repeated:
            found["repeated"] = True
        if typed and part.content_types:
            others = [kind for kind in (part.sent, part.objects, part.texts) if kind]
            found["types"] = list(dict.fromkeys([*part.content_types, *others]))
        if part.objects:
            found["objects"] = part.objects
        if part.headers:
            found["headers"] = [self._part_header(header) for header in part.headers]
        return found

    def _part_header(self, header: PartHeader) -> Schema:
        found = _write_parameter(header, Place.HEADER, Style.SIMPLE)
        schema = self.writer.expression(header.type)
        return {**found, "schema": schema} if schema else found


def _without_files(payload: Payload) -> Payload:
    """Return a body as it is sent where no file is among its values."""
    return replace(payload, kind=BodyKind.JSON, media_type=payload.json or "", content_types=(), parts=(), rest=None)


def _names(payload: Payload) -> tuple[str, ...]:
    """Return the media types of a body as the document has them."""
    return payload.content_types or (payload.declared or payload.media_type,)


def _write_parameter(item: WireParameter | PartHeader, place: Place, style: Style) -> Schema:
    """Say how a parameter, or the header of a part, is found and written."""
    found: Schema = {"name": item.wire, "in": place.value}
    if item.required:
        found["required"] = True
    if item.media_type is not None:
        return {**found, "media": item.media_type}
    found["style"] = style.value
    if item.explode:
        found["explode"] = True
    return found
