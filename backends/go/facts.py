"""Prints the facts of an operation, which its method hands to the runtime.

::

    var opGetTrip = &operation{
        id: "getTrip", method: "GET", path: "/trips/{tripId}",
        params: []param{
            {in: "path", name: "tripId", arg: "tripID", required: true},
        },
        ...
    }
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from backends.go.results import Results
from backends.go.source import File
from backends.go.text import string, string_map, strings
from backends.go.types import Types, denull
from backends.writer import Doc
from backends.writer.gofmt import inline, keyed, stacked
from compiler.ir.plan import Method, Plan
from compiler.ir.types import Kind, Ref, Scalar, Type
from compiler.ir.wire import (
    Alternative,
    Answer,
    BodyKind,
    Decode,
    Encode,
    Flow,
    Need,
    Part,
    Payload,
    Place,
    Retries,
    Returns,
    SecurityScheme,
    Server,
    Style,
    WireOperation,
    WireParameter,
    Writing,
)

_KINDS = {
    BodyKind.JSON: "json",
    BodyKind.TEXT: "text",
    BodyKind.BYTES: "bytes",
    BodyKind.SSE: "sse",
    BodyKind.JSONL: "jsonl",
}
_BODIES = {
    BodyKind.JSON: "json",
    BodyKind.FORM: "form",
    BodyKind.MULTIPART: "multipart",
    BodyKind.TEXT: "text",
    BodyKind.BYTES: "bytes",
    BodyKind.JSONL: "jsonl",
    BodyKind.SSE: "text",
}
_USUAL_TYPES = {Encode.TEXT: ("text/plain",), Encode.BYTES: ("application/octet-stream",)}


def results(operation: WireOperation) -> list[Type]:
    """List the distinct types of a result; one that may be missing is a null pointer."""
    return [item for item in operation.results if not (isinstance(item, Scalar) and item.kind is Kind.NULL)]


class Facts:
    """Prints the facts of one file's operations."""

    def __init__(self, plan: Plan, types: Types, file: File) -> None:
        self.plan, self.types, self.file = plan, types, file
        self.shared = {(item.place, item.wire) for item in plan.wire.global_parameters}

    def operation(self, name: str, method: Method, sealed: Results | None) -> Doc:
        """Print the variable that holds the facts of a method."""
        operation = self.plan.wire.operations[method.operation]
        return stacked(f"var {name} = &operation", self._entries(method, operation, sealed))

    def _entries(self, method: Method, operation: WireOperation, sealed: Results | None) -> Iterator[Doc]:
        named = f"id: {string(operation.operation_id or method.ident)}, method: {string(operation.method)}"
        yield f"{named}, path: {string(operation.path)}"
        visible, hidden = self._parameters(method, operation)
        if visible:
            yield keyed("params", stacked("[]param", visible))
        if hidden:
            yield keyed("shared", stacked("[]param", hidden))
        if operation.body is not None:
            yield keyed("body", body_fact(operation.body))
        if operation.answers:
            yield keyed("answers", stacked("[]answer", [self.answer(item, sealed) for item in operation.answers]))
        if operation.pages is not None and operation.returns is Returns.PAGE:
            from backends.go.paging import paging_fact

            yield keyed("paging", paging_fact(operation.pages))
        behaviour = list(self._behaviour(operation))
        if behaviour:
            first, *more = behaviour
            yield [keyed(*first), *([f", {key}: ", value] for key, value in more)]

    def _behaviour(self, operation: WireOperation) -> Iterator[tuple[str, Doc]]:
        wire = self.plan.wire
        if operation.accept:
            yield "accept", string(", ".join(operation.accept))
        if operation.security:
            yield "security", security_fact(operation.security, wire.schemes)
        if operation.servers:
            yield "servers", servers_fact(operation.servers)
        if operation.retries is not None and operation.retries != wire.retries:
            yield "retries", ["&", retries_fact(operation.retries, self.file)]
        if operation.timeout is not None and operation.timeout != wire.timeout:
            yield "timeout", duration(operation.timeout, self.file)
        if operation.idempotency is not None:
            yield "idempotency", string(operation.idempotency)
        if operation.error_statuses:
            yield "errors", strings(operation.error_statuses)

    # ------------------------------------------------------------------ parameters

    def _parameters(self, method: Method, operation: WireOperation) -> tuple[list[str], list[str]]:
        arguments = {(item.place, item.wire): item for item in method.arguments}
        visible, hidden = [], []
        for parameter in operation.parameters:
            argument = arguments.get((parameter.place, parameter.wire))
            if argument is not None:
                blank = not argument.nullable and self.types.is_blank(argument.type)
                visible.append(_parameter(parameter, argument.ident, blank))
            elif parameter.fixed is not None or (parameter.place, parameter.wire) in self.shared:
                hidden.append(_parameter(parameter, parameter.wire))
        return visible, hidden

    # ------------------------------------------------------------------ answers

    def answer(self, answer: Answer, sealed: Results | None) -> str:
        """Print what is declared for one status; ``sealed``: the method's result has several types."""
        parts = [f"status: {string(answer.status)}"]
        if answer.error:
            parts.append("error: true")
        readers = [self._reader(item, answer.error, sealed) for item in answer.decodes if item.kind in _KINDS]
        if readers:
            parts.append(f"readers: {inline('[]reader', readers)}")
        if answer.message is not None:
            parts.append(f"message: {string(answer.message)}")
        return inline("", parts)

    def _reader(self, decode: Decode, error: bool, sealed: Results | None) -> str:
        parts = [f"mediaType: {string(decode.media_type)}", f"kind: {string(_KINDS[decode.kind])}"]
        if decode.kind is BodyKind.JSON and error and self.error_type(decode.type):
            parts.append(f"fail: failAs[{self.types.held(decode.type, self.file)}]")
        elif sealed is not None and not error and decode.kind not in (BodyKind.SSE, BodyKind.JSONL):
            reader = sealed.reader(decode)
            if reader is not None:
                parts.append(f"as: {reader}")
        if decode.kind is BodyKind.JSON and not error and self._is_nil(decode.type, sealed):
            parts.append("null: true")
        if decode.sentinel is not None:
            parts.append(f"sentinel: {string(decode.sentinel)}")
        if decode.text:
            parts.append("plain: true")
        return inline("", parts)

    def _is_nil(self, type_: Type, sealed: Results | None) -> bool:
        """Tell whether null is the nil of what a method returns, and is not read as a value."""
        inner, nullable = denull(type_)
        read = self.types.is_interface(inner) or not self.types.has_nil(inner)
        return nullable and (sealed is not None or not read)

    def error_type(self, type_: Type) -> bool:
        """Tell whether an error's body has a type of its own to be read as."""
        return isinstance(type_, Ref)


def _parameter(parameter: WireParameter, ident: str, blank: bool = False) -> str:
    parts = [f"in: {string(parameter.place.value)}", f"name: {string(parameter.wire)}"]
    if ident != parameter.wire:
        parts.append(f"arg: {string(ident)}")
    if parameter.writing is Writing.JSON:
        parts.append("json: true")
    elif parameter.writing is Writing.STYLE:
        usual = Style.FORM if parameter.place in (Place.QUERY, Place.COOKIE) else Style.SIMPLE
        if parameter.style is not usual:
            parts.append(f"style: {string(parameter.style.value)}")
        if parameter.explode and parameter.parts:
            parts.append("explode: true")
    if parameter.required:
        parts.append("required: true")
    if blank:
        parts.append("blank: true")
    if parameter.allow_reserved and parameter.place is Place.QUERY:
        parts.append("reserved: true")
    if parameter.fixed is not None:
        parts.append(f"fixed: {string(json.dumps(parameter.fixed.json, ensure_ascii=False))}")
    return inline("", parts)


def body_fact(payload: Payload) -> Doc:
    """Print how a body is written."""
    head = f"kind: {string(_BODIES[payload.kind])}, mediaType: {string(payload.media_type)}"
    if payload.required:
        head += ", required: true"
    if payload.nullable:
        head += ", nullable: true"
    if payload.rest is not None:
        head += f", rest: &part{{{_part(payload.rest)}}}"
    if not payload.parts:
        return f"&body{{{head}}}"
    return [f"&body{{{head}, parts: ", stacked("[]part", [f"{{{_part(item)}}}" for item in payload.parts]), "}"]


def _part(part: Part) -> str:
    parts = [f"name: {string(part.wire)}"] if part.wire else []
    parts.append(f"how: {string(part.encode.value)}")
    if part.repeated:
        parts.append("repeated: true")
    if part.encode is Encode.STYLE:
        if part.style is not Style.FORM:
            parts.append(f"style: {string(part.style.value)}")
        parts += ["explode: true"] if part.explode else []
        parts += ["reserved: true"] if part.allow_reserved else []
    if part.declared or tuple(part.content_types) != _USUAL_TYPES.get(part.encode, ()):
        parts += [f"types: {strings(part.content_types)}"] if part.content_types else []
    parts += [f"{name}: {string(kind)}" for name, kind in (("objects", part.objects), ("texts", part.texts)) if kind]
    fixed = {item.wire: item.text for item in part.headers if item.text is not None}
    if fixed:
        parts.append(f"header: {string_map(fixed)}")
    return ", ".join(parts)


FLOWS = ("clientCredentials", "password")
"""Flows of OAuth2 that a client can run by itself."""


def flows_of(scheme: SecurityScheme) -> list[Flow]:
    """List the flows by which a client can ask for tokens itself."""
    return [item for kind in FLOWS for item in scheme.flows if item.kind == kind]


def security_fact(alternatives: Iterable[Alternative], schemes: Mapping[str, SecurityScheme]) -> str:
    """Print the alternatives of schemes; scopes where the client asks for tokens."""
    shown = (inline("", (_need(need, schemes) for need in item.needs)) for item in alternatives)
    return inline("[][]need", shown)


def _need(need: Need, schemes: Mapping[str, SecurityScheme]) -> str:
    known = schemes.get(need.scheme)
    scopes = " ".join(need.scopes) if known is not None and flows_of(known) else ""
    return f"{{{string(need.scheme)}, {string(scopes)}}}"


def servers_fact(servers: Sequence[Server]) -> Doc:
    """Print servers with the defaults of their variables."""
    return stacked("[]server", map(_server, servers))


def _server(server: Server) -> str:
    parts = [f"url: {string(server.url)}"]
    if server.server_id is not None:
        parts.append(f"name: {string(server.server_id)}")
    if server.variables:
        parts.append(f"variables: {string_map({item.wire: item.default for item in server.variables})}")
    return inline("", parts)


def retries_fact(retries: Retries, file: File) -> Doc:
    """Print how requests are repeated."""
    count = 0 if retries.strategy == "none" else 2
    entries = [
        keyed("MaxRetries", str(count)),
        keyed("Budget", duration(retries.max_elapsed_time, file)),
        keyed("Initial", duration(retries.initial_interval, file)),
        keyed("Maximum", duration(retries.max_interval, file)),
        keyed("Exponent", f"{retries.exponent:g}"),
        keyed("Statuses", strings(retries.status_codes)),
        keyed("ConnectionErrors", "true" if retries.connection_errors else "false"),
    ]
    return stacked("RetryPolicy", entries)


def duration(milliseconds: int, file: File) -> str:
    """Print a length of time."""
    time = file.use("time")
    if milliseconds % 1000 == 0:
        return f"{milliseconds // 1000} * {time}.Second"
    return f"{milliseconds} * {time}.Millisecond"
