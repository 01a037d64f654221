"""Errors that an API declares: a class for each schema that a body of an error has by name, ``ProblemError``."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from backends.per_plan import per_plan
from compiler.ir.node import Id, frozen
from compiler.ir.plan import Derived, Plan
from compiler.ir.types import Model, Nullable, Ref, Type
from compiler.ir.wire import Answer, BodyKind


@frozen
class ErrorClass:
    """An error class: its name, the schema it carries, and the property that says what went wrong."""

    ident: str
    target: Id
    message: str | None


def derived_of_errors(plan: Plan, own: Collection[str] = (), home: str = "") -> Iterator[Derived]:
    """Yield the names of the classes. ``own``: what is not to be had; ``home``: see :class:`Derived`."""
    for target in sorted(_targets(plan)):
        ident = plan.surface.types[target].ident.rstrip("_")
        form = f"{ident}Exception" if ident.lower().endswith("error") else f"{ident}Error"
        yield Derived(_key(target), target, (f"{form}_" if form in own else form,), home)


@per_plan
def error_classes(plan: Plan) -> dict[Id, ErrorClass]:
    """Return the classes by the schemas they carry, sorted by name."""
    found = (ErrorClass(plan.surface.derived[_key(at)], at, _message(plan, at)) for at in _targets(plan))
    return {item.target: item for item in sorted(found, key=lambda item: item.ident)}


def error_class(plan: Plan, answer: Answer) -> ErrorClass | None:
    """Find the class of an answer; None where it has no schema with a name."""
    target = _target(answer)
    return None if target is None else error_classes(plan)[target]


def _key(target: Id) -> str:
    return f"error {target}"


def _targets(plan: Plan) -> set[Id]:
    answers = (answer for item in plan.wire.operations.values() for answer in item.answers if answer.error)
    return {target for answer in answers if (target := _target(answer)) is not None}


def _target(answer: Answer) -> Id | None:
    """Find the declared type of an error's JSON body."""
    return next((_named(decode.type) for decode in answer.decodes if decode.kind is BodyKind.JSON), None)


def _named(type_: Type) -> Id | None:
    if isinstance(type_, Nullable):
        return _named(type_.inner)
    return type_.target if isinstance(type_, Ref) else None


def _message(plan: Plan, target: Id) -> str | None:
    declared = plan.wire.types[target]
    if not isinstance(declared, Model):
        return None
    return next((field.wire for field in declared.fields if field.error_message), None)
