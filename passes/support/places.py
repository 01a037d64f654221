"""Places and owners that diagnostics of the passes name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from compiler.ir.context import Context
from compiler.ir.node import Id
from compiler.ir.nodes import Operation
from compiler.source import Loc


def extension(context: Context, at: Id, key: str) -> Loc:
    """Return the place of an `x-codegen-*` key on a thing; the thing itself where the document spells it otherwise."""
    return context.loc(at).at(f"x-codegen-{key}")


def base_id(operation: Operation) -> Id:
    """Return the identity of the OpenAPI operation that a method belongs to: a variant's without its role."""
    return operation.id.rpartition("#")[0] if operation.variant else operation.id


def title_of(operation: Operation) -> str:
    """Return how a message calls an operation: ``GET /trips``."""
    return f"{operation.method} {operation.path}"


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `` (did you mean 'x'?)`` for the known name that is most like this one, else nothing."""
    found = difflib.get_close_matches(name, sorted(known), n=1)
    return f" (did you mean {found[0]!r}?)" if found else ""
