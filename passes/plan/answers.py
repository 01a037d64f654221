"""What the plan adds to answers: the type that an error carries, and the property that says what went wrong."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.ir.node import Id, replace
from compiler.ir.plan import ErrorClass
from compiler.ir.types import Declaration, Model, Nullable, Ref, Type, bare
from compiler.ir.wire import Answer, BodyKind, Wire
from passes.plan.roles import role_key


def told_errors(answers: tuple[Answer, ...], types: Mapping[Id, Declaration]) -> tuple[Answer, ...]:
    """Return answers with what errors carry; those without errors as they are."""
    if not any(answer.error and answer.decodes for answer in answers):
        return answers
    return tuple(_told(answer, types) if answer.error else answer for answer in answers)


def _told(answer: Answer, types: Mapping[Id, Declaration]) -> Answer:
    target = next((_named(decode.type) for decode in answer.decodes if decode.kind is BodyKind.JSON), None)
    return answer if target is None else replace(answer, carries=target, message=error_message(target, types))


def _named(type_: Type) -> Id | None:
    """Return the declared type of a body."""
    while isinstance(type_, Nullable):
        type_ = type_.inner
    return type_.target if isinstance(type_, Ref) else None


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
    found = bare(Ref(target), types)
    declared = types[found.target] if isinstance(found, Ref) else None
    if not isinstance(declared, Model):
        return None
    return next((field.wire for field in declared.fields if field.error_message), None)
