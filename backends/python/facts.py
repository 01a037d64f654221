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

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from backends.python.bodies import body_fact
from backends.python.code import (
    Call,
    Collection,
    Expr,
    Keyword,
    Pair,
    dict_of,
    keywords,
    literal,
    raw,
    string,
    tuple_of,
)
from backends.python.group_scope import GroupTypes
from backends.python.paging import paging_fact
from backends.python.scope import Scope
from backends.python.security import security_of
from backends.records import Scoped, Table
from compiler.base.patterns import lazy_pattern
from compiler.ir.headers import Reading, ResponseHeader
from compiler.ir.servers import Retries, Server, ServerVariable
from compiler.ir.wire import Answer, BodyKind, Decode, EventData, Place, WireOperation, WireParameter, Writing
from compiler.plan.plan import Binding, Method, Plan
from compiler.plan.type_facts import Outcome, outcome_of

_PLACES = {Place.PATH: "Path", Place.QUERY: "Query", Place.HEADER: "Header", Place.COOKIE: "Cookie"}
_PLACEHOLDER = lazy_pattern(r"\{([^{}]*)\}")
_CLASSES = {
    Outcome.PAGE: ("pages", "PagedOperation"),
    Outcome.PLAIN_PAGE: ("pages", "PlainPagedOperation"),
    Outcome.STREAM: ("operations", "StreamOperation"),
}
"""The classes of facts that are not those of a value, and their modules of the runtime."""
_SINGLE = {
    **dict.fromkeys((Reading.INTEGER, Reading.INT64, Reading.UINT64), "int"),
    Reading.NUMBER: "float",
    Reading.DECODED: "str",
}
_READERS = {BodyKind.TEXT: "Text", BodyKind.BYTES: "Bytes", BodyKind.SSE: "Events", BodyKind.JSONL: "JsonLines"}


def class_of_facts(operation: WireOperation, scope: Scope) -> Expr:
    """Print the class of an operation's facts."""
    return scope.runtime(*_CLASSES.get(outcome_of(operation), ("operations", "Operation")))


class Facts:
    """Prints the facts of one file's operations; ``scope`` collects what the file imports."""

    def __init__(self, plan: Plan, types: GroupTypes, scope: Scope) -> None:
        self.plan, self.types, self.scope = plan, types, scope

    def operation(self, method: Method, answers: Mapping[int, Expr]) -> Expr:
        """Print the facts of a method. ``answers``: expressions for the responses that methods share, by number."""
        operation = self.plan.wire.operations[method.operation]
        first = [string(method.label), string(operation.method), string(operation.path)]
        entries = self._entries(method, operation, answers)
        return Call(class_of_facts(operation, self.scope), [*first, *entries])

    def _entries(self, method: Method, operation: WireOperation, answers: Mapping[int, Expr]) -> Iterable[Keyword]:
        visible = [item for item in method.parameters if item.argument is not None]
        if not self._are_told(visible, operation.path):
            yield Keyword("params", tuple_of(list(map(self._parameter, visible))))
        if operation.body is not None:
            yield Keyword("body", body_fact(operation.body, method.fields, self.types, self.scope))
        if operation.answers:
            found = [answers.get(item.number) or self.answer(item) for item in operation.answers]
            yield Keyword("answers", tuple_of(found))
        if operation.accept != "application/json":
            yield Keyword("accept", literal(operation.accept))
        asked = security_of(operation.security)
        if asked != self.types.usual_security:
            yield Keyword("security", literal(asked))
        hidden = [self._parameter(item) for item in method.parameters if item.argument is None]
        if hidden:
            yield Keyword("shared", tuple_of(hidden))
        yield from keywords(_OPERATION.facts(operation, self.scope))

    # ------------------------------------------------------------------ parameters

    def _are_told(self, visible: Sequence[Binding], path: str) -> bool:
        """Tell whether the parameters are exactly those of the path template, each in the default style."""
        names = [item.parameter.wire for item in visible]
        return names == _PLACEHOLDER.findall(path.partition("#")[0]) and all(map(self._is_plain, visible))

    def _is_plain(self, item: Binding) -> bool:
        usual = item.parameter.place is Place.PATH and item.ident is None
        return usual and not any(self._parameter_keywords(item))

    def _parameter(self, item: Binding) -> Expr:
        args: list[Expr] = [string(item.parameter.wire)]
        if item.ident is not None:
            args.append(string(item.ident))
        name = _PLACES[item.parameter.place]
        return Call(self.scope.runtime("params", name), [*args, *self._parameter_keywords(item)])

    def _parameter_keywords(self, item: Binding) -> Iterable[Keyword]:
        parameter = item.parameter
        if parameter.required and parameter.place is not Place.PATH:
            yield Keyword("required", raw("True"))
        if item.argument is not None and item.argument.nullable:
            yield Keyword("nullable", raw("True"))
        yield from _style(parameter)
        if parameter.allow_reserved:
            yield Keyword("allow_reserved", raw("True"))
        encode = self.types.sends(parameter.type, self.scope)
        if encode is not None:
            yield Keyword("encode", encode)
        if parameter.fixed is not None:
            yield Keyword("fixed", literal(parameter.fixed.json))

    # ------------------------------------------------------------------ answers

    def answer(self, answer: Answer) -> Expr:
        """Print what is declared for one status."""
        args: list[Expr] = [string(answer.status), *map(self._reader, answer.decodes)]
        if answer.carries is not None:
            raises = self.plan.errors[answer.carries]
            args.append(Keyword("raises", self.scope.local("_errors", raises.ident)))
        elif answer.error:
            args.append(Keyword("error", raw("True")))
        if answer.message is not None:
            args.append(Keyword("message", string(answer.message)))
        if answer.headers:
            args.append(Keyword("headers", tuple_of(list(map(self._header, answer.headers)))))
        return Call(self.scope.runtime("responses", "Answer"), args)

    def _header(self, header: ResponseHeader) -> Expr:
        args: list[Expr] = [string(header.wire)]
        if header.reading.structured or header.reading is Reading.DECODED:
            decode = self.types.reads(header.type, self.scope)
            args += [] if decode is None else [decode]
            args += [Keyword("text", self._structure(header))] if header.reading.structured else []
        else:
            args.append(self._single(header.reading))
        return Call(self.scope.runtime("responses", "Field"), args)

    def _structure(self, header: ResponseHeader) -> Expr:
        """Print the decoder of a header that is a list, an object or JSON."""
        if header.reading is Reading.JSON:
            return self.scope.runtime("jsonio", "loads")
        item = self._single(header.items)
        if header.reading is Reading.LIST:
            return Call(self.scope.runtime("responses", "ListHeader"), [item])
        known = [(name, self._single(Reading(reading))) for name, reading in header.members]
        args = [item, *([dict_of(known)] if known else [])]
        if header.explode:
            args.append(Keyword("explode", raw("True")))
        return Call(self.scope.runtime("responses", "ObjectHeader"), args)

    def _single(self, reading: Reading) -> Expr:
        """Print the decoder of a text without structure."""
        return self.scope.runtime("responses", "flag") if reading is Reading.BOOLEAN else raw(_SINGLE[reading])

    def _reader(self, decode: Decode) -> Expr:
        function = self.types.reads(decode.type, self.scope)
        if decode.kind is BodyKind.JSON:
            return self._json_reader(decode, function)
        read = [] if function is None or decode.kind is BodyKind.BYTES else [function]
        told = keywords(_STREAM.facts(decode, self)) if decode.kind is BodyKind.SSE else []
        return Call(self.scope.runtime("responses", _READERS[decode.kind]), [string(decode.media_type), *read, *told])

    def events(self, events: Iterable[EventData]) -> Expr:
        """Print how the data of events are decoded, by event name."""
        return Collection("{", [Pair(literal(item.name), self._data(item)) for item in events], "}")

    def _data(self, item: EventData) -> Expr:
        function = self.types.reads(item.type, self.scope) if item.type is not None else None
        read = [] if function is None else [function]
        if item.text:
            return Call(self.scope.runtime("responses", "Text"), [string("text/plain"), *read])
        return Call(self.scope.runtime("responses", "Json"), read)

    def _json_reader(self, decode: Decode, function: Expr | None) -> Expr:
        args = [] if function is None else [function]
        typed = function is not None and self.types.pydantic and self.types.holds_models(decode.type)
        if typed:
            args.append(self.types.annotation(decode.type, self.scope))
        if decode.media_type != "application/json":
            media_type = string(decode.media_type)
            args.append(media_type if function is not None else Keyword("media_type", media_type))
        home = "adapters" if typed else "responses"
        return Call(self.scope.runtime(home, "TypedJson" if typed else "JsonOrText" if decode.text else "Json"), args)


def _style(parameter: WireParameter) -> Iterable[Keyword]:
    match parameter.writing:
        case Writing.JSON:
            yield Keyword("json", raw("True"))
        case Writing.STYLE:
            if not parameter.usual:
                yield Keyword("style", string(parameter.style.value))
            if parameter.parts and parameter.explode != (parameter.place is Place.QUERY):
                yield Keyword("explode", literal(parameter.explode))
        case Writing.TEXT:
            return
        case _:
            assert_never(parameter.writing)


def servers_fact(servers: Iterable[Server], scope: Scope) -> Expr:
    """Print servers with the defaults of their variables."""
    return tuple_of([_server(server, scope) for server in servers])


def _server(server: Server, scope: Scope) -> Expr:
    named = [] if server.server_id is None else [string(server.server_id)]
    args = [string(server.url), *named, *keywords(_SERVER.facts(server))]
    return Call(scope.runtime("servers", "Server"), args)


def _defaults(variables: Iterable[ServerVariable]) -> Expr:
    return literal({item.wire: item.default for item in variables})


def retries_fact(retries: Retries, scope: Scope) -> Expr:
    """Print how requests are retried; the runtime has the same defaults."""
    return Call(scope.runtime("retries", "RetryPolicy"), keywords(_RETRIES.facts(retries)))


def duration(milliseconds: int) -> Expr:
    """Print milliseconds as seconds."""
    return literal(milliseconds / 1000)


_STREAM: Table[Expr] = Table(
    Decode, "text sentinel done events", literal, events=Scoped(lambda events, facts: facts.events(events))
)
_SERVER = Table(Server, "variables closed:values", literal, variables=_defaults)
_RETRIES = Table(
    Retries,
    "most:retries max_elapsed_time:budget initial_interval:initial max_interval:maximum exponent status_codes:statuses"
    " connection_errors unsafe",
    literal,
    max_elapsed_time=duration,
    initial_interval=duration,
    max_interval=duration,
    exponent=lambda value: literal(float(value)),
)
_OPERATION = Table(
    WireOperation,
    "servers retries timeout idempotency error_statuses:errors paged:paging",
    literal,
    servers=Scoped(servers_fact),
    retries=Scoped(retries_fact),
    timeout=duration,
    paged=Scoped(paging_fact),
)
