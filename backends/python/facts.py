"""Prints the facts of an operation, which a method hands to the runtime.

::

    @cache
    def _get() -> Operation[models.Trip]:
        return Operation(
            "getTrip",
            "GET",
            "/trips/{tripId}",
            params=(Path("tripId", "trip_id"),),
            answers=(Answer("200", Json(models.Trip.__decode__)), _on_default()),
            security=(("bearerAuth",),),
        )
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from backends.python.bodies import body_fact
from backends.python.cst import Call, Expr, Keyword, literal, raw, string, tuple_of
from backends.python.group_scope import GroupTypes
from backends.python.paging import paging_fact
from backends.python.runtime.retries import RetryPolicy, usual_key
from backends.python.scope import Scope
from backends.python.security import security_fact
from compiler.ir.plan import Argument, Method, Plan
from compiler.ir.types import Kind, Nullable, Scalar, Type
from compiler.ir.wire import (
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

_PLACES = {Place.PATH: "Path", Place.QUERY: "Query", Place.HEADER: "Header", Place.COOKIE: "Cookie"}
_READERS = {
    BodyKind.JSON: "Json",
    BodyKind.TEXT: "Text",
    BodyKind.BYTES: "Bytes",
    BodyKind.SSE: "Events",
    BodyKind.JSONL: "JsonLines",
}
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_KINDS = {
    Returns.VALUE: ("operations", "Operation"),
    Returns.PAGE: ("pages", "PagedOperation"),
    Returns.STREAM: ("operations", "StreamOperation"),
}
"""The classes of facts, and their modules of the runtime."""


class Facts:
    """Prints the facts of one file's operations; ``scope`` collects what the file imports."""

    def __init__(self, plan: Plan, types: GroupTypes, scope: Scope) -> None:
        self.plan, self.types, self.scope = plan, types, scope
        self._answers: dict[int, Expr] = {}
        self.shared = {(item.place, item.wire) for item in plan.wire.global_parameters}

    def operation(self, method: Method, answers: Mapping[str, Expr]) -> Expr:
        """Print the facts of a method. ``answers`` maps the text of shared answers to what gives them."""
        operation = self.plan.wire.operations[method.operation]
        first = [string(operation.operation_id or method.ident), string(operation.method), string(operation.path)]
        return Call(
            self.scope.runtime(*_KINDS[operation.returns]), [*first, *self._keywords(method, operation, answers)]
        )

    def _keywords(self, method: Method, operation: WireOperation, answers: Mapping[str, Expr]) -> Iterable[Keyword]:
        visible, hidden = self._parameters(method, operation)
        if visible is not None:
            yield Keyword("params", tuple_of(visible))
        if operation.body is not None:
            yield Keyword("body", body_fact(operation.body, self.types, self.scope))
        if operation.answers:
            printed = [self.answer(item) for item in operation.answers]
            yield Keyword("answers", tuple_of([answers.get(item.text, item) for item in printed]))
        if list(operation.accept) != ["application/json"]:
            yield Keyword("accept", string(", ".join(operation.accept)) if operation.accept else raw("None"))
        asked = security_fact(self.plan, operation.security)
        if asked.text != self.types.usual_security.text:
            yield Keyword("security", asked)
        if hidden:
            yield Keyword("shared", tuple_of(hidden))
        if operation.servers:
            yield Keyword("servers", servers_fact(operation.servers, self.scope))
        yield from self._behaviour(operation)

    def _behaviour(self, operation: WireOperation) -> Iterable[Keyword]:
        wire = self.plan.wire
        if operation.retries is not None and operation.retries != wire.retries:
            yield Keyword("retries", retries_fact(operation.retries, self.scope))
        if operation.timeout is not None and operation.timeout != wire.timeout:
            yield Keyword("timeout", seconds(operation.timeout))
        if operation.idempotency != usual_key(operation.method):
            yield Keyword("idempotency", literal(operation.idempotency))
        if operation.error_statuses:
            yield Keyword("errors", literal(operation.error_statuses))
        if operation.returns is Returns.PAGE:
            assert operation.pages is not None
            yield Keyword("paging", paging_fact(operation.pages, self.scope))

    # ------------------------------------------------------------------ parameters

    def _parameters(self, method: Method, operation: WireOperation) -> tuple[list[Expr] | None, list[Expr]]:
        """Print the parameters that are arguments, and those that are not: constants and the client's own.

        There is None for arguments that are what the path has in braces, and no more.
        """
        arguments = {(item.place, item.wire): item for item in method.arguments}
        given = [(item, arguments[at]) for item in operation.parameters if (at := (item.place, item.wire)) in arguments]
        told = [item.wire for item, _ in given] == _PLACEHOLDER.findall(operation.path.partition("#")[0])
        told = told and all(self._is_plain(*pair) for pair in given)
        visible: list[Expr] | None = None if told else []
        hidden: list[Expr] = []
        for parameter in operation.parameters:
            argument = arguments.get((parameter.place, parameter.wire))
            if argument is not None and visible is None:
                continue
            if argument is not None and visible is not None:
                visible.append(self._parameter(parameter, argument.ident, argument.nullable))
            elif parameter.fixed is not None or (parameter.place, parameter.wire) in self.shared:
                hidden.append(self._parameter(parameter, parameter.wire, False))
        return visible, hidden

    def _is_plain(self, parameter: WireParameter, argument: Argument) -> bool:
        """Tell whether a parameter is a part of the path, written as is usual."""
        usual = parameter.place is Place.PATH and argument.ident == parameter.wire
        return usual and not any(self._parameter_keywords(parameter, argument.nullable))

    def _parameter(self, parameter: WireParameter, ident: str, nullable: bool) -> Expr:
        args: list[Expr] = [string(parameter.wire)]
        if ident != parameter.wire:
            args.append(string(ident))
        named = self._parameter_keywords(parameter, nullable)
        return Call(self.scope.runtime("params", _PLACES[parameter.place]), [*args, *named])

    def _parameter_keywords(self, parameter: WireParameter, nullable: bool) -> Iterable[Keyword]:
        place = parameter.place
        if parameter.required and place is not Place.PATH:
            yield Keyword("required", raw("True"))
        if nullable:
            yield Keyword("nullable", raw("True"))
        if parameter.writing is Writing.JSON:
            yield Keyword("json", raw("True"))
        elif parameter.writing is Writing.STYLE:
            if parameter.style is not _usual_style(place):
                yield Keyword("style", string(parameter.style.value))
            if parameter.parts and parameter.explode != (place is Place.QUERY):
                yield Keyword("explode", literal(parameter.explode))
        if parameter.allow_reserved and place is Place.QUERY:
            yield Keyword("allow_reserved", raw("True"))
        encode = self.types.writes(parameter.type, self.scope)
        if encode is not None:
            yield Keyword("encode", encode)
        if parameter.fixed is not None:
            yield Keyword("fixed", literal(parameter.fixed.json))

    # ------------------------------------------------------------------ answers

    def answer(self, answer: Answer) -> Expr:
        """Print what is declared for one status."""
        printed = self._answers.get(id(answer))
        if printed is None:
            printed = self._answers[id(answer)] = self._answer(answer)
        return printed

    def _answer(self, answer: Answer) -> Expr:
        args: list[Expr] = [string(answer.status)]
        args += [reader for item in answer.decodes if (reader := self._reader(item)) is not None]
        if answer.error:
            if answer.carries is None:
                args.append(Keyword("error", raw("True")))
            else:
                raises = self.plan.errors[answer.carries]
                args.append(Keyword("raises", self.scope.local("_errors", raises.ident)))
            if answer.message is not None:
                args.append(Keyword("message", string(answer.message)))
        if answer.headers:
            args.append(Keyword("headers", self._headers(answer.headers)))
        return Call(self.scope.runtime("responses", "Answer"), args)

    def _headers(self, headers: Sequence[ResponseHeader]) -> Expr:
        items = []
        for header in headers:
            args: list[Expr] = [string(header.wire)]
            kind = _header_kind(header.type)
            if kind is not None:
                args.append(self.scope.runtime("responses", kind) if kind == "flag" else raw(kind))
            else:
                decode = self.types.reads(header.type, self.scope)
                args += [] if decode is None else [decode]
            items.append(Call(self.scope.runtime("responses", "Field"), args))
        return tuple_of(items)

    def _reader(self, decode: Decode) -> Expr | None:
        name = _READERS.get(decode.kind)
        if name is None:
            return None
        args: list[Expr] = [] if name == "Json" else [string(decode.media_type)]
        function = self.types.reads(decode.type, self.scope) if decode.kind is not BodyKind.BYTES else None
        if function is not None:
            args.append(function)
            if name == "Json" and self.types.pydantic and self.types.holds_models(decode.type):
                name = "TypedJson"
                args.append(self.types.annotation(decode.type, self.scope))
        if decode.text:
            args.append(Keyword("text", raw("True")))
        if decode.sentinel is not None:
            args.append(Keyword("sentinel", string(decode.sentinel)))
        if decode.kind is BodyKind.JSON and decode.media_type != "application/json":
            media_type = string(decode.media_type)
            args.append(media_type if function is not None else Keyword("media_type", media_type))
        return Call(self.scope.runtime("adapters" if name == "TypedJson" else "responses", name), args)


def servers_fact(servers: Iterable[Server], scope: Scope) -> Expr:
    """Print servers with the defaults of their variables."""
    items = []
    for server in servers:
        args: list[Expr] = [string(server.url)]
        if server.server_id is not None:
            args.append(string(server.server_id))
        if server.variables:
            args.append(Keyword("variables", literal({item.wire: item.default for item in server.variables})))
        items.append(Call(scope.runtime("servers", "Server"), args))
    return tuple_of(items)


def retries_fact(retries: Retries, scope: Scope) -> Expr:
    """Print how requests are repeated; what is as in the runtime's own policy is left out."""
    usual = RetryPolicy()
    given: dict[str, object] = {
        "retries": 0 if retries.strategy == "none" else usual.retries,
        "budget": retries.max_elapsed_time / 1000,
        "initial": retries.initial_interval / 1000,
        "maximum": retries.max_interval / 1000,
        "exponent": float(retries.exponent),
        "statuses": tuple(retries.status_codes),
        "connection_errors": retries.connection_errors,
    }
    words = [Keyword(name, literal(value)) for name, value in given.items() if value != getattr(usual, name)]
    return Call(scope.runtime("retries", "RetryPolicy"), words)


def seconds(milliseconds: int) -> Expr:
    """Print milliseconds as seconds."""
    return literal(milliseconds / 1000)


def _usual_style(place: Place) -> Style:
    return Style.FORM if place in (Place.QUERY, Place.COOKIE) else Style.SIMPLE


def _header_kind(type_: Type) -> str | None:
    """Choose what reads a header's text where JSON's own kinds do."""
    if isinstance(type_, Nullable):
        return _header_kind(type_.inner)
    if not isinstance(type_, Scalar):
        return None
    if type_.kind in (Kind.INTEGER, Kind.INT32, Kind.INT64):
        return "int"
    return {Kind.NUMBER: "float", Kind.BOOLEAN: "flag"}.get(type_.kind)
