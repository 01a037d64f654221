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

import re
from collections.abc import Iterator, Mapping, Sequence

from backends.typescript.bodies import body_facts
from backends.typescript.codecs import Codecs
from backends.typescript.paging import paging_facts
from backends.typescript.scope import Scope
from backends.typescript.security import flows
from backends.typescript.text import array, facts, literal, number, obj, string
from backends.writer import Doc
from compiler.ir.plan import Method, Plan
from compiler.ir.types import Kind, Nullable, Scalar
from compiler.ir.wire import (
    Alternative,
    Answer,
    BodyKind,
    Decode,
    Place,
    ResponseHeader,
    Retries,
    Returns,
    Server,
    Style,
    WireOperation,
    WireParameter,
    Writing,
)

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
_HEADERS = {"string": "Text", "bigint": "BigIntText", "boolean": "Flag"}
_READERS = {
    BodyKind.JSON: "AsJson",
    BodyKind.TEXT: "AsText",
    BodyKind.BYTES: "AsBytes",
    BodyKind.SSE: "AsEvents",
    BodyKind.JSONL: "AsLines",
}
_NUMBERS = (Kind.INTEGER, Kind.INT32, Kind.NUMBER)


class Facts:
    """Prints the facts of one file's operations; ``scope`` collects what the file imports."""

    def __init__(self, plan: Plan, codecs: Codecs, schemes: Mapping[str, str], scope: Scope) -> None:
        self.plan, self.codecs, self.schemes, self.scope = plan, codecs, schemes, scope
        self.shared = {(item.place, item.wire) for item in plan.wire.global_parameters}
        self._printed: dict[object, tuple[str, Pairs]] = {}

    def operation(self, method: Method, answers: Mapping[str, str]) -> Doc:
        """Print the facts of a method. ``answers`` maps answers that have a constant to its name."""
        return obj(self._pairs(method, self.plan.wire.operations[method.operation], answers))

    def _pairs(self, method: Method, operation: WireOperation, answers: Mapping[str, str]) -> Iterator[tuple[str, Doc]]:
        yield "id", string(operation.operation_id or method.ident)
        yield "method", string(operation.method)
        path, query = split_query(operation.path)
        yield "path", string(path)
        if query:
            yield "query", literal([query])
        if operation.method == "TRACE":
            yield "guard", self.scope.runtime("NoTrace")
        parameters = self._parameters(method, operation)
        if parameters:
            yield "params", facts(parameters)
        if operation.body is not None:
            yield "body", obj(body_facts(operation.body, self.codecs, self.scope))
        if operation.answers:
            yield "answers", self._answers(operation.answers, answers)
        if operation.accept:
            yield "accept", string(", ".join(operation.accept))
        if operation.security:
            yield "security", self._security(operation.security)
        scopes = self._scopes(operation.security)
        if scopes:
            yield "scopes", obj(scopes)
        if operation.servers:
            yield "servers", servers_facts(operation.servers)
        yield from self._behaviour(method, operation)

    def _behaviour(self, method: Method, operation: WireOperation) -> Iterator[tuple[str, Doc]]:
        wire = self.plan.wire
        if operation.retries is not None and operation.retries != wire.retries:
            yield "retries", retries_facts(operation.retries)
        if operation.timeout is not None and operation.timeout != wire.timeout:
            yield "timeout", str(operation.timeout)
        if operation.idempotency is not None:
            yield "idempotency", string(operation.idempotency)
            yield "keyed", self.scope.runtime("Keyed")
        odd = [status for status in operation.error_statuses if status[0] == "2"]
        odd += [answer.status for answer in operation.answers if not answer.error and answer.status[0] in "45"]
        if odd:
            yield "errors", literal(odd)
        if operation.returns is Returns.PAGE:
            yield "paging", paging_facts(method, self.codecs, self.scope, self.plan)

    def _security(self, alternatives: Sequence[Alternative]) -> Doc:
        listed: list[Doc] = []
        for item in alternatives:
            names: list[Doc] = [self.scope.value("security", self.schemes[need.scheme]) for need in item.needs]
            listed.append(array(names))
        return array(listed, [len(item.needs) for item in alternatives])

    def _scopes(self, alternatives: Sequence[Alternative]) -> Pairs:
        """Print the scopes that tokens are asked for here, by the client's option."""
        found: dict[str, Doc] = {}
        for need in (need for item in alternatives for need in item.needs if need.scopes):
            scheme = self.plan.wire.schemes.get(need.scheme)
            if scheme is not None and flows(scheme):
                found.setdefault(self.plan.surface.schemes[need.scheme], literal(list(need.scopes)))
        return list(found.items())

    # ------------------------------------------------------------------ parameters

    def _parameters(self, method: Method, operation: WireOperation) -> list[Pairs]:
        arguments = {(item.place, item.wire): item for item in method.arguments}
        found: list[Pairs] = []
        for parameter in operation.parameters:
            argument = arguments.get((parameter.place, parameter.wire))
            if argument is not None:
                found.append([*self._parameter(parameter, argument.ident, argument.nullable)])
            elif parameter.fixed is not None:
                found.append([*self._parameter(parameter, None, False), ("fixed", literal(parameter.fixed.json))])
            elif (parameter.place, parameter.wire) in self.shared:
                found.append([*self._parameter(parameter, None, False), ("shared", "true")])
        return found

    def _parameter(self, parameter: WireParameter, ident: str | None, nullable: bool) -> Iterator[tuple[str, Doc]]:
        place = parameter.place
        yield "name", string(parameter.wire)
        yield "in", self.scope.runtime(_PLACES[place])
        if ident is not None and ident != parameter.wire:
            yield "arg", string(ident)
        if parameter.required or place is Place.PATH:
            yield "required", "true"
        if nullable:
            yield "nullable", "true"
        if parameter.writing is Writing.JSON:
            yield "style", self.scope.runtime("Json")
        elif parameter.writing is Writing.STYLE:
            yield from self._style(parameter)
        if parameter.allow_reserved and place is Place.QUERY:
            yield "encode", self.scope.runtime("Reserved")
        codec = self.codecs.codec(parameter.type, self.scope)
        if codec is not None:
            yield "codec", codec

    def _style(self, parameter: WireParameter) -> Iterator[tuple[str, Doc]]:
        """Print the style, unless a value is always one text: the runtime writes that without a style."""
        signed = parameter.style in (Style.LABEL, Style.MATRIX)
        if not parameter.parts and not signed:
            return
        yield "style", self.scope.runtime(STYLES[parameter.style])
        if parameter.explode and parameter.style is not Style.DEEP_OBJECT:
            yield "explode", "true"

    # ------------------------------------------------------------------ answers

    def _answers(self, answers: Sequence[Answer], known: Mapping[str, str]) -> Doc:
        items: list[Doc] = []
        weights: list[int] = []
        for answer in answers:
            text, pairs = self.answer(answer)
            name = known.get(text)
            items.append(obj(pairs) if name is None else name)
            weights.append(len(pairs) if name is None else 0)
        return array(items, weights)

    def answer(self, answer: Answer) -> tuple[str, Pairs]:
        """Print what is declared for one status, with a text that is the same for the same facts."""
        decodes = tuple([(item.media_type, item.kind, item.type, item.sentinel) for item in answer.decodes])
        at = (answer.status, answer.error, decodes, tuple([(item.wire, item.type) for item in answer.headers]))
        known = self._printed.get(at)
        if known is None:
            pairs = self._answer(answer)
            known = self._printed[at] = (repr(pairs), pairs)
        return known

    def _answer(self, answer: Answer) -> Pairs:
        pairs: Pairs = [("status", string(answer.status))]
        readers = [found for item in answer.decodes if (found := self._reader(item))]
        if readers:
            pairs.append(("readers", facts(readers)))
        if len(readers) > 1:
            pairs.append(("choose", self.scope.runtime("ByType")))
        if answer.error:
            pairs.append(("error", "true"))
            if answer.carries is not None:
                pairs.append(("raises", self.scope.value("errors", self.plan.errors[answer.carries].ident)))
            if answer.message is not None:
                pairs.append(("message", string(answer.message)))
        if answer.headers:
            kinds = [(item.wire, header_type(item, self.codecs.types.int64)) for item in answer.headers]
            headers: Pairs = [(wire, self.scope.runtime(_HEADERS.get(kind, "Numeric"))) for wire, kind in kinds]
            pairs += [("headers", obj(headers)), ("metadata", self.scope.runtime("Declared"))]
        return pairs

    def _reader(self, decode: Decode) -> Pairs | None:
        name = _READERS.get(decode.kind)
        if name is None:
            return None
        pairs: Pairs = [("type", string(media_type(decode.media_type))), ("read", self.scope.runtime(name))]
        codec = self.codecs.codec(decode.type, self.scope)
        if codec is not None and decode.kind is not BodyKind.BYTES:
            pairs.append(("codec", codec))
        if decode.text:
            pairs.append(("text", "true"))
        if decode.sentinel is not None:
            pairs.append(("sentinel", string(decode.sentinel)))
        return pairs


def header_type(header: ResponseHeader, int64: str) -> str:
    """Choose what a declared header is read as; integers of 64 bits are what they are in bodies (D11.3)."""
    type_ = header.type.inner if isinstance(header.type, Nullable) else header.type
    if isinstance(type_, Scalar) and type_.kind is Kind.INT64:
        return "number | bigint" if int64 == "number" else int64
    if isinstance(type_, Scalar) and type_.kind in _NUMBERS:
        return "number"
    return "boolean" if isinstance(type_, Scalar) and type_.kind is Kind.BOOLEAN else "string"


def servers_facts(servers: Sequence[Server]) -> Doc:
    """Print servers with the defaults of their variables."""
    items: list[Pairs] = []
    for server in servers:
        pairs: Pairs = [("url", string(server.url))]
        if server.server_id is not None:
            pairs.append(("name", string(server.server_id)))
        if server.variables:
            pairs.append(("variables", obj([(item.wire, string(item.default)) for item in server.variables])))
        items.append(pairs)
    return facts(items)


_RETRIES: Pairs = [
    ("budget", "60000"),
    ("initial", "500"),
    ("maximum", "8000"),
    ("exponent", "2"),
]
"""What the runtime does where the document says nothing."""


def retries_facts(retries: Retries) -> Doc:
    """Print how requests are repeated; what is as the runtime has it is left out."""
    if retries.strategy == "none":
        return obj([("retries", "0")])
    pairs: Pairs = []
    told = (retries.max_elapsed_time, retries.initial_interval, retries.max_interval, retries.exponent)
    for (name, usual), value in zip(_RETRIES, told, strict=True):
        if number(value) != usual:
            pairs.append((name, number(value)))
    if retries.status_codes != Retries().status_codes:
        pairs.append(("statuses", literal(list(retries.status_codes))))
    if not retries.connection_errors:
        pairs.append(("connectionErrors", "false"))
    return obj(pairs)


def media_type(text: str) -> str:
    """Write a media type as it is compared: in lower case, without parameters."""
    return text.partition(";")[0].strip().lower()


_QUERY = re.compile(r"((?:\{[^}]*\}|[^?])*)(?:\?(.*))?", re.DOTALL)


def split_query(path: str) -> tuple[str, str]:
    """Divide a path at its ``?``; one in a variable's name divides nothing."""
    found = _QUERY.fullmatch(path)
    return (found[1], found[2] or "") if found else (path, "")
