"""The places and declarations that diagnostics of passes refer to."""

from __future__ import annotations

from collections.abc import Collection

from compiler.diagnostics import Note
from compiler.ir.node import Id, frozen
from compiler.ir.nodes import Operation
from compiler.source import Loc
from passes.context import Context


def extension(context: Context, at: Id, key: str) -> Loc:
    """Return the place of an `x-codegen-*` key on a thing; the thing itself where the document spells it otherwise."""
    return context.loc(at).at(f"x-codegen-{key}")


def base_id(operation: Operation) -> Id:
    """Return the identity of the OpenAPI operation that a method belongs to: a variant's without its role."""
    return operation.id.rpartition("#")[0] if operation.variant else operation.id


def title_of(operation: Operation) -> str:
    """Return an operation's title in messages: ``GET /trips``."""
    return f"{operation.method} {operation.path}"


def report_same_name(context: Context, operation: Operation, other: Operation, name: str, override: Note) -> None:
    """Report CG0605 for an operation that is called as another one, by an override."""
    context.diagnostics.report(
        "CG0605",
        context.loc(operation.id),
        subject=operation.id,
        at_key=True,
        notes=(Note(f"{title_of(other)} has that name too", context.loc(other.id), at_key=True), override),
        operation=title_of(operation),
        name=name,
    )


@frozen
class Hint:
    """`` (did you mean `x`?)``: searched for only if it is printed."""

    name: str
    known: Collection[str]

    def __str__(self) -> str:
        """Return the question, nothing where no name is near."""
        from compiler.base.similar import known

        names = known(self.known)
        found = names.respelled(self.name) or names.closest(self.name)
        return f" (did you mean `{found}`?)" if found is not None else ""


def nearest(name: str, known: Collection[str]) -> Hint:
    """Return the question for the known name that is most like this one."""
    return Hint(name, known)
