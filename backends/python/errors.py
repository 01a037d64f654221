"""Prints the exception classes of declared error schemas: ``ProblemError`` for ``Problem``.

An answer of status 404 with that schema is raised as a class that is both ``ProblemError`` and ``NotFoundError``.
"""

from __future__ import annotations

from collections.abc import Sequence

from backends.python.cst import Class, Stmt, declare, identifier, module, raw
from backends.python.group_scope import GroupScope
from backends.python.types import Types
from compiler.ir.node import Id, frozen
from compiler.ir.plan import Plan
from compiler.ir.types import Model, Nullable, Ref, Type
from compiler.ir.wire import Answer, BodyKind

RUNTIME_ERRORS = (
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "ConfigurationError",
    "ConflictError",
    "DecodeError",
    "GoneError",
    "InvalidArgumentError",
    "MissingArgumentError",
    "MissingBodyError",
    "NotFoundError",
    "PaginationError",
    "PermissionDeniedError",
    "RateLimitError",
    "SDKError",
    "ServerError",
    "UnprocessableEntityError",
)


@frozen
class ErrorClass:
    """An exception class: its name, the schema it carries, and the property that says what went wrong."""

    ident: str
    target: Id
    message: str | None


class Errors:
    """The exception classes of one plan, by the schema they carry."""

    def __init__(self, plan: Plan, types: Types, taken: Sequence[str]) -> None:
        self._types = types
        self._by_target: dict[Id, ErrorClass] = {}
        used = {name.lower() for name in (*RUNTIME_ERRORS, *taken)}
        answers = [answer for item in plan.wire.operations.values() for answer in item.answers if answer.error]
        for target in sorted({found for answer in answers if (found := _target(answer)) is not None}):
            ident = self._name(target)
            while ident.lower() in used:
                ident += "_"
            used.add(ident.lower())
            self._by_target[target] = ErrorClass(ident, target, self._message(target))

    @property
    def classes(self) -> list[ErrorClass]:
        """All classes, sorted by name."""
        return sorted(self._by_target.values(), key=lambda item: item.ident)

    def of_answer(self, answer: Answer) -> ErrorClass | None:
        """Find the class that an answer is raised as; None where it has no schema with a name."""
        target = _target(answer)
        return None if target is None else self._by_target[target]

    def _name(self, target: Id) -> str:
        ident = self._types.surface[target].ident
        return f"{ident}Exception" if ident.lower().endswith("error") else f"{ident}Error"

    def _message(self, target: Id) -> str | None:
        declared = self._types.declared[target]
        if not isinstance(declared, Model):
            return None
        return next((field.wire for field in declared.fields if field.error_message), None)

    def file(self, header: str) -> str:
        """Print ``_errors.py``."""
        scope = GroupScope("_errors")
        body = [self._statement(item, scope) for item in self.classes]
        return module(body, header=header, doc="Errors that the API declares.", imports=scope)

    def _statement(self, item: ErrorClass, scope: GroupScope) -> Stmt:
        held = self._types.annotation(Ref(item.target), scope)
        doc = f"An answer that carries {_article(self._types.surface[item.target].ident)} in ``error``."
        base = scope.runtime("errors", "APIError")
        return Class(identifier(item.ident), [base], [declare(raw("error"), held, apart=True)], doc=doc)


def _article(ident: str) -> str:
    return f"{'an' if ident[:1] in 'AEIOU' else 'a'} ``{ident}``"


def _target(answer: Answer) -> Id | None:
    """Find the declared type of an error's JSON body."""
    for decode in answer.decodes:
        if decode.kind is BodyKind.JSON:
            return _named(decode.type)
    return None


def _named(type_: Type) -> Id | None:
    if isinstance(type_, Nullable):
        return _named(type_.inner)
    return type_.target if isinstance(type_, Ref) else None
