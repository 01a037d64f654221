"""Prints the facts of an operation: the constant that a method hands to the runtime.

::

    const GET: Operation = {
      id: "getTrip",
      method: "GET",
      path: "/trips/{tripId}",
      params: [{ name: "tripId", in: "path" }],
      answers: [{ status: "200", readers: [{ type: "application/json", read: AsJson }] }, ON_DEFAULT],
      accept: "application/json",
      security: [["bearerAuth"]],
    };
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from backends.records import Table
from backends.typescript.bodies import body_fact
from backends.typescript.codecs import Codecs
from backends.typescript.paging import paging_fact
from backends.typescript.scope import Scope
from backends.typescript.security import security_fact
from backends.typescript.text import facts, literal, obj, string
from backends.writer import Doc
from backends.writer.prettier import array
from compiler.ir.headers import Reading, ResponseHeader
from compiler.ir.node import Json
from compiler.ir.servers import Retries, Server
from compiler.ir.wire import Answer, BodyKind, Decode, EventData, Place, Style, WireOperation, WireParameter, Writing
from compiler.plan.plan import Binding, Method, Plan

Pairs = list[tuple[str, Doc]]

STYLES = {
    Style.SIMPLE: "Simple",
    Style.FORM: "Form",
    Style.LABEL: "Label",
    Style.MATRIX: "Matrix",
    Style.SPACE_DELIMITED: "SpaceDelimited",
    Style.PIPE_DELIMITED: "PipeDelimited",
    Style.DEEP_OBJECT: "DeepObject",
}
"""Functions of the runtime."""

_PLACES = {Place.PATH: "InPath", Place.QUERY: "InQuery", Place.HEADER: "InHeader", Place.COOKIE: "InCookie"}

_RESERVED = {Place.PATH: "ReservedInPath", Place.COOKIE: "ReservedInCookie"}
"""What leaves reserved characters as they are, but those that end what stands in a place."""


class Facts:
    """Prints the facts of one file's operations; ``scope`` collects what the file imports."""

    def __init__(self, plan: Plan, codecs: Codecs, schemes: Mapping[str, str], scope: Scope) -> None:
        self.plan, self.codecs, self.schemes, self.scope = plan, codecs, schemes, scope

    def operation(self, method: Method, answers: Mapping[int, str]) -> Doc:
        """Print the facts of a method. ``answers``: the constants of responses that methods share, by their key."""
        return obj(self._entries(method, self.plan.wire.operations[method.operation], answers))

    def _entries(
        self, method: Method, operation: WireOperation, answers: Mapping[int, str]
    ) -> Iterator[tuple[str, Doc]]:
        yield "id", string(method.label)
        yield "method", string(operation.method)
        yield "path", string(operation.route)
        if operation.query:
            yield "query", literal([operation.query])
        if method.parameters:
            yield "params", facts([[*self._parameter(item)] for item in method.parameters])
        if operation.body is not None:
            yield "body", obj(body_fact(operation.body, method.fields, self.codecs, self.scope))
        if operation.answers:
            yield "answers", self._answers(operation, answers)
        if any(item.headers and _is_result(item) for item in operation.answers):
            yield "metadata", self.scope.runtime("Declared")
        if operation.accept is not None:
            yield "accept", string(operation.accept)
        yield from security_fact(operation.security, self.plan, self.schemes, self.scope)
        if operation.servers:
            yield "servers", servers_fact(operation.servers, self.plan.surface.server_variables)
        yield from self._behaviour(method, operation)

    def _behaviour(self, method: Method, operation: WireOperation) -> Iterator[tuple[str, Doc]]:
        if operation.retries is not None:
            yield "retries", retries_fact(operation.retries, self.plan.wire.retries or Retries())
        if operation.timeout is not None:
            yield "timeout", str(operation.timeout)
        if operation.is_unsafe or operation.body is not None:
            yield "repeat", self.scope.runtime("UnlessProcessed" if operation.is_unsafe else "UnlessStream")
        if operation.method not in ("GET", "HEAD"):
            yield "redirect", self.scope.runtime("AsGetAfter303")
        if operation.idempotency is not None:
            yield "idempotency", string(operation.idempotency)
        if operation.method == "TRACE":
            yield "ready", self.scope.runtime("NoTrace")
        elif operation.idempotency is not None:
            yield "ready", self.scope.runtime("Keyed")
        if operation.odd_statuses:
            yield "errors", literal(list(operation.odd_statuses))
        if operation.paged is not None:
            read = [item.type for answer in operation.answers if not answer.error for item in answer.decodes]
            yield "paging", paging_fact(method, operation.paged, read, self.codecs, self.scope)

    # ------------------------------------------------------------------ parameters

    def _parameter(self, item: Binding) -> Iterator[tuple[str, Doc]]:
        parameter, argument = item.parameter, item.argument
        yield "name", string(parameter.wire)
        yield "in", self.scope.runtime(_PLACES[parameter.place])
        if item.ident is not None:
            yield "arg", string(item.ident)
        if parameter.required:
            yield "required", "true"
        if argument is not None and argument.nullable:
            yield "nullable", "true"
        yield from self._style(parameter)
        if parameter.allow_reserved:
            yield "encode", self.scope.runtime(_RESERVED.get(parameter.place, "Reserved"))
        codec = self.codecs.codec(parameter.type, self.scope)
        if codec is not None:
            yield "codec", codec
        if parameter.fixed is not None:
            yield "given", self.scope.runtime("Fixed")
            yield "fixed", literal(parameter.fixed.json)
        elif argument is None:
            yield "given", self.scope.runtime("OfClient")
            option = self.plan.surface.global_parameters[parameter.wire]
            if option != parameter.wire:
                yield "arg", string(option)
        elif self.codecs.types.may_be_long(parameter.type):
            yield "given", self.scope.runtime("Exact")

    def _style(self, parameter: WireParameter) -> Iterator[tuple[str, Doc]]:
        """Print the style, unless a value is always one string: the runtime writes it without a style."""
        match parameter.writing:
            case Writing.JSON:
                yield "style", self.scope.runtime("Json")
            case Writing.STYLE:
                if parameter.parts or parameter.style in (Style.LABEL, Style.MATRIX):
                    yield "style", self.scope.runtime(STYLES[parameter.style])
                    if parameter.explode and parameter.style is not Style.DEEP_OBJECT:
                        yield "explode", "true"
            case Writing.TEXT:
                return
            case _:
                assert_never(parameter.writing)

    # ------------------------------------------------------------------ answers

    def _answers(self, operation: WireOperation, known: Mapping[int, str]) -> Doc:
        items: list[Doc] = []
        weights: list[int] = []
        for answer in sorted(operation.answers, key=_breadth):
            name = known.get(answer.kin)
            pairs = self.answer(answer, operation) if name is None else []
            items.append(obj(pairs) if name is None else name)
            weights.append(len(pairs))
        return array(items, weights)

    def answer(self, answer: Answer, operation: WireOperation | None = None) -> Pairs:
        """Print what is declared for one status, of an operation alone or of several."""
        pairs: Pairs = [("status", string(answer.status))]
        if answer.decodes:
            pairs.append(("readers", facts([self._reader(item, answer, operation) for item in answer.decodes])))
        if len(answer.decodes) > 1:
            pairs.append(("choose", self.scope.runtime("ByType")))
        if answer.error:
            pairs.append(("error", "true"))
        if answer.carries is not None:
            pairs.append(("raises", self.scope.value("errors", self.plan.errors[answer.carries].ident)))
        if answer.message is not None:
            pairs.append(("message", string(answer.message)))
        if answer.headers and _is_result(answer):
            pairs.append(("headers", obj([(item.wire, self._header(item)) for item in answer.headers])))
        return pairs

    def _header(self, header: ResponseHeader) -> Doc:
        if header.reading.structured:
            codec = self.codecs.reader(header.type, self.scope)
            made = self._structure(header)
            return made if codec is None else [self.scope.runtime("codedHeader"), "(", made, ", ", codec, ")"]
        return self._single(header_type(header.reading, self.codecs.types.int64))

    def _structure(self, header: ResponseHeader) -> Doc:
        """Print the decoder of a header that is a list, an object or JSON."""
        if header.reading is Reading.JSON:
            return self.scope.runtime("jsonHeader")
        item = self._single(header_type(header.items, "number"))
        if header.reading is Reading.LIST:
            return [self.scope.runtime("listHeader"), "(", item, ")"]
        known = [(name, self._single(header_type(Reading(reading), "number"))) for name, reading in header.members]
        more = [", ", obj(known)] if known or header.explode else []
        return [self.scope.runtime("objectHeader"), "(", item, *more, *([", true"] if header.explode else []), ")"]

    def _single(self, type_: str) -> Doc:
        return self.scope.runtime(_SINGLE.get(type_, "Numeric"))

    def _reader(self, decode: Decode, answer: Answer, operation: WireOperation | None) -> Pairs:
        types = self.codecs.types
        pages = operation.pages if operation is not None else None
        cursors = [item.source for item in pages.advances if item.source is not None] if pages is not None else []
        digits = types.keeps_digits(decode.type) or any(types.may_be_number(decode.type, one.steps) for one in cursors)
        read = _reader(decode)
        pairs: Pairs = [("type", string(decode.essence)), ("read", self.scope.runtime(read))]
        if digits and read == "AsJson":
            pairs.append(("parse", self.scope.runtime("parseJson")))
        read_json = read in ("AsJson", "AsJsonOrText") and not answer.error
        if read_json and operation is not None and any(map(_is_empty, operation.answers)):
            pairs.append(("empty", "true"))
        codec = self.codecs.reader(decode.type, self.scope)
        if codec is None and read == "AsJson" and digits and types.may_be_long(decode.type):
            codec = self.scope.runtime("NumberCodec")
        if codec is not None and decode.kind is not BodyKind.BYTES:
            pairs.append(("codec", codec))
        if decode.text and decode.kind is BodyKind.SSE:
            pairs.append(("text", "true"))
        pairs += _DECODE.facts(decode)
        if decode.events:
            pairs.append(("events", array([obj(self._data(item)) for item in decode.events])))
        return pairs

    def _data(self, item: EventData) -> Pairs:
        """Print the type of the data of a named event."""
        pairs: Pairs = [] if item.name is None else [("name", string(item.name))]
        codec = self.codecs.reader(item.type, self.scope) if item.type is not None else None
        if codec is not None:
            pairs.append(("codec", codec))
        if item.text:
            pairs.append(("text", "true"))
        return pairs


_READERS = {
    BodyKind.JSON: "AsJson",
    BodyKind.TEXT: "AsText",
    BodyKind.BYTES: "AsBytes",
    BodyKind.SSE: "AsEvents",
    BodyKind.JSONL: "AsLines",
}
"""Functions of the runtime."""


def _reader(decode: Decode) -> str:
    """Name the function that reads a body."""
    return "AsJsonOrText" if decode.kind is BodyKind.JSON and decode.text else _READERS[decode.kind]


def _is_result(answer: Answer) -> bool:
    """Tell whether calls return it; they may ask for redirects."""
    return not answer.error or answer.status.startswith("3")


def _is_empty(answer: Answer) -> bool:
    return answer.status.startswith("2") and not answer.error and not answer.decodes


def _breadth(answer: Answer) -> tuple[bool, bool]:
    """Put a status before its range, and that before the default: the runtime takes the first that fits."""
    return answer.status == "default", "X" in answer.status


_SINGLE = {"string": "Text", "number | bigint": "LongText", "bigint": "BigIntText", "boolean": "Flag"}
"""Functions of the runtime, by the types of what they read."""


def header_type(reading: Reading, int64: str) -> str:
    """Choose the type as which a declared header is read; 64-bit integers have their type in bodies (D11.3)."""
    match reading:
        case Reading.INT64 | Reading.UINT64:
            return "number | bigint" if int64 == "number" else int64
        case Reading.INTEGER | Reading.NUMBER:
            return "number"
        case Reading.BOOLEAN:
            return "boolean"
        case Reading.DECODED:
            return "string"
        case Reading.LIST | Reading.OBJECT | Reading.JSON:
            return "unknown"  # the declared type says it
    assert_never(reading)


def servers_fact(servers: Sequence[Server], options: Mapping[str, str]) -> Doc:
    """Print servers with the defaults of their variables; ``options``: the client's options that set them."""
    return facts([[*_server(server, options)] for server in servers])


def _server(server: Server, options: Mapping[str, str]) -> Iterator[tuple[str, Doc]]:
    yield from _SERVER.facts(server)
    if server.variables:
        yield "variables", obj((item.wire, string(item.default)) for item in server.variables)
    others = {item.wire: options[item.wire] for item in server.variables if options[item.wire] != item.wire}
    if others:
        yield "options", literal(others)
    if server.closed:
        yield "values", literal(server.closed)


def retries_fact(retries: Retries, usual: Retries | None) -> Doc:
    """Print how requests are retried, but for what is as ``usual``."""
    if usual is not None and not retries.most:
        return obj([("retries", "0")])
    known = {"unsafe": False} if usual is None else _policy(usual)
    return obj([(name, literal(value)) for name, value in _policy(retries).items() if known.get(name) != value])


def _policy(retries: Retries) -> dict[str, Json]:
    return {
        "retries": retries.most,
        "budget": retries.max_elapsed_time,
        "initial": retries.initial_interval,
        "maximum": retries.max_interval,
        "exponent": retries.exponent,
        "statuses": list(retries.status_codes),
        "connectionErrors": retries.connection_errors,
        "unsafe": retries.unsafe,
    }


_SERVER = Table(Server, "url server_id:name", literal)
_DECODE = Table(Decode, "sentinel done", literal)
