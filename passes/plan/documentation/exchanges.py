"""The requests and responses in tests of printed SDKs, from the wire half: the same in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from compiler.ir.fit import MISFIT, fitted
from compiler.ir.media import OCTETS
from compiler.ir.node import Id, Json, frozen
from compiler.ir.types import Kind, Nullable, Scalar, Type
from compiler.ir.wire import (
    Answer,
    BodyKind,
    Decode,
    Encode,
    Part,
    Place,
    Returns,
    Style,
    Wire,
    WireOperation,
    Writing,
)
from compiler.plan.examples import Aliased, CaseOf, Content, Entries, ExampleCall, ExampleValue, Items, Maybe, Object
from compiler.plan.exchanges import Answered, Exchange, Expected, Yields
from compiler.plan.per_plan import per_plan
from compiler.plan.plan import Method, Plan
from compiler.plan.sent import sent_kind
from passes.plan.documentation.sample import sample

_LONGEST = 2_000
"""The greatest length of a response; in place of a longer example the smallest value is made."""
_WITHOUT_BODY = frozenset({204, 205, 304})
_PLAIN = {BodyKind.JSON: "application/json", BodyKind.TEXT: "text/plain", BodyKind.BYTES: OCTETS}
"""The media type of a response if the document gives a range."""


@frozen
class Response:
    """What a mock answers to a call of an operation, and what a method returns of it: in every language the same."""

    answered: Answered
    yields: Yields
    type: Type | None
    value: Json


class Responses:
    """The responses to the operations of a document, each made once for the plans of all targets."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._made: dict[Id, Response] = {}

    def of(self, operation: WireOperation) -> Response:
        """Return the response to an operation."""
        if operation.id not in self._made:
            self._made[operation.id] = self._response(operation)
        return self._made[operation.id]

    def make(self) -> None:
        """Make all of them."""
        for operation in self._wire.operations.values():
            self.of(operation)

    def _response(self, item: WireOperation) -> Response:
        answer, decode = _answer(item)
        yields, type_, value = self._value(item, answer, decode)
        return Response(_answered(item, answer, decode, yields, value), yields, type_, value)

    def _value(
        self, item: WireOperation, answer: Answer | None, decode: Decode | None
    ) -> tuple[Yields, Type | None, Json]:
        if item.stream in (BodyKind.SSE, BodyKind.JSONL) and decode is not None:
            event = next((one for one in decode.events if one.type is not None), None)
            type_ = decode.type if event is None or event.type is None else event.type
            return Yields.STREAM, type_, self._sample(type_, None)
        if answer is None or decode is None or not (item.results or item.stream is not None):
            return Yields.NOTHING, None, None
        match decode.kind:
            case BodyKind.JSON:
                yields = Yields.PAGE if item.returns is Returns.PAGE else Yields.JSON
                return yields, decode.type, self._sample(decode.type, decode)
            case BodyKind.TEXT:
                return Yields.TEXT, decode.type, "text"
        return Yields.BYTES, decode.type, "bytes"

    def _sample(self, type_: Type, decode: Decode | None) -> Json:
        if decode is not None and decode.example is not None:
            made = fitted(decode.example.json, type_, self._wire.types)
            if made is not MISFIT and len(json.dumps(made)) <= _LONGEST:
                return made
        return sample(type_, self._wire.types)


responses_of = per_plan(Responses)
"""Return the responses of a document."""


def exchange(plan: Plan, method: Method, call: ExampleCall, given: Mapping[str, Json]) -> Exchange:
    """Return the exchange of a method whose example call is known, and what that gives by identifiers."""
    return _Maker(plan, method, call, given).make_exchange(responses_of(plan.wire))


class _Maker:
    def __init__(self, plan: Plan, method: Method, call: ExampleCall, given: Mapping[str, Json]) -> None:
        self.types, self.method, self.call = plan.wire.types, method, call
        self.operation: WireOperation = plan.wire.operations[method.operation]
        self.given = given

    def make_exchange(self, responses: Responses) -> Exchange:
        response = responses.of(self.operation)
        return Exchange(
            name=_name(self.operation),
            call=self.call,
            expected=self._expected(),
            answered=response.answered,
            yields=response.yields,
            type=response.type,
            value=response.value,
            skipped=self._skipped(),
        )

    def _skipped(self) -> str:
        """Say why the example is no call that the SDK makes."""
        for item in self.method.arguments:
            missing = item.required and not item.nullable and self.given.get(item.ident) is None
            if missing and not _takes_null(item.type):
                return f"there is no example of `{item.wire or 'body'}`"
        body = self.operation.body
        bodies = (value for argument, value in self.call.passed_arguments() if argument.place is Place.BODY)
        if body is not None and body.kind is BodyKind.JSON and any(map(_holds_file, bodies)):
            return "JSON cannot hold the file of its body"
        return ""

    # ------------------------------------------------------------------ what is sent

    def _expected(self) -> Expected:
        item = self.operation
        places = {place: tuple(self._names(place)) for place in (Place.QUERY, Place.HEADER)}
        media_type, fields = self._body()
        path = item.route
        for parameter in item.parameters:
            if parameter.place is Place.PATH and parameter.allow_reserved:
                path = path.replace(f"{{{parameter.wire}}}", f"{{+{parameter.wire}}}")
        return Expected(item.method, path, places[Place.QUERY], places[Place.HEADER], media_type, fields)

    def _names(self, place: Place) -> Iterator[str]:
        """Yield the names under which something is sent for certain."""
        for binding in self.method.parameters:
            parameter = binding.parameter
            if parameter.place is not place:
                continue
            given: Json = None
            if binding.argument is not None:
                given = self.given.get(binding.argument.ident)
            elif parameter.fixed is not None:
                given = parameter.fixed.json
            whole = parameter.writing is not Writing.STYLE
            plain = not isinstance(given, dict | list) or (
                isinstance(given, list) and given and parameter.style is not Style.DEEP_OBJECT
            )
            if given not in (None, "") and (whole or plain):
                yield parameter.wire

    def _body(self) -> tuple[str, tuple[str, ...]]:
        payload = self.operation.body
        if payload is None or payload.kind not in (BodyKind.JSON, BodyKind.FORM, BodyKind.MULTIPART):
            return "", ()
        fields = self.method.fields
        if fields is None:
            value = self.given.get(self.method.body.ident) if self.method.body is not None else None
        else:
            value = {one.wire: self.given[one.ident] for one in fields.arguments if one.ident in self.given}
            value = {**fields.fixed, **value} if value else None
        if value is None:
            return "", ()
        if not isinstance(value, dict):
            return payload.media_type, ()
        parts = {part.wire: part for part in payload.parts}
        kind, media_type = sent_kind(payload, value, self.types)
        is_json = kind is BodyKind.JSON
        names = (wire for wire, one in value.items() if is_json or _is_sent(one, parts.get(wire, payload.rest)))
        return media_type, tuple(names)


def _takes_null(type_: Type) -> bool:
    return isinstance(type_, Nullable) or (isinstance(type_, Scalar) and type_.kind in (Kind.ANY, Kind.NULL))


def _holds_file(value: ExampleValue) -> bool:
    match value:
        case Content():
            return True
        case Items(items=items):
            return any(map(_holds_file, items))
        case Entries(entries=entries):
            return any(_holds_file(one) for _, one in entries)
        case Object(properties=properties):
            return any(_holds_file(one.value) for one in properties)
        case Maybe(value=held) | Aliased(value=held) | CaseOf(value=held):
            return _holds_file(held)
    return False


def _is_sent(value: Json, part: Part | None) -> bool:
    """Tell whether a property of a form is sent under its name."""
    if value is None or value in ([], {}):
        return False
    written = part is not None and part.encode is not Encode.STYLE
    return written or not isinstance(value, dict | list)


def _name(item: WireOperation) -> str:
    _, _, variant = item.id.partition("#")
    return f"{item.method} {item.path}" + (f" ({variant})" if variant else "")


def _answer(item: WireOperation) -> tuple[Answer | None, Decode | None]:
    """Return the success that a mock answers, one with a body where the method gives one."""
    successes = [answer for answer in item.answers if not answer.error]
    for answer in successes:
        for decode in answer.decodes:
            streams = decode.kind in (BodyKind.SSE, BodyKind.JSONL)
            if streams == (item.stream in (BodyKind.SSE, BodyKind.JSONL)) and _status(answer) not in _WITHOUT_BODY:
                return answer, decode
    return (successes[0] if successes else None), None


def _status(answer: Answer) -> int:
    if answer.status.isdigit():
        return int(answer.status)
    return int(answer.status[0]) * 100 if answer.status[:1].isdigit() else 200


def _answered(
    item: WireOperation, answer: Answer | None, decode: Decode | None, yields: Yields, value: Json
) -> Answered:
    status = 200 if answer is None else _status(answer)
    if decode is None:
        return Answered(status, location=300 <= status < 400 and status != 304)
    ranged = "*" in decode.media_type
    media_type = _PLAIN.get(decode.kind, OCTETS) if ranged else decode.media_type
    if item.method == "HEAD":
        return Answered(status, media_type)
    match yields:
        case Yields.NOTHING:
            return Answered(status)
        case Yields.TEXT | Yields.BYTES:
            return Answered(status, media_type, str(value))
        case Yields.STREAM:
            return Answered(status, media_type, _stream(decode, value))
        case Yields.JSON | Yields.PAGE:
            return Answered(status, media_type, json.dumps(value, ensure_ascii=False))
    raise AssertionError(yields)


def _stream(decode: Decode, value: Json) -> str:
    """Write a stream of one value, and its end."""
    event = next((one for one in decode.events if one.type is not None), None)
    as_text = decode.text if event is None else event.text and not event.json
    text = str(value) if as_text else json.dumps(value, ensure_ascii=False)
    if decode.kind is BodyKind.JSONL:
        return f"{text}\n"
    name = f"event: {event.name}\n" if event is not None and event.name else ""
    end = f"data: {decode.sentinel}\n\n" if decode.sentinel else ""
    return f"{name}data: {text}\n\n{end}"
