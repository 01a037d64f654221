"""Prints the error classes of declared schemas: ``ProblemError`` for ``Problem``."""

from __future__ import annotations

from backends.typescript.files import File
from backends.typescript.profile import PROFILE
from backends.typescript.scope import Scope
from backends.typescript.text import comment, lay
from backends.typescript.types import Types
from compiler.ir.node import Id, frozen
from compiler.ir.plan import Plan
from compiler.ir.types import Model, Nullable, Ref, Type
from compiler.ir.wire import Answer, BodyKind

HOME = "errors"


@frozen
class ErrorClass:
    """An error class: its name, the schema it carries, and the property that says what went wrong."""

    ident: str
    target: Id
    message: str | None


class Errors:
    """The error classes of one plan, by the schema they carry."""

    def __init__(self, plan: Plan, types: Types) -> None:
        self._types = types
        self._by_target: dict[Id, ErrorClass] = {}
        used = {name.lower() for name in PROFILE.taken["type"]} | {plan.surface.client.lower()}
        used |= {name.ident.lower() for name in types.names.values()}
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
        """Find the class that an answer is thrown as; None where it has no schema with a name."""
        target = _target(answer)
        return None if target is None else self._by_target[target]

    def _name(self, target: Id) -> str:
        ident = self._types.names[target].ident.rstrip("_")
        return f"{ident}Exception" if ident.lower().endswith("error") else f"{ident}Error"

    def _message(self, target: Id) -> str | None:
        declared = self._types.declared[target]
        if not isinstance(declared, Model):
            return None
        return next((field.wire for field in declared.fields if field.error_message), None)

    def file(self) -> File | None:
        """Print ``errors.ts``; None where the document declares no error with a schema."""
        if not self.classes:
            return None
        file = File(Scope(HOME), "Errors that the API declares.")
        for item in self.classes:
            base = file.scope.runtime("APIError")
            held = self._types.names[item.target]
            name = file.scope.type(f"models/{held.module}", held.ident)
            said = comment(f"An answer that carries {_article(held.ident)} in `error`.")
            head = f"class {item.ident} extends {base}"
            ts = said + lay([f"export {head}<{name}> {{}}"]) + "\n"
            file.value(ts, f"{head} {{}}\n", f"{said}export declare {head}<{name}> {{}}\n", item.ident)
        return file


def _article(ident: str) -> str:
    return f"{'an' if ident[:1] in 'AEIOU' else 'a'} {{@link {ident}}}"


def _target(answer: Answer) -> Id | None:
    """Find the declared type of an error's JSON body."""
    return next((_named(decode.type) for decode in answer.decodes if decode.kind is BodyKind.JSON), None)


def _named(type_: Type) -> Id | None:
    if isinstance(type_, Nullable):
        return _named(type_.inner)
    return type_.target if isinstance(type_, Ref) else None
