"""Prints the error classes of declared schemas: ``SoldOutError`` for ``SoldOut``."""

from __future__ import annotations

from backends.texts import article
from backends.typescript.files import File
from backends.typescript.scope import Scope
from backends.typescript.text import comment
from backends.typescript.types import Types
from backends.writer.prettier import lay
from compiler.plan.plan import Plan

HOME = "errors"


def error_file(plan: Plan, types: Types) -> File | None:
    """Print ``errors.ts``; None where the document declares no error with a schema."""
    classes = plan.errors.values()
    if not classes:
        return None
    file = File(Scope(HOME), "Errors that the API declares.")
    for item in classes:
        base = file.scope.runtime("APIError")
        held = types.names[item.target]
        name = file.scope.type(f"models/{held.module}", held.ident)
        said = comment(f"A response with {article(held.ident)} {{@link {held.ident}}} in `error`.")
        head = f"class {item.ident} extends {base}"
        ts = said + lay([f"export {head}<{name}> {{}}"]) + "\n"
        file.value(ts, f"{head} {{}}\n", f"{said}export declare {head}<{name}> {{}}\n", item.ident)
    return file
