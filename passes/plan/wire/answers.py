"""What the plan adds to answers: types and messages of errors, which errors are alike, how headers are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from compiler.ir.headers import Reading, ResponseHeader
from compiler.ir.media import essence, is_json
from compiler.ir.node import Id, replace
from compiler.ir.types import (
    Contract,
    Declaration,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    bare,
    model_behind,
)
from compiler.ir.wire import Answer, BodyKind, Decode, Wire
from compiler.plan.plan import ErrorClass
from passes.plan.names.roles import role_key

if TYPE_CHECKING:
    from compiler.ir.nodes import Operation

Told = Mapping[Id, tuple[Answer, ...]]
"""The answers of operations."""
Decided = tuple[tuple[str, str, str, Id], ...]
"""Contracts by status and media type, each with the place of its schema below the media type."""
Numbers = tuple[tuple[int, int], ...]
"""The numbers of the errors of an operation: ``number`` and ``kin`` of each (:class:`Answer`)."""

_READINGS = {
    Kind.INTEGER: Reading.INTEGER,
    Kind.INT32: Reading.INTEGER,
    Kind.INT64: Reading.INT64,
    Kind.UINT64: Reading.UINT64,
    Kind.NUMBER: Reading.NUMBER,
    Kind.BOOLEAN: Reading.BOOLEAN,
}


def plan_answers(
    operations: Mapping[Id, Operation], types: Mapping[Id, Declaration], contracts: Mapping[Id, Contract]
) -> Told:
    """Return the answers of operations with the facts that the plan adds.

    Errors that are read the same way get the same number.
    """
    decided = {at: _decided(operation, contracts) if contracts else () for at, operation in operations.items()}
    answers = {at: finish_answers(at, item.answers, decided[at], types) for at, item in operations.items()}
    facts = {at: tuple([_facts(item) for item in told if item.error]) for at, told in answers.items()}
    numbers = _numbers(facts)
    return {at: number_answers(at, told, numbers[at]) for at, told in answers.items()}


def finish_answers(
    at: Id, answers: tuple[Answer, ...], decided: Decided, types: Mapping[Id, Declaration]
) -> tuple[Answer, ...]:
    """Return the answers of an operation with the facts that follow from their types."""
    return tuple(_finish_answer(item, types, decided) for item in answers)


def _decided(operation: Operation, contracts: Mapping[Id, Contract]) -> Decided:
    """Return the contracts of what an operation's answers hold; those of declared types are found by these."""
    found = [
        (response.status, content.media_type, word, f"{content.id}/{word}")
        for response in operation.responses
        for content in response.contents
        for word in ("schema", "schema/items", "itemSchema")
    ]
    return tuple([one for one in found if one[3] in contracts and contracts[one[3]].decides])


def _contract(answer: Answer, decode: Decode, decided: Decided) -> Id | None:
    """Return the contract of a body, or of a line: that of an item where the body is an array of them (D13)."""
    found = {word: at for status, kind, word, at in decided if (status, kind) == (answer.status, decode.media_type)}
    if decode.kind is BodyKind.JSONL:
        return found.get("itemSchema") or found.get("schema/items") or found.get("schema")
    return found.get("schema")


def _finish_answer(answer: Answer, types: Mapping[Id, Declaration], decided: Decided) -> Answer:
    decodes = tuple(
        [
            replace(item, essence=essence(item.media_type), contract=_contract(answer, item, decided))
            for item in answer.decodes
        ]
    )
    headers = tuple([plan_header(item, types) for item in answer.headers])
    if not answer.error:
        return replace(answer, decodes=decodes, headers=headers)
    carries = next((_declared_type(item.type) for item in decodes if item.kind is BodyKind.JSON), None)
    message = None if carries is None else error_message(carries, types)
    return replace(answer, decodes=decodes, headers=headers, carries=carries, message=message)


def _facts(answer: Answer) -> tuple[object, tuple[str, ...]]:
    """Return how an error is read, and the media types that are read so."""
    headers = [(item.wire, item.type, item.explode, item.reading) for item in answer.headers]
    read = [
        (item.essence, item.kind, item.type, item.sentinel, item.done, item.text, item.events)
        for item in answer.decodes
    ]
    return (answer.status, *read, *headers), tuple([item.media_type for item in answer.decodes])


def _numbers(facts: Mapping[Id, Iterable[tuple[object, tuple[str, ...]]]]) -> dict[Id, Numbers]:
    numbers: dict[object, int] = {}
    kin: dict[object, int] = {}
    return {
        at: tuple([(numbers.setdefault(one, len(numbers) + 1), kin.setdefault(one[0], len(kin) + 1)) for one in told])
        for at, told in facts.items()
    }


def number_answers(at: Id, answers: tuple[Answer, ...], numbers: Numbers) -> tuple[Answer, ...]:
    """Return the answers of an operation with the numbers of its errors."""
    left = iter(numbers)
    return tuple([_with_number(item, *next(left)) if item.error else item for item in answers])


def _with_number(answer: Answer, number: int, kin: int) -> Answer:
    return replace(answer, number=number, kin=kin)


def _declared_type(type_: Type) -> Id | None:
    """Return the declared type of a body."""
    while isinstance(type_, Nullable):
        type_ = type_.inner
    return type_.target if isinstance(type_, Ref) else None


def success_headers(answers: Iterable[Answer]) -> tuple[ResponseHeader, ...]:
    """Return the declared headers of all successes, of several with one name the last in the place of the first.

    Those of redirects are among them, which a call may ask to see (D16.6); no other answer has them.
    """
    answers = list(answers)
    found = {item.wire: item for answer in answers if not answer.error for item in answer.headers}
    for answer in answers:
        for item in answer.headers if answer.error and answer.status[:1] == "3" and answer.status != "304" else ():
            found.setdefault(item.wire, replace(item, required=False))
    return tuple(found.values())


def stream_values(answers: Iterable[Answer]) -> tuple[Type, ...]:
    """Return the distinct types of a stream's values."""
    return tuple(dict.fromkeys(item.type for answer in answers if not answer.error for item in answer.decodes))


def odd_statuses(errors: Iterable[str], answers: Iterable[Answer]) -> Iterator[str]:
    """Yield the 2XX that are errors, and the 3XX, 4XX and 5XX that are not (D14 ``errors``, D16.6)."""
    yield from (status for status in errors if status[0] == "2")
    yield from (answer.status for answer in answers if not answer.error and answer.status[0] in "345")


def error_classes(wire: Wire, derived: Mapping[str, str]) -> dict[Id, ErrorClass]:
    """Return the classes that a target names, by the schemas they carry, sorted by name."""
    answers = (answer for item in wire.operations.values() for answer in item.answers)
    told = {answer.carries: answer.message for answer in answers if answer.carries is not None}
    made = [
        ErrorClass(derived[key], target, message)
        for target, message in told.items()
        if (key := role_key("error", target)) in derived
    ]
    return {item.target: item for item in sorted(made, key=lambda item: item.ident)}


def error_message(target: Id, types: Mapping[Id, Declaration]) -> str | None:
    """Return the property of a schema that says what went wrong, also where the schema only names another (D14)."""
    model = model_behind(Ref(target), types)
    return next((field.wire for field in model.fields if field.error_message), None) if model is not None else None


def plan_header(header: ResponseHeader, types: Mapping[Id, Declaration]) -> ResponseHeader:
    """Return a header with the way it is read."""
    if header.media_type is not None:
        reading = Reading.JSON if is_json(header.media_type) else Reading.DECODED
        return replace(header, reading=reading)
    found = bare(header.type, types)
    match types[found.target] if isinstance(found, Ref) else found:
        case ListOf(item):
            return replace(header, reading=Reading.LIST, items=_single(item, types))
        case MapOf(value):
            return replace(header, reading=Reading.OBJECT, items=_single(value, types))
        case Model() as model:
            members = [(field.wire, _single(field.type, types)) for field in model.fields]
            items = Reading.DECODED if model.additional is None else _single(model.additional, types)
            return replace(header, reading=Reading.OBJECT, items=items, members=tuple(members))
    return replace(header, reading=_single(header.type, types))


def _single(type_: Type, types: Mapping[Id, Declaration]) -> Reading:
    """Return how a value without structure is read; what has some stays text within a header."""
    found = bare(type_, types)
    return _READINGS.get(found.kind, Reading.DECODED) if isinstance(found, Scalar) else Reading.DECODED
