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
from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from backends.go.bodies import body_fact
from backends.go.names import Names
from backends.go.paging import paging_fact
from backends.go.results import Results
from backends.go.security import security_fact
from backends.go.source import File
from backends.go.tags import quoted
from backends.go.text import literal, pairs, string, string_map, strings
from backends.go.types import Types, denull
from backends.records import Scoped, Table
from backends.writer import Doc
from backends.writer.gofmt import inline, keyed, rows, stacked
from compiler.ir.servers import Retries, Server
from compiler.ir.types import ListOf, MapOf, Ref, Type, Union, declared_behind
from compiler.ir.wire import Answer, BodyKind, Decode, EventData, WireOperation, WireParameter, Writing
from compiler.plan.plan import Argument, Binding, Method, Plan
from compiler.plan.type_facts import shape_of


class Facts:
    """Prints the facts of one file's operations."""

    def __init__(self, plan: Plan, types: Types, names: Names, file: File) -> None:
        self.plan, self.types, self.names, self.file = plan, types, names, file

    def operation(self, name: str, method: Method, sealed: Results | None) -> Doc:
        """Print the variable that holds the facts of a method."""
        operation = self.plan.wire.operations[method.operation]
        return stacked(f"var {name} = &operation", self._entries(method, operation, sealed))

    def _entries(self, method: Method, operation: WireOperation, sealed: Results | None) -> Iterator[Doc]:
        named = f"id: {string(method.label)}, method: {string(operation.method)}"
        yield f"{named}, path: {string(operation.path)}{', packed: true' if method.request is not None else ''}"
        alone = {(item.place, item.wire) for item in method.alone}
        given = [item for item in method.parameters if item.argument is not None]
        visible = [self._parameter(item) for item in given if (item.parameter.place, item.parameter.wire) in alone]
        hidden = [self._parameter(item) for item in method.parameters if item.argument is None]
        if visible:
            yield keyed("params", rows("[]param", visible))
        if hidden:
            yield keyed("shared", rows("[]param", hidden))
        if operation.body is not None:
            yield keyed("body", body_fact(operation.body, method.fields, self._union(operation.body.type)))
        if operation.answers:
            yield keyed("answers", rows("[]answer", [self.answer(item, sealed) for item in operation.answers]))
        if operation.paged is not None:
            yield keyed("paging", paging_fact(operation.paged))
        behaviour = list(_BEHAVIOUR.facts(operation, self.file))
        short = [(key, value) for key, value in behaviour if isinstance(value, str)]
        if short:
            first, *more = short
            yield keyed(first[0], "".join([first[1], *(f", {key}: {value}" for key, value in more)]))
        yield from (keyed(key, value) for key, value in behaviour if not isinstance(value, str))

    def _union(self, type_: Type) -> str | None:
        """Print the union that writes the tag of a body (D11.2)."""
        at = self.types.writing_union(type_)
        return None if at is None else self.names.union(self.types.name(at))

    # ------------------------------------------------------------------ parameters

    def _parameter(self, item: Binding) -> str:
        parameter, argument = item.parameter, item.argument
        parts = [f"in: {string(parameter.place.value)}", f"name: {string(parameter.wire)}"]
        if item.ident is not None:
            parts.append(f"arg: {string(item.ident)}")
        style, words = self._words(parameter, argument)
        parts += [f"style: {string(style)}"] if style else []
        parts += [f"{word}: true" for word in words]
        if parameter.fixed is not None:
            parts.append(f"fixed: {string(json.dumps(parameter.fixed.json, ensure_ascii=False))}")
        return inline("", parts)

    def tag(self, item: Binding) -> str:
        """Print a parameter as a struct tag: the field's name is the argument's."""
        style, words = self._words(item.parameter, item.argument)
        listed = [style, *words] if style else words
        text = f"{item.parameter.place.value}:{string(item.parameter.wire)}"
        return quoted(f'{text} sdk:"{",".join(listed)}"' if listed else text)

    def _words(self, parameter: WireParameter, argument: Argument | None) -> tuple[str, list[str]]:
        """Say how a parameter is serialized: its style if that is not the default, and its other properties."""
        is_blank = argument is not None and not argument.nullable and self.types.is_blank(argument.type)
        style, words = _style(parameter)
        words += [word for word, holds in (("required", parameter.required), ("blank", is_blank)) if holds]
        return style, [*words, "reserved"] if parameter.allow_reserved else words

    # ------------------------------------------------------------------ answers

    def answer(self, answer: Answer, sealed: Results | None) -> str:
        """Print what is declared for one status; ``sealed``: the method's result has several types."""
        parts = [f"status: {string(answer.status)}"]
        if answer.error:
            parts.append("error: true")
        readers = [self._reader(item, answer.error, sealed) for item in answer.decodes]
        if readers:
            parts.append(f"readers: {inline('[]reader', readers)}")
        if answer.message is not None:
            parts.append(f"message: {string(answer.message)}")
        return inline("", parts)

    def _reader(self, decode: Decode, error: bool, sealed: Results | None) -> str:
        parts = [f"mediaType: {string(decode.media_type)}", f"kind: {string(decode.kind.value)}"]
        body = error_body(decode) if error else None
        if body is not None:
            parts.append(f"fail: failAs[{self.types.held(body, self.file)}]")
        elif sealed is not None and not error and decode.kind not in (BodyKind.SSE, BodyKind.JSONL):
            reader = sealed.reader(decode)
            if reader is not None:
                parts.append(f"as: {reader}")
        if decode.kind is BodyKind.JSON and not error and self._is_nil(decode.type, sealed):
            parts.append("null: true")
        parts += pairs(_DECODE.facts(decode))
        if decode.events:
            events = [inline("", self._data(item, decode.type)) for item in decode.events]
            parts.append(f"events: {inline('[]eventData', events)}")
        return inline("", parts)

    def _data(self, item: EventData, whole: Type) -> Iterator[str]:
        """Print the type of the data of a named event."""
        if item.name is not None:
            yield f"name: {string(item.name)}"
        case = self._case(item.type, whole)
        if case is not None:
            yield f"as: (*{case})(nil)"
        if item.text:
            yield "plain: true"

    def _case(self, type_: Type | None, whole: Type) -> str | None:
        """Print the Go type of a case of a stream's union; None where the union has no such case."""
        at = declared_behind(whole, self.types.declared)
        union = self.types.declared[at] if at is not None else None
        found = (
            (index for index, case in enumerate(union.cases) if case.type == type_) if isinstance(union, Union) else ()
        )
        index = next(iter(found), None)
        shape = shape_of(type_, self.types.declared) if type_ is not None else None
        if at is None or index is None or shape is None or shape.is_null:
            return None
        return self.names.case(at, index) if shape.model is None else f"*{self.types.name(shape.model)}"

    def _is_nil(self, type_: Type, sealed: Results | None) -> bool:
        """Tell whether null is returned as nil and not decoded as a value."""
        inner, nullable = denull(type_)
        read = self.types.is_interface(inner) or not self.types.has_nil(inner)
        return nullable and (sealed is not None or not read)


def error_body(decode: Decode) -> Type | None:
    """Return the type of an error's body for which there is an ``ErrorOf``; None for texts and any JSON."""
    inner, _ = denull(decode.type)
    return inner if decode.kind is BodyKind.JSON and isinstance(inner, Ref | ListOf | MapOf) else None


def _style(parameter: WireParameter) -> tuple[str, list[str]]:
    match parameter.writing:
        case Writing.JSON:
            return "", ["json"]
        case Writing.STYLE:
            style = "" if parameter.usual else parameter.style.value
            return style, ["explode"] if parameter.explode and parameter.parts else []
        case Writing.TEXT:
            return "", []
        case _:
            assert_never(parameter.writing)


def servers_fact(servers: Sequence[Server]) -> Doc:
    """Print servers with the defaults of their variables."""
    return rows("[]server", [inline("", pairs(_SERVER.facts(server))) for server in servers])


def _values(closed: Mapping[str, Sequence[str]]) -> str:
    listed = (f"{string(name)}: {{{', '.join(map(string, values))}}}" for name, values in closed.items())
    return inline("map[string][]string", listed)


def retries_fact(retries: Retries, file: File) -> Doc:
    """Print how requests are repeated."""
    entries = [
        keyed("MaxRetries", str(retries.most)),
        keyed("Budget", duration(retries.max_elapsed_time, file)),
        keyed("Initial", duration(retries.initial_interval, file)),
        keyed("Maximum", duration(retries.max_interval, file)),
        keyed("Exponent", f"{retries.exponent:g}"),
        keyed("Statuses", strings(retries.status_codes)),
        keyed("ConnectionErrors", literal(retries.connection_errors)),
        *([keyed("Unsafe", "true")] if retries.unsafe else []),
    ]
    return stacked("RetryPolicy", entries)


def duration(milliseconds: int, file: File) -> str:
    """Print a length of time."""
    time = file.use("time")
    if milliseconds % 1000 == 0:
        return f"{milliseconds // 1000} * {time}.Second"
    return f"{milliseconds} * {time}.Millisecond"


_SERVER = Table(
    Server,
    "url server_id:name variables closed:values",
    string,
    variables=lambda variables: string_map({item.wire: item.default for item in variables}),
    closed=_values,
)
_BEHAVIOUR: Table[Doc] = Table(
    WireOperation,
    "accept security servers retries timeout idempotency error_statuses:errors",
    literal,
    security=security_fact,
    servers=servers_fact,
    retries=Scoped(lambda retries, file: ["&", retries_fact(retries, file)]),
    timeout=Scoped(duration),
)
_DECODE = Table(Decode, "sentinel done text:plain", literal)
